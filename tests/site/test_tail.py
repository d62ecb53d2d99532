"""The tail in a real browser: by mouse, touch and keyboard, by link, in class, on paper."""

import json

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import centre, fixtures_of, frames_of_a_drag, settled, some_looks, swipe, texts_outside, words_of

from lipbandits.labs import tail

GET = "lipbandits.labs.get('tail')"
LAB = "lipbanditsExplorers.get('tail')"
OVER = f"() => !{LAB}.runs.going && !{LAB}.unveiling && {LAB}.runs.count > 0"
SMALL = {"theta": [0.5, 0.4, 0.6], "n": 61, "runs": 400, "delta": 2.0}


bare, lab = fixtures_of(tail)


def run(page, **changes):
    page.evaluate(f"(changes) => {GET}.set(changes)", {**SMALL, **changes})
    found = page.evaluate(f"{GET}.run()")
    settled(page)
    return found


def points(page, key):
    return page.locator(f"[data-key='{key}']").get_attribute("points").split()


def test_run_grows_a_curve_towards_the_exact_one_and_ends_with_a_sentence(lab):
    visit = lab()
    page = visit.page
    assert points(page, "simulated") == [] and len(points(page, "exact")) > 20
    assert "Run draws 10,000 runs" in page.inner_text("#tail .lb-status")
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function(f"() => {LAB}.share")
    few = page.evaluate(f"{LAB}.share.count")
    page.wait_for_function(OVER)
    settled(page)
    assert few < 10_000 == page.evaluate(f"{LAB}.share.count")
    assert len(points(page, "simulated")) > 10 and len(points(page, "interval")) > 20
    words = page.inner_text("#tail .lb-status")
    assert "of 10,000 runs reach δ = 3" in words and "95 %" in words and "lies in the interval" in words
    assert "runs=10000" in page.get_attribute("#tail .lb-link", "href")
    visit.check()


# A worker answers in the order in which it was told: who has done a job given now has heard of what was said before.
ALL_HEARD = """() => Promise.all(lipbandits.crew.members.map(() => new Promise((heard, fail) => lipbandits.crew.give([{
    job: { owner: "another", work: { kind: "largest", mean: 0.5, round: 3, deltas: [1] } },
    heard: ({ done, error }) => done ? heard(true) : error && fail(new Error(error)),
}]))))"""


def test_pause_holds_stop_keeps_what_is_there_and_more_runs_add(lab):
    page = lab().page
    page.evaluate(f"(changes) => {GET}.set(changes)", {**SMALL, "rule": "CKL-UCB", "n": 3001, "runs": 30_000})
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function(f"() => {LAB}.runs.count > 0")
    page.get_by_role("button", name="Pause", exact=True).click()
    page.evaluate(ALL_HEARD)
    held = page.evaluate(f"{LAB}.runs.count")
    page.wait_for_timeout(400)
    assert page.evaluate(f"{LAB}.runs.count") == held
    page.get_by_role("button", name="Go on", exact=True).click()
    page.wait_for_function(f"(held) => {LAB}.runs.count > held", arg=held)
    page.get_by_role("button", name="Stop", exact=True).click()
    settled(page)
    kept = page.evaluate(f"{GET}.state().runs")
    assert kept == page.evaluate(f"{LAB}.runs.count") or "no run had finished" in page.inner_text("#tail .lb-status")
    run(page, rule="uniform")
    page.get_by_role("button", name="More runs", exact=True).click()
    page.wait_for_function(f"() => {LAB}.runs.count === 1000")


