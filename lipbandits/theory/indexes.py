"""The exploration level f(n), the KL-UCB index, and the Lipschitz index b_k of OSLB and CKL-UCB."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import xlog1py, xlogy

from lipbandits import checks
from lipbandits.model.geometry import Geometry
from lipbandits.theory.divergences import _kl_plus

KINDS = ("log", "klucb1", "klucb3", "paper")

# Newton's method stops when no index moves by more than this.
_STEP = 1e-15
_MAX_STEPS = 200


def exploration_level(n: int, n_arms: int, kind: str = "log") -> float:
    """f(n) = log n + m·max(0, log log n), the level that the evidence against an index may reach.

    Parameters
    ----------
    n : int
        The round, n ≥ 1; f(1) = 0.
    n_arms : int
        K (J·K for contextual bandits).
    kind : {"log", "klucb1", "klucb3", "paper"}
        "log" (m = 0, Section 7 of the paper), "klucb1" (m = 1), "klucb3" (m = 3) or "paper" (m = 3K + 1, Section 4).

    Returns
    -------
    float
        f(n) ≥ 0.

    Raises
    ------
    ValueError
        For n < 1, n_arms < 1 or an unknown kind.

    Examples
    --------
    >>> round(exploration_level(500_000, 46, "log"), 2), round(exploration_level(500_000, 46, "paper"), 2)
    (13.12, 370.95)
    """
    n, n_arms = checks.count("n", n), checks.count("n_arms", n_arms)
    log_n = np.log(n)
    log_log_n = np.log(log_n) if n >= 3 else 0.0
    return float(log_n + level_factor(kind, n_arms) * log_log_n)


def level_factor(kind: str, n_arms: int) -> int:
    """m in f(n) = log n + m·max(0, log log n)."""
    return {"log": 0, "klucb1": 1, "klucb3": 3, "paper": 3 * n_arms + 1}[checked_kind(kind)]


def checked_kind(kind: str) -> str:
    """The kind of f(n), if it is one of ``KINDS``."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"kind: {checks.shown(kind)}; expected one of {', '.join(map(repr, KINDS))}")
    return str(kind)


def kl_ucb_indexes(plays: ArrayLike, sums: ArrayLike, level: float) -> NDArray[np.float64]:
    """sup{q ∈ [θ̂_k, 1] : t_k I(θ̂_k, q) ≤ level} for every arm; 1 for an unplayed arm.

    Parameters
    ----------
    plays : (K,) array_like
        Counts t_k.
    sums : (K,) array_like
        Sums of rewards S_k, 0 ≤ S_k ≤ t_k.
    level : float
        f(n) ≥ 0.

    Returns
    -------
    (K,) ndarray
        Indexes, in [θ̂_k, 1].

    Raises
    ------
    ValueError
        For counts that are negative or not whole, sums that do not fit them, or a level that is not ≥ 0.

    Examples
    --------
    >>> kl_ucb_indexes([10, 0], [5, 0], np.log(11)).round(4).tolist()
    [0.8086, 1.0]
    """
    plays, sums = _counts(plays, sums)
    level = _level(level)
    return _kl_ucb(plays, empirical_means(plays, sums), level)


def lipschitz_indexes(
    plays: ArrayLike, sums: ArrayLike, geometry: Geometry, level: float, of: slice | ArrayLike = slice(None)
) -> NDArray[np.float64]:
    """b_k = max(θ̂_k, sup{q ∈ [0, 1] : Σ_i t_i I⁺(θ̂_i, q − L d(i, k)) ≤ level}) for every arm (Section 4.1).

    The set in the paper's definition of b_k starts at θ̂_k and is then often empty; the floor at θ̂_k is the one
    convention that fits all of the paper's proofs.

    Parameters
    ----------
    plays : (K,) array_like
        Counts t_k.
    sums : (K,) array_like
        Sums of rewards S_k, 0 ≤ S_k ≤ t_k.
    geometry : Geometry
        The distances d and the constant L.
    level : float
        f(n) ≥ 0.
    of : slice or array_like, optional
        Arms, or K bools, to have the indexes of these arms only; default: all.

    Returns
    -------
    ndarray
        Indexes in [θ̂_k, 1], one for each arm asked for.

    Raises
    ------
    ValueError
        For counts that do not fit the geometry or the sums, a level that is not ≥ 0, or arms that there are not.

    Examples
    --------
    >>> from lipbandits import Geometry
    >>> lipschitz_indexes([1, 0, 0], [0, 0, 0], Geometry([0.0, 0.25, 1.0], 1.0), np.log(2)).tolist()
    [0.5, 0.75, 1.0]
    """
    plays, sums = _fitting_counts(plays, sums, geometry)
    level, of = _level(level), _some_arms(of, geometry.n_arms)
    means = empirical_means(plays, sums)
    played = plays > 0
    if not played.any():
        return np.ones(len(plays[of]))
    reach = geometry.lipschitz * geometry.distances[of][:, played]
    # Each played arm alone caps q at its own KL-UCB index plus L·d, so the roots lie left of the lowest cap.
    start = (_kl_ucb(plays[played], means[played], level)[None, :] + reach).min(axis=1)
    unfloored = _largest_q(plays[played], means[played], reach, level, np.minimum(start, 1.0))
    return np.maximum(means[of], unfloored)


