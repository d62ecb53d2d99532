"""Named instances on any arms: the shapes that the paper and the book come back to.

The first argument of each is either K, for evenly spaced arms, or the increasing positions themselves.
"""

import numpy as np

from lipbandits import checks
from lipbandits.bandits import LipschitzBandit
from lipbandits.geometry import _positions, checked_lipschitz


def triangle(arms, peak=0.5, top=0.8, slope=0.5, floor=0.0, lipschitz=None):
    """θ(x) = max(floor, top − slope·|x − peak|), with L = slope unless given.

    Raises
    ------
    ValueError : if θ leaves [0, 1] or is steeper than `lipschitz`.

    >>> triangle(5).theta.tolist()
    [0.55, 0.675, 0.8, 0.675, 0.55]
    """
    arms, slope, floor, top, peak = _arms(arms), _steepness("slope", slope), *_heights(floor, top, peak=peak)
    theta = np.maximum(floor, top - slope * _distance_to(arms, peak, peak))
    return LipschitzBandit(theta, arms, slope if lipschitz is None else lipschitz)


def quadratic(arms, peak=0.7, top=0.9, curvature=3.2, floor=0.1, lipschitz=None):
    """θ(x) = max(floor, top − curvature·(x − peak)²): the paper's smooth peak (Section 7.2).

    L is the smallest constant that fits these arms unless given.

    Raises
    ------
    ValueError : if θ leaves [0, 1] or is steeper than `lipschitz`.

    >>> quadratic(3).theta.round(3).tolist()
    [0.1, 0.772, 0.612]
    """
    arms, curvature = _arms(arms), _steepness("curvature", curvature)
    floor, top, peak = _heights(floor, top, peak=peak)
    theta = np.maximum(floor, top - curvature * _distance_to(arms, peak, peak) ** 2)
    return LipschitzBandit(theta, arms, lipschitz)


def plateau(arms, left=0.4, right=0.6, top=0.8, slope=1.0, floor=0.0, lipschitz=None):
    """θ(x) = top on [left, right], falling at `slope` on both sides: several best arms. L = slope unless given.

    Raises
    ------
    ValueError : if left > right, θ leaves [0, 1] or is steeper than `lipschitz`.

    >>> plateau(6).gaps.round(1).tolist()
    [0.4, 0.2, 0.0, 0.0, 0.2, 0.4]
    """
    arms, slope = _arms(arms), _steepness("slope", slope)
    floor, top, left, right = _heights(floor, top, left=left, right=right)
    if left > right:
        raise ValueError(f"left: {left} lies right of right={right}; expected left ≤ right")
    theta = np.maximum(floor, top - slope * _distance_to(arms, left, right))
    return LipschitzBandit(theta, arms, slope if lipschitz is None else lipschitz)


def random(arms, lipschitz=1.0, seed=0, low=0.05, high=0.95):
    """A random L-Lipschitz θ: independent uniform heights on [low, high], lowered to the largest L-Lipschitz minorant.

    Raises
    ------
    ValueError : unless 0 ≤ low ≤ high ≤ 1 and `lipschitz` is finite and ≥ 0.

    >>> random(4, lipschitz=0.5, seed=1).theta.round(3).tolist()
    [0.511, 0.346, 0.18, 0.346]
    """
    arms, lipschitz, seed = _arms(arms), checked_lipschitz(lipschitz), checks.count("seed", seed, least=0)
    low, high = checks.number("low", low, low=0, high=1), checks.number("high", high, low=0, high=1)
    if low > high:
        raise ValueError(f"low: {low} with high={high}; expected 0 ≤ low ≤ high ≤ 1")
    heights = np.random.default_rng(seed).uniform(low, high, len(arms))
    distances = np.abs(arms[:, None] - arms[None, :])
    theta = (heights[None, :] + lipschitz * distances).min(axis=1)
    return LipschitzBandit(theta, arms, lipschitz)


def _arms(arms):
    if np.ndim(arms) != 0:
        return _positions(arms)
    accepted = "a number of arms K ≥ 1 or their positions"
    return np.linspace(0, 1, checks.count("arms", arms, accepted=accepted))


def _steepness(name, value):
    return checks.number(name, value, "a finite number ≥ 0", low=0)


def _heights(floor, top, **positions):
    """Floor, top and positions as floats; means outside [0, 1] are refused where they would arise."""
    heights = {"floor": floor, "top": top, **positions}
    return [checks.number(name, value) for name, value in heights.items()]


def _distance_to(arms, left, right):
    # Rounded to 1e-15, so that arms placed symmetrically about a peak have equal means.
    return np.round(np.maximum(np.maximum(left - arms, arms - right), 0.0), 15)
