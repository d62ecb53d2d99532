"""Families of rewards against naive code: integrals, bisection, a dense linear program; and what they refuse."""

import math
import pickle

import numpy as np
import pytest
from scipy import integrate, optimize, stats

import lipbandits as lb
from lipbandits.model import quantiles

BERNOULLI, GAUSSIAN, POISSON, EXPONENTIAL = lb.Bernoulli(), lb.Gaussian(0.7), lb.Poisson(), lb.Exponential()
FAMILIES = [BERNOULLI, GAUSSIAN, POISSON, EXPONENTIAL]
every_family = pytest.mark.parametrize("family", FAMILIES, ids=repr)
KL_ON_POINTS = lb.Discretised(lb.KLUCB(), [0.2, 0.9])
# Moderate means of each: (lowest, highest).
RANGES = {BERNOULLI: (0.02, 0.98), GAUSSIAN: (-2.0, 3.0), POISSON: (0.0, 6.0), EXPONENTIAL: (0.05, 5.0)}
DENSITIES = {
    GAUSSIAN: lambda r, mean: stats.norm.logpdf(r, mean, 0.7),
    EXPONENTIAL: lambda r, mean: stats.expon.logpdf(r, scale=mean),
    POISSON: stats.poisson.logpmf,
    BERNOULLI: stats.bernoulli.logpmf,
}


def naive_kl(family, x, y):
    """From the definition: the mean of log p(r; x)/p(r; y) under x."""
    log_of = DENSITIES[family]
    if family in (BERNOULLI, POISSON):
        outcomes = np.arange(2 if family == BERNOULLI else 200)
        weights = np.exp(log_of(outcomes, x))
        outcomes, weights = outcomes[weights > 0], weights[weights > 0]
        return float(np.sum(weights * (log_of(outcomes, x) - log_of(outcomes, y))))
    ends = (x - 30, x + 30) if family == GAUSSIAN else (0, 60 * x)
    inner = np.linspace(*ends, 9)[1:-1]
    return integrate.quad(
        lambda r: math.exp(log_of(r, x)) * (log_of(r, x) - log_of(r, y)), *ends, points=inner, limit=500
    )[0]


def naive_divergence(family, x, y):
    """Textbook formulas, for the loops below."""
    if y <= x:
        return 0.0
    if family == GAUSSIAN:
        return (x - y) ** 2 / (2 * 0.7**2)
    if family == POISSON:
        return y - x + (x * math.log(x / y) if x > 0 else 0.0)
    if family == EXPONENTIAL:
        return x / y - 1 - math.log(x / y)
    if y >= 1:
        return math.inf if x < 1 else 0.0
    ones = x * math.log(x / y) if x > 0 else 0.0
    return ones + ((1 - x) * math.log((1 - x) / (1 - y)) if x < 1 else 0.0)


def naive_index(family, plays, means, reach, floor, level):
    """The largest q with evidence at most `level`, by halving, floored."""

    def total(q):
        return sum(t * naive_divergence(family, x, q - r) for t, x, r in zip(plays, means, reach, strict=True) if t > 0)

    high = 1.0
    low = min(min(x + r for t, x, r in zip(plays, means, reach, strict=True) if t > 0), family.high)
    if family != BERNOULLI:
        high = low + 1.0
        while total(high) <= level:
            high = low + 4 * (high - low)
    elif total(1.0) <= level:
        return 1.0
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if total(middle) <= level else (low, middle)
    return max(floor, low)


def random_case(family, rng):
    """Plays, sums, geometry and level; often with unplayed arms, ends of the interval, L = 0 or the level 0."""
    n_arms = int(rng.integers(1, 6))
    low, high = RANGES[family]
    plays = rng.integers(0, 30, n_arms) * (rng.random(n_arms) < 0.7)
    sums = np.where(plays > 0, plays * rng.uniform(low, high, n_arms), 0.0)
    if family in (BERNOULLI, POISSON):
        sums = np.floor(sums)
        if rng.random() < 0.3:
            sums = np.where(rng.random(n_arms) < 0.5, 0.0, plays if family == BERNOULLI else sums)
    lipschitz = 0.0 if rng.random() < 0.1 else rng.uniform(0.1, 3) * (1 if family == BERNOULLI else high)
    level = 0.0 if rng.random() < 0.1 else rng.exponential(6)
    return plays, sums, lb.Geometry(np.sort(rng.random(n_arms)), lipschitz, family), level


