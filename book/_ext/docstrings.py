"""Docstrings of the package as reStructuredText, for the page `api`.

They are written to be read in a terminal: sections as in numpydoc, but an entry's text stands beside its name, symbols
such as θ* and |x| are not markup, and `names` in single backquotes are those of the package. Here they become what
Sphinx reads: sections are field lists, names are links where the page documents them, and the rest stands for itself.
"""

import importlib
import re
from functools import cached_property
from pathlib import Path

SECTIONS = ("Parameters", "Attributes", "Returns", "Raises")
# Several short entries may share a line: "lipschitz : L. best : a point where μ is largest."
ENTRY = re.compile(r"(?:^|(?<=\. ))(\w+(?:, \w+)*) : ")
DIRECTIVE = re.compile(r"^\.\. auto(class|function):: (\S+)$", re.MULTILINE)
CODE = re.compile(r"(``.+?``|`.+?`)")
MARKUP = re.compile(r"([\\*|_])")


def setup(app):
    app.connect("autodoc-process-docstring", process)
    app.connect("html-page-context", repair_source_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def repair_source_pages(app, pagename, templatename, context, doctree):
    """What viewcode writes wrongly: lists within lists, and ways back to names that the page knows by longer ones."""
    if pagename == "_modules/index":
        title, _, items = context["body"].partition("<ul>")
        context["body"] = f"{title}<ul>{re.sub('</?ul>', '', items)}</ul>"
    elif pagename.startswith("_modules/"):
        module = pagename.removeprefix("_modules/").replace("/", ".")

        def known(match):
            name = match[1].removeprefix("lipbandits.")
            return f'#{module}.{name}"' if f"{module}.{name}" in NAMES else match[0]

        context["body"] = re.sub(r'#(lipbandits\.[\w.]+)"', known, context["body"])


def process(app, what, name, obj, options, lines):
    """Replace the lines of a docstring by its markup."""
    lines[:] = markup(lines, name)


def markup(lines, name):
    """Lines of reStructuredText for the docstring of the object that the page calls `name`."""
    result, rest = [], list(lines)
    while rest:
        if len(rest) > 1 and rest[0] in SECTIONS and set(rest[1]) == {"-"}:
            end = rest.index("") if "" in rest else len(rest)
            result += [f":{rest[0]}:", *("    " + line for line in entries(rest[2:end], name)), ""]
            rest = rest[end:]
        elif ENTRY.match(rest[0]) and not (result and result[-1]):
            # Entries without a title. The lines below the first are indented, which would make them a definition of it.
            end = rest.index("") if "" in rest else len(rest)
            result += entries(rest[:end], name)
            rest = rest[end:]
        elif rest[0].startswith(">>>"):
            end = rest.index("") if "" in rest else len(rest)
            result += rest[:end]
            rest = rest[end:]
        else:
            result.append(inline(rest.pop(0), name))
    return result


def entries(section, name):
    """The entries of a section as a list, or its text as it is."""
    text = " ".join(line.strip() for line in section)
    _, *found = ENTRY.split(text)
    pairs = list(zip(found[::2], found[1::2], strict=True))
    if not pairs:
        return [inline(text, name)]
    return [f"* **{inline(entry, name)}**: {inline(words.strip(), name)}" for entry, words in pairs]


def inline(line, name):
    """A line in which only code is marked up, and names of the package are links."""
    return "".join(code(part, name) if part.startswith("`") else MARKUP.sub(r"\\\1", part) for part in CODE.split(line))


def code(part, name):
    """A piece of code; in single backquotes a link, if the page documents what it names."""
    text = part.strip("`")
    target = documented(text.partition("(")[0], name)
    if part.startswith("``") or target is None:
        return f"``{text}``"
    return f":py:obj:`{text} <{target}>`"


def documented(short, name):
    """The full name under which the page documents what the docstring of `name` calls `short`, or None."""
    places = name.split(".")
    while places:
        full = ".".join([*places, short])
        if full != name and full in NAMES:
            return full
        places.pop()
    # A class that only its own module exports, such as the `LowerBound` of `lower_bound`.
    return next((full for full in sorted(NAMES) if full.endswith(f".{short}")), None)


def names_of(page):
    """Every name that the source of the page documents, with the documented methods of its classes."""
    found = set()
    for kind, full in DIRECTIVE.findall(page):
        found.add(full)
        if kind == "class":
            module, _, name = full.rpartition(".")
            members = vars(getattr(importlib.import_module(module), name)).items()
            found |= {f"{full}.{member}" for member, value in members if is_documented(member, value)}
    return found


def is_documented(member, value):
    """Whether autodoc shows a member of a class: a public method or property with a docstring."""
    method = isinstance(value, property | cached_property | classmethod | staticmethod) or callable(value)
    return method and not member.startswith("_") and bool(value.__doc__)


NAMES = names_of((Path(__file__).parents[1] / "api.md").read_text(encoding="utf-8"))
