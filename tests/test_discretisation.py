import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lipbandits as lb

BANDITS = {"triangle": lb.paper_triangle(), "quadratic": lb.paper_quadratic()}
GRIDS = {
    "midpoint (i+1/2)/N": lambda n_arms: lb.even_grid(n_arms),
    "left i/N": lambda n_arms: lb.even_grid(n_arms, offset=0),
    "offset (i+1/4)/N": lambda n_arms: lb.even_grid(n_arms, offset=0.25),
    "linspace i/(N-1)": lambda n_arms: np.linspace(0, 1, n_arms),
}


def test_numbers_of_arms_grids_and_floors_agree_with_the_reference(reference):
    for entry in reference["discretisation"]:
        horizon = entry["T"]
        assert (lb.n_arms_sqrt(horizon), lb.n_arms_smooth(horizon)) == (entry["N_sqrt"], entry["N_quad"])
        for expected in entry["grids"]:
            arms, bandit = GRIDS[expected["grid"]](expected["N"]), BANDITS[expected["function"]]
            assert bandit.best == expected["x_star"]
            assert np.abs(arms - bandit.best).min() == pytest.approx(expected["min_distance"], abs=1e-12)
            floor = lb.linear_floor(bandit, arms, horizon)
            assert floor / horizon == pytest.approx(expected["best_arm_gap"], abs=1e-12)
            assert floor == pytest.approx(expected["linear_floor_T_gap"], rel=1e-9, abs=1e-8)


def test_the_minimax_number_of_arms_balances_the_floor_and_a_regret_of_order_root_k_t_log_t():
    assert [lb.n_arms_minimax(T) for T in (2, 25_000, 100_000, 200_000)] == [2, 14, 21, 26]
    for T in (10**3, 10**5, 10**7):
        # T/K + 2 √(K T log T) is least at K = (T / log T)^{1/3}.
        sums = {K: T / K + 2 * np.sqrt(K * T * np.log(T)) for K in range(1, 2000)}
        assert abs(min(sums, key=sums.get) - (T / np.log(T)) ** (1 / 3)) < 1
        assert lb.n_arms_minimax(T) - 1 < (T / np.log(T)) ** (1 / 3) <= lb.n_arms_minimax(T)


@given(st.integers(1, 300), st.floats(0, 1), st.floats(0, 0.5))
def test_no_arm_is_closer_to_the_peak_than_asked_and_one_is_just_so_far(n_arms, peak, share):
    arms = lb.grid_off_peak(n_arms, peak, share)
    distances = np.abs(arms - peak) * n_arms
    assert len(arms) == n_arms
    assert np.diff(arms) == pytest.approx(np.full(n_arms - 1, 1 / n_arms), abs=1e-12)
    assert arms[0] >= 0 and arms[-1] <= 1
    assert distances.min() >= share - 1e-9


@pytest.mark.parametrize("peak", [0.0, 1.0, 0.5, 0.7, 0.1, 1e-9])
@pytest.mark.parametrize("n_arms", [1, 2, 8, 50])
def test_the_quarter_step_of_the_paper_is_kept_exactly(n_arms, peak):
    distances = np.abs(lb.grid_off_peak(n_arms, peak) - peak) * n_arms
    assert distances.min() == pytest.approx(0.25, abs=1e-9)


def test_the_floor_of_the_papers_grid_is_a_quarter_step_of_slope():
    bandit = lb.paper_triangle()
    assert lb.linear_floor(bandit, lb.grid_off_peak(50, bandit.best), 25_000) == pytest.approx(62.5)
    assert lb.linear_floor(bandit, lb.grid_off_peak(50, bandit.best, share=0.5), 25_000) == pytest.approx(125)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lb.n_arms_sqrt(1), "horizon: 1; expected a whole number ≥ 2"),
        (lambda: lb.n_arms_smooth(0), "horizon: 0"),
        (lambda: lb.n_arms_minimax(1), "horizon: 1; expected a whole number ≥ 2"),
        (lambda: lb.even_grid(0), "n_arms: 0"),
        (lambda: lb.even_grid(3, offset=1.5), r"offset: 1\.5"),
        (lambda: lb.grid_off_peak(3, peak=-0.1), r"peak: -0\.1"),
        (lambda: lb.grid_off_peak(3, 0.5, share=0.6), r"share: 0\.6; expected a number in \[0, 1/2\]"),
        (lambda: lb.linear_floor(BANDITS["triangle"], [0.5, 0.2], 10), "arms: positions 0 and 1 are out of order"),
        (lambda: lb.linear_floor(BANDITS["triangle"], [0.5], 0), "horizon: 0"),
    ],
)
def test_bad_arguments_are_refused_by_name_and_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_floor_needs_all_of_the_interval():
    with pytest.raises(TypeError, match="bandit: LipschitzBandit"):
        lb.linear_floor(lb.triangle(5), [0.5], 10)
