"""IMED compiled: the plays of `lipbandits.policies.IMED`."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, draw, first_of_the_largest, unplayed
from lipbandits.engine.families import kl


@njit(cache=True)
def index_of(family, plays, mean, best):
    """t I(θ̂, θ̂*) + log t; −∞ of an arm without plays."""
    return plays * kl(family, mean, best) + math.log(plays) if plays > 0 else -np.inf


@njit(cache=True)
def fill_indexes(family, plays, sums, indexes):
    """Fill −(t_k I(θ̂_k, θ̂*) + log t_k), of which the largest is to be played; every arm has been."""
    best = sums[0] / plays[0]
    for k in range(1, len(plays)):
        best = max(best, sums[k] / plays[k])
    for k in range(len(plays)):
        indexes[k] = -index_of(family, plays[k], sums[k] / plays[k], best)


@njit(cache=True)
def advance(family, plays, sums, buffer, used, n, stop, played):
    """Play rounds n to `stop`; see `kl_ucb`."""
    n_arms, stock = buffer.shape
    indexes = np.empty(n_arms)
    while n <= stop:
        arm = unplayed(plays)
        if arm < 0:
            fill_indexes(family, plays, sums, indexes)
            arm = first_of_the_largest(indexes, n_arms, TOLERANCE)
        if used[arm] == stock:
            return n, arm
        draw(plays, sums, buffer, used, arm, 1)
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
