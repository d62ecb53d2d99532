"""One run, round by round: the arm and the rule of every round, and what was seen, are those of the policies."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import records, steps
from lipbandits.study.recorded import record, rewards_of, standing, stepped_bandit
from lipbandits.theory.indexes import KINDS, evidence, level_factor
from tests.compiled import cases
from tests.page_engine import differences, in_node, instance, native, pair_of, runs

# What each policy calls the rules of `engine.steps`.
CALLED = {
    "play each arm once": "initial",
    "largest index": "index",
    "forced: t < log log n": "forced",
    "the leader has the largest index": "leader",
    "least played above the leader's index": "explore",
    "no index exceeds the leader's mean": "leader",
    "least played of all: t < (ε/K) t of the arm to explore": "forced",
    "least played of those below their target": "explore",
    "no arm is below its target: least played above the leader's mean": "above",
}
POLICIES = ("UCB", "KL-UCB", "CKL-UCB", "OSLB")


def policy_of(case):
    kind = next(kind for kind in KINDS if level_factor(kind, len(case["theta"])) == case["factor"])
    return {
        "UCB": lambda: lb.UCB(),
        "KL-UCB": lambda: lb.KLUCB(kind=kind),
        "CKL-UCB": lambda: lb.CKLUCB(kind=kind, forced=case["forced"]),
        "OSLB": lambda: lb.OSLB(epsilon=min(case["epsilon"], len(case["theta"])), kind=kind),
    }[case["policy"]]()


def rule_of(report, policy):
    """The rule by the engine's name; KL-UCB has no rule but the largest index."""
    return CALLED[report["rule"]] if "rule" in report else "index"


def check_rounds(case, answer):
    """Every round of a recorded run, asked of the policy with what it had seen; how many could be asked."""
    bandit, policy = lb.LipschitzBandit(case["theta"], case["arms"], case["lipschitz"], check=False), policy_of(case)
    policy.reset(bandit.geometry, None)
    horizon, asked = case["marks"][-1], 0
    rewards = [rewards_of(bandit, k, horizon, case["seed"], case["run"]) for k in range(bandit.n_arms)]
    looks = dict(zip(case["looks"], answer["seen"], strict=True))
    for n, (arm, rule) in enumerate(zip(answer["played"], answer["rules"], strict=True), start=1):
        report = policy.explain(n)
        # Of several optimal plans either may have been taken.
        if "bound" not in report or report["bound"].unique:
            assert (arm, rule) == (report["arm"], rule_of(report, policy)), (case, n, report)
            asked += 1
            check_look(looks.get(n), policy, report)
        policy.update(arm, int(rewards[arm][policy.plays[arm]]))
    assert answer["plays"] == policy.plays.tolist()
    return asked


def check_look(look, policy, report):
    if look is None:
        return
    assert look["arm"] == report["arm"] and look["plays"] == policy.plays.tolist()
    np.testing.assert_allclose(look["averages"], policy.means, rtol=1e-12)
    if "indexes" in report:
        np.testing.assert_allclose(look["indexes"], report["indexes"], rtol=1e-9, atol=1e-9)
    if "target" in report:
        np.testing.assert_allclose(look["targets"], report["target"], rtol=1e-6, atol=1e-6)
    if "candidates" in report:
        assert look["candidates"] == report["candidates"].tolist() and look["leader"] == report["leader"]


def check_random_runs(number, horizon, seed, most_arms):
    found = runs(number, horizon, seed=seed, most_arms=most_arms, kind="records", policies=POLICIES)
    for case in found:
        case["epsilon"] = min(case["epsilon"], float(len(case["theta"])))
    answers = in_node(found)
    asked = 0
    for case, answer in zip(found, answers, strict=True):
        assert differences(native(case), answer) == []
        asked += check_rounds(case, answer)
    return asked


def test_every_round_and_its_rule_are_those_of_the_policy_that_saw_the_same():
    assert check_random_runs(24, 120, seed=41, most_arms=9) > 2000


@pytest.mark.slow
def test_every_round_of_many_random_runs_and_its_rule_are_those_of_the_policy():
    assert check_random_runs(240, 300, seed=42, most_arms=12) > 50_000


