"""The labs where the book shows them: in the first screen, on a projector, on paper, and among explorers."""

import io
import json

import pytest
import zxingcpp
from PIL import Image

STATE = "lipbanditsExplorers.get('tent').state"
AWAKE = "() => lipbanditsExplorers.get('tent').ready && !lipbanditsExplorers.get('tent').due"
SCREENS = [(1920, 1080, "light"), (1280, 720, "dark")]
# The smallest text of the lab and of the bar, in pixels; the caps of keys are a little smaller.
PARTS = ".lb-question, .lb-status, .lb-number, .lb-of-arm-words, label, .lb-value, button, select, text"
SMALLEST = """parts => Math.min(...[...document.querySelectorAll(`#tent :is(${parts}), .lb-bar button`)]
    .filter(part => part.getClientRects().length).map(part => parseFloat(getComputedStyle(part).fontSize)))"""


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_the_book_opens_with_something_to_touch(blocked_page, site, width, height):
    """Buttons and the top of the picture lie within the first screen, formulas or not; on a wide one the whole game."""
    visit = blocked_page((site / "intro.html").as_uri(), covers=True, width=width, height=height)
    visit.page.wait_for_function(AWAKE.replace("tent", "ferry"))
    touched = visit.page.locator("#ferry").get_by_role("button", name="own days").bounding_box()
    assert touched["y"] + touched["height"] <= height
    picture = visit.page.locator("#ferry .lb-picture").bounding_box()
    assert picture["y"] <= height
    if width == 1280:
        question = visit.page.locator("#ferry").get_by_role("button", name="Skip", exact=True).bounding_box()
        assert question["y"] + question["height"] <= height
    visit.check()


@pytest.mark.parametrize(
    "page", ["intro.html", "lower_bound.html", pytest.param("model.html", marks=pytest.mark.release)]
)
def test_a_lab_fills_the_screen_in_class_and_obeys_keys(page, site, blocked_page):
    visit = blocked_page(f"{(site / page).as_uri()}?class#tent?", width=1920, height=1080, formulas=False)
    page = visit.page
    page.wait_for_function(AWAKE)
    first = json.loads(page.evaluate(f"JSON.stringify({STATE})"))
    for width, height, theme in reversed(SCREENS):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("html").evaluate("(html, theme) => { html.dataset.theme = theme; }", theme)
        page.wait_for_function("Math.abs(document.querySelector('#tent').getBoundingClientRect().top) < 1")
        page.wait_for_function(AWAKE)
        bar = page.get_by_role("navigation", name="Class mode").bounding_box()
        box = page.locator("#tent").bounding_box()
        assert box["y"] + box["height"] == pytest.approx(bar["y"], abs=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(
            "(() => { const f = document.querySelector('#tent'); return f.scrollHeight <= f.clientHeight + 1; })()"
        )
        assert page.evaluate(SMALLEST, PARTS) >= (18 if height == 1080 else 16)
        assert page.locator("#tent .lb-picture").bounding_box()["height"] > 0.55 * height
    page.keyboard.press("2")
    page.wait_for_function(
        f"before => JSON.stringify({STATE}) !== before", arg=json.dumps(first, separators=(",", ":"))
    )
    page.keyboard.press("r")
    page.wait_for_function("theta => " + STATE + ".theta.join() === theta.join()", arg=first["theta"])
    page.keyboard.press("b")
    for hidden in (".lb-panels", ".lb-numbers", ".lb-of-arm", ".lb-status"):
        assert page.locator(f"#tent {hidden}").evaluate("part => getComputedStyle(part).visibility") == "hidden"
    assert page.locator("#tent .lb-question").is_visible()
    page.keyboard.press("b")
    # With the focus on the picture, arrows choose arms and the page stays.
    page.focus("#tent .lb-picture")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.wait_for_function(AWAKE)
    assert page.evaluate(STATE)["theta"] != first["theta"]
    visit.check()


def test_the_code_of_a_dragged_theta_opens_on_a_phone(served, blocked_page):
    visit = blocked_page(f"{served}/intro.html?class#tent?", allow=served, formulas=False)
    page = visit.page
    page.wait_for_function(AWAKE)
    box = page.locator("#tent [data-key='truth 12']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 33, steps=4)
    page.mouse.up()
    page.wait_for_function(AWAKE)
    state, numbers = page.evaluate(STATE), page.inner_text("#tent .lb-numbers").split()
    page.keyboard.press("q")
    page.wait_for_function("document.querySelector('.lb-bar-qr svg')")
    page.wait_for_timeout(200)
    texts = [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))]
    assert texts == [page.inner_text(".lb-bar-share a")]
    phone = blocked_page(texts[0], allow=served, formulas=False, width=390, height=844).page
    phone.wait_for_function(AWAKE)
    phone.wait_for_function(
        "numbers => document.querySelector('#tent .lb-numbers').innerText.split(/\\s+/).join() === numbers.join()",
        arg=numbers,
    )
    for part in ("theta", "lipschitz", "k"):
        assert phone.evaluate(STATE)[part] == state[part]
    visit.check()


def test_on_paper_a_lab_has_the_state_of_the_screen_and_no_controls(blocked_page, site):
    visit = blocked_page((site / "intro.html").as_uri(), formulas=False)
    page = visit.page
    page.locator("#tent").scroll_into_view_if_needed()
    page.wait_for_function(AWAKE)
    page.click("#tent .lb-preset:nth-of-type(2)")
    page.wait_for_function(AWAKE)
    words = page.inner_text("#tent .lb-status")
    page.emulate_media(media="print")
    assert not page.locator("#tent .lb-controls").is_visible() and not page.locator("#tent .lb-buttons").is_visible()
    assert not page.locator("#tent .lb-step >> nth=0").is_visible()
    assert page.inner_text("#tent .lb-status") == words
    assert page.locator("#tent svg").is_visible()


def test_labs_and_explorers_share_a_page(blocked_page, site):
    """Each answers its own link; by script a lab is there before it is looked at."""
    visit = blocked_page((site / "lower_bound.html").as_uri(), formulas=False)
    page = visit.page
    assert page.evaluate("lipbandits.labs.ids()") == ["tent", "tent-2", "tent-3"]
    found = page.evaluate("lipbandits.labs.get('tent-2').results()")
    assert found["value"] == pytest.approx(33.6503, abs=1e-4)
    model = blocked_page((site / "model.html").as_uri() + "#tent-2?L=2&shape=rough", formulas=False)
    model.page.wait_for_function("document.querySelector('#tent-2 .lb-status').innerText.startsWith('L = 2')")
    model.check()
    visit.check()
