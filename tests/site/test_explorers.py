"""Every explorer of the built book, in a real browser, from file://, with every request to a network blocked.

What is on the screen is compared with the frames that were unpacked here, in Python, from the same page.

Explorers differ in their controls and pictures, and share one script. So a chapter is opened once and each of its
explorers driven through the ends of every control; every way to use a control is tried on a few small ones, by
themselves on a bare page, and on all of them before a release.
"""

import base64
import gzip
import json
import re
import statistics
from dataclasses import dataclass, replace
from functools import cache, cached_property
from html import unescape
from pathlib import Path

import pytest

from lipbandits.explorers import catalogue, svg
from lipbandits.explorers.bake import STILL

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
ASSETS = ROOT / "lipbandits" / "explorers" / "page"


@dataclass(frozen=True)
class Baked:
    """An explorer as it lies in a page."""

    page: str
    name: str
    copy: int
    html: str

    @cached_property
    def spec(self):
        return json.loads(self._data("lb-spec"))

    @cached_property
    def frames(self):
        return json.loads(gzip.decompress(base64.b64decode(self._data("lb-frames"))))

    def _data(self, name):
        return re.search(rf'class="{name}">([^<]*)<', self.html)[1]

    def __repr__(self):
        return f"{self.page.removesuffix('.html')}-{self.id}"

    @property
    def id(self):
        return self.name if self.copy == 0 else f"{self.name}-{self.copy + 1}"

    @property
    def controls(self):
        return self.spec["controls"]

    @property
    def start(self):
        return [control["start"] for control in self.controls]

    def expected(self, state):
        """Return the pictures and the sentence of a state, given as places on the controls' grids."""
        number = 0
        for control, index in zip(self.controls, state, strict=True):
            number = number * len(control["texts"]) + index
        pictures = zip(self.frames["panels"], self.frames["frames"][number], strict=True)
        return [panel[frame] for panel, frame in pictures], self.frames["status"][number]

    def query(self, state):
        """Return a state as a link writes it."""
        return {c["name"]: c["texts"][index] for c, index in zip(self.controls, state, strict=True)}


# Not by a parser of HTML: it takes seconds for all pages, in every process that collects these tests.
FIGURE = re.compile(r'<figure class="lb-explorer"[^>]* data-explorer="([^"]*)".*?</figure>', re.DOTALL)


def baked(page, html):
    """Return the explorers in the HTML of a page; a second copy has a number, as in links."""
    found = []
    for figure in FIGURE.finditer(html):
        name = unescape(figure[1])
        copy = sum(one.name == name for one in found)
        found.append(Baked(page, name, copy, figure[0]))
    return found


@cache
def all_baked():
    pages = sorted(path for path in SITE.glob("**/*.html") if "_static" not in path.parts)
    return [one for path in pages for one in baked(path.relative_to(SITE).as_posix(), path.read_text(encoding="utf-8"))]


# Where explorers stand alone, with nothing of the book but their own scripts and style.
BARE = "bare.html"


def samples():
    """A few small explorers on the bare page, which together have every kind of control."""
    by_size, found, kinds = sorted(all_baked(), key=lambda one: len(one.html)), [], set()
    for one in by_size:
        new = {(control["kind"], control["play"]) for control in one.controls} - kinds
        if new:
            found.append(replace(one, page=BARE))
            kinds |= new
    return found


every_explorer = pytest.mark.parametrize("one", all_baked(), ids=repr)
# The small ones in each run, and every one in its chapter before a release.
some_explorers = pytest.mark.parametrize(
    "one", [*samples(), *(pytest.param(one, marks=pytest.mark.release) for one in all_baked())], ids=repr
)
CHAPTERS = sorted({one.page for one in all_baked()})
every_chapter = pytest.mark.parametrize("page", CHAPTERS)