@every_family
def test_divergences_are_what_the_definition_says(family):
    rng, (low, high) = np.random.default_rng(0), RANGES[family]
    for _ in range(25):
        x, y = rng.uniform(low, high, 2)
        x, y = max(x, 0.01) if family != GAUSSIAN else x, max(y, 0.01) if family != GAUSSIAN else y
        assert family.kl(x, y) == pytest.approx(naive_kl(family, x, y), rel=1e-7, abs=1e-9)
        assert family.kl_plus(x, y) == (family.kl(x, y) if y > x else 0)


@every_family
def test_close_means_keep_their_digits_and_the_slope_is_that_of_the_divergence(family):
    for x in (0.1, 0.5, 0.9):
        variance = {BERNOULLI: x * (1 - x), GAUSSIAN: 0.49, POISSON: x, EXPONENTIAL: x * x}[family]
        d = (x + 1e-9) - x
        assert family.kl(x, x + d) == pytest.approx(d * d / (2 * variance), rel=1e-6)
        y, h = x + 0.05, 1e-6
        slope = (family.kl(x, y + h) - family.kl(x, y - h)) / (2 * h)
        assert family.slope_of(np.array(x), np.array(y)) == pytest.approx(slope, rel=1e-5)


@every_family
def test_the_right_bound_of_an_index_is_right_of_it(family):
    rng, (low, high) = np.random.default_rng(1), RANGES[family]
    x, spread = rng.uniform(low, high, 500), rng.exponential(2, 500)
    y = family.right_of(x, spread)
    # Where it is nearly 1, 1 − y has few digits.
    near = (y > 1 - 1e-6) & (family.high == 1)
    assert np.all(near | (family.kl_plus_of(x, y) >= spread * (1 - 1e-9)))


@pytest.mark.parametrize("cases", [30, pytest.param(400, marks=pytest.mark.slow)])
@every_family
def test_indexes_are_those_of_bisection(family, cases):
    rng = np.random.default_rng(2)
    # The textbook formulas cancel where means nearly agree, as they do at the level 0.
    near = {"rel": 1e-7, "abs": 1e-7}
    for _ in range(cases):
        plays, sums, geometry, level = random_case(family, rng)
        means = [s / t if t > 0 else family.low for s, t in zip(sums, plays, strict=True)]
        alone = lb.kl_ucb_indexes(plays, sums, level, family)
        joint = lb.lipschitz_indexes(plays, sums, geometry, level)
        assert np.array_equal(
            joint, lb.lipschitz_indexes(plays, sums, geometry.with_family(BERNOULLI), level, family=family)
        )
        for k in range(len(plays)):
            reach = geometry.lipschitz * geometry.distances[k]
            expected = naive_index(family, plays[[k]], [means[k]], [0.0], means[k], level) if plays[k] else family.high
            assert alone[k] == pytest.approx(expected, **near)
            if plays.any():
                assert joint[k] == pytest.approx(naive_index(family, plays, means, reach, means[k], level), **near)
            else:
                assert joint[k] == family.high


@every_family
def test_the_evidence_at_an_index_is_the_level(family):
    rng = np.random.default_rng(3)
    for _ in range(50):
        plays, sums, geometry, level = random_case(family, rng)
        if plays.any() and level > 0.01:
            b = lb.lipschitz_indexes(plays, sums, geometry, level)
            means = np.where(plays > 0, sums / np.maximum(plays, 1), family.low)
            for k in np.flatnonzero((b < family.high) & (b > means + 1e-9)):
                found = lb.theory.indexes.evidence(plays, sums, geometry, int(k), float(b[k]))
                assert found == pytest.approx(level, rel=1e-6)


def dense_program(family, theta, positions, lipschitz):
    """C(θ) by a dense linear program of the textbook formulas."""
    best, n_arms = theta.max(), len(theta)
    worse = [k for k in range(n_arms) if best - theta[k] > 1e-12]
    if not worse or best >= family.high:
        return 0.0
    rows = [
        [
            naive_divergence(family, theta[i], max(theta[i], best - lipschitz * abs(positions[i] - positions[k])))
            for i in worse
        ]
        for k in worse
    ]
    result = optimize.linprog([best - theta[k] for k in worse], A_ub=-np.array(rows), b_ub=-np.ones(len(worse)))
    assert result.status == 0
    return result.fun


