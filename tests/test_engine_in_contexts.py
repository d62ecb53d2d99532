"""The compiled twins of policies that are shown contexts make the plays of the specification, one by one."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.play import twins
from lipbandits.theory.indexes import KINDS
from tests.compiled import cases, rounds
from tests.strategies import random_metric


def random_problem(seed, max_contexts, max_arms):
    """(bandit, policy): irregular grids or any metric, L from far too small to huge, some contexts seldom shown."""
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(1, max_contexts + 1)), int(rng.integers(1, max_arms + 1))
    places = [np.sort(rng.random(m)) if rng.random() < 0.5 else np.linspace(0, 1, m) for m in shape]
    how = {"contexts": places[0], "arms": places[1], "lipschitz": float(rng.choice([0, 0.1, 0.5, 1, 3, 50]))}
    if rng.random() < 0.3:
        how["metric"] = random_metric(rng, shape[0] * shape[1])
    else:
        how["context_weight"] = float(rng.choice([0.1, 1, 4, 100]))
    distances = lb.ContextualBandit(np.full(shape, 0.5), **how).geometry.distances
    low, high = [(0.05, 0.95), (0.0, 0.05), (0.95, 1.0), (0.0, 1.0)][rng.integers(4)]
    heights = rng.uniform(low, high, len(distances))
    theta = (heights[None, :] + float(rng.choice([0.1, 1.0, 5.0])) * distances).min(axis=1).reshape(shape)
    psi = rng.dirichlet(np.full(shape[0], float(rng.choice([0.3, 1, 10])))) + 1e-6
    bandit = lb.ContextualBandit(theta, distribution=psi / psi.sum(), check=False, **how)
    kind, forced = str(rng.choice(KINDS)), bool(rng.integers(2))
    copies = [
        lb.KLUCB(kind),
        lb.CKLUCB(kind, forced),
        lb.CKLUCB(kind, forced, 2.0),
        lb.UCB(),
        lb.Greedy(),
        lb.Uniform(),
    ]
    policies = [lb.CCKLUCB(kind, forced), lb.CCKLUCB(kind, forced, 2.0), *map(lb.PerContext, copies)]
    # The algorithm with indexes over all pairs is worth more tries than the baselines.
    return bandit, policies[rng.choice(8, p=[0.6, 0.1, 0.1, 0.06, 0.05, 0.03, 0.03, 0.03])]


def stream(bandit, horizon, seed):
    """(rewards (J, K, T), contexts (T,))."""
    rng = np.random.default_rng(seed)
    rewards = rng.random((*bandit.theta.shape, horizon)) < bandit.theta[:, :, None]
    return rewards, rng.choice(bandit.n_contexts, size=horizon, p=bandit.distribution)


def check_same_plays(seed, horizon, max_contexts, max_arms):
    bandit, policy = random_problem(seed, max_contexts, max_arms)
    rewards, contexts = stream(bandit, horizon, seed)
    compiled, plain = (lb.replay(bandit, policy, rewards, contexts, engine=way) for way in (True, False))
    differ = np.flatnonzero(compiled != plain)
    assert len(differ) == 0, f"seed {seed}, {policy}: round {differ[0] + 1}"


@pytest.mark.parametrize("seed", cases(30))
def test_policy_and_engine_play_the_same_rounds(seed):
    check_same_plays(seed, rounds(400), max_contexts=6, max_arms=6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_policy_and_engine_play_the_same_2500_rounds(seed):
    check_same_plays(seed, 2500, max_contexts=12, max_arms=10)


@pytest.mark.slow
@pytest.mark.parametrize("policy", [lb.CCKLUCB(), lb.CCKLUCB(forced=False)], ids=repr)
@pytest.mark.parametrize(
    ("bandit", "horizon", "every"), [(lb.travelling_peak(50, 20), 20_000, 10), (lb.travelling_peak(4, 6), 300_000, 60)]
)
def test_long_runs_agree_at_every_tenth_or_sixtieth_round(policy, bandit, horizon, every):
    rng = np.random.default_rng(7)
    contexts = rng.integers(0, bandit.n_contexts, horizon)
    # No pair is played more often than its context is shown.
    shown = np.bincount(contexts).max()
    rewards = np.zeros((*bandit.theta.shape, horizon), dtype=bool)
    rewards[:, :, :shown] = rng.random((*bandit.theta.shape, shown)) < bandit.theta[:, :, None]
    played = lb.replay(bandit, policy, rewards, contexts)
    policy.reset(bandit.geometry, None)
    for n, (arm, context) in enumerate(zip(played, contexts, strict=True), start=1):
        policy.context = int(context)
        if n % every == 0:
            assert policy.select(n, context) == arm, n
        policy.update(arm, rewards[context, arm, policy.plays[context, arm]])


def test_the_twin_takes_the_number_of_pairs_for_the_number_of_arms():
    bandit = lb.ContextualBandit([[0.05, 0.02], [0.03, 0.05]], lipschitz=0.1)
    rewards, contexts = stream(bandit, rounds(3000), 3)
    compiled, plain = (lb.replay(bandit, lb.CCKLUCB("paper"), rewards, contexts, engine=way) for way in (True, False))
    assert compiled.tolist() == plain.tolist()


def test_the_recorded_run_agrees_with_the_reference(reference):
    (run,) = [run for run in reference["runs"] if run["kind"] == "contextual"]
    bandit = lb.ContextualBandit(run["theta"], run["x"], run["y"], run["L"], context_weight=run["beta"])
    rewards = np.array([[list(row) for row in rows] for rows in run["R"]]).astype(int)
    for way in (True, False):
        played = lb.replay(bandit, lb.CCKLUCB(), rewards, run["contexts"], engine=way)
        assert played.tolist() == run["cckl_log_forced"]


def test_a_context_not_shown_for_long_hears_of_all_that_was_played():
    bandit = lb.travelling_peak(3, 4)
    contexts = np.repeat([0, 1, 0, 1, 2, 0, 1], [60, 1, 150, 40, 90, 5, 54])
    rewards, _ = stream(bandit, len(contexts), 5)
    compiled, plain = (lb.replay(bandit, lb.CCKLUCB(), rewards, contexts, engine=way) for way in (True, False))
    assert compiled.tolist() == plain.tolist()


def test_only_policies_of_ours_have_twins():
    class Stubborn(lb.CCKLUCB):
        def select(self, n, context):
            self.context = context
            return 2

    class Own(lb.KLUCB):
        pass

    bandit = lb.travelling_peak(3, 4)
    assert not twins.has_twin(Stubborn()) and not twins.has_twin(lb.PerContext(Own()))
    assert twins.has_twin(lb.CCKLUCB()) and twins.has_twin(lb.PerContext(lb.OSLB()))
    assert lb.replay(bandit, Stubborn(), np.ones((3, 4, 20)), [0, 1] * 10).tolist() == [2] * 20
