"""The exploration level f(n), the KL-UCB index, and the Lipschitz index b_k of OSLB and CKL-UCB."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.families import BERNOULLI, Family, checked_family
from lipbandits.model.geometry import Geometry
from lipbandits.theory.levels import kaufmann_koolen_level, sequential_level

KINDS = ("log", "klucb1", "klucb3", "paper", "sequential", "kaufmann_koolen")

# Newton's method stops when no index moves by more than this, relative to it where that is larger than 1.
_STEP = 1e-15
_MAX_STEPS = 200


def exploration_level(n: int, n_arms: int, kind: str = "log") -> float:
    """f(n), the level that the evidence against an index may reach: log n, and more for K arms and any rule.

    Four kinds are log n + m·max(0, log log n). At the two others, and at "paper" from round 5 on, the evidence
    Σ_k t_k I⁺(θ̂_k, θ_k) against the true means reaches f(n) with a chance of at most 1/(n max(1, log n)), for all means
    and every rule that decides from the past and samples one arm a round; no more is asked of f(n) by the proofs of the
    paper's Theorems 3 and 4, and for coins and the limit of the latter log n is enough. This is proved of "paper" and
    "sequential" for rewards in [0, 1], and of "kaufmann_koolen" for those and every one-parameter exponential family.
    "sequential" is never above "paper" from round 5 on. All three are log n to first order. KL-UCB needs less: it looks
    at one arm.

    Parameters
    ----------
    n : int
        The round, n ≥ 1; f(1) = 0.
    n_arms : int
        K (J·K for contextual bandits).
    kind : str
        "log" (m = 0, Section 7 of the paper), "klucb1" (m = 1), "klucb3" (m = 3), "paper" (m = 3K + 1, Section 4);
        "sequential", the least level at which `sequential_mixture_bound` allows the chance above, or that of "paper"
        where it is lower; "kaufmann_koolen", the least level at which `kaufmann_koolen_bound` does.

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
    >>> [round(exploration_level(500_000, 46, kind), 1) for kind in ("log", "paper", "sequential", "kaufmann_koolen")]
    [13.1, 371.0, 261.3, 714.7]
    """
    n, n_arms = checks.count("n", n), checks.count("n_arms", n_arms)
    kind = checked_kind(kind)
    if kind == "sequential":
        return sequential_level(n, n_arms)
    if kind == "kaufmann_koolen":
        return kaufmann_koolen_level(n, n_arms)
    log_n = np.log(n)
    log_log_n = np.log(log_n) if n >= 3 else 0.0
    return float(log_n + level_factor(kind, n_arms) * log_log_n)


def level_factor(kind: str, n_arms: int) -> float:
    """m in f(n) = log n + m·max(0, log log n); what compiled code is told of the other kinds is below 0."""
    factors = {"log": 0, "klucb1": 1, "klucb3": 3, "paper": 3 * n_arms + 1}
    return (factors | {"sequential": -n_arms, "kaufmann_koolen": -n_arms - 0.5})[checked_kind(kind)]


def checked_kind(kind: str) -> str:
    """The kind of f(n), if it is one of ``KINDS``."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"kind: {checks.shown(kind)}; expected one of {', '.join(map(repr, KINDS))}")
    return str(kind)


def kl_ucb_indexes(plays: ArrayLike, sums: ArrayLike, level: float, family: Family = BERNOULLI) -> NDArray[np.float64]:
    """sup{q ≥ θ̂_k : t_k I(θ̂_k, q) ≤ level} for every arm; the family's largest mean, 1 or ∞, for an unplayed arm.

    Parameters
    ----------
    plays : (K,) array_like
        Counts t_k.
    sums : (K,) array_like
        Sums of rewards S_k; 0 ≤ S_k ≤ t_k for Bernoulli rewards.
    level : float
        f(n) ≥ 0.
    family : Family, default Bernoulli
        Of the rewards.

    Returns
    -------
    (K,) ndarray
        Indexes; in [θ̂_k, 1] for Bernoulli rewards.

    Raises
    ------
    ValueError
        For counts that are negative or not whole, sums that do not fit them, or a level that is not ≥ 0.

    Examples
    --------
    >>> kl_ucb_indexes([10, 0], [5, 0], np.log(11)).round(4).tolist()
    [0.8086, 1.0]
    """
    plays, sums = _counts(plays, sums, checked_family(family))
    level = _level(level)
    return _kl_ucb(plays, empirical_means(plays, sums, family), level, family)


