"""Checks of the exercises of the page on proved levels."""

import math

from numba import njit

from lipbandits.engine.answers.saying import THREE_DECIMALS, compare, say
from lipbandits.engine.levels import level_of

ARMS = 46


@njit(cache=True)
def levels_1(answer, out):
    """The sequential level of 46 arms at round 5."""
    level = level_of(5, -float(ARMS))
    log = math.log(5.0)
    compare(answer[0], level, out, THREE_DECIMALS / level)
    if abs(answer[0] - (log + math.log(log) + ARMS * math.log(4.0))) < 0.1:
        say(out, 3)
    elif abs(answer[0] - (log + (3.0 * ARMS + 1.0) * math.log(log))) < 0.1:
        say(out, 4)


@njit(cache=True)
def over(log_n):
    """By how much the paper's level exceeds the mixture's, for one arm."""
    return 3.0 * math.log(log_n) - math.log(2.0) - math.log(math.exp(log_n) - 1.0) / 2.0


@njit(cache=True)
def root(low, high):
    """Where the two are equal, between two logarithms of rounds at which one and the other is the lower."""
    sign = over(low) > 0
    for _ in range(80):
        middle = (low + high) / 2.0
        if (over(middle) > 0) == sign:
            low = middle
        else:
            high = middle
    return low


@njit(cache=True)
def levels_2(answer, out):
    """The round from which on the paper's level is the lower one for one arm, to 2 %."""
    if not answer[0] >= 1:
        return say(out, 4)
    early, late = math.exp(root(1.0, 5.0)), math.exp(root(5.0, 30.0))
    compare(answer[0], late, out, 0.02)
    if abs(answer[0] - early) < 0.1 * early:
        say(out, 3)


@njit(cache=True)
def levels_3(answer, out):
    """By what the constant is multiplied at (1 + K/2) log n, K = 46."""
    if abs(answer[0] - ARMS / 2) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - 1) < 1e-6:
        say(out, 2)
    elif abs(answer[0] - (1 + ARMS / 2)) > 1e-6:
        say(out, 3)
