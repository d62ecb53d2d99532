"""The labs' scripts and style, written for the book; a page loads those of the labs that it has."""

import re
from pathlib import Path

from lipbandits import labs
from lipbandits.labs import assets, embed

KIND = re.compile('<figure class="lb-explorer lb-lab" data-lab="([a-z-]+)"')


def setup(app):
    # Later than Jupyter Book, which puts every script and style sheet of these folders on every page.
    app.connect("builder-inited", write_the_files)
    app.connect("html-page-context", load_them_where_a_lab_is)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_the_files(app):
    folder = Path(app.outdir, "..", ".labs").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name in assets.GROUPS:
        (folder / file_of(name)).write_text(assets.group(name), encoding="utf-8")
    # Each lab as a file of its own, which `Embed` names.
    (folder / "embed").mkdir(exist_ok=True)
    for lab in labs.placed():
        (folder / "embed" / f"{lab.still}.html").write_text(embed.page(lab), encoding="utf-8")
    (folder / "labs.css").write_text(assets.own_style(), encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def load_them_where_a_lab_is(app, pagename, templatename, context, doctree):
    kinds = set(KIND.findall(elements_of(pagename, context)))
    if kinds:
        for name in assets.groups_of(*kinds):
            app.add_js_file(file_of(name))
        app.add_css_file("labs.css")


def elements_of(pagename, context):
    """The text of a page; none of a listing of the package, where what is written is not there."""
    return "" if pagename.startswith("_modules/") else context.get("body", "")


def file_of(group):
    """What the script of a group is called in the book."""
    return "labs.js" if group == "common" else f"labs-{group}.js"
