"""A staged proof on its page: by scrolling, by its buttons and keys, in class mode, without scripts and on paper."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

PAGE, LAB = "lower_bound", "tent-3"
NAMES = ["Claim", "Tent", "Evidence", "Confusion", "Rates", "Bill"]
AT = "([id, at]) => lipbandits.stages.of(document.getElementById(id)).at === at"
STATE = "id => lipbandits.labs.get(id).state()"
# L and k of the steps.
ASKED = [(4, 3), (1, 3), (0.5, 3), (0.5, 7), (0.5, 3), (0.5, 7)]
# Moves a step under the picture, as a reader scrolls.
UNDER = """([id, i]) => {
    const staged = lipbandits.stages.of(document.getElementById(id));
    scrollBy({ top: staged.steps[i].getBoundingClientRect().top - staged.line() + 4, behavior: "instant" });
}"""
# How much of the picture, and where a step begins, in the window.
SEEN = """([id, i]) => {
    const picture = document.getElementById(id).querySelector(".lb-picture").getBoundingClientRect();
    const step = document.querySelectorAll(`#${id} .lb-stage`)[i].getBoundingClientRect();
    return [picture.top, picture.bottom, step.top, step.height, innerHeight];
}"""


@pytest.fixture
def opened(blocked_page, site):
    def visit(query="", **how):
        found = blocked_page(f"{(site / f'{PAGE}.html').as_uri()}{query}", formulas=False, **how)
        found.page.evaluate("id => document.getElementById(id).scrollIntoView({ behavior: 'instant' })", LAB)
        found.page.evaluate(f"lipbandits.labs.get('{LAB}').results()")
        return found

    return visit


def shows(page, i):
    page.wait_for_function(AT, arg=[LAB, i])
    page.wait_for_function(
        "([id, L, k]) => { const now = lipbandits.labs.get(id).state(); return now.lipschitz === L && now.k === k; }",
        arg=[LAB, *ASKED[i]],
    )
    assert page.inner_text(f"#{LAB} .lb-stage-nav span") == f"Step {i + 1} of 6: {NAMES[i]}"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_scrolling_sets_the_picture_which_stays_with_the_step(width, height, opened):
    visit = opened(width=width, height=height)
    page = visit.page
    for i in [*range(6), 2]:
        page.evaluate(UNDER, [LAB, i])
        shows(page, i)
        top, bottom, step, _, window = page.evaluate(SEEN, [LAB, i])
        assert top >= 0 and bottom <= step + 60 and step < window - 60
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.check()


def test_buttons_and_keys_go_from_step_to_step(opened):
    visit = opened()
    page = visit.page
    page.emulate_media(reduced_motion="reduce")
    nav = page.locator(f"#{LAB} .lb-stage-nav")
    assert nav.get_by_role("button", name="Previous").is_disabled()
    nav.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    shows(page, 1)
    page.keyboard.press("n")
    shows(page, 2)
    page.keyboard.press("p")
    shows(page, 1)
    visit.check()


def test_within_a_step_the_lab_is_the_readers(opened):
    visit = opened()
    page = visit.page
    page.evaluate(UNDER, [LAB, 1])
    shows(page, 1)
    page.evaluate(f"lipbandits.labs.get('{LAB}').set({{ k: 11 }})")
    page.mouse.wheel(0, 15)
    page.wait_for_timeout(300)
    assert page.evaluate(STATE, LAB)["k"] == 11
    page.evaluate(UNDER, [LAB, 2])
    shows(page, 2)
    visit.check()


def test_in_class_mode_each_step_is_a_slide(opened):
    visit = opened(f"?class#{LAB}", width=1280, height=720)
    page = visit.page
    page.wait_for_function("id => document.activeElement.id === id", arg=LAB)
    for i in range(6):
        shows(page, i)
        assert page.locator(f"#{LAB} .lb-stage:visible").count() == 1
        top, bottom, step, height, window = page.evaluate(SEEN, [LAB, i])
        assert top >= 0 and step >= 0 and max(bottom, step + height) <= window - 40, NAMES[i]
        if i < 5:
            page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    shows(page, 4)
    visit.check()


def test_without_scripts_and_on_paper_all_steps_are_read_in_order_below_the_picture(site, opened):
    soup = BeautifulSoup((site / f"{PAGE}.html").read_text(encoding="utf-8"), "html.parser")
    block = soup.select_one(f"[data-stages={LAB}]")
    assert [name.get_text() for name in block.select(".lb-stage-name")] == NAMES
    assert block.find_previous("figure")["data-lab"] == "tent" and ":::" not in block.get_text()
    visit = opened()
    visit.page.emulate_media(media="print")
    assert visit.page.locator(f"#{LAB} .lb-stage:visible").count() == 6
    assert visit.page.locator(f"#{LAB} .lb-stage-nav").is_hidden()
    visit.check()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_is_accessible(width, theme, opened):
    visit = opened(width=width, theme=theme)
    found = Axe().run(visit.page, context=f"#{LAB}")
    assert found.violations_count == 0, found.generate_report()
