"""The compiled twins make the plays of the specification for every family of rewards, one by one."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import quantiles
from lipbandits.engine.families import family_of
from lipbandits.theory.indexes import KINDS
from tests.compiled import cases, rounds

FAMILIES = [lb.Bernoulli(), lb.Gaussian(0.1), lb.Gaussian(2.0), lb.Poisson(), lb.Exponential()]
every_family = pytest.mark.parametrize("family", FAMILIES, ids=repr)


def random_problem(family, seed, max_arms=25):
    """(bandit, policy, generator of its rewards) on any grid, with L from far too small to large."""
    rng = np.random.default_rng(seed)
    n_arms = int(rng.integers(1, max_arms + 1))
    arms = np.sort(rng.random(n_arms)) if rng.random() < 0.5 else np.linspace(0, 1, n_arms)
    theta = lb.random_bandit(arms, float(rng.choice([0.1, 1.0, 5.0])), int(rng.integers(10**6)), 0.05, 0.95).theta
    unit = 1.0 if isinstance(family, lb.Bernoulli) else float(rng.choice([0.2, 1.0, 8.0]))
    shift = float(rng.choice([0.0, -3.0])) if isinstance(family, lb.Gaussian) else 0.0
    lipschitz = unit * float(rng.choice([0, 0.1, 0.5, 1, 3, 50]))
    bandit = lb.LipschitzBandit(shift + unit * theta, arms, lipschitz, check=False, family=family)
    # Of exponential rewards indexes at the highest level are so large at first that their rounding decides.
    kind = str(rng.choice(KINDS[:-1] if isinstance(family, lb.Exponential) else KINDS))
    policies = [lb.KLUCB(kind), lb.CKLUCB(kind, forced=bool(rng.integers(2))), lb.Greedy(), lb.UCB()]
    chosen = policies[rng.choice(4, p=[0.3, 0.6, 0.05, 0.05])]
    return bandit, lb.KLUCB(kind) if family.width is None and isinstance(chosen, lb.UCB) else chosen, rng


def assert_same(bandit, policy, rewards, **given):
    compiled, plain = (lb.replay(bandit, policy, rewards, engine=engine, **given) for engine in (True, False))
    differ = np.flatnonzero(compiled != plain)
    assert len(differ) == 0, f"{bandit}, {policy}: round {differ[0] + 1}"


def check_same_plays(family, seed, horizon):
    bandit, policy, rng = random_problem(family, seed)
    rewards = family.sample(bandit.theta[:, None], rng, (bandit.n_arms, horizon))
    assert_same(bandit, policy, rewards)


@pytest.mark.parametrize("seed", cases(8))
@every_family
def test_policy_and_engine_play_the_same_rounds(family, seed):
    check_same_plays(family, seed, rounds(300))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1060))
@every_family
def test_policy_and_engine_play_the_same_4000_rounds(family, seed):
    check_same_plays(family, seed, 4000)


@pytest.mark.parametrize("seed", cases(2))
@every_family
def test_oslb_chooses_the_same_arm_in_every_state(family, seed):
    bandit, _, rng = random_problem(family, seed, max_arms=7)
    policy = lb.OSLB(0.5)
    rewards = family.sample(bandit.theta[:, None], rng, (bandit.n_arms, rounds(120)))
    policy.reset(bandit.geometry, None)
    from tests.test_engine import engine_choice

    for n in range(1, rewards.shape[1] + 1):
        report = policy.explain(n)
        if "bound" not in report or report["bound"].unique:
            assert engine_choice(policy, n) == report["arm"], n
        arm = report["arm"]
        policy.update(arm, rewards[arm, policy.plays[arm]])


@pytest.mark.parametrize("seed", cases(3))
@every_family
def test_the_same_points_are_played(family, seed):
    rng = np.random.default_rng(seed)
    peak, uniforms = rng.random(), rng.random(rounds(300))
    bandit = lb.ContinuousBandit(lambda x: 0.9 - 0.7 * np.abs(x - peak), 1.0, family=family)
    policies = [lb.Discretised(lb.CKLUCB(), lb.even_grid(6)), lb.Discretised(lb.KLUCB(), lb.even_grid(5))]
    if family.width is not None:
        policies += [lb.HOO(1.0, 0.5), lb.HOO(1.0, 0.5, tuned=True), lb.Zooming(1.0), lb.Zooming(1.0, tuned=True)]
        policies += [lb.AdaptiveCKLUCB(1.0)]
    for policy in policies:
        assert_same(bandit, policy, uniforms)


@pytest.mark.parametrize("seed", cases(4))
@every_family
def test_the_same_arms_are_played_in_contexts(family, seed):
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(1, 4)), int(rng.integers(2, 6))
    theta = rng.uniform(0.1, 0.9, shape)
    bandit = lb.ContextualBandit(theta, lipschitz=float(rng.choice([0.2, 1.0, 4.0])), check=False, family=family)
    horizon = rounds(300)
    rewards = family.sample(theta[:, :, None], rng, (*shape, horizon))
    contexts = rng.integers(0, shape[0], horizon)
    for policy in (lb.CCKLUCB(), lb.CCKLUCB("klucb3", forced=False), lb.PerContext(lb.KLUCB())):
        assert_same(bandit, policy, rewards, contexts=contexts)


@every_family
def test_a_uniform_pays_the_same_bits_compiled_and_not(family):
    u = np.random.default_rng(0).random(3000)
    u = np.concatenate([u, 2.0**-53 * np.arange(100), 1 - 2.0**-53 * np.arange(1, 100)])
    for mean in (0.05, 0.5, 0.95, 30.0) if not isinstance(family, lb.Bernoulli) else (0.0, 0.3, 1.0):
        compiled = [quantiles.reward_at(family_of(family), each, mean) for each in u]
        assert np.array_equal(compiled, family.rewards_of(u, np.array(mean)))
