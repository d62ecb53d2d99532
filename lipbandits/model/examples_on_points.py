"""Named instances on all of [0, 1]; ``CONTINUOUS`` has them by name."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lipbandits.model.continuous import ContinuousBandit
from lipbandits.model.examples import distance_to


def paper_triangle() -> ContinuousBandit:
    """μ(x) = 0.8 − 0.5|0.5 − x| on [0, 1], L = 0.5 (Section 7.2 of the paper); on numbered arms, `triangle`.

    Examples
    --------
    >>> paper_triangle()
    ContinuousBandit(best 0.5 with 0.8, lipschitz=0.5)
    """
    return ContinuousBandit(partial(_cones, [(0.5, 0.8, 0.5)]), lipschitz=0.5, best=0.5)


def paper_quadratic() -> ContinuousBandit:
    """μ(x) = max(0.1, 0.9 − 3.2 (0.7 − x)²) on [0, 1] (Section 7.2 of the paper).

    L = 3.2: it is steepest, 2 · 3.2 · 0.5, at 0.2, where the floor begins.

    Examples
    --------
    >>> paper_quadratic()
    ContinuousBandit(best 0.7 with 0.9, lipschitz=3.2)
    """
    return ContinuousBandit(_quadratic, lipschitz=3.2, best=0.7)


def flat_top() -> ContinuousBandit:
    """0.8 on all of [0.4, 0.6], falling at slope 1 on both sides."""
    return ContinuousBandit(_flat_top, lipschitz=1.0, best=0.4)


def two_peaks() -> ContinuousBandit:
    """0.8 at 0.2 and 0.77 at 0.8, both of slope 2, with a floor of 0.2 between: hard to tell apart."""
    return ContinuousBandit(partial(_cones, [(0.2, 0.8, 2.0), (0.8, 0.77, 2.0)], floor=0.2), lipschitz=2.0, best=0.2)


def spire() -> ContinuousBandit:
    """A gentle rise from 0.3 to 0.5 with a steep cone of height 0.9 and slope 8 on it, at 0.35."""
    return ContinuousBandit(_spire, lipschitz=8.0, best=0.35)


def border_peak() -> ContinuousBandit:
    """0.8 at 0, falling at slope 0.5 all the way."""
    return ContinuousBandit(partial(_cones, [(0.0, 0.8, 0.5)]), lipschitz=0.5, best=0.0)


def needle() -> ContinuousBandit:
    """Flat at 0.3 but for a cone of height 0.9 and slope 30, only 0.04 wide, at 0.613."""
    return ContinuousBandit(partial(_cones, [(0.613, 0.9, 30.0)], floor=0.3), lipschitz=30.0, best=0.613)


CONTINUOUS = {
    "triangle": paper_triangle,
    "quadratic": paper_quadratic,
    "flat top": flat_top,
    "two peaks": two_peaks,
    "spire": spire,
    "border peak": border_peak,
    "needle": needle,
}


# Functions of the module, not of a call: a bandit is sent to other processes.
def _cones(
    cones: Sequence[tuple[float, float, float]], points: NDArray[np.float64], floor: float = 0.0
) -> NDArray[np.float64]:
    """The largest of ``floor`` and top − slope·|x − peak| over cones (peak, top, slope)."""
    return np.max([top - slope * np.abs(points - peak) for peak, top, slope in cones], axis=0, initial=floor)


def _quadratic(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(0.1, 0.9 - 3.2 * (0.7 - points) ** 2)


def _flat_top(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return 0.8 - distance_to(points, 0.4, 0.6)


def _spire(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(0.3 + 0.2 * points, 0.9 - 8 * np.abs(points - 0.35))
