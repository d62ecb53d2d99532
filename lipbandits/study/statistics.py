"""Means of regret over runs, their differences and ratios, with intervals only where these are honest.

A run in a hundred may settle on a wrong arm and lose as much as all the others together. An interval that comes from
a normal limit is then too short, and nothing in it says so. So each interval here is tried on the runs themselves:
the runs are taken for the whole population, as many are drawn from them again and again, and the interval of each
draw should hold the population's value about 95 times in 100. Where it does so less than 93 times, there is none.

This finds what a rare run does to an interval; it cannot find what happened in no run. Of an event that happens in
one run of n/3, a study of n runs has seen nothing one time in twenty: only more runs tell.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.play.regret import Regret, checked_results

# An interval that should hold the truth 95 times in 100 is given if it does so at least so often.
LEAST_COVERAGE = 0.93
RESAMPLES = 2000
_AT_ONCE = 250


@dataclass(frozen=True)
class Interval:
    """A mean, a difference or a ratio of means over runs, with a 95 % interval if there is an honest one.

    Attributes
    ----------
    value : float
        The estimate.
    low, high : float
        The interval, by Student's t; nan if ``coverage`` is below ``LEAST_COVERAGE``.
    runs : int
        How many runs it comes from.
    worst : float
        The share of the variance that a single run makes; 0 if there is no variance.
    coverage : float
        How often such an interval holds ``value`` when as many runs are drawn from these, with replacement.

    Examples
    --------
    >>> print(mean([1.0, 2.0, 3.0, 2.0] * 10))
    2 (1.77 to 2.23; 40 runs, the worst makes 5 % of the variance)
    >>> print(f"{mean([1.0, 2.0] * 20 + [500.0]):.1f}")
    13.7 (no honest interval; 41 runs, the worst makes 98 % of the variance)
    """

    value: float
    low: float
    high: float
    runs: int
    worst: float
    coverage: float

    def excludes(self, value: float) -> bool:
        """Whether there is an honest interval, and it does not hold a value.

        Parameters
        ----------
        value : float
            A number.

        Returns
        -------
        bool
            Whether it does.
        """
        value = checks.number("value", value)
        return bool(self.low > value or self.high < value)

    def range(self, form: str = ".3g") -> str:
        """The interval in words, as a table has it.

        Parameters
        ----------
        form : str, default ".3g"
            How its ends are written.

        Returns
        -------
        str
            Both ends, or that there is no honest interval.

        Examples
        --------
        >>> mean([1.0, 2.0, 3.0, 2.0] * 10).range(".1f")
        '1.8 to 2.2'
        """
        return f"{self.low:{form}} to {self.high:{form}}" if np.isfinite(self.low) else "no honest interval"

    def __format__(self, form: str) -> str:
        """The value and its interval in a form such as ".2f", with the runs and what the worst of them makes."""
        form = form or ".3g"
        words = self.range(form)
        share = f"the worst makes {100 * self.worst:.0f} % of the variance"
        return f"{self.value:{form}} ({words}; {self.runs} runs, {share})"

    def __str__(self) -> str:
        return format(self)


def mean(values: ArrayLike) -> Interval:
    """The `Interval` of a mean over independent runs.

    Parameters
    ----------
    values : (runs,) array_like
        Such as regret.regret[:, -1].

    Returns
    -------
    Interval
        Of the mean.

    Raises
    ------
    ValueError
        For another shape, a single run, or a number that is not finite.
    """
    (values,) = _checked(values=values)
    return _estimate(_difference, values, np.zeros(len(values)))


def paired_difference(one: ArrayLike, other: ArrayLike) -> Interval:
    """The `Interval` of the difference of two means over the same runs.

    Parameters
    ----------
    one, other : (runs,) array_like
        Of the same runs, in the same order; ``other`` is subtracted.

    Returns
    -------
    Interval
        Of the difference.

    Raises
    ------
    ValueError
        For other shapes, of different lengths, a single run, or a number that is not finite.
    """
    return _estimate(_difference, *_checked(one=one, other=other))


def ratio_of_means(one: ArrayLike, other: ArrayLike) -> Interval:
    """The `Interval` of the ratio of two means over the same runs.

    The interval is one of the logarithm, by the delta method.

    Parameters
    ----------
    one, other : (runs,) array_like
        Of the same runs, in the same order, all ≥ 0; ``other`` divides.

    Returns
    -------
    Interval
        Of the ratio.

    Raises
    ------
    ValueError
        As `paired_difference`, and for numbers below 0 or a mean of 0.
    """
    one, other = _checked(one=one, other=other)
    for name, values in (("one", one), ("other", other)):
        if values.min() < 0 or values.max() == 0:
            span = f"from {values.min():g} to {values.max():g}"
            raise ValueError(f"{name}: {span}; expected numbers ≥ 0, not all of them 0")
    found = _estimate(_log_ratio, one, other)
    value, low, high = (float(np.exp(each)) for each in (found.value, found.low, found.high))
    return Interval(value, low, high, found.runs, found.worst, found.coverage)


def ratio(results: dict[str, Regret], numerator: str = "KLUCB", denominator: str = "CKLUCB") -> Interval:
    """The `Interval` of the final mean regret of one policy over another's, whose runs are paired.

    Parameters
    ----------
    results : dict
        {name: `Regret`}, as `simulate` returns it.
    numerator, denominator : str
        Names of two policies.

    Returns
    -------
    Interval
        Of the ratio.

    Raises
    ------
    TypeError
        For other results.
    ValueError
        For a name that is not there, a single run, or runs that are not paired.
    """
    return ratio_of_means(*_final_pair(results, numerator, denominator))


def paired_differences(
    results: dict[str, Regret], order: Sequence[str] | None = None
) -> list[tuple[str, str, Interval]]:
    """Final mean regret of each policy less that of the one before it, as `Interval`; the runs are paired.

    Parameters
    ----------
    results : dict
        {name: `Regret`}, as `simulate` returns it.
    order : list of str, optional
        Names; default: by mean regret, the smallest first.

    Returns
    -------
    list
        (name, name before it, `Interval`) each.

    Raises
    ------
    TypeError
        For results other than those of `simulate`.
    ValueError
        For a name that is not there or is there twice, or runs that are not paired.
    """
    checked_results(results)
    if order is None:
        order = sorted(results, key=lambda name: results[name].regret[:, -1].mean())
    elif not isinstance(order, list | tuple):
        raise TypeError(f"order: {checks.shown(order)}; expected a list of names")
    return [
        (name, before, paired_difference(*_final_pair(results, name, before)))
        for before, name in itertools.pairwise(order)
    ]


def _final_pair(results: dict[str, Regret], one: str, other: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(runs,) each, the regret of two policies at one horizon in the same runs."""
    for name in (one, other):
        if not isinstance(name, str) or name not in checked_results(results):
            named = ", ".join(map(repr, checked_results(results)))
            raise ValueError(f"results: nothing named {checks.shown(name)}; expected one of {named}")
    if one == other:
        raise ValueError(f"results: {one!r} beside itself; expected two policies")
    found = [(len(each.regret), int(each.rounds[-1]), each.plays) for each in (results[one], results[other])]
    (runs, horizon, plays), (its_runs, its_horizon, its_plays) = found
    if (runs, horizon) != (its_runs, its_horizon):
        raise ValueError(
            f"results: {runs} runs of {horizon} rounds of {one!r}, {its_runs} of {its_horizon} of {other!r}; expected "
            "those of one call of simulate, whose runs are paired"
        )
    if plays is not None and its_plays is not None and plays.shape != its_plays.shape:
        shapes = f"{plays.shape[1:]} of {one!r} and {its_plays.shape[1:]} of {other!r}"
        raise ValueError(f"results: plays of {shapes}; expected those of one bandit, whose runs are paired")
    return results[one].regret[:, -1], results[other].regret[:, -1]


