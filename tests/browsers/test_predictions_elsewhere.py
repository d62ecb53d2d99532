"""Questions that cover figures, in Firefox and Safari's engine: a choice, Skip, a drawn curve, no covers any more."""

import pytest

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
END, PAGE_UP, PAGE_DOWN = "\ue010", "\ue00e", "\ue00f"
COVERED = "return Boolean(lipbandits.predictions.get(arguments[0]).covered)"
VISIBLE = "return document.querySelector(arguments[0]).checkVisibility?.({ visibilityProperty: true }) ?? true"
# A press on the button of a figure with these words.
PRESS = """
const [id, words] = arguments;
const buttons = [...document.querySelectorAll(`#${id} button, #predict-${id} button`)];
buttons.find((each) => each.textContent === words).click();
"""
# The first figure whose question has options, and the first one that asks for a drawn curve.
CHOICE = "return document.querySelector('.lb-predict input[type=radio]').closest('.lb-predict').dataset.figure"
DRAWN = "return document.querySelector('.lb-predict[data-frame]').dataset.figure"
# A pointer that goes from the lower left corner of the axes to the upper right one.
DRAW = """
const box = document.querySelector(`#${arguments[0]} .lb-draw`);
box.setPointerCapture = () => {};
box.hasPointerCapture = () => true;
const { left, right, top, bottom } = box.querySelectorAll(".lb-axes path")[1].getBoundingClientRect();
const send = (kind, share) => box.dispatchEvent(new PointerEvent(kind, {
    ...{ pointerId: 7, pointerType: "mouse", button: 0, buttons: 1, bubbles: true, cancelable: true },
    ...{ clientX: left + 1 + share * (right - left - 2), clientY: bottom - 1 - share * (bottom - top - 2) },
}));
send("pointerdown", 0);
for (let i = 1; i <= 12; i++) send("pointermove", i / 12);
send("pointerup", 1);
"""
GUESS = "return document.querySelectorAll(`#${arguments[0]} .lb-guessing .lb-guess`).length"


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def folder(request):
    return request.param


@pytest.fixture
def covered(opened, folder):
    """Open a page as a new reader does."""

    def go(name):
        page = opened(f"{name}?covers", folder)
        page.wait("return lipbandits.predictions?.ids().length > 0")
        return page

    return go


@pytest.fixture
def without(opened, folder):
    """Open a page as a reader does who wants no covers."""
    return lambda name: opened(name, folder)


def verdict(page, figure):
    return page.text(f"#{figure} .lb-verdict span")


def test_a_choice_is_told_apart_from_the_truth_and_its_figure_opens(covered):
    page = covered("model.html")
    figure = page.run(CHOICE)
    assert page.run(COVERED, figure) and not page.run(VISIBLE, f"#{figure} .lb-status")
    page.run(PRESS, figure, "Commit")
    assert page.text(f"#{figure} .lb-missing") == "Choose one of the options first, or skip." and page.run(
        COVERED, figure
    )
    page.click(f"#{figure} .lb-predict input")
    page.run(PRESS, figure, "Commit")
    page.wait(f"return !({COVERED.removeprefix('return ')})", figure)
    assert verdict(page, figure).startswith("You said “") and page.run(VISIBLE, f"#{figure} .lb-status")
    assert page.run("return document.activeElement.className").startswith("lb-verdict")


def test_skip_opens_one_and_never_all_until_they_are_wanted_again(covered, without):
    page = covered("lower_bound.html")
    first, second = page.run("return lipbandits.predictions.ids().slice(0, 2)")
    page.run(PRESS, first, "Skip")
    assert not page.run(COVERED, first) and page.run(COVERED, second) and verdict(page, first).startswith("It is ")
    page.run(PRESS, second, "Never cover figures")
    assert not page.run(COVERED, second) and page.run(VISIBLE, f"#{second} .lb-status")
    assert page.run("return localStorage.getItem('lipbandits.covers')") == '"off"'
    page = without("lower_bound.html")
    assert page.run("return lipbandits.predictions.ids()") == [] and page.run(VISIBLE, f"#{second} .lb-status")
    page.run(PRESS, second, "Cover figures until I answer")
    page.wait(COVERED, second)
    assert not page.run(VISIBLE, f"#{second} .lb-status")


@pytest.mark.parametrize("by", ["pointer", "keys"])
def test_a_curve_is_drawn_and_laid_on_the_picture(covered, by):
    page = covered("ckl_ucb.html")
    figure = page.run(DRAWN)
    box = f"#{figure} .lb-draw"
    page.run("document.getElementById(arguments[0]).scrollIntoView({ behavior: 'instant' })", figure)
    if by == "keys":
        page.focus(box)
        page.press(PAGE_UP, END, PAGE_DOWN)
    else:
        page.run(DRAW, figure)
    assert "nothing" not in page.run("return document.querySelector(arguments[0]).getAttribute('aria-valuetext')", box)
    page.run(PRESS, figure, "Commit")
    page.wait(f"return !({COVERED.removeprefix('return ')})", figure)
    assert verdict(page, figure).startswith("Your curve lies on the picture, in dashes. It is off by a factor of ")
    page.wait(f"{GUESS} === 1", figure)
    page.run(PRESS, figure, "Remove my curve")
    assert page.run(GUESS, figure) == 0
