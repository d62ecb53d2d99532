"""Thompson sampling, IMED and MOSS: what they choose and why, and what they refuse."""

import numpy as np
import pytest
from scipy import stats

import lipbandits as lb
from lipbandits.model import quantiles
from lipbandits.policies.thompson import gammas
from tests.test_own_families import Geometric

FAMILIES = [lb.Bernoulli(), lb.Gaussian(0.5), lb.Poisson(), lb.Exponential()]
every_family = pytest.mark.parametrize("family", FAMILIES, ids=repr)
EVERY = [lb.ThompsonSampling(), lb.IMED(), lb.MOSS(), lb.MOSS(100)]


def at(policy, plays, sums, family=FAMILIES[0], seed=0):
    """A policy in some state."""
    policy.reset(lb.Geometry(np.linspace(0, 1, len(plays)), 0, family), np.random.default_rng(seed))
    policy.plays[:], policy.sums[:] = plays, sums
    if isinstance(policy, lb.ThompsonSampling):
        policy.ones[:] = sums
    return policy


# IMED


@every_family
def test_the_index_of_imed_is_the_evidence_against_an_arm_and_the_logarithm_of_its_plays(family):
    plays, sums = np.array([3, 10, 7, 1]), np.array([1.0, 6.0, 2.0, 0.0 if family != FAMILIES[3] else 0.25])
    report = at(lb.IMED(), plays, sums, family).explain(22)
    means = sums / plays
    expected = [t * family.kl(x, means.max()) + np.log(t) for t, x in zip(plays, means, strict=True)]
    assert report["indexes"] == pytest.approx(expected)
    assert (report["leader"], report["arm"], report["rule"]) == (1, int(np.argmin(expected)), "least index")


def test_imed_plays_the_least_played_of_the_best_where_evidence_is_infinite_or_none():
    # θ̂* = 1: whoever has lost once is out.
    report = at(lb.IMED(), [5, 4, 6, 4], [5, 4, 5, 4]).explain(20)
    assert report["arm"] == 1 and report["indexes"].tolist() == [np.log(5), np.log(4), np.inf, np.log(4)]
    for family, sums in ((FAMILIES[0], [0, 0, 0]), (FAMILIES[1], [-6, -3, -3]), (FAMILIES[2], [0, 0, 0])):
        assert at(lb.IMED(), [4, 2, 2], sums, family).select(9) == 1
    # Closer than the tolerance is a tie.
    assert at(lb.IMED(), [2, 2], [1, 1 + 1e-12], FAMILIES[1]).select(5) == 0


# MOSS


def test_the_radius_of_moss_is_that_of_its_papers():
    plays, sums = np.array([3, 10, 30, 1]), np.array([1.0, 6.0, 20.0, 0.5])
    positive = np.maximum(np.log(100 / (4 * plays)), 0)
    report = at(lb.MOSS(100), plays, sums).explain(45)
    assert report["indexes"] == pytest.approx(sums / plays + np.sqrt(positive / plays))
    # Lattimore and Szepesvári: √(4/t log⁺(n/(kt))) for the variance 1.
    report = at(lb.MOSS(100), plays, sums, lb.Gaussian(3.0)).explain(45)
    assert report["indexes"] == pytest.approx(sums / plays + 3 * np.sqrt(4 / plays * positive))
    # Degenne and Perchet: (1 + α)/2 with α = 1.35, and the round.
    positive = np.maximum(np.log(45 / (4 * plays)), 0)
    report = at(lb.MOSS(), plays, sums).explain(45)
    assert report["indexes"] == pytest.approx(sums / plays + np.sqrt((1 + 1.35) / 2 * positive / plays))
    assert report["rule"] == "largest index"


def test_an_arm_that_has_had_its_share_has_no_radius_and_of_equal_indexes_the_lowest_arm_plays():
    report = at(lb.MOSS(12), [4, 5, 4], [2, 3, 2]).explain(14)
    assert report["indexes"].tolist() == [0.5, 0.6, 0.5] and report["arm"] == 1
    assert at(lb.MOSS(12), [4, 4, 4], [2, 2, 2]).select(13) == 0
    assert at(lb.MOSS(2), [1, 1, 1], [0, 1, 1]).select(4) == 1


# Thompson sampling


def posterior(family, t, s, prior):
    """Of scipy's distributions the one that a mean has after t plays of sum s."""
    if isinstance(family, lb.Gaussian):
        return stats.norm(s / t, family.sd / np.sqrt(t))
    if isinstance(family, lb.Poisson):
        return stats.gamma(0.5 + s, scale=1 / t)
    if isinstance(family, lb.Exponential):
        return stats.invgamma(t, scale=s)
    added = {"jeffreys": 0.5, "uniform": 1.0}[prior]
    return stats.beta(added + s, added + t - s)


@pytest.mark.parametrize(("t", "s"), [(1, 1), (3, 0), (7, 5), (2000, 900)])
@pytest.mark.parametrize(
    ("family", "prior"), [*((each, "jeffreys") for each in FAMILIES), (FAMILIES[0], "uniform")], ids=repr
)
def test_a_draw_is_one_of_the_posterior(family, prior, t, s):
    """Kolmogorov's test on 4000 arms that have seen the same; that a mean is drawn right but one time in 10^4."""
    s = max(s, 1) if isinstance(family, lb.Exponential) else s
    policy = at(lb.ThompsonSampling(prior), np.full(4000, t), np.full(4000, float(s)), family)
    assert stats.kstest(policy.draws(), posterior(family, t, s, prior).cdf).pvalue > 1e-4


