"""A real Jupyter server, as `make lab` gives it: explorers answer in it, and before a release a chapter runs whole."""

import json
import shutil
import statistics
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from jupyter_lab import (
    DONE,
    boxes,
    end_session,
    end_with,
    last_words,
    move_sliders,
    opened,
    opened_and_run,
    said,
    seen,
    server,
    wait_for_change,
)

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTER = "oslb.ipynb"
# What is left of the kinds of labs, and from where each begins.
OTHERS = {
    "steps": "policy='CKL-UCB', round=89",
    "lockin": "horizon=3000, round=1000",
    "tail": "rule='uniform', n=61, runs=300",
    "contexts": "horizon=400, runs=3",
    "curve": "horizon=400, runs=3, policies=['CKL-UCB', 'HOO', 'Adaptive']",
}
# What chapters have, in a notebook that takes no time.
SMALL = {
    "small": [
        "from lipbandits.explorers import catalogue\nview = catalogue()['wrong-beta']()\nview",
        "from lipbandits.labs import ferry\nferry()",
    ],
    "labs": ["from lipbandits.labs import tent\nlab = tent()\nlab", "lab", "tent(theta=[0.2, 0.5, 0.4])"],
    "races": ["from lipbandits.labs import race\nlab = race(horizon=1000, runs=3)\nlab"],
    "slow": ["from lipbandits.labs import tent\nlab = tent()\nlab"],
    "others": [f"from lipbandits import labs\n{kind} = labs.{kind}({start})\n{kind}" for kind, start in OTHERS.items()],
}
STATE = "id => lipbandits.labs.get(id).state()"
# anywidget waits two seconds for a script to start; here it loses patience at once.
IMPATIENT = """{
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = ms => timeout(ms === 2000 ? 0 : ms);
}"""
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
    }).observe(box.querySelector(".lb-panels"), { childList: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """The folder of the Jupyter server."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def lab(root):
    """Address of a Jupyter server on a copy of the book; the chapter has a cell more, which measures."""
    shutil.copytree(BOOK, root / "book")
    end_with(root / "book" / CHAPTER, TIMING_CELL)
    for name, sources in SMALL.items():
        path = root / "book" / f"{name}.ipynb"
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), path)
        end_with(path)
    with server(sys.executable, root / "book", root) as address:
        yield address


@pytest.fixture(scope="module")
def in_lab(lab, browser):
    """Open a notebook in JupyterLab and run it whole; only the server itself may be asked for anything.

    With run=False it is opened as it was saved; a `script` runs before all scripts of the page.
    """
    contexts, elsewhere = [], []

    def refuse(route):
        elsewhere.append(route.request.url)
        route.abort()

    def shown(name, run=True, script=""):
        context = browser.new_context(viewport={"width": 1400, "height": 1000})
        contexts.append(context)
        context.route(lambda url: url.startswith("http") and not url.startswith(lab), refuse)
        context.add_init_script(script)
        if not run:
            return opened(context, lab, name)
        page = opened_and_run(context, lab, name)
        last_words(page)
        return page

    yield shown
    assert elsewhere == []
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def page(in_lab):
    """The chapter in JupyterLab, after Run All."""
    return in_lab(CHAPTER)


def test_an_explorer_and_the_ferry_work_in_a_notebook(in_lab, lab, root):
    page = in_lab("small.ipynb")
    assert set(boxes(page)) == {"wrong-beta"}
    its_keys_are_its_own(page, boxes(page)["wrong-beta"].locator("input").first)
    while_one_state_is_drawn_only_the_last_is_kept(page, lambda code: said(lab, root, "small.ipynb", code))
    every_slider_moves_picture_and_words(page)
    every_choice_moves_picture_or_words(page)
    presets_reset_and_large_picture_work(page)
    the_ferry_is_played_and_its_keys_do_not_reach_the_notebook(page)


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
        buttons = box.locator(".lb-preset")
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

        before = box.locator(".lb-panel").first.bounding_box()["width"]
        box.get_by_role("button", name="Large picture", exact=True).click()
        page.wait_for_function("document.fullscreenElement")
        assert box.evaluate("box => box === document.fullscreenElement")
        page.wait_for_timeout(300)
        assert box.locator(".lb-panel").first.bounding_box()["width"] > before
        box.get_by_role("button", name="Large picture", exact=True).click()
        page.wait_for_function("!document.fullscreenElement")


# Moves an explorer's first slider from end to end and back without a pause.
BURST = """box => {
    const field = box.querySelector("input[type=range]");
    for (const value of [...Array(Number(field.max) + 1).keys(), 1]) {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return field.getAttribute("aria-valuetext");
}"""


def while_one_state_is_drawn_only_the_last_is_kept(page, python):
    box = boxes(page)["wrong-beta"]
    before = seen(box)
    python("asked = []; view.widget.on_msg(lambda _, content, __: asked.append(content.get('draw')))")
    box.evaluate(BURST)
    assert wait_for_change(page, box, before) != before
    until(lambda: seen(box)[1] == python("print(view.status)"), page)
    assert 1 <= len(json.loads(python("print([one for one in asked if one is not None])"))) <= 2


def until(holds, page):
    """Wait until something holds that no page can say by itself; fail after twenty seconds."""
    for _ in range(80):
        if holds():
            return
        page.wait_for_timeout(250)
    pytest.fail("it does not come to hold")


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


def the_ferry_is_played_and_its_keys_do_not_reach_the_notebook(page):
    ferry = page.locator("figure.lb-live[data-lab=ferry]")
    arms, status = ferry.locator(".lb-arm"), ferry.locator(".lb-status")
    arms.first.wait_for(timeout=120_000)
    code = page.locator(".jp-CodeCell").count()
    arms.first.click()
    says = "text => document.querySelector('figure.lb-live[data-lab=ferry] .lb-status').innerText.startsWith(text)"
    page.wait_for_function(says, arg="Day 1 of 60: €4, a ")
    days = {"3": "Day 2 of 60: €8", "ArrowRight": "Day 2", "Enter": "Day 3 of 60: €10", "Space": "Day 4", "x": "Day 4"}
    for key, told in days.items():
        page.keyboard.press(key)
        page.wait_for_function(says, arg=told)
    # To a notebook an arrow key means another cell, Enter means to edit, and x to cut the cell.
    assert page.locator(".jp-CodeCell").count() == code and status.is_visible()
    assert page.locator(".jp-Cell.jp-mod-active figure[data-lab=ferry]").count() == 1
    assert arms.nth(3).evaluate("arm => arm === document.activeElement")


def its_keys_are_its_own(page, part):
    """To a notebook, x cuts a cell and arrows leave it."""
    part.scroll_into_view_if_needed()
    cell = page.locator(".jp-Cell").filter(has=page.locator("figure.lb-live")).first
    cell.locator("figure.lb-live .lb-question").first.click()
    part.focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "x", "d", "d"):
        page.keyboard.press(key)
    assert part.evaluate("part => part === document.activeElement && part.hasAttribute('data-lm-suppress-shortcuts')")
    # (Cells cannot be counted: the notebook keeps only those in view.)
    assert page.locator(".jp-Cell.jp-mod-active figure.lb-live").count() == 1


def states(page, *ids):
    return [page.evaluate(STATE, each) for each in ids]


def test_a_lab_and_python_show_one_state(in_lab, lab, root):
    page = in_lab("labs.ipynb")
    python = lambda code: said(lab, root, "labs.ipynb", code)  # noqa: E731
    state = lambda: json.loads(python("import json; print(json.dumps(lab.state))"))  # noqa: E731
    page.locator("figure.lb-live").nth(2).scroll_into_view_if_needed()
    assert page.evaluate("lipbandits.labs.ids()") == ["tent", "tent-2", "tent-3"]
    a_drag_is_heard_in_python(page, state)
    what_python_sets_is_shown_in_every_view(page, python, state)
    its_keys_are_its_own(page, page.locator("#tent .lb-picture"))
    until(lambda: [state()] * 2 == states(page, "tent", "tent-2"), page)
    after_a_new_start_of_the_kernel_it_is_live_again(page, python)
    a_saved_notebook_shows_the_picture(page, in_lab, lab, root)


def a_drag_is_heard_in_python(page, state):
    disc = page.locator("#tent circle.lab-truth").nth(3)
    disc.scroll_into_view_if_needed()
    box = disc.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = state()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 25, steps=5)
    page.wait_for_timeout(500)
    # Not while it is held.
    assert state() == before
    page.mouse.up()
    until(lambda: state() != before, page)
    until(lambda: [state()] * 2 == states(page, "tent", "tent-2"), page)
    assert state()["theta"][3] < before["theta"][3] - 0.02 and state()["lipschitz"] == before["lipschitz"]
    # The third is another lab.
    assert states(page, "tent-3")[0]["theta"] == [0.2, 0.5, 0.4]


def what_python_sets_is_shown_in_every_view(page, python, state):
    python("lab.theta = [0.25, 0.5, 0.75]")
    wanted = {"theta": [0.25, 0.5, 0.75], "arms": [0, 0.5, 1], "lipschitz": 0.5, "k": 2, "family": "bernoulli"}
    until(lambda: states(page, "tent", "tent-2") == [wanted] * 2, page)
    assert state() == wanted
    assert page.locator("#tent circle.lab-truth").count() == 3
    python("lab.lipschitz = 2.0")
    until(lambda: {each["lipschitz"] for each in states(page, "tent", "tent-2")} == {2}, page)
    assert python("print(lab.bandit.theta.tolist(), lab.bandit.lipschitz)") == "[0.25, 0.5, 0.75] 2.0"
    found = page.evaluate("lipbandits.labs.get('tent').results()")
    assert abs(found["value"] - float(python("print(lab.results.value)"))) < 1e-9
    refused = "try:\n    lab.lipschitz = 0.25\nexcept ValueError as error:\n    print(error)"
    assert "more than lipschitz=0.25 allows; the smallest lipschitz that fits is 0.5" in python(refused)
    assert state() == states(page, "tent")[0] and state()["lipschitz"] == 2
    python("lab.family = 'poisson'")
    until(lambda: {each["family"] for each in states(page, "tent", "tent-2")} == {"poisson"}, page)
    page.select_option("#tent-family", "gaussian")
    until(lambda: python("print(lab.bandit.family)") == "Gaussian(sd=0.5)", page)
    found = page.evaluate("lipbandits.labs.get('tent').results()")
    assert abs(found["value"] - float(python("print(lab.results.value)"))) < 1e-9


def a_saved_notebook_shows_the_picture(page, in_lab, lab, root):
    words = page.locator("#tent .lb-status span").inner_text()
    # The picture is kept when all has rested; Ctrl S saves even while a lab has the focus.
    page.wait_for_timeout(1500)
    page.locator("#tent .lb-picture").focus()
    path = root / "book" / "labs.ipynb"

    def saved():
        page.keyboard.press("Control+s")
        page.wait_for_timeout(500)
        outputs = nbformat.read(path, as_version=4).cells[0].outputs
        return outputs and words in outputs[0].data["text/html"]

    until(saved, page)
    end_session(page, lab, "labs.ipynb")
    page.context.close()

    page = in_lab("labs.ipynb", run=False)
    still = page.locator(".lb-still").first
    still.locator("svg circle.lab-truth").first.wait_for(timeout=60_000)
    page.get_by_text("model not found").first.wait_for(timeout=60_000, state="attached")
    assert still.locator(".lb-status").inner_text() == words and still.locator("svg circle.lab-truth").count() == 3
    assert still.bounding_box()["height"] > 400
    assert not page.get_by_text("model not found").first.is_visible()
    assert page.locator("figure.lb-live").count() == 0


def after_a_new_start_of_the_kernel_it_is_live_again(page, python):
    ran = page.locator(".jp-OutputArea-output").filter(has_text=DONE)
    ran.evaluate("output => output.classList.add('before')")
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Restart Kernel and Run All Cells…", exact=True).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    page.locator(".jp-OutputArea-output:not(.before)").filter(has_text=DONE).wait_for(timeout=60_000)
    page.locator("#tent .lb-picture").scroll_into_view_if_needed()
    python("lab.set(theta=[0.25, 0.5, 0.75], k=1)")
    until(lambda: [each["k"] for each in states(page, "tent", "tent-2")] == [1, 1], page)
    assert page.locator(".lb-still").first.bounding_box()["height"] <= 1


PLAYED = """
import lipbandits as lb
policies = [lb.CKLUCB(), lb.KLUCB(), lb.UCB()]
played = lb.simulate(lab.bandit, policies, horizon=lab.horizon, runs=lab.runs, seed=lab.seed, stream="counter")
for (name, found), here in zip(sorted(lab.results.items()), played.values()):
    same = found.rounds.tolist() == here.rounds.tolist() and found.plays.tolist() == here.plays.tolist()
    print(name, same, abs(found.regret - here.regret).max() < 1e-9)
"""


def test_the_results_of_a_race_are_those_that_simulate_gives(in_lab, lab, root):
    page = in_lab("races.ipynb")
    python = lambda code: said(lab, root, "races.ipynb", code)  # noqa: E731
    names = lambda: json.loads(python("import json; print(json.dumps(list(lab.results)))"))  # noqa: E731
    assert names() == []
    page.locator("figure.lb-live").scroll_into_view_if_needed()
    found = page.evaluate("lipbandits.labs.get('race').run()")
    until(lambda: len(names()) == 3, page)
    assert python(PLAYED).splitlines() == [f"{name} True True" for name in sorted(names())]
    assert sorted(names()) == sorted(found["regret"]) == ["CKL-UCB", "KL-UCB", "UCB"]
    # What the page keeps is kept: runs of the policies that play on, and, whatever k is, all of them.
    page.get_by_role("button", name="KL-UCB", exact=True).click()
    until(lambda: sorted(names()) == ["CKL-UCB", "UCB"], page)
    python("lab.k = 5")
    until(lambda: sorted(names()) == ["CKL-UCB", "UCB"], page)
    python("lab.seed = 1")
    assert names() == []
    until(lambda: states(page, "race")[0]["seed"] == 1, page)
    page.wait_for_timeout(1000)
    assert names() == []


# The seed, and a mean of the first arm; of contexts, in each of them.
FROM_PYTHON = "theta = {kind}.theta.copy(); theta[..., 0] = 0.31; {kind}.set(theta=theta, seed=7)"
# What the page and the kernel have found, in the same form.
FOUND = {
    "round": (
        "results().then(found => [found.arm, found.plays, found.indexes])",
        "[int(found['arm']), found['plays'].tolist(), list(map(float, found['indexes']))]",
    ),
    "share": ("run().then(found => found.at.tail)", "float((found >= tail.delta).mean())"),
    "runs": (
        "run().then(found => Object.fromEntries(Object.entries(found.regret).map(([name, { mean }]) => [name, mean])))",
        "{name: each.regret.mean(axis=0).tolist() for name, each in found.items()}",
    ),
}


@pytest.fixture(scope="module")
def others(in_lab, lab, root):
    """A notebook with the labs of `OTHERS`, and what its kernel prints of some code."""
    page = in_lab("others.ipynb")
    python = lambda code: said(lab, root, "others.ipynb", code)  # noqa: E731
    python("import json")
    return page, python


@pytest.mark.parametrize(
    ("kind", "found"),
    {"steps": "round", "lockin": "round", "tail": "share", "contexts": "runs", "curve": "runs"}.items(),
    ids=lambda value: value,
)
@pytest.mark.sampled(1)
def test_every_other_lab_and_python_show_one_state_and_one_result(others, kind, found):
    page, python = others
    value = lambda text: json.loads(python(f"found = {kind}.results; print(json.dumps({text}))"))  # noqa: E731
    state = lambda: value(f"{kind}.state")  # noqa: E731
    page.locator(f"#{kind}").scroll_into_view_if_needed()
    assert [state()] == states(page, kind)
    python(FROM_PYTHON.format(kind=kind))
    until(lambda: [state()] == states(page, kind), page)
    before = state()
    assert before["seed"] == 7 and 0.31 in np.array(before["theta"])[..., 0]
    page.locator(f"#{kind} .lb-picture").focus()
    for key in ("Home", "ArrowDown"):
        page.keyboard.press(key)
    until(lambda: state()["theta"] != before["theta"], page)
    shown = page.evaluate(f"lipbandits.labs.get('{kind}').{FOUND[found][0]}")
    until(lambda: equal(value(FOUND[found][1]), shown), page)
    assert [state()] == states(page, kind) and state()["k"] == 0


def equal(one, other):
    """Whether two answers are the same, but for the last digits of their numbers."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return one == other or (isinstance(one, float | int) and one == pytest.approx(other, rel=1e-9, abs=1e-9))


def test_a_lab_hears_the_kernel_even_if_it_was_slow_to_start(in_lab, lab, root):
    page = in_lab("slow.ipynb", script=IMPATIENT)
    page.locator("figure.lb-live").wait_for()
    said(lab, root, "slow.ipynb", "lab.k = 5")
    until(lambda: states(page, "tent")[0]["k"] == 5, page)
