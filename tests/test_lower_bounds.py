from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import lipbandits as lb
from lipbandits.study.structure import share_left
from lipbandits.theory.lower_bounds import explored_less_than_by_kl_ucb
from tests.strategies import bandits

TOLERANCE = 1e-8


def reference_bandit(entry):
    return lb.LipschitzBandit(entry["theta"], entry["x"], entry["L"], check=False)


def test_confusing_parameters_agree_with_the_reference(reference):
    for entry in reference["lower_bound"]:
        for k, parameter in entry["lambda"].items():
            mine = lb.confusing_parameter(reference_bandit(entry), int(k))
            assert mine == pytest.approx(parameter, abs=1e-9)


def test_values_rates_and_uniqueness_agree_with_the_reference(reference):
    for entry in reference["lower_bound"]:
        bound = lb.lower_bound(reference_bandit(entry))
        assert bound.value == pytest.approx(entry["C"], rel=1e-8, abs=1e-12), entry["name"]
        assert bound.unique == entry.get("c_unique", True), entry["name"]
        if bound.unique:
            expected = entry.get("c", np.zeros(entry["K"]))
            assert bound.rates == pytest.approx(expected, rel=1e-8, abs=1e-10), entry["name"]


def test_lai_robbins_agrees_with_the_reference(reference):
    for entry in reference["lower_bound"]:
        bound = lb.lai_robbins(reference_bandit(entry))
        if entry["theta_star"] < 1:
            assert bound.value == pytest.approx(entry["lai_robbins"], rel=1e-8, abs=1e-12), entry["name"]
            for k, rate in entry["lai_robbins_rates"].items():
                assert bound.rates[int(k)] == pytest.approx(rate, rel=1e-8), entry["name"]


@given(bandits())
def test_the_confusing_parameter_is_lipschitz_above_theta_and_reaches_the_best_mean(bandit):
    for k in bandit.suboptimal:
        parameter = lb.confusing_parameter(bandit, int(k))
        lb.LipschitzBandit(parameter, geometry=bandit.geometry)
        assert np.all(parameter >= bandit.theta)
        assert parameter[k] == parameter.max() == bandit.best_mean
        # Best arms may differ by rounding; each keeps its own mean.
        best = bandit.gaps == 0
        assert np.array_equal(parameter[best], bandit.theta[best])


@given(bandits())
def test_confusing_divergences_are_those_of_the_confusing_parameters(bandit):
    divergences = lb.confusing_divergences(bandit)
    for k in range(bandit.n_arms):
        suboptimal = bandit.gaps[k] > 0
        parameter = lb.confusing_parameter(bandit, k) if suboptimal else bandit.theta
        assert divergences[k] == pytest.approx(lb.kl(bandit.theta, parameter))


@given(bandits(), st.integers(0, 2**32))
def test_no_lipschitz_model_that_lifts_arm_k_is_harder_to_tell_apart(bandit, seed):
    # Any λ ∈ Θ_L with λ_k ≥ θ* lies on or above λᵏ wherever λᵏ is above θ, so each term I(θ_i, λ_i) is as large.
    rng = np.random.default_rng(seed)
    for k in bandit.suboptimal[:3]:
        worst = lb.confusing_parameter(bandit, int(k))
        distances = bandit.lipschitz * bandit.geometry.distances
        heights = rng.uniform(0, 1, bandit.n_arms)
        heights[[k, bandit.best]] = bandit.best_mean
        other = np.clip((heights[None, :] + distances).min(axis=1), None, 1.0)
        other = np.maximum(other, (bandit.best_mean - distances)[[k, bandit.best]].max(axis=0))
        costs, other_costs = lb.kl(bandit.theta, worst), lb.kl(bandit.theta, np.minimum(other, 1.0))
        raised = worst > bandit.theta
        assert np.all(other_costs[raised] >= costs[raised] * (1 - 1e-9))


