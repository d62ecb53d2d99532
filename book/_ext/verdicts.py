"""Checks are folded under what came of them.

A cell whose metadata has a verdict, as in `"verdict": "1600 models, none with less evidence"`, is folded on the page,
code and output, under the line "Checked: 1600 models, none with less evidence". In JupyterLab it is a cell like others.
tests/test_notebooks.py asks that every number of a verdict is one that the cell prints.
"""

import json


def setup(app):
    app.connect("source-read", fold_what_has_a_verdict)
    app.connect("html-page-context", let_the_line_be_heard)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def folded(text: str) -> str:
    """The notebook with the tag and the prompts by which MyST-NB folds cells."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        metadata = cell["metadata"]
        if verdict := metadata.get("verdict"):
            metadata["tags"] = [*metadata.get("tags", []), "hide-cell"]
            prompt = f"Checked: {verdict}"
            metadata["mystnb"] = metadata.get("mystnb", {}) | {"code_prompt_show": prompt, "code_prompt_hide": prompt}
    return json.dumps(notebook)


def fold_what_has_a_verdict(app, docname, source):
    if app.env.doc2path(docname).endswith(".ipynb"):
        source[0] = folded(source[0])


def let_the_line_be_heard(app, pagename, templatename, context, doctree):
    """MyST-NB names every fold "Toggle hidden content", and a screen reader then reads that in place of its line."""
    if "body" in context:
        context["body"] = context["body"].replace('<summary aria-label="Toggle hidden content">', "<summary>")
