"""IMED-UB compiled: the plays of `lipbandits.policies.IMEDUB`."""

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, draw, unplayed
from lipbandits.engine.families import low_of
from lipbandits.engine.imed import index_of


@njit(cache=True)
def choose(family, plays, means, indexes):
    """The first arm of the least index among the best averages and their neighbours; fills their indexes."""
    n_arms, best = len(plays), means.max()
    least, first = np.inf, n_arms
    for k in range(n_arms):
        indexes[k] = np.inf
        near = means[k] == best or (k > 0 and means[k - 1] == best) or (k < n_arms - 1 and means[k + 1] == best)
        if near:
            first = min(first, k)
            indexes[k] = index_of(family, plays[k], means[k], best)
            least = min(least, indexes[k])
    arm = first
    while indexes[arm] > least + TOLERANCE:
        arm += 1
    return arm


@njit(cache=True)
def advance(family, plays, sums, buffer, used, n, stop, played, once):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) rewards in stock. used : (K,) how many of each row are gone. played : (T,) filled with the arms, or
    empty. plays, sums : (K,) float64, changed in place. once : whether each arm is played once first.
    """
    stock = buffer.shape[1]
    means = np.where(plays > 0, sums / np.maximum(plays, 1.0), low_of(family))
    indexes = np.empty(len(plays))
    while n <= stop:
        arm = unplayed(plays) if once else -1
        if arm < 0:
            arm = choose(family, plays, means, indexes)
        if used[arm] == stock:
            return n, arm
        draw(plays, sums, buffer, used, arm, 1)
        means[arm] = sums[arm] / plays[arm]
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
