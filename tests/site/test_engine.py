"""The engine in Chromium, on a bare page opened from disk: what it refuses, what it survives, what it computes."""

import json
import re

import pytest

from tests import engine_in_pages as pages

START = "lipbandits.engine.start()"
# What a call gives, and how a promise ends: "started", or its error.
ENDS = "promise => promise.then(() => 'started', error => `${error.constructor.name}: ${error.message}`)"


@pytest.fixture
def bare(blocked_page, tmp_path):
    """A started engine that is watched; afterwards the page must have had nothing to complain of."""
    visit = blocked_page(pages.bare_page(tmp_path, pages.WATCH))
    visit.page.evaluate(START)
    yield visit.page
    visit.check()


def ended(page, promise=START):
    """How starting ends."""
    return page.evaluate(f"({ENDS})({promise})")


@pytest.mark.parametrize("entry", pages.REFUSED)
def test_a_bad_argument_is_refused_by_name_and_value_and_reaches_no_kernel(bare, entry):
    cases = pages.REFUSED[entry]
    changes = [[entry, f"({{ ...{pages.GOOD}, {change} }})"] for change, _, _ in cases]
    for (change, error, message), found in zip(cases, bare.evaluate(pages.TRY, changes), strict=True):
        assert found[0] == error and found[1].startswith(message), f"{entry}, {change}: {found}"
        assert found[2] == 0, f"{entry}, {change} reached the engine"
    for value, shown in pages.NO_OPTIONS.items():
        ((name, message, entered),) = bare.evaluate(pages.TRY, [[entry, value]])
        assert (name, entered) == ("TypeError", 0) and message.startswith(f"options: {shown}; expected an object"), (
            value
        )
    # All of this can be seen: what is right goes through.
    assert bare.evaluate(pages.TRY, [[entry, pages.GOOD]]) == [["nothing", pages.GOOD, 1]]


@pytest.mark.parametrize(
    ("first", "last"), [(0, 300), pytest.param(300, 3000, marks=pytest.mark.release)], ids=["some", "more"]
)
def test_the_tent_and_what_follows_a_pulled_mean_are_the_native_ones(bare, first, last):
    given = [pages.instance(seed) for seed in range(first, last)]
    found = bare.evaluate(
        "given => given.map(each => [lipbandits.engine.tent(each), lipbandits.engine.follow(each)])", given
    )
    for each, (tent, moved) in zip(given, found, strict=True):
        try:
            pages.check_same(tent, pages.native_tent(**each))
            pages.check_same({"moved": moved}, {"moved": pages.native_follow(**each)})
        except AssertionError as error:
            raise AssertionError(f"{json.dumps(each)}: {error}") from None
    assert sum(tent["value"] > 0 for tent, _ in found) > len(found) / 2


def test_a_float64array_is_as_good_as_an_array_and_both_stay_as_they_are(bare):
    same = bare.evaluate(f"""() => {{
        const given = {pages.GOOD}, before = JSON.stringify(given);
        const typed = {{ ...given, theta: Float64Array.from(given.theta), arms: Float64Array.from(given.arms) }};
        const [one, other] = [given, typed].map(each => JSON.stringify(lipbandits.engine.tent(each)));
        return one === other && JSON.stringify(given) === before;
    }}""")
    assert same


@pytest.mark.parametrize("failure", ["trap", "status"])
def test_after_a_trap_or_a_status_an_instance_begins_anew_and_the_next_result_is_right(bare, failure):
    found = bare.evaluate(
        f"""failure => {{
        const engine = lipbandits.engine, given = {pages.GOOD}, first = JSON.stringify(engine.tent(given));
        const rounds = [];
        for (let round = 0; round < 20; round++) {{
            const instances = watched.instances;
            watched.fail = failure;
            let message = "none";
            try {{ engine.tent(given); }} catch (error) {{ message = error.message; }}
            const right = JSON.stringify(engine.tent(given)) === first;
            rounds.push([message, watched.instances - instances, right, watched.core.blocks()]);
        }}
        return rounds;
    }}""",
        failure,
    )
    expected = {
        "trap": r"The engine stopped in tent: .*out of bounds.*",
        "status": "The engine stopped in tent, with status 7.",
    }
    for message, instances, right, blocks in found:
        assert re.fullmatch(expected[failure], message) and (instances, right, blocks) == (1, True, 0)