def evidence(plays: ArrayLike, sums: ArrayLike, geometry: Geometry, k: int, q: float) -> float:
    """Σ_i t_i I⁺(θ̂_i, q − L d(i, k)): the evidence against the claim "the mean of arm k is at least q".

    For θ̂_k ≤ q < 1 and a level f > 0, b_k > q exactly when this is below f.

    Parameters
    ----------
    plays : (K,) array_like
        Counts t_k.
    sums : (K,) array_like
        Sums of rewards S_k, 0 ≤ S_k ≤ t_k.
    geometry : Geometry
        The distances d and the constant L.
    k : int
        An arm.
    q : float
        In [0, 1].

    Returns
    -------
    float
        In nats.

    Raises
    ------
    ValueError
        For counts that do not fit the geometry or the sums, k out of range, or q outside [0, 1].
    """
    plays, sums = _fitting_counts(plays, sums, geometry)
    q = checks.number("q", q, "a number from 0 to 1", 0, 1)
    k = checks.arm("k", k, geometry.n_arms)
    terms = _kl_plus(empirical_means(plays, sums), q - geometry.lipschitz * geometry.distances[k])
    return float(np.sum(plays[plays > 0] * terms[plays > 0]))


def _kl_ucb(plays: NDArray[np.float64], means: NDArray[np.float64], level: float) -> NDArray[np.float64]:
    safe = np.maximum(plays, 1)
    spread = level / safe
    with np.errstate(divide="ignore", invalid="ignore"):
        # Two upper bounds of the root: Pinsker, and I(x, q) ≥ (1−x) log 1/(1−q) − h(x) with h the entropy.
        pinsker = means + np.sqrt(spread / 2)
        entropy = -xlogy(means, means) - xlog1py(1 - means, -means)
        tail = np.where(means < 1, -np.expm1(-(spread + entropy) / (1 - means)), 1.0)
    start = np.minimum(np.minimum(pinsker, tail), 1.0)
    q = _newton(lambda q: (safe * _kl_plus(means, q) - level, safe * _slope(means, q)), start, means)
    return np.where(plays > 0, q, 1.0)


def _largest_q(
    plays: NDArray[np.float64],
    means: NDArray[np.float64],
    reach: NDArray[np.float64],
    level: float,
    start: NDArray[np.float64],
) -> NDArray[np.float64]:
    def excess(q: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        shifted = q[:, None] - reach
        return (plays * _kl_plus(means, shifted)).sum(axis=1) - level, (plays * _slope(means, shifted)).sum(axis=1)

    # The evidence is 0 up to here, so no root lies below.
    silent = (means + reach).min(axis=1)
    if level == 0:
        return np.minimum(silent, 1.0)
    return _newton(excess, start, np.minimum(silent, 1.0))


def _newton(
    excess: Callable[[NDArray[np.float64]], tuple[NDArray[np.float64], NDArray[np.float64]]],
    start: NDArray[np.float64],
    low: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The largest q ≤ start with excess(q) ≤ 0: the excess is convex, so steps from the right never overshoot."""
    q = np.maximum(start, low)
    at_one = q >= 1.0
    # At q = 1 itself the divergence is infinite and has no slope; 1 − 2⁻⁵³ stands for it.
    q = np.where(at_one, np.nextafter(1.0, 0.0), q)
    for _ in range(_MAX_STEPS):
        value, slope = excess(q)
        step = np.where(value > 0, value / np.where(slope > 0, slope, np.inf), 0.0)
        moved = np.maximum(q - step, low)
        done = np.all(q - moved <= _STEP)
        q = moved
        if done:
            break
    return np.where(at_one & (q >= np.nextafter(1.0, 0.0)), 1.0, q)


def _slope(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    # d/dy I⁺(x, y) = (y − x) / (y (1 − y)) where y > x.
    inside = y > x
    y = np.where(inside, y, 0.5)
    with np.errstate(divide="ignore"):
        return np.where(inside, (y - x) / (y * (1 - y)), 0.0)


def empirical_means(plays: NDArray[Any], sums: NDArray[Any]) -> NDArray[np.float64]:
    return np.where(plays > 0, sums / np.maximum(plays, 1), 0.0)


def _level(level: float) -> float:
    return checks.number("level", level, "a finite number ≥ 0", low=0)


def _some_arms(of: slice | ArrayLike, n_arms: int) -> slice | NDArray[Any]:
    if isinstance(of, slice):
        return of
    accepted = f"a slice, or arms from 0 to {n_arms - 1}"
    try:
        found = np.asarray(of)
    except Exception:
        found = np.empty((), dtype=object)
    if np.ma.is_masked(of) or found.dtype.kind not in "iub" or found.ndim != 1 or found.size == 0:
        raise TypeError(f"of: {checks.shown(of)}; expected {accepted}")
    if len(found) != n_arms if found.dtype.kind == "b" else found.min() < 0 or found.max() >= n_arms:
        raise ValueError(f"of: {checks.shown(of)}; expected {accepted}")
    return found


def _fitting_counts(
    plays: ArrayLike, sums: ArrayLike, geometry: Geometry
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if not isinstance(geometry, Geometry):
        raise TypeError(f"geometry: {checks.shown(geometry)}; expected a Geometry, such as bandit.geometry")
    plays, sums = _counts(plays, sums)
    if len(plays) != geometry.n_arms:
        raise ValueError(f"plays: {len(plays)} counts for {geometry.n_arms} arms; expected one for each arm")
    return plays, sums


def _counts(plays: ArrayLike, sums: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    plays = checks.array("plays", plays, "a whole number ≥ 0 for each arm")
    sums = checks.array("sums", sums, "a sum of rewards for each arm")
    if plays.ndim != 1 or plays.size == 0 or plays.shape != sums.shape:
        raise ValueError(f"plays, sums: shapes {plays.shape} and {sums.shape}; expected one count and one sum an arm")
    checks.whole_numbers("plays", plays)
    bad = ~((sums >= 0) & (sums <= plays))
    if bad.any():
        k = int(np.argmax(bad))
        raise ValueError(f"sums: arm {k} has {sums[k]} from {plays[k]:.0f} plays; expected 0 ≤ sum ≤ plays")
    return plays, sums
