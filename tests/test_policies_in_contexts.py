"""Policies that are shown a context: CCKL-UCB, and independent copies of another policy."""

import numpy as np
import pytest

import lipbandits as lb

BANDIT = lb.travelling_peak(4, 5)


def at(policy, entry):
    """A policy in a recorded state."""
    policy.reset(lb.PairGeometry(entry["y"], entry["x"], entry["L"], entry["beta"]), None)
    policy.plays[:], policy.sums[:] = entry["t"], entry["S"]
    return policy


def test_decisions_agree_with_the_reference(reference):
    for entry in reference["contextual_decisions"]:
        n, j = entry["n"], entry["context"]
        report = at(lb.CCKLUCB(entry["f_kind"]), entry).explain(n, j)
        assert (report["leader"], report["arm"]) == (entry["leader"], entry["decision_forced"]), entry["name"]
        assert report["level"] == pytest.approx(entry["f"], rel=1e-12)
        assert report["indexes"] == pytest.approx(entry["b"], abs=1e-9)
        policy = at(lb.CCKLUCB(entry["f_kind"], forced=False), entry)
        assert policy.select(n, j) == entry["decision_unforced"], entry["name"]


def test_with_one_context_cckl_ucb_is_ckl_ucb():
    bandit = lb.triangle(6)
    single = lb.ContextualBandit([bandit.theta], lipschitz=bandit.lipschitz)
    rewards = np.random.default_rng(0).integers(0, 2, (6, 300))
    for settings in ({}, {"kind": "paper"}, {"forced": False}, {"lipschitz": 2.0}):
        plain = lb.replay(bandit, lb.CKLUCB(**settings), rewards, engine=False)
        contextual = lb.replay(single, lb.CCKLUCB(**settings), rewards[None], np.zeros(300, int), engine=False)
        assert contextual.tolist() == plain.tolist()


def test_contexts_too_far_to_inform_share_nothing_but_the_round():
    policy, alone = lb.CCKLUCB("klucb3"), lb.CKLUCB("klucb3")
    policy.reset(lb.PairGeometry([0, 1], [0, 0.4, 1], 0.5, context_weight=1e4), None)
    policy.plays[:], policy.sums[:] = [[9, 4, 7], [100, 100, 100]], [[5, 3, 2], [99, 98, 1]]
    alone.reset(lb.Geometry([0, 0.4, 1], 0.5), None)
    alone.plays[:], alone.sums[:] = policy.plays[0], policy.sums[0]
    one, other = policy.explain(400, 0), alone.explain(400)
    assert one["indexes"] == pytest.approx(other["indexes"], abs=1e-12)
    assert (one["arm"], one["rule"], one["level"]) == (other["arm"], other["rule"], other["level"])


def test_copies_play_as_on_their_contexts_alone():
    rng = np.random.default_rng(1)
    contexts = rng.integers(0, 4, 240)
    rewards = rng.integers(0, 2, (4, 5, 240))
    for policy in (lb.KLUCB("klucb1"), lb.CKLUCB(), lb.CKLUCB(lipschitz=4.0), lb.UCB()):
        played = lb.replay(BANDIT, lb.PerContext(policy), rewards, contexts, engine=False)
        for j in range(4):
            rounds = np.flatnonzero(contexts == j)
            alone = lb.replay(BANDIT.alone(j), policy, rewards[j, :, : len(rounds)], engine=False)
            assert played[rounds].tolist() == alone.tolist()


def test_copies_count_their_own_rounds_and_do_not_touch_the_policy_given():
    given = lb.KLUCB()
    policy = lb.PerContext(given)
    policy.reset(BANDIT.geometry, np.random.default_rng(0))
    for n, context in enumerate([2, 2, 0, 2, 1], start=1):
        arm = policy.select(n, context)
        assert policy.explain(n, context)["arm"] == arm
        policy.update(arm, 1)
    assert policy.plays.sum(axis=1).tolist() == [1, 1, 3, 0]
    assert [policy.round_of(j) for j in range(4)] == [2, 2, 4, 1]
    assert policy.copies[2].plays.tolist() == policy.plays[2].tolist() == [1, 1, 1, 0, 0]
    assert policy.sums[2].tolist() == [1, 1, 1, 0, 0]
    assert not hasattr(given, "plays")


def test_copies_have_randomness_of_their_own():
    policy = lb.PerContext(lb.Uniform())
    policy.reset(BANDIT.geometry, np.random.default_rng(0))
    one, other = ([policy.select(1, j) for _ in range(40)] for j in (0, 1))
    assert one != other


def test_a_policy_says_what_it_is_also_after_it_has_played():
    for policy, text in (
        (lb.CCKLUCB("paper", forced=False), "CCKLUCB(kind='paper', forced=False, lipschitz=None)"),
        (lb.PerContext(lb.KLUCB("klucb3")), "PerContext(policy=KLUCB(kind='klucb3'))"),
    ):
        assert repr(policy) == text
        lb.replay(BANDIT, policy, np.ones((4, 5, 3)), [0, 3, 0], engine=False)
        assert repr(policy) == text


def select_in(context):
    policy = lb.CCKLUCB()
    policy.reset(BANDIT.geometry, None)
    policy.select(1, context)


def update_first():
    policy = lb.PerContext(lb.KLUCB())
    policy.reset(BANDIT.geometry, None)
    policy.update(0, 1)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: lb.CCKLUCB("loglog"), ValueError, "kind: 'loglog'"),
        (lambda: lb.CCKLUCB(lipschitz=-1), ValueError, r"lipschitz: -1\.0"),
        (lambda: lb.CCKLUCB().reset(lb.Geometry([0, 1], 1), None), TypeError, r"geometry: .*expected a PairGeometry"),
        (lambda: select_in(4), ValueError, "context: 4; expected a context from 0 to 3"),
        (lambda: select_in(1.5), TypeError, r"context: 1\.5"),
        (update_first, ValueError, "update: no context so far"),
        (lambda: lb.PerContext(lb.KLUCB), TypeError, "such as KLUCB"),
        (lambda: lb.PerContext(lb.HOO(1, 0.5)), TypeError, r"policy: HOO\("),
        (lambda: lb.PerContext(lb.CCKLUCB()), TypeError, r"policy: CCKLUCB\("),
        (lambda: lb.PerContext(3), TypeError, "policy: 3"),
    ],
)
def test_bad_settings_are_refused_by_name_and_value(make, error, message):
    with pytest.raises(error, match=message):
        make()
