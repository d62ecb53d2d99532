"""One grammar: our statements are not taken for the paper's, and a policy has one name and one colour."""

import re
from types import SimpleNamespace

import nbformat
import pytest

from lipbandits import explorers, style
from lipbandits.engine.race import POLICIES
from lipbandits.labs.lab import STILLS
from tests.book import PAGES, ROOT, path_of
from tests.test_notebooks import extension

STATEMENT = r"(?:Theorem|Lemma|Proposition|Corollary|Definition|Exercise|Thm|Prop\.|Cor\.)s?"
NUMBER = r"\d+(?![.\d]*\d)"
# "the paper's Theorems 3 and 4", or of another paper, which is named: "Theorem 10 of Garivier and Cappé".
SAID = re.compile(
    rf"\b(?:paper['’]s|its|their)\s+{STATEMENT}\s+\d+(?:(?:,| and| or| to)\s+(?:{STATEMENT}\s+)?\d+)*"
    rf"|\b{STATEMENT}\s+\d+\s+(?:of|in)\s+(?:{{cite|\[?\s*[A-Z])"
)
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
        ("Theorem 10 of Garivier and Cappé, Lemma 1 in {cite}`kaufmann2016`", []),
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
            "errata": {"exercise": {"errata-2": (4,), "errata-1": (3,)}, "theorem": {"thm-errata": (2,)}},
            "glossary": {},
        },
        {"intro": "Why structure helps", "model": "The model", "errata": "Errata", "glossary": "Glossary"},
    )
    assert found["intro"]["exercise"] == {"intro-1": ("0", 1), "intro-2": ("0", 2)}
    assert found["model"]["theorem"] == {"thm-model": (1, 1)}
    # From 1 on each page and of each kind, in the order of the page.
    assert found["errata"]["exercise"] == {"errata-1": ("E", 1), "errata-2": ("E", 2)}
    assert found["errata"]["theorem"] == {"thm-errata": ("E", 1)}


def test_two_pages_with_one_letter_are_refused():
    pages = {page: {"exercise": {page: (1,)}} for page in ("errata", "extras")}
    with pytest.raises(ValueError, match="two pages number alike"):
        numbered(pages, {"errata": "Errata", "extras": "Extras"})


# As the names are written in code, and as nobody writes them.
ODD_NAMES = re.compile(r"\bC{0,2}KLUCB\b(?!-UB)|\bC{0,2}KL UCB\b|\bLai[ -]Robbins\b|\bKaufmann-Koolen\b|\bOslb\b")
CODE = re.compile(
    r"^(`{3,}|:{3,})\{?code.*?^\1|^```(?!\{).*?^```|``.*?``|`[^`]*`|href=\"[^\"]*\"", re.MULTILINE | re.DOTALL
)


def prose(page):
    """The text of a page without its code."""
    path = path_of(page)
    if path.suffix == ".md":
        found = [path.read_text(encoding="utf-8")]
    else:
        cells = nbformat.read(path, as_version=4).cells
        found = [cell.source for cell in cells if cell.cell_type == "markdown"]
    return [CODE.sub("", text) for text in found]


@pytest.mark.parametrize("page", PAGES)
def test_policies_are_named_in_the_text_as_their_table_names_them(page):
    assert [name for text in prose(page) for name in ODD_NAMES.findall(text)] == []


def test_labs_name_policies_as_their_table_does():
    shown = {path.name: ODD_NAMES.findall(path.read_text(encoding="utf-8")) for path in STILLS.iterdir()}
    assert {name: found for name, found in shown.items() if found} == {}


def test_explorers_name_policies_as_their_table_does():
    """What they say before they are drawn; each state's sentence has the names of its controls."""
    found = explorers.catalogue()
    assert found
    for each in found.values():
        texts = [each.question, each.caption, *each.presets, *(panel.alt for panel in each.panels)]
        texts += [text for control in each.controls for text in (control.label, control.tip, *control.texts)]
        assert ODD_NAMES.findall(" ".join(texts)) == [], each.name


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("KLUCB", "KL-UCB"),
        ("CKLUCB, smooth grid", "CKL-UCB, smooth grid"),
        ("CCKLUCB", "CCKL-UCB"),
        ("CKL-UCB", "CKL-UCB"),
        ("AdaptiveCKLUCB", "AdaptiveCKLUCB"),
        ("OSLB", "OSLB"),
    ],
)
def test_the_name_of_a_class_becomes_that_of_its_policy(name, title):
    assert style.title_of(name) == title


