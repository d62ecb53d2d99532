"""Families of rewards in the engine of the pages: what Python has of them, natively and in Node.js; and its runs."""

import json
import warnings
from functools import partial

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.play.counter import CounterRewards
from lipbandits.theory.indexes import kl_ucb_indexes, lipschitz_indexes
from tests.compiled import cases, rounds
from tests.page_engine import EXPLAINED, FAMILIES, NODE, differences, in_node, native, of_families, run_in_node, runs_of
from tests.test_tent import SAID, check_seen, check_tent, policy_of

OTHERS = tuple(FAMILIES)[1:]
every_family = pytest.mark.parametrize("family", OTHERS)
in_a_page = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
# What a page may ask of policies of its runs, as f(n) = log n has them.
POLICIES = {"KL-UCB": lb.KLUCB, "CKL-UCB": lb.CKLUCB, "OSLB": lb.OSLB}
# Whose runs are compared with those of `simulate`, beside MOSS, which is told T.
PLAYED = POLICIES | {
    "Thompson": lb.ThompsonSampling,
    "IMED": lb.IMED,
    "OSSB": lb.OSSB,
    "IMED-UB": partial(lb.IMEDUB, once=True),
}
SAID_ALSO = SAID | {"no average yet, and no smallest mean in its place": "initial"}


def family_of(case):
    return FAMILIES[case["family"]](case.get("sd", 0.5))


def bandit_of(case, check=True):
    return lb.LipschitzBandit(case["theta"], case["arms"], case["lipschitz"], check=check, family=family_of(case))


def check(cases):
    wrong = []
    for case, answer in zip(cases, in_node(cases), strict=True):
        given = f"{case['kind']} {case.get('policy', '')} {case['family']}"
        wrong += [f"{given}{each}" for each in differences(native(case), answer)]
    assert wrong == []


@every_family
def test_bounds_divergences_and_indexes_are_those_of_the_theory(family):
    for case in of_families(len(cases(60)), seed=1, families=(family,)):
        found, known = native(case), family_of(case)
        if case["kind"] == "tent":
            check_tent(bandit_of(case), case["k"], found)
        elif case["kind"] == "divergences":
            np.testing.assert_allclose(found, known.kl(case["x"], case["y"]), rtol=1e-9, atol=1e-300)
        elif case["kind"] == "indexes":
            plays, sums, level = np.array(case["plays"], float), np.array(case["sums"], float), case["level"]
            geometry = lb.Geometry(case["arms"], case["lipschitz"], known)
            expected = kl_ucb_indexes(plays, sums, level, known), lipschitz_indexes(plays, sums, geometry, level)
            for name, values in zip(("klUcb", "lipschitz"), expected, strict=True):
                indexes = [np.inf if value is None else value for value in found[name]]
                np.testing.assert_allclose(indexes, values, rtol=1e-9)


