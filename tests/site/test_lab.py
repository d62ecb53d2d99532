"""A real Jupyter server, as `make lab` gives it: explorers answer in it, and before a release a chapter runs whole."""

import json
import shutil
import statistics
import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_lab import boxes, end_with, last_words, move_sliders, opened_and_run, seen, server, wait_for_change

import lipbandits as lb

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTER = "oslb.ipynb"
# What chapters have, in a notebook that takes no time.
SMALL = [
    "from lipbandits.explorers import catalogue\ncatalogue()['wrong-beta']",
    "from lipbandits.explorers.game import ferry_game\nferry_game",
    "from lipbandits.labs import tent\ntent",
]
THETA = "lipbanditsExplorers.get('tent').state.theta"
KERNEL = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}
TIMING_CELL = """
import json, time
from lipbandits.explorers import catalogue
times = {}
for name, explorer in catalogue().items():
    view = explorer()
    view.status
    for state in list(explorer.states())[:: max(1, len(explorer) // 30)]:
        began = time.perf_counter()
        view.set(**state)
        times.setdefault(name, []).append(1e3 * (time.perf_counter() - began))
print("TIMES", json.dumps(times))
"""
# Notes how long it takes from a key to the next change of the picture.
STOPWATCH = """box => {
    let began;
    box.times = [];
    box.addEventListener("keydown", () => { began = performance.now(); }, true);
    new MutationObserver(() => {
        if (began && box.times.push(performance.now() - began)) began = undefined;
    }).observe(box.querySelector(".lb-panels").closest(".widget-html-content"), { childList: true });
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address of a Jupyter server on a copy of the book; the chapter has a cell more, which measures."""
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(BOOK, root / "book")
    end_with(root / "book" / CHAPTER, TIMING_CELL)
    cells = [nbformat.v4.new_code_cell(source) for source in SMALL]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), root / "book" / "small.ipynb")
    end_with(root / "book" / "small.ipynb")
    with server(sys.executable, root / "book", root) as address:
        yield address


@pytest.fixture(scope="module")
def in_lab(lab, browser):
    """Open a notebook in JupyterLab and run it whole; only the server itself may be asked for anything."""
    contexts, elsewhere = [], []

    def refuse(route):
        elsewhere.append(route.request.url)
        route.abort()

    def opened(name):
        context = browser.new_context(viewport={"width": 1400, "height": 1000})
        contexts.append(context)
        context.route(lambda url: url.startswith("http") and not url.startswith(lab), refuse)
        page = opened_and_run(context, lab, name)
        last_words(page)
        return page

    yield opened
    assert elsewhere == []
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def page(in_lab):
    """The chapter in JupyterLab, after Run All."""
    return in_lab(CHAPTER)


def test_an_explorer_and_the_game_work_in_a_notebook(in_lab):
    page = in_lab("small.ipynb")
    assert set(boxes(page)) == {"wrong-beta"}
    every_slider_moves_picture_and_words(page)
    every_choice_moves_picture_or_words(page)
    presets_reset_and_large_picture_work(page)
    the_game_is_played_and_its_keys_do_not_reach_the_notebook(page)
    the_tent_is_moved_and_its_keys_do_not_reach_the_notebook(page)


@pytest.mark.release
def test_the_chapter_runs_whole_and_a_callback_is_timed(page, measure):
    times = last_words(page).partition("TIMES")[2].splitlines()[0]
    for name, each in json.loads(times).items():
        measure("kernel-callback-ms", name, statistics.median(each))
    assert boxes(page)


def every_slider_moves_picture_and_words(page, measure=None):
    for name, box in boxes(page).items():
        box.evaluate(STOPWATCH)
        pictures, sentences = move_sliders(page, name, box)
        assert len(pictures) > 1 and len(sentences) > 1
        if measure:
            measure("key-to-picture-ms", name, statistics.median(box.evaluate("box => box.times")))


def presets_reset_and_large_picture_work(page):
    for box in boxes(page).values():
        buttons = box.locator("button.widget-button:not(.widget-toggle-button)")
        buttons.first.scroll_into_view_if_needed()
        reset = box.get_by_role("button", name="Reset", exact=True)
        reset.click()
        page.wait_for_timeout(500)
        first = seen(box)
        # One preset of an explorer may be its first state.
        changes = []
        for i in range(2):
            buttons.nth(i).click()
            changes.append(wait_for_change(page, box, first))
            reset.click()
            page.wait_for_timeout(500)
            assert seen(box) == first
        assert any(change != first for change in changes)

        large = box.get_by_role("button", name="Large picture", exact=True)
        before = box.locator(".lb-panel").first.bounding_box()["width"]
        large.click()
        page.wait_for_timeout(300)
        assert box.locator(".lb-panel").first.bounding_box()["width"] > before
        place = box.bounding_box()
        assert place["y"] >= 0 and place["y"] + place["height"] <= 1000.5
        large.click()


def every_choice_moves_picture_or_words(page):
    for box in boxes(page).values():
        for i in range(box.locator("select").count()):
            menu = box.locator("select").nth(i)
            before = seen(box)
            menu.select_option(index=menu.evaluate("menu => (menu.selectedIndex + 1) % menu.length"))
            assert wait_for_change(page, box, before) != before


@pytest.mark.release
def test_the_explorers_of_a_chapter_work(page, measure):
    every_slider_moves_picture_and_words(page, measure)
    every_choice_moves_picture_or_words(page)
    presets_reset_and_large_picture_work(page)


def the_game_is_played_and_its_keys_do_not_reach_the_notebook(page):
    game = page.locator("figure.lb-game")
    arms, status = game.locator(".lb-arm"), game.locator(".lb-status")
    arms.first.wait_for(timeout=120_000)
    code = page.locator(".jp-CodeCell").count()
    arms.first.click()
    assert status.inner_text().startswith("Day 1 of 60: €4, a ")
    days = {"3": "Day 2 of 60: €8", "ArrowDown": "Day 2", "Enter": "Day 3 of 60: €10", "Space": "Day 4", "x": "Day 4"}
    for key, told in days.items():
        page.keyboard.press(key)
        assert status.inner_text().startswith(told), key
    # To a notebook an arrow key means another cell, Enter means to edit, and x to cut the cell.
    assert page.locator(".jp-CodeCell").count() == code
    assert page.locator(".jp-Cell.jp-mod-active figure.lb-game").count() == 1
    assert arms.nth(3).evaluate("arm => arm === document.activeElement")


def the_tent_is_moved_and_its_keys_do_not_reach_the_notebook(page):
    picture = page.locator("figure.lb-lab .lb-picture")
    picture.scroll_into_view_if_needed()
    found = page.evaluate("lipbandits.labs.get('tent').results()")
    assert abs(found["value"] - lb.lower_bound(lb.triangle(17, slope=0.5)).value) < 1e-9
    before = page.evaluate(THETA)
    picture.click(position={"x": 5, "y": 5})
    picture.focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowDown", "x", "d", "d"):
        page.keyboard.press(key)
    after = page.evaluate(THETA)
    assert after != before
    # Its cell is neither left, nor edited, nor cut. (Cells cannot be counted: the notebook keeps only those in view.)
    assert page.locator(".jp-Cell.jp-mod-active figure.lb-lab").count() == 1
    assert picture.evaluate("picture => picture === document.activeElement")
