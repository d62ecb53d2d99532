"""A chapter in a real Jupyter server, as `make lab` and Binder give it: it runs whole, and its sliders answer."""

import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTER = "lower_bound.ipynb"
# JupyterLab asks at its first start whether to fetch news, and by default draws only the cells in the window.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
# Runs last, so its output also says that all cells before it have run.
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
print("ALL CELLS RAN", json.dumps(times))
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
def lab(tmp_path_factory, browser):
    """Address of a Jupyter server on a copy of the book; the chapter has a cell more, which measures."""
    if not (BOOK / CHAPTER).is_file():
        pytest.fail(f"there is no book/{CHAPTER}")
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(BOOK, root / "book")
    notebook = nbformat.read(root / "book" / CHAPTER, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(TIMING_CELL))
    nbformat.write(notebook, root / "book" / CHAPTER)
    for name, settings in SETTINGS.items():
        file = root / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    places = {"CONFIG": "config", "DATA": "data", "RUNTIME": "runtime"}
    environment = {
        **os.environ,
        **{f"JUPYTER_{kind}_DIR": str(root / folder) for kind, folder in places.items()},
        "JUPYTERLAB_SETTINGS_DIR": str(root / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(root / "workspaces"),
    }
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--IdentityProvider.token="]
    command = [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={root / 'book'}"]
    with (
        open(root / "log", "w") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True) as server,
    ):
        try:
            wait_for(address, server)
            yield address
        except BaseException:
            print((root / "log").read_text())
            raise
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)


def wait_for(address, server):
    """Return when the server answers; fail when it ends before it does, or takes a minute."""
    for _ in range(240):
        assert server.poll() is None, "the Jupyter server ended"
        try:
            urllib.request.urlopen(f"{address}/api").close()
            return
        except OSError:
            time.sleep(0.25)
    pytest.fail("the Jupyter server did not answer within a minute")


def opened_and_run(context, lab, chapter):
    """A page with a chapter in JupyterLab, after Run All was chosen."""
    page = context.new_page()
    page.goto(f"{lab}/lab/tree/{chapter}")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    # The kernel must be there, or Run All asks which one to take.
    page.get_by_text("| Idle").wait_for(timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    return page


@pytest.fixture(scope="module")
def page(lab, browser):
    """The chapter in JupyterLab, after Run All; only the server itself may be asked for anything."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    elsewhere = []

    def refuse(route):
        elsewhere.append(route.request.url)
        route.abort()

    context.route(lambda url: url.startswith("http") and not url.startswith(lab), refuse)
    page = opened_and_run(context, lab, CHAPTER)
    errors = page.locator(
        "[data-mime-type='application/vnd.jupyter.error'], [data-mime-type='application/vnd.jupyter.stderr']"
    )
    ran = page.locator(".jp-OutputArea-output").filter(has_text="ALL CELLS RAN")
    errors.or_(ran).first.wait_for(timeout=240_000)
    assert errors.all_inner_texts() == []
    yield page
    assert elsewhere == []
    context.close()


def boxes(page):
    """Return the explorers of the chapter, by name."""
    found = page.locator(".lb-kernel")
    classes = [found.nth(i).get_attribute("class") for i in range(found.count())]
    names = [next(part for part in each.split() if part.startswith("lb-kernel-")) for each in classes]
    return {name.removeprefix("lb-kernel-"): page.locator(f".{name}").first for name in names}


def seen(box):
    return box.locator(".lb-panels").inner_html(), box.locator(".lb-status").inner_text()


def wait_for_change(page, box, before):
    """Return what is seen after the next change of picture or words, or within two seconds if there is none."""
    for _ in range(40):
        if (now := seen(box)) != before:
            return now
        page.wait_for_timeout(50)
    return before


def test_the_chapter_runs_whole_and_a_callback_is_timed(page, measure):
    output = page.locator(".jp-OutputArea-output").filter(has_text="ALL CELLS RAN").inner_text()
    for name, times in json.loads(output.partition("RAN")[2]).items():
        measure("kernel-callback-ms", name, statistics.median(times))
    assert boxes(page)


def test_every_slider_moves_picture_and_words(page, measure):
    for name, box in boxes(page).items():
        box.evaluate(STOPWATCH)
        pictures, sentences = set(), set()
        for i in range(box.locator(".widget-hslider").count()):
            slider = box.locator(".widget-hslider").nth(i)
            handle, readout = slider.locator(".noUi-handle"), slider.locator(".widget-readout")
            handle.scroll_into_view_if_needed()
            handle.focus()
            changed = False
            for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
                before, value = seen(box), readout.inner_text()
                page.keyboard.press(key)
                after = wait_for_change(page, box, before)
                changed |= after != before and readout.inner_text() != value
                pictures.add(after[0])
                sentences.add(after[1])
            assert changed, f"slider {i} of {name} changes nothing"
        assert len(pictures) > 1 and len(sentences) > 1
        measure("key-to-picture-ms", name, statistics.median(box.evaluate("box => box.times")))


def test_presets_reset_and_large_picture_work(page):
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


def test_a_choice_moves_picture_or_words(page):
    for box in boxes(page).values():
        for i in range(box.locator("select").count()):
            menu = box.locator("select").nth(i)
            before = seen(box)
            menu.select_option(index=menu.evaluate("menu => (menu.selectedIndex + 1) % menu.length"))
            assert wait_for_change(page, box, before) != before


def test_the_game_is_played_in_a_notebook_and_its_keys_do_not_reach_the_notebook(lab, browser):
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    page = opened_and_run(context, lab, "intro.ipynb")
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
    context.close()
