"""The engine in Firefox and WebKit, on a bare page from disk; tests/site/test_engine.py is longer, in Chromium."""

import pytest

from tests import engine_in_browsers as pages
from tests.page_engine import bounds, runs

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")

FORBIDDEN = "<meta http-equiv='Content-Security-Policy' content=\"script-src file: 'unsafe-inline'\">"
MISSING = "<script>delete window.WebAssembly;</script>"
ENDS = """<script>
lipbandits.engine.start().then(() => "started", error => `${error.constructor.name}: ${error.message}`)
    .then(end => document.title = end);
</script>"""


@pytest.fixture
def bare(page, tmp_path):
    """Open the bare page, with something before the engine's script; gives the page and how starting ended."""

    def go(before=pages.WATCH):
        page.go("about:blank")
        page.go(pages.bare_page(tmp_path, before, ENDS))
        page.wait("return document.readyState === 'complete' && document.title !== 'Bare'")
        return page, page.run("return document.title")

    return go


def test_bad_arguments_are_refused_and_reach_no_kernel(bare):
    page, end = bare()
    assert end == "started"
    for entry, cases in pages.REFUSED.items():
        changes = [[entry, f"({{ ...{pages.GOOD}, {change} }})"] for change, _, _ in cases]
        found = page.run(f"return ({pages.TRY})(arguments[0])", changes)
        for (change, error, message), (name, said, entered) in zip(cases, found, strict=True):
            assert (name, entered) == (error, 0) and said.startswith(message), f"{entry}, {change}: {said}"


def asked(page):
    """What an expression gives in the page, where `given` is what is passed."""
    return lambda expression, given: page.run(f"const [given] = arguments; return {expression}", given)


def test_bounds_runs_and_steps_are_the_native_ones_and_are_so_after_a_trap(bare):
    page, _ = bare()
    cases = bounds(15, seed=31) + runs(12, 1500, seed=32) + runs(6, 100, seed=33, most_arms=8, kind="steps")
    pages.check(asked(page), cases)
    said = page.run(f"""
        watched.fail = "trap";
        const tent = () => lipbandits.engine.tent({pages.GOOD});
        try {{ tent(); }} catch (error) {{ return [error.message, watched.core.blocks()]; }}
    """)
    assert said[0].startswith("The engine stopped in tent: ") and said[1] == 0
    pages.check(asked(page), cases[-20:])
    assert page.run("return [watched.core.blocks(), watched.instances]") == [0, 2]


@pytest.mark.parametrize(("head", "words"), [(FORBIDDEN, ""), (MISSING, "WebAssembly is missing here.")])
def test_without_webassembly_starting_fails_with_a_plain_sentence(bare, head, words):
    _, end = bare(head)
    assert end.startswith(f"Error: The engine cannot start: {words}")