@every_family
def test_what_plays_say_is_what_the_theory_says(family):
    for case in of_families(len(cases(30)), seed=2, families=(family,)):
        if case["kind"] == "weights":
            reach = case["lipschitz"] * np.abs(np.array(case["arms"]) - case["arms"][case["k"]])
            said = np.array(case["plays"]) * family_of(case).kl_plus(case["averages"], case["q"] - reach)
            np.testing.assert_allclose(native(case), said, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("name", POLICIES)
@every_family
def test_steps_say_what_the_policies_say(family, name):
    for case in runs_of(len(cases(4)), rounds(120), family, seed=9, kind="steps", policies=(name,)):
        policy = policy_of(case)
        policy.reset(bandit_of(case, check=False).geometry, None)
        for seen in native(case)["seen"]:
            report = policy.explain(int(seen["round"]))
            if "bound" not in report or report["bound"].unique:
                assert (seen["arm"], seen["rule"]) == (report["arm"], SAID_ALSO[report["rule"]])
            averages = [-np.inf if value is None else value for value in seen["averages"]]
            assert averages == policy.means.tolist() and seen["plays"] == policy.plays.tolist()
            if seen["indexes"] is not None:
                infinite = [np.inf if value is None else value for value in seen["indexes"]]
                check_seen(seen | {"indexes": infinite}, report, name)
            policy.update(int(seen["arm"]), seen["reward"])


@every_family
def test_a_run_is_paid_what_numpy_makes_of_the_same_uniforms(family):
    """To the last bit: by the sums of its rewards, in whatever order the arms were played."""
    for case in runs_of(2, rounds(300), family, seed=3, kind="steps", policies=("Greedy", "KL-UCB")):
        bandit = bandit_of(case, check=False)
        stock = CounterRewards(bandit.theta, case["seed"], case["run"], bandit.payoffs)
        for seen in native(case)["seen"]:
            assert seen["reward"] == stock.draw(int(seen["arm"]))


def simulated(case, policy):
    """The plays of run 0, as `simulate` has them."""
    bandit, horizon = bandit_of(case, check=False), case["marks"][-1]
    with warnings.catch_warnings():
        # Of OSLB and OSSB where several arms are best, and of IMED-UB where there are several peaks.
        warnings.simplefilter("ignore", UserWarning)
        results = lb.simulate(
            bandit, {"it": policy}, horizon, runs=1, seed=case["seed"], stream="counter", progress=False
        )
    return results["it"].plays[0].tolist()


def races(family, number, seed, horizon):
    """Cases whose plays `simulate` has, too: f(n) = log n, run 0."""
    for case in runs_of(number, horizon, family, seed=seed, policies=(*PLAYED, "MOSS")):
        yield case | {"factor": 0.0, "forced": True, "run": 0, "marks": [horizon]}


def check_races(family, number, seed, horizon):
    given = list(races(family, number, seed, horizon))
    for case, answer in zip(given, in_node(given), strict=True):
        policy = lb.MOSS(horizon) if case["policy"] == "MOSS" else PLAYED[case["policy"]]()
        assert answer["plays"] == simulated(case, policy), (case["policy"], case["family"])


@in_a_page
@pytest.mark.filterwarnings("ignore:.*best arms")
@every_family
def test_runs_in_a_page_are_those_of_simulate(family):
    check_races(family, 24, seed=4, horizon=2000)


@in_a_page
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*best arms")
@every_family
def test_many_long_runs_in_a_page_are_those_of_simulate(family):
    for seed in range(5):
        check_races(family, 60, seed=100 + seed, horizon=10_000)


@in_a_page
def test_bounds_indexes_and_weights_in_a_page_are_the_native_ones():
    check(of_families(30, seed=5))


@in_a_page
@pytest.mark.slow
def test_bounds_and_indexes_of_three_thousand_instances_are_the_native_ones():
    for seed in range(10):
        check(of_families(100, seed=500 + seed))


@in_a_page
@every_family
def test_runs_steps_and_records_in_a_page_are_the_native_ones(family):
    check(runs_of(20, 1500, family, seed=6))
    check(runs_of(10, 200, family, seed=7, kind="steps"))
    # Uniform play counts no rewards.
    check(runs_of(10, 400, family, seed=8, kind="records", policies=EXPLAINED[:-1]))


@in_a_page
@pytest.mark.slow
@every_family
def test_long_runs_in_a_page_are_the_native_ones(family):
    for seed in range(5):
        check(runs_of(24, 30_000, family, seed=700 + seed))


# An instance that is refused for one reason.
GOOD = {"theta": [0.5, 0.6], "lipschitz": 1, "k": 0, "policy": "CKL-UCB", "marks": [10]}
REFUSED = [
    ("tent", {"family": "gamma"}, 'family: "gamma"; expected one of bernoulli, gaussian, poisson, exponential'),
    ("tent", {"family": "gaussian", "sd": 0}, "sd: 0; expected a finite number > 0"),
    ("tent", {"family": "poisson", "theta": [-0.1, 0.6]}, "theta[0]: -0.1; expected finite means ≥ 0"),
    ("tent", {"family": "exponential", "theta": [0, 0.6]}, "theta[0]: 0; expected finite means > 0"),
    ("tent", {"theta": [0.5, 1.6]}, "theta[1]: 1.6; expected means from 0 to 1"),
    ("divergences", {"family": "exponential", "x": [0], "y": [1]}, "x[0]: 0; expected finite means > 0"),
    (
        "run",
        {"family": "poisson", "policy": "UCB"},
        'policy: "UCB"; expected one of KL-UCB, CKL-UCB, OSLB, Greedy, Uniform, Thompson, IMED, OSSB, IMED-UB, for '
        "rewards that are poisson",
    ),
    (
        "run",
        {"family": "poisson", "theta": [0.5, 501], "lipschitz": 999},
        "theta[1]: 501; expected means from 0 to 500, of counts to be drawn",
    ),
    (
        "indexes",
        {"family": "poisson", "plays": [1, 1], "sums": [1, 1.5], "level": 1},
        "sums[1]: 1.5; expected a whole number, the sum of counts",
    ),
    (
        "indexes",
        {"family": "exponential", "plays": [1, 1], "sums": [1, 0], "level": 1},
        "sums[1]: 0; expected a number that 1 plays can pay",
    ),
    (
        "indexes",
        {"family": "gaussian", "plays": [0, 1], "sums": [1, 0], "level": 1},
        "sums[0]: 1; expected a number 0 without plays",
    ),
]


@in_a_page
def test_what_no_family_has_is_refused_before_it_reaches_the_engine():
    calls = ", ".join(f"() => engine.{name}({json.dumps(GOOD | given)})" for name, given, _ in REFUSED)
    said = run_in_node(f"""
        const said = [{calls}].map((call) => {{
          try {{ call(); return "nothing"; }} catch (error) {{ return error.message; }}
        }});
        return [...said, engine.blocks()];""")
    assert said == [*(message for _, _, message in REFUSED), 0]
