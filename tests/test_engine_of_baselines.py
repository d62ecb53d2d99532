"""The compiled Thompson sampling, IMED and MOSS make the plays of the policies, and lose what others' code loses."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import quantiles as compiled
from lipbandits.model import quantiles
from lipbandits.play import counter
from lipbandits.play.rewards import TableOfRewards
from lipbandits.play.runs import play, run_on
from tests.compiled import cases, rounds
from tests.test_engine_of_families import assert_same, every_family, random_problem


def policies_for(family, horizon):
    """Those that there are for a family."""
    found = [lb.ThompsonSampling(), lb.IMED()]
    if family.width is not None:
        found += [lb.MOSS(), lb.MOSS(horizon)]
    return [*found, lb.ThompsonSampling("uniform")] if isinstance(family, lb.Bernoulli) else found


def check_same_plays(family, seed, horizon):
    bandit, _, rng = random_problem(family, seed)
    rewards = family.sample(bandit.theta[:, None], rng, (bandit.n_arms, horizon))
    for policy in policies_for(family, int(rng.integers(1, 2 * horizon))):
        assert_same(bandit, policy, rewards, seed=seed)


@pytest.mark.parametrize("seed", cases(3))
@every_family
def test_policy_and_engine_play_the_same_rounds(family, seed):
    check_same_plays(family, seed, rounds(100))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1030))
@every_family
def test_policy_and_engine_play_the_same_3000_rounds(family, seed):
    check_same_plays(family, seed, 3000)


@pytest.mark.parametrize("seed", cases(2))
def test_the_same_rounds_are_played_with_rewards_that_are_no_coins(seed):
    rng = np.random.default_rng(seed)
    bandit = lb.LipschitzBandit(rng.random(6))
    rewards = rng.beta(1.0, 2.0, (6, rounds(200))).round(int(rng.integers(1, 4)))
    for policy in policies_for(bandit.family, 500):
        assert_same(bandit, policy, rewards, seed=seed)


@every_family
def test_the_same_points_are_played(family):
    rng = np.random.default_rng(1)
    peak, uniforms = rng.random(), rng.random(rounds(120))
    bandit = lb.ContinuousBandit(lambda x: 0.9 - 0.7 * np.abs(x - peak), 1.0, family=family)
    for policy in policies_for(family, 200):
        assert_same(bandit, lb.Discretised(policy, lb.even_grid(6)), uniforms, seed=1)


@every_family
def test_the_same_arms_are_played_in_contexts(family):
    rng = np.random.default_rng(1)
    theta, horizon = rng.uniform(0.1, 0.9, (3, 4)), rounds(150)
    bandit = lb.ContextualBandit(theta, lipschitz=1.0, check=False, family=family)
    rewards = family.sample(theta[:, :, None], rng, (3, 4, horizon))
    contexts = rng.integers(0, 3, horizon)
    for policy in policies_for(family, 70):
        assert_same(bandit, lb.PerContext(policy), rewards, contexts=contexts, seed=1)


@pytest.mark.parametrize("n_arms", [1, 5, 400])
@every_family
def test_plays_do_not_depend_on_how_many_rounds_are_played_at_a_time(family, n_arms):
    """With 400 arms the uniforms at hand run out within a round, time and again."""
    rng, horizon = np.random.default_rng(0), rounds(430)
    theta = rng.uniform(0.1, 0.9, n_arms)
    bandit, rewards = lb.LipschitzBandit(theta, family=family), family.sample(theta[:, None], rng, (n_arms, horizon))

    def played(stops, engine=True):
        found = np.zeros(horizon, dtype=np.int32)
        run = run_on(bandit, TableOfRewards(rewards), horizon, played=found)
        play(lb.ThompsonSampling(), run, np.random.default_rng(5), stops, engine)
        return found.tolist()

    whole = played([horizon])
    assert whole == played(range(1, horizon + 1)) == played([2, 17, horizon])
    if n_arms > 1:
        assert whole == played([horizon], engine=False)


@every_family
def test_on_the_stream_of_the_pages_the_draws_are_its_uniforms(family):
    bandit, horizon, key, run = lb.LipschitzBandit([0.2, 0.5, 0.4], family=family), rounds(200), 2**63 + 5, 1
    whole = lb.simulate(bandit, lb.ThompsonSampling(), horizon, runs=run + 1, seed=key, stream="counter").plays[run]
    policy, stock = lb.ThompsonSampling(), counter.CounterRewards(bandit.theta, key, run, bandit.payoffs)
    policy.reset(bandit.geometry, stock.generator_of(policy, np.random.default_rng(0)))
    drawn = counter.uniforms(key, run, counter.CHOICES, 0, range(100_000))
    used = 0
    for n in range(1, horizon + 1):
        arm = policy.select(n)
        if n > 3 and isinstance(family, lb.Gaussian):
            z, used = quantiles.normal(drawn[used : used + 3]), used + 3
            assert arm == np.argmax(policy.means + family.sd * z / np.sqrt(policy.plays))
        policy.update(arm, stock.draw(arm))
    assert policy.plays.tolist() == whole.tolist()
    assert policy.rng.drawn == used or not isinstance(family, lb.Gaussian)


def test_more_uniforms_than_the_stream_has_are_refused():
    source = counter.CounterRewards(np.array([0.5]), 0, 0).generator_of(lb.ThompsonSampling(), None)
    source.drawn = 2**33 - 10
    assert len(source.random(10)) == 10
    with pytest.raises(ValueError, match=r"stream: 'counter' for a run that draws more than 2\*\*33 uniforms"):
        source.random(1)


def test_a_gamma_and_a_logarithm_have_the_same_bits_compiled_and_not():
    rng = np.random.default_rng(0)
    u, v = rng.random((2, 20_000))
    u[:100], v[100:200] = 2.0**-53 * np.arange(100), 1 - 2.0**-53 * np.arange(1, 101)
    for shape in (1.0, 1.5, 2.0, 30.5, 1e6):
        plain = quantiles.gamma_or_zero(np.full(len(u), shape), u, v)
        assert np.array_equal([compiled.gamma_or_zero(shape, *each) for each in zip(u, v, strict=True)], plain)
        assert np.count_nonzero(plain == 0) < 0.06 * len(u)
    x = np.concatenate([30 * u[100:], [1.0, 2.0, 2**0.5, 1e300]])
    assert np.array_equal([compiled.log_of(each) for each in x], quantiles.log_of(x))


# Mean regret of other implementations after 5000 rounds on the means below, with its standard error: over 500 runs of
# SMPyBandits (Thompson, MOSSH and MOSSAnytime with α = 1.35, at 012fc13) and of StatisticalRL/learners (IMED, at
# 6fd6743); over 20000 of Lattimore's LibBandit (GaussianTS, at d3c482f). SMPyBandits has an IMED, too, but it takes
# the place of the least divergence for its value; and its normal posterior has the variance as standard deviation.
FIVE, GAPS, RATES = (0.9, 0.8, 0.8, 0.5, 0.3), (0.0, -0.3, -0.5, -0.5, -1.0), (1.0, 0.8, 0.6, 0.4)
OTHERS = [
    ("SMPyBandits", lb.ThompsonSampling("uniform"), lb.Bernoulli(), FIVE, 25.005, 0.684),
    ("SMPyBandits", lb.MOSS(5000), lb.Bernoulli(), FIVE, 55.814, 0.547),
    ("SMPyBandits", lb.MOSS(), lb.Bernoulli(), FIVE, 59.116, 0.499),
    ("StatisticalRL", lb.IMED(), lb.Bernoulli(), FIVE, 28.220, 0.422),
    ("StatisticalRL", lb.IMED(), lb.Gaussian(1.0), GAPS, 79.459, 1.112),
    ("StatisticalRL", lb.IMED(), lb.Poisson(), RATES, 67.199, 2.556),
    ("StatisticalRL", lb.IMED(), lb.Exponential(), RATES, 61.097, 2.734),
    ("LibBandit", lb.ThompsonSampling(), lb.Gaussian(1.0), GAPS, 78.226, 0.366),
]


@pytest.mark.slow
@pytest.mark.parametrize(("source", "policy", "family", "theta", "mean", "error"), OTHERS)
def test_regret_is_that_of_other_implementations(source, policy, family, theta, mean, error):
    """To within four standard errors of the difference."""
    found = lb.simulate(lb.LipschitzBandit(theta, family=family), policy, 5000, runs=2000, seed=1).regret[:, -1]
    assert abs(found.mean() - mean) < 4 * np.hypot(error, found.std(ddof=1) / np.sqrt(len(found)))
