"""Bandits whose arms are all the points of [0, 1] (Section 7.2 of the paper)."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.bandits import LIPSCHITZ_TOLERANCE, LipschitzBandit
from lipbandits.model.families import BERNOULLI, Family
from lipbandits.model.geometry import Geometry, Interval, _positions, _shown
from lipbandits.model.immutable import Immutable
from lipbandits.model.payoffs import Quantile, checked_payoffs

# A promise is checked at the points i / CELLS, and about the maximum at finer ones.
CELLS = 10_000
_ROUNDS = 14
_PARTS = 8
_CELLS_REFINED = 400


class ContinuousBandit(Immutable):
    """Rewards whose mean is an L-Lipschitz function μ of a point of [0, 1].

    μ is checked at 10001 points and about its maximum; what it does between them is taken on trust.

    Parameters
    ----------
    mean : callable
        μ, from [0, 1] to the means of the family, which are [0, 1] for Bernoulli rewards; a function of arrays, or of
        floats only (slower). A fitted model whose ``predict`` wants rows:
        ``lambda x: model.predict(np.reshape(x, (-1, 1)))``.
    lipschitz : float
        L ≥ 0; unit: mean reward per unit of distance.
    best : float, optional
        Where μ is largest; default: found numerically, the mean to about 1e-12.
    family : Family, default Bernoulli
        Of the rewards.
    quantile : callable, optional
        Of rewards from 0 to 1 that are no coins, as of a `LipschitzBandit`.

    Attributes
    ----------
    function : callable
        μ as it was given.
    lipschitz : float
        The constant L.
    family : Family
        Of the rewards.
    best : float
        A point where μ is largest.
    best_mean : float
        μ(best).
    geometry : Interval
        [0, 1] with L, which a policy is told.
    payoffs : object
        What plays pay, which a policy is not told.

    Raises
    ------
    TypeError
        If μ cannot be called, not with a float, or returns something else than a number for one.
    ValueError
        If μ leaves the means of the family, is steeper than L (the message names the steepest pair of points and its
        slope), or is larger elsewhere than at ``best``; for a quantile as of a `LipschitzBandit`, tried at 11 points.

    Examples
    --------
    >>> bandit = ContinuousBandit(lambda x: 0.9 - abs(x - 0.3), lipschitz=1.0)
    >>> round(bandit.best, 9), round(bandit.best_mean, 9)
    (0.3, 0.9)
    >>> bandit.mean(np.array([0.3, 0.5])).round(3).tolist()
    [0.9, 0.7]
    >>> ContinuousBandit(lambda x: 0.9 - abs(x - 0.3), lipschitz=0.5)
    Traceback (most recent call last):
        ...
    ValueError: mean: differs by 0.0001 between 0 and 0.0001, more than lipschitz=0.5 allows; \
