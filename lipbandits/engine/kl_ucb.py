"""KL-UCB compiled: the plays of `lipbandits.policies.KLUCB`.

An index grows with the level. Over a band of rounds in which the level hardly changes, each arm's index lies between
its values at the two ends of the band, which only a play of that arm changes; arms between which these bounds cannot
decide are compared exactly. While the index of one arm is above all the other bounds, it plays on.
"""

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, kl_plus, kl_ucb_index, level_of

# The bounds are themselves computed to about 1e-15.
_SLACK = 1e-12


@njit(cache=True)
def advance(plays, sums, buffer, used, n, stop, played, factor):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) uint8 rewards in stock. used : (K,) how many of each row are gone. played : (T,) filled with the
    arms, or empty. plays, sums : (K,) float64, changed in place.
    """
    n_arms, stock = buffer.shape
    lowest, highest = np.empty(n_arms), np.empty(n_arms)
    until = 0
    first = last = 0.0
    while n <= stop:
        arm = -1
        for k in range(n_arms):
            if plays[k] == 0:
                arm = k
                break
        if arm < 0:
            if n > until:
                until = n + n // 200
                first, last = level_of(n, factor), level_of(until, factor)
                for k in range(n_arms):
                    lowest[k] = kl_ucb_index(plays[k], sums[k] / plays[k], first)
                    highest[k] = kl_ucb_index(plays[k], sums[k] / plays[k], last)
            threshold = lowest.max() - TOLERANCE - _SLACK
            candidates = 0
            for k in range(n_arms):
                if highest[k] >= threshold:
                    candidates += 1
                    arm = k
            if candidates > 1:
                level = level_of(n, factor)
                largest = -1.0
                for k in range(n_arms):
                    if highest[k] >= threshold:
                        largest = max(largest, kl_ucb_index(plays[k], sums[k] / plays[k], level))
                for k in range(n_arms):
                    if highest[k] >= threshold:
                        if kl_ucb_index(plays[k], sums[k] / plays[k], level) >= largest - TOLERANCE:
                            arm = k
                            break
            else:
                others = 0.0
                for k in range(n_arms):
                    if k != arm:
                        others = max(others, highest[k])
                q = others + 2 * TOLERANCE
                t, s, begun = plays[arm], sums[arm], n
                row, position = buffer[arm], used[arm]
                end = min(stop, until)
                while n <= end and position < stock and q < 1:
                    mean = s / t
                    if mean < q and t * kl_plus(mean, q) >= first:
                        break
                    s += row[position]
                    position += 1
                    t += 1
                    n += 1
                if n > begun:
                    if len(played) > 0:
                        played[begun - 1 : n - 1] = arm
                    plays[arm], sums[arm], used[arm] = t, s, position
                    lowest[arm] = kl_ucb_index(t, s / t, first)
                    highest[arm] = kl_ucb_index(t, s / t, last)
                    continue
        if used[arm] == stock:
            return n, arm
        plays[arm] += 1
        sums[arm] += buffer[arm, used[arm]]
        used[arm] += 1
        if len(played) > 0:
            played[n - 1] = arm
        if until >= n:
            lowest[arm] = kl_ucb_index(plays[arm], sums[arm] / plays[arm], first)
            highest[arm] = kl_ucb_index(plays[arm], sums[arm] / plays[arm], last)
        n += 1
    return n, -1
