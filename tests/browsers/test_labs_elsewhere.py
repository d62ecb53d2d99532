"""The tent in Firefox and in Safari's engine: by script, by keyboard, by a pointer and by a link, in the built book."""

from xml.etree import ElementTree

import numpy as np
import pytest

import lipbandits as lb

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
UP, HOME = "\ue013", "\ue011"
PAGE = "intro.html"
STATE = "return lipbanditsExplorers.get('tent').state"
RESTS = "return lipbanditsExplorers.get('tent').ready && !lipbanditsExplorers.get('tent').due"
# A pointer that goes 40 pixels up from the middle of a disc, and lets go or not.
DRAG = """
const { box } = lipbanditsExplorers.get("tent");
box.setPointerCapture = () => {};
const disc = box.querySelector("[data-key='truth 12']").getBoundingClientRect();
const pointer = { pointerId: 7, pointerType: arguments[0], button: 0, bubbles: true, cancelable: true };
const at = { clientX: disc.x + disc.width / 2, ...pointer };
const middle = disc.y + disc.height / 2;
const send = (kind, up) => box.dispatchEvent(new PointerEvent(kind, { ...at, clientY: middle - up }));
send("pointerdown", 0);
for (const up of [10, 20, 30, 40]) send("pointermove", up);
send("pointerup", 40);
"""


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def tent(opened, request):
    page = opened(PAGE, request.param)
    page.run("lipbandits.labs.get('tent').results().then(found => { window.found = found; })")
    page.wait("return window.found !== undefined")
    page.wait(RESTS)
    return page


def bandit_of(state):
    return lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"])


def test_it_computes_what_the_package_computes(tent):
    rng = np.random.default_rng(3)
    for count in (2, 5, 17, 46):
        theta = rng.random(count).round(3).tolist()
        steepest = float(np.max(np.abs(np.diff(theta)))) * (count - 1)
        tent.run(
            "const lab = lipbandits.labs.get('tent'); window.found = undefined; "
            "lab.set({theta: arguments[0], lipschitz: arguments[1], k: 0}).then(() => lab.results())"
            ".then(found => { window.found = found; })",
            theta,
            steepest,
        )
        tent.wait("return window.found !== undefined")
        bound = lb.lower_bound(lb.LipschitzBandit(theta, lipschitz=steepest))
        assert np.isclose(tent.run("return found.value"), bound.value, rtol=1e-9)
        assert np.isclose(np.sum(tent.run("return found.prices")), bound.value, rtol=1e-9)


def test_it_is_moved_by_keys_and_by_a_pointer(tent):
    before = tent.run(STATE)
    tent.focus("#tent .lb-picture")
    tent.press(HOME, UP)
    tent.wait(RESTS)
    assert np.isclose(tent.run(STATE)["theta"][0], before["theta"][0] + 0.01, atol=1e-4)
    for kind in ("mouse", "touch"):
        before = tent.run(STATE)
        tent.run(DRAG, kind)
        tent.wait(RESTS)
        after = tent.run(STATE)
        assert after["theta"][12] > before["theta"][12] + 0.02
        bound = lb.lower_bound(bandit_of(after))
        tent.wait(
            "return document.querySelector('#tent .lb-number').innerText === arguments[0]", f"cost {shown(bound)}"
        )


def shown(bound):
    """As draw.js writes three digits."""
    # Once an arm is at 1 there is nothing to find.
    if bound.value == 0:
        return "0"
    return (
        f"{bound.value:.0f}"
        if bound.value >= 100
        else f"{bound.value:.1f}"
        if bound.value >= 10
        else f"{bound.value:.2f}"
    )


def test_a_link_opens_to_the_same_numbers(tent, opened):
    tent.run(DRAG, "mouse")
    tent.wait(RESTS)
    link, numbers = tent.run("return document.querySelector('#tent .lb-link').href"), tent.text("#tent .lb-numbers")
    page = opened(f"{PAGE}#{link.partition('#')[2]}", link.startswith("file:"))
    page.wait(RESTS)
    page.wait("return document.querySelector('#tent .lb-numbers').innerText.trim() === arguments[0]", numbers)


# Presses a button of the fold, and keeps the file that it would save.
SAVE = """
URL.createObjectURL = (file) => {
    window.saved = file;
    return "#";
};
HTMLAnchorElement.prototype.click = () => {};
const buttons = [...document.querySelectorAll("#tent .lb-take button")];
buttons.find(button => button.textContent.includes(arguments[0])).click();
"""
# Shows that file as an image, and counts its pixels in the blue of the truth.
LOOK = """
const reader = new FileReader();
reader.onload = () => {
    const image = new Image();
    image.onload = () => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
        let blue = 0;
        for (let i = 0; i < data.length; i += 4) {
            blue += data[i] < 6 && Math.abs(data[i + 1] - 114) < 6 && Math.abs(data[i + 2] - 178) < 6;
        }
        window.seen = [canvas.width, blue];
    };
    image.src = reader.result;
};
reader.readAsDataURL(saved);
"""


def test_it_can_be_taken_away(tent):
    """The picture in both kinds; the lines give the lab's numbers."""
    tent.run("document.documentElement.dataset.theme = 'light'")
    tent.run("lipbandits.labs.get('tent').picture().then(text => { window.svg = text; })")
    tent.wait("return window.svg !== undefined")
    text = tent.run("return svg")
    ElementTree.fromstring(text)
    assert "#0072b2" in text and "var(" not in text and "color(" not in text and "rgb" not in text
    for kind, least in (("SVG", 300), ("PNG", 1600)):
        tent.run(SAVE, kind)
        tent.wait("return document.querySelector('#tent .lb-taken').textContent.startsWith('Saved as tent.')")
        tent.run("document.querySelector('#tent .lb-taken').textContent = ''")
        tent.run(LOOK)
        tent.wait("return window.seen !== undefined")
        width, blue = tent.run("return seen")
        tent.run("window.seen = undefined")
        assert width >= least and blue > 100
    names = {}
    exec(tent.run("return lipbandits.labs.get('tent').python()"), names)
    assert np.isclose(names["bound"].value, tent.run("return found.value"), rtol=1e-9)
