"""Figures that cells draw stand in the page as SVG, in its colours; `lipbandits.explorers.figures` draws them."""

import os
from html import escape
from pathlib import Path

import labs
from docutils import nodes
from sphinx.util import logging

# What each kernel of the build runs first; a reader's own kernel does not.
FIRST = "__import__('lipbandits.explorers.figures', fromlist=['figures']).follow_the_page()"


def setup(app):
    app.connect("builder-inited", tell_the_kernels)
    app.connect("doctree-resolved", put_them_into_the_page)
    app.connect("html-page-context", load_the_colours)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def tell_the_kernels(app):
    profile = Path(app.outdir, "..", ".ipython", "profile_default").resolve()
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "ipython_kernel_config.py").write_text(f"c.InteractiveShellApp.exec_lines = [{FIRST!r}]\n", "utf-8")
    os.environ["IPYTHONDIR"] = str(profile.parent)


def put_them_into_the_page(app, doctree, docname):
    for image in list(doctree.findall(nodes.image)):
        path = Path(app.srcdir, image["uri"])
        if path.suffix == ".svg" and "jupyter_execute" in path.parts:
            if not image.get("alt"):
                logging.getLogger(__name__).warning("a figure has no alternative text", location=image)
            image.parent.replace(
                image, nodes.raw("", in_page(path.read_text("utf-8"), image.get("alt", "")), format="html")
            )


def in_page(svg, alt):
    """The element of a figure, with its words for those who do not see it; its box scrolls on a narrow screen."""
    width = svg.split('viewBox="0 0 ', 1)[1].split(" ", 1)[0]
    said = f'<svg class="lb-drawn" role="img" aria-label="{escape(alt)}" style="--lb-width: {width}px" '
    return f'<div class="lb-drawn-box">{svg.replace("<svg ", said, 1)}</div>'


def load_the_colours(app, pagename, templatename, context, doctree):
    if any(f'class="{name}"' in labs.elements_of(pagename, context) for name in ("lb-drawn", "lb-panel")):
        app.add_css_file("labs.css")
