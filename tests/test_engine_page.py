"""In Node.js the engine of the pages does what the native one does; tests/site and tests/browsers ask browsers."""

import json

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import race
from lipbandits.theory.indexes import KINDS, level_factor
from tests.page_engine import NODE, bounds, curves, differences, in_node, native, of_tails, run_in_node, runs

pytestmark = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")


def check(cases):
    wrong = []
    for case, answer in zip(cases, in_node(cases), strict=True):
        wrong += [f"{case['kind']} {case.get('policy', '')}{each}" for each in differences(native(case), answer)]
    assert wrong == []


def test_bounds_and_indexes_are_the_native_ones():
    check(bounds(60, seed=1) + bounds(2, seed=2, most_arms=200))


def test_tails_and_the_evidence_of_runs_are_the_native_ones():
    check(of_tails(15, seed=4))


def test_levels_are_those_of_the_theory():
    marks = [1, 2, 3, 4, 5, 17, 1000, 10**6]
    given = [(arms, kind) for arms in (1, 2, 46, 200) for kind in KINDS]
    asked = [{"arms": arms, "factor": float(level_factor(kind, arms)), "marks": marks} for arms, kind in given]
    found = run_in_node(f"return {json.dumps(asked)}.map((options) => engine.levels(options))")
    expected = [[lb.exploration_level(n, arms, kind) for n in marks] for arms, kind in given]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.slow
def test_tails_of_a_thousand_instances_are_the_native_ones():
    for seed in range(10):
        check(of_tails(100, seed=400 + seed))


@pytest.mark.slow
def test_bounds_and_indexes_of_a_thousand_instances_are_the_native_ones():
    for seed in range(10):
        check(bounds(100, seed=100 + seed))
    check(bounds(20, seed=3, most_arms=200))


def test_a_hundred_thousand_rounds_in_random_blocks_are_the_native_ones_in_one_go():
    cases = runs(36, 3000, seed=5)
    assert sum(case["marks"][-1] for case in cases) >= 10**5
    check(cases)


@pytest.mark.slow
@pytest.mark.parametrize("policy", race.POLICIES)
def test_two_hundred_thousand_rounds_of_a_policy_are_the_native_ones(policy):
    for seed in range(5):
        check(runs(20, 2000, seed=1000 + seed, policies=(policy,)))


@pytest.mark.slow
def test_long_runs_are_the_native_ones():
    check(runs(12, 100_000, seed=17, most_arms=17))


def test_steps_are_the_native_ones_and_play_the_same_arms_as_a_run():
    cases = runs(12, 250, seed=6, most_arms=12, kind="steps")
    check(cases)
    for case, run in zip(cases, in_node([case | {"kind": "run", "blocks": [1000]} for case in cases]), strict=True):
        assert [step["arm"] for step in native(case)["seen"]] == run["played"]


def test_runs_on_an_interval_and_what_policies_know_there_are_the_native_ones():
    check(curves(50, 1200, seed=8))


@pytest.mark.slow
def test_three_hundred_long_runs_on_an_interval_are_the_native_ones():
    for seed in range(6):
        check(curves(50, 20_000, seed=20 + seed))


def test_what_no_curve_may_be_is_refused_before_it_reaches_the_engine():
    good = 'knots: [0, 0.5, 1], means: [0.2, 0.6, 0.4], policy: "HOO", lipschitz: 1, marks: [1, 20]'
    bad = {
        "means: [0.2, NaN, 0.4]": "means[1]: NaN; expected means from 0 to 1",
        "means: [0.2]": "means: an array of 1; expected 2 to 200 means",
        "knots: [0, 1]": "knots: an array of 2; expected 3 increasing positions from 0 to 1",
        "knots: [0, 0.5, 0.5]": "knots[2]: 0.5; expected 3 increasing positions from 0 to 1",
        'policy: "UCB"': "policy: UCB; expected one of KL-UCB, CKL-UCB, HOO, Zooming, Adaptive",
        "lipschitz: 0": "lipschitz: 0; expected a number above 0",
        "arms: 0": "arms: 0; expected a whole number from 1 to 200",
        "tuned: 1": "tuned: 1; expected true or false",
        "quarter: null": "quarter: null; expected true or false",
        "marks: [100001]": "marks: a last round of 100001; expected at most 100000",
    }
    tries = ",".join(f"() => engine.curve({{ {good}, {change} }})" for change in bad)
    tried = "try { each(); return 'nothing'; } catch (error) { return error.message; }"
    said = run_in_node(f"return [{tries}].map(each => {{ {tried} }})")
    assert [message.replace('"', "") for message in said] == list(bad.values())


