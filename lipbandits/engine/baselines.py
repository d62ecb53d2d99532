"""UCB and the best average, compiled: the plays of `lipbandits.policies.UCB` and `Greedy`."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, draw, first_of_the_largest, unplayed


@njit(cache=True)
def advance(plays, sums, buffer, used, n, stop, played, bonus):
    """Play rounds n to `stop` by mean + √(bonus · log n / t), bonus 0 for the best average; see `kl_ucb`."""
    n_arms, stock = buffer.shape
    indexes = np.empty(n_arms)
    # Averages tie only if they are equal; indexes, if they are close.
    tolerance = TOLERANCE if bonus > 0 else 0.0
    while n <= stop:
        arm = unplayed(plays)
        if arm < 0:
            for k in range(n_arms):
                indexes[k] = sums[k] / plays[k] + math.sqrt(bonus * math.log(n) / plays[k])
            arm = first_of_the_largest(indexes, n_arms, tolerance)
        if used[arm] == stock:
            return n, arm
        draw(plays, sums, buffer, used, arm, 1)
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
