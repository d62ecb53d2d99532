"""A chapter on paper: every picture in the state it has, no answers but those that are open, and nothing to press."""

import pytest
from test_explorers import SAME_PICTURES, OnScreen, all_baked

# The theme's own script says of each fold that it opens it.
SAID = "JSHandle"
FOLDS = "article .admonition.dropdown:is(.solution, .tip)"
VISIBLE = """all => all.filter(each => each.checkVisibility({ visibilityProperty: true }))
    .map(each => `${each.className}: ${each.textContent.trim().slice(0, 40)}`)"""
HEIGHTS = "pictures => pictures.map(picture => picture.getBoundingClientRect().height)"


@pytest.fixture
def paper(blocked_page, site):
    """Open a page as wide as paper; returns the visit and a function that begins or ends printing."""

    def opened(name, **how):
        visit = blocked_page((site / name).as_uri(), width=720, height=1000, **how)

        def printing(on):
            visit.page.emulate_media(media="print" if on else "screen")
            visit.page.evaluate("kind => void dispatchEvent(new Event(kind))", "beforeprint" if on else "afterprint")

        return visit, printing

    return opened


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=[pytest.mark.release] * (name not in ("intro.html", "ckl_ucb.html", "contextual.html"))
        )
        for name in sorted({one.page for one in all_baked()})
    ],
)
def test_every_picture_is_printed_and_answers_are_not(name, paper):
    visit, printing = paper(name, theme="dark", formulas=False)
    page = visit.page
    pictures = page.locator("article .lb-panel svg, article svg.lb-drawn")
    assert pictures.count() >= 1
    printing(True)
    assert all(height > 100 for height in pictures.evaluate_all(HEIGHTS))
    answers = page.locator(FOLDS)
    assert answers.count() >= 6 and answers.evaluate_all(VISIBLE) == []
    # The exercises themselves are, and so is what is folded for another reason.
    others = page.locator("article .exercise, article .admonition.dropdown:not(.solution, .tip)")
    assert len(others.evaluate_all(VISIBLE)) == others.count() >= 3
    pressed = page.locator("article :is(button, input, select, .lb-folds)")
    assert pressed.evaluate_all(VISIBLE) == []
    printing(False)
    assert answers.first.is_visible() and page.locator("article .lb-folds button").is_visible()
    assert [line for line in visit.complaints() if SAID not in line] == []


def test_answers_that_are_open_are_printed_and_one_button_opens_them_all(paper):
    visit, printing = paper("lower_bound.html", formulas=False)
    page = visit.page
    answers = page.locator(FOLDS)
    second = answers.nth(1)
    second.locator(".toggle-button").click()
    printing(True)
    assert [each.is_visible() for each in answers.all()] == [False, True, *[False] * (answers.count() - 2)]
    assert len(second.inner_text()) > 100
    printing(False)
    button = page.locator("article .lb-folds button")
    assert button.inner_text() == "Open all hints and solutions"
    exercises = page.locator("article .exercise")
    assert exercises.count() > 1 and page.locator("article .lb-folds + .exercise").count() == 1
    assert exercises.first.evaluate("exercise => exercise.previousElementSibling.className") == "lb-folds"
    button.focus()
    page.keyboard.press("Enter")
    assert button.inner_text() == "Fold all hints and solutions"
    printing(True)
    assert all(each.is_visible() for each in answers.all())
    printing(False)
    # As they were on the screen.
    assert page.locator(f"{FOLDS}.toggle-hidden").count() == 0
    button.click()
    assert page.locator(f"{FOLDS}.toggle-hidden").count() == answers.count()
    answers.first.locator(".toggle-button").click()
    assert button.inner_text() == "Open all hints and solutions"
    assert [line for line in visit.complaints() if SAID not in line] == []


def test_an_explorer_is_printed_in_the_state_that_it_has(paper):
    one = next(each for each in all_baked() if each.page == "oslb.html")
    visit, printing = paper(one.page, formulas=False)
    seen = OnScreen(visit.page, one)
    preset = one.spec["presets"][-1]
    seen.button(preset["label"]).click()
    printing(True)
    pictures, status = one.expected(preset["state"])
    assert visit.page.evaluate(SAME_PICTURES, [one.id, pictures])
    assert seen.figure.locator(".lb-status").inner_text() == status
    assert seen.figure.locator(".lb-panel svg").first.is_visible()
    # A whole chapter as the browser prints it, which asks all of this of the page by itself.
    assert visit.page.pdf(format="A4").startswith(b"%PDF-")