@pytest.mark.parametrize("shape", [0.5, 1.0, 1.5, 2.0, 7.5, 300.5, 1e7])
def test_a_gamma_is_one(shape):
    drawn = gammas(np.full(20_000, shape), np.random.default_rng(4))
    assert stats.kstest(drawn, stats.gamma(shape).cdf).pvalue > 1e-4 and drawn.min() > 0


def test_logarithms_above_1_are_those_of_numpy():
    x = np.concatenate([np.random.default_rng(0).uniform(0.1, 30, 1000), [1.0, 2.0, 1e300, 1e-300]])
    assert quantiles.log_of(x) == pytest.approx(np.log(x), rel=1e-15, abs=1e-15)


def test_a_choice_of_thompson_sampling_is_the_largest_of_draws_that_are_new_each_time():
    policy = at(lb.ThompsonSampling(), [5, 5, 5], [2, 3, 2])
    reports = [policy.explain(16) for _ in range(50)]
    assert all(report["arm"] == np.argmax(report["draws"]) and report["rule"] == "largest draw" for report in reports)
    assert len({report["draws"][0] for report in reports}) == 50 and len({report["arm"] for report in reports}) == 3
    assert policy.plays.tolist() == [5, 5, 5]


def test_a_reward_between_0_and_1_counts_as_a_coin_of_its_bias():
    policy = at(lb.ThompsonSampling(), [0, 0, 0], [0, 0, 0])
    for _ in range(2000):
        policy.update(0, 0.3)
    policy.update(1, 1)
    policy.update(2, 0)
    assert policy.sums == pytest.approx([600, 1, 0]) and policy.ones[1:].tolist() == [1, 0]
    # Five standard deviations.
    assert abs(policy.ones[0] - 600) < 5 * np.sqrt(2000 * 0.3 * 0.7) and policy.ones[0] == int(policy.ones[0])


def test_a_coin_that_cannot_be_tossed_is_not_counted():
    policy = lb.ThompsonSampling()
    policy.reset(lb.Geometry([0, 1], 0), None)
    policy.update(0, 1)
    with pytest.raises(TypeError, match=r"rng: None; expected a numpy Generator in reset\(geometry, rng\)"):
        policy.update(1, 0.5)
    assert policy.plays.tolist() == [1, 0] and policy.ones.tolist() == [1, 0]


# All of them


def plays_for(policy, family):
    return not isinstance(policy, lb.MOSS) or family.width is not None


@pytest.mark.parametrize(
    ("policy", "family"),
    [(policy, family) for policy in EVERY for family in FAMILIES if plays_for(policy, family)],
    ids=repr,
)
def test_one_arm_is_played_and_several_equal_ones_all_are(policy, family):
    one = lb.LipschitzBandit([0.5], family=family)
    assert set(lb.replay(one, policy, np.ones((1, 20)), engine=False)) == {0}
    equal = lb.LipschitzBandit([0.5] * 3, family=family)
    rewards = family.sample(0.5, np.random.default_rng(0), (3, 200))
    played = lb.replay(equal, policy, rewards, engine=False)
    assert played[:3].tolist() == [0, 1, 2] and set(played) == {0, 1, 2}


@pytest.mark.parametrize("policy", EVERY, ids=repr)
def test_an_arm_of_mean_1_is_found(policy):
    results = lb.simulate(lb.LipschitzBandit([0.6, 1.0, 0.8]), policy, 2000, runs=20)
    assert results.plays[:, 1].min() > 1500


def test_a_run_is_the_same_from_a_checkpoint_and_in_other_processes(tmp_path):
    options = {"bandit": lb.LipschitzBandit([0.4, 0.5]), "policies": lb.ThompsonSampling(), "horizon": 300, "seed": 3}
    whole = lb.simulate(**options, runs=4)
    lb.simulate(**options, runs=2, checkpoint=tmp_path / "runs.npz")
    assert np.array_equal(lb.simulate(**options, runs=4, checkpoint=tmp_path / "runs.npz").regret, whole.regret)
    assert np.array_equal(lb.simulate(**options, runs=4, n_jobs=2).regret, whole.regret)


GEOMETRIC = lb.Geometry([0.2, 0.4], 0, Geometric())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lb.ThompsonSampling("flat"), "prior: 'flat'; expected one of 'jeffreys', 'uniform'"),
        (lambda: lb.ThompsonSampling(None), "prior: None; expected one of"),
        (
            lambda: at(lb.ThompsonSampling("uniform"), [1], [1], lb.Gaussian(0.5)),
            r"prior: 'uniform' for rewards Gaussian\(sd=0\.5\); expected 'jeffreys', or Bernoulli",
        ),
        (
            lambda: lb.ThompsonSampling().reset(GEOMETRIC, None),
            r"geometry: rewards are Geometric\(\), for which ThompsonSampling has no posterior; expected Bernoulli",
        ),
        (lambda: lb.MOSS(0), "horizon: 0; expected a whole number ≥ 1"),
        (
            lambda: lb.MOSS().reset(GEOMETRIC, None),
            r"geometry: rewards are Geometric\(\), for which MOSS has no confidence radius; expected Bernoulli",
        ),
        (lambda: at(lb.MOSS(9), [1], [1], lb.Poisson()), r"Poisson\(\), for which MOSS has no confidence radius"),
        *(
            (lambda policy=policy: at(policy, [1], [1]).explain(0), "n: 0; expected a whole number ≥ 1")
            for policy in EVERY
        ),
    ],
)
def test_what_cannot_be_played_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_imed_plays_rewards_of_a_family_of_ones_own():
    bandit = lb.LipschitzBandit([0.5, 2.0], family=Geometric())
    assert np.argmax(lb.simulate(bandit, lb.IMED(), 400, runs=5).plays.sum(axis=0)) == 1