def test_evenly_spaced_arms_are_those_of_numpy():
    counts = [1, 2, 3, 17, 46, 49, 50, 99, 200]
    options = 'policy: "UCB", theta: Array(K).fill(0.5), marks: [1]'
    code = f"return {counts}.map((K) => Array.from(engine.run({{ {options} }}).state[1].view()))"
    assert run_in_node(code) == [np.linspace(0, 1, count).tolist() for count in counts]


# An instance that is refused for one reason.
GOOD = "{ theta: [0.5, 0.6], lipschitz: 1, k: 0, mean: 0.4, policy: 'CKL-UCB', marks: [10] }"
REFUSED = [
    ("tent", "theta: [0.5, NaN]", "RangeError", "theta[1]: NaN; expected means from 0 to 1"),
    ("tent", "theta: [1.5, 0.5]", "RangeError", "theta[0]: 1.5; expected means from 0 to 1"),
    ("tent", "theta: [0.5, -0.5]", "RangeError", "theta[1]: -0.5; expected means from 0 to 1"),
    ("tent", "theta: [0.5, '0.5']", "TypeError", 'theta[1]: "0.5"; expected means from 0 to 1'),
    ("tent", "theta: 'all'", "TypeError", 'theta: "all"; expected means from 0 to 1'),
    ("tent", "theta: []", "RangeError", "theta: an array of 0; expected 1 to 200 means"),
    ("tent", "theta: Array(201).fill(0)", "RangeError", "theta: an array of 201; expected 1 to 200 means"),
    (
        "tent",
        "theta: [0.5, 0.6], lipschitz: 0.05",
        "RangeError",
        "theta: arms 0 and 1 differ by 0.09999999999999998,",
    ),
    ("tent", "arms: [0]", "RangeError", "arms: an array of 1; expected 2 increasing positions from 0 to 1"),
    ("tent", "arms: [0.5, 0.5]", "RangeError", "arms[1]: 0.5; expected 2 increasing positions from 0 to 1"),
    ("tent", "arms: [0.5, 1.5]", "RangeError", "arms[1]: 1.5; expected 2 increasing positions from 0 to 1"),
    ("tent", "lipschitz: -1", "RangeError", "lipschitz: -1; expected a number ≥ 0"),
    ("tent", "lipschitz: NaN", "RangeError", "lipschitz: NaN; expected a number ≥ 0"),
    ("tent", "lipschitz: Infinity", "RangeError", "lipschitz: Infinity; expected a number ≥ 0"),
    ("tent", "lipschitz: undefined", "TypeError", "lipschitz: undefined; expected a number ≥ 0"),
    ("tent", "k: 2", "RangeError", "k: 2; expected an arm from 0 to 1"),
    ("tent", "k: 0.5", "RangeError", "k: 0.5; expected an arm from 0 to 1"),
    ("follow", "mean: 1.5", "RangeError", "mean: 1.5; expected a mean from 0 to 1"),
    ("divergences", "x: [0.5], y: [0.5, 0.5]", "RangeError", "y: an array of 2; expected 1 means, as x"),
    ("indexes", "plays: [1, 1.5], sums: [1, 1], level: 1", "RangeError", "plays[1]: 1.5; expected a whole number ≥ 0"),
    (
        "indexes",
        "plays: [1, 1], sums: [1, 2], level: 1",
        "RangeError",
        "sums[1]: 2; expected a number from 0 to 1,",
    ),
    ("indexes", "plays: [1, 1], sums: [1, 1], level: -1", "RangeError", "level: -1; expected a number ≥ 0"),
    ("run", "policy: 7", "RangeError", "policy: 7; expected one of UCB, KL-UCB, CKL-UCB, OSLB, Greedy, Uniform"),
    ("run", "marks: [10, 10]", "RangeError", "marks[1]: 10; expected increasing rounds from 1 to 2^31"),
    ("run", "marks: [0]", "RangeError", "marks[0]: 0; expected increasing rounds from 1 to 2^31"),
    ("run", "marks: [1.5]", "RangeError", "marks[0]: 1.5; expected increasing rounds from 1 to 2^31"),
    ("run", "marks: [2 ** 31 + 1]", "RangeError", "marks[0]: 2147483649; expected increasing rounds from 1 to 2^31"),
    ("run", "marks: []", "RangeError", "marks: an array of 0; expected increasing rounds from 1 to 2^31"),
    ("run", "seed: -1", "RangeError", "seed: -1; expected a whole number from 0 to 2^53 − 1"),
    ("run", "seed: 2 ** 53", "RangeError", "seed: 9007199254740992; expected a whole number from 0 to 2^53 − 1"),
    ("run", "run: 0.5", "RangeError", "run: 0.5; expected a whole number from 0 to 2^32 − 1"),
    ("run", "factor: -1", "RangeError", "factor: -1; expected a number from 0 to 1e6"),
    ("run", "factor: -1.5", "RangeError", "factor: -1.5; expected a number from 0 to 1e6"),
    ("levels", "arms: 0", "RangeError", "arms: 0; expected a whole number from 1 to 200"),
    ("levels", "arms: 3, factor: -2", "RangeError", "factor: -2; expected a number from 0 to 1e6"),
    ("run", "forced: 1", "TypeError", "forced: 1; expected true or false"),
    ("run", "epsilon: 0", "RangeError", "epsilon: 0; expected a number above 0, and at most 2, the number of arms"),
    ("run", "epsilon: 3", "RangeError", "epsilon: 3; expected a number above 0, and at most 2, the number of arms"),
    ("run", "lipschitz: undefined", "TypeError", "lipschitz: undefined; expected a number ≥ 0"),
    (
        "steps",
        "policy: 'Thompson'",
        "RangeError",
        'policy: "Thompson"; expected one of UCB, KL-UCB, CKL-UCB, OSLB, Greedy, Uniform, whose rounds are explained',
    ),
    ("steps", "policy: 'Best'", "RangeError", 'policy: "Best"; expected one of UCB'),
]


