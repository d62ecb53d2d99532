"""The tent's kernels give what `lipbandits.theory` gives, by another program."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine.race import POLICIES, advance, new_state
from lipbandits.engine.steps import RULES, divergences, indexes
from lipbandits.theory.divergences import kl
from lipbandits.theory.indexes import KINDS as LEVELS
from lipbandits.theory.indexes import kl_ucb_indexes, level_factor, lipschitz_indexes
from lipbandits.theory.lower_bounds import confusing_divergences, confusing_parameter, lai_robbins, lower_bound
from tests.compiled import cases
from tests.page_engine import bounds, instance, native, pair_of, runs


def bandit_of(given):
    return lb.LipschitzBandit(given["theta"], given["arms"], given["lipschitz"])


def tents(number, seed, most_arms):
    """(bandit, k, answer) of random instances."""
    rng = np.random.default_rng(seed)
    for _ in cases(number):
        given = instance(rng, most_arms)
        k = int(rng.integers(len(given["theta"])))
        yield bandit_of(given), k, native({"kind": "tent", **given, "k": k})


def check_tent(bandit, k, found):
    bound, alone = lower_bound(bandit), lai_robbins(bandit)
    np.testing.assert_allclose(found["value"], bound.value, rtol=1e-9)
    np.testing.assert_allclose(found["laiRobbins"], alone.value, rtol=1e-9)
    np.testing.assert_allclose(found["alone"], alone.rates, rtol=1e-9)
    assert found["best"] == np.flatnonzero(bandit.gaps == 0).tolist()
    np.testing.assert_allclose(
        found["leastLipschitz"],
        lb.LipschitzBandit(bandit.theta, bandit.arms, family=bandit.family).lipschitz,
        rtol=1e-12,
    )
    check_plan(bandit, bound, found)
    check_prices(bandit, found)
    if bandit.gaps[k] > 0:
        np.testing.assert_allclose(found["confusing"], confusing_parameter(bandit, k), rtol=0, atol=1e-15)
        evidence = [np.inf if value is None else value for value in found["evidence"]]
        np.testing.assert_allclose(evidence, confusing_divergences(bandit)[k], rtol=1e-9, atol=1e-17)
    else:
        assert found["confusing"] == bandit.theta.tolist() and not any(found["evidence"])


def check_plan(bandit, bound, found):
    """As good as that of HiGHS, it rules out every model; where the plan is the only one, it is the same."""
    rates = np.array(found["rates"])
    assert (rates >= 0).all() and np.isclose(rates @ bandit.gaps, bound.value, rtol=1e-9)
    if bound.value > 0:
        assert (confusing_divergences(bandit)[bandit.suboptimal] @ rates >= 1 - 1e-9).all()
    if bound.unique:
        np.testing.assert_allclose(rates, bound.rates, rtol=1e-6, atol=1e-9 * max(1.0, bound.rates.max()))
        assert found["binding"] == bound.binding.tolist()


def check_prices(bandit, found):
    """They sum to C(θ), charge no arm more than its gap, and only models that bind have one: so they are optimal."""
    prices = np.array(found["prices"])
    assert (prices >= 0).all() and np.isclose(prices.sum(), found["value"], rtol=1e-9)
    if found["value"] > 0:
        charged = confusing_divergences(bandit).T @ prices
        assert (charged <= bandit.gaps * (1 + 1e-9) + 1e-12).all()
    assert not prices[~np.array(found["binding"])].any()


def test_bounds_plans_prices_and_models_are_those_of_the_theory():
    for bandit, k, found in tents(300, seed=0, most_arms=60):
        check_tent(bandit, k, found)


def test_two_hundred_arms_too():
    for bandit, k, found in tents(6, seed=1, most_arms=200):
        check_tent(bandit, k, found)


@pytest.mark.parametrize(
    ("theta", "lipschitz"),
    [([0.4], 0.0), ([0.5, 0.5, 0.5], 0.0), ([1.0, 0.9], 1.0), ([0.0, 0.0], 3.0), ([1.0, 1.0, 0.2], 5.0)],
)
def test_where_nothing_can_beat_the_best_arms_all_bounds_are_zero(theta, lipschitz):
    arms = np.linspace(0, 1, len(theta))
    found = native({"kind": "tent", "theta": theta, "arms": arms, "lipschitz": lipschitz, "k": len(theta) - 1})
    assert found["value"] == found["laiRobbins"] == 0
    assert not any(found["rates"] + found["alone"] + found["prices"] + found["binding"])


def test_followers_move_only_as_far_as_the_promise_makes_them():
    rng = np.random.default_rng(3)
    for _ in cases(200):
        given = instance(rng)
        theta, bandit = np.array(given["theta"]), bandit_of(given)
        k, mean = int(rng.integers(len(theta))), float(rng.choice([0.0, 1.0, rng.random()]))
        moved = np.array(native({"kind": "follow", **given, "k": k, "mean": mean}))
        slack = bandit.lipschitz * bandit.geometry.distances[k]
        assert moved[k] == mean and (np.abs(moved - mean) <= slack + 1e-15).all()
        # It is in the model again, and who stays within the slack stays where it was.
        lb.LipschitzBandit(moved, bandit.arms, bandit.lipschitz)
        stays = (np.abs(theta - mean) <= slack) & (np.arange(len(theta)) != k)
        assert np.array_equal(moved[stays], theta[stays])
        lower, upper = np.maximum(mean - slack, 0), np.minimum(mean + slack, 1)
        others = np.arange(len(theta)) != k
        assert np.array_equal(moved[others], np.clip(theta, lower, upper)[others])


def test_divergences_and_indexes_are_those_of_the_theory():
    for case in bounds(len(cases(100)), seed=4, most_arms=12):
        if case["kind"] == "divergences":
            values = np.empty(8)
            divergences(np.array(case["x"]), np.array(case["y"]), *pair_of(), values)
            np.testing.assert_allclose(values, kl(case["x"], case["y"]), rtol=1e-9, atol=1e-300)
        elif case["kind"] == "indexes":
            plays, sums, level = np.array(case["plays"], float), np.array(case["sums"], float), case["level"]
            rows = np.empty((2, len(plays)))
            indexes(plays, sums, np.array(case["arms"]), case["lipschitz"], level, *pair_of(), rows)
            geometry = lb.Geometry(case["arms"], case["lipschitz"])
            np.testing.assert_allclose(rows[0], kl_ucb_indexes(plays, sums, level), rtol=1e-9)
            np.testing.assert_allclose(rows[1], lipschitz_indexes(plays, sums, geometry, level), rtol=1e-9)


# {rule of a policy: that of the steps}
SAID = {
    "play each arm once": "initial",
    "largest index": "index",
    "best average": "average",
    "forced: t < log log n": "forced",
    "the leader has the largest index": "leader",
    "least played above the leader's index": "explore",
    "no index exceeds the leader's mean": "leader",
    "least played of all: t < (ε/K) t of the arm to explore": "forced",
    "least played of those below their target": "explore",
    "no arm is below its target: least played above the leader's mean": "above",
}
KINDS = {"UCB": lb.UCB, "Greedy": lb.Greedy, "KL-UCB": lb.KLUCB, "CKL-UCB": lb.CKLUCB, "OSLB": lb.OSLB}


def policy_of(case):
    """The specification, with the f(n) that its factor means."""
    n_arms = len(case["theta"])
    kind = next(kind for kind in LEVELS if level_factor(kind, n_arms) == case["factor"])
    settings = {
        "KL-UCB": {"kind": kind},
        "CKL-UCB": {"kind": kind, "forced": case["forced"]},
        "OSLB": {"kind": kind, "epsilon": case["epsilon"]},
    }
    policy = KINDS[case["policy"]](**settings.get(case["policy"], {}))
    policy.reset(lb.Geometry(case["arms"], case["lipschitz"]), None)
    return policy


@pytest.mark.parametrize("name", KINDS)
def test_steps_say_what_the_policies_say(name):
    """Round by round, in each state of the run: the choice, its rule, and what it saw."""
    for case in runs(len(cases(6)), 150, seed=9, most_arms=10, kind="steps", policies=(name,)):
        policy = policy_of(case)
        for seen in native(case)["seen"]:
            report = policy.explain(int(seen["round"]))
            if "bound" not in report or report["bound"].unique:
                assert (seen["arm"], seen["rule"]) == (report["arm"], SAID[report["rule"]])
            assert seen["averages"] == policy.means.tolist() and seen["plays"] == policy.plays.tolist()
            check_seen(seen, report, name)
            policy.update(int(seen["arm"]), seen["reward"])


def check_seen(seen, report, name):
    if "indexes" in report:
        finite = [1.0 if value is None else value for value in seen["indexes"]]
        np.testing.assert_allclose(finite, report["indexes"], rtol=1e-9)
    if "level" in report:
        assert np.isclose(seen["level"], report["level"], rtol=1e-12)
    if name == "CKL-UCB":
        assert seen["candidates"] == report["candidates"].tolist()
    if "target" in report and report["bound"].unique:
        np.testing.assert_allclose(
            seen["targets"], report["target"], rtol=1e-6, atol=1e-9 * max(1.0, report["target"].max())
        )


def test_every_rule_is_seen():
    cases_of_steps = runs(60, 120, seed=2, most_arms=10, kind="steps")
    assert {step["rule"] for case in cases_of_steps for step in native(case)["seen"]} == set(RULES)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_run_stops_at_its_last_mark_however_far_it_is_told_to_go(policy):
    state = new_state(policy, [0.3, 0.6], [0.0, 1.0], [5, 50])
    for _ in range(2):
        advance(*state, 10**6, np.empty(0, dtype=np.int32))
        assert state[4][0] == 51 and state[5][0].sum() == 50
