"""The page for teachers: its links lead somewhere, its minutes add up, and what it quotes is what the explorers say."""

import re
from functools import cache
from urllib.parse import parse_qsl

import pytest

from lipbandits.explorers import catalogue, svg
from tests.book import BELOW, BOOK, CHAPTERS, DEEPER, exercises, source
from tests.labs_in_pages import PLACES, at_link, scripts
from tests.labs_in_pages import state_of as lab_state

PAGE = source("teaching")
EXPLORERS = catalogue()
RESEARCH = "Research-sized: "
LECTURE = 50
# A link, or a quotation. What stands in these quotation marks is what the link before it shows.
MARKS = re.compile(r'<a href="(?P<link>[^"]*)">(?P<text>[^<]*)</a>|“(?P<quote>[^”]*)”')


every_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


def titles(page):
    return [title for title, *_ in exercises(page)]


def sections():
    """The page's sections on chapters, by chapter: each begins with a link to the chapter in class mode."""
    parts = re.split(r"^## .*\n", PAGE, flags=re.MULTILINE)[1:]
    found = [(re.match(r'\s*.*<a href="(\w+)\.html\?class">', part), part) for part in parts]
    return {match[1]: part for match, part in found if match}


SECTIONS = sections()


def state_links(text):
    """(page, id, query, text of the link) of each link to a state of an explorer or a lab."""
    return re.findall(r'<a href="(\w+)\.html#([a-z0-9-]+)\?([^"]*)">([^<]*)</a>', text)


def explorer_links(text):
    """Those of them that lead to explorers."""
    return [link for link in state_links(text) if link[:2] not in PLACES]


def lab_links(text):
    """Those of them that lead to labs."""
    return [link for link in state_links(text) if link[:2] in PLACES]


def target(link):
    """(page, id, query) of a link to a state."""
    page, _, state = link.partition(".html#")
    name, _, query = state.partition("?")
    return page, name, query


@pytest.fixture(scope="module")
def lab_scripts():
    """A page with the labs' scripts."""
    with scripts() as page:
        yield page


def state_of(name, query):
    """The state that a link shows; a control or a value that the explorer does not have is an error."""
    controls = {control.name: control for control in EXPLORERS[name].controls}
    pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
    return EXPLORERS[name].state(**{key: controls[key].values[controls[key].texts.index(text)] for key, text in pairs})


@cache
def drawing(name):
    return svg.Drawing(EXPLORERS[name])


def status(name, query):
    """The sentence below the picture there; the pictures themselves need not be written."""
    return drawing(name).picture.update(**state_of(name, query))


def anchor(heading):
    """Of a heading, as the page has it."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower().lstrip("0123456789. "))


def quotations():
    """(link, what it shows, quotation) of every quotation; the link is the last one before it."""
    link, found = None, []
    for mark in MARKS.finditer(PAGE):
        if mark["quote"] is None:
            link = mark["link"]
        else:
            found.append((link, mark["quote"]))
    return found


def rows(text):
    """The cells of each row of the text's tables, without heads."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [cells for cells in lines if cells[0] != "minutes"]


def test_every_chapter_has_a_section_in_the_order_of_the_book():
    assert list(SECTIONS) == CHAPTERS


@every_chapter
def test_the_minutes_of_each_lecture_add_up(chapter):
    lectures = re.split(r"^\| minutes \|", SECTIONS[chapter], flags=re.MULTILINE)[1:]
    assert len(lectures) in (1, 2)
    assert [sum(int(cells[0]) for cells in rows(lecture)) for lecture in lectures] == [LECTURE] * len(lectures)


def test_the_page_says_how_many_lectures_there_are():
    spelled = {10: "ten", 14: "Fourteen"}
    lectures = PAGE.count("\n| minutes |")
    assert f"{spelled[lectures]} lectures on {spelled[len(CHAPTERS)]} chapters" in PAGE


def test_every_explorer_is_introduced_by_its_question_in_the_section_of_its_page():
    introduced = {
        name: (chapter, text)
        for chapter, section in SECTIONS.items()
        for page, name, query, text in explorer_links(section)
        if page in (chapter, *BELOW.get(chapter, [])) and not query
    }
    assert set(introduced) == set(EXPLORERS)
    assert {name: text for name, (_, text) in introduced.items()} == {
        name: explorer.question for name, explorer in EXPLORERS.items()
    }


@pytest.mark.parametrize("name", EXPLORERS)
def test_keys_lead_to_the_presets_of_their_number(name):
    presets = list(EXPLORERS[name].presets.values())
    keys = {
        int(text.split()[1]): state_of(name, query)
        for _, other, query, text in explorer_links(PAGE)
        if other == name and re.fullmatch(r"[Kk]ey \d", text)
    }
    assert keys == {number: EXPLORERS[name].state(**preset) for number, preset in enumerate(presets, 1)}


