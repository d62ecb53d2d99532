"""Hover text explains the first use of a term, in prose, and is not misled by words that only look like one."""

import importlib
import re
import sys
from pathlib import Path

import pytest
from docutils import nodes
from sphinx import addnodes

BOOK = Path(__file__).resolve().parents[1] / "book"
TERMS = {
    word: (f"glossary.html#{word}", f"What {word} means.")
    for word in ("arm", "policy", "index", "round", "instance", "gap", "UCB", "KL-UCB", "regret", "confusing model")
}
SIGNS = {r"\theta": ("notation.html#a", "the means"), "b_k(n)": ("notation.html#b", "the index")}


@pytest.fixture(scope="module")
def hover():
    """The extension of the book."""
    sys.path.insert(0, str(BOOK / "_ext"))
    yield importlib.import_module("hover")
    sys.path.remove(str(BOOK / "_ext"))


def page(*children):
    document = nodes.document(None, None)
    document += list(children)
    return document


def linked(hover, *children):
    """What becomes a link on a page of these nodes; a string is a paragraph."""
    document = page(*(nodes.paragraph("", child) if isinstance(child, str) else child for child in children))
    text = document.astext()
    hover.explain(document, TERMS, SIGNS)
    assert document.astext() == text, "the text has changed"
    return [link.astext() for link in document.findall(hover.hover)]


def test_only_the_first_use_on_a_page_is_linked(hover):
    assert linked(hover, "An arm, an arm and its regret.", "The regret of an arm.") == ["arm", "regret"]


def test_plurals_and_a_capital_are_forms_of_a_term(hover):
    assert linked(hover, "Policies play arms. Indexes and gaps.") == ["Policies", "arms", "Indexes", "gaps"]


@pytest.mark.parametrize(
    "text",
    [
        "An army was alarmed and disarmed by charm.",
        "We index the rows; to index is not to regret, and you may round 0.5 up.",
        "Round robin goes round by round, the long way round.",
        "For instance, and for instance.",
        "No proof closes the gap between the two.",
        "A UCB-like rule, a non-policy and X-arm problems.",
        "ucb, REGRET and gapless",
    ],
)
def test_false_friends_are_left_alone(hover, text):
    assert linked(hover, text) == []


def test_the_longest_term_wins(hover):
    assert linked(hover, "KL-UCB, then UCB.") == ["KL-UCB", "UCB"]


def test_a_word_in_a_phrase_does_not_keep_a_later_one_from_its_link(hover):
    assert linked(hover, "For instance, this instance.", "In each round.") == ["instance", "round"]


def test_symbols_are_found_whatever_their_spaces(hover):
    math = [
        nodes.paragraph("", "", nodes.math(tex, tex)) for tex in (r"\theta", r"b_k (n)", r"\theta", r"\theta_1", "n")
    ]
    assert linked(hover, *math) == [r"\theta", "b_k (n)"]


class exercise_node(nodes.Admonition, nodes.Element):
    """As sphinx-exercise names its own."""


def within(*line):
    """A page with "arm" and θ below these nodes, from the outside in."""
    *outer, last = [make() for make in line]
    last += [nodes.Text("arm"), nodes.math(r"\theta", r"\theta")]
    for above in reversed(outer):
        above += last
        last = above
    return last


@pytest.mark.parametrize(
    "line",
    [
        (nodes.section, nodes.title),
        (nodes.paragraph, nodes.reference),
        (nodes.paragraph, addnodes.pending_xref),
        (nodes.paragraph, nodes.literal),
        (nodes.paragraph, nodes.strong),
        (nodes.paragraph, nodes.emphasis),
        (nodes.literal_block,),
        (nodes.figure, nodes.caption),
        (nodes.table, nodes.paragraph),
        (exercise_node, nodes.paragraph),
        (lambda: nodes.container(classes=["cell", "docutils"]), nodes.paragraph),
        (lambda: nodes.admonition(classes=["dropdown", "seealso"]), nodes.paragraph),
    ],
    ids=lambda line: line[-1].__name__ if len(line) == 1 else f"{line[0].__name__}-{line[-1].__name__}",
)
def test_no_link_stands_where_none_belongs(hover, line):
    assert linked(hover, within(*line)) == []


@pytest.mark.parametrize(
    "line", [(nodes.paragraph,), (nodes.bullet_list, nodes.list_item, nodes.paragraph), (nodes.note, nodes.paragraph)]
)
def test_links_stand_in_paragraphs_lists_and_notes(hover, line):
    assert linked(hover, within(*line)) == ["arm", r"\theta"]


def test_code_that_another_extension_has_rewritten_is_still_code(hover):
    block = nodes.literal_block("", "")
    block.children = [nodes.Text("arm")]
    assert linked(hover, block) == []


def test_a_bubble_shows_formulas_as_characters(hover):
    plain_tex = importlib.import_module("plain_tex")
    assert plain_tex.characters(r"\theta^\star - \theta_k \le C(\theta) \log T") == "θ* − θₖ ≤ C(θ) log  T"


def test_symbols_of_a_chapter_are_explained_there_only(hover):
    def table(name, *rows):
        cells = [[nodes.entry("", nodes.paragraph("", "", cell)) for cell in row] for row in rows]
        section = nodes.section(ids=[name])
        section += nodes.table("", nodes.tgroup("", nodes.tbody("", *(nodes.row("", *row) for row in cells))))
        return section

    def sign(tex):
        return nodes.math(tex, tex)

    notation = page(
        table("a-run", [sign("T"), nodes.Text("horizon")], [sign(r"\delta"), nodes.Text("something small")]),
        table("concentration", [sign(r"\delta"), nodes.Text("a level")]),
    )
    assert hover.symbols(notation, "oslb")[r"\delta"] == ("a-run", "something small")
    assert hover.symbols(notation, "concentration") == {
        "T": ("a-run", "horizon"),
        r"\delta": ("concentration", "a level"),
    }
    assert hover.symbols(notation, "concentration_proof") == hover.symbols(notation, "concentration")
    # Its proofs use the letter for a margin.
    assert hover.symbols(notation, "concentration_levels") == {"T": ("a-run", "horizon")}


GLOSSARY = (BOOK / "glossary.md").read_text(encoding="utf-8")
ENTRIES = re.findall(r"((?:^[^\s`#].*\n)+)    (.+)\n\n    See \{doc\}`(\w+)`", GLOSSARY, re.MULTILINE)


def test_the_glossary_has_its_terms_once():
    terms = [term for block, _, _ in ENTRIES for term in block.split("\n") if term]
    assert len(ENTRIES) >= 35 and len(set(terms)) == len(terms)


@pytest.mark.parametrize(("block", "definition", "page"), ENTRIES, ids=[entry[0].split("\n")[0] for entry in ENTRIES])
def test_a_term_is_used_on_the_page_that_explains_it(hover, block, definition, page):
    words = importlib.import_module("glossary_words")
    text = next(BOOK.glob(f"{page}.*")).read_text(encoding="utf-8")
    # A chapter may say "level" for "exploration level" where no other level is meant.
    terms = [form for term in block.split("\n") if term for form in (term, term.split()[-1])]
    assert any(words.pattern_of([term]).search(text) for term in terms)
    assert definition.endswith(".")


def test_a_link_written_in_html_stays_one_link(hover):
    def html(code):
        return nodes.raw("", code, format="html")

    paragraph = nodes.paragraph(
        "", "", html('<a href="x">'), nodes.Text("an arm"), html("</a>"), nodes.Text(" or a gap")
    )
    assert linked(hover, paragraph) == ["gap"]
