"""The level f(n), compiled: `lipbandits.theory.indexes.exploration_level`.

Compiled code is told of its kind by one number, the factor of ``level_factor`` there: m ≥ 0 for log n + m max(0,
log log n); −K for the sequential level of K arms, and −(K + 1/2) for Kaufmann and Koolen's.
"""

import math

import numpy as np
from numba import njit

from lipbandits.theory.levels import BASE, EDGE, LOG_2_ZETA_2, LOG_LOG_BASE


@njit(cache=True)
def level_of(n, factor):
    """f(n) of round n ≥ 1."""
    log_n = math.log(n)
    if factor >= 0.0:
        return log_n + factor * math.log(log_n) if n >= 3 else log_n
    return proved_level(n, log_n, factor)


@njit(cache=True)
def fill_levels(rounds, factor, levels):
    """Fill f(n) of some rounds."""
    for m in range(len(rounds)):
        levels[m] = level_of(rounds[m], factor)


@njit(cache=True)
def proved_level(n, log_n, factor):
    """f(n) of the kinds with a negative factor."""
    if n == 1:
        return 0.0
    log_log_n = math.log(log_n) if n >= 3 else 0.0
    n_arms = math.floor(-factor)
    if -factor > n_arms:
        price = 3.0 * n_arms * math.log(1.0 + math.log(n - 1.0))
        return n_arms * calibration((log_n + log_log_n) / n_arms) + price
    sampled = min(n_arms, n - 1.0)
    by_mixture = log_n + log_log_n + sampled * math.log(2.0 * math.sqrt((n - 1.0) / sampled))
    return by_mixture if n < 5 else min(by_mixture, log_n + (3.0 * n_arms + 1.0) * log_log_n)


@njit(cache=True)
def calibration(x):
    """T(x) of Kaufmann and Koolen, for x ≥ 0."""
    z = (inverse_h(1.0 + x) + LOG_2_ZETA_2) / 2.0
    if z < EDGE:
        return 2.0 * BASE * (z - LOG_LOG_BASE)
    u = inverse_h(z)
    return 2.0 * math.exp(1.0 / u) * u


@njit(cache=True)
def inverse_h(y):
    """The u ≥ 1 with u − log u = y; 1 for y ≤ 1."""
    if y <= 1.0:
        return 1.0
    u = y + math.log(y + math.sqrt(2.0 * (y - 1.0)))
    for _ in range(60):
        excess = u - math.log(u) - y
        step = excess * u * (u - 1.0) / ((u - 1.0) * (u - 1.0) - excess / 2.0)
        u = max(u - step, 1.0)
        if abs(step) <= 1e-5 * (u - 1.0):
            break
    return u


@njit(cache=True)
def steepest(n, level, factor):
    """A number that f(n') − f(n) is at most times log(n'/n) for all n' ≥ n, where `level` is f(n); perhaps infinite."""
    if factor >= 0.0:
        return 1 + factor / math.log(max(n, 3))
    half = n // 2
    # From here on f is concave in log n, so steeper on the left than on the right.
    if half < max(5.0, 2.0 - factor):
        return np.inf
    return (level - level_of(half, factor)) / math.log(n / half)
