"""Contexts in the reader's hand, in a real browser: by mouse, touch and keyboard, by link, on paper."""

import json

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import centre, first_and_all, fixtures_of, frames_of_a_drag, settled, some_looks, swipe, texts_outside

import lipbandits as lb
from lipbandits.labs import contexts

GET = "lipbandits.labs.get('contexts')"
LAB = "lipbanditsExplorers.get('contexts')"
OVER = f"() => !{LAB}.runs.going && !{LAB}.runs.comparing"
SMALL = {"policies": ["CCKL-UCB", "CKL-UCB"], "horizon": 1000, "runs": 12}


bare, lab = fixtures_of(contexts)


def run(page, **changes):
    page.evaluate(f"(changes) => {GET}.set(changes)", {**SMALL, **changes})
    found = page.evaluate(f"{GET}.run()")
    settled(page)
    return found


def bandit_of(state):
    given = (state[name] for name in ("theta", "arms", "contexts", "lipschitz", "weight"))
    return lb.ContextualBandit(*given, distribution=state["distribution"])


def drag(page, key, up):
    x, y = centre(page, key, "contexts")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - up, steps=6)
    page.mouse.up()
    settled(page)


def test_a_drag_takes_the_neighbours_of_all_contexts_along_and_the_link_holds_it(lab):
    visit = lab(width=1280)
    page = visit.page
    before = page.evaluate(f"{GET}.state()")
    drag(page, "truth 0", 60)
    now = page.evaluate(f"{GET}.state()")
    changed = np.abs(np.array(now["theta"]) - before["theta"]) > 5e-5
    assert changed[2, 0] and changed[[1, 3], 0].all()
    # It keeps its promise, to the digits of a link.
    assert (now["lipschitz"], now["weight"]) == (0.6, 0.1) and bandit_of(now).lipschitz == 0.6
    assert np.array_equal(now["theta"], np.round(now["theta"], 4))
    link = page.get_attribute("#contexts .lb-link", "href")
    other = lab(link, width=390, theme="dark").page
    other.wait_for_function(f"{LAB}.runs.ranking().length === 2")
    assert other.evaluate(f"{GET}.state()") == now
    value = lb.contextual_lower_bound(bandit_of(now)).value
    assert other.locator(".lb-number").first.inner_text() == f"C′(θ) = {value:.0f}"
    visit.check()


def test_a_drag_that_may_lift_l_moves_one_mean(lab):
    page = lab(width=1280).page
    page.select_option("#contexts-follows", "L")
    before = page.evaluate(f"{GET}.state()")
    drag(page, "truth 8", 80)
    now = page.evaluate(f"{GET}.state()")
    changed = np.abs(np.array(now["theta"]) - before["theta"]) > 2e-4
    assert np.argwhere(changed).tolist() == [[2, 8]] and now["lipschitz"] > 0.6
    page.keyboard.press("Escape")


def test_a_tap_on_a_row_or_on_another_curve_takes_that_context(lab):
    page = lab("#contexts?shape=apart&L=0.6&b=100&j=0&k=1", width=1280).page
    x, y = centre(page, "row 4", "contexts")
    page.mouse.click(x, y)
    settled(page)
    state = page.evaluate(f"{GET}.state()")
    assert (state["j"], state["k"]) == (4, 4)
    assert "context 4, arm 4" in page.inner_text("#contexts .lb-of-arm-words")
    # The curve of context 0 is far above that of context 4 at the first arm.
    box = page.locator("[data-key='other 0']").bounding_box()
    x = page.locator("[data-key='truth 0']").bounding_box()["x"] + 8
    page.mouse.click(x, box["y"] + 30)
    settled(page)
    assert page.evaluate(f"{GET}.state().j") in (0, 1)


