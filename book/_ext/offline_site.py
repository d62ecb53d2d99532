"""Repairs of the built site that no setting of Jupyter Book makes."""

from pathlib import Path

from docutils import nodes

# MathJax in the parts that _config.yml loads, with its fonts and the TeX packages that a formula may ask for. Its usual
# bundles add a menu on every formula. A choice made there, or on any other site of the same host, asks for parts
# that are not here, and then every formula stays blank.
MATHJAX = (
    "startup.js",
    "core.js",
    "input/tex.js",
    "input/tex/extensions/",
    "output/chtml.js",
    "output/chtml/fonts/",
    "a11y/assistive-mml.js",
)

CHECKED = "# NBVAL_CHECK_OUTPUT"


def setup(app):
    # Set here because sphinx-mathjax-offline overrules the setting of the same name.
    app.config.mathjax_path = "mathjax/startup.js"
    app.connect("doctree-read", drop_the_marks_of_checked_cells)
    app.connect("html-page-context", drop_the_list_role)
    # After sphinx-mathjax-offline, which copies at the usual priority of 500.
    app.connect("build-finished", keep_the_mathjax_that_pages_load, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def drop_the_marks_of_checked_cells(app, doctree):
    """The comment is for the tests, and would puzzle a reader."""
    for block in doctree.findall(nodes.literal_block):
        code = block.astext()
        if code.startswith(CHECKED):
            block.rawsource = code.removeprefix(CHECKED).lstrip("\n")
            block.children = [nodes.Text(block.rawsource)]


def drop_the_list_role(app, pagename, templatename, context, doctree):
    """Docutils calls a bibliography a list, but its entries no list items, and a screen reader then counts none."""
    if "body" in context:
        context["body"] = context["body"].replace(
            '<div role="list" class="citation-list">', '<div class="citation-list">'
        )


def keep_the_mathjax_that_pages_load(app, exception):
    """Of the 29 MB that are copied, keep 2."""
    folder = Path(app.outdir, "_static", "mathjax")
    for path in folder.rglob("*"):
        if path.is_file() and not path.relative_to(folder).as_posix().startswith(MATHJAX):
            path.unlink()