def test_every_link_to_a_state_names_controls_and_values_that_exist():
    assert [state_of(name, query) for _, name, query, _ in explorer_links(PAGE)]


def test_a_link_to_a_state_that_does_not_exist_is_noticed():
    for query in ("epsilon=13", "epsilons=0.5", "epsilon"):
        with pytest.raises((KeyError, ValueError)):
            state_of("epsilon", query)


def test_every_quotation_is_what_the_explorer_says_there():
    wrong = []
    for link, quote in quotations():
        page, name, query = target(link)
        if (page, name) in PLACES:
            continue
        says = status(name, query)
        if quote not in says:
            wrong.append(f"{link}: {quote!r} is not in {says!r}")
    assert wrong == []


def test_every_explorer_is_quoted():
    assert {target(link)[1] for link, _ in quotations()} >= set(EXPLORERS)


@pytest.mark.parametrize("place", PLACES, ids="#".join)
def test_every_lab_is_introduced_by_its_question_and_quoted(place):
    introduced = [
        text
        for page, name, query, text in lab_links(SECTIONS.get(place[0], PAGE))
        if (page, name, query) == (*place, "")
    ]
    assert introduced == [PLACES[place].question]
    assert place in {target(link)[:2] for link, _ in quotations()}


@pytest.mark.parametrize("place", PLACES, ids="#".join)
def test_keys_lead_to_the_presets_of_their_number_in_labs_too(place, lab_scripts):
    lab = PLACES[place]
    keys = {
        (int(text.split()[1]), query)
        for page, name, query, text in lab_links(PAGE)
        if (page, name) == place and re.fullmatch(r"[Kk]ey \d", text)
    }
    presets = {
        number: lab_state(lab_scripts, lab, dict(preset)) for number, preset in enumerate(lab.presets.values(), 1)
    }
    assert {number for number, _ in keys} == set(presets)
    for number, query in keys:
        assert at_link(lab_scripts, lab, query)["state"] == presets[number]


def test_every_quotation_is_what_the_lab_says_there(lab_scripts):
    wrong, moved = [], []
    quoted = [(target(link), quote) for link, quote in quotations() if target(link)[:2] in PLACES]
    for (page, name, query), quote in quoted:
        found = at_link(lab_scripts, PLACES[page, name], query, plays=True)
        says = " ".join([found["note"], found["status"], *found["numbers"]])
        if quote not in says:
            wrong.append(f"{page}, {query}: {quote!r} is not in {says!r}")
    for page, name, query, _ in lab_links(PAGE):
        note = at_link(lab_scripts, PLACES[page, name], query)["note"]
        if note and ((page, name, query), note) not in quoted:
            moved.append(f"{page}, {query}: {note}")
    assert wrong == [] and moved == []


def test_every_link_is_to_a_chapter_a_section_an_explorer_or_a_lab():
    links = re.findall(r'href="([^"]*)"', PAGE)
    known = {f"{page}.html#{name}?{query}" for page, name, query, _ in state_links(PAGE)}
    known |= {f"{chapter}.html?class" for chapter in CHAPTERS}
    pages = CHAPTERS + DEEPER
    headings = {page: re.findall(r"^##+ (.*)", source(page), re.MULTILINE) for page in pages}
    known |= {f"{page}.html#{anchor(heading)}" for page, some in headings.items() for heading in some}
    assert set(links) <= known


@every_chapter
def test_homework_is_named_by_exercises_of_the_chapter(chapter):
    line = re.search(r"^\*\*Homework:\*\*(.*)$", SECTIONS[chapter], re.MULTILINE)[1]
    named = re.findall(r"\*\*([^*]+)\*\*", line)
    # A deeper page's name begins with that of its chapter.
    own = [title for page in CHAPTERS + DEEPER if page.startswith(chapter) for title in titles(page)]
    assert named and [title for title in named if title not in own] == []


def test_every_project_is_a_research_sized_exercise_of_its_page_and_none_is_left_out():
    projects = PAGE.split("\n## Projects\n")[1]
    listed = re.findall(r"^- \*\*(.+)\*\* \(\{doc\}`.+ <(\w+)>`", projects, re.MULTILINE)
    named = {(page, RESEARCH + title) for title, page in listed}
    notebooks = sorted(path.stem for path in BOOK.glob("*.ipynb"))
    assert named == {(page, title) for page in notebooks for title in titles(page) if title.startswith(RESEARCH)}


def test_exercises_named_elsewhere_exist_too():
    known = {title for chapter in CHAPTERS for title in titles(chapter)}
    named = re.findall(r"(?:In pairs:|the exercise) \*([^*]+)\*", PAGE)
    assert named and set(named) <= known
