"""The tail P[Σ_k t_k I⁺(θ̂_k, θ_k) ≥ δ] itself: exactly for fixed counts, in a bracket, and at its worst over rules."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.bandits import checked_means
from lipbandits.model.families import BERNOULLI

# Evidence this close to δ, relative to it, has reached it: rounding must not decide a tie.
_TIE = 1e-12
# Sums that `exact_tail` is ready to list for one half of the arms.
_MOST_SUMS = 10**7
# Cells between 0 and δ in which `tail_bracket` rounds.
_CELLS = 4000
# The last rounds for which `largest_tail` is ready to go through all states of one arm, and of two.
_LAST_ROUND_ONE, _LAST_ROUND_TWO = 20_000, 150

# Of an arm or several: evidence below some δ, increasing, its chances, and the chance of more.
_Evidence = tuple[NDArray[np.float64], NDArray[np.float64], float]


def evidence_at(theta: ArrayLike, plays: ArrayLike, sums: ArrayLike) -> Any:
    """Σ_k t_k I⁺(θ̂_k, θ_k), the evidence against the true means, for one or many outcomes.

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    plays, sums : (..., K) array_like
        Counts and sums of rewards.

    Returns
    -------
    float or (...,) ndarray
        Evidence, in nats.

    Raises
    ------
    ValueError
        For means outside [0, 1], counts that are not whole, or sums that do not fit them.

    Examples
    --------
    >>> round(evidence_at([0.5, 0.5], [10, 10], [2, 9]), 4)
    1.9274
    """
    theta = checked_means(theta)
    plays, sums = _counts(theta, plays, sums)
    evidence = _evidence(theta, plays, sums).sum(axis=-1)
    return float(evidence) if evidence.ndim == 0 else evidence


def exact_tail(theta: ArrayLike, plays: ArrayLike, delta: float) -> float:
    """P[Σ_k t_k I⁺(S_k/t_k, θ_k) ≥ δ] for counts t_k fixed in advance, S_k independent binomials.

    The arms are split into two halves, whose sums are listed and met in the middle; only sums below δ matter. Accurate
    to about 1e-12, relative to the value. (Up to 8 arms of 200 plays for δ up to about 40 take about a second.)

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    plays : (K,) array_like
        Counts ≥ 0.
    delta : float
        Any number.

    Returns
    -------
    float
        A probability.

    Raises
    ------
    ValueError
        For means outside [0, 1], counts that are not whole, or too many sums, which `tail_bracket` can do.

    Examples
    --------
    >>> round(exact_tail([0.5, 0.5], [5, 5], 5.0), 10)
    0.0009765625
    """
    theta, plays = _fixed(theta, plays, most=_MOST_SUMS)
    delta = checks.number("delta", delta)
    reach = delta * (1 - _TIE)
    if reach <= 0:
        return 1.0
    arms = sorted((_evidence_of_an_arm(t, mean, reach) for t, mean in zip(plays, theta, strict=True)), key=_size)
    # Sizes dealt out in turn from the largest, so that both halves have about as many sums.
    values, chances, sure = _sums(arms[::-2], reach)
    other, other_chances, other_sure = _sums(arms[-2::-2], reach)
    # The chance that the other half has at least so much, summed from its rarest sums on.
    at_least = np.append(np.cumsum(other_chances[::-1])[::-1], 0.0) + other_sure
    return min(float(sure + chances @ at_least[np.searchsorted(other, reach - values)]), 1.0)


def tail_bracket(theta: ArrayLike, plays: ArrayLike, delta: ArrayLike, cells: int = _CELLS) -> tuple[Any, Any]:
    """Lower and upper bounds of `exact_tail`, for any number of arms and plays, and for many δ at once.

    Each arm's evidence is rounded down, or up, to one of so many cells between 0 and the largest δ; the bracket's
    relative width is about K δ / cells.

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    plays : (K,) array_like
        Counts ≥ 0.
    delta : float or array_like
        Numbers > 0.
    cells : int
        More of them, a narrower bracket.

    Returns
    -------
    lower, upper : float or ndarray
        Of the shape of ``delta``.

    Raises
    ------
    ValueError
        For means, counts or δ that are none.

    Examples
    --------
    >>> low, high = tail_bracket([0.5] * 40, [1000] * 40, 30.0)
    >>> bool(low < high < 1.4 * low)
    True
    """
    theta, plays = _fixed(theta, plays, most=_MOST_SUMS)
    cells = checks.count("cells", cells, most=_MOST_SUMS)
    deltas = checks.array("delta", delta, "positive numbers")
    if deltas.size == 0 or not np.all(np.isfinite(deltas) & (deltas > 0)):
        raise ValueError(f"delta: {checks.shown(delta)}; expected finite numbers > 0")
    width = deltas.max() / cells
    found = []
    for rounding, sign in ((np.floor, -1), (np.ceil, 1)):
        chances, beyond = np.array([1.0]), 0.0
        for t, mean in zip(plays, theta, strict=True):
            values, own, sure = _evidence_of_an_arm(t, mean, deltas.max())
            # The slack keeps rounding errors on the safe side.
            cell = rounding(values / width * (1 + sign * _TIE)).astype(int)
            binned = np.bincount(cell, own)
            longer = np.convolve(chances, binned)
            beyond += sure * chances.sum() + longer[cells:].sum()
            chances = longer[:cells]
        at_least = np.append(np.cumsum(chances[::-1])[::-1], 0.0) + beyond
        needed = np.ceil(deltas / width * (1 - sign * _TIE)).astype(int)
        found.append(np.minimum(at_least[np.minimum(needed, len(at_least) - 1)], 1.0))
    lower, upper = (float(each) if each.ndim == 0 else each for each in found)
    return lower, upper


def largest_tail(theta: ArrayLike, n: int, delta: float) -> float:
    """The largest tail that a sampling rule can reach at round n, over all rules that sample at most one arm a round.

    A rule may stop once the evidence has reached δ. For one arm the best rule does just that; for two arms this is an
    optimal control problem, solved backwards over their counts and sums.

    Parameters
    ----------
    theta : (1,) or (2,) array_like
        One or two means.
    n : int
        The round, at most 20,000 for one arm and 150 for two; n − 1 samples at most.
    delta : float
        Any number.

    Returns
    -------
    float
        A probability.

    Raises
    ------
    ValueError
        For means outside [0, 1], more than two of them, or an n with too many states.

    Examples
    --------
    >>> round(exact_tail([0.5, 0.5], [10, 10], 4.0), 4), round(largest_tail([0.5, 0.5], 21, 4.0), 4)
    (0.0052, 0.0655)
    """
    theta = checked_means(theta)
    if len(theta) > 2:
        raise ValueError(f"theta: {len(theta)} means; expected one or two, or the states are too many")
    n, delta = checks.count("n", n), checks.number("delta", delta)
    last = _LAST_ROUND_ONE if len(theta) == 1 else _LAST_ROUND_TWO
    if n > last:
        raise ValueError(f"n: {n}; expected at most {last}, or the states are too many")
    if reaches(0.0, delta):
        return 1.0
    return _reached_by_one(theta[0], n, delta) if len(theta) == 1 else _reached_by_two(theta[0], theta[1], n, delta)


def _reached_by_one(mean: float, n: int, delta: float) -> float:
    """The chance that the evidence of one arm reaches δ > 0 within n − 1 samples."""
    counts = np.arange(n)
    # The largest sum that is evidence of δ, −1 if none is: the evidence falls in the sum, and is 0 from the mean on.
    most, above = np.full(n, -1), np.ceil(mean * counts).astype(int)
    while np.any(above - most > 1):
        # Where the two are neighbours this is `above`, which has not reached δ, and nothing changes.
        middle = (most + above + 1) // 2
        hit = reaches(_evidence(mean, counts, middle), delta)
        most, above = np.where(hit, middle, most), np.where(hit, above, middle)
    # Entry s is the chance of the sum s without having reached δ; sums below `lowest` have.
    waiting, reached, lowest = np.zeros(n), 0.0, 0
    waiting[0] = 1.0
    for t in range(1, n):
        won = waiting[lowest:t] * mean
        waiting[lowest:t] -= won
        waiting[lowest + 1 : t + 1] += won
        if most[t] >= lowest:
            reached += waiting[lowest : most[t] + 1].sum()
            lowest = most[t] + 1
    return float(reached)


def _reached_by_two(first: float, second: float, n: int, delta: float) -> float:
    """The chance that the evidence of two arms reaches δ > 0 within n − 1 samples under the best rule."""
    counts = np.arange(n)
    pairs = np.minimum(counts[None, :], counts[:, None])
    own, other = (_evidence(mean, counts[:, None], pairs) for mean in (first, second))
    value: Any = None
    for total in range(n - 1, -1, -1):
        plays = np.arange(total + 1)
        # Axes: plays of the first arm, its sum, the sum of the second.
        reached = reaches(own[plays, : total + 1, None] + other[total - plays, None, : total + 1], delta)
        if value is None:
            value = reached.astype(float)
            continue
        on_first = first * value[1:, 1:, :-1] + (1 - first) * value[1:, :-1, :-1]
        on_second = second * value[:-1, :-1, 1:] + (1 - second) * value[:-1, :-1, :-1]
        value = np.where(reached, 1.0, np.maximum(on_first, on_second))
    return float(value[0, 0, 0])


def reaches(evidence: Any, delta: float) -> Any:
    """Whether evidence is at least δ, up to rounding."""
    return evidence >= delta * (1 - _TIE)


def _evidence(theta: ArrayLike, plays: NDArray[Any], sums: NDArray[Any]) -> NDArray[np.float64]:
    return np.where(
        plays > 0, plays * BERNOULLI.kl_plus_of(sums / np.maximum(plays, 1), np.where(plays > 0, theta, 0.0)), 0.0
    )


def _evidence_of_an_arm(plays: int, mean: float, reach: float) -> _Evidence:
    """The evidence below ``reach`` that one arm can give, increasing, its chances, and the chance of more."""
    # Imported late: scipy.stats takes as long as all the rest of the package.
    from scipy.stats import binom

    sums = np.arange(plays + 1)
    values, chances = _evidence(mean, np.full(plays + 1, plays), sums), binom.pmf(sums, plays, mean)
    silent, below = values == 0, (values > 0) & (values < reach)
    order = np.flatnonzero(below)[::-1]
    return (
        np.append(0.0, values[order]),
        np.append(chances[silent].sum(), chances[order]),
        chances[values >= reach].sum(),
    )


def _size(arm: _Evidence) -> int:
    return len(arm[0])


def _sums(arms: Sequence[_Evidence], reach: float) -> _Evidence:
    """Sums below ``reach`` of independent arms, increasing, their chances, and the chance of more."""
    values, chances, sure = np.zeros(1), np.ones(1), 0.0
    for own, own_chances, own_sure in arms:
        if len(values) * len(own) > _MOST_SUMS:
            raise ValueError("plays: too many different sums to list; expected fewer, or use tail_bracket")
        sure += chances.sum() * own_sure
        values, chances = np.add.outer(values, own).ravel(), np.outer(chances, own_chances).ravel()
        below = values < reach
        sure += chances[~below].sum()
        values, chances = values[below], chances[below]
    order = np.argsort(values)
    return values[order], chances[order], sure


def _counts(
    theta: NDArray[np.float64], plays: ArrayLike, sums: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Counts and sums (..., K), as floats."""
    plays, sums = checks.array("plays", plays, "counts"), checks.array("sums", sums, "sums of rewards")
    if plays.shape != sums.shape or plays.shape[-1:] != theta.shape:
        raise ValueError(f"plays, sums: shapes {plays.shape} and {sums.shape}; expected (..., {len(theta)})")
    checks.whole_numbers("plays", plays)
    if not np.all((sums >= 0) & (sums <= plays)):
        raise ValueError("sums: some lie outside 0 to plays; expected 0 ≤ sum ≤ plays")
    return plays, sums


def _fixed(
    theta: ArrayLike, plays: ArrayLike, name: str = "plays", most: int = 2**53
) -> tuple[NDArray[np.float64], NDArray[np.int_]]:
    accepted = "a whole number ≥ 0 for each arm" + (", or a function" if name == "rule" else "")
    theta, plays = checked_means(theta), checks.array(name, plays, accepted)
    if plays.shape != theta.shape:
        raise ValueError(f"{name}: shape {plays.shape} for {len(theta)} arms; expected one count for each arm")
    checks.whole_numbers(name, plays)
    if plays.max() > most:
        raise ValueError(f"{name}: an arm has {plays.max():g}; expected at most {most}, whose sums can be listed")
    return theta, plays.astype(int)