def lipschitz_indexes(
    plays: ArrayLike,
    sums: ArrayLike,
    geometry: Geometry,
    level: float,
    of: slice | ArrayLike = slice(None),
    family: Family | None = None,
) -> NDArray[np.float64]:
    """b_k = max(θ̂_k, sup{q ∈ [0, 1] : Σ_i t_i I⁺(θ̂_i, q − L d(i, k)) ≤ level}) for every arm (Section 4.1).

    The set in the paper's definition of b_k starts at θ̂_k and is then often empty; the floor at θ̂_k is the one
    convention that fits all of the paper's proofs. With other rewards q runs over the means that these can have; where
    those have no largest one, an index is ∞ until the first play of any arm.

    Parameters
    ----------
    plays : (K,) array_like
        Counts t_k.
    sums : (K,) array_like
        Sums of rewards S_k; 0 ≤ S_k ≤ t_k for Bernoulli rewards.
    geometry : Geometry
        The distances d, the constant L and the family of the rewards.
    level : float
        f(n) ≥ 0.
    of : slice or array_like, optional
        Arms, or K bools, to have the indexes of these arms only; default: all.
    family : Family, optional
        Of the rewards, in place of the geometry's.

    Returns
    -------
    ndarray
        Indexes, one for each arm asked for; in [θ̂_k, 1] for Bernoulli rewards.

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
    plays, sums, family = _fitting_counts(plays, sums, geometry, family)
    level, of = _level(level), _some_arms(of, geometry.n_arms)
    means = empirical_means(plays, sums, family)
    played = plays > 0
    if not played.any():
        return np.full(len(plays[of]), family.high)
    reach = geometry.lipschitz * geometry.distances[of][:, played]
    # Each played arm alone caps q at its own KL-UCB index plus L·d, so the roots lie left of the lowest cap.
    start = (_kl_ucb(plays[played], means[played], level, family)[None, :] + reach).min(axis=1)
    start = np.minimum(start, family.high)
    unfloored = _largest_q(plays[played], means[played], reach, level, start, family)
    return np.maximum(means[of], unfloored)


def evidence(
    plays: ArrayLike, sums: ArrayLike, geometry: Geometry, k: int, q: float, family: Family | None = None
) -> float:
    """Σ_i t_i I⁺(θ̂_i, q − L d(i, k)): the evidence against the claim "the mean of arm k is at least q".

    For θ̂_k ≤ q below the largest mean, and a level f > 0, b_k > q exactly when this is below f.

    Parameters
    ----------
    plays : (K,) array_like
        Counts t_k.
    sums : (K,) array_like
        Sums of rewards S_k; 0 ≤ S_k ≤ t_k for Bernoulli rewards.
    geometry : Geometry
        The distances d, the constant L and the family of the rewards.
    k : int
        An arm.
    q : float
        A mean, in [0, 1] for Bernoulli rewards.
    family : Family, optional
        Of the rewards, in place of the geometry's.

    Returns
    -------
    float
        In nats.

    Raises
    ------
    ValueError
        For counts that do not fit the geometry or the sums, k out of range, or a q that is no mean.
    """
    plays, sums, family = _fitting_counts(plays, sums, geometry, family)
    q = checks.number("q", q, family.a_mean, family.low, family.high)
    if not family.are_means(np.asarray(q)):
        raise ValueError(f"q: {q}; expected {family.a_mean}")
    k = checks.arm("k", k, geometry.n_arms)
    played = plays > 0
    means = empirical_means(plays, sums, family)[played]
    return float(plays[played] @ family.kl_plus_of(means, q - geometry.lipschitz * geometry.distances[k][played]))


def _kl_ucb(
    plays: NDArray[np.float64], means: NDArray[np.float64], level: float, family: Family
) -> NDArray[np.float64]:
    played = plays > 0
    t, x = plays[played], means[played]

    def excess(q: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return t * family.kl_plus_of(x, q) - level, t * family.slope_of(x, q)

    indexes = np.full(len(plays), family.high)
    indexes[played] = _root(excess, family.right_of(x, level / t), x, family)
    return indexes


def _largest_q(
    plays: NDArray[np.float64],
    means: NDArray[np.float64],
    reach: NDArray[np.float64],
    level: float,
    start: NDArray[np.float64],
    family: Family,
) -> NDArray[np.float64]:
    def excess(q: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        shifted = q[:, None] - reach
        value = (plays * family.kl_plus_of(means, shifted)).sum(axis=1)
        return value - level, (plays * family.slope_of(means, shifted)).sum(axis=1)

    # The evidence is 0 up to here, so no root lies below.
    silent = np.minimum((means + reach).min(axis=1), family.high)
    return silent if level == 0 else _root(excess, start, silent, family)


def _root(
    excess: Callable[[NDArray[np.float64]], tuple[NDArray[np.float64], NDArray[np.float64]]],
    start: NDArray[np.float64],
    low: NDArray[np.float64],
    family: Family,
) -> NDArray[np.float64]:
    """The largest q ≤ start with excess(q) ≤ 0, which is increasing and at most 0 at ``low``.

    Where it is convex, and finite at the start, steps of Newton's method from the right never overshoot; elsewhere they
    are kept between the best bounds so far, and halve those where they would leave them.
    """
    q = np.maximum(start, low)
    at_end = q >= family.high
    # At q = 1 itself the divergence is infinite and has no slope; 1 − 2⁻⁵³ stands for it.
    last = np.nextafter(family.high, -np.inf)
    q = np.where(at_end, last, q)
    below, above, bracketed = low, q, not family.convex
    for _ in range(_MAX_STEPS):
        value, slope = excess(q)
        # A family of one's own may lose the difference between such a q and the end.
        bracketed = bracketed or bool(np.isinf(value).any())
        step = np.where(value > 0, value / np.where(slope > 0, slope, np.inf), 0.0)
        moved = np.maximum(q - step, low)
        if bracketed:
            below, above = np.where(value > 0, below, q), np.where(value > 0, q, above)
            with np.errstate(divide="ignore", invalid="ignore"):
                moved = q - np.where(value == 0, 0.0, value / slope)
                # Bounds may lie many powers of ten apart.
                halved = np.where(
                    (above > 2 * below) & (below >= 0),
                    np.sqrt(np.maximum(below, above * 1e-8)) * np.sqrt(above),
                    below + (above - below) / 2,
                )
            moved = np.where((moved > below) & (moved < above) | (value == 0), moved, halved)
        done = np.all(np.abs(q - moved) <= _STEP * np.maximum(1.0, np.abs(q)))
        q = moved
        if done:
            break
    return np.where(at_end & (q >= last), family.high, q)


def empirical_means(plays: NDArray[Any], sums: NDArray[Any], family: Family = BERNOULLI) -> NDArray[np.float64]:
    """Averages; of an unplayed arm the smallest mean there is, 0 or −∞, so that it leads no arm that was played."""
    # Rounding must not take an average out of the interval of means.
    return np.where(plays > 0, np.clip(sums / np.maximum(plays, 1), family.low, family.high), family.low)


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
    plays: ArrayLike, sums: ArrayLike, geometry: Geometry, family: Family | None
) -> tuple[NDArray[np.float64], NDArray[np.float64], Family]:
    if not isinstance(geometry, Geometry):
        raise TypeError(f"geometry: {checks.shown(geometry)}; expected a Geometry, such as bandit.geometry")
    family = geometry.family if family is None else checked_family(family)
    plays, sums = _counts(plays, sums, family)
    if len(plays) != geometry.n_arms:
        raise ValueError(f"plays: {len(plays)} counts for {geometry.n_arms} arms; expected one for each arm")
    return plays, sums, family


def _counts(plays: ArrayLike, sums: ArrayLike, family: Family) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    plays = checks.array("plays", plays, "a whole number ≥ 0 for each arm")
    sums = checks.array("sums", sums, "a sum of rewards for each arm")
    if plays.ndim != 1 or plays.size == 0 or plays.shape != sums.shape:
        raise ValueError(f"plays, sums: shapes {plays.shape} and {sums.shape}; expected one count and one sum an arm")
    checks.whole_numbers("plays", plays)
    bad = ~family.may_sum_to(plays, sums)
    if bad.any():
        k = int(np.argmax(bad))
        raise ValueError(f"sums: arm {k} has {sums[k]} from {plays[k]:.0f} plays; expected {family.sums}")
    return plays, sums
