"""What readers with older browsers meet: everything works, or the first state stays and a sentence says so."""

import re

import pytest
from test_class_mode import address_is, crowded_page, link_to, shown
from test_explorers import ASSETS, ROOT, SAME_PICTURES, OnScreen, samples, some_explorers, with_index

from lipbandits.explorers.bake import STILL

# What browsers learned between 2020 and 2023, and the book must not need.
YOUNG = """
const young = [
    [Array.prototype, "with at findLast findLastIndex toSorted toReversed toSpliced group"],
    [Object.getPrototypeOf(Int8Array.prototype), "with at findLast findLastIndex toSorted toReversed"],
    [String.prototype, "at replaceAll isWellFormed"],
    [Object, "hasOwn groupBy"],
    [Promise, "any withResolvers"],
    [Element.prototype, "replaceChildren checkVisibility getHTML setHTMLUnsafe"],
    [window, "structuredClone"],
];
for (const [owner, names] of young) for (const name of names.split(" ")) delete owner[name];
Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined });
const { measure } = performance;
performance.measure = (name, start) => {
    if (typeof start === "object") throw new SyntaxError(`the mark '${start}' does not exist`);
    return measure.call(performance, name, start);
};
"""
# Browsers before May 2023 may lack this one, which unpacks the pictures.
PACKED = YOUNG + "delete window.DecompressionStream;"
# As if explorer.js could not be read.
UNREAD = "window.lipbanditsExplorer = true;"
# As if something else failed at the second step, whatever it is.
BROKEN = """
const texts = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
Object.defineProperty(Node.prototype, "textContent", { ...texts, set(text) {
    if (this.parentNode?.className === "lb-status" && this.textContent !== text && window.broken) {
        window.broken = false;
        throw new Error("no words");
    }
    texts.set.call(this, text);
} });
"""


@pytest.fixture
def old(blocked_page, address_of):
    """Open the page of an explorer in a browser that lacks something; returns the visit."""

    def opened(one, script, link=""):
        return blocked_page(address_of(one) + link, formulas=False, script=script)

    return opened


def small():
    """The explorer whose pictures are the smallest, by itself."""
    return samples()[0]


def first_state_stays(page, one, why=""):
    """Check that the first state is there, with words for it, and that nothing pretends to lead to another one."""
    pictures, status = one.expected(one.start)
    assert page.evaluate(SAME_PICTURES, [one.id, pictures])
    figure = page.locator(f"[id='{one.id}']")
    said = figure.locator(".lb-status").inner_text()
    assert said.startswith(f"{status} {STILL}") and why in said
    controls = figure.locator("input, select, button:not(.lb-toggle), a.lb-link")
    assert not any(control.is_enabled() for control in controls.all())


# The same in the source, with the syntax that no test can take from a browser: then a script is skipped whole.
NEWER = re.compile(
    r"\.(?:with|at|findLast\w*|to(?:Sorted|Reversed|Spliced)|replaceAll|replaceChildren|hasOwn|groupBy|checkVisibility)\("
    r"|structuredClone|(?:\?\?|\|\||&&)=|\(\?<[=!]|\bstatic\b|\bthis\.#|\d_\d|\bawait (?!\w+\()|Array\.fromAsync"
)
SCRIPTS = [*sorted(ASSETS.glob("*.js")), *sorted((ROOT / "book" / "_static").glob("*.js"))]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_has_nothing_that_browsers_of_2020_cannot_read(path):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.strip().startswith("//")]
    assert [line for line in lines if NEWER.search(line)] == []
    if path.name == "still.js":
        # For those that cannot read the others.
        assert [line for line in lines if re.search(r"=>|`|\b(?:const|let|class|of)\b|\?\.", line)] == []