the smallest lipschitz seen to fit is 1
    """

    def __init__(
        self,
        mean: Callable[[Any], Any],
        lipschitz: float,
        best: float | None = None,
        family: Family = BERNOULLI,
        quantile: Quantile | None = None,
    ) -> None:
        checks.function("mean", mean, 1, "a function from [0, 1] to [0, 1]")
        self.geometry = Interval(lipschitz, family)
        self.function = mean
        self._takes_arrays = _takes_arrays(mean, family)
        points, values = _refined(self.mean, np.arange(CELLS + 1) / CELLS, self.lipschitz)
        _check_slopes(points, values, self.lipschitz)
        top = int(np.argmax(values))
        self.best = float(points[top]) if best is None else checks.number("best", best, "a point of [0, 1]", 0, 1)
        self.best_mean = self.mean(self.best)
        if values[top] > self.best_mean + LIPSCHITZ_TOLERANCE:
            raise ValueError(
                f"best: mean {self.best_mean:.9g} at {self.best:.9g}, but {values[top]:.9g} at {points[top]:.9g}; "
                "expected a point where the mean is largest"
            )
        self.payoffs = checked_payoffs(None, quantile, family)
        if quantile is not None:
            self.payoffs.fitting(self.mean(np.linspace(0, 1, 11)))
        self._seal()

    @property
    def lipschitz(self) -> float:
        return self.geometry.lipschitz

    @property
    def family(self) -> Family:
        return self.geometry.family

    def mean(self, points: ArrayLike) -> Any:
        """μ at points of [0, 1].

        Parameters
        ----------
        points : float or array_like
            Points of [0, 1].

        Returns
        -------
        float or ndarray
            An array for an array, a float for a float.

        Raises
        ------
        ValueError
            For points outside [0, 1], or where μ is no mean of the family.
        """
        points = checks.array("points", points, "points of [0, 1]")
        if points.size == 0:
            # Not every function takes an array without entries.
            return points
        flat = np.atleast_1d(points)
        inside = (flat >= 0) & (flat <= 1)
        if not inside.all():
            raise ValueError(f"points: {flat[~inside][0]}; expected points of [0, 1]")
        values = (_values_at if self._takes_arrays else _one_by_one)(self.function, flat, self.family)
        good = self.family.are_means(values)
        if not good.all():
            worst = np.unravel_index(int(np.argmin(good)), good.shape)
            raise ValueError(f"mean({flat[worst]:g}): {values[worst]}; expected {self.family.a_mean}")
        return values if points.ndim else float(values[0])

    def gap(self, points: ArrayLike) -> Any:
        """μ(best) − μ at points of [0, 1], at least 0: the regret of playing each once.

        Parameters
        ----------
        points : float or array_like
            Points of [0, 1].

        Returns
        -------
        float or ndarray
            An array for an array, a float for a float.
        """
        return np.maximum(self.best_mean - self.mean(points), 0.0)

    def discretise(self, arms: ArrayLike) -> LipschitzBandit:
        """The `LipschitzBandit` on some points only, for what the theory says of it.

        Parameters
        ----------
        arms : (K,) array_like
            Increasing positions in [0, 1].

        Returns
        -------
        LipschitzBandit
            μ at the arms, with the same L.

        Examples
        --------
        >>> from lipbandits import lower_bound, paper_triangle
        >>> round(lower_bound(paper_triangle().discretise(np.linspace(0, 1, 17))).value, 3)
        33.65
        """
        positions = _positions("arms", arms)
        geometry = Geometry(positions, self.lipschitz, self.family)
        return LipschitzBandit(self.mean(positions), geometry=geometry, quantile=self.payoffs.quantile)

    def __repr__(self) -> str:
        promised = f"lipschitz={self.lipschitz:g}{_shown(self.family)}"
        return f"ContinuousBandit(best {self.best:g} with {self.best_mean:g}, {promised}{self.payoffs.shown()})"


def _values_at(function: Callable[[Any], Any], points: NDArray[np.float64], family: Family) -> NDArray[np.float64]:
    return checks.array("mean", function(points), family.means)


def _one_by_one(function: Callable[[Any], Any], points: NDArray[np.float64], family: Family) -> NDArray[np.float64]:
    return np.reshape([_value_at(function, float(x), family) for x in points.ravel()], points.shape)


def _value_at(function: Callable[[Any], Any], x: float, family: Family) -> float:
    try:
        value = function(x)
    except Exception as error:
        error.add_note(
            f"This was mean({x:g}): mean is called with one float, and with an array of points (N,) where it can be. A "
            "model whose predict wants rows: lambda x: model.predict(np.reshape(x, (-1, 1)))"
        )
        raise
    # One value in an array, as a model predicts it for one row.
    value = np.ravel(value)[0] if isinstance(value, np.ndarray) and value.size == 1 else value
    return checks.number(f"mean({x:g})", value, family.a_mean, family.low, family.high)


def _takes_arrays(function: Callable[[Any], Any], family: Family) -> bool:
    """Whether a function of floats does the same to each entry of an array."""
    points = np.array([0.1, 0.35, 0.5, 0.85])
    values = _one_by_one(function, points, family)
    try:
        together = _values_at(function, points, family)
    except Exception:
        # Whatever it complains of, it did not complain of floats.
        return False
    return together.shape == points.shape and np.allclose(together, values, rtol=0, atol=1e-12)


def _refined(
    mean: Callable[[NDArray[np.float64]], NDArray[np.float64]], points: NDArray[np.float64], lipschitz: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points and their means, finer and finer where the maximum can still be."""
    values = mean(points)
    for _ in range(_ROUNDS):
        widths = np.diff(points)
        reach = (values[:-1] + values[1:] + lipschitz * widths) / 2
        cells = np.argsort(-reach, kind="stable")[:_CELLS_REFINED]
        cells = cells[reach[cells] > values.max() + 1e-12]
        inside = points[cells, None] + widths[cells, None] * np.arange(1, _PARTS) / _PARTS
        points, first = np.unique(np.concatenate([points, inside.ravel()]), return_index=True)
        values = np.concatenate([values, mean(inside.ravel())])[first]
    return points, values


def _check_slopes(points: NDArray[np.float64], values: NDArray[np.float64], lipschitz: float) -> None:
    steps, widths = np.abs(np.diff(values)), np.diff(points)
    too_steep = np.flatnonzero(steps - lipschitz * widths > LIPSCHITZ_TOLERANCE)
    if len(too_steep):
        # Rounded, so that of a straight line the first piece is named.
        worst = too_steep[np.argmax(np.round(steps[too_steep] / widths[too_steep], 6))]
        raise ValueError(
            f"mean: differs by {steps[worst]:.6g} between {points[worst]:.9g} and {points[worst + 1]:.9g}, more than "
            f"lipschitz={lipschitz:g} allows; the smallest lipschitz seen to fit is {steps[worst] / widths[worst]:.9g}"
        )
