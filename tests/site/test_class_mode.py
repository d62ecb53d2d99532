"""Class mode in a real browser: large type, a key for everything, and a link that a camera can read."""

import io
import re
from itertools import pairwise
from pathlib import Path
from string import ascii_letters
from urllib.parse import quote_plus, urlencode

import pytest
import qrcode
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from test_explorers import CHAPTERS, SITE, SMALLEST_TEXT, OnScreen, all_baked, every_explorer, with_index

STATIC = Path(__file__).resolve().parents[2] / "book" / "_static"
SCREENS = [(1920, 1080, "light"), (1280, 720, "dark")]
AROUND = ".bd-sidebar-primary, .bd-sidebar-secondary, .bd-header-article, .bd-footer-content"
# The smallest text of the words of an explorer and of the bar, in pixels.
SMALLEST_WORDS = """id => Math.min(...[...document.querySelectorAll(".lb-bar *"), ...document.getElementById(id)
    .querySelectorAll(".lb-question, .lb-status, figcaption, label, .lb-value, button, select")]
    .map(part => parseFloat(getComputedStyle(part).fontSize)))"""
SHOWN = """id => { const box = document.getElementById(id).getBoundingClientRect();
    return Math.abs(box.top) < 1 && document.activeElement.id === id; }"""


# The parts of the bar that are not wholly in the window.
OUTSIDE = """() => [...document.querySelectorAll(".lb-bar > :is(button, .lb-bar-place)")].filter(part => {
    const box = part.getBoundingClientRect();
    return box.width && (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight);
}).map(part => part.textContent)"""


# Explorers and labs alike, in the order of the page.
FIGURES = re.compile(r'<figure class="lb-explorer[^>]* data-(?:explorer|lab)="([^"]*)"')


def place(one):
    """Where on its page an explorer stands among all at which class mode stops: from 0."""
    return FIGURES.findall((SITE / one.page).read_text(encoding="utf-8")).index(one.name)


def crowded_page():
    """Return two explorers, one after the other, on the lightest page that has such."""
    pairs = [
        (one, other)
        for one, other in pairwise(all_baked())
        if one.page == other.page and place(other) == place(one) + 1
    ]
    return min(pairs, key=lambda pair: sum(len(one.html) for one in pair))


def shown(page, one):
    """Wait until an explorer is the one on the screen, with the focus on it."""
    page.wait_for_function(SHOWN, arg=one.id)


def shown_id(page, name):
    """Wait until a stop, a lab perhaps, is the one on the screen, with the focus on it."""
    page.wait_for_function(SHOWN, arg=name)


def address_is(page, address):
    """Wait until the address follows what is shown, which takes it a moment."""
    page.wait_for_function("address => location.href === address", arg=address)


def link_to(address, one, state):
    """Return the link to a state, as the page writes it."""
    return f"{address}#{one.id}?{urlencode(one.query(state))}"


def enter_by_header(page):
    """Click the header's button where it is: Playwright would first scroll to it, though it is on the screen."""
    box = page.locator(".bd-header-article").get_by_role("button", name="Class mode").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


@pytest.fixture
def in_class(blocked_page, site):
    """Open a page in class mode from a folder, at an explorer; returns (visit, OnScreen)."""

    def opened(one, width=1920, height=1080, theme="light", query="class", **how):
        address = f"{(site / one.page).as_uri()}?{query}#{one.id}?"
        visit = blocked_page(address, width=width, height=height, theme=theme, formulas=False, **how)
        shown(visit.page, one)
        return visit, OnScreen(visit.page, one)

    return opened


# Keys and sizes are the same everywhere: two chapters in each run, all before a release.
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.release] * (page not in ("ckl_ucb.html", "oslb.html")))
        for page in CHAPTERS
    ],
)
def test_the_explorers_of_a_chapter_fill_the_screen_in_large_type_and_obey_keys(page, in_class):
    """One after the other, on two screens: nothing scrolls, type is large, digits choose presets and R resets."""
    explorers = [one for one in all_baked() if one.page == page]
    visit, _ = in_class(explorers[0])
    page = visit.page
    for one in explorers:
        # Labs and steps of a proof may stand between two of them.
        while not page.evaluate(SHOWN, one.id):
            assert page.evaluate("!document.querySelector('[data-do=next]').disabled")
            page.keyboard.press("n")
            page.wait_for_timeout(100)
        for width, height, theme in reversed(SCREENS):
            page.set_viewport_size({"width": width, "height": height})
            page.locator("html").evaluate("(html, theme) => { html.dataset.theme = theme; }", theme)
            shown(page, one)
            fills_the_screen(page, one, width, height)
        # On the larger screen, where the size of a figure does not depend on the length of its words.
        seen = OnScreen(page, one)
        for number, preset in enumerate(one.spec["presets"], 1):
            page.keyboard.press(str(number))
            seen.sees(preset["state"])
            button = seen.button(preset["label"])
            assert button.get_attribute("aria-keyshortcuts") == str(number)
            assert button.evaluate("button => getComputedStyle(button, '::before').content").startswith(f'"{number}"')
        page.keyboard.press("9")
        seen.sees(one.spec["presets"][-1]["state"])
        page.keyboard.press("r")
        seen.sees(one.start)
    visit.check()