def test_what_the_engine_must_not_see_is_refused_with_the_argument_and_its_value_and_nothing_is_left_behind():
    calls = ", ".join(f"() => engine.{name}({{ ...{GOOD}, {given} }})" for name, given, _, _ in REFUSED)
    said, blocks = run_in_node(f"""
        const said = [{calls}].map((call) => {{
          try {{ call(); return ["nothing", ""]; }} catch (error) {{ return [error.name, error.message]; }}
        }});
        return [said, engine.blocks()];""")
    assert blocks == 0
    for (kind, message), (name, given, expected, start) in zip(said, REFUSED, strict=True):
        assert (kind, message[: len(start)]) == (expected, start), (name, given)


def test_a_wrong_told_constant_is_no_error_of_a_run():
    assert run_in_node(f"return engine.run({{ ...{GOOD}, lipschitz: 0 }}).advance(10)")


# A run whose arrays are said to be where there is no memory, and one without arms.
FAILING = f"""
    const given = {GOOD};
    const failing = (passed) => {{
      const run = engine.run(given);
      run.state[0].passed = passed;
      try {{
        run.advance(10);
      }} catch (error) {{
        return error.message;
      }} finally {{
        run.free();
      }}
    }};
    const [traps, raises] = [() => failing([2 ** 30, 2]), () => failing([16, 0])];
"""


