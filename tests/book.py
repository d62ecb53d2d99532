"""The sources of the book, as tests read them: which pages there are, what they say, and their exercises."""

import re
from functools import cache
from pathlib import Path

import nbformat
import yaml

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "book"
_CONTENTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))


def path_of(page):
    """The file of a page, without the folders beside it."""
    return next(path for path in BOOK.glob(f"{page}.*") if path.suffix in (".ipynb", ".md"))


def _with_sections(entries):
    """The pages of some entries of the contents, each before those that stand below it."""
    return [page for each in entries for page in [each["file"], *_with_sections(each.get("sections", []))]]


# All pages in the order of the contents, and those of the first part that are notebooks: chapters, and below some of
# them deeper pages, which are for whoever wants a proof in full.
PAGES = [_CONTENTS["root"], *_with_sections(each for part in _CONTENTS["parts"] for each in part["chapters"])]
CHAPTERS = [
    page
    for page in [_CONTENTS["root"], *(each["file"] for each in _CONTENTS["parts"][0]["chapters"])]
    if path_of(page).suffix == ".ipynb"
]
BELOW = {each["file"]: _with_sections(each.get("sections", [])) for each in _CONTENTS["parts"][0]["chapters"]}
DEEPER = [page for pages in BELOW.values() for page in pages]


@cache
def source(page):
    """The text of a page, of a notebook all of its cells."""
    path = path_of(page)
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    return "\n\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)


@cache
def exercises(page):
    """(title, label, what stands from it to the next exercise) of every exercise of a notebook, in order."""
    text = source(page).split("\n## What comes next")[0]
    parts = re.split(r"^```\{exercise\} (.*)\n:label: (\S+)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
