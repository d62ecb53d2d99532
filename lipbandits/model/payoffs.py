"""What plays pay: as the family of rewards says, or, where these are from 0 to 1 and no coins, what a reader gives.

A row is an arm, or a pair of a context and an arm. The player is told nothing of all this: the family is what it knows.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.families import BERNOULLI, Family
from lipbandits.model.immutable import frozen

# What a reader gives.
Quantile = Callable[[NDArray[np.float64], NDArray[np.float64]], ArrayLike]
Generator = Callable[[int, np.random.Generator, int], ArrayLike]
# Means that are given must be those of the samples.
MEAN_TOLERANCE = 1e-9
# A quantile is tried at the middles of so many parts of [0, 1]. Of one that does not fall, from 0 to 1, their average
# is off by less than one part.
_PARTS = 1000
_FROM_0_TO_1 = "numbers from 0 to 1"


class Payoffs:
    """What plays pay: by the family alone, unless a subclass says otherwise.

    Parameters
    ----------
    family : Family
        Of the rewards.
    """

    # What is drawn here cannot be had from one uniform.
    needs_generator = False
    # Whether `lipbandits.engine.quantiles` knows it.
    compiled = True
    # What a bandit was given under this name.
    quantile: Quantile | None = None

    def __init__(self, family: Family) -> None:
        self.family = family
        # What rewards are kept as: a byte for a coin.
        self.kept_as: type = np.uint8 if family == BERNOULLI else np.float64

    def of_means(self, uniforms: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        """What uniforms pay under means that broadcast against them."""
        return self.family.rewards_of(uniforms, means)

    def of_row(self, row: int, mean: NDArray[np.float64], uniforms: NDArray[np.float64]) -> NDArray[np.float64]:
        """What uniforms pay in a row of this mean."""
        return self.of_means(uniforms, mean)

    def drawn(self, row: int, mean: NDArray[np.float64], rng: np.random.Generator, size: int) -> NDArray[np.float64]:
        """What so many plays of a row of this mean pay, drawn from a generator."""
        return self.of_row(row, mean, rng.random(size))

    def fitting(self, theta: NDArray[np.float64] | None) -> NDArray[np.float64]:
        """The means of rows, if these payoffs can have them; None asks for their own."""
        if theta is None:
            raise TypeError("theta: None; expected means, or samples as rewards, which have their own")
        return theta

    def shown(self) -> str:
        """What a repr of the bandit adds."""
        return ""


class _Given(Payoffs):
    """Rewards from 0 to 1 that are no coins."""

    compiled = False

    def __init__(self) -> None:
        super().__init__(BERNOULLI)
        self.kept_as = np.float64


class OfSamples(_Given):
    """A play pays one of its arm's samples, each with the same chance: its quantile at the uniform.

    Parameters
    ----------
    samples : sequence of array_like
        For each arm at least one number from 0 to 1.
    """

    def __init__(self, samples: Sequence[ArrayLike]) -> None:
        super().__init__()
        self.samples = [frozen(np.sort(_samples(arm, values))) for arm, values in enumerate(_rows(samples))]

    def fitting(self, theta: NDArray[np.float64] | None) -> NDArray[np.float64]:
        means = np.array([values.mean() for values in self.samples])
        if theta is None:
            return means
        if len(means) != len(theta):
            raise ValueError(f"rewards: samples of {len(means)} arms for {len(theta)} means; expected as many")
        bad = np.abs(means - theta) > MEAN_TOLERANCE
        if bad.any():
            k = int(np.argmax(bad))
            raise ValueError(
                f"theta: arm {k} has {theta[k]:.12g}, and its samples have the mean {means[k]:.12g}; expected means "
                f"that agree to {MEAN_TOLERANCE:g}, or none"
            )
        return theta

    def of_row(self, row: int, mean: NDArray[np.float64], uniforms: NDArray[np.float64]) -> NDArray[np.float64]:
        values = self.samples[row]
        return values[np.minimum((uniforms * len(values)).astype(int), len(values) - 1)]

    def shown(self) -> str:
        return f", rewards from {sum(map(len, self.samples))} samples"


class OfGenerator(_Given):
    """A play pays what a function draws.

    Parameters
    ----------
    function : callable
        ``rewards(arm, rng, size)`` gives an array of ``size`` rewards.
    """

    needs_generator = True

    def __init__(self, function: Generator) -> None:
        super().__init__()
        self.function = function

    def drawn(self, row: int, mean: NDArray[np.float64], rng: np.random.Generator, size: int) -> NDArray[np.float64]:
        return _paid(f"rewards: arm {row}", self.function(row, rng, size), size)

    def shown(self) -> str:
        return f", rewards={checks.shown(self.function)}"


class OfQuantile(_Given):
    """A uniform pays its quantile of the rewards of a mean.

    Parameters
    ----------
    quantile : callable
        ``quantile(uniforms, means)``, of two arrays (N,).
    """

    quantile: Quantile

    def __init__(self, quantile: Quantile) -> None:
        super().__init__()
        self.quantile = quantile

    def of_means(self, uniforms: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        u, m = np.broadcast_arrays(uniforms, means)
        return _paid("quantile:", self.quantile(u.ravel(), m.ravel()), u.size, m.ravel()).reshape(u.shape)

    def fitting(self, theta: NDArray[np.float64] | None) -> NDArray[np.float64]:
        theta = super().fitting(theta)
        uniforms = (np.arange(_PARTS) + 0.5) / _PARTS
        for mean in np.unique(theta):
            paid = self.of_means(uniforms, mean)
            falls = np.diff(paid) < 0
            if falls.any():
                u = uniforms[1:][falls][0]
                raise ValueError(f"quantile: falls at u = {u:g} for the mean {mean:g}; expected one that does not fall")
            if abs(paid.mean() - mean) > 1 / _PARTS:
                raise ValueError(
                    f"quantile: pays {paid.mean():.4g} on average for the mean {mean:g}; expected rewards of that mean"
                )
        return theta

    def shown(self) -> str:
        return f", quantile={checks.shown(self.quantile)}"


COINS = Payoffs(BERNOULLI)


def checked_payoffs(rewards: Any, quantile: Any, family: Family) -> Payoffs:
    """What plays pay, from arguments of a bandit, of which at most one may be given, and for rewards in [0, 1] only."""
    given = [name for name, value in (("rewards", rewards), ("quantile", quantile)) if value is not None]
    if not given:
        return COINS if family == BERNOULLI else Payoffs(family)
    if len(given) > 1:
        raise ValueError("rewards: given together with quantile; expected one or the other")
    if family != BERNOULLI:
        raise ValueError(
            f"{given[0]}: given for {family!r}; expected no family but Bernoulli(), whose divergence serves all "
            "rewards in [0, 1]"
        )
    if quantile is not None:
        accepted = "a function quantile(uniforms, means) of two arrays (N,)"
        return OfQuantile(checks.function("quantile", quantile, 2, accepted))
    if callable(rewards):
        return OfGenerator(checks.function("rewards", rewards, 3, _A_SEQUENCE_OR_A_FUNCTION))
    return OfSamples(rewards)


_A_SEQUENCE_OR_A_FUNCTION = "samples, an array for each arm, or a function rewards(arm, rng, size)"


def _rows(samples: Any) -> Sequence[Any]:
    if isinstance(samples, str | bytes | dict) or not hasattr(samples, "__len__") or len(samples) == 0:
        raise TypeError(f"rewards: {checks.shown(samples)}; expected {_A_SEQUENCE_OR_A_FUNCTION}")
    return samples


def _samples(arm: int, values: ArrayLike) -> NDArray[np.float64]:
    found = checks.array(f"rewards: arm {arm}", values, f"samples, {_FROM_0_TO_1}", bools=True)
    if found.ndim != 1 or len(found) == 0:
        raise ValueError(f"rewards: arm {arm} has shape {found.shape}; expected at least one sample in a row")
    bad = ~_are_within(found)
    if bad.any():
        raise ValueError(f"rewards: arm {arm} has {found[bad][0]}; expected {_FROM_0_TO_1}")
    return found


def _paid(said: str, values: Any, size: int, means: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """What a reader's function returned, as so many floats from 0 to 1."""
    found = checks.array(said.rstrip(":"), values, f"{size} {_FROM_0_TO_1}", bools=True)
    if found.shape != (size,):
        raise ValueError(f"{said} gives shape {found.shape}; expected ({size},), {_FROM_0_TO_1}")
    bad = ~_are_within(found)
    if bad.any():
        where = "" if means is None else f" at the mean {means[bad][0]:g}"
        raise ValueError(f"{said} pays {found[bad][0]}{where}; expected {_FROM_0_TO_1}")
    return found


def _are_within(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    return (values >= 0) & (values <= 1)
