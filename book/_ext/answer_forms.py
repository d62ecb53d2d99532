"""Exercises answer in the page: a form in the place of each cell that checks an answer, filled by exercises.js.

What a form asks, and what is said of an answer, is data in `lipbandits.exercises`; the compiled engine decides.
"""

import json
import re
from functools import cache
from pathlib import Path

import labs
from docutils import nodes

from lipbandits.exercises.checking import EXERCISES

CELL = re.compile(r'(?:from lipbandits\.exercises import check\s+)?check\("([\w-]+)", \.\.\.\)\s*')
FORM = '<div class="lb-exercise"'


def setup(app):
    app.connect("doctree-read", put_forms_in_place_of_cells)
    app.connect("html-page-context", load_what_forms_need)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def put_forms_in_place_of_cells(app, doctree):
    for cell in list(doctree.findall(nodes.container)):
        code = next(iter(cell.findall(nodes.literal_block)), None) if "cell" in cell["classes"] else None
        found = CELL.fullmatch(code.astext()) if code is not None else None
        if found:
            # Its own classes do not go over to the form.
            cell.parent.replace(cell, nodes.raw("", form_of(EXERCISES[found[1]]), format="html"))


def form_of(exercise):
    """The place of a form: what exercises.js makes it of, and what stands there without scripts."""
    asked = {
        "name": exercise.name,
        "fields": [asked_in(field) for field in exercise.fields],
        "messages": exercise.messages,
        "huge": exercise.huge,
    }
    packed = json.dumps(asked, ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'{FORM} id="answer-{exercise.name}"><script type="application/json">{packed}</script>'
        '<p class="lb-still">Answer it in a notebook: open this chapter there, and put your answer in place of the '
        f'dots of <code>check("{exercise.name}", ...)</code>.</p></div>'
    )


def asked_in(field):
    """A field without what is as usual."""
    return {
        "label": field.label,
        "count": field.count,
        **({"whole": True} if field.whole else {}),
        **({"choices": field.choices} if field.choices else {}),
    }


def load_what_forms_need(app, pagename, templatename, context, doctree):
    # On every page, since the list of contents is on every page.
    pages = {}
    for name in EXERCISES:
        pages.setdefault(page_of(name), []).append(name)
    told = json.dumps(pages, separators=(",", ":"))
    app.add_js_file(None, body=f"(globalThis.lipbandits = globalThis.lipbandits || {{}}).exercisesOf = {told};")
    body = labs.elements_of(pagename, context)
    if FORM in body and not labs.KIND.search(body):
        app.add_js_file(labs.file_of("common"))


def page_of(name):
    """The page with an exercise: "ckl_ucb" for "ckl-ucb-1", or a deeper page of that chapter."""
    return pages_of_exercises()[name]


@cache
def pages_of_exercises():
    """{name: page} of every exercise that a notebook checks."""
    found = {}
    for path in sorted(Path(__file__).parents[1].glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if match := CELL.fullmatch("".join(cell["source"])):
                found[match[1]] = path.stem
    return found