@pytest.mark.parametrize("cases", [40, pytest.param(400, marks=pytest.mark.slow)])
@every_family
def test_the_lower_bound_is_that_of_a_dense_program(family, cases):
    rng, (low, high) = np.random.default_rng(4), RANGES[family]
    for _ in range(cases):
        n_arms = int(rng.integers(1, 8))
        positions = np.sort(rng.random(n_arms))
        theta = rng.uniform(low, high, n_arms)
        if rng.random() < 0.2:
            theta[:] = theta[0]
        if family == POISSON and rng.random() < 0.2:
            theta[rng.integers(n_arms)] = 0.0
        bandit = lb.LipschitzBandit(theta, positions, family=family)
        bandit = bandit.with_lipschitz(bandit.lipschitz * rng.uniform(1, 3))
        expected = dense_program(family, theta, positions, bandit.lipschitz)
        assert lb.lower_bound(bandit).value == pytest.approx(expected, rel=1e-6, abs=1e-9)
        gaps = theta.max() - theta
        alone = sum(g / naive_divergence(family, x, theta.max()) for x, g in zip(theta, gaps, strict=True) if g > 1e-12)
        assert lb.lai_robbins(bandit).value == pytest.approx(alone, rel=1e-6)
        assert lb.lower_bound(bandit).value <= alone * (1 + 1e-9)


@every_family
def test_one_context_is_a_bandit_without_contexts(family):
    theta = np.array([0.3, 0.6, 0.5])
    bandit = lb.LipschitzBandit(theta, lipschitz=1.0, family=family)
    one = lb.ContextualBandit(theta[None, :], lipschitz=1.0, family=family)
    assert one.family == one.alone(0).family == family
    assert lb.contextual_lower_bound(one).value == pytest.approx(lb.lower_bound(bandit).value, rel=1e-12)
    assert np.allclose(lb.contextual_confusing_parameter(one, 0, 0)[0], lb.confusing_parameter(bandit, 0))


@every_family
def test_rewards_have_their_mean_and_variance_and_grow_with_the_mean(family):
    u = np.random.default_rng(5).random(200_000)
    for mean in (0.2, 0.9):
        paid = family.rewards_of(u, np.array(mean))
        variance = {BERNOULLI: mean * (1 - mean), GAUSSIAN: 0.49, POISSON: mean, EXPONENTIAL: mean**2}[family]
        assert abs(paid.mean() - mean) < 5 * math.sqrt(variance / len(u))
        assert paid.var() == pytest.approx(variance, rel=0.03)
        assert np.all(family.may_sum_to(np.ones(len(u)), paid))
    assert np.all(family.rewards_of(u, np.array(0.9)) >= family.rewards_of(u, np.array(0.2)))


def test_quantiles_are_those_of_scipy():
    u = np.concatenate(
        [np.random.default_rng(6).random(20_000), 2.0**-53 * np.arange(50), 1 - 2.0**-53 * np.arange(1, 50)]
    )
    middle = u + 2.0**-54
    expected = np.where(u < 0.5, stats.norm.ppf(middle), -stats.norm.ppf(1 - u - 2.0**-53 + 2.0**-54))
    assert np.abs(quantiles.normal(u) / expected - 1)[np.abs(expected) > 1e-3].max() < 1e-14
    assert np.allclose(quantiles.exponential(u[u > 0]), -np.log1p(-u[u > 0]), rtol=1e-14, atol=1e-16)
    assert quantiles.exponential(np.zeros(1))[0] > 0
    assert np.abs(quantiles.exp_of_minus(np.linspace(0, 700, 701)) * np.exp(np.linspace(0, 700, 701)) - 1).max() < 1e-13
    for mean in (0.0, 0.3, 2.0, 40.0, 500.0):
        counts = quantiles.poisson(u, np.array(mean))
        # Rounding may move a count where a uniform is at a jump of the distribution.
        assert np.mean(counts != stats.poisson.ppf(np.maximum(u, 1e-300), mean)) < 0.01


@every_family
def test_a_family_is_a_value(family):
    assert pickle.loads(pickle.dumps(family)) == family and hash(family) == hash(pickle.loads(pickle.dumps(family)))
    assert lb.kl(0.4, 0.5, family) == family.kl(0.4, 0.5) and lb.kl_plus(0.4, 0.3, family) == 0
    with pytest.raises(AttributeError):
        family.high = 3
    assert lb.Gaussian(1.0) != lb.Gaussian(2.0)


