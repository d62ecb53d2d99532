"""HOO's walk down its tree, five steps beside its lab: by scrolling, by buttons, and as slides in class mode."""

import pytest

LAB, ROUNDS = "curve-2", (2, 3, 6, 9, 400)
AT = "([id, at]) => lipbandits.stages.of(document.getElementById(id)).at === at"
SHOWS = "([id, round]) => lipbandits.labs.get(id).state().round === round"
# Moves a step under the picture, as a reader scrolls; farther than by a line, which a sentence may have more or less.
UNDER = """([id, i]) => {
    const staged = lipbandits.stages.of(document.getElementById(id));
    scrollBy({ top: staged.steps[i].getBoundingClientRect().top - staged.line() + 24, behavior: "instant" });
}"""


@pytest.fixture
def opened(blocked_page, site):
    def visit(query="", **how):
        found = blocked_page(f"{(site / 'adaptive.html').as_uri()}{query}", formulas=False, **how)
        found.page.evaluate("id => document.getElementById(id).scrollIntoView({ behavior: 'instant' })", LAB)
        found.page.evaluate(f"lipbandits.labs.get('{LAB}').results()")
        return found

    return visit


def shows(page, i):
    page.wait_for_function(AT, arg=[LAB, i])
    page.wait_for_function(SHOWS, arg=[LAB, ROUNDS[i]])


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_scrolling_goes_through_the_rounds(width, height, opened):
    visit = opened(width=width, height=height)
    for i in [*range(5), 1]:
        visit.page.evaluate(UNDER, [LAB, i])
        shows(visit.page, i)
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.check()


def test_in_class_mode_each_step_is_a_slide(opened):
    visit = opened(f"?class#{LAB}", width=1280, height=720)
    page = visit.page
    page.wait_for_function("id => document.activeElement.id === id", arg=LAB)
    for i in range(5):
        shows(page, i)
        assert page.locator(f"#{LAB} .lb-stage:visible").count() == 1
        if i < 4:
            page.keyboard.press("ArrowRight")
    visit.check()
