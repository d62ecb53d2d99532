"""A page with labs and nothing of the book, and what tests do on it."""

from xml.etree import ElementTree

import pytest

from lipbandits.labs import assets

# As the book's dark mode has them.
DARK = (
    "html[data-theme=dark]{--pst-color-text-base:#ced6dd;--pst-color-background:#14181e;--pst-color-surface:#29313d;"
    "--pst-color-border:#48566b;--pst-color-link:#9ccbff}"
)
BODY = (
    "body{font:16px/1.5 sans-serif;margin:0 auto;max-width:50rem;color:var(--pst-color-text-base,#222);"
    "background:var(--pst-color-background,#fff)}"
)
# Narrow and wide, light and dark; in every way before a release.
some_looks = pytest.mark.parametrize(
    ("width", "theme"),
    [
        (390, "light"),
        (1280, "dark"),
        pytest.param(390, "dark", marks=pytest.mark.release),
        pytest.param(1920, "light", marks=pytest.mark.release),
    ],
)
# Waits until a lab has drawn all it has to draw.
RESTED = "() => [...lipbandits.labs.ids()].every((id) => !lipbanditsExplorers.get(id).due)"


def page_of(folder, *labs):
    """The address of a page with these labs, far from each other."""
    path = folder / "labs.html"
    figures = "<div style='height:1500px'></div>".join([*(lab.html() for lab in labs), ""])
    path.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Labs</title><meta name='viewport' "
        f"content='width=device-width'><style>{BODY}{DARK}</style><style>{assets.style()}</style><main><h1>Labs</h1>"
        f"{figures}</main><script>{assets.script()}</script></html>",
        encoding="utf-8",
    )
    return path.as_uri()


def settled(page):
    page.wait_for_function(RESTED)


def centre(page, key, which="tent"):
    """Where a mark is, in the window."""
    mark = page.locator(f"#{which} [data-key='{key}']")
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def fixtures_of(lab):
    """The fixtures `bare`, the address of a page with the lab alone, and `lab`, which opens it awake, or at a link."""

    @pytest.fixture(scope="module")
    def bare(tmp_path_factory):
        return page_of(tmp_path_factory.mktemp(lab.name), lab)

    @pytest.fixture
    def opened(blocked_page, bare):
        return lambda link="", **looks: awake(blocked_page(bare + link, **looks), lab.name)

    return bare, opened


def awake(visit, name):
    """A visit, once a lab of its page has started and rests."""
    visit.page.evaluate(f"lipbanditsExplorers.get('{name}').wake()")
    settled(visit.page)
    return visit


def texts_outside(page, name):
    """The texts of a lab's picture that leave it on a side."""
    return page.evaluate(OUTSIDE, name)


OUTSIDE = """(name) => {
    const box = document.querySelector(`#${name} .lb-picture`).getBoundingClientRect();
    return [...document.querySelectorAll(`#${name} svg text`)].filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return text.textContent && (left < box.left - 1 || right > box.right + 1);
    }).map((text) => text.textContent);
}"""


def words_of(picture):
    """All that a picture says, in one line: a sentence may go on in the next line of text."""
    return " ".join(
        text.text or "" for text in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    )


def swipe(touch, page, at, across=0, up=0):
    """A finger, by a session of Chromium's own protocol, that goes from a point and is lifted."""
    x, y = at
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        point = {"x": x + across * step / 8, "y": y - up * step / 8}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    settled(page)


def frames_of_a_drag(page, key, name, up, steps=60):
    """Milliseconds of script of each frame while a mark is dragged up, pixel by pixel or so."""
    x, y = centre(page, key, name)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("performance.clearMeasures()")
    page.mouse.move(x, y - up, steps=steps)
    frames = page.evaluate("performance.getEntriesByName('lab-frame').map((entry) => entry.duration)")
    page.mouse.up()
    settled(page)
    return frames


def first_and_all(page, name):
    """Milliseconds from Run to the first curve, and to the last run, of a lab that plays as a race does."""
    return page.evaluate(RUN_TIMED, name).values()


RUN_TIMED = """async (name) => {
    const lab = lipbanditsExplorers.get(name);
    let first;
    const heard = lab.runsChanged.bind(lab), began = performance.now();
    lab.runsChanged = (what) => {
        heard(what);
        if (lab.runs.ranking().length > 0) first ??= performance.now() - began;
    };
    await lipbandits.labs.get(name).run();
    lab.runsChanged = heard;
    return { first, all: performance.now() - began };
}"""