@given(bandits())
def test_rates_are_feasible_and_cost_the_value(bandit):
    bound = lb.lower_bound(bandit)
    matrix = lb.confusing_divergences(bandit)
    if bandit.best_mean < 1:
        assert np.all((matrix @ bound.rates)[bandit.suboptimal] >= 1 - TOLERANCE)
    assert np.all(bound.rates >= 0)
    assert np.all(bound.rates[bandit.gaps == 0] == 0)
    assert bound.rates @ bandit.gaps == pytest.approx(bound.value, rel=TOLERANCE)


@given(bandits())
def test_prices_are_feasible_in_the_dual_and_sum_to_the_value(bandit):
    bound = lb.lower_bound(bandit)
    matrix = lb.confusing_divergences(bandit)
    assert np.all(bound.prices >= 0)
    assert bound.prices.sum() == pytest.approx(bound.value, rel=TOLERANCE)
    if bandit.best_mean < 1:
        assert np.all(matrix.T @ bound.prices <= bandit.gaps * (1 + TOLERANCE) + 1e-15)


@given(bandits())
def test_complementary_slackness_holds(bandit):
    bound = lb.lower_bound(bandit)
    if bound.value > 0:
        matrix = lb.confusing_divergences(bandit)
        slack = (matrix @ bound.rates - 1)[bandit.suboptimal]
        assert np.all(bound.prices[bandit.suboptimal] * slack <= TOLERANCE * bound.value)
        reduced = bandit.gaps - matrix.T @ bound.prices
        assert np.all(bound.rates * reduced <= TOLERANCE * bound.value)
        assert not np.any((bound.prices > TOLERANCE * bound.value) & ~bound.binding)


@given(bandits(), st.floats(1, 10))
def test_more_lipschitz_slack_never_lowers_the_bound(bandit, factor):
    looser = bandit.with_lipschitz(bandit.lipschitz * factor)
    assert lb.lower_bound(looser).value >= lb.lower_bound(bandit).value * (1 - TOLERANCE)


@given(bandits())
def test_the_bound_lies_below_lai_robbins_and_reaches_it_at_a_finite_lipschitz_constant(bandit):
    structured, plain = lb.lower_bound(bandit), lb.lai_robbins(bandit)
    assert structured.value <= plain.value * (1 + TOLERANCE)
    if len(bandit.suboptimal) and bandit.n_arms > 1:
        # Beyond 1 / (smallest distance) no model raises a second arm.
        loose = lb.lower_bound(bandit.with_lipschitz(1 / np.diff(bandit.arms).min()))
        assert loose.value == pytest.approx(plain.value, rel=TOLERANCE)
        assert loose.rates == pytest.approx(plain.rates, rel=1e-7)


# LR/C with two suboptimal arms: the largest value of t/(1 + t) + t²/((1 + t)(t − log(1 + t))), at t near 2.27.
TWO_ARMS = 2.1462685


def most_saved(bandit):
    """What LR/C is proved not to exceed: how much structure can save, a proposition of the lower-bound chapter."""
    worse = len(bandit.suboptimal)
    return {1: 1.0, 2: TWO_ARMS}.get(worse, 2 * worse - 2)


@given(bandits())
def test_structure_saves_no_more_than_is_proved(bandit):
    bound, plain = lb.lower_bound(bandit).value, lb.lai_robbins(bandit).value
    assert plain <= most_saved(bandit) * bound * (1 + 1e-6)


@pytest.mark.parametrize("n_arms", [3, 4, 5, 8])
def test_structure_saves_nearly_what_is_proved_with_a_witness_of_mean_near_0(n_arms):
    """A crowd just below the best mean, and a far arm that their tents lift; for three arms with t = 2.27."""
    gap = 1e-7
    crowd = gap / 2.27 if n_arms == 3 else 1e-3 + 1e-5 * gap * np.arange(n_arms - 2)
    theta = np.hstack([0, crowd, np.max(crowd) + gap])
    bandit = lb.LipschitzBandit(theta, theta, 1.0)
    saved = lb.lai_robbins(bandit).value / lb.lower_bound(bandit).value
    assert 0.995 * most_saved(bandit) < saved <= most_saved(bandit) * (1 + 1e-6)


