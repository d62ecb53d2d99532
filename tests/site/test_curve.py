"""The lab Curve in a real browser: drawn, watched, run and taken away; by mouse, keyboard, link and script."""

import json

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import awake, centre, first_and_all, frames_of_a_drag, page_of, settled, texts_outside

from lipbandits.labs import curves

GET = "lipbandits.labs.get('curve')"
VIEW = "lipbanditsExplorers.get('curve')"
OVER = f"() => !{VIEW}.runs.going && !{VIEW}.runs.comparing"
ALL = ["KL-UCB", "CKL-UCB", "HOO", "Zooming", "Adaptive"]
SMALL = {"policies": ALL, "horizon": 500, "runs": 3, "grid": 6}


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The addresses of pages with one curve each and nothing of the book."""
    labs = {"grid": curves.curve, "hoo": curves.hoo, "zooming": curves.zooming, "adaptive": curves.adaptive}
    return {name: page_of(tmp_path_factory.mktemp(name), lab) for name, lab in labs.items()}


@pytest.fixture
def lab(blocked_page, bare):
    """Opens a page from a folder, perhaps at a link, with the curve awake."""

    def opened(link="", which="grid", **looks):
        return awake(blocked_page(bare[which] + link, **looks), "curve")

    return opened


def run(page, **changes):
    page.evaluate(f"(changes) => {GET}.set(changes)", {**SMALL, **changes})
    found = page.evaluate(f"{GET}.run()")
    settled(page)
    return found


def drag(page, key, up):
    x, y = centre(page, key, "curve")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - up, steps=4)
    page.mouse.up()
    settled(page)


def test_run_streams_curves_and_splits_regret_into_floor_and_grid(lab):
    visit = lab()
    page = visit.page
    page.evaluate(f"(changes) => {GET}.set(changes)", SMALL)
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function(f"{VIEW}.runs.ranking().length === 5")
    page.wait_for_function(OVER)
    settled(page)
    found = page.evaluate(f"{GET}.results()")
    words = page.inner_text("#curve .lb-status")
    assert f"of which {found['floor']:.1f} is the floor of the grid" in words or "loses" in words
    rows = [row.split("\t") for row in page.locator("#curve .lb-results tbody tr").all_inner_texts()]
    assert [row[0].strip() for row in rows] == ["KL-UCB", "CKL-UCB", "HOO+", "Zooming+", "Adaptive"]
    for row, name in zip(rows, ALL, strict=True):
        last = found["regret"][name]["mean"][-1]
        if name in ("KL-UCB", "CKL-UCB"):
            assert float(row[2]) == pytest.approx(found["floor"], rel=5e-3)
            assert float(row[3]) == pytest.approx(last - found["floor"], rel=5e-3, abs=0.06)
        else:
            assert row[2:4] == ["–", "–"]
    for name in ALL:
        assert len(page.locator(f"[data-key='{name} mean']").get_attribute("points").split()) > 20
    visit.check()


def test_a_drawn_mean_goes_into_the_link_the_lines_and_the_table(lab):
    page = lab(width=1280).page
    drag(page, "truth 12", 40)
    shown = run(page, told=0.7, tuned=False, f="klucb3", quarter=False, seed=2**53 - 1)
    link = page.get_attribute("#curve .lb-link", "href")
    other = lab(link, width=390, theme="dark").page
    other.wait_for_function(f"{VIEW}.runs.ranking().length === 5")
    other.wait_for_function(OVER)
    settled(other)
    states = [each.evaluate(f"{GET}.state()") for each in (page, other)]
    assert states[0] == states[1]
    matplotlib.use("Agg")
    space = {}
    exec(page.evaluate(f"{GET}.python()"), space)
    plt.close("all")
    table = page.evaluate(f"{GET}.table()")
    assert [row[0] for row in table["rows"]] == shown["marks"]
    for name, (label, regret) in zip(ALL, space["results"].items(), strict=True):
        column = table["columns"].index(f"{label} mean")
        for means in (shown["regret"][name]["mean"], [row[column] for row in table["rows"]]):
            assert np.allclose(means, regret.mean(), rtol=1e-9, atol=1e-9)
    assert np.allclose(shown["grid"], space["grid"]) and shown["bestMean"] == space["bandit"].best_mean
    assert "3 runs of 500 rounds" in page.evaluate(f"{GET}.picture()")


@pytest.mark.parametrize("which", ["hoo", "zooming", "adaptive"])
def test_the_round_is_moved_played_and_gone_back_to(lab, which):
    page = lab(which=which, width=1280).page
    assert page.evaluate(f"{GET}.state().round") == 20
    at = {n: page.evaluate(f"{GET}.watch({n})") for n in (300, 40, 300)}
    assert at[300]["round"] == 301 and at[40]["round"] == 41 and at[300]["size"] >= at[40]["size"]
    assert page.evaluate(f"{GET}.watch(40)") == at[40]
    settled(page)
    assert "After round 40" in page.inner_text("#curve .lb-status")
    assert "round 40" in page.inner_text("#curve .lb-numbers")
    page.focus("#curve-round")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"{GET}.state().round > 40")
    page.get_by_role("button", name="Play rounds").click()
    page.wait_for_function(f"{GET}.state().round > 60")
    page.get_by_role("button", name="Hold").click()
    before = page.evaluate(f"{GET}.state().round")
    page.wait_for_timeout(300)
    assert page.evaluate(f"{GET}.state().round") == before


def test_a_drag_plays_the_watched_run_anew_and_by_keyboard_all_is_done(lab):
    page = lab(which="hoo", width=1280).page
    page.evaluate(f"{GET}.watch(200)")
    settled(page)
    tree = page.locator("[data-key='tree 0']").get_attribute("d")
    drag(page, "truth 10", 60)
    page.wait_for_function(f"!{VIEW}.behind")
    assert page.locator("[data-key='tree 0']").get_attribute("d") != tree
    page.focus("#curve .lb-picture")
    theta = page.evaluate(f"{GET}.state().theta")
    for key in ("Home", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    settled(page)
    assert page.evaluate(f"{GET}.state().theta")[1] > theta[1]
    assert "knot at 0.025" in page.inner_text("#curve .lb-of-arm-words")
    assert page.locator("#curve .lb-picture [tabindex]").count() == 0
    page.wait_for_function("document.querySelector('#curve .lb-heard').innerText.includes('HOO')")


def test_what_cannot_be_is_refused_and_nothing_changes(lab):
    page = lab().page
    before = page.evaluate(f"{GET}.state()")
    for changes, message in (
        ({"grid": 0}, "grid: 0; expected a whole number from 1 to 200"),
        ({"watch": "UCB"}, 'watch: "UCB"; expected one of KL-UCB'),
        ({"told": 0}, "told: 0; expected a number above 0"),
        ({"horizon": 100_001}, "horizon: 100001; expected a whole number from 1 to 100000"),
        ({"policies": []}, "policies: ; expected some of"),
    ):
        said = page.evaluate(f"(changes) => {GET}.set(changes).then(() => '', (error) => error.message)", changes)
        assert said.startswith(message)
    assert page.evaluate(f"{GET}.state()") == before
    other = lab("#curve?G=0&p=KL-UCB_UCB&w=no&r=5&T=1e3&n=2").page
    other.wait_for_function(f"{VIEW}.runs.ranking().length === 1")
    other.wait_for_function(OVER)
    settled(other)
    note = other.inner_text("#curve .lb-status")
    assert "UCB, which does not play here" in note and "G = 0" in note and "w = no" in note


@pytest.mark.parametrize(
    ("width", "theme"), [(390, "dark"), (1280, "light"), pytest.param(1920, "dark", marks=pytest.mark.release)]
)
@pytest.mark.parametrize("which", ["grid", "hoo"])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(lab, which, width, theme):
    visit = lab(which=which, width=width, theme=theme)
    page = visit.page
    run(page, horizon=25_000, runs=1)
    page.locator("#curve .lb-fold summary").click()
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.response["violations"] == [], json.dumps(found.response["violations"], indent=1)[:2000]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert texts_outside(page, "curve") == []
    visit.check()


@pytest.mark.alone
def test_a_drag_and_a_run_are_timed(lab, measure):
    """Knots of a curve, with nothing watched and with a tree; all five policies; judged by `make bench`."""
    for which in ("grid", "hoo"):
        frames = frames_of_a_drag(lab(which=which, width=1280).page, "truth 12", "curve", 90)
        measure("curve-drag-ms", f"{which}, the median frame", float(np.median(frames)))
        measure("curve-drag-longest-ms", which, max(frames))
    page = lab(width=1280).page
    page.evaluate(f"(changes) => {GET}.set(changes)", {"policies": ALL, "horizon": 10_000, "runs": 20})
    first, whole = first_and_all(page, "curve")
    measure("curve-first-curve-ms", "five policies, 10^4 rounds", first)
    measure("curve-run-ms", "20 runs of 10^4 rounds each", whole)