def fills_the_screen(page, one, width, height):
    assert not any(part.is_visible() for part in page.locator(AROUND).all())
    bar = page.get_by_role("navigation", name="Class mode").bounding_box()
    box = page.locator(f"[id='{one.id}']").bounding_box()
    assert (box["x"], box["y"], box["width"], box["y"] + box["height"]) == pytest.approx((0, 0, width, bar["y"]), abs=1)
    assert bar["y"] + bar["height"] == pytest.approx(height, abs=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    fits = "id => { const f = document.getElementById(id); return f.scrollHeight <= f.clientHeight + 1; }"
    assert page.evaluate(fits, one.id), "an explorer needs scrolling"
    if height == 1080:
        assert page.evaluate(SMALLEST_TEXT, one.id) >= 18
    # The key caps are a little smaller than the words beside them.
    assert page.evaluate(SMALLEST_WORDS, one.id) >= (18 if height == 1080 else 16)


def test_keys_step_through_the_explorers_and_leave_a_slider_its_arrows(in_class):
    first, second = crowded_page()
    visit, seen = in_class(first)
    page = visit.page
    said = page.locator(".lb-bar-place")
    for onward, back in [("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp"), ("n", "p")]:
        page.keyboard.press(onward)
        shown(page, second)
        assert said.inner_text().startswith(f"{place(second) + 1} of ")
        page.keyboard.press(back)
        shown(page, first)
        assert said.inner_text().startswith(f"{place(first) + 1} of ")
    page.get_by_role("button", name="Next", exact=True).click()
    shown(page, second)
    page.get_by_role("button", name="Previous", exact=True).click()
    shown(page, first)

    i = next(i for i, control in enumerate(first.controls) if control["kind"] == "Slider")
    seen.control(i).focus()
    press(page, "Home", "ArrowRight")
    seen.sees(with_index(first.start, i, 1))
    page.keyboard.press("2")
    seen.sees(first.spec["presets"][1]["state"])
    page.keyboard.press("PageDown")
    shown(page, second)
    # From the text before it, one step leads there again.
    page.mouse.wheel(0, -700)
    page.wait_for_function("id => document.getElementById(id).getBoundingClientRect().top > 500", arg=second.id)
    page.keyboard.press("ArrowRight")
    shown(page, second)
    visit.check()


def test_a_list_keeps_its_letters_and_digits(in_class):
    one = next(one for one in all_baked() for control in one.controls if control["kind"] == "Choice")
    visit, seen = in_class(one)
    i = next(i for i, control in enumerate(one.controls) if control["kind"] == "Choice")
    seen.control(i).focus()
    press(visit.page, "1", "2", "f", "q")
    assert seen.control(i).evaluate("field => field === document.activeElement")
    assert not visit.page.locator(".lb-bar-share").is_visible() and not visit.page.evaluate(
        "document.fullscreenElement"
    )
    visit.check()


def test_class_mode_goes_on_from_chapter_to_chapter_and_back(blocked_page, site):
    address = f"{(site / 'model.html').as_uri()}?class#tent-2?"
    page = (visit := blocked_page(address, width=1920, height=1080, formulas=False)).page
    shown_id(page, "tent-2")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/lower_bound.html?class*")
    visit.ready()
    # A lab, as each of these chapters has at its head.
    shown_id(page, "tent")
    page.wait_for_url("**/lower_bound.html?class#tent?shape=triangle*")
    for chapter, (last, before) in (("model", ("tent-2", "tent")), ("intro", ("tent", "ferry-2"))):
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(f"**/{chapter}.html?class*")
        visit.ready()
        shown_id(page, last)
        page.wait_for_url(f"**/{chapter}.html?class#{last}?*")
        page.keyboard.press("ArrowLeft")
        shown_id(page, before)
    page.keyboard.press("ArrowLeft")
    shown_id(page, "ferry")
    assert page.get_by_role("button", name="Previous chapter").is_disabled()
    # A link in the text, too.
    page.locator("article a[href^='model.html']:visible").first.click()
    page.wait_for_url("**/model.html?class*")
    visit.ready().check()


def test_a_phone_can_be_in_class_mode(in_class):
    visit, _ = in_class(crowded_page()[0], width=390, height=844)
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    visit.page.get_by_role("button", name="Leave").click()
    assert not visit.page.locator(".lb-bar").is_visible()
    visit.check()


@pytest.mark.parametrize(
    "name", ["intro", *(pytest.param(name, marks=pytest.mark.release) for name in ("ckl_ucb", "model"))]
)
def test_no_part_of_the_bar_is_outside_the_window_at_any_width(name, blocked_page, site):
    visit = blocked_page((site / f"{name}.html").as_uri() + "?class", formulas=False)
    page = visit.page
    page.locator(".lb-bar").wait_for()
    found = {}
    for width in [
        *range(320, 1921, 50),
        359,
        361,
        479,
        481,
        599,
        601,
        759,
        761,
        985,
        999,
        1001,
        1279,
        1281,
        1299,
        1301,
    ]:
        page.set_viewport_size({"width": width, "height": 768})
        found[width] = page.evaluate(OUTSIDE)
    assert {width: parts for width, parts in found.items() if parts} == {}
    visit.check()


def test_the_ferry_is_a_stop(blocked_page, served):
    intro = f"{served}/intro.html"
    visit = blocked_page(f"{intro}?class", width=1920, height=1080, allow=served, formulas=False)
    page = visit.page
    shown_id(page, "ferry")
    page.wait_for_function("lipbanditsExplorers.get('ferry').ready")
    assert page.locator(".lb-bar-place").inner_text() == "1 of 3"
    box = page.locator("#ferry").bounding_box()
    bar = page.locator(".lb-bar").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == pytest.approx((0, 0, 1920, bar["y"]), abs=1)
    status = page.locator("#ferry .lb-status")
    says = "text => document.querySelector('#ferry .lb-status').innerText.startsWith(text)"
    press(page, "3")
    page.wait_for_function(says, arg="Day 1 of 60: €8")
    # The price has the focus now and keeps the arrow keys; these leave it.
    press(page, "ArrowRight", "Enter")
    page.wait_for_function(says, arg="Day 2 of 60: €10")
    for onward, back in [("PageDown", "PageUp"), ("n", "p")]:
        press(page, onward)
        shown_id(page, "ferry-2")
        press(page, back)
        shown_id(page, "ferry")
    # Not on a price, the arrow keys go on.
    press(page, "ArrowRight")
    shown_id(page, "ferry-2")
    press(page, "ArrowLeft")
    shown_id(page, "ferry")
    page.locator("#ferry .lb-question").click()
    press(page, "9")
    page.wait_for_function(says, arg="Day 3 of 60: €20")
    page.get_by_role("button", name="Hide picture").click()
    assert not status.is_visible() and page.locator("#ferry .lb-arm").first.is_visible()
    press(page, "1", ".")
    page.wait_for_function(says, arg="Day 4 of 60: €4")

    press(page, "q")
    address = f"{intro}#ferry?season=1&seed=0&days=3491"
    link = page.locator(".lb-bar-share a")
    assert link.get_attribute("href") == address and decoded(page.screenshot()) == [address]
    press(page, "Escape", "Escape")
    assert not page.locator(".lb-bar").is_visible() and page.url == intro
    assert 0 <= page.locator("#ferry").bounding_box()["y"] < 200
    enter_by_header(page)
    shown_id(page, "ferry")
    visit.check()


def test_the_scores_of_the_ferry_are_on_the_screen_after_the_last_day(blocked_page, site):
    visit = blocked_page((site / "intro.html").as_uri() + "?class", width=1920, height=1080, formulas=False)
    page = visit.page
    shown_id(page, "ferry")
    page.wait_for_function("lipbanditsExplorers.get('ferry').ready")
    press(page, *("123456789" * 6), *"345678")
    for width, height in [(1920, 1080), (1280, 720), (1024, 768)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("Math.abs(document.getElementById('ferry').getBoundingClientRect().top) < 1")
        table, bar = page.locator("#ferry table").bounding_box(), page.locator(".lb-bar").bounding_box()
        assert table["y"] > 0 and table["y"] + table["height"] <= bar["y"]
        assert page.locator("#ferry .lb-status").inner_text().startswith("The 60 days are over.")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        whole = "(ferry => ferry.scrollHeight <= ferry.clientHeight + 1)(document.getElementById('ferry'))"
        assert page.evaluate(whole)
    visit.check()


def test_the_address_keeps_the_state_through_a_reload_and_back(served, blocked_page):
    first, second = crowded_page()
    address = f"{served}/{second.page}"
    visit = blocked_page(f"{address}?class#{second.id}?", allow=served, formulas=False)
    page = visit.page
    shown(page, second)
    preset = second.spec["presets"][-1]["state"]
    press(page, str(len(second.spec["presets"])))
    address_is(page, link_to(f"{address}?class", second, preset))
    page.reload()
    visit.ready()
    shown(page, second)
    assert OnScreen(page, second).state() == preset
    # The keys of an explorer work at once, and another stop takes its place in the address.
    press(page, "1", "p")
    shown(page, first)
    press(page, "2")
    preset = first.spec["presets"][1]["state"]
    address_is(page, link_to(f"{address}?class", first, preset))
    page.locator("a.left-prev").evaluate("link => link.click()")
    page.wait_for_url(lambda url: first.page not in url)
    visit.ready()
    # The page that is left may write its own address at the same time, which ends the wait of `go_back` too early.
    page.go_back()
    page.wait_for_url(lambda url: first.page in url)
    visit.ready()
    shown(page, first)
    assert OnScreen(page, first).state() == preset
    # The address of the page outside class mode names no state: it would soon be another than the one on the screen.
    press(page, "Escape")
    page.wait_for_timeout(400)
    assert page.url == address
    visit.check()


def test_a_step_into_the_next_chapter_and_back_finds_the_state(served, blocked_page):
    visit = blocked_page(f"{served}/model.html?class#tent-2?", allow=served, formulas=False)
    page = visit.page
    shown_id(page, "tent-2")
    start = page.evaluate("lipbandits.labs.get('tent-2').state()")
    press(page, "2")
    page.locator("#tent-2 .lb-preset[aria-pressed=true]").nth(0).wait_for()
    state = page.evaluate("lipbandits.labs.get('tent-2').state()")
    assert state != start
    press(page, "ArrowRight")
    page.wait_for_url("**/lower_bound.html?class*")
    visit.ready()
    press(page, "ArrowLeft")
    page.wait_for_url("**/model.html?class*")
    visit.ready()
    shown_id(page, "tent-2")
    # As exactly as a link has it.
    back = page.evaluate("lipbandits.labs.get('tent-2').state()")
    assert back["k"] == state["k"] and back["theta"] == pytest.approx(state["theta"], abs=1e-4)
    assert back["lipschitz"] == pytest.approx(state["lipschitz"], abs=1e-4)
    visit.check()


def test_a_link_to_show_and_leaving_pause_what_plays(in_class):
    one = next(one for one in all_baked() if any(control["play"] for control in one.controls))
    visit, seen = in_class(one)
    page = visit.page
    i = next(i for i, control in enumerate(one.controls) if control["play"])
    play = seen.figure.locator(".lb-play").first
    seen.control(i).press("Home")
    for key in ("q", "Escape"):
        play.click()
        # From outside the figure, which pauses at a key by itself.
        page.evaluate("document.activeElement.blur()")
        press(page, key)
        state = seen.state()
        page.wait_for_timeout(700)
        assert seen.state() == state
        assert play.get_attribute("aria-label").startswith("Play")
        if key == "q":
            press(page, "Escape")
    assert not page.locator(".lb-bar").is_visible()
    visit.check()


def test_a_picture_is_hidden_until_the_class_has_answered(in_class):
    first, second = crowded_page()
    visit, seen = in_class(first)
    page = visit.page
    said = page.locator(".lb-bar").get_by_role("status")
    answer = ".lb-panel, .lb-panel svg, .lb-status span, figcaption"
    question = ".lb-question, .lb-preset, .lb-reset, .lb-control"

    def visible(one, parts):
        return {part.is_visible() for part in page.locator(f"[id='{one.id}']").locator(parts).all()}

    button = page.get_by_role("button", name="Hide picture")
    assert button.get_attribute("aria-keyshortcuts") == "B" and button.locator("kbd").inner_text() == "B"
    press(page, "b")
    assert visible(first, answer) == {False} and visible(first, question) == {True}
    assert said.inner_text() == "Picture hidden; B shows it"
    # What is pressed meanwhile is shown afterwards.
    press(page, "2")
    assert visible(first, answer) == {False}
    press(page, "b")
    assert visible(first, answer) == {True} and said.inner_text() == "Picture shown"
    seen.sees(first.spec["presets"][1]["state"])
    for leave in ("n", "Escape"):
        button.click()
        assert visible(first, answer) == {False}
        page.get_by_role("button", name="Show picture").wait_for()
        press(page, leave)
        if leave == "n":
            shown(page, second)
            assert visible(second, answer) == {True}
            press(page, "p")
            shown(page, first)
        assert visible(first, answer) == {True}
    visit.check()


@pytest.mark.parametrize(
    ("name", "where"), [("teaching", "section:nth-of-type(5) > h2"), ("ckl_ucb", "#exercises > h2")]
)
def test_entering_and_leaving_keep_the_readers_place(name, where, blocked_page, site):
    visit = blocked_page((site / f"{name}.html").as_uri(), formulas=False)
    page = visit.page
    heading = page.locator(f"article {where}").first
    heading.evaluate("heading => { heading.scrollIntoView({ behavior: 'instant' }); scrollBy(0, -100); }")
    page.wait_for_timeout(300)
    before = heading.bounding_box()["y"]
    assert 0 < before < 450
    enter_by_header(page)
    assert page.locator(".lb-bar").is_visible()
    page.wait_for_timeout(600)
    assert -1 <= heading.bounding_box()["y"] < 600
    press(page, "Escape")
    assert not page.locator(".lb-bar").is_visible()
    assert heading.bounding_box()["y"] == pytest.approx(before, abs=100)
    visit.check()


def test_class_may_stand_behind_a_link_to_a_state(blocked_page, served):
    one = crowded_page()[1]
    preset = one.spec["presets"][-1]["state"]
    address = f"{served}/{one.page}"
    link = link_to(address, one, preset)
    for end in ("?class", "%3Fclass"):
        visit = blocked_page(link + end, allow=served, formulas=False)
        shown(visit.page, one)
        OnScreen(visit.page, one).sees(preset)
        address_is(visit.page, link_to(f"{address}?class", one, preset))
        visit.check()
    # Typed behind the address of a page that is open already.
    visit = blocked_page(link, allow=served, formulas=False)
    visit.page.evaluate("location.hash += '?class'")
    shown(visit.page, one)
    OnScreen(visit.page, one).sees(preset)
    # Behind the link to a heading, too.
    visit = blocked_page(f"{served}/ckl_ucb.html#lock-in?class", allow=served, formulas=False)
    assert visit.page.locator(".lb-bar").is_visible()
    visit.page.wait_for_function("Math.abs(document.getElementById('lock-in').getBoundingClientRect().top) < 100")
    visit.check()


def test_a_page_without_explorers_is_in_large_type_too(blocked_page, site):
    visit = blocked_page((site / "bibliography.html").as_uri() + "?class", width=1920, height=1080)
    assert not any(part.is_visible() for part in visit.page.locator(AROUND).all())
    assert visit.page.evaluate("parseFloat(getComputedStyle(document.querySelector('article p')).fontSize)") >= 18
    assert visit.page.get_by_role("button", name="Link and QR code").is_disabled()
    press(visit.page, "1", "r", "q")
    before = visit.page.locator("a.left-prev").get_attribute("href")
    press(visit.page, "ArrowLeft")
    visit.page.wait_for_url(f"**/{before}")
    visit.ready().check()


def test_a_button_enters_and_leaving_restores_the_page(blocked_page, site):
    one = crowded_page()[1]
    visit = blocked_page((site / one.page).as_uri(), formulas=False)
    page = visit.page
    seen = OnScreen(page, one)
    markup = (
        "[document.documentElement.className, ...[...document.querySelectorAll('a')].map(link => link.href)].join()"
    )
    before, width, address = page.evaluate(markup), seen.box()["width"], page.url
    button = seen.button("Class mode")
    for leaving in ("Escape", "Leave"):
        button.click()
        shown(page, one)
        address_is(page, link_to(f"{address}?class", one, one.start))
        assert page.locator(".lb-toggle:visible").count() == 0
        if leaving == "Escape":
            page.keyboard.press("Escape")
        else:
            page.get_by_role("button", name=leaving).click()
        assert page.evaluate(markup) == before and page.url == address
        assert seen.box()["width"] == width and 0 <= seen.box()["y"] < 200
        assert button.evaluate("b => b === document.activeElement")
        assert all(part.is_visible() for part in page.locator(AROUND).all())
    # No key of class mode works outside it.
    press(page, "2", "ArrowRight", "q", "f")
    seen.sees(one.start)

    enter_by_header(page)
    shown(page, one)
    visit.check()


def test_class_mode_works_where_the_address_may_not_change(blocked_page, site):
    one = crowded_page()[0]
    visit = blocked_page((site / one.page).as_uri(), formulas=False)
    page, address = visit.page, visit.page.url
    page.evaluate("void (history.replaceState = () => { throw new DOMException('no', 'SecurityError'); })")
    seen = OnScreen(page, one)
    seen.button("Class mode").click()
    shown(page, one)
    page.keyboard.press("2")
    seen.height = seen.box()["height"]
    seen.sees(one.spec["presets"][1]["state"])
    page.keyboard.press("Escape")
    assert not page.locator(".lb-bar").is_visible() and page.url == address
    visit.check()


def test_print_has_the_page_and_not_the_bar(in_class):
    one = crowded_page()[0]
    visit, seen = in_class(one)
    visit.page.emulate_media(media="print")
    visit.page.evaluate("void dispatchEvent(new Event('beforeprint'))")
    assert not visit.page.locator(".lb-bar").is_visible() and seen.figure.locator("figcaption").is_visible()
    assert seen.box()["height"] != seen.height
    visit.page.emulate_media(media="screen")
    visit.page.evaluate("void dispatchEvent(new Event('afterprint'))")
    assert seen.box()["height"] == seen.height


@pytest.mark.parametrize("how", ["", "?class"])
def test_print_is_light_and_cuts_no_line_of_code(how, blocked_page, site):
    address = (site / "ckl_ucb.html").as_uri() + how
    visit = blocked_page(address, width=720, height=1000, theme="dark", formulas=False)
    page = visit.page
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "dark" and page.locator("article .toggle-button").first.is_visible()
    page.emulate_media(media="print")
    page.evaluate("void dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(theme) == "light"
    cut = "[...document.querySelectorAll('article pre')].filter(code => code.scrollWidth > code.clientWidth + 1).length"
    assert page.evaluate(cut) == 0
    assert not any(part.is_visible() for part in page.locator("article :is(.toggle-button, summary)").all())
    style = "heading => { const { color, breakAfter } = getComputedStyle(heading); return [color, breakAfter]; }"
    for heading in page.locator("article :is(h2, h3)").all():
        assert heading.evaluate(style) == ["rgb(0, 0, 0)", "avoid"]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.evaluate("void dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(theme) == "dark"
    # Said by the theme's own script, of each fold that it opens for print.
    assert [line for line in visit.complaints() if "JSHandle" not in line] == []


def test_full_screen_is_the_browsers_or_only_the_windows(in_class):
    visit, seen = in_class(crowded_page()[1])
    page = visit.page
    button = page.get_by_role("button", name="Full screen")
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement === document.documentElement")
    shown(page, seen.one)
    page.wait_for_function("document.querySelector('[data-do=full]').getAttribute('aria-pressed') === 'true'")
    button.click()
    page.wait_for_function("!document.fullscreenElement")
    page.evaluate("void (Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('no')))")
    page.keyboard.press("f")
    assert seen.box()["width"] == 1920
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function("id => document.getElementById(id).getBoundingClientRect().height < 720", arg=seen.one.id)
    page.wait_for_function(
        "id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 1", arg=seen.one.id
    )
    visit.check()


def decoded(shot):
    """Return the texts of the codes in a screenshot, as a camera reads them."""
    return [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(shot)))]


@pytest.mark.parametrize(
    ("width", "height", "theme"), [pytest.param(*SCREENS[0], marks=pytest.mark.release), SCREENS[1]]
)
def test_the_link_and_its_code_follow_the_state_and_open_it(width, height, theme, served, blocked_page):
    one = crowded_page()[0]
    how = {"width": width, "height": height, "theme": theme, "allow": served, "formulas": False}
    visit = blocked_page(f"{served}/{one.page}?class#{one.id}?", **how)
    page = visit.page
    shown(page, one)
    press(page, "q")
    link = page.locator(".lb-bar-share a")
    for number, preset in enumerate(one.spec["presets"], 1):
        page.keyboard.press(str(number))
        text = link.inner_text()
        assert text.startswith(f"{served}/{one.page}#{one.id}?") and link.get_attribute("href") == text
        assert decoded(page.screenshot()) == [text]
        if number in (1, len(one.spec["presets"])):
            other = blocked_page(text, **how)
            OnScreen(other.page, one).sees(preset["state"])
            assert not other.page.locator(".lb-bar").is_visible()
            other.check()
    box = page.locator(".lb-bar-share").bounding_box()
    assert box["y"] >= 0 and box["x"] + box["width"] <= width
    violations = (
        Axe()
        .run(page, context=".lb-bar", options={"resultTypes": ["violations"], "preload": False})
        .response["violations"]
    )
    serious = [rule for rule in violations if rule["impact"] in ("serious", "critical")]
    assert [f"{rule['id']}: {node['html'][:120]}" for rule in serious for node in rule["nodes"]] == []
    # First the link is closed, then class mode.
    page.keyboard.press("Escape")
    assert not link.is_visible()
    address_is(page, link_to(f"{served}/{one.page}?class", one, one.spec["presets"][-1]["state"]))
    visit.check()


LOW = [(960, 540), (1024, 600), (911, 512), (844, 390), (1366, 650), (1024, 768), (768, 1024), (390, 844)]


def test_the_link_and_its_code_fit_on_low_and_narrow_windows(served, blocked_page):
    one = crowded_page()[0]
    visit = blocked_page(f"{served}/{one.page}?class#{one.id}?", allow=served, formulas=False)
    page = visit.page
    shown(page, one)
    share = page.locator(".lb-bar-share")
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        shown(page, one)
        press(page, "q")
        bar, box = page.locator(".lb-bar").bounding_box(), share.bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= bar["y"]
        assert share.evaluate("box => box.scrollHeight <= box.clientHeight"), "the box needs scrolling"
        assert decoded(page.screenshot()) == [page.locator(".lb-bar-share a").inner_text()]
        press(page, "q")
        assert not share.is_visible()
    visit.check()


def test_from_a_folder_there_is_a_link_and_a_word_about_the_code(in_class):
    visit, seen = in_class(crowded_page()[0])
    press(visit.page, "2", "q")
    share = visit.page.get_by_role("region", name="Link to this state")
    assert "opened from a folder" in share.inner_text() and share.locator("svg").count() == 0
    visit.page.goto(share.locator("a").inner_text())
    OnScreen(visit.page, seen.one).sees(seen.one.spec["presets"][1]["state"])
    visit.check()


@pytest.fixture(scope="module")
def encode(browser):
    """The QR encoder, without a page around it."""
    page = browser.new_page()
    page.add_script_tag(path=STATIC / "qr.js")
    yield lambda text, mask=None: page.evaluate("([text, mask]) => lipbanditsQr(text, mask ?? undefined)", [text, mask])
    page.close()


def letters(length):
    return "".join(ascii_letters[i * i % 52] for i in range(length))


# The longest texts of versions 1, 2, 6, 9 and 10, and some that need padding.
@pytest.mark.parametrize(
    "length",
    [1, 17, 18, 32, 134, 135, 230, 231, 271, *(pytest.param(n, marks=pytest.mark.release) for n in (60, 160, 200))],
)
def test_codes_are_those_of_another_encoder(length, encode):
    for mask in range(8):
        other = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_L, border=0, mask_pattern=mask)
        other.add_data(letters(length).encode(), optimize=0)
        assert encode(letters(length), mask) == [[int(module) for module in row] for row in other.get_matrix()]
    assert encode(letters(length)) in [encode(letters(length), mask) for mask in range(8)]


def test_a_text_of_272_bytes_has_no_code(encode):
    assert encode(letters(271)) and encode(letters(272)) is None and encode("é" * 136) is None


@every_explorer
def test_every_state_has_a_code_at_an_address_of_ordinary_length(one):
    longest = {
        control["name"]: max(control["texts"], key=lambda text: len(quote_plus(text))) for control in one.controls
    }
    assert len(f"https://{'a' * 80}/{one.page}#{one.id}?{urlencode(longest)}") <= 271