@given(bandits())
def test_the_structured_bound_pays_at_least_for_its_dearest_model(bandit):
    # Ruling out one λᵏ alone costs min_i gap_i / I(θ_i, λᵏ_i); the plan rules out all of them.
    bound = lb.lower_bound(bandit)
    if bound.value > 0:
        matrix = lb.confusing_divergences(bandit)
        for k in bandit.suboptimal:
            informative = matrix[k] > 0
            assert bound.value >= (bandit.gaps[informative] / matrix[k, informative]).min() * (1 - TOLERANCE)


def test_the_plan_that_explores_only_the_worst_arm():
    bandit = lb.LipschitzBandit([0.51, 0.37, 0.22, 0.35], [0.5, 0.7, 0.8, 0.9], 1.5)
    bound, plain = lb.lower_bound(bandit), lb.lai_robbins(bandit)
    assert np.flatnonzero(bound.rates).tolist() == [2]
    assert bound.unique
    assert bound.value == pytest.approx(6.30994, abs=1e-5)
    assert plain.value == pytest.approx(8.25132, abs=1e-5)
    assert bound.rates[2] / plain.rates[2] == pytest.approx(3.865, abs=1e-3)


def test_where_the_optimal_plan_jumps_it_is_not_unique_and_the_value_is_continuous():
    def bound(mean):
        return lb.lower_bound(lb.LipschitzBandit([0.51, 0.37, mean, 0.35], [0.5, 0.7, 0.8, 0.9], 1.5))

    left, right = 0.22, 0.23
    assert bound(left).rates[1] == 0 < bound(right).rates[1]
    for _ in range(60):
        middle = (left + right) / 2
        left, right = (middle, right) if bound(middle).rates[1] < 1e-6 else (left, middle)
    assert not bound(left).unique
    assert not bound(right).unique
    assert bound(left).value == pytest.approx(bound(right).value, rel=1e-8)
    assert bound(left - 1e-6).unique
    assert bound(right + 1e-6).unique


def test_nothing_to_tell_apart_costs_nothing():
    for theta in ([0.4], [0.5, 0.5, 0.5], [0.5, 1.0, 0.7]):
        bound = lb.lower_bound(lb.LipschitzBandit(theta, lipschitz=1.0))
        assert (bound.value, bound.unique) == (0.0, True)
        assert not bound.rates.any()
        assert not bound.prices.any()
    assert lb.lai_robbins(lb.LipschitzBandit([0.5, 1.0, 0.7])).value == 0


@pytest.mark.parametrize(("k", "error"), [(-1, ValueError), (5, ValueError), (1.5, TypeError)])
def test_arms_out_of_range_are_refused(k, error):
    with pytest.raises(error, match=f"k: {k}"):
        lb.confusing_parameter(lb.triangle(5), k)


def test_beta_agrees_with_the_reference(reference):
    for entry in reference["beta"]:
        found = lb.beta(lb.LipschitzBandit(entry["theta"], entry["x"], entry["L"], check=False))
        for k, expected in entry["beta"].items():
            assert found[int(k)] == pytest.approx(expected["beta"], rel=1e-8), entry["name"]
        assert set(np.flatnonzero(~np.isnan(found))) == {int(k) for k in entry["beta"]}


def test_condition_iii_agrees_with_the_reference_and_implies_fewer_plays(reference):
    for entry in reference["beta"]:
        bandit = lb.LipschitzBandit(entry["theta"], entry["x"], entry["L"], check=False)
        holds = explored_less_than_by_kl_ucb(bandit, printed=True)
        assert set(np.flatnonzero(holds)) == {int(k) for k, e in entry["beta"].items() if e["condition_iii_witnesses"]}
        assert np.all(lb.beta(bandit)[holds] < lb.lai_robbins(bandit).rates[holds] * (1 - 1e-9))