SAME_PICTURES = """([id, wanted]) => {
    const panels = [...document.getElementById(id).querySelectorAll(".lb-panel")];
    const parsed = document.createElement("div");
    return panels.length === wanted.length && panels.every((panel, i) => {
        parsed.innerHTML = wanted[i];
        return parsed.innerHTML === panel.innerHTML;
    });
}"""
# All that is compared after a step, in one look.
SEEN = """([id, names, wanted]) => {
    const figure = document.getElementById(id);
    const controls = names.map(name => document.getElementById(`${id}-${name}`));
    return {
        state: controls.map(control => Number(control.value)),
        same: (SAME_PICTURES)([id, wanted]),
        status: figure.querySelector(".lb-status").innerText.trim(),
        said: controls.map(control => control.getAttribute("aria-valuetext")),
        values: [...figure.querySelectorAll(".lb-value")].map(value => value.innerText),
        height: figure.getBoundingClientRect().height,
    };
}""".replace("SAME_PICTURES", SAME_PICTURES)
# The smallest text of a picture, in pixels of the screen.
SMALLEST_TEXT = """id => Math.min(...[...document.getElementById(id).querySelectorAll(".lb-panel :is(text, tspan)")]
    .filter(text => text.textContent.trim())
    .map(text => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a))"""

HEIGHTS = "all => all.map(each => each.getBoundingClientRect().height)"

# To wait for: the theme scrolls smoothly.
TOP_IN_WINDOW = """id => {
    const { top } = document.getElementById(id).getBoundingClientRect();
    return top > -1 && top < 800;
}"""


class OnScreen:
    """An explorer in an open page: what a reader does with it, and what the reader sees."""

    def __init__(self, page, one):
        self.page, self.one = page, one
        self.figure = page.locator(f"[id='{one.id}']")
        self.figure.scroll_into_view_if_needed()
        page.wait_for_function("id => window.lipbanditsExplorers.get(id).source.unpacked", arg=one.id)
        self.height = self.box()["height"]

    def box(self):
        return self.figure.bounding_box()

    def control(self, i):
        return self.page.locator(f"[id='{self.one.id}-{self.one.controls[i]['name']}']")

    def button(self, name):
        return self.figure.get_by_role("button", name=name, exact=True)

    def state(self):
        return [int(self.control(i).input_value()) for i in range(len(self.one.controls))]

    def sees(self, state, note=""):
        """Check that controls, pictures, words and link are those of a state, and that nothing has moved."""
        names = [control["name"] for control in self.one.controls]
        pictures, status = self.one.expected(state)
        seen = self.page.evaluate(SEEN, [self.one.id, names, pictures])
        assert seen["state"] == state
        assert seen["same"], f"not the pictures of {state}"
        assert seen["status"] == f"{note} {status}".strip()
        for i, control in enumerate(self.one.controls):
            if control["kind"] == "Slider":
                written = f"{control['texts'][state[i]]} {control['unit']}".strip()
                assert seen["said"][i] == written and written in seen["values"]
        if not note:
            assert seen["height"] == self.height, "the figure changed its height"

    def steps(self):
        """Return the milliseconds of script in each step so far."""
        entries = (
            "id => performance.getEntriesByName('explorer-step').filter(e => e.detail === id).map(e => e.duration)"
        )
        return self.page.evaluate(entries, self.one.id)


def with_index(state, i, index):
    return [*state[:i], index, *state[i + 1 :]]


@pytest.fixture
def visit(blocked_page, address_of):
    """Open the page of an explorer; returns (visit, OnScreen)."""

    def opened(one, **how):
        visited = blocked_page(address_of(one), formulas=False, **how)
        return visited, OnScreen(visited.page, one)

    return opened


def test_the_book_has_explorers(site):
    assert {one.name for one in all_baked()} == set(catalogue())


@every_explorer
def test_a_page_holds_the_explorer_of_the_package(one):
    """Its controls and presets, and the pictures and words of the first state and of the presets."""
    explorer = catalogue()[one.name]
    told = [(control.name, control.label, list(control.texts), control.play) for control in explorer.controls]
    assert [(c["name"], c["label"], c["texts"], c["play"]) for c in one.controls] == told
    presets = {label: explorer.indexes(explorer.state(**preset)) for label, preset in explorer.presets.items()}
    assert {preset["label"]: preset["state"] for preset in one.spec["presets"]} == presets
    drawing = svg.Drawing(explorer)
    for preset in ({}, *explorer.presets.values()):
        state = explorer.state(**preset)
        pictures, status = drawing.draw(state)
        assert one.expected(explorer.indexes(state)) == (list(pictures), status)


