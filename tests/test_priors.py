"""The priors of the league: what they draw is what they say."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.model.bandits import least_lipschitz
from lipbandits.model.priors import HIGHEST, LARGEST_LIPSCHITZ, LOWEST, SHAPES
from lipbandits.theory.unimodal import second_peaks


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("lipschitz", [0.1, 2.0, LARGEST_LIPSCHITZ])
def test_every_draw_is_lipschitz_with_the_constant_of_the_prior_and_stays_within_its_heights(shape, lipschitz):
    for number in range(100):
        bandit = lb.from_prior(shape, 60, lipschitz, number)
        assert bandit.lipschitz == lipschitz
        assert least_lipschitz(bandit.theta, bandit.geometry) <= lipschitz * (1 + 1e-9)
        assert bandit.theta.min() >= LOWEST - 1e-9 and bandit.theta.max() <= HIGHEST + 1e-5


@pytest.mark.parametrize("shape", SHAPES)
def test_a_number_is_one_function_whatever_the_arms(shape):
    few, many = (lb.from_prior(shape, arms, number=7) for arms in (9, 17))
    assert np.array_equal(few.theta, many.theta[::2])
    assert np.array_equal(few.theta, lb.from_prior(shape, np.linspace(0, 1, 9), number=7).theta)
    others = [lb.from_prior(other, 9, number=number).theta for other in SHAPES for number in (7, 8)]
    assert sum(np.array_equal(few.theta, theta) for theta in others) == 1


def test_a_peak_rises_to_one_best_arm_and_falls_and_a_rough_one_does_not():
    for number in range(200):
        peak, rough = (lb.from_prior(shape, 46, number=number) for shape in ("peak", "rough"))
        assert len(second_peaks(peak)) == 0 and np.count_nonzero(peak.gaps == 0) == 1
        assert len(second_peaks(rough)) > 0
        # Its slopes are L and −L, but where two of them meet between two arms.
        steep = np.isclose(np.abs(np.diff(rough.theta)) * 45, rough.lipschitz)
        assert np.count_nonzero(~steep) <= 2 * 15


def test_the_steepest_peak_and_the_flattest_are_as_far_apart_as_the_prior_says():
    slopes = []
    for number in range(400):
        bandit = lb.from_prior("peak", 2001, number=number)
        slopes.append(np.abs(np.diff(bandit.theta)).max() * 2000)
    assert 0.5 <= min(slopes) < 0.53 and 1.97 < max(slopes) <= 2 + 1e-9


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("cone", 9), ValueError, "shape: 'cone'; expected one of 'peak', 'smooth', 'rough'"),
        ((3, 9), TypeError, "shape: 3; expected one of"),
        (("peak", 9, 0.0), ValueError, "lipschitz: 0.0; expected a number above 0, at most 5"),
        (("peak", 9, 5.1), ValueError, "lipschitz: 5.1; expected"),
        (("peak", 0), ValueError, "arms: 0; expected"),
        (("peak", 9, 2.0, -1), ValueError, "number: -1; expected a whole number ≥ 0"),
        (("peak", 9, 2.0, 0.5), TypeError, "number: 0.5; expected a whole number ≥ 0"),
    ],
)
def test_a_prior_says_what_it_wants(arguments, error, words):
    with pytest.raises(error, match=words):
        lb.from_prior(*arguments)