def test_beta_is_smaller_exactly_where_part_3_says_so(reference):
    told_apart = 0
    for entry in reference["beta"]:
        bandit = lb.LipschitzBandit(entry["theta"], entry["x"], entry["L"], check=False)
        worse, holds = bandit.suboptimal, explored_less_than_by_kl_ucb(bandit)
        less = lb.beta(bandit)[worse] < lb.lai_robbins(bandit).rates[worse] * (1 - 1e-9)
        assert holds[worse].tolist() == less.tolist(), entry["name"]
        assert not holds[bandit.gaps == 0].any()
        told_apart += np.sum(holds != explored_less_than_by_kl_ucb(bandit, printed=True))
    assert told_apart > 0


@settings(max_examples=25)
@given(bandits(max_arms=6))
def test_beta_is_found_by_trying_all_sets_of_arms(bandit):
    found, a = lb.beta(bandit), lb.confusing_divergences(bandit).T
    if bandit.best_mean == 1:
        return
    worse = bandit.suboptimal
    unit = lb.kl(bandit.theta, bandit.best_mean)
    for k in worse:
        place = list(worse).index(k)
        others = [j for j in worse if j != k]
        largest = 0.0
        for outside in product((False, True), repeat=len(others)):
            rows, limits = [a[worse, k] / unit[k]], [1.0]
            for j, is_outside in zip(others, outside, strict=True):
                row = -a[worse, j] / unit[k]
                if is_outside:
                    row = np.zeros(len(worse))
                    row[list(worse).index(j)], row[place] = -1, 1
                rows.append(row)
                limits.append(0.0 if is_outside else -1.0)
            result = linprog(-np.eye(len(worse))[place], A_ub=np.array(rows), b_ub=limits)
            largest = max(largest, -result.fun if result.status == 0 else 0.0)
        assert found[k] * unit[k] == pytest.approx(largest, rel=1e-6)


def test_on_random_problems_arm_k_can_be_explored_at_every_rate_below_beta():
    """Then β_k is also the paper's, the first rate at which it cannot. We know no proof that it always is."""
    rng, below_lai_robbins = np.random.default_rng(1), 0
    for _ in range(12):
        arms, slope = np.sort(rng.random(5)), rng.uniform(0.3, 3)
        apart = slope * np.abs(arms[:, None] - arms)
        bandit = lb.LipschitzBandit((rng.uniform(0.05, 0.95, 5) - apart).max(axis=1).clip(0.02, 0.98), arms, slope)
        a, worse = lb.confusing_divergences(bandit).T, bandit.suboptimal
        for k in worse:
            others = worse[worse != k]
            rate = lb.beta(bandit)[k]
            below_lai_robbins += rate * a[k, k] < 1 - 1e-6
            for smaller in rate * np.linspace(0.1, 0.99, 7):
                tried = product((False, True), repeat=len(others))
                # The least evidence against k with own rate `smaller`, others at least as many plays or excluded.
                least = [
                    linprog(
                        a[others, k],
                        A_ub=-a[np.ix_(others, others[list(excluded)])].T if any(excluded) else None,
                        b_ub=smaller * a[k, others[list(excluded)]] - 1 if any(excluded) else None,
                        bounds=[(0 if out else smaller, None) for out in excluded],
                    )
                    for excluded in map(np.array, tried)
                ]
                assert min(each.fun for each in least if each.status == 0) + smaller * a[k, k] <= 1 + 1e-7
    assert below_lai_robbins > 20


@given(bandits())
def test_ckl_ucb_explores_at_most_as_often_as_kl_ucb(bandit):
    found = lb.beta(bandit)
    assert np.all(np.isnan(found) == (lb.lai_robbins(bandit).rates == 0))
    worse = ~np.isnan(found)
    assert np.all(found[worse] <= lb.lai_robbins(bandit).rates[worse] * (1 + 1e-6))


def test_the_share_that_structure_leaves_is_the_ratio_of_the_bounds():
    bandit = lb.triangle(17, lipschitz=0.5)
    expected = lb.lower_bound(bandit).value / lb.lai_robbins(bandit).value
    assert share_left(bandit.theta) == pytest.approx(expected)
    assert share_left([0.3, 0.6], [0, 1], 5) == pytest.approx(1)
    for theta in ([0.5, 0.5], [0.5, 1.0]):
        with pytest.raises(ValueError, match="a best mean below 1"):
            share_left(theta)
