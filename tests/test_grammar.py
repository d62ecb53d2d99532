"""One grammar: our statements and the paper's have numbers that cannot be taken for each other's."""

import re
from types import SimpleNamespace

import nbformat
import pytest

from tests.book import PAGES, path_of
from tests.test_notebooks import extension

STATEMENT = r"(?:Theorem|Lemma|Proposition|Corollary|Definition|Exercise|Thm|Prop\.|Cor\.)s?"
NUMBER = r"\d+(?![.\d]*\d)"
# Said to be the paper's, or by someone who is named: "the paper's Theorems 3 and 4", "their Theorem 7".
SAID = re.compile(rf"\b(?:paper['’]s|its|their)\s+{STATEMENT}\s+\d+(?:(?:,| and| or| to)\s+(?:{STATEMENT}\s+)?\d+)*")
BARE = re.compile(rf"\b{STATEMENT}\s+{NUMBER}")


def bare_numbers(text):
    """What looks like a number of ours or of the paper's."""
    return BARE.findall(SAID.sub("", text))


def texts(page):
    """What a reader sees of a page's source: its text, the code and what it prints."""
    path = path_of(page)
    if path.suffix == ".md":
        return [path.read_text(encoding="utf-8")]
    cells = nbformat.read(path, as_version=4).cells
    outputs = [output.get("text", "") for cell in cells for output in cell.get("outputs", [])]
    return [cell.source for cell in cells] + outputs


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the paper's Theorem 2, the paper’s Theorems 3 and 4, and their Theorem 7", []),
        ("the paper's Theorem 2 and Corollary 1; Theorem 6.2, Lemma 0.12, Exercise R.3", []),
        ("Theorem 2 says so, and Lemma 12.", ["Theorem 2", "Lemma 12"]),
        ("(Theorem 4 of the paper), Exercise 3", ["Theorem 4", "Exercise 3"]),
    ],
)
def test_a_number_without_a_dot_is_the_papers_and_says_so(text, found):
    assert bare_numbers(text) == found


@pytest.mark.parametrize("page", PAGES)
def test_no_page_says_theorem_2_for_both(page):
    assert [number for text in texts(page) for number in bare_numbers(text)] == []


def numbered(fignumbers, titles):
    """The numbers of pages after ours of the extension, by page, kind and name."""
    titles = {page: SimpleNamespace(astext=lambda title=title: title) for page, title in titles.items()}
    env = SimpleNamespace(toc_fignumbers=fignumbers, toc_secnumbers={"model": {"": (1,)}}, titles=titles)
    extension("numbering").name_the_page(SimpleNamespace(config=SimpleNamespace(root_doc="intro")), env)
    return env.toc_fignumbers


def test_pages_without_a_number_of_their_own_have_a_letter_in_its_place():
    found = numbered(
        {
            "intro": {"exercise": {"intro-1": (1,), "intro-2": (2,)}},
            "model": {"theorem": {"thm-model": (1, 1)}},
            "errata": {"exercise": {"errata-1": (3,)}},
            "glossary": {},
        },
        {"intro": "Why structure helps", "model": "The model", "errata": "Errata", "glossary": "Glossary"},
    )
    assert found["intro"]["exercise"] == {"intro-1": ("0", 1), "intro-2": ("0", 2)}
    assert found["model"]["theorem"] == {"thm-model": (1, 1)}
    assert found["errata"]["exercise"] == {"errata-1": ("E", 3)}


def test_two_pages_with_one_letter_are_refused():
    pages = {page: {"exercise": {page: (1,)}} for page in ("errata", "extras")}
    with pytest.raises(ValueError, match="two pages number alike"):
        numbered(pages, {"errata": "Errata", "extras": "Extras"})