def test_by_keyboard_all_is_done_and_a_moved_mean_takes_runs_away(lab):
    page = lab().page
    run(page)
    page.focus("#contexts-j")
    page.keyboard.press("ArrowRight")
    settled(page)
    assert page.evaluate(f"{GET}.state().j") == 3
    # Looking at another context is no other state for what was played.
    assert page.evaluate(f"{LAB}.runs.ranking().length") == 2
    page.focus("#contexts .lb-picture")
    for key in ("Home", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    settled(page)
    assert page.evaluate(f"{LAB}.runs.ranking()") == []
    page.wait_for_function(
        "document.querySelector('#contexts .lb-picture').getAttribute('aria-valuetext').startsWith('context 3, arm 1')"
    )
    page.focus("#contexts .lb-run")
    page.keyboard.press("Enter")
    page.wait_for_function(f"{LAB}.runs.ranking().length === 2")
    page.wait_for_function(OVER)
    assert page.locator("#contexts .lb-picture [tabindex]").count() == 0
    page.wait_for_function("document.querySelector('#contexts .lb-heard').innerText.includes('paired runs')")


def test_sliders_keep_the_promise_and_say_what_theta_needs(lab):
    page = lab().page
    page.locator("#contexts-b").fill("-40")
    settled(page)
    state = page.evaluate(f"{GET}.state()")
    assert 0.01 < state["weight"] < 0.1 and bandit_of(state).lipschitz == 0.6
    assert f"needs β = {state['weight']:.4g} at least" in page.inner_text("#contexts .lb-status")
    page.locator("#contexts-L").fill("0")
    settled(page)
    state = page.evaluate(f"{GET}.state()")
    assert "needs L = " in page.inner_text("#contexts .lb-status") and bandit_of(state).lipschitz == state["lipschitz"]
    page.locator("#contexts-share").fill("12")
    settled(page)
    distribution = page.evaluate(f"{GET}.state().distribution")
    assert distribution[2] == 0.5 and sum(distribution) == pytest.approx(1, abs=1e-12)


@some_looks
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(lab, width, theme):
    visit = lab(width=width, theme=theme)
    for before in (True, False):
        if not before:
            run(visit.page, policies=["CCKL-UCB", "CKL-UCB", "KL-UCB"])
        found = Axe().run(visit.page, options={"resultTypes": ["violations"]})
        assert found.response["violations"] == [], json.dumps(found.response["violations"], indent=1)[:2000]
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert texts_outside(visit.page, "contexts") == []
    visit.check()


def test_on_a_phone_a_touch_on_the_curve_drags_and_a_swipe_elsewhere_scrolls(browser, bare):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(bare)
    page.evaluate(f"{LAB}.wake()")
    settled(page)
    page.locator("#contexts .lb-picture").scroll_into_view_if_needed()
    touch = context.new_cdp_session(page)

    before, top = page.evaluate(f"{GET}.state().theta"), page.evaluate("scrollY")
    x, y = centre(page, "truth 6", "contexts")
    top = page.evaluate("scrollY")
    swipe(touch, page, (x, y), up=30)
    after = page.evaluate(f"{GET}.state().theta")
    assert after[2][6] > before[2][6] + 0.03 and page.evaluate("scrollY") == top
    box = page.locator("[data-key='regret title']").bounding_box()
    swipe(touch, page, (195, box["y"] + 40), up=150)
    assert page.evaluate(f"{GET}.state().theta") == after and page.evaluate("scrollY") > top
    context.close()


def test_on_paper_it_has_the_state_of_the_screen_and_no_controls(lab):
    page = lab().page
    run(page)
    words = page.inner_text("#contexts .lb-status")
    page.emulate_media(media="print")
    for hidden in (".lb-controls", ".lb-buttons", ".lb-race", ".lb-policies"):
        assert not page.locator(f"#contexts {hidden}").is_visible()
    assert page.inner_text("#contexts .lb-status") == words and page.locator("#contexts svg").is_visible()


@pytest.mark.parametrize(("width", "height"), [pytest.param(1920, 1080, marks=pytest.mark.release), (1280, 720)])
def test_in_class_it_fills_the_screen(width, height, site, blocked_page):
    visit = blocked_page(
        f"{(site / 'contextual.html').as_uri()}?class#contexts?", width=width, height=height, formulas=False
    )
    page = visit.page
    page.wait_for_function(f"{LAB}.ready && !{LAB}.due")
    bar = page.get_by_role("navigation", name="Class mode").bounding_box()
    box = page.locator("#contexts").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(bar["y"], abs=1)
    assert page.evaluate(
        "(() => { const f = document.querySelector('#contexts'); return f.scrollHeight <= f.clientHeight + 1; })()"
    )
    assert page.locator("#contexts .lb-picture").bounding_box()["height"] > 0.5 * height
    visit.check()


@pytest.mark.alone
def test_a_drag_and_a_run_are_timed(lab, measure):
    """Six contexts of nine arms; printed here, and judged by `make bench`."""
    page = lab(width=1280).page
    frames = frames_of_a_drag(page, "truth 0", "contexts", 90)
    measure("contexts-drag-ms", "the median frame", float(np.median(frames)))
    measure("contexts-drag-longest-ms", "the longest frame", max(frames))
    first, whole = first_and_all(page, "contexts")
    measure("contexts-first-curve-ms", "two policies, 10^4 rounds", first)
    measure("contexts-run-ms", "20 runs of 10^4 rounds each", whole)
