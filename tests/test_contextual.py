"""Contextual bandits: their metric, their means, and the bounds of Theorem 5."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

import lipbandits as lb
from tests.strategies import bandits, contextual_bandits

PAIRS = {"theta": [[0.2, 0.6], [0.5, 0.4]], "arms": [0, 1], "contexts": [0, 1]}
NO_METRIC = [[0, 1, 1, 1], [1, 0, 1, 3], [1, 1, 0, 1], [1, 3, 1, 0]]
# Audit of Theorem 5: arms of two contexts so close that the best arm of one rules out the model of the other.
FREE = {
    "theta": [[0.8, 0.5], [0.5, 0.5]],
    "metric": [[0, 0.3, 0.3, 0.3], [0.3, 0, 0.01, 0.2], [0.3, 0.01, 0, 0.2], [0.3, 0.2, 0.2, 0]],
    "lipschitz": 1.0,
}


def reference_bandit(entry):
    metric = entry["distance_matrix_row_index_j_times_K_plus_k"]
    how = {"context_weight": entry["beta"]} if metric is None else {"metric": metric}
    return lb.ContextualBandit(entry["theta"], entry["x"], entry["y"], entry["L"], **how)


def test_values_rates_and_free_constraints_agree_with_the_reference(reference):
    for entry in reference["contextual_lower_bound"]:
        bound = lb.contextual_lower_bound(reference_bandit(entry))
        assert bound.value == pytest.approx(entry["C_prime"], rel=1e-8, abs=1e-12), entry["name"]
        assert bound.unique == (not entry["c_degenerate"]), entry["name"]
        assert bound.rates == pytest.approx(np.array(entry["c"]), rel=1e-8, abs=1e-10), entry["name"]
        assert np.argwhere(bound.free).tolist() == entry["free_constraints"], entry["name"]


def test_contexts_alone_agree_with_the_reference(reference):
    for entry in reference["contextual_lower_bound"]:
        bandit = reference_bandit(entry)
        if entry["separate_C"] is not None:
            alone = [lb.lower_bound(bandit.alone(j)).value for j in range(bandit.n_contexts)]
            assert alone == pytest.approx(entry["separate_C"], rel=1e-8), entry["name"]


def test_confusing_parameters_agree_with_the_reference(reference):
    for entry in reference["contextual_lower_bound"]:
        for pair, expected in entry["lambda_"].items():
            parameter = lb.contextual_confusing_parameter(reference_bandit(entry), *map(int, pair.split(",")))
            assert parameter == pytest.approx(np.array(expected), abs=1e-9), entry["name"]


@given(bandits())
def test_one_context_is_a_bandit(bandit):
    plain = lb.lower_bound(bandit)
    for how in ({"arms": bandit.arms, "context_weight": 7.0}, {"metric": bandit.geometry.distances}):
        single = lb.ContextualBandit([bandit.theta], lipschitz=bandit.lipschitz, **how)
        bound = lb.contextual_lower_bound(single)
        assert bound.value == pytest.approx(plain.value, rel=1e-12)
        assert bound.rates[0].tolist() == plain.rates.tolist()
        assert bound.prices[0].tolist() == plain.prices.tolist()
        assert bound.binding[0].tolist() == plain.binding.tolist()
        assert not bound.free.any()
        assert lb.lower_bound(single.alone(0)).rates.tolist() == plain.rates.tolist()


@given(contextual_bandits(own_metric=False))
def test_contexts_far_apart_cost_the_sum_of_their_bounds(bandit):
    gaps = np.diff(bandit.contexts)
    weight = (2 / (bandit.lipschitz * gaps.min())) ** 2 if len(gaps) else 1.0
    apart = lb.ContextualBandit(
        bandit.theta, bandit.arms, bandit.contexts, bandit.lipschitz, context_weight=max(1e-300, weight)
    )
    separate = sum(lb.lower_bound(apart.alone(j)).value for j in range(apart.n_contexts))
    assert lb.contextual_lower_bound(apart).value == pytest.approx(separate, rel=1e-8, abs=1e-12)


@given(contextual_bandits())
def test_sharing_between_contexts_never_costs_more(bandit):
    separate = sum(lb.lower_bound(bandit.alone(j)).value for j in range(bandit.n_contexts))
    assert lb.contextual_lower_bound(bandit).value <= separate * (1 + 1e-8) + 1e-12


@given(contextual_bandits())
def test_the_plan_rules_out_every_model_and_prices_prove_that_none_costs_less(bandit):
    bound = lb.contextual_lower_bound(bandit)
    assert bound.rates.min() >= 0 and not bound.rates[bandit.gaps == 0].any()
    assert np.sum(bound.rates * bandit.gaps) == pytest.approx(bound.value, rel=1e-8)
    assert bound.prices.sum() == pytest.approx(bound.value, rel=1e-8)
    charged = np.zeros(bandit.theta.shape)
    for j, k in np.argwhere(bandit.gaps > 0):
        told = lb.kl(bandit.theta, lb.contextual_confusing_parameter(bandit, int(j), int(k)))
        of_best_arms = told[bandit.gaps == 0].max()
        if bound.free[j, k]:
            assert of_best_arms >= 1e-18
        else:
            assert np.sum(bound.rates * told) >= 1 - 1e-8
            assert of_best_arms < 1e-18
            charged += bound.prices[j, k] * told
    assert np.all((charged <= bandit.gaps * (1 + 1e-8) + 1e-15)[bandit.gaps > 0])


@given(contextual_bandits(own_metric=False))
def test_under_the_metric_of_the_paper_best_arms_of_other_contexts_tell_nothing(bandit):
    # θ*(i) ≥ θ_k*(i) ≥ θ*(j) − L√β|y_i − y_j| ≥ θ*(j) − L D((j, k), (i, l)) for every k and l, k* the best in j.
    assert not lb.contextual_lower_bound(bandit).free.any()
    for j, k in np.argwhere(bandit.gaps > 0)[:10]:
        parameter = lb.contextual_confusing_parameter(bandit, int(j), int(k))
        best = bandit.gaps == 0
        assert parameter[best] == pytest.approx(bandit.theta[best], abs=1e-9)


def test_under_another_metric_they_may_tell_everything():
    bandit = lb.ContextualBandit(**FREE)
    bound = lb.contextual_lower_bound(bandit)
    assert bound.value == 0.0
    assert bound.free.tolist() == [[False, True], [False, False]]
    assert not bound.rates.any()
    assert sum(lb.lower_bound(bandit.alone(j)).value for j in range(2)) > 1


@pytest.mark.parametrize("step", [0.1, 0.07, 0.13, 0.19, 0.23, 0.29])
def test_a_model_that_touches_a_tie_elsewhere_does_not_exist_but_is_charged_for(step):
    # Arm 1 is as good as arm 0 in context 0, so it cannot be better in context 1 by more than L times the distance.
    # In some of these cases rounding lifts the model above the tie, by a divergence of 1e-32.
    bandit = lb.ContextualBandit([[0.3, 0.3], [0.3 + step, 0.3]], contexts=[0, step], lipschitz=1.0)
    bound = lb.contextual_lower_bound(bandit)
    assert bound.value == pytest.approx(step / lb.kl(0.3, 0.3 + step))
    assert not bound.free.any()


def test_contexts_whose_best_mean_is_one_have_nothing_to_rule_out_but_may_inform():
    bandit = lb.ContextualBandit([[1.0, 0.5], [0.9, 0.4]], contexts=[0, 0.1], lipschitz=1.0)
    bound = lb.contextual_lower_bound(bandit)
    alone = lb.lower_bound(bandit.alone(1)).value
    assert not bound.prices[0].any()
    assert 0 < bound.value <= alone
    only = lb.contextual_lower_bound(lb.ContextualBandit([[1.0, 0.5], [0.2, 1.0]], lipschitz=1.0))
    assert (only.value, only.unique, only.rates.any()) == (0.0, True, False)


def test_no_arm_worse_than_another_costs_nothing():
    bound = lb.contextual_lower_bound(lb.ContextualBandit([[0.5, 0.5], [0.4, 0.4]]))
    assert (bound.value, bound.unique, bound.free.any()) == (0.0, True, False)


@given(contextual_bandits(), st.integers(1, 9))
def test_the_distribution_of_contexts_does_not_matter(bandit, first):
    psi = np.ones(bandit.n_contexts)
    psi[0] = first
    skewed = lb.ContextualBandit(
        bandit.theta, metric=bandit.geometry.distances, lipschitz=bandit.lipschitz, distribution=psi / psi.sum()
    )
    assert skewed.distribution[0] == pytest.approx(first / psi.sum())
    one, other = lb.contextual_lower_bound(skewed), lb.contextual_lower_bound(bandit)
    assert one.value == pytest.approx(other.value, rel=1e-9, abs=1e-15)


def test_distances_are_those_of_the_paper():
    contexts, arms = [0.1, 0.5, 0.6], [0.0, 1.0]
    geometry = lb.PairGeometry(contexts, arms, 2.0, context_weight=3.0)
    for row in range(6):
        for other in range(6):
            (j, k), (i, m) = geometry.pair(row), geometry.pair(other)
            expected = np.sqrt(3 * (contexts[j] - contexts[i]) ** 2 + (arms[k] - arms[m]) ** 2)
            assert geometry.distances[row, other] == pytest.approx(expected)
    assert geometry.pair(3) == (1, 1) and geometry.rows(1) == slice(2, 4)
    assert lb.Geometry.from_distances(geometry.distances, 1).n_arms == geometry.n_arms == 6
    assert geometry.within(2).distances.tolist() == [[0, 1], [1, 0]]
    looser = geometry.with_lipschitz(5)
    assert (looser.shape, looser.context_weight, looser.lipschitz) == ((3, 2), 3.0, 5.0)


def test_a_context_alone_keeps_its_own_metric():
    bandit = lb.ContextualBandit(**FREE)
    assert bandit.alone(1).geometry.distances.tolist() == [[0, 0.2], [0.2, 0]]
    assert bandit.alone(0).theta.tolist() == [0.8, 0.5]
    with pytest.raises(ValueError, match="context: 2; expected a context from 0 to 1"):
        bandit.alone(2)


@given(contextual_bandits())
def test_the_default_lipschitz_constant_is_the_smallest_that_fits(bandit):
    smallest = lb.ContextualBandit(bandit.theta, metric=bandit.geometry.distances)
    assert smallest.lipschitz <= bandit.lipschitz * (1 + 1e-9)
    if smallest.lipschitz > 1e-6:
        shrunk = smallest.lipschitz * 0.99 - 1e-8 / bandit.geometry.distances[bandit.geometry.distances > 0].min()
        with pytest.raises(ValueError, match=r"theta: pairs \(\d, \d\) and \(\d, \d\).*|lipschitz: "):
            bandit.with_lipschitz(shrunk)
    assert bandit.with_lipschitz(0.0, check=False).lipschitz == 0


def test_best_arms_and_gaps_are_those_of_each_context():
    bandit = lb.ContextualBandit([[0.1, 0.5, 0.5 + 1e-14], [0.6, 0.2, 0.3]], distribution=[0.25, 0.75])
    assert bandit.best.tolist() == [1, 0]
    assert bandit.best_means == pytest.approx([0.5, 0.6])
    assert bandit.gaps == pytest.approx(np.array([[0.4, 0, 0], [0, 0.4, 0.3]]))
    assert (bandit.n_contexts, bandit.n_arms, bandit.distribution.tolist()) == (2, 3, [0.25, 0.75])
    for array in (bandit.theta, bandit.gaps, bandit.distribution, bandit.contexts, bandit.geometry.distances):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.5


def test_the_travelling_peak_travels_on_any_number_of_contexts():
    for n_contexts, weight in ((1, 1.0), (5, 4.0), (50, 0.25)):
        bandit = lb.travelling_peak(n_contexts, 20, start=0.3, stop=0.9, context_weight=weight)
        peaks = 0.3 + 0.6 * bandit.contexts
        assert np.abs(bandit.arms[bandit.best] - peaks).max() <= 0.5 / 19 + 1e-12
        assert bandit.lipschitz == lb.travelling_peak(3, 4, start=0.3, stop=0.9, context_weight=weight).lipschitz
    fine = lb.travelling_peak(40, 40)
    assert 0.9 * fine.lipschitz <= lb.ContextualBandit(fine.theta).lipschitz <= fine.lipschitz * (1 + 1e-9)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"distribution": [0.5, 0.4]}, ValueError, r"distribution: sums to 0\.9; expected probabilities of sum 1"),
        ({"distribution": [0.0, 1.0]}, ValueError, r"distribution: context 0 has 0\.0; expected probabilities > 0"),
        ({"distribution": [1.5, -0.5]}, ValueError, r"distribution: context 1 has -0\.5"),
        ({"distribution": [0.5, np.nan]}, ValueError, "distribution: context 1 has nan"),
        ({"distribution": [0.5, np.inf]}, ValueError, "distribution: sums to inf"),
        ({"distribution": [0.2, 0.3, 0.5]}, ValueError, r"distribution: shape \(3,\); expected \(2,\)"),
        ({"distribution": "even"}, TypeError, "distribution: 'even'"),
        (
            {"theta": [[0.2, 0.6], [0.5, np.nan]]},
            ValueError,
            r"theta: pair \(1, 1\) has nan; expected means in \[0, 1\]",
        ),
        ({"theta": [[0.2, 1.6], [0.5, 0.4]]}, ValueError, r"theta: pair \(0, 1\) has 1\.6"),
        ({"theta": [0.2, 0.6]}, ValueError, r"theta: shape \(2,\); expected an array \(J, K\)"),
        ({"theta": [[0.2, 0.6], [0.5]]}, TypeError, "theta: "),
        ({"theta": [[]]}, ValueError, r"theta: shape \(1, 0\)"),
        ({"arms": [0.5]}, ValueError, "arms: 1 positions for 2 columns of theta"),
        ({"arms": [0.5, 0.2]}, ValueError, "arms: positions 0 and 1 are out of order"),
        ({"contexts": [0.1, 0.5, 0.7]}, ValueError, "contexts: 3 positions for 2 rows of theta"),
        ({"contexts": [0.5, 0.5]}, ValueError, "contexts: positions 0 and 1 are repeated"),
        ({"contexts": [0.5, 1.5]}, ValueError, r"contexts: position 1 is 1\.5"),
        ({"lipschitz": 0.3}, ValueError, r"theta: pairs \(0, 0\) and \(0, 1\) differ by 0\.4 .*that fits is 0\.4$"),
        ({"lipschitz": -1}, ValueError, r"lipschitz: -1\.0"),
        ({"context_weight": 0}, ValueError, r"context_weight: 0\.0; expected a finite number > 0"),
        ({"context_weight": np.inf}, ValueError, "context_weight: inf"),
        ({"context_weight": 2, "metric": np.ones((4, 4)) - np.eye(4)}, ValueError, "context_weight: 2 together with a"),
        ({"metric": NO_METRIC}, ValueError, r"metric: the triple \(\(0, 1\), \(0, 0\), \(1, 1\)\) breaks"),
        ({"metric": np.ones((4, 4))}, ValueError, r"metric: entry \(\(0, 0\), \(0, 0\)\) is 1\.0; expected 0"),
        ({"metric": [[0, 1], [1, 0]]}, ValueError, r"metric: shape \(2, 2\); expected \(4, 4\), row j·K \+ k"),
    ],
)
def test_bad_instances_are_refused_by_name_and_value(change, error, message):
    with pytest.raises(error, match=message):
        lb.ContextualBandit(**(PAIRS | change))


def test_bounds_of_other_bandits_are_refused():
    with pytest.raises(TypeError, match=r"bandit: .*expected a ContextualBandit"):
        lb.contextual_lower_bound(lb.triangle(5))
    with pytest.raises(TypeError, match=r"bandit: .*expected a LipschitzBandit"):
        lb.lai_robbins(lb.ContextualBandit(**PAIRS))
    with pytest.raises(ValueError, match="context: 2; expected a context from 0 to 1"):
        lb.contextual_confusing_parameter(lb.ContextualBandit(**PAIRS), 2, 0)
    with pytest.raises(ValueError, match="arm: 3; expected an arm from 0 to 1"):
        lb.contextual_confusing_parameter(lb.ContextualBandit(**PAIRS), 0, 3)


@pytest.mark.parametrize("seed", range(5))
def test_users_with_a_promise_on_equal_arms_alone_are_contexts_in_a_metric(seed):
    """The setting of graph-structured bandits: |θ_k(j) − θ_k(i)| ≤ ω_ji. The bound is a program an arm."""
    rng = np.random.default_rng(seed)
    places, n_arms, lipschitz = rng.random(4), 3, 2.0
    omega = np.abs(places[:, None] - places[None, :])
    theta = 0.1 + 0.8 * ((rng.random((1, 4, n_arms)) + omega[:, :, None] / 0.8).min(axis=1)).clip(max=1.0)
    metric = (omega[:, None, :, None] + 1.0 * ~np.eye(n_arms, dtype=bool)[None, :, None, :]) / lipschitz
    bandit = lb.ContextualBandit(theta, lipschitz=lipschitz, metric=metric.reshape(12, 12))
    value = 0.0
    for k in range(n_arms):
        levels = theta.max(axis=1)[:, None] - omega
        says = lb.kl_plus(theta[:, k], levels)
        gaps = theta.max(axis=1) - theta[:, k]
        # A user whose best arm is k says it for nothing.
        asked = (gaps > 0) & (says[:, gaps == 0] < 1e-15).all(axis=1)
        if asked.any():
            value += linprog(gaps[gaps > 0], -says[asked][:, gaps > 0], -np.ones(asked.sum())).fun
    assert lb.contextual_lower_bound(bandit).value == pytest.approx(value, rel=1e-6)
