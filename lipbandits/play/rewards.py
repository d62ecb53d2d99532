"""Rewards of a run: what a play pays, drawn a stock at a time as it is needed; and the contexts of its rounds."""

import itertools
from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from lipbandits.model.payoffs import COINS, Payoffs

# Rewards are drawn this many at a time.
STOCK = 4096


class Stock:
    """Rewards at hand: row k of ``buffer`` (K, B) is what the next plays of arm k pay; used[k] of them are gone.

    Coins are kept as uint8, all other rewards as floats.
    """

    buffer: NDArray[Any]
    used: NDArray[np.int_]

    def refill(self, arm: int) -> None:
        """Put new rewards of an arm into its row, where those at hand are used up."""
        raise NotImplementedError

    def draw(self, arm: int) -> float:
        """What the next play of an arm pays.

        Parameters
        ----------
        arm : int
            Which.

        Returns
        -------
        int or float
            An int, 0 or 1, for a coin.
        """
        if self.used[arm] == self.buffer.shape[1]:
            self.refill(arm)
        self.used[arm] += 1
        return self.buffer[arm, self.used[arm] - 1].item()

    def generator_of(self, policy: Any, rng: np.random.Generator) -> np.random.Generator:
        """What a policy that plays for these rewards draws from, where its run has given it ``rng``."""
        return rng


class Rewards(Stock):
    """The rewards of one run: the s-th play of arm k pays the same whichever policy plays it, and whenever.

    Each arm has a generator of its own, and draws a stock when its last one is used up.

    Parameters
    ----------
    theta : (K,) ndarray
        Means.
    seed : SeedSequence
        Of the run's rewards.
    payoffs : Payoffs, default coins
        What plays pay.
    """

    def __init__(self, theta: NDArray[np.float64], seed: np.random.SeedSequence, payoffs: Payoffs = COINS) -> None:
        self.theta, self.payoffs = theta, payoffs
        self.generators = [np.random.default_rng(child) for child in seed.spawn(len(theta))]
        self.buffer = np.zeros((len(theta), STOCK), dtype=payoffs.kept_as)
        self.used = np.full(len(theta), STOCK)

    def refill(self, arm: int) -> None:
        self.buffer[arm] = self.payoffs.drawn(arm, self.theta[arm], self.generators[arm], STOCK)
        self.used[arm] = 0


class TableOfRewards(Stock):
    """Rewards given in advance: row k holds what the plays of arm k pay.

    Parameters
    ----------
    table : (K, T) ndarray of uint8 or float
        Zeros and ones, or floats.
    """

    def __init__(self, table: NDArray[Any]) -> None:
        self.buffer = table
        self.used = np.zeros(len(table), dtype=int)

    def refill(self, arm: int) -> None:
        raise AssertionError("a row as long as the horizon cannot run out")


class SomeRows(Stock):
    """Some rows of another stock: the arms of one context, numbered from 0.

    Parameters
    ----------
    stock : Stock
        The other one.
    rows : slice
        Which.
    """

    def __init__(self, stock: Stock, rows: slice) -> None:
        self.stock, self.first = stock, rows.start
        self.buffer, self.used = stock.buffer[rows], stock.used[rows]

    def refill(self, arm: int) -> None:
        self.stock.refill(self.first + arm)


def draw_contexts(distribution: NDArray[np.float64], horizon: int, seed: np.random.SeedSequence) -> NDArray[np.int32]:
    """Contexts, i.i.d. from probabilities; those of a shorter horizon are the first of these.

    Parameters
    ----------
    distribution : (J,) ndarray
        Probabilities.
    horizon : int
        T, the number of rounds.
    seed : SeedSequence
        Of the run's contexts.

    Returns
    -------
    (T,) ndarray of int32
        A context for each round.
    """
    return contexts_at(distribution, np.random.default_rng(seed).random(horizon))


def contexts_at(distribution: NDArray[np.float64], uniforms: NDArray[np.float64]) -> NDArray[np.int32]:
    """For each uniform the context in whose part of [0, 1) it lies, one part after the other.

    Parameters
    ----------
    distribution : (J,) ndarray
        Probabilities, the lengths of the parts.
    uniforms : (T,) ndarray
        In [0, 1).

    Returns
    -------
    (T,) ndarray of int32
        Contexts.
    """
    steps = np.cumsum(distribution)
    # Rounding must not leave room above the last context.
    steps[-1] = 1.0
    return np.searchsorted(steps, uniforms, side="right").astype(np.int32)


class Uniforms:
    """One uniform a round, the same for all policies of a run: a point of mean μ pays 1 in round n if u_n < μ.

    Where rewards are no coins it pays what ``Payoffs.of_means`` makes of u_n and μ.

    Parameters
    ----------
    blocks : iterable
        Arrays of uniforms, one after the other.

    Attributes
    ----------
    block : (B,) ndarray
        Uniforms of this round and those about it.
    used : (1,) ndarray of int
        How many of them are gone.
    """

    def __init__(self, blocks: Iterable[NDArray[np.float64]]) -> None:
        self.blocks = iter(blocks)
        self.block, self.used = np.zeros(0), np.zeros(1, dtype=int)

    @classmethod
    def drawn(cls, seed: np.random.SeedSequence) -> Self:
        """Uniforms of a seed, without end."""
        generator = np.random.default_rng(seed)
        return cls(generator.random(STOCK) for _ in itertools.count())

    @classmethod
    def given(cls, uniforms: NDArray[np.float64]) -> Self:
        """Uniforms given in advance, one for each round."""
        return cls(uniforms[first : first + STOCK] for first in range(0, len(uniforms), STOCK))

    def refill(self) -> None:
        self.block = next(self.blocks)
        self.used[0] = 0

    def draw(self) -> float:
        """The uniform of the next round."""
        if self.used[0] == len(self.block):
            self.refill()
        self.used[0] += 1
        return self.block[self.used[0] - 1]


class RewardsOfRounds(Stock):
    """Numbered arms that are points of [0, 1]: a column of the stock is a round, not a play.

    So a play of one arm uses up a reward of each: all entries of ``used`` are one place in memory.

    Parameters
    ----------
    theta : (K,) ndarray
        Means of the points.
    uniforms : Uniforms
        One a round.
    payoffs : Payoffs, default coins
        What plays pay.
    """

    def __init__(self, theta: NDArray[np.float64], uniforms: Uniforms, payoffs: Payoffs = COINS) -> None:
        self.theta, self.uniforms, self.payoffs = theta, uniforms, payoffs
        self.buffer = np.zeros((len(theta), 0), dtype=payoffs.kept_as)
        self.used = np.lib.stride_tricks.as_strided(np.zeros(1, dtype=int), (len(theta),), (0,))

    def refill(self, arm: int) -> None:
        self.uniforms.refill()
        self.buffer = self.payoffs.of_means(self.uniforms.block, self.theta[:, None]).astype(self.payoffs.kept_as)
        self.used[0] = 0
