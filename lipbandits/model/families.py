"""Families of rewards: one parameter, the mean; with their divergences, how far a mean can be, and how they are drawn.

The paper has Bernoulli rewards, and remarks (Sections 2 and 5) that what it proves holds for other families of one
parameter. All that the indexes and the bounds need of a family is here: I(x, y), its slope in y, the interval of the
means, and a value that I(x, ·) reaches not before some point. I(x, y) is accurate also where the means nearly agree.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlog1py, xlogy

from lipbandits import checks
from lipbandits.model import quantiles
from lipbandits.model.family import Family as Family

# Below this size u − log(1+u) loses digits, and its series needs few terms: artanh(r) = r + r³/3 + r⁵/5 + …
_SERIES_RADIUS = 0.1
_SERIES = tuple(1 / n for n in range(3, 17, 2))
# A mean this small contributes x log x < 1e-297 beside d, and would overflow d/x.
_TINY = 1e-300
# Counts are found one after the other, from 0 on.
MOST_DRAWN = 500.0
_LARGEST = float(np.finfo(float).max)


@dataclass(frozen=True)
class Bernoulli(Family):
    """Rewards 0 and 1. I(x, y) = x log(x/y) + (1 − x) log((1 − x)/(1 − y)) (Section 3 of the paper).

    Any reward from 0 to 1 may be played with this divergence: of all rewards in [0, 1] with the same mean a coin has
    the largest moment generating function, so what is proved of tails for coins holds for them (Garivier and Cappé
    2011). The bounds from below are for coins: other rewards in [0, 1] may be told apart sooner.

    Examples
    --------
    >>> round(Bernoulli().kl(0.3, 0.5), 6)
    0.082283
    """

    high: ClassVar[float] = 1.0
    a_mean: ClassVar[str] = "a number in [0, 1]"
    means: ClassVar[str] = "numbers in [0, 1]"
    rewards: ClassVar[str] = "a number from 0 to 1, others divided by the largest there can be"
    sums: ClassVar[str] = "0 ≤ sum ≤ plays"

    @property
    def width(self) -> float:
        return 1.0

    def may_sum_to(self, plays: Any, sums: Any) -> Any:
        return (sums >= 0) & (sums <= plays)

    def kl_of(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        # x g(d/x) + (1−x) g(−d/(1−x)) with d = y − x and g(u) = u − log(1+u) ≥ 0: no term cancels another.
        x, y = np.broadcast_arrays(x, y)
        d = y - x
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ones = np.where(x > _TINY, x * _u_minus_log(d / x, y / x), d)
            zeros = np.where(x < 1, (1 - x) * _u_minus_log(-d / (1 - x), (1 - y) / (1 - x)), -d)
        return np.where(x == y, 0.0, ones + zeros)

    def variance_of(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        return y * (1 - y)

    def right_of(self, x: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(divide="ignore", invalid="ignore"):
            # Pinsker, and I(x, q) ≥ (1−x) log 1/(1−q) − h(x) with h the entropy.
            pinsker = x + np.sqrt(spread / 2)
            entropy = -xlogy(x, x) - xlog1py(1 - x, -x)
            tail = np.where(x < 1, -np.expm1(-(spread + entropy) / (1 - x)), 1.0)
        return np.minimum(np.minimum(pinsker, tail), 1.0)

    def rewards_of(self, uniforms: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        return (uniforms < means).astype(float)


@dataclass(frozen=True)
class Gaussian(Family):
    """Normal rewards of a known standard deviation. I(x, y) = (x − y)² / (2 sd²).

    Any mean will do, so an index has no cap: an arm that nobody knows about has the index +inf.

    Parameters
    ----------
    sd : float, default 1.0
        Finite, > 0; in the unit of rewards.

    Raises
    ------
    ValueError
        For an ``sd`` that is not > 0.

    Examples
    --------
    >>> Gaussian(sd=0.5).kl(0.25, 0.75), Gaussian().kl_plus(3.0, -1.0)
    (0.5, 0.0)
    """

    sd: float = 1.0
    low: ClassVar[float] = -np.inf
    a_mean: ClassVar[str] = "a finite number"
    means: ClassVar[str] = "finite numbers"
    rewards: ClassVar[str] = "a finite number"
    sums: ClassVar[str] = "a finite sum, 0 without plays"

    def __post_init__(self) -> None:
        object.__setattr__(self, "sd", checks.number("sd", self.sd, "a finite number > 0", low=np.nextafter(0, 1)))

    @property
    def width(self) -> float:
        # Both are sub-Gaussian, rewards in [0, 1] with the parameter 1/2.
        return 2 * self.sd

    def may_sum_to(self, plays: Any, sums: Any) -> Any:
        return np.isfinite(sums) & ((plays > 0) | (sums == 0))

    def kl_of(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(over="ignore"):
            return ((x - y) / self.sd) ** 2 / 2

    def variance_of(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.full_like(y, self.sd**2)

    def right_of(self, x: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
        return x + self.sd * np.sqrt(2 * spread)

    def rewards_of(self, uniforms: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        return means + self.sd * quantiles.normal(uniforms)


@dataclass(frozen=True)
class Poisson(Family):
    """Counts, 0, 1, 2, … I(x, y) = x log(x/y) + y − x.

    Examples
    --------
    >>> round(Poisson().kl(2.0, 3.0), 6), Poisson().kl(0.0, 0.5)
    (0.18907, 0.5)
    """

    a_mean: ClassVar[str] = "a finite number ≥ 0"
    means: ClassVar[str] = "finite numbers ≥ 0"
    rewards: ClassVar[str] = "a whole number ≥ 0"
    sums: ClassVar[str] = "a whole number ≥ 0, 0 without plays"

    def may_sum_to(self, plays: Any, sums: Any) -> Any:
        return (sums >= 0) & (sums == np.floor(sums)) & np.isfinite(sums) & ((plays > 0) | (sums == 0))

    def kl_of(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = np.broadcast_arrays(x, y)
        d = y - x
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.where(x == y, 0.0, np.where(x > _TINY, x * _u_minus_log(d / x, y / x), d))

    def variance_of(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        return y

    def right_of(self, x: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
        # I(x, y) ≥ (y − x)² / (2y), as its slope at u is (u − x)/u ≥ (u − x)/y.
        return x + spread + np.sqrt(spread * (spread + 2 * x))

    def rewards_of(self, uniforms: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        most = np.max(means, initial=0.0)
        if most > MOST_DRAWN:
            raise ValueError(f"means: {most:g}; expected at most {MOST_DRAWN:g} for Poisson() to draw from")
        return quantiles.poisson(uniforms, means)


@dataclass(frozen=True)
class Exponential(Family):
    """Positive rewards, such as waiting times. I(x, y) = x/y − 1 − log(x/y).

    I(x, ·) grows like a logarithm and is not convex above 2x: nats carry an index far up, and one short wait is
    no proof of a short mean.

    Examples
    --------
    >>> round(Exponential().kl(1.0, 2.0), 6)
    0.193147
    """

    convex: ClassVar[bool] = False
    a_mean: ClassVar[str] = "a finite number > 0"
    means: ClassVar[str] = "finite numbers > 0"
    rewards: ClassVar[str] = "a finite number > 0"
    sums: ClassVar[str] = "a finite sum > 0, 0 without plays"

    def are_means(self, value: NDArray[np.float64]) -> NDArray[np.bool_]:
        return (value > 0) & np.isfinite(value)

    def may_sum_to(self, plays: Any, sums: Any) -> Any:
        return np.isfinite(sums) & np.where(plays > 0, sums > 0, sums == 0)

    def kl_of(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = np.broadcast_arrays(x, y)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.where(x == y, 0.0, _u_minus_log((x - y) / y, x / y))

    def variance_of(self, y: NDArray[np.float64]) -> NDArray[np.float64]:
        return y * y

    def right_of(self, x: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
        # With r = y/x it is log r + 1/r − 1 ≥ log r − 1, and at least (1 − 1/r)²/2.
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            far = np.exp(1 + spread)
            root = np.sqrt(2 * spread)
            near = np.where(root < 1, 1 / (1 - root), np.inf)
            return np.minimum(x * np.minimum(far, near), _LARGEST)

    def rewards_of(self, uniforms: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        return means * quantiles.exponential(uniforms)


BERNOULLI = Bernoulli()


def checked_family(family: Any) -> Family:
    """The family, if it is one."""
    accepted = "expected Bernoulli(), Gaussian(sd), Poisson(), Exponential() or a Family of your own"
    if not isinstance(family, Family):
        raise TypeError(f"family: {checks.shown(family)}; {accepted}")
    missing = [name for name in ("kl_of", "variance_of") if getattr(type(family), name) is getattr(Family, name)]
    if missing:
        raise TypeError(f"family: {checks.shown(family)} has no {' and no '.join(missing)}; {accepted}")
    return family


def _u_minus_log(u: NDArray[np.float64], ratio: NDArray[np.float64]) -> NDArray[np.float64]:
    """g(u) = u − log(1 + u), given also the ratio 1 + u to full precision."""
    value = np.asarray(u - np.log(ratio))
    small = np.abs(u) < _SERIES_RADIUS
    if small.any():
        # Near 0, with r = u/(2+u): log(1+u) = 2 artanh(r) and u = 2r/(1−r).
        r = u[small] / (2 + u[small])
        square = r * r
        series: Any = 0.0
        for coefficient in _SERIES[::-1]:
            series = series * square + coefficient
        value[small] = 2 * square / (1 - r) - 2 * square * r * series
    return value
