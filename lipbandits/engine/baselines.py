"""UCB and the best average, compiled: the plays of `lipbandits.policies.UCB` and `Greedy`."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE


@njit(cache=True)
def advance(plays, sums, buffer, used, n, stop, played, bonus):
    """Play rounds n to `stop` by mean + √(bonus · log n / t), bonus 0 for the best average; see `kl_ucb.advance`."""
    n_arms, stock = buffer.shape
    indexes = np.empty(n_arms)
    while n <= stop:
        arm = -1
        for k in range(n_arms):
            if plays[k] == 0:
                arm = k
                break
        if arm < 0:
            for k in range(n_arms):
                indexes[k] = sums[k] / plays[k] + math.sqrt(bonus * math.log(n) / plays[k])
            # Averages tie only if they are equal; indexes, if they are close.
            threshold = indexes.max() - (TOLERANCE if bonus > 0 else 0.0)
            arm = 0
            while indexes[arm] < threshold:
                arm += 1
        if used[arm] == stock:
            return n, arm
        plays[arm] += 1
        sums[arm] += buffer[arm, used[arm]]
        used[arm] += 1
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
