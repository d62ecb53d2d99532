"""Adaptive CKL-UCB compiled: the plays of `lipbandits.policies.AdaptiveCKLUCB` between two divisions of cells."""

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, largest_q, least_played_above, level_of
from lipbandits.engine.families import high_of, low_of
from lipbandits.engine.quantiles import reward_at
from lipbandits.policies.adaptive import NARROWEST


@njit(cache=True)
def advance(
    family, active, widths, plays, sums, truth, block, used, n, stop, played, lost, lipschitz, best_mean, scale
):
    """Play rounds n to `stop`; returns the next round, not beyond `stop` if uniforms run out or cells are to be cut.

    active, widths, plays, sums, truth : (A,) the centres, their cells' widths, their counts, and their means. block :
    (B,) uniforms. used : (1,) how many are gone. played : (T,) filled with the points, or empty. lost : (1,) regret.
    scale : what radii are multiplied by.
    """
    size = len(active)
    reach = lipschitz * np.abs(active.reshape(-1, 1) - active.reshape(1, -1))
    means, excluded = np.full(size, low_of(family)), np.empty(size, dtype=np.bool_)
    for k in range(size):
        if plays[k] > 0:
            means[k] = sums[k] / plays[k]
    while n <= stop and used[0] < len(block):
        level = level_of(n, 0.0)
        for k in range(size):
            width = lipschitz / scale * widths[k]
            if plays[k] > 0 and 2 * plays[k] * width * width > level and widths[k] > NARROWEST:
                return n
        leader = int(np.argmax(means))
        index = max(means[leader], largest_q(family, plays, means, reach, leader, level))
        arm = -1
        if index + TOLERANCE < high_of(family):
            excluded[:] = False
            excluded[leader] = True
            arm = least_played_above(family, plays, means, reach, 0, excluded, index + TOLERANCE, level)
        if arm < 0:
            arm = leader
        plays[arm] += 1
        sums[arm] += reward_at(family, block[used[0]], truth[arm])
        means[arm] = sums[arm] / plays[arm]
        used[0] += 1
        lost[0] += max(best_mean - truth[arm], 0.0)
        if len(played) > 0:
            played[n - 1] = active[arm]
        n += 1
    return n