@every_chapter
@pytest.mark.sampled(2)
def test_a_chapter_shows_what_its_explorers_are_told(page, site, blocked_page, measure):
    """Ends of controls, presets, reset, the link to a state, sizes of text and targets, and the figure in print."""
    visited = blocked_page((site / page).as_uri(), formulas=False)
    explorers = [OnScreen(visited.page, one) for one in all_baked() if one.page == page]
    for seen in explorers:
        one, state = seen.one, seen.one.start
        seen.sees(state)
        for i, control in enumerate(one.controls):
            last = len(control["texts"]) - 1
            for key, place in (("End", last), ("Home", 0), ("ArrowRight", 1)):
                if control["kind"] == "Choice":
                    seen.control(i).select_option(str(place))
                else:
                    seen.control(i).press(key)
                state = with_index(state, i, place)
                seen.sees(state)
        for preset in one.spec["presets"]:
            seen.button(preset["label"]).click()
            seen.sees(preset["state"])
        link = seen.figure.locator(".lb-link")
        href = link.get_attribute("href")
        link.click()
        assert visited.page.evaluate("location.hash") == href
        seen.button("Reset").click()
        seen.sees(one.start)
        visited.page.evaluate("href => { location.hash = '#'; location.hash = href; }", href)
        visited.page.wait_for_function(TOP_IN_WINDOW, arg=one.id)
        seen.sees(one.spec["presets"][-1]["state"])
        measure("explorer-step-ms", str(one), statistics.median(seen.steps()[1:]))
    for width in (1280, 390):
        visited.page.set_viewport_size({"width": width, "height": 900})
        for seen in explorers:
            assert visited.page.evaluate(SMALLEST_TEXT, seen.one.id) >= 11
            if width == 390:
                targets = seen.figure.locator("button, select, input, .lb-link")
                assert min(targets.evaluate_all(HEIGHTS)) >= 40
    visited.page.emulate_media(media="print")
    for seen in explorers:
        assert seen.figure.locator(".lb-panel svg").first.is_visible()
        assert seen.figure.locator("figcaption").is_visible()
        assert not any(part.is_visible() for part in seen.figure.locator("button, input, select, .lb-link").all())
    visited.check()