@some_explorers
def test_what_came_after_2020_is_not_needed_but_to_unpack(one, old):
    visit = old(one, YOUNG)
    # The button for playing takes one step then.
    visit.page.emulate_media(reduced_motion="reduce")
    seen = OnScreen(visit.page, one)
    state = one.start
    for i, control in enumerate(one.controls):
        for place in (len(control["texts"]) - 1, 0):
            if control["kind"] == "Choice":
                seen.control(i).select_option(str(place))
            else:
                seen.control(i).press("End" if place else "Home")
            state = with_index(state, i, place)
            seen.sees(state)
        if control["play"]:
            seen.button(f"Step {control['label']}").click()
            state = with_index(state, i, 1)
            seen.sees(state)
    seen.button("Reset").click()
    seen.sees(one.start)
    link = seen.figure.locator(".lb-link")
    address = link.evaluate("link => link.href")
    link.click()
    assert visit.page.url == address and link.inner_text() == "In address"
    visit.check()


def test_an_old_browser_plays_the_ferry(blocked_page, site):
    visit = blocked_page((site / "intro.html").as_uri(), formulas=False, script=YOUNG)
    ferry = visit.page.locator("#ferry")
    visit.page.evaluate("lipbanditsExplorers.get('ferry').wake()")
    for day in range(60):
        ferry.locator(".lb-arm").nth(day % 9).click()
    visit.page.wait_for_function("lipbanditsExplorers.get('ferry').over && !lipbanditsExplorers.get('ferry').due")
    assert ferry.locator(".lb-status").inner_text().startswith("The 60 days are over.")
    assert ferry.locator(".lb-results tbody tr").count() == 6
    ferry.get_by_role("button", name="CKL-UCB").click()
    visit.page.wait_for_function(
        "document.querySelector('#ferry .lb-status').innerText.startsWith('Day 60 of 60. Why ')"
    )
    ferry.get_by_role("button", name="New season").click()
    visit.page.wait_for_function("document.querySelector('#ferry .lb-status').innerText.startsWith('Season 2 is new')")
    visit.check()


def test_an_old_browser_has_class_mode(old, site):
    one, two = crowded_page()
    visit = old(one, YOUNG, f"?class#{one.id}?")
    page = visit.page
    shown(page, one)
    page.keyboard.press("ArrowRight")
    shown(page, two)
    page.keyboard.press("ArrowLeft")
    shown(page, one)
    address_is(page, link_to(f"{(site / one.page).as_uri()}?class", one, one.start))
    page.keyboard.press("Escape")
    assert page.locator(".bd-header-article").get_by_role("button", name="Class mode").is_visible()
    visit.check()


@pytest.mark.parametrize("link", [False, True], ids=["moved", "by a link"])
def test_without_what_unpacks_the_first_state_stays_and_says_so(link, old):
    one = small()
    name, texts = one.controls[0]["name"], one.controls[0]["texts"]
    visit = old(one, PACKED, f"#{one.id}?{name}={texts[-1]}" if link else "")
    page = visit.page
    page.locator(f"[id='{one.id}']").scroll_into_view_if_needed()
    page.get_by_text("DecompressionStream").wait_for()
    first_state_stays(page, one, "DecompressionStream")
    # What came to be known too late to be drawn is not said either.
    page.evaluate("hash => { location.hash = hash }", f"{one.id}?{name}={texts[-1]}&x=1")
    page.wait_for_timeout(100)
    first_state_stays(page, one)
    visit.check()


def test_whatever_fails_on_the_way_the_first_state_comes_back_and_says_so(old):
    one = small()
    visit = old(one, BROKEN)
    seen = OnScreen(visit.page, one)
    seen.sees(one.start)
    visit.page.evaluate("window.broken = true")
    preset = next(each for each in one.spec["presets"] if one.expected(each["state"]) != one.expected(one.start))
    seen.button(preset["label"]).click()
    first_state_stays(visit.page, one, "no words")
    visit.check()


def test_where_the_script_cannot_be_read_the_first_state_says_so(old):
    one = small()
    visit = old(one, UNREAD)
    assert visit.page.locator(f"[data-explorer='{one.name}'] .lb-controls").count() == 0
    first_state_stays(visit.page, one)
    # Once in every explorer of the page.
    assert visit.page.get_by_text(STILL).count() == len(samples())
    visit.check()
