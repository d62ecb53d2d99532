"""The engine in Chromium, on a bare page opened from disk: what it refuses, what it survives, what it computes."""

import json
import re

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import race, steps
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


# (first and last setting, rounds at most) in `make test`, and before a release.
SOME, MORE = (0, 40, 3000), pytest.param((40, 300, 10_000), marks=pytest.mark.release)
PLAYED = """given => given.map(each => {
    const run = lipbandits.engine.run(each);
    run.advance(each.marks.at(-1));
    const found = [run.done, run.rounds, run.results];
    run.free();
    return found;
})"""


# A reader is told; of the two plans that a program may have, page and package take the same.
@pytest.mark.filterwarnings("ignore:.* on [0-9]+ best arms")
@pytest.mark.parametrize("part", [SOME, MORE], ids=["some", "more"])
def test_a_page_and_python_play_the_same_run_of_a_seed(bare, part):
    first, last, rounds = part
    settings = [pages.setting(seed, rounds) for seed in range(first, last)]
    found = bare.evaluate(PLAYED, [given for given, _, _ in settings])
    for (given, bandit, policy), (done, n, results) in zip(settings, found, strict=True):
        horizon, number = given["marks"][-1], given["run"]
        regret = lb.simulate(bandit, policy, horizon, runs=number + 1, seed=given["seed"], stream="counter")
        where = f"{policy}: {json.dumps(given)}"
        assert (done, n, regret.rounds.tolist()) == (True, horizon, given["marks"]), where
        assert results["plays"] == regret.plays[number].tolist(), where
        assert results["mostPlayed"] == np.argmax(regret.plays[number]), where
        np.testing.assert_allclose(results["regret"], regret.regret[number], rtol=1e-9, atol=1e-9, err_msg=where)
    assert {given["policy"] for given, _, _ in settings} == set(race.POLICIES)


@pytest.mark.parametrize("part", [(1000, 1060, 4000), pytest.param((1060, 1600, 20_000), marks=pytest.mark.release)])
def test_a_run_makes_the_plays_of_the_native_engine_one_by_one(bare, part):
    first, last, most = part
    settings = [pages.setting(seed, most)[0] | {"keepPlays": True} for seed in range(first, last)]
    compared = 0
    for given, (_, n, results) in zip(settings, bare.evaluate(PLAYED, settings), strict=True):
        played = np.empty(n, dtype=np.int32)
        race.advance(*pages.native_state({name: given[name] for name in given if name != "keepPlays"}), n, played)
        differ = np.flatnonzero(played != results["played"])
        assert len(differ) == 0, f"round {differ[0] + 1} of {json.dumps(given)}"
        compared += n
    assert compared > 25 * most


STEPPED = """given => {
    const run = lipbandits.engine.steps(given), found = [];
    for (let step = run.step(); step !== null; step = run.step()) found.push(step);
    const results = run.results;
    run.free();
    return [found, results];
}"""


def native_steps(given):
    """[(report, seen)] of each round, and {what a page calls results}."""
    state, found = pages.native_state(given), []
    for _ in range(given["marks"][-1]):
        report, seen = np.empty(len(steps.REPORT)), np.empty((len(steps.SEEN), len(given["theta"])))
        steps.step(*state, report, seen)
        found.append((report, seen))
    return found, {"plays": state[5][0].tolist(), "regret": state[3][1].tolist()}


@pytest.mark.parametrize("part", [(2000, 2030, 400), pytest.param((2030, 2070, 1500), marks=pytest.mark.release)])
def test_a_run_round_by_round_is_that_of_the_native_engine_with_what_was_seen(bare, part):
    first, last, most = part
    for given in [pages.setting(seed, most)[0] for seed in range(first, last)]:
        where, nothing = json.dumps(given), [np.nan] * len(given["theta"])
        (found, results), (expected, ended) = bare.evaluate(STEPPED, given), native_steps(given)
        played = np.empty(len(found), dtype=np.int32)
        race.advance(*pages.native_state(given), len(found), played)
        assert [step["arm"] for step in found] == played.tolist(), where
        rules, candidates = steps.REPORT.index("rule"), steps.SEEN.index("candidates")
        assert [step["rule"] for step in found] == [steps.RULES[int(report[rules])] for report, _ in expected], where
        marked = [np.flatnonzero(seen[candidates]).tolist() for _, seen in expected]
        assert [step["candidates"] for step in found] == marked, where
        for name in ("round", "arm", "leader", "level", "reward"):
            rows = [report[steps.REPORT.index(name)] for report, _ in expected]
            np.testing.assert_allclose([step[name] for step in found], rows, rtol=1e-9, atol=1e-9, err_msg=where)
        for name in ("plays", "averages", "indexes", "targets"):
            rows = [seen[steps.SEEN.index(name)] for _, seen in expected]
            values = [nothing if step[name] is None else step[name] for step in found]
            np.testing.assert_allclose(values, rows, rtol=1e-9, atol=1e-9, err_msg=where)
        assert results["plays"] == ended["plays"]
        np.testing.assert_allclose(results["regret"], ended["regret"], rtol=1e-9, atol=1e-9)


def test_runs_taken_up_again_between_others_end_as_those_in_one_go(bare):
    settings = [pages.setting(seed, 3000)[0] for seed in range(3000, 3018)]
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


@pytest.mark.parametrize("part", [(0, 300), pytest.param((300, 3000), marks=pytest.mark.release)], ids=["some", "more"])
def test_divergences_and_indexes_are_the_native_ones(bare, part):
    given = []
    for seed in range(*part):
        rng, each = np.random.default_rng(seed), pages.instance(seed)
        plays = rng.integers(0, rng.choice([3, 50, 10**6]), len(each["theta"]))
        sums = rng.binomial(plays, each["theta"])
        each |= {"plays": plays.tolist(), "sums": sums.tolist(), "level": float(rng.choice([0, 0.7, 3, 14, 200]))}
        y = rng.choice([0.0, 1.0, 0.3, *rng.random(3)], len(plays))
        given.append(each | {"x": each["theta"], "y": y.tolist()})
    found = bare.evaluate(
        "given => given.map(each => [lipbandits.engine.divergences(each), lipbandits.engine.indexes(each)])", given
    )
    for each, (values, indexes) in zip(given, found, strict=True):
        numbers = {
            name: np.array(each[name], dtype=float) for name in ("x", "y", "plays", "sums", "arms") if name in each
        }
        arms, rows = numbers.get("arms", np.linspace(0, 1, len(values))), np.empty((2, len(values)))
        expected = np.empty(len(values))
        steps.divergences(numbers["x"], numbers["y"], expected)
        steps.indexes(numbers["plays"], numbers["sums"], arms, each["lipschitz"], each["level"], rows)
        for one, other in ((values, expected), (indexes["klUcb"], rows[0]), (indexes["lipschitz"], rows[1])):
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9, err_msg=json.dumps(each))


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
