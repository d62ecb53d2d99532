"""What days at chosen arms bring, and what they leave possible, as whoever chooses the arms keeps account of them."""

import numpy as np
from numba import njit

from lipbandits.engine.race import lost
from lipbandits.engine.steps import indexes
from lipbandits.engine.streams import REWARDS, uniform

# What `account` fills: the entries of `totals`, and the rows of `rows`. Of each arm the lowest and the highest mean
# that its own plays leave possible, and those that all plays do, by the promise.
TOTALS = ("reward", "regret")
ROWS = ("plays", "sums", "own_low", "own_high", "low", "high")


@njit(cache=True)
def possible_means(plays, sums, arms, lipschitz, level, rows):
    """Fill four rows of `rows` (4, K): the ends by an arm's own plays, and by those of all arms."""
    ends, mirrored = np.zeros((2, len(plays))), np.zeros((2, len(plays)))
    indexes(plays, sums, arms, lipschitz, level, ends)
    # A mean is small exactly when the mean of the opposite reward, 1 − X, is large.
    indexes(plays, plays - sums, arms, lipschitz, level, mirrored)
    for k in range(len(plays)):
        rows[0, k], rows[1, k] = 1 - mirrored[0, k], ends[0, k]
        rows[2, k], rows[3, k] = 1 - mirrored[1, k], ends[1, k]


@njit(cache=True)
def account(theta, arms, lipschitz, seed_low, seed_high, level, played, paid, totals, rows):
    """Play the arms of `played` (T,) on run 0 of a seed, whose two words of 32 bits are given.

    paid : (T,) filled with the rewards. totals : (2,) and rows : (6, K), filled with what TOTALS and ROWS name.
    """
    key = np.uint64(seed_high) << np.uint64(32) | np.uint64(seed_low)
    plays, sums = rows[0], rows[1]
    plays[:] = 0.0
    sums[:] = 0.0
    for n in range(len(played)):
        k = int(played[n])
        paid[n] = 1.0 if uniform(key, 0, REWARDS, k, int(plays[k])) < theta[k] else 0.0
        plays[k] += 1
        sums[k] += paid[n]
    totals[0], totals[1] = sums.sum(), lost(theta, plays)
    possible_means(plays, sums, arms, lipschitz, level, rows[2:])
