"""The labs' script and style, written for the book and loaded by the pages that have a lab, and by no other."""

from pathlib import Path

from lipbandits.labs import assets

FILES = {"labs.js": lambda: assets.script(frame=False), "labs.css": assets.own_style}


def setup(app):
    # Later than Jupyter Book, which puts every script and style sheet of these folders on every page.
    app.connect("builder-inited", write_the_files)
    app.connect("html-page-context", load_them_where_a_lab_is)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_the_files(app):
    folder = Path(app.outdir, "..", ".labs").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (folder / name).write_text(text(), encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def load_them_where_a_lab_is(app, pagename, templatename, context, doctree):
    # As an element, not in the listing of the file that writes it.
    if '<figure class="lb-explorer lb-lab"' in context.get("body", ""):
        app.add_js_file("labs.js")
        app.add_css_file("labs.css")