@every_family
@pytest.mark.parametrize("stream", ["numpy", "counter"])
def test_policies_play_every_family_and_learn(family, stream):
    bandit = lb.LipschitzBandit([0.2, 0.5, 0.9], lipschitz=1.0, family=family)
    policies = [lb.KLUCB(), lb.CKLUCB(), lb.OSLB(), lb.Uniform()]
    results = lb.simulate(bandit, policies, horizon=300, runs=4, stream=stream)
    for name in ("KLUCB", "CKLUCB", "OSLB"):
        assert results[name].regret[:, -1].mean() < results["Uniform"].regret[:, -1].mean()
    again = lb.simulate(bandit, policies, horizon=300, runs=4, stream=stream, n_jobs=2)
    assert all(np.array_equal(results[name].regret, again[name].regret) for name in results)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: lb.Gaussian(0), "sd: 0.0; expected a finite number > 0"),
        (lambda: lb.Gaussian(math.nan), "sd: nan"),
        (lambda: lb.LipschitzBandit([0.1, -0.2], family=POISSON), r"theta: arm 1 has -0.2; expected finite means ≥ 0"),
        (
            lambda: lb.LipschitzBandit([0.0, 0.2], family=EXPONENTIAL),
            r"theta: arm 0 has 0.0; expected finite means > 0",
        ),
        (lambda: lb.LipschitzBandit([0.0, math.inf], family=GAUSSIAN), "theta: arm 1 has inf; expected finite means"),
        (lambda: lb.ContinuousBandit(lambda x: x - 1, 1.0, family=POISSON), "expected a finite number ≥ 0"),
        (lambda: POISSON.kl(-1, 2), r"x: -1.0 is not a mean of Poisson\(\); expected finite numbers ≥ 0"),
        (
            lambda: lb.kl_ucb_indexes([2], [1.5], 1.0, POISSON),
            "sums: arm 0 has 1.5 from 2 plays; expected a whole number ≥ 0",
        ),
        (lambda: lb.kl_ucb_indexes([2], [0.0], 1.0, EXPONENTIAL), "expected a finite sum > 0"),
        (lambda: lb.kl_ucb_indexes([0], [1.0], 1.0, GAUSSIAN), "expected a finite sum, 0 without plays"),
        (
            lambda: lb.theory.indexes.evidence([1], [1], lb.Geometry([0.5], 1.0, EXPONENTIAL), 0, 0.0),
            "q: 0.0; expected",
        ),
        (lambda: GAUSSIAN.kl([1, 2], [1, 2, 3]), r"x, y: shapes \(2,\) and \(3,\); expected shapes that fit"),
        (
            lambda: POISSON.sample([1.0, 2.0], np.random.default_rng(0), size=3),
            r"size: 3 for means of shape \(2,\); expected one that they fit",
        ),
        (lambda: POISSON.sample(1.0, np.random.default_rng(0), size=-3), "size: -3; expected whole numbers ≥ 0"),
        (
            lambda: lb.lower_bound(lb.LipschitzBandit([0.0, 1.0], family=lb.Gaussian(1e-200))),
            "theta: of arm 0 a single play says inf nats; expected means less far apart",
        ),
        (
            lambda: lb.simulate(lb.ContinuousBandit(lambda x: 600 * x, 600.0, family=POISSON), KL_ON_POINTS, 9, runs=1),
            "means: 540; expected at most 500",
        ),
        (lambda: POISSON.sample(501.0, np.random.default_rng(0)), "means: 501; expected at most 500"),
        (
            lambda: lb.replay(lb.LipschitzBandit([1.0, 2.0], family=POISSON), lb.KLUCB(), [[0, 1.5], [1, 1]]),
            r"rewards: entry \(0, 1\) is 1.5; expected a whole number ≥ 0",
        ),
        (
            lambda: lb.simulate(lb.LipschitzBandit([1.0, 2.0], family=POISSON), lb.UCB(), 10, runs=1),
            "geometry: rewards are Poisson",
        ),
    ],
)
def test_what_there_is_not_is_refused_by_name_and_value(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_what_is_no_family_is_refused():
    with pytest.raises(TypeError, match="family: 'gaussian'; expected Bernoulli"):
        lb.LipschitzBandit([0.2, 0.3], family="gaussian")
    with pytest.raises(ValueError, match="geometry: given together with arms, lipschitz or family"):
        lb.LipschitzBandit([0.2, 0.3], geometry=lb.Geometry([0.0, 1.0], 1.0), family=POISSON)


@pytest.mark.parametrize(("family", "reward"), [(POISSON, 0.5), (POISSON, -1), (EXPONENTIAL, 0.0), (BERNOULLI, 1.5)])
def test_a_reward_that_the_family_does_not_have_is_refused(family, reward):
    policy = lb.KLUCB()
    policy.reset(lb.Geometry([0.0, 1.0], 1.0, family), None)
    with pytest.raises(ValueError, match=rf"reward: {reward:g}; expected {family.rewards}"):
        policy.update(0, reward)
    shown, on_points = lb.CCKLUCB(), lb.Discretised(lb.CKLUCB(), [0.2, 0.8])
    shown.reset(lb.PairGeometry([0.0, 1.0], [0.0, 1.0], 1.0, family=family), None)
    shown.select(1, 0)
    on_points.reset(lb.Interval(1.0, family), None)
    for update, played in ((shown.update, 0), (on_points.update, 0.2)):
        with pytest.raises(ValueError, match=rf"reward: {reward:g}; expected {family.rewards}"):
            update(played, reward)
