"""What the book says of the arms near a peak."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study.structure import within_two_of_the_peak


@pytest.mark.parametrize(
    ("theta", "near"),
    [
        ([0.1, 0.2, 0.3, 0.4, 0.5, 0.4, 0.3, 0.2], [2, 3, 4, 5, 6]),
        ([0.5, 0.4, 0.3, 0.2], [0, 1, 2]),
        ([0.1, 0.2, 0.3, 0.3, 0.2, 0.1, 0.1], [0, 1, 2, 3, 4, 5]),
    ],
)
def test_arms_within_two_of_the_peak_are_those_next_to_a_best_one(theta, near):
    assert np.flatnonzero(within_two_of_the_peak(lb.LipschitzBandit(theta))).tolist() == near
