"""MOSS compiled: the plays of `lipbandits.policies.MOSS`."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, draw, first_of_the_largest, unplayed


@njit(cache=True)
def advance(plays, sums, buffer, used, n, stop, played, squared, horizon):
    """Play rounds n to `stop` by mean + √(squared · log⁺(T/(K t)) / t), T the horizon, or n where that is 0.

    As to all else see `kl_ucb`.
    """
    n_arms, stock = buffer.shape
    indexes = np.empty(n_arms)
    while n <= stop:
        arm = unplayed(plays)
        if arm < 0:
            rounds = horizon if horizon > 0 else n
            for k in range(n_arms):
                level = math.log(max(rounds / (n_arms * plays[k]), 1.0))
                indexes[k] = sums[k] / plays[k] + math.sqrt(squared * level / plays[k])
            arm = first_of_the_largest(indexes, n_arms, TOLERANCE)
        if used[arm] == stock:
            return n, arm
        draw(plays, sums, buffer, used, arm, 1)
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