@pytest.fixture(scope="module")
def shown(browser):
    """A page of a browser without scripts."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@every_chapter
def test_without_scripts_the_first_state_stands_as_a_captioned_figure(page, shown, site):
    shown.goto((site / page).as_uri())
    for one in all_baked():
        if one.page != page:
            continue
        figure = shown.locator(f"[data-explorer='{one.name}']").nth(one.copy)
        assert figure.locator(".lb-panel svg").count() == len(one.frames["panels"])
        assert figure.locator(".lb-status").inner_text() == one.expected(one.start)[1]
        assert figure.locator("figcaption").is_visible() and figure.locator(".lb-question").is_visible()
        assert figure.locator("input, select, button").count() == 0
        # Playwright looks for no text inside a noscript.
        still = figure.locator("noscript p")
        assert still.is_visible() and still.inner_text() == STILL


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
@some_explorers
def test_every_control_answers_to_keyboard_and_pointer(one, width, theme, visit, measure):
    visited, seen = visit(one, width=width, theme=theme)
    page = visited.page
    seen.sees(one.start)
    state = one.start
    for i, control in enumerate(one.controls):
        last = len(control["texts"]) - 1
        field = seen.figure.get_by_label(control["label"], exact=True)
        field.focus()
        if control["kind"] == "Choice":
            for index in [*range(state[i] + 1, last + 1), *range(last - 1, -1, -1)]:
                page.keyboard.press("ArrowDown" if index > state[i] else "ArrowUp")
                state = with_index(state, i, index)
                seen.sees(state)
            field.select_option(str(last))
            state = with_index(state, i, last)
            seen.sees(state)
            continue
        for key, index in [("Home", 0), ("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("ArrowUp", last)]:
            page.keyboard.press(key)
            state = with_index(state, i, index)
            seen.sees(state)
        field.scroll_into_view_if_needed()
        box = field.bounding_box()
        middle = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + box["width"] - 9, middle)
        page.mouse.down()
        for share in (0.7, 0.1):
            page.mouse.move(box["x"] + share * box["width"], middle)
            dragged = seen.state()
            assert dragged[i] != state[i]
            state = with_index(state, i, dragged[i])
            seen.sees(state)
        page.mouse.up()
        # The middle of the thumb, 16 pixels wide, travels less than the whole width: on a phone that is a step or two.
        reached = (0.1 * box["width"] - 8) / (box["width"] - 16) * last
        assert abs(state[i] - reached) <= 1
    if width == 1280:
        # The first entry may be the drawing after unpacking, which is no step of a reader's.
        steps = seen.steps()[1:]
        measure("explorer-step-ms", str(one), statistics.median(steps))
        measure("explorer-step-ms", f"{one}, slowest", max(steps))
    visited.check()


@pytest.mark.parametrize(("width", "theme"), [(1280, "dark"), pytest.param(390, "light", marks=pytest.mark.release)])
@some_explorers
def test_presets_reset_links_and_sizes(one, width, theme, visit, blocked_page):
    visited, seen = visit(one, width=width, theme=theme)
    page = visited.page
    for preset in one.spec["presets"]:
        seen.button(preset["label"]).click()
        seen.sees(preset["state"])
        pressed = seen.figure.locator(".lb-preset[aria-pressed=true]").all_inner_texts()
        assert pressed == [each["label"] for each in one.spec["presets"] if each["state"] == preset["state"]]
    link = seen.figure.locator(".lb-link")
    href = link.get_attribute("href")
    link.click()
    assert page.evaluate("location.hash") == href
    seen.sees(one.spec["presets"][-1]["state"])
    seen.button("Reset").click()
    seen.sees(one.start)

    assert page.evaluate(SMALLEST_TEXT, one.id) >= 11
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    if width == 390:
        for target in seen.figure.locator("button, select, input, .lb-link").all():
            assert target.bounding_box()["height"] >= 40
    visited.check()

    # The link opens the state in a window of its own, and a change of the address does in this one.
    other = blocked_page(page.url.partition("#")[0] + href, width=width, theme=theme)
    other.page.wait_for_function(TOP_IN_WINDOW, arg=one.id)
    seen_there = OnScreen(other.page, one)
    seen_there.sees(one.spec["presets"][-1]["state"])
    other.page.evaluate("href => { location.hash = href }", href.partition("?")[0] + "?")
    other.page.wait_for_function(TOP_IN_WINDOW, arg=one.id)
    seen_there.sees(one.start)
    other.check()


@some_explorers
def test_a_wrong_link_shows_the_nearest_state_and_says_so(one, visit):
    visited, seen = visit(one)
    control = one.controls[0]
    query = f"nonsense=1&{control['name']}=" + ("1e99" if control["kind"] == "Slider" else "nonsense")
    visited.page.evaluate("hash => { location.hash = hash }", f"{one.id}?{query}&%E0%A4%A=%")
    visited.page.wait_for_function("text => document.body.innerText.includes(text)", arg="The link asks for")
    nearest = len(control["texts"]) - 1 if control["kind"] == "Slider" else one.start[0]
    note = (
        seen.figure.locator(".lb-status").inner_text().removesuffix(one.expected(with_index(one.start, 0, nearest))[1])
    )
    assert "“nonsense”" in note and control["texts"][nearest] in note
    seen.sees(with_index(one.start, 0, nearest), note.strip())
    visited.check()


@some_explorers
def test_play_reaches_the_end_and_stops(one, visit):
    playable = [i for i, control in enumerate(one.controls) if control["play"]]
    if not playable:
        return
    visited, seen = visit(one)
    page = visited.page
    # Installed alone, the clock goes on by itself, and a slow look at one picture would find the next.
    page.clock.install(time=0)
    page.clock.pause_at(1)
    state = one.start
    for i in playable:
        last, label = len(one.controls[i]["texts"]) - 1, one.controls[i]["label"]
        seen.control(i).press("Home")
        state = with_index(state, i, 0)
        seen.button(f"Play {label}").click()
        seen.sees(with_index(state, i, 1))
        page.clock.run_for(260)
        seen.sees(with_index(state, i, min(2, last)))
        # A reader who takes hold of another control is not fought with.
        seen.control(i).press("Home")
        page.clock.run_for(2000)
        seen.sees(state)
        seen.button(f"Play {label}").click()
        page.clock.run_for(260 * last)
        state = with_index(state, i, last)
        seen.sees(state)
        assert seen.button(f"Play {label}").is_visible()
        page.clock.run_for(5000)
        seen.sees(state)

    page.emulate_media(reduced_motion="reduce")
    i = playable[0]
    seen.control(i).press("Home")
    seen.button(f"Step {one.controls[i]['label']}").click()
    page.clock.run_for(5000)
    seen.sees(with_index(state, i, 1))
    visited.check()


@pytest.fixture
def crowd(tmp_path, site):
    """A page with one explorer twice, another one between, and the script twice; returns (address, explorers)."""
    kinds = {one.html: one for one in all_baked()}
    first, *others = sorted(kinds.values(), key=lambda one: len(one.html))
    figures = [first.html, *(other.html for other in others[:1]), first.html]
    script = "".join(f"<script src='{(ASSETS / f'{name}.js').as_uri()}'></script>" for name in ("frame", "explorer"))
    style = f"<link rel='stylesheet' href='{(ASSETS / 'explorer.css').as_uri()}'>"
    gap = "<div style='height: 3000px'></div>"
    html = (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Crowd</title>"
        f"{style}{script}{script}{gap.join(figures)}</html>"
    )
    path = tmp_path / "crowd.html"
    path.write_text(html, encoding="utf-8")
    return path.as_uri(), baked("crowd.html", html)


def test_explorers_on_a_page_and_two_copies_of_one_do_not_disturb_each_other(crowd, blocked_page):
    address, explorers = crowd
    visited = blocked_page(address)
    page = visited.page
    assert page.locator(".lb-controls").count() == len(explorers), "the second script tag made controls again"
    ids = page.evaluate("[...document.querySelectorAll('figure, input, select')].map(element => element.id)")
    assert len(set(ids)) == len(ids)
    assert explorers[-1].id == f"{explorers[0].id}-2"
    # Far from the window, nothing is unpacked.
    assert not page.evaluate("id => window.lipbanditsExplorers.get(id).loading", explorers[-1].id)

    seen = [OnScreen(page, one) for one in explorers]
    states = []
    for number, each in enumerate(seen):
        each.control(0).focus()
        page.keyboard.press("End" if each.one.controls[0]["kind"] == "Slider" else "ArrowDown")
        page.keyboard.press(["ArrowLeft", "ArrowLeft", "Home"][number])
        states.append(each.state())
    for each, state in zip(seen, states, strict=True):
        each.sees(state)
    assert states[0] != states[-1]

    preset = explorers[-1].spec["presets"][0]["state"]
    text = "&".join(f"{name}={value}" for name, value in explorers[-1].query(preset).items())
    page.evaluate("hash => { location.hash = hash }", f"{explorers[-1].id}?{text}")
    page.wait_for_function(TOP_IN_WINDOW, arg=explorers[-1].id)
    seen[-1].sees(preset)
    seen[0].sees(states[0])
    visited.check()


def test_links_to_states_do_no_harm_where_a_page_has_no_list_of_contents(tmp_path, site, blocked_page):
    """There the theme would take them for a part of that list, and fail."""
    html = (site / "oslb.html").read_text(encoding="utf-8")
    assert 'class="bd-toc-nav' in html
    path = tmp_path / "without.html"
    html = html.replace('class="bd-toc-nav', 'class="').replace('"_static/', f'"{(site / "_static").as_uri()}/')
    path.write_text(html, encoding="utf-8")
    visited = blocked_page(path.as_uri(), formulas=False)
    assert visited.page.locator("#epsilon .lb-link").get_attribute("href").startswith("#epsilon?")
    assert [line for line in visited.complaints() if "valid selector" in line] == []
