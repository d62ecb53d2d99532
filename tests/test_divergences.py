import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lipbandits import kl, kl_plus

means = st.floats(0, 1)


def test_values_agree_with_the_reference(reference):
    for entry in reference["kl"]:
        if "I" in entry:
            assert kl(entry["x"], entry["y"]) == pytest.approx(float(entry["I"]), rel=1e-12)
        assert kl_plus(entry["x"], entry["y"]) == pytest.approx(float(entry["I_plus"]), rel=1e-12)


@given(means, means)
def test_divergence_dominates_pinsker(x, y):
    # 2 (x − y)² ≤ I(x, y), up to rounding.
    assert kl(x, y) >= 2 * (x - y) ** 2 * (1 - 1e-12)


@given(means, means)
def test_divergence_is_symmetric_under_swapping_outcomes(x, y):
    swapped = kl(1 - x, 1 - y)
    if (1 - (1 - x), 1 - (1 - y)) == (x, y):
        assert swapped == pytest.approx(kl(x, y), rel=1e-12)


@given(st.floats(0, 1), st.floats(0.01, 0.99), st.floats(0, 1))
def test_one_sided_divergence_increases_in_its_second_argument(x, y, step):
    assert kl_plus(x, min(1.0, y + step)) >= kl_plus(x, y) * (1 - 1e-12)


def test_close_means_keep_their_digits():
    # I(x, x + d) = d² / (2 x (1−x)) (1 + O(d)).
    for x in (0.1, 0.5, 0.9):
        d = (x + 1e-9) - x
        assert kl(x, x + d) == pytest.approx(d * d / (2 * x * (1 - x)), rel=1e-7)


def test_edges_are_infinite_or_zero_but_never_nan():
    assert kl(0.4, 1.0) == kl(0.4, 0.0) == np.inf
    assert kl(0.0, 0.0) == kl(1.0, 1.0) == 0
    assert kl_plus(0.4, 7.0) == np.inf
    assert kl_plus(1.0, 7.0) == 0
    assert kl_plus(0.0, -0.1) == 0


def test_broadcasting_gives_the_common_shape():
    assert kl(np.full((3, 1), 0.2), np.full(4, 0.3)).shape == (3, 4)


@pytest.mark.parametrize("bad", [-0.1, 1.1, np.nan, np.inf])
def test_bad_means_are_refused_by_name_and_value(bad):
    with pytest.raises(ValueError, match=f"x: {bad}"):
        kl(bad, 0.5)
    with pytest.raises(ValueError, match=f"y: {bad}"):
        kl(0.5, bad)
    with pytest.raises(ValueError, match="x: "):
        kl_plus(bad, 0.5)
    with pytest.raises(ValueError, match="y: NaN"):
        kl_plus(0.5, np.nan)
