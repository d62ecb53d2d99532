import json
from pathlib import Path

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.policies.policy import least_played, lowest_of_the_largest


def at(policy, entry):
    """A policy in a recorded state."""
    policy.reset(lb.Geometry(entry["x"], entry["L"]), np.random.default_rng(0))
    policy.plays[:], policy.sums[:] = entry["t"], entry["S"]
    return policy


def test_decisions_of_ckl_ucb_and_kl_ucb_agree_with_the_reference(reference):
    for entry in reference["decisions"]:
        n, kind = entry["n"], entry["f_kind"]
        report = at(lb.CKLUCB(kind, forced=True), entry).explain(n)
        assert report["arm"] == entry["ckl_forced"], entry["name"]
        assert report["indexes"] == pytest.approx(entry["b"], abs=1e-9)
        assert at(lb.CKLUCB(kind, forced=False), entry).select(n) == entry["ckl_unforced"], entry["name"]
        assert at(lb.KLUCB(kind), entry).select(n) == entry["klucb"], entry["name"]


def test_decisions_of_oslb_agree_with_the_reference(reference):
    for entry in reference["decisions"]:
        report, expected = at(lb.OSLB(entry["epsilon"], entry["f_kind"]), entry).explain(entry["n"]), entry["oslb"]
        assert (report["leader"], report["arm"]) == (expected["leader"], expected["decision"]), entry["name"]
        assert expected["exploit"] == ("bound" not in report)
        if not expected["exploit"]:
            assert report["underplayed"].tolist() == expected["K_e"], entry["name"]
            assert report["bound"].rates == pytest.approx(expected["c_hat"], rel=1e-8, abs=1e-10)


def test_ties_go_to_the_lowest_arm():
    assert lowest_of_the_largest(np.array([0.5, 0.7 - 1e-10, 0.7])) == 1
    assert lowest_of_the_largest(np.array([0.5, 0.7 - 1e-8, 0.7])) == 2
    assert least_played(np.array([9, 2, 2, 1]), np.array([0, 1, 2])) == 1


@pytest.mark.parametrize("policy", [lb.KLUCB(), lb.UCB(), lb.Greedy()])
def test_every_arm_is_played_once_before_any_twice(policy):
    bandit = lb.triangle(6)
    rewards = np.random.default_rng(0).integers(0, 2, (6, 20))
    assert lb.replay(bandit, policy, rewards, engine=False)[:6].tolist() == list(range(6))


def test_an_assumed_lipschitz_constant_takes_the_place_of_the_geometrys():
    bandit = lb.triangle(5, slope=0.5)
    for policy in (lb.CKLUCB(lipschitz=3.0), lb.OSLB(lipschitz=3.0)):
        policy.reset(bandit.geometry, np.random.default_rng(0))
        assert policy.geometry.lipschitz == 3.0
    assert bandit.geometry.lipschitz == 0.5


def test_a_policy_says_what_it_is():
    assert repr(lb.CKLUCB("paper", forced=False)) == "CKLUCB(kind='paper', forced=False, lipschitz=None)"
    assert repr(lb.UCB()) == "UCB()"


def test_bad_settings_are_refused_by_name_and_value():
    for make in (lb.KLUCB, lb.CKLUCB, lambda kind: lb.OSLB(kind=kind)):
        with pytest.raises(ValueError, match="kind: 'loglog'"):
            make("loglog")
    for epsilon in (0, -1, np.nan, np.inf):
        with pytest.raises(ValueError, match="epsilon: "):
            lb.OSLB(epsilon)
    with pytest.raises(ValueError, match=r"epsilon: 4\.0 for 3 arms"):
        lb.OSLB(4).reset(lb.Geometry([0, 0.5, 1], 1), None)
    for make in (lambda L: lb.CKLUCB(lipschitz=L), lambda L: lb.OSLB(lipschitz=L)):
        with pytest.raises(ValueError, match="lipschitz: -1"):
            make(-1)


def test_nothing_here_imports_the_engine():
    source = Path(lb.__file__).parent / "policies"
    assert not [path.name for path in source.glob("*.py") if "engine" in path.read_text(encoding="utf-8")]
    assert json.dumps([path.name for path in source.glob("*.py")])