def test_a_run_in_any_blocks_is_one_run_and_a_look_back_changes_nothing():
    for case in runs(12, 500, seed=43, kind="records", policies=POLICIES):
        whole = native(case)
        again = native({**case, "looks": case["looks"][::-1]})
        assert whole["seen"] == again["seen"][::-1] and whole["played"] == again["played"]
        told = {"kind": "run", **{name: value for name, value in case.items() if name not in ("kind", "looks", "k")}}
        assert native(told)["played"] == whole["played"]


def test_what_each_arm_says_is_the_evidence_arm_by_arm():
    rng = np.random.default_rng(0)
    for _ in cases(100):
        given = instance(rng, 20)
        geometry = lb.LipschitzBandit(**given).geometry
        n_arms = len(given["theta"])
        plays = rng.integers(0, 30, n_arms)
        sums = rng.binomial(plays, given["theta"])
        k, q = int(rng.integers(n_arms)), float(rng.random())
        row, averages = np.empty(n_arms), sums / np.maximum(plays, 1)
        records.weights(
            *(plays.astype(float), averages, np.array(given["arms"])), given["lipschitz"], k, q, *pair_of(), row
        )
        assert row.sum() == pytest.approx(evidence(plays, sums, geometry, k, q), rel=1e-9, abs=1e-12)
        alone = evidence(
            np.where(np.arange(n_arms) == k, plays, 0), np.where(np.arange(n_arms) == k, sums, 0), geometry, k, q
        )
        assert row[k] == pytest.approx(alone, rel=1e-9, abs=1e-12)


def test_the_evidence_against_an_arm_is_that_at_the_leaders_index():
    for case in runs(8, 400, seed=44, most_arms=12, kind="records", policies=("CKL-UCB",)):
        found, geometry = (
            native(case),
            lb.LipschitzBandit(case["theta"], case["arms"], case["lipschitz"], check=False).geometry,
        )
        n_arms, against = len(case["theta"]), found["against"]
        for m, mark in enumerate(case["marks"]):
            policy = policy_of(case)
            policy.reset(geometry, None)
            policy.plays[:], policy.sums[:] = found["counted"][m][:n_arms], found["counted"][m][n_arms:]
            report = policy.explain(mark + 1)
            leader, index = report["leader"], report["indexes"][report["leader"]]
            assert against["leader"][m] == leader and against["index"][m] == pytest.approx(index, abs=1e-9)
            assert against["level"][m] == pytest.approx(report["level"])
            if case["k"] == leader or index >= 1:
                assert against["evidence"][m] is None
                continue
            value = evidence(policy.plays, policy.sums, geometry, case["k"], float(index))
            assert against["evidence"][m] == pytest.approx(value, rel=1e-6, abs=1e-6)
            # Above the level, beyond what rounding does, the arm is no candidate.
            if abs(value - report["level"]) > 1e-5:
                assert (case["k"] in report["candidates"]) == (value < report["level"])


def test_a_recorded_run_in_python_is_that_of_the_page_and_one_may_begin_at_any_round():
    bandit = stepped_bandit()
    for policy, name in ((lb.OSLB(), "OSLB"), (lb.CKLUCB(), "CKL-UCB"), (lb.KLUCB(), "KL-UCB")):
        run = record(policy, 5, 150)
        told = {"policy": name, "theta": bandit.theta.tolist(), "arms": bandit.arms.tolist(), "lipschitz": 1.2}
        common = {"factor": 0.0, "forced": True, "epsilon": 0.5, "seed": 5, "run": 0, "marks": [150]}
        found = native({"kind": "records", **told, **common, "looks": [], "k": 0})
        assert found["played"] == [report["arm"] for report, _, _ in run.values()]
        for n in (1, 2, 40, 150):
            again, report = standing(bandit, policy, n, seed=5)
            assert report["arm"] == run[n][0]["arm"] and again.plays.tolist() == run[n][1].tolist()
            assert again.means.tolist() == run[n][2].tolist()
    with pytest.raises(ValueError, match="Uniform draws"):
        standing(bandit, lb.Uniform(), 3)
    with pytest.raises(ValueError, match="n: 0"):
        standing(bandit, lb.UCB(), 0)


def test_rules_have_the_names_of_the_engine():
    assert set(CALLED.values()) == set(steps.RULES) - {"average", "chance"}