def test_a_policy_has_the_same_colour_in_labs_as_in_figures():
    # Those on numbered arms have the first names, in the order of the engine.
    looks = list(style.POLICIES.values())[: len(POLICIES)]
    assert tuple(style.POLICIES)[: len(POLICIES)] == tuple(POLICIES)
    css = (ROOT / "lipbandits" / "labs" / "page" / "labs.css").read_text(encoding="utf-8")
    rules = re.findall(r"((?:\.lab-p\d+,?\s+)+)\{\s*--lab-p: var\(--lab-([\w-]+)\);", css)
    roles = sorted((int(each), role) for places, role in rules for each in re.findall(r"\d+", places))
    assert [place for place, _ in roles] == list(range(len(POLICIES)))
    named = {colour: style.PAGE_ROLES[name] for name, colour in style.OKABE_ITO.items()} | {"black": "plain"}
    assert [role for _, role in roles] == [named[look["color"]] for look in looks]


def test_a_formula_and_its_full_stop_stay_in_one_line_and_a_link_begins_with_its_word():
    together = extension("together").together
    formula = '<span class="math notranslate nohighlight">\\(x &lt; y\\)</span>'
    assert together(f"<p>As {formula}, {formula} and</p>") == (
        f'<p>As <span class="lb-whole">{formula},</span> {formula} and</p>'
    )
    link = '<a class="reference internal" href="#ex-1">'
    assert together(f"Solution to{link} Exercise 3.1</a>") == f"Solution to {link}Exercise 3.1</a>"


def test_policies_with_contexts_have_the_same_colours_in_the_lab_as_in_explorers():
    script = (ROOT / "lipbandits" / "labs" / "page" / "contexts_state.js").read_text(encoding="utf-8")
    looks = dict(re.findall(r'"([CKL-]+UCB)": "lab-p(\d)"', script))
    colours = [look["color"] for look in style.POLICIES.values()]
    assert {name: colours[int(i)] for name, i in looks.items()} == {
        name: look["color"] for name, look in style.IN_CONTEXTS.items()
    }


def test_no_class_of_a_lab_fades_what_wide_content_fades():
    """The frame's class for what goes on to the right is no lab's."""
    wide = (ROOT / "book" / "_static" / "wide_content.js").read_text(encoding="utf-8")
    style_sheet = (ROOT / "book" / "_static" / "style.css").read_text(encoding="utf-8")
    (name,) = set(re.findall(r'classList\.toggle\("([\w-]+)"', wide))
    assert f".{name}:not(:focus-visible)" in style_sheet
    page = ROOT / "lipbandits" / "labs" / "page"
    assert [path.name for path in page.glob("*.js") if re.search(rf"\b{name}\b", path.read_text("utf-8"))] == []


def test_every_colour_of_a_picture_is_of_the_table():
    """Greys are none; what stands around pictures has the colours of the theme."""
    rooms = ("plots", "explorers", "explorers/chapters", "labs", "labs/page")
    files = [path for room in rooms for path in (ROOT / "lipbandits" / room).glob("*.*")]
    for path in files:
        if path.suffix in {".py", ".js", ".css"} and path.name != "embed.py":
            text = path.read_text(encoding="utf-8")
            shades = [found.lower() for found in re.findall(r"#[0-9a-fA-F]{6}\b", text)]
            assert [shade for shade in shades if len({shade[1:3], shade[3:5], shade[5:]}) > 1] == [], path.name
            named = re.findall(r"\bcolor=\"(?!black|white|grey|none|0\.\d)([^\"]*)\"", text)
            assert named == [], path.name