def test_a_thousand_calls_and_a_thousand_refused_ones_leave_nothing_behind(bare):
    blocks, sizes = bare.evaluate(f"""() => {{
        const engine = lipbandits.engine, given = {pages.GOOD};
        const large = {{ theta: Array.from({{ length: 60 }}, (_, i) => 0.9 - i / 100), lipschitz: 3, k: 4, mean: 0.5 }};
        const sizes = [];
        for (let round = 0; round < 1000; round++) {{
            engine.tent(round % 50 ? given : large);
            engine.follow(given);
            try {{ engine.tent({{ ...given, k: 9 }}); }} catch {{}}
            if (round === 50 || round === 999) sizes.push(watched.core.memory.buffer.byteLength);
        }}
        return [watched.core.blocks(), sizes];
    }}""")
    assert blocks == 0 and sizes[0] == sizes[1]


def test_starting_is_done_once_and_nothing_is_computed_before(blocked_page, tmp_path):
    page = blocked_page(pages.bare_page(tmp_path, pages.WATCH)).page
    (before,) = page.evaluate(pages.TRY, [["tent", pages.GOOD]])
    assert before == ["Error", "The engine is not started; await lipbandits.engine.start() first.", 0]
    assert page.evaluate("() => lipbandits.engine.start() === lipbandits.engine.start()")
    assert ended(page) == ended(page, "lipbandits.engine.start(new Uint8Array(3))") == "started"
    assert page.evaluate("watched.instances") == 1


def test_bytes_may_be_given_and_wrong_ones_are_refused_but_not_for_ever(blocked_page, tmp_path):
    page = blocked_page(pages.bare_page(tmp_path, given="")).page
    page.evaluate("() => { delete lipbandits.engine.base64; }")
    sentence = "Error: The engine cannot start: neither bytes nor lipbandits.engine.base64 are there."
    assert ended(page) == sentence
    for wrong in ("new Uint8Array(0)", "new Uint8Array([0, 97, 115])", "'text'", "null", "5", "{}"):
        assert ended(page, f"lipbandits.engine.start({wrong})").startswith("Error: The engine cannot start: "), wrong
    for wrong in ("'?'", "''", "btoa('no')", "null", "5"):
        assert ended(page, f"(lipbandits.engine.base64 = {wrong}, {START})").startswith(
            "Error: The engine cannot start: "
        )
    bytes_ = f"Uint8Array.from(atob({pages.BASE64!r}), each => each.charCodeAt(0))"
    assert ended(page, f"(delete lipbandits.engine.base64, lipbandits.engine.start({bytes_}.buffer))") == "started"
    assert page.evaluate(f"lipbandits.engine.tent({pages.GOOD}).value") > 0


FORBIDDEN = "<meta http-equiv='Content-Security-Policy' content=\"script-src file: 'unsafe-inline'\">"
MISSING = "<script>delete window.WebAssembly;</script>"


@pytest.mark.parametrize(("head", "words"), [(FORBIDDEN, ".+"), (MISSING, "WebAssembly is missing here.")])
def test_without_webassembly_starting_fails_with_a_plain_sentence(blocked_page, tmp_path, head, words):
    # Evaluated by the page itself: Playwright's own evaluate is above the policy.
    script = f"<script>({ENDS})({START}).then(end => document.title = end)</script>"
    page = blocked_page(pages.bare_page(tmp_path, head, script)).page
    page.wait_for_function("document.title !== 'Bare'")
    assert re.fullmatch(f"Error: The engine cannot start: {words}", page.title())


def test_a_worker_of_the_page_computes_the_same(bare):
    script = pages.SCRIPT.read_text(encoding="utf-8")
    answer = """
        onmessage = ({ data: [bytes, given] }) =>
            lipbandits.engine.start(bytes).then(() => postMessage(lipbandits.engine.tent(given)));
    """
    same = bare.evaluate(
        f"""script => new Promise((resolve, reject) => {{
            const given = {pages.GOOD};
            const worker = new Worker(URL.createObjectURL(new Blob([script], {{ type: "text/javascript" }})));
            worker.onerror = event => reject(new Error(event.message));
            const expected = JSON.stringify(lipbandits.engine.tent(given));
            worker.onmessage = ({{ data }}) => resolve(JSON.stringify(data) === expected);
            worker.postMessage([Uint8Array.from(atob(lipbandits.engine.base64), each => each.charCodeAt(0)), given]);
        }})""",
        script + answer,
    )
    assert same
