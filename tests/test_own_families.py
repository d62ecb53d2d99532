"""Families of a reader's own: three small ones, in bounds, indexes and policies, and what they are told."""

import math
import re
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.special import xlogy

import lipbandits as lb
from lipbandits.theory.indexes import evidence
from tests.compiled import rounds
from tests.test_families import RANGES, dense_program, naive_index


@dataclass(frozen=True)
class Coin(lb.Bernoulli):
    """Bernoulli under another name."""


@dataclass(frozen=True)
class Signs(lb.Family):
    """−1 or 1: ends of its own, one of them negative."""

    low, high = -1.0, 1.0

    @property
    def width(self):
        return 2.0

    def kl_of(self, x, y):
        return lb.Bernoulli().kl_of((1 + x) / 2, (1 + y) / 2)

    def variance_of(self, y):
        return 1 - y * y

    def rewards_of(self, uniforms, means):
        return np.where(uniforms < (1 - means) / 2, -1.0, 1.0)


@dataclass(frozen=True)
class Geometric(lb.Family):
    """Heads before the first tail: counts, whose divergence is not convex."""

    convex = False
    rewards, sums = "a whole number ≥ 0", "a whole number ≥ 0, 0 without plays"

    def may_sum_to(self, plays, sums):
        return super().may_sum_to(plays, sums) & (np.asarray(sums) == np.floor(sums))

    def kl_of(self, x, y):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(x == y, 0.0, xlogy(x, x / y) - (1 + x) * np.log((1 + x) / (1 + y)))

    def variance_of(self, y):
        return y * (1 + y)

    def rewards_of(self, uniforms, means):
        with np.errstate(divide="ignore"):
            return np.floor(np.log1p(-uniforms) / np.log(means / (1 + means))) + 0.0


COIN, SIGNS, GEOMETRIC = Coin(), Signs(), Geometric()
OWN = [COIN, SIGNS, GEOMETRIC]
every_family = pytest.mark.parametrize("family", OWN, ids=repr)
LIMITS = {COIN: RANGES[lb.Bernoulli()], SIGNS: (-0.95, 0.95), GEOMETRIC: (0.05, 5.0)}


def naive(family, x, y):
    """I⁺ by sums over outcomes."""
    if y <= x:
        return 0.0
    if family == GEOMETRIC:
        counts = np.arange(2000)
        px, py = ((1 / (1 + m)) * (m / (1 + m)) ** counts for m in (x, y))
        kept = (px > 1e-300) & (py > 1e-300)
        return float(np.sum(px[kept] * np.log(px[kept] / py[kept])))
    x, y = (x, y) if family == COIN else ((1 + x) / 2, (1 + y) / 2)
    if y >= 1:
        return math.inf if x < 1 else 0.0
    return sum(p * math.log(p / q) for p, q in ((x, y), (1 - x, 1 - y)) if p > 0)


@pytest.fixture(autouse=True)
def textbook(monkeypatch):
    """The naive code of `test_families` takes these divergences."""
    monkeypatch.setattr("tests.test_families.naive_divergence", naive)


@every_family
def test_bounds_are_those_of_a_dense_program(family):
    rng, (low, high) = np.random.default_rng(0), LIMITS[family]
    for _ in range(20):
        n_arms = int(rng.integers(1, 7))
        positions, theta = np.sort(rng.random(n_arms)), rng.uniform(low, high, n_arms)
        bandit = lb.LipschitzBandit(theta, positions, family=family)
        bandit = bandit.with_lipschitz(bandit.lipschitz * rng.uniform(1, 3))
        expected = dense_program(family, theta, positions, bandit.lipschitz)
        assert lb.lower_bound(bandit).value == pytest.approx(expected, rel=1e-6, abs=1e-9)
        gaps = theta.max() - theta
        alone = sum(g / naive(family, x, theta.max()) for x, g in zip(theta, gaps, strict=True) if g > 0)
        assert lb.lai_robbins(bandit).value == pytest.approx(alone, rel=1e-6)


@every_family
def test_indexes_are_those_of_bisection(family):
    rng, (low, high) = np.random.default_rng(1), LIMITS[family]
    for _ in range(20):
        n_arms = int(rng.integers(1, 5))
        plays = rng.integers(1, 30, n_arms)
        sums = np.floor(plays * rng.uniform(low, high, n_arms))
        sums = np.maximum(sums, plays * family.low) if family.low < 0 else sums
        means, level = sums / plays, rng.exponential(4)
        geometry = lb.Geometry(np.sort(rng.random(n_arms)), rng.uniform(0.1, 3), family)
        joint, alone = (
            lb.lipschitz_indexes(plays, sums, geometry, level),
            lb.kl_ucb_indexes(plays, sums, level, family),
        )
        for k in range(n_arms):
            reach = geometry.lipschitz * geometry.distances[k]
            if family.high == 1:
                # Bisection of the tests begins at 1 for Bernoulli only.
                assert evidence(plays, sums, geometry, k, min(joint[k] + 1e-6, 1.0)) >= level or joint[k] >= 1 - 1e-6
                at = evidence(plays, sums, geometry, k, joint[k])
                assert at <= level * (1 + 1e-6) + 1e-9 or joint[k] == pytest.approx(means[k])
            else:
                near = {"rel": 1e-6, "abs": 1e-6}
                assert alone[k] == pytest.approx(
                    naive_index(family, plays[[k]], [means[k]], [0.0], means[k], level), **near
                )
                assert joint[k] == pytest.approx(naive_index(family, plays, means, reach, means[k], level), **near)


