"""The engine in Firefox and WebKit, on a bare page from disk; tests/site/test_engine.py is longer, in Chromium."""

import json

import pytest

from tests import engine_in_pages as pages

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


def test_the_tent_is_the_native_one_and_is_so_after_a_trap(bare):
    page, _ = bare()
    given = [pages.instance(seed) for seed in range(60)]
    # As text: a driver makes whole numbers of floats, and has no infinity.
    found = page.run(
        """
        const given = JSON.parse(arguments[0]);
        const number = (_, value) => Number.isFinite(value) || typeof value !== "number" ? value : String(value);
        return JSON.stringify(given.map(each => {
            watched.fail = "trap";
            let message = "none";
            try { lipbandits.engine.tent(each); } catch (error) { message = error.message; }
            return [message, lipbandits.engine.tent(each), lipbandits.engine.follow(each), watched.core.blocks()];
        }), number);
        """,
        json.dumps(given),
    )
    for each, (message, tent, moved, blocks) in zip(given, json.loads(found), strict=True):
        assert message.startswith("The engine stopped in tent: ") and blocks == 0
        tent = {name: [float(x) if isinstance(x, str) else x for x in value] if isinstance(value, list) else value
                for name, value in tent.items()}  # fmt: skip
        pages.check_same(tent, pages.native_tent(**each))
        pages.check_same({"moved": moved}, {"moved": pages.native_follow(**each)})


@pytest.mark.parametrize(("head", "words"), [(FORBIDDEN, ""), (MISSING, "WebAssembly is missing here.")])
def test_without_webassembly_starting_fails_with_a_plain_sentence(bare, head, words):
    _, end = bare(head)
    assert end.startswith(f"Error: The engine cannot start: {words}")
