"""Rewards of a run: what a play pays, drawn a stock at a time as it is needed; and the contexts of its rounds."""

import itertools

import numpy as np

# Rewards are drawn this many at a time.
STOCK = 4096


class Stock:
    """Rewards at hand: row k of `buffer` (K, B) is what the next plays of arm k pay; used[k] of them are gone."""

    def draw(self, arm):
        """What the next play of an arm pays."""
        if self.used[arm] == self.buffer.shape[1]:
            self.refill(arm)
        self.used[arm] += 1
        return int(self.buffer[arm, self.used[arm] - 1])


class Rewards(Stock):
    """The rewards of one run: the s-th play of arm k pays the same whichever policy plays it, and whenever.

    Each arm has a generator of its own, and draws a stock when its last one is used up.
    """

    def __init__(self, theta, seed):
        self.theta = theta
        self.generators = [np.random.default_rng(child) for child in seed.spawn(len(theta))]
        self.buffer = np.zeros((len(theta), STOCK), dtype=np.uint8)
        self.used = np.full(len(theta), STOCK)

    def refill(self, arm):
        self.buffer[arm] = self.generators[arm].random(STOCK) < self.theta[arm]
        self.used[arm] = 0


class TableOfRewards(Stock):
    """Rewards given in advance: row k holds what the plays of arm k pay."""

    def __init__(self, table):
        self.buffer = table
        self.used = np.zeros(len(table), dtype=int)

    def refill(self, arm):
        raise AssertionError("a row as long as the horizon cannot run out")


class SomeRows(Stock):
    """Some rows, a slice, of another stock: the arms of one context, numbered from 0."""

    def __init__(self, stock, rows):
        self.stock, self.first = stock, rows.start
        self.buffer, self.used = stock.buffer[rows], stock.used[rows]

    def refill(self, arm):
        self.stock.refill(self.first + arm)


def draw_contexts(distribution, horizon, seed):
    """(horizon,) contexts, i.i.d. from probabilities (J,); those of a shorter horizon are the first of these."""
    steps = np.cumsum(distribution)
    # Rounding must not leave room above the last context.
    steps[-1] = 1.0
    return np.searchsorted(steps, np.random.default_rng(seed).random(horizon), side="right").astype(np.int32)


class Uniforms:
    """One uniform a round, the same for all policies of a run: a point of mean μ pays 1 in round n if u_n < μ.

    Attributes
    ----------
    block : (B,) uniforms of this round and those about it. used : (1,) how many of them are gone.
    """

    def __init__(self, blocks):
        self.blocks = iter(blocks)
        self.block, self.used = np.zeros(0), np.zeros(1, dtype=int)

    @classmethod
    def drawn(cls, seed):
        """Uniforms of a seed, without end."""
        generator = np.random.default_rng(seed)
        return cls(generator.random(STOCK) for _ in itertools.count())

    @classmethod
    def given(cls, uniforms):
        """Uniforms given in advance, one for each round."""
        return cls(uniforms[first : first + STOCK] for first in range(0, len(uniforms), STOCK))

    def refill(self):
        self.block = next(self.blocks)
        self.used[0] = 0

    def draw(self):
        """The uniform of the next round."""
        if self.used[0] == len(self.block):
            self.refill()
        self.used[0] += 1
        return self.block[self.used[0] - 1]


class RewardsOfRounds(Stock):
    """Numbered arms that are points of [0, 1]: a column of the stock is a round, not a play.

    So a play of one arm uses up a reward of each: all entries of `used` are one place in memory.
    """

    def __init__(self, theta, uniforms):
        self.theta, self.uniforms = theta, uniforms
        self.buffer = np.zeros((len(theta), 0), dtype=np.uint8)
        self.used = np.lib.stride_tricks.as_strided(np.zeros(1, dtype=int), (len(theta),), (0,))

    def refill(self, arm):
        self.uniforms.refill()
        self.buffer = (self.uniforms.block < self.theta[:, None]).astype(np.uint8)
        self.used[0] = 0
