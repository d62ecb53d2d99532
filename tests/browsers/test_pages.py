"""What readers with Firefox or Safari's engine do with a page of every kind."""

import base64
import gzip
import json

import pytest

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")

# WebDriver's names of keys that write no letter.
ENTER, ESCAPE, END, HOME = "\ue007", "\ue00c", "\ue010", "\ue011"
UP, RIGHT, DOWN = "\ue013", "\ue014", "\ue015"
CHAPTER, TYPESET = "ckl_ucb.html", "model.html"
SHOWS = """
const [id, words, pictures] = arguments;
const figure = document.getElementById(id);
const parsed = document.createElement("div");
return figure.querySelector(".lb-status").innerText.trim() === words
    && [...figure.querySelectorAll(".lb-panel")].every((panel, i) => {
        parsed.innerHTML = pictures[i];
        return parsed.innerHTML === panel.innerHTML && panel.querySelector("svg").getBoundingClientRect().width > 100;
    });
"""
ON_SCREEN = """
const figure = document.getElementById(arguments[0]);
return document.activeElement === figure && Math.abs(figure.getBoundingClientRect().top) < 1;
"""
SHOWN = "return document.querySelector(arguments[0]).getClientRects().length > 0"


class Explorer:
    """An explorer of an open page, and what lies packed in the page for each of its states."""

    def __init__(self, page, place=0):
        self.page = page
        figure = f"document.querySelectorAll('figure[data-explorer]')[{place}]"
        self.id, spec, frames = page.run(
            f"const figure = {figure}; return [figure.id, ...['.lb-spec', '.lb-frames'].map("
            "name => figure.querySelector(name).textContent)]"
        )
        self.spec, self.frames = json.loads(spec), json.loads(gzip.decompress(base64.b64decode(frames)))
        self.state = [control["start"] for control in self.spec["controls"]]

    def shows(self, state):
        """Wait for the words and the pictures of a state, given as places on the controls' grids."""
        number = 0
        for control, index in zip(self.spec["controls"], state, strict=True):
            number = number * len(control["texts"]) + index
        pictures = [panel[i] for panel, i in zip(self.frames["panels"], self.frames["frames"][number], strict=True)]
        self.page.wait(SHOWS, self.id, self.frames["status"][number], pictures)

    def button(self, place):
        """A selector of a preset."""
        return f"#{self.id} .lb-preset:nth-of-type({place + 1})"


@pytest.mark.parametrize("folder", [False, True], ids=["from a server", "from a folder"])
def test_an_explorer_obeys_keys_presets_and_a_link(opened, folder):
    page = opened(CHAPTER, folder)
    explorer = Explorer(page)
    explorer.shows(explorer.state)
    place = next(i for i, control in enumerate(explorer.spec["controls"]) if control["kind"] == "Slider")
    control = explorer.spec["controls"][place]
    slider, last = f"#{explorer.id}-{control['name']}", len(control["texts"]) - 1
    page.focus(slider)
    for key, index in ((END, last), (HOME, 0), (RIGHT, 1)):
        page.press(key)
        explorer.shows([*explorer.state[:place], index, *explorer.state[place + 1 :]])
        written = f"{control['texts'][index]} {control['unit']}".strip()
        assert page.run("return document.querySelector(arguments[0]).getAttribute('aria-valuetext')", slider) == written
    for number, preset in enumerate(explorer.spec["presets"]):
        page.click(explorer.button(number))
        explorer.shows(preset["state"])
    link = page.run("return document.querySelector(arguments[0]).href", f"#{explorer.id} .lb-link")
    page.click(f"#{explorer.id} .lb-reset")
    explorer.shows(explorer.state)
    page.check()
    opened(f"{CHAPTER}#{link.partition('#')[2]}", folder)
    explorer.shows(explorer.spec["presets"][-1]["state"])


def test_a_list_of_an_explorer_is_chosen_from(opened):
    page = opened(CHAPTER)
    explorer = Explorer(page)
    place = next(i for i, control in enumerate(explorer.spec["controls"]) if control["kind"] == "Choice")
    name = f"#{explorer.id}-{explorer.spec['controls'][place]['name']}"
    page.focus(name)
    for index in (1, 0):
        page.press(DOWN if index else UP)
        explorer.shows([*explorer.state[:place], index, *explorer.state[place + 1 :]])


def test_class_mode_is_entered_used_and_left(opened):
    page = opened(f"{CHAPTER}?class")
    # A lab or an explorer each; the keys of an explorer are tried where the first one is.
    first, second = page.run(
        "return [...document.querySelectorAll('figure.lb-explorer')].slice(0, 2).map(({ id }) => id)"
    )
    explorer = Explorer(page)
    page.wait(ON_SCREEN, first)
    assert page.run(SHOWN, ".lb-bar") and not page.run(SHOWN, ".bd-header-article")
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    page.press("n")
    page.wait(ON_SCREEN, second)
    assert page.text(".lb-bar-place").startswith("2 of ")
    while not page.run(ON_SCREEN, explorer.id):
        place = page.text(".lb-bar-place")
        page.press("n")
        page.wait("return document.querySelector('.lb-bar-place').innerText.trim() !== arguments[0]", place)
        page.wait("return Math.abs(document.activeElement.getBoundingClientRect().top) < 1")
    page.press("2")
    explorer.shows(explorer.spec["presets"][1]["state"])
    page.press("b")
    assert page.run("return getComputedStyle(document.querySelector('.lb-blank .lb-panels')).visibility") == "hidden"
    page.press("b", "q")
    page.wait("return document.querySelector('.lb-bar-qr svg')?.getBoundingClientRect().width > 100")
    link = page.run("return document.querySelector(arguments[0]).href", f"#{explorer.id} .lb-link")
    assert page.text(".lb-bar-share a") == link.replace("?class", "")
    # First the link is closed, then class mode.
    page.press(ESCAPE)
    assert page.run(SHOWN, ".lb-bar") and not page.run(SHOWN, ".lb-bar-share")
    page.press(ESCAPE)
    page.wait("return document.querySelector('.lb-bar').hidden && location.search === ''")
    page.click(f"#{second} .lb-toggle")
    page.wait(ON_SCREEN, second)
    page.press("p")
    page.wait(ON_SCREEN, first)


def test_formulas_are_typeset_and_hints_and_meanings_open(opened):
    page = opened(TYPESET)
    page.wait("return document.querySelectorAll('mjx-container').length > 50")
    assert page.run("return document.querySelectorAll('mjx-merror').length") == 0
    assert page.run("return document.querySelector('mjx-container').getBoundingClientRect().width > 3")
    answers = ".admonition.dropdown:is(.solution, .tip).toggle-hidden"
    closed = f"return document.querySelectorAll('{answers}').length"
    assert page.run(closed) >= 10
    page.click(".lb-folds button")
    page.wait(f"{closed} === 0")
    tip = "return document.querySelector('.lb-tip').getBoundingClientRect().height"
    assert page.run(tip) == 0
    # As the keyboard brings it there: a meaning shows where the focus does.
    page.run("document.querySelector('.lb-hover').querySelector('a').focus({ focusVisible: true })")
    page.wait(f"{tip} > 10")


def test_the_search_finds_a_chapter(opened):
    page = opened("search.html?q=divergence")
    page.wait("return document.querySelector('#search-results li a[href*=lower_bound]') !== null")
