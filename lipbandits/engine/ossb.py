"""OSSB compiled: the plays of `lipbandits.policies.OSSB`, but for ties between optimal plans.

Its program, that of OSLB, is solved in every round.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, draw, unplayed
from lipbandits.engine.families import low_of
from lipbandits.engine.oslb import optimal_rates


@njit(cache=True)
def choose(family, plays, means, reach, n, epsilon, gamma, explored):
    """The arm to play, and whether the round is one of exploration; `explored` so many were before."""
    arm = unplayed(plays)
    if arm >= 0:
        return arm, False
    rates, log_n = optimal_rates(family, means, reach), math.log(n)
    shares = np.full(len(plays), np.inf)
    for k in range(len(plays)):
        target = rates[k] * log_n
        if target > 0:
            shares[k] = plays[k] / target
    least = shares.min()
    if least >= (1 + gamma) * (1 - TOLERANCE):
        return np.argmax(means), False
    arm = np.argmin(plays)
    if plays[arm] > epsilon * (explored + 1):
        arm = 0
        while shares[arm] > least * (1 + TOLERANCE):
            arm += 1
    return arm, True


@njit(cache=True)
def advance(family, plays, sums, buffer, used, n, stop, played, reach, epsilon, gamma, explored):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) rewards in stock. used : (K,) how many of each row are gone. reach : (K, K) L·d.
    played : (T,) filled with the arms, or empty. plays, sums : (K,) float64, changed in place, as is
    explored : (1,) float64, the rounds of exploration.
    """
    stock = buffer.shape[1]
    means = np.where(plays > 0, sums / np.maximum(plays, 1.0), low_of(family))
    while n <= stop:
        arm, explores = choose(family, plays, means, reach, n, epsilon, gamma, explored[0])
        if used[arm] == stock:
            return n, arm
        draw(plays, sums, buffer, used, arm, 1)
        means[arm] = sums[arm] / plays[arm]
        if explores:
            explored[0] += 1
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
