"""The plays of CKL-UCB, sorted as the proof of Theorem 4 (i) sorts them."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study.causes import CAUSES, cause_of_play, plays_by_cause
from lipbandits.study.recorded import plays_and_sums

# A tight triangle with two slopes, and a peak that stands alone and is tried last.
TIGHT = lb.LipschitzBandit(0.8 - np.array([0.5, 0.4, 0.3, 0.2, 0.1, 0, 0.09, 0.18, 0.27]), lipschitz=0.8)
ALONE = lb.LipschitzBandit([0.3, 0.32, 0.34, 0.36, 0.38, 0.9], lipschitz=2.6)


class InTurn(lb.CKLUCB):
    """Takes no notice of the indexes."""

    def explain(self, n):
        return super().explain(n) | {"arm": (n - 1) % len(self.plays), "rule": "in turn"}


def total(bandit, policy, delta, horizon, runs):
    found = [plays_by_cause(bandit, policy, delta, horizon, run) for run in range(runs)]
    return {cause: sum(each[cause] for each in found) for cause in CAUSES}


@pytest.mark.parametrize("kind", ["log", "paper"])
def test_every_play_of_ckl_ucb_has_one_of_the_causes_of_the_proof(kind):
    seen = np.zeros(len(CAUSES))
    for bandit, delta in ((TIGHT, 0.02), (ALONE, 0.1)):
        found = total(bandit, lb.CKLUCB(kind), delta, 80, runs=15)
        assert found["none of these"].tolist() == [0] * bandit.n_arms
        seen += [found[cause].sum() for cause in CAUSES]
    seen = {cause for cause, number in zip(CAUSES, seen, strict=True) if number}
    # The large f(n) leaves no room for low indexes in so few rounds; the last cause is too rare to be met.
    low = {"index of the best arm low"} if kind == "log" else set()
    assert seen == {*CAUSES[:2], "arm badly estimated", "arm well estimated"} | low


def test_an_unlucky_best_arm_may_wait_behind_an_arm_with_fewer_plays():
    policy = lb.CKLUCB()
    policy.reset(lb.Geometry([0.0, 0.5, 1.0], lipschitz=3.0), None)
    policy.plays[:], policy.sums[:] = [60, 6, 6], [21, 1, 2]
    bandit = lb.LipschitzBandit([0.3, 0.2, 0.75], lipschitz=3.0)
    report = policy.explain(73)
    assert (report["leader"], report["arm"], report["candidates"].tolist()) == (0, 1, [1, 2])
    assert cause_of_play(bandit, 0.01, report, policy.plays, policy.means) == "best arm badly estimated"
    # An index within δ of the best mean needs no unlucky best arm: the proof counts arm 1's own bad average.
    indexes = np.where(np.arange(3) == 1, 0.75 - 0.01, report["indexes"])
    assert (
        cause_of_play(bandit, 0.01, report | {"indexes": indexes}, policy.plays, policy.means) == "arm badly estimated"
    )
    # Had arm 1 more plays than the best one, it would not have been its turn.
    assert cause_of_play(bandit, 0.01, report, np.array([60, 7, 6]), policy.means) == "none of these"


def test_the_causes_are_those_of_all_plays_in_the_run():
    policy = lb.CKLUCB("klucb3")
    # A triangle has arms of equal means on both sides.
    for bandit in (TIGHT, lb.triangle(7)):
        found = sum(plays_by_cause(bandit, policy, 0.03, 150, run=4).values())
        plays, _ = plays_and_sums(bandit, policy, 151, run=4)
        assert found.tolist() == np.where(bandit.gaps > 0, plays, 0).tolist()


def test_well_estimated_plays_are_at_most_what_is_proved_at_any_level():
    for kind in ("log", "klucb3", "paper"):
        f = lb.exploration_level(400, ALONE.n_arms, kind)
        worse, delta = ALONE.suboptimal, 0.05
        allowed = f / lb.kl(ALONE.theta[worse] + delta, ALONE.best_mean - delta)
        for run in range(2):
            assert np.all(
                plays_by_cause(ALONE, lb.CKLUCB(kind), delta, 400, run)["arm well estimated"][worse] <= allowed
            )


def test_plays_of_another_rule_can_have_none_of_these_causes():
    assert total(ALONE, InTurn(), 0.1, 80, runs=2)["none of these"].sum() > 10


@pytest.mark.parametrize(
    ("bandit", "delta", "message"),
    [
        (lb.triangle(4, peak=0.5), 0.01, r"bandit: best arms \[1, 2\]; expected a single one"),
        (ALONE, 0.26, "delta: 0.26; expected a number above 0 and below half of the smallest gap"),
        (ALONE, 0.0, "delta: 0.0"),
    ],
)
def test_what_cannot_be_sorted_is_refused(bandit, delta, message):
    with pytest.raises(ValueError, match=message):
        plays_by_cause(bandit, lb.CKLUCB(), delta, 10)