def test_bernoulli_under_another_name_is_played_as_bernoulli():
    theta, policies = [0.2, 0.5, 0.4], [lb.KLUCB(), lb.CKLUCB(), lb.OSLB(), lb.UCB(), lb.Greedy(), lb.Uniform()]
    for stream in ("numpy", "counter"):
        one, other = (
            lb.simulate(lb.LipschitzBandit(theta, family=family), policies, rounds(200), runs=2, stream=stream)
            for family in (lb.Bernoulli(), COIN)
        )
        for name in one:
            assert np.array_equal(one[name].plays, other[name].plays), (name, stream)


@every_family
def test_policies_play_a_family_of_ones_own_and_learn(family):
    theta = np.array([0.1, 0.3, 0.8])
    policies = [lb.KLUCB(), lb.CKLUCB(), lb.OSLB(), lb.Uniform()] + [lb.UCB()] * (family.width is not None)
    bandit = lb.LipschitzBandit(theta, family=family)
    results = lb.simulate(bandit, policies, rounds(200), runs=3)
    for name in set(results) - {"Uniform"}:
        assert results[name].regret[:, -1].mean() < results["Uniform"].regret[:, -1].mean()
    again = lb.simulate(bandit, policies[:1], rounds(200), runs=3, n_jobs=2)
    assert np.array_equal(results["KLUCB"].regret, again["KLUCB"].regret)


@every_family
def test_a_family_of_ones_own_has_contexts_and_points(family):
    pairs = lb.ContextualBandit([[0.2, 0.6], [0.5, 0.4]], family=family)
    assert lb.simulate(pairs, [lb.CCKLUCB(), lb.PerContext(lb.KLUCB())], 60, runs=1)
    assert lb.lower_bound(pairs).value > 0
    points = lb.ContinuousBandit(lambda x: 0.9 - 0.7 * np.abs(x - 0.4), 0.7, family=family)
    assert lb.simulate(points, lb.Discretised(lb.CKLUCB(), lb.even_grid(4)), 60, runs=1)
    for policy in (lb.HOO(0.7, 0.5), lb.Zooming(0.7), lb.AdaptiveCKLUCB(0.7)):
        if family.width is not None:
            assert lb.simulate(points, policy, 60, runs=1)
        else:
            with pytest.raises(ValueError, match=r"rewards are Geometric\(\), for which .* has no confidence radius"):
                lb.simulate(points, policy, 60, runs=1)


@every_family
def test_a_family_without_a_twin_is_played_as_it_is_unless_the_twin_is_asked_for(family):
    bandit = lb.LipschitzBandit([0.2, 0.5], family=family)
    rewards = family.sample(bandit.theta[:, None], np.random.default_rng(0), (2, 40))
    played = lb.replay(bandit, lb.KLUCB(), rewards)
    assert np.array_equal(played, lb.replay(bandit, lb.KLUCB(), rewards, engine=False))
    with pytest.raises(
        ValueError, match=rf"engine: True for {re.escape(repr(family))}, a family without a compiled twin"
    ):
        lb.replay(bandit, lb.KLUCB(), rewards, engine=True)


def test_a_namesake_of_ours_is_not_taken_for_it():
    @dataclass(frozen=True)
    class Poisson(Geometric):
        pass

    bandit = lb.LipschitzBandit([0.2, 0.5], family=Poisson())
    with pytest.raises(ValueError, match=r"engine: True for .*Poisson\(\), a family without a compiled twin"):
        lb.replay(bandit, lb.KLUCB(), np.zeros((2, 4)), engine=True)


def test_a_policy_without_a_twin_is_named_where_one_is_asked_for():
    class Mine(lb.UCB):
        pass

    with pytest.raises(ValueError, match=r"engine: True for Mine\(\), which has no compiled twin here; expected False"):
        lb.replay(lb.triangle(3), Mine(), np.zeros((3, 4)), engine=True)


def test_checkpoints_know_families_by_their_code(tmp_path):
    path = tmp_path / "runs.npz"
    lb.simulate(lb.LipschitzBandit([0.2, 0.5], family=COIN), lb.KLUCB(), 20, runs=1, checkpoint=path)
    for other in (lb.Bernoulli(), SIGNS):
        with pytest.raises(ValueError, match="it differs in: family"):
            lb.simulate(lb.LipschitzBandit([0.2, 0.5], family=other), lb.KLUCB(), 20, runs=1, checkpoint=path)


class Nothing(lb.Family):
    pass


class Beyond(Signs):
    """Its rewards leave the interval that it promises."""

    def rewards_of(self, uniforms, means):
        return np.where(uniforms < 0.5, -1.0, 3.0)


def test_what_a_family_lacks_or_breaks_is_said_by_name():
    for family in (Nothing(), lb.Family()):
        with pytest.raises(TypeError, match=r"family: .* has no kl_of and no variance_of; expected Bernoulli"):
            lb.LipschitzBandit([0.2, 0.5], family=family)
    with pytest.raises(ValueError, match=r"theta: arm 1 has -2.0; expected finite means from -1 to 1 for Signs\(\)"):
        lb.LipschitzBandit([0.2, -2.0], family=SIGNS)
    with pytest.raises(ValueError, match="reward: 3; expected a finite number from -1 to 1"):
        lb.simulate(lb.LipschitzBandit([0.2, 0.5], family=Beyond()), lb.KLUCB(), 20, runs=1)
    with pytest.raises(ValueError, match=r"sums: arm 0 has 0.5 from 2 plays; expected a whole number ≥ 0"):
        lb.kl_ucb_indexes([2], [0.5], 1.0, GEOMETRIC)
    with pytest.raises(ValueError, match=r"sums: arm 0 has -3.0 from 2 plays; expected a sum of so many"):
        lb.kl_ucb_indexes([2], [-3.0], 1.0, SIGNS)