def _checked(**samples: Any) -> list[NDArray[np.float64]]:
    names = ", ".join(samples)
    # A whole Regret has the shape (), and the message says what of it to give.
    arrays = [
        np.empty(()) if isinstance(values, Regret) else checks.array(name, values, "(runs,) numbers")
        for name, values in samples.items()
    ]
    shapes = [values.shape for values in arrays]
    if len(shapes[0]) != 1 or len(set(shapes)) != 1:
        found = " and ".join(map(str, shapes))
        raise ValueError(f"{names}: shapes {found}; expected (runs,) each, such as regret.regret[:, -1]")
    if shapes[0][0] < 2 or not np.isfinite(arrays).all():
        given = " and ".join(checks.shown(values.tolist()) for values in arrays)
        raise ValueError(f"{names}: {given}; expected finite numbers of two runs or more")
    return arrays


def _difference(
    one: NDArray[np.float64], other: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(values, what each run adds to them less their mean) of samples (..., runs)."""
    difference = one - other
    value = difference.mean(axis=-1, keepdims=True)
    return value, difference - value


def _log_ratio(one: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """As ``_difference``, of the logarithm of the ratio of means, to first order."""
    mean_one, mean_other = one.mean(axis=-1, keepdims=True), other.mean(axis=-1, keepdims=True)
    # A draw may hold nothing but zeros.
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(mean_one / mean_other), one / mean_one - other / mean_other


def _estimate(
    statistic: Callable[[NDArray[np.float64], NDArray[np.float64]], tuple[NDArray[np.float64], NDArray[np.float64]]],
    one: NDArray[np.float64],
    other: NDArray[np.float64],
) -> Interval:
    runs = len(one)
    value, parts = statistic(one, other)
    low, high = _interval(value, parts)
    squares = parts**2
    worst = float(squares.max() / squares.sum()) if squares.any() else 0.0
    rng, held = np.random.default_rng(0), 0
    for begun in range(0, RESAMPLES, _AT_ONCE):
        drawn = rng.integers(runs, size=(min(_AT_ONCE, RESAMPLES - begun), runs))
        least, most = _interval(*statistic(one[drawn], other[drawn]))
        # Rounding must not put a value outside an interval of no length.
        held += int(np.count_nonzero((least <= value[0] + 1e-9) & (value[0] - 1e-9 <= most)))
    coverage = float(held / RESAMPLES)
    ends = (float(low), float(high)) if coverage >= LEAST_COVERAGE else (np.nan, np.nan)
    return Interval(float(value[0]), *ends, runs, worst, coverage)


def _interval(
    value: NDArray[np.float64], parts: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """95 % intervals by Student's t: (low, high) of samples (..., runs)."""
    runs = parts.shape[-1]
    half = stats.t.ppf(0.975, runs - 1) * np.sqrt((parts**2).sum(axis=-1) / (runs - 1) / runs)
    return value[..., 0] - half, value[..., 0] + half


def wrong_share(bandit: LipschitzBandit | ContextualBandit, regret: Regret) -> float:
    """The share of runs in which the most played arm is not a best one; with contexts, the average over contexts.

    Parameters
    ----------
    bandit : LipschitzBandit or ContextualBandit
        The instance.
    regret : Regret
        Of one policy on it.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    TypeError
        For arguments in another order, or of another kind.
    ValueError
        For regret on [0, 1], without arms.
    """
    if not isinstance(bandit, LipschitzBandit | ContextualBandit):
        raise TypeError(f"bandit: a {type(bandit).__name__}; expected a LipschitzBandit or a ContextualBandit first")
    if not isinstance(regret, Regret):
        raise TypeError(f"regret: a {type(regret).__name__}; expected one Regret, as results[name]")
    if regret.plays is None:
        raise ValueError("regret: without plays; expected that of a bandit with numbered arms")
    if regret.plays.shape[1:] != bandit.theta.shape:
        raise ValueError(
            f"regret: of {regret.plays.shape[1:]} arms; expected {bandit.theta.shape}, those of the bandit"
        )
    most = regret.plays.argmax(axis=-1)
    gaps = bandit.gaps[most] if most.ndim == 1 else np.take_along_axis(bandit.gaps, most.T, axis=1)
    return float(np.mean(gaps > 0))
