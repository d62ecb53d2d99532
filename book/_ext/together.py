"""What stays together in a line: a formula and the full stop after it; and links without the space before them."""

import re

FORMULA = re.compile(r'(<span class="math notranslate nohighlight">[^<]*</span>)([.,;:!?)’]+)')
# As sphinx-exercise writes the title of a solution, with the space in the link.
SPACE_IN_LINK = re.compile(r'(Solution to)(<a class="reference internal" href="[^"]*">) ')


def setup(app):
    app.connect("html-page-context", keep_together)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def keep_together(app, pagename, templatename, context, doctree):
    if "body" in context:
        context["body"] = together(context["body"])


def together(html):
    """The same HTML; style.css breaks no line in `lb-whole`."""
    return SPACE_IN_LINK.sub(r"\1 \2", FORMULA.sub(r'<span class="lb-whole">\1\2</span>', html))
