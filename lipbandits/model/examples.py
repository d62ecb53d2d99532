"""Named instances on a finite number of arms: the shapes that the paper and the book come back to.

They take either K first, for evenly spaced arms, or the increasing positions themselves; `triangle` also takes the
distances of a finite metric space, such as a `circle`, a `binary_tree` or a `grid_2d`.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit, checked_means, least_lipschitz
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.geometry import Geometry


def triangle(
    arms: ArrayLike,
    peak: float | None = None,
    top: float = 0.8,
    slope: float = 0.5,
    floor: float = 0.0,
    lipschitz: float | None = None,
) -> LipschitzBandit:
    """θ(x) = ``max(floor, top − slope·|x − peak|)``, with L = slope unless given.

    Parameters
    ----------
    arms : int or (K,) or (K, K) array_like
        K, for evenly spaced arms; their increasing positions in [0, 1]; or the distances d of any finite metric space:
        ``peak`` is then an arm, and d(·, peak) takes the place of ``|x − peak|``.
    peak : float, optional
        Default 0.5, or, where two arms are equally near to that, the lower of them, so that one arm is best. In a
        metric space there is no default.
    top : float, default 0.8
        The mean at the peak.
    slope : float, default 0.5
        How fast the mean falls on both sides, ≥ 0.
    floor : float, default 0.0
        The lowest mean.
    lipschitz : float, optional
        L ≥ 0; default: the slope.

    Returns
    -------
    LipschitzBandit
        K arms.

    Raises
    ------
    ValueError
        If θ leaves [0, 1] or is steeper than ``lipschitz``, or the distances are no metric.
    TypeError
        For a ``peak`` between the arms of a metric space.

    Examples
    --------
    >>> triangle(5).theta.tolist()
    [0.55, 0.675, 0.8, 0.675, 0.55]
    >>> from lipbandits.model.spaces import circle
    >>> triangle(circle(4), peak=1).theta.round(2).tolist()
    [0.55, 0.8, 0.55, 0.3]
    """
    if _dimensions(arms) == 2:
        return _triangle_in_space(arms, peak, top, slope, floor, lipschitz)
    slope = _steepness("slope", slope)
    geometry, at = geometry_of(arms, slope if lipschitz is None else lipschitz)
    floor, top, peak = _heights(floor, top, peak=_peak(at, 0.5) if peak is None else peak)
    theta = np.maximum(floor, top - slope * distance_to(at, peak, peak))
    return LipschitzBandit(theta, geometry=geometry)


def _triangle_in_space(
    distances: ArrayLike, peak: Any, top: float, slope: float, floor: float, lipschitz: float | None
) -> LipschitzBandit:
    slope, (floor, top) = _steepness("slope", slope), _heights(floor, top)
    geometry = Geometry.from_distances(distances, slope if lipschitz is None else lipschitz)
    peak = checks.arm("peak", peak, geometry.n_arms)
    return LipschitzBandit(np.maximum(floor, top - slope * geometry.distances[peak]), geometry=geometry)


def quadratic(
    arms: ArrayLike,
    peak: float | None = None,
    top: float = 0.9,
    curvature: float = 3.2,
    floor: float = 0.1,
    lipschitz: float | None = None,
) -> LipschitzBandit:
    """θ(x) = max(floor, top − curvature·(x − peak)²): the paper's smooth peak (Section 7.2).

    Parameters
    ----------
    arms : int or (K,) array_like
        K, for evenly spaced arms, or their increasing positions in [0, 1].
    peak : float, optional
        Default 0.7, or, where two arms are equally near to that, the lower of them, so that one arm is best.
    top : float, default 0.9
        The mean at the peak.
    curvature : float, default 3.2
        ≥ 0.
    floor : float, default 0.1
        The lowest mean.
    lipschitz : float, optional
        L ≥ 0; default: the smallest constant that fits these arms.

    Returns
    -------
    LipschitzBandit
        K arms.

    Raises
    ------
    ValueError
        If θ leaves [0, 1] or is steeper than ``lipschitz``.

    Examples
    --------
    >>> quadratic(3).theta.round(3).tolist()
    [0.1, 0.772, 0.612]
    """
    geometry, at = geometry_of(arms, 0.0 if lipschitz is None else lipschitz)
    curvature = _steepness("curvature", curvature)
    floor, top, peak = _heights(floor, top, peak=_peak(at, 0.7) if peak is None else peak)
    theta = checked_means(np.maximum(floor, top - curvature * distance_to(at, peak, peak) ** 2))
    if lipschitz is None:
        geometry = geometry.with_lipschitz(least_lipschitz(theta, geometry))
    return LipschitzBandit(theta, geometry=geometry)


def plateau(
    arms: ArrayLike,
    left: float = 0.4,
    right: float = 0.6,
    top: float = 0.8,
    slope: float = 1.0,
    floor: float = 0.0,
    lipschitz: float | None = None,
) -> LipschitzBandit:
    """θ(x) = top on [left, right], falling at ``slope`` on both sides: several best arms.

    Parameters
    ----------
    arms : int or (K,) array_like
        K, for evenly spaced arms, or their increasing positions in [0, 1].
    left, right : float, default 0.4 and 0.6
        Where the top begins and ends.
    top : float, default 0.8
        The largest mean.
    slope : float, default 1.0
        How fast the mean falls on both sides, ≥ 0.
    floor : float, default 0.0
        The lowest mean.
    lipschitz : float, optional
        L ≥ 0; default: the slope.

    Returns
    -------
    LipschitzBandit
        K arms.

    Raises
    ------
    ValueError
        If left > right, θ leaves [0, 1] or is steeper than ``lipschitz``.

    Examples
    --------
    >>> plateau(6).gaps.round(1).tolist()
    [0.4, 0.2, 0.0, 0.0, 0.2, 0.4]
    """
    slope = _steepness("slope", slope)
    geometry, at = geometry_of(arms, slope if lipschitz is None else lipschitz)
    floor, top, left, right = _heights(floor, top, left=left, right=right)
    if left > right:
        raise ValueError(f"left: {left} lies right of right={right}; expected left ≤ right")
    theta = np.maximum(floor, top - slope * distance_to(at, left, right))
    return LipschitzBandit(theta, geometry=geometry)


def random_bandit(
    arms: ArrayLike, lipschitz: float = 1.0, seed: int = 0, low: float = 0.05, high: float = 0.95
) -> LipschitzBandit:
    """A random L-Lipschitz θ: independent uniform heights on [low, high], lowered to the largest L-Lipschitz minorant.

    Parameters
    ----------
    arms : int or (K,) array_like
        K, for evenly spaced arms, or their increasing positions in [0, 1].
    lipschitz : float, default 1.0
        L ≥ 0.
    seed : int, default 0
        A whole number ≥ 0.
    low, high : float, default 0.05 and 0.95
        Between which the heights lie.

    Returns
    -------
    LipschitzBandit
        K arms.

    Raises
    ------
    ValueError
        Unless 0 ≤ low ≤ high ≤ 1 and ``lipschitz`` is finite and ≥ 0.

    Examples
    --------
    >>> random_bandit(4, lipschitz=0.5, seed=1).theta.round(3).tolist()
    [0.511, 0.346, 0.18, 0.346]
    """
    (geometry, _), seed = geometry_of(arms, lipschitz), checks.seed(seed)
    low, high = checks.number("low", low, **_IN_UNIT), checks.number("high", high, **_IN_UNIT)
    if low > high:
        raise ValueError(f"low: {low} with high={high}; expected 0 ≤ low ≤ high ≤ 1")
    heights = np.random.default_rng(seed).uniform(low, high, geometry.n_arms)
    theta = (heights[None, :] + geometry.lipschitz * geometry.distances).min(axis=1)
    return LipschitzBandit(theta, geometry=geometry)


def travelling_peak(
    n_contexts: int,
    n_arms: int,
    start: float = 0.2,
    stop: float = 0.8,
    top: float = 0.9,
    curvature: float = 1.6,
    floor: float = 0.1,
    context_weight: float = 1.0,
) -> ContextualBandit:
    """θ_k(j) = max(floor, top − curvature·(x_k − p(y_j))²): a smooth peak that travels with the context.

    p(y) = start + (stop − start)·y; arms and contexts are evenly spaced. L is the constant of this function on all of
    the unit square, the same for any number of contexts and arms, under the paper's metric with weight β.

    Parameters
    ----------
    n_contexts : int
        J ≥ 1.
    n_arms : int
        K ≥ 1.
    start, stop : float, default 0.2 and 0.8
        Where the peak is in the first context and in the last, in [0, 1].
    top : float, default 0.9
        The mean at the peak.
    curvature : float, default 1.6
        ≥ 0.
    floor : float, default 0.1
        The lowest mean.
    context_weight : float, default 1.0
        β > 0.

    Returns
    -------
    ContextualBandit
        J contexts, K arms, ψ uniform.

    Raises
    ------
    ValueError
        If θ leaves [0, 1], or the peak does.

    Examples
    --------
    >>> bandit = travelling_peak(3, 6)
    >>> bandit.best.tolist(), round(bandit.lipschitz, 3)
    ([1, 2, 4], 2.639)
    """
    n_contexts, n_arms = checks.count("n_contexts", n_contexts), checks.count("n_arms", n_arms)
    curvature, (floor, top) = _steepness("curvature", curvature), _heights(floor, top)
    start, stop = checks.number("start", start, **_IN_UNIT), checks.number("stop", stop, **_IN_UNIT)
    weight = checks.number("context_weight", context_weight, "a finite number > 0", low=np.nextafter(0, 1))
    contexts = np.linspace(0, 1, n_contexts)
    peaks = start + (stop - start) * contexts
    away = np.abs(np.linspace(0, 1, n_arms)[None, :] - peaks[:, None])
    theta = np.maximum(floor, top - curvature * away**2)
    # Steepest where it meets the floor, or as far from the peak as the arms go.
    farthest = max(start, 1 - start, stop, 1 - stop)
    if curvature * farthest**2 > max(top - floor, 0.0):
        farthest = np.sqrt(max(top - floor, 0.0) / curvature)
    lipschitz = 2 * curvature * farthest * np.sqrt(1 + (stop - start) ** 2 / weight)
    if not np.isfinite(lipschitz):
        raise ValueError(f"context_weight: {weight:g}; expected one for which a finite lipschitz fits")
    return ContextualBandit(theta, contexts=contexts, lipschitz=lipschitz, context_weight=weight)


_ARMS = "a whole number of arms K ≥ 1, or their positions,"
_IN_UNIT: dict[str, Any] = {"accepted": "a number in [0, 1]", "low": 0, "high": 1}


def geometry_of(arms: ArrayLike, lipschitz: float) -> tuple[Geometry, NDArray[np.float64]]:
    """(the geometry of K arms, or of those at these positions, with the constant L; the positions)."""
    if _dimensions(arms) == 0:
        arms = np.linspace(0, 1, checks.count("arms", arms, accepted=_ARMS))
    geometry = Geometry(arms, lipschitz)
    positions: Any = geometry.arms
    return geometry, positions


def _dimensions(arms: ArrayLike) -> int:
    try:
        return np.ndim(arms)
    except Exception:
        raise TypeError(f"arms: {checks.shown(arms)}; expected {_ARMS}") from None


def _peak(arms: NDArray[np.float64], usual: float) -> float:
    """The usual place of a peak, unless two arms are equally near to it: then the lower one."""
    away = np.abs(arms - usual)
    nearest = np.flatnonzero(away <= away.min() + 1e-12)
    return usual if len(nearest) == 1 else float(arms[nearest[0]])


def _steepness(name: str, value: float) -> float:
    return checks.number(name, value, "a finite number ≥ 0", low=0)


def _heights(floor: float, top: float, **positions: float) -> list[float]:
    """Floor, top and positions as floats; means outside [0, 1] are refused where they would arise."""
    heights = {"floor": floor, "top": top, **positions}
    return [checks.number(name, value) for name, value in heights.items()]


def distance_to(arms: NDArray[np.float64], left: float, right: float) -> NDArray[np.float64]:
    # Rounded to 1e-15, so that arms placed symmetrically about a peak have equal means.
    away: NDArray[np.float64] = np.maximum(np.maximum(left - arms, arms - right), 0.0)
    return np.round(away, 15)
