"""What a family of rewards is: the base of `lipbandits.model.families`, and of a reader's own."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks

_LARGEST = float(np.finfo(float).max)


class Family:
    """Rewards of one parameter, their mean; a subclass says which.

    A family of one's own is a subclass with ``kl_of`` and ``variance_of``, and ``rewards_of`` to draw rewards; where
    means do not go from 0 to infinity, or not with their ends, with ``low``, ``high`` or ``are_means``. Everything in
    this package takes it then, but for compiled code: the policies themselves play. It must be an exponential family,
    with the mean as its parameter, and should be a frozen dataclass, as ours are, so that two of a kind are equal.

    Attributes
    ----------
    low, high : float
        Ends of the interval of means, which is that of the rewards; default: 0 and infinity.
    convex : bool
        Whether I(x, ·) is convex above x; False is always safe. Default: True.
    width : float or None
        Such that confidence radii for rewards in [0, 1], times this, are some for these rewards; None if none are.
    a_mean, means, rewards, sums : str
        How a message says which means, rewards and sums of rewards there are.

    Examples
    --------
    How often a coin shows heads before its first tail:

    >>> from dataclasses import dataclass
    >>> from scipy.special import xlogy
    >>> @dataclass(frozen=True)
    ... class Geometric(Family):
    ...     convex = False
    ...
    ...     def kl_of(self, x, y):
    ...         return xlogy(x, x / y) - (1 + x) * np.log((1 + x) / (1 + y))
    ...
    ...     def variance_of(self, y):
    ...         return y * (1 + y)
    ...
    ...     def rewards_of(self, uniforms, means):
    ...         return np.floor(np.log1p(-uniforms) / np.log(means / (1 + means)))
    >>> from lipbandits import LipschitzBandit, lower_bound
    >>> round(lower_bound(LipschitzBandit([0.5, 1.0, 1.5], family=Geometric())).value, 3)
    11.772
    """

    low: ClassVar[float] = 0.0
    high: ClassVar[float] = np.inf
    convex: ClassVar[bool] = True

    a_mean: ClassVar[str] = "a finite number ≥ 0"
    means: ClassVar[str] = "finite numbers ≥ 0"
    rewards: ClassVar[str] = "a finite number ≥ 0"
    sums: ClassVar[str] = "a finite sum ≥ 0, 0 without plays"

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if vars(cls).keys() & {"low", "high"}:
            between = f"from {cls.low:g} to {cls.high:g}"
            said = {"a_mean": "a finite number", "means": "finite numbers", "rewards": "a finite number"}
            said |= {"sums": "a sum of so many finite numbers"}
            for name, what in said.items():
                if name not in vars(cls):
                    setattr(cls, name, f"{what} {between}")

    @property
    def width(self) -> float | None:
        return None

    def kl(self, x: ArrayLike, y: ArrayLike) -> Any:
        """I(x, y), the divergence of rewards of mean y from rewards of mean x, the truth, in nats.

        Parameters
        ----------
        x, y : float or array_like
            Means, broadcast against each other.

        Returns
        -------
        float or ndarray
            Of the common shape, a float for two numbers; +inf where y excludes an outcome that x allows.

        Raises
        ------
        ValueError
            If an entry is no mean of this family, or the shapes do not fit each other.
        """
        x, y = _fitting(self.checked_means("x", x), self.checked_means("y", y))
        return _as_given(self.kl_of(x, y))

    def kl_plus(self, x: ArrayLike, y: ArrayLike) -> Any:
        """I⁺(x, y): I(x, y) if y > x, and 0 otherwise.

        Parameters
        ----------
        x : float or array_like
            Means.
        y : float or array_like
            Any numbers but NaN, such as ``q − L|x_k − x_i|``; broadcast against x. Above the largest mean it is +inf,
            or 0 where x is that mean.

        Returns
        -------
        float or ndarray
            Of the common shape, a float for two numbers.

        Raises
        ------
        ValueError
            If x is no mean of this family, an entry is NaN, or the shapes do not fit each other.
        """
        x, y = _fitting(self.checked_means("x", x), checks.array("y", y, "real numbers"))
        if np.isnan(y).any():
            raise ValueError("y: NaN is not a mean; expected real numbers")
        return _as_given(self.kl_plus_of(x, y))

    def sample(self, means: ArrayLike, rng: np.random.Generator, size: Any = None) -> NDArray[np.float64]:
        """Draw rewards.

        Parameters
        ----------
        means : float or array_like
            Means.
        rng : numpy.random.Generator
            What they are drawn from.
        size : int or tuple of int, optional
            The shape of the result; default: that of the means.

        Returns
        -------
        ndarray
            Rewards.

        Raises
        ------
        ValueError
            For what is no mean of this family, or a size that does not fit the means.
        """
        means = self.checked_means("means", means)
        checks.instance("rng", rng, np.random.Generator)
        shape = means.shape if size is None else _shape(size)
        try:
            means = np.broadcast_to(means, shape)
        except ValueError:
            raise ValueError(f"size: {size} for means of shape {means.shape}; expected one that they fit") from None
        return self.rewards_of(rng.random(shape), means)

    def checked_means(self, name: str, value: ArrayLike) -> NDArray[np.float64]:
        """An array of means of this family, or an error that names the first that is none.

        Parameters
        ----------
        name : str
            What the message calls them.
        value : array_like
            What was given.

        Returns
        -------
        ndarray of float
            Of the shape of the value.

        Raises
        ------
        TypeError
            For what is no array of numbers.
        ValueError
            For what is no mean.
        """
        value = checks.array(name, value, self.means)
        bad = ~self.are_means(value)
        if bad.any():
            raise ValueError(f"{name}: {value[bad].flat[0]} is not a mean of {self!r}; expected {self.means}")
        return value

    def checked_reward(self, value: Any) -> float:
        """A reward of this family as a float.

        Parameters
        ----------
        value : object
            What was paid; a bool is 0 or 1.

        Returns
        -------
        float
            The reward.

        Raises
        ------
        TypeError
            For what is no number.
        ValueError
            For what this family does not pay.
        """
        value = float(value) if isinstance(value, bool | np.bool_) else value
        found = checks.number("reward", value, self.rewards)
        if not self.may_sum_to(1.0, found):
            raise ValueError(f"reward: {found:g}; expected {self.rewards}")
        return found

    def are_means(self, value: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of some numbers are means of this family.

        Parameters
        ----------
        value : ndarray
            Any numbers; NaN is no mean.

        Returns
        -------
        ndarray of bool
            By default True from ``low`` to ``high``, where finite.
        """
        return (value >= self.low) & (value <= self.high) & np.isfinite(value)

    def may_sum_to(self, plays: Any, sums: Any) -> Any:
        """Whether so many plays can have paid these sums.

        Parameters
        ----------
        plays, sums : float or ndarray
            Of one shape; plays are whole numbers.

        Returns
        -------
        bool or ndarray of bool
            By default True for averages from ``low`` to ``high``, to within rounding.
        """
        plays, sums = np.asarray(plays, dtype=float), np.asarray(sums, dtype=float)
        with np.errstate(invalid="ignore"):
            least, most = ((end - sign * 1e-12 * abs(end)) * plays for end, sign in ((self.low, 1), (self.high, -1)))
            return np.isfinite(sums) & np.where(plays > 0, (least <= sums) & (sums <= most), sums == 0)

    def kl_of(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """I(x, y) of means; what ``kl`` checks and calls.

        Parameters
        ----------
        x, y : ndarray
            Means that broadcast against each other.

        Returns
        -------
        ndarray
            Of the common shape, in nats.
        """
        raise NotImplementedError(f"{type(self).__name__} has no kl_of; expected kl_of(x, y)")

    def kl_plus_of(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """I⁺(x, y); what ``kl_plus`` checks and calls.

        Parameters
        ----------
        x : ndarray
            Means.
        y : ndarray
            Any numbers but NaN, which broadcast against x.

        Returns
        -------
        ndarray
            Of the common shape.
        """
        x, y = np.broadcast_arrays(x, y)
        above = y > x
        divergence = np.zeros(above.shape)
        divergence[above] = self.kl_of(x[above], np.minimum(y[above], self.high))
        return divergence

    def variance_of(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        """The variance of rewards.

        Parameters
        ----------
        y : ndarray
            Means in the interior of their interval; what is found for other numbers is not used.

        Returns
        -------
        ndarray
            Of the shape of y.
        """
        raise NotImplementedError(f"{type(self).__name__} has no variance_of; expected variance_of(y)")

    def slope_of(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """d/dy I⁺(x, y) = (y − x) / V(y) where y > x, with V the variance: so it is in every exponential family.

        Parameters
        ----------
        x, y : ndarray
            Means that broadcast against each other.

        Returns
        -------
        ndarray
            Of the common shape; 0 where y ≤ x.
        """
        inside = y > x
        # Any mean in the interior, where the result is 0.
        y = np.where(inside, y, 0.5)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            return np.where(inside, (y - x) / self.variance_of(y), 0.0)

    def right_of(self, x: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
        """A y ≥ x with I(x, y) ≥ spread, or the largest mean: where a search for an index may begin.

        Parameters
        ----------
        x : ndarray
            Means.
        spread : ndarray
            ≥ 0, in nats; broadcast against x.

        Returns
        -------
        ndarray
            Of the common shape; by default the distance from x is doubled until it is far enough.
        """
        x, spread = np.broadcast_arrays(x, spread)
        step = np.maximum(np.abs(x), 1.0) / 1024
        end = min(self.high, _LARGEST)
        with np.errstate(all="ignore"):
            while True:
                y = np.minimum(x + step, end)
                short = (self.kl_plus_of(x, y) < spread) & (y < end)
                if not short.any():
                    return y
                step = np.where(short, 2 * step, step)

    def rewards_of(self, uniforms: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        """What uniforms pay: the quantiles of the rewards of these means.

        Parameters
        ----------
        uniforms : ndarray
            In [0, 1).
        means : ndarray
            Means that broadcast against them.

        Returns
        -------
        ndarray
            Rewards; a larger mean never pays less.
        """
        raise NotImplementedError(f"{type(self).__name__} has no rewards_of; expected rewards_of(uniforms, means)")


def _fitting(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise ValueError(f"x, y: shapes {x.shape} and {y.shape}; expected shapes that fit each other") from None
    return x, y


def _shape(size: Any) -> tuple[int, ...]:
    sizes = size if isinstance(size, tuple | list) else (size,)
    return tuple(checks.count("size", each, 0, "whole numbers ≥ 0") for each in sizes)


def _as_given(value: NDArray[np.float64]) -> Any:
    return float(value) if np.ndim(value) == 0 else value
