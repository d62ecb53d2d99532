"""What the Lipschitz structure is worth: the instances on which the book compares the two lower bounds."""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lipbandits as lb
from lipbandits.model.bandits import least_lipschitz
from lipbandits.theory.lower_bounds import LowerBound

N_ARMS = 17
PRICED = {
    "triangle, peak on an arm": lb.triangle(N_ARMS, slope=0.5),
    "triangle, peak between arms": lb.triangle(N_ARMS, peak=8.6 / 16, slope=0.5),
    "smooth peak": lb.quadratic(N_ARMS, peak=0.5, top=0.8, curvature=1.0),
    "only the worst arm": lb.LipschitzBandit([0.51, 0.37, 0.22, 0.35], [0.5, 0.7, 0.8, 0.9], 1.5),
}
# Shapes whose grid can be refined: each a bandit of K arms, with the smallest L that fits.
REFINED: dict[str, Callable[[int], lb.LipschitzBandit]] = {
    "triangle": lambda K: lb.triangle(K),
    "a quarter step off": lambda K: lb.triangle(K, peak=0.5 + 0.25 / (K - 1)),
    "smooth peak": lambda K: lb.quadratic(K, 0.5, top=0.8, curvature=1.0),
}
CONSTANTS = (0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0)


def share_left(theta: ArrayLike, arms: ArrayLike | None = None, lipschitz: float | None = None) -> float:
    """C(θ) as a share of the bound of Lai and Robbins.

    Parameters
    ----------
    theta : (K,) array_like
        Means, not all of them equal, and below 1.
    arms : (K,) array_like, optional
        Positions; default: evenly spaced from 0 to 1.
    lipschitz : float, optional
        L; default: the smallest that fits.

    Returns
    -------
    float
        1 where structure saves nothing.

    Raises
    ------
    ValueError
        If no arm is suboptimal or θ* = 1: both bounds are 0 then; and for what is no instance.

    Examples
    --------
    >>> round(share_left([0, 0.01, 0.02], [0, 0.01, 0.02], 1), 4)
    0.4743
    """
    bandit = lb.LipschitzBandit(theta, arms, lipschitz)
    plain = lb.lai_robbins(bandit).value
    if plain == 0:
        raise ValueError(f"theta: best mean {bandit.best_mean:g}; expected a suboptimal arm, and a best mean below 1")
    return lb.lower_bound(bandit).value / plain


def bounds_by_constant(bandit: lb.LipschitzBandit, constants: Iterable[float] = CONSTANTS) -> dict[float, LowerBound]:
    """C(θ) for the constants that fit θ.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ and the arms.
    constants : iterable of float
        L to try.

    Returns
    -------
    dict
        {L: `LowerBound`}.
    """
    smallest = least_lipschitz(bandit.theta, bandit.geometry)
    return {L: lb.lower_bound(bandit.with_lipschitz(L)) for L in constants if smallest <= L + 1e-9}


def shares_by_constant(bandit: lb.LipschitzBandit, constants: Iterable[float] = CONSTANTS) -> dict[float, float]:
    """C(θ) as a share of the bound of Lai and Robbins, from the smallest L that θ fits on.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, with a suboptimal arm and θ* < 1, and the arms.
    constants : iterable of float
        L to try beside the smallest one.

    Returns
    -------
    dict
        {L: share}, L increasing.
    """
    plain = lb.lai_robbins(bandit).value
    smallest = least_lipschitz(bandit.theta, bandit.geometry)
    bounds = bounds_by_constant(bandit, [smallest, *sorted(L for L in constants if smallest + 1e-9 < L)])
    return {L: bound.value / plain for L, bound in bounds.items()}


def within_two_of_the_peak(bandit: lb.LipschitzBandit) -> NDArray[np.bool_]:
    """Which arms are best, or at most two places from one that is.

    Parameters
    ----------
    bandit : LipschitzBandit
        The instance, with arms in their order.

    Returns
    -------
    (K,) ndarray of bool
        Whether an arm is so near.

    Examples
    --------
    >>> within_two_of_the_peak(lb.triangle(9)).nonzero()[0]
    array([2, 3, 4, 5, 6])
    """
    places, best = np.arange(bandit.n_arms), np.flatnonzero(bandit.gaps == 0)
    return np.abs(places[:, None] - best).min(axis=1) <= 2