def test_the_line_at_delta_is_dragged_tapped_and_moved_by_its_slider(lab):
    page = lab(width=1280).page
    run(page)
    x, y = centre(page, "delta handle", "tail")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 30, steps=5)
    page.mouse.up()
    settled(page)
    dragged = page.evaluate(f"{GET}.state()")
    assert dragged["delta"] > 3 and dragged["theta"] == SMALL["theta"]
    assert page.evaluate(f"{LAB}.runs.count") == 400
    assert f"δ = {dragged['delta']:g}" in page.locator("[data-key='delta text']").text_content()
    box = page.locator("[data-key='says nothing']").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 40)
    settled(page)
    end = page.evaluate(f"{LAB}.found.end")
    assert page.evaluate(f"{GET}.state().delta") == pytest.approx(end / 2, abs=0.2)
    page.focus("#tail-delta")
    page.keyboard.press("ArrowLeft")
    settled(page)
    assert page.evaluate(f"{GET}.state().delta") == pytest.approx(end / 2 - 0.1, abs=0.2)


def test_a_mean_that_moves_takes_its_runs_away_and_as_many_are_drawn_again_at_rest(lab):
    page = lab().page
    run(page)
    page.focus("#tail .lb-picture")
    for key in ("Home", "ArrowRight", "PageUp"):
        page.keyboard.press(key)
    settled(page)
    assert page.evaluate(f"{GET}.state().theta") == [0.5, 0.5, 0.6]
    page.wait_for_function(OVER)
    assert page.evaluate(f"{LAB}.runs.count") == 400
    page.wait_for_function("document.querySelector('#tail .lb-heard').innerText.includes('400 runs')")


def test_a_link_draws_and_shows_the_same_numbers_at_another_size(lab):
    page = lab(width=1280).page
    run(page, rule="CKL-UCB", seed=2**53 - 1, stops=True)
    link = page.get_attribute("#tail .lb-link", "href")
    assert len(link) < 200
    other = lab(link, width=390, theme="dark").page
    other.wait_for_function(OVER)
    settled(other)
    for part in (".lb-status", ".lb-numbers"):
        assert other.inner_text(f"#tail {part}") == page.inner_text(f"#tail {part}")


def test_a_link_to_the_lab_alone_draws_nothing(lab):
    page = lab("#tail?").page
    page.wait_for_timeout(300)
    assert page.evaluate(f"{LAB}.runs.count") == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"theta": [0.5, 0.4, 0.6]},
        {"theta": [0.31], "stops": True},
        {"theta": [0.5] * 9, "n": 901, "delta": 5.0},
        {"theta": [0.5, 0.45], "rule": "CKL-UCB", "seed": 4},
    ],
    ids=["exact", "one arm", "a bracket", "CKL-UCB"],
)
def test_the_lines_that_one_copies_give_the_numbers_of_the_page_and_of_the_table(lab, changes, capsys):
    page = lab().page
    shown = run(page, **changes)["at"]
    space = {}
    exec(page.evaluate(f"{GET}.python()"), space)
    share = space["share"]
    assert (share.value, share.low, share.high) == pytest.approx((shown["tail"], shown["low"], shown["high"]), rel=1e-9)
    if shown["exact"] is not None:
        assert space["tail"] == pytest.approx(shown["exact"], rel=1e-9)
    elif shown["bracket"] is not None:
        assert [space["low"], space["high"]] == pytest.approx(list(shown["bracket"].values()), rel=1e-9)
    else:
        assert "tail" not in space and "low" not in space
    printed = capsys.readouterr().out
    assert "naive" not in printed and "union_bound" in printed
    table = page.evaluate(f"{GET}.table()")
    assert table["columns"][:4] == ["delta", "simulated", "low", "high"] and len(table["rows"]) == 120
    assert dict(table["head"])["rule"] == json.dumps(changes.get("rule", "round robin"))


def test_before_a_run_there_is_no_table_and_the_picture_says_what_was_drawn(lab):
    page = lab().page
    said = page.evaluate(f"{GET}.table().then(() => '', (error) => error.message)")
    assert said == "nothing was drawn yet; press Run"
    run(page, rule="uniform", seed=5)
    assert "400 runs to round 61, at random, seed 5" in words_of(page.evaluate(f"{GET}.picture()"))


