"""What the errata say in numbers, apart from the outputs of their cells."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.theory import concentration


@pytest.mark.parametrize(("n_arms", "n"), [(1, 5504), (2, 2_099_467_159)])
def test_the_second_term_of_f_falls_below_log_n_at_this_round(n_arms, n):
    def second(n):
        return lb.exploration_level(n, n_arms, "paper") - np.log(n)

    assert second(n) < np.log(n)
    assert second(n - 1) > np.log(n - 1)


def test_for_three_arms_or_more_the_second_term_of_f_is_the_larger_one_from_the_fourth_round_to_10_15():
    for n_arms in (3, 4, 46):
        for n in (4, 10, 10**6, 10**15):
            assert lb.exploration_level(n, n_arms, "paper") > 2 * np.log(n)


def test_no_finite_rate_of_a_second_best_arm_rules_out_all_models_that_raise_it():
    bandit = lb.LipschitzBandit([0.6, 0.7, 0.6, 0.7, 0.6], lipschitz=1.0)
    for eta, nats in ((0.1, 282), (0.01, 2.4), (0.001, 0.024), (0.0001, 0.00024)):
        raised = np.maximum(bandit.theta, 0.7 + eta - bandit.geometry.distances[3])
        assert lb.kl(bandit.theta, raised) @ [0, 0, 0, 1e4, 0] == pytest.approx(nats, rel=0.02)
        assert lb.kl(bandit.theta, raised)[[0, 1, 2, 4]].sum() == 0
    # The program for suboptimal arms does not see these models.
    assert lb.lower_bound(bandit).value == pytest.approx(lb.lai_robbins(bandit).value)


@pytest.mark.parametrize("n_arms", [1, 2, 3, 4, 5])
def test_n_log_n_times_the_bound_of_theorem_2_is_above_its_limit(n_arms):
    limit = concentration.corollary_1(n_arms).limit
    for n in (10**3, 10**6, 10**12, 10**18):
        level = lb.exploration_level(n, n_arms, "paper")
        assert concentration.bound(n_arms, n, level) * n * np.log(n) > limit
