"""The engine in Chromium, on a bare page opened from disk: what it refuses, what it survives, what it computes."""

import json
import re

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.play.regret import recorded_rounds
from tests import engine_in_browsers as pages
from tests.page_engine import bounds, runs

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


def asked(page):
    """What an expression gives in the page, where `given` is what is passed."""
    return lambda expression, given: page.evaluate(f"given => {expression}", given)


@pytest.mark.parametrize("part", [(60, 21, 60), pytest.param((600, 22, 60), marks=pytest.mark.release), (2, 23, 200)])
def test_bounds_and_indexes_are_the_native_ones(bare, part):
    number, seed, most_arms = part
    pages.check(asked(bare), bounds(number, seed, most_arms))


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


@pytest.mark.parametrize("part", [(42, 2500, 24), pytest.param((300, 8000, 25), marks=pytest.mark.release)])
# A reader is told; of the plans that a program may have, page and package take the same.
@pytest.mark.filterwarnings("ignore:.* on [0-9]+ best arms", "ignore:.*has no better neighbour")
def test_a_page_and_python_play_the_same_run_of_a_seed(bare, part):
    number, most, seed = part
    rng, cases = np.random.default_rng(seed), runs(number, most, seed)
    for case in cases:
        case |= {"run": int(rng.integers(3)), "marks": recorded_rounds(int(rng.integers(1, most))).tolist()}
        # `simulate` begins with nothing played.
        case.pop("before", None)
    for case, answer in zip(cases, pages.answers(asked(bare), cases), strict=True):
        bandit, run, where = lb.LipschitzBandit(case["theta"], case["arms"]), case["run"], json.dumps(case)
        options = {"horizon": case["marks"][-1], "runs": run + 1, "seed": case["seed"], "stream": "counter"}
        regret = lb.simulate(bandit, pages.policy_of(case), **options)
        assert regret.rounds.tolist() == case["marks"], where
        assert answer["plays"] == regret.plays[run].tolist(), where
        assert answer["mostPlayed"] == np.argmax(regret.plays[run]), where
        np.testing.assert_allclose(answer["regret"], regret.regret[run], rtol=1e-9, atol=1e-9, err_msg=where)


@pytest.mark.parametrize("part", [(36, 3000, 26), pytest.param((240, 10_000, 27), marks=pytest.mark.release)])
def test_a_hundred_thousand_rounds_in_random_blocks_are_the_native_ones_in_one_go(bare, part):
    cases = runs(*part)
    assert sum(case["marks"][-1] for case in cases) >= 10**5
    pages.check(asked(bare), cases)


@pytest.mark.parametrize("part", [(12, 250, 28), pytest.param((60, 1000, 29), marks=pytest.mark.release)])
def test_runs_round_by_round_and_what_was_seen_are_the_native_ones(bare, part):
    for case in runs(*part, most_arms=12, kind="steps"):
        pages.check(asked(bare), [case])


def test_runs_taken_up_again_between_others_end_as_those_in_one_go(bare):
    settings = runs(18, 3000, seed=30)
    same = bare.evaluate(
        """given => {
        const engine = lipbandits.engine, open = given.map(each => engine.run(each));
        const large = { theta: Array(200).fill(0.5), lipschitz: 1, k: 0 };
        for (let turn = 0; open.some(run => !run.done); turn++) {
            for (const run of open) {
                if (run.done) continue;
                if (turn % 5 === 4) run.advanceFor(0.5);
                else run.advance([1, 7, 2, 400][turn % 4]);
            }
            if (turn < 3) engine.tent(large);
        }
        return open.map((run, i) => {
            const whole = engine.run(given[i]);
            const wasDone = [whole.done, whole.advance(2 ** 31), run.done, whole.advance(1)];
            const same = JSON.stringify(run.results) === JSON.stringify(whole.results);
            run.free();
            whole.free();
            return [same, wasDone];
        }).concat([watched.core.blocks()]);
    }""",
        settings,
    )
    assert same == [[True, [False, True, True, True]]] * len(settings) + [0]


def test_an_open_run_refuses_what_is_no_number_and_a_freed_one_everything(bare):
    found = bare.evaluate(
        f"""cases => {{
        const run = lipbandits.engine.steps({pages.GOOD}), entered = watched.entered;
        const tried = work => {{
            try {{ return ["nothing", String(work())]; }} catch (error) {{ return [error.name, error.message]; }}
        }};
        const refused = cases.map(([method, value]) => tried(() => run[method](eval(`(${{value}})`))));
        const reached = watched.entered - entered;
        const before = tried(() => run.advance(3));
        run.free();
        run.free();
        const after = [() => run.advance(1), () => run.advanceFor(1), () => run.step(), () => run.results].map(tried);
        return [refused, reached, before, after, watched.core.blocks(), watched.entered - entered];
    }}""",
        [case[:2] for case in pages.REFUSED_LATER],
    )
    refused, reached, before, after, blocks, entered = found
    for (method, value, error, message), (name, said) in zip(pages.REFUSED_LATER, refused, strict=True):
        assert name == error and said.startswith(message), f"{method}({value}): {name}: {said}"
    assert (reached, before, blocks, entered) == (0, ["nothing", "false"], 0, 1)
    for name, said in after:
        assert name == "Error" and "freed" in said


def test_after_a_trap_open_runs_say_so_and_new_ones_are_right(bare):
    found = bare.evaluate(f"""() => {{
        const engine = lipbandits.engine, given = {pages.GOOD}, expected = engine.run(given);
        expected.advance(25);
        const right = JSON.stringify(expected.results);
        const [one, other] = [engine.run(given), engine.run(given)];
        [one, other].forEach(run => run.advance(5));
        const tried = work => {{ try {{ return work(); }} catch (error) {{ return error.message; }} }};
        watched.fail = "trap";
        const said = [tried(() => one.advance(1)), tried(() => one.advance(1)), tried(() => other.advance(20))];
        [one, other, expected].forEach(run => run.free());
        const next = engine.run(given);
        next.advance(25);
        const same = JSON.stringify(next.results) === right;
        next.free();
        return [...said, same, watched.core.blocks()];
    }}""")
    anew = "The engine was started anew after an error; this has to begin again, too."
    assert found[0].startswith("The engine stopped in advance: ") and found[1:] == [anew, anew, True, 0]


def test_a_thousand_runs_leave_nothing_behind(bare):
    blocks, sizes = bare.evaluate(f"""() => {{
        const engine = lipbandits.engine, sizes = [];
        for (let round = 0; round < 1000; round++) {{
            const policy = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"][round % 6];
            const run = engine[round % 2 ? "run" : "steps"]({{ ...{pages.GOOD}, policy }});
            run.advance(9);
            if (round % 2 === 0) run.step();
            run.advance(25);
            run.free();
            engine.indexes({pages.GOOD});
            engine.divergences({pages.GOOD});
            try {{ engine.run({{ ...{pages.GOOD}, marks: [3, 2] }}); }} catch {{}}
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
    script = "\n".join(each.read_text(encoding="utf-8") for each in pages.ENGINE)
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