@some_looks
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(lab, width, theme):
    visit = lab(width=width, theme=theme)
    for changes in (None, {}, {"theta": [0.5] * 12, "n": 1001, "delta": 90.0}):
        if changes is not None:
            run(visit.page, **changes)
        found = Axe().run(visit.page, options={"resultTypes": ["violations"]})
        assert found.response["violations"] == [], json.dumps(found.response["violations"], indent=1)[:2000]
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # No text of the picture leaves it.
        assert texts_outside(visit.page, "tail") == []
    visit.check()


def test_on_a_phone_a_touch_on_the_line_drags_and_a_swipe_elsewhere_scrolls(browser, bare):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(bare)
    page.evaluate(f"{LAB}.wake()")
    settled(page)
    page.locator("#tail .lb-picture").scroll_into_view_if_needed()
    touch = context.new_cdp_session(page)

    top = page.evaluate("scrollY")
    x, y = centre(page, "delta line", "tail")
    top = page.evaluate("scrollY")
    swipe(touch, page, (x, y), 60, 0)
    delta = page.evaluate(f"{GET}.state().delta")
    assert delta > 5 and page.evaluate("scrollY") == top
    swipe(touch, page, (x + 150, y), 0, 150)
    assert page.evaluate(f"{GET}.state().delta") == delta and page.evaluate("scrollY") > top
    context.close()


@pytest.mark.parametrize(("width", "height"), [pytest.param(1920, 1080, marks=pytest.mark.release), (1280, 720)])
def test_in_class_it_fills_the_screen_and_keys_choose_presets(width, height, site, blocked_page):
    visit = blocked_page(
        f"{(site / 'concentration.html').as_uri()}?class#tail?", width=width, height=height, formulas=False
    )
    page = visit.page
    page.wait_for_function(f"{LAB}.ready && !{LAB}.due")
    bar = page.get_by_role("navigation", name="Class mode").bounding_box()
    box = page.locator("#tail").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(bar["y"], abs=1)
    fits = "(() => { const f = document.querySelector('#tail'); return f.scrollHeight <= f.clientHeight + 1; })()"
    assert page.evaluate(fits)
    assert page.locator("#tail .lb-picture").bounding_box()["height"] > 0.45 * height
    page.keyboard.press("2")
    page.wait_for_function(OVER, timeout=60_000)
    settled(page)
    assert page.evaluate(fits)
    visit.check()


def test_on_paper_it_has_the_state_of_the_screen_and_no_controls(lab):
    page = lab().page
    run(page)
    words = page.inner_text("#tail .lb-status")
    page.emulate_media(media="print")
    for hidden in (".lb-controls", ".lb-buttons", ".lb-race"):
        assert not page.locator(f"#tail {hidden}").is_visible()
    assert page.inner_text("#tail .lb-status") == words and page.locator("#tail svg").is_visible()


@pytest.mark.alone
def test_the_first_runs_and_a_drag_are_timed(lab, measure):
    """Printed here, and judged by `make bench`: from Run to the first runs, and frames while a mean is dragged."""
    page = lab(width=1280).page
    page.evaluate(f"(changes) => {GET}.set(changes)", {**SMALL, "theta": [0.5] * 8, "n": 1001, "runs": 10_000})
    first = page.evaluate(
        f"""async () => {{
            const lab = {LAB}, began = performance.now();
            lab.pressRun();
            while (lab.runs.count === 0) await new Promise((done) => setTimeout(done, 5));
            return performance.now() - began;
        }}"""
    )
    page.wait_for_function(OVER, timeout=60_000)
    frames = frames_of_a_drag(page, "truth 3", "tail", 60, steps=30)
    measure("tail-first-runs-ms", "8 arms, 1000 rounds", first)
    measure("tail-drag-ms", "the median frame", float(np.median(frames)))
    measure("tail-drag-longest-ms", "the longest frame", max(frames))