def test_after_a_trap_or_an_error_the_engine_begins_anew_and_goes_on():
    said = run_in_node(f"""
        {FAILING}
        return [traps, raises].map((fails) => {{
          const before = engine.run(given);
          const said = [fails(), engine.tent(given).value > 0];
          try {{ before.advance(1); }} catch (error) {{ said.push(error.message); }}
          before.free();
          return [...said, engine.blocks()];
        }});""")
    lost = "The engine was started anew after an error; this has to begin again, too."
    assert said == [
        ["The engine stopped in advance: memory access out of bounds", True, lost, 0],
        ["The engine stopped in advance, with status 1.", True, lost, 0],
    ]


def test_nothing_is_kept_after_a_thousand_traps_and_errors_and_a_thousand_runs():
    failed, blocks, first, last = run_in_node(f"""
        {FAILING}
        let failed = 0;
        for (let i = 0; i < 500; i++) failed += (traps() !== undefined) + (raises() !== undefined);
        const blocks = engine.blocks();
        const theta = Array.from({{ length: 17 }}, (_, i) => 0.3 + i / 40);
        const runs = (number) => {{
          for (let seed = 0; seed < number; seed++) {{
            const run = engine.run({{ ...given, theta, seed, policy: seed % 2 ? "OSLB" : "CKL-UCB", marks: [200] }});
            run.advance(200);
            run.free();
          }}
          return engine.memory();
        }};
        return [failed, blocks, runs(100), runs(900)];""")
    assert (failed, blocks) == (1000, 0)
    assert first == last <= 20e6


def test_a_run_in_pieces_of_time_is_the_native_one():
    (case,) = runs(1, 20_000, seed=3, policies=("OSLB",))
    options = {name: value for name, value in case.items() if name not in ("kind", "blocks")} | {"keepPlays": True}
    answer = run_in_node(f"""
        const run = engine.run({json.dumps(options)});
        while (!run.advanceFor(1));
        return run.results;""")
    assert differences(native(case), answer) == []


def test_a_run_that_was_freed_is_no_more():
    said = run_in_node(f"""
        const run = engine.run({GOOD});
        run.free();
        run.free();
        try {{ run.advance(1); }} catch (error) {{ return [error.message, engine.blocks()]; }}""")
    assert said == ["This was freed; make a new one.", 0]


def test_it_says_that_it_cannot_start_where_webassembly_is_missing_or_the_bytes_are_none():
    said = run_in_node("""
        const fresh = () => {
          delete globalThis.lipbandits;
          for (const each of ENGINE) require("vm").runInThisContext(fs.readFileSync(each, "utf8"));
          return globalThis.lipbandits.engine;
        };
        const refused = (engine, bytes) => engine.start(bytes).catch((error) => [error.name, error.message]);
        const none = await refused(fresh());
        const other = fresh();
        const wrong = await refused(other, new Uint8Array([1, 2, 3]));
        // It may be tried again.
        await other.start(fs.readFileSync(FILE));
        const there = globalThis.WebAssembly;
        globalThis.WebAssembly = undefined;
        const missing = await refused(fresh());
        globalThis.WebAssembly = there;
        return [none, wrong, missing];""")
    assert said[0] == ["Error", "The engine cannot start: neither bytes nor lipbandits.engine.base64 are there."]
    assert said[1][1].startswith("The engine cannot start: WebAssembly.compile()")
    assert said[2] == ["Error", "The engine cannot start: WebAssembly is missing here."]


def test_it_starts_from_base64_and_only_once():
    value = run_in_node("""
        delete globalThis.lipbandits;
        globalThis.lipbandits = { engine: { base64: fs.readFileSync(FILE).toString("base64") } };
        for (const each of ENGINE) require("vm").runInThisContext(fs.readFileSync(each, "utf8"));
        const { engine: own } = globalThis.lipbandits;
        await Promise.all([own.start(), own.start()]);
        const run = own.run({ policy: "UCB", theta: [0.5], marks: [5] });
        await own.start();
        return run.advance(5);""")
    assert value is True
