"""Scalars of the compiled twins: divergence, level, evidence and its root, to the accuracy of the specification."""

import math

import numpy as np
from numba import njit

TOLERANCE = 1e-9
_BELOW_ONE = np.nextafter(1.0, 0.0)


@njit(cache=True)
def u_minus_log(u, ratio):
    """u − log(1 + u), given 1 + u; see `lipbandits.theory.divergences`."""
    if abs(u) >= 0.1:
        return u - math.log(ratio)
    r = u / (2 + u)
    s = r * r
    series = 1 / 3 + s * (1 / 5 + s * (1 / 7 + s * (1 / 9 + s * (1 / 11 + s * (1 / 13 + s / 15)))))
    return 2 * s / (1 - r) - 2 * r * s * series


@njit(cache=True)
def kl_plus(x, y):
    """I⁺(x, y) for 0 ≤ x ≤ 1 and y < 1."""
    if y <= x:
        return 0.0
    d = y - x
    ones = x * u_minus_log(d / x, y / x) if x > 1e-300 else d
    return ones + (1 - x) * u_minus_log(-d / (1 - x), (1 - y) / (1 - x))


@njit(cache=True)
def level_of(n, factor):
    """f(n) = log n + factor · max(0, log log n)."""
    log_n = math.log(n)
    return log_n + factor * math.log(log_n) if n >= 3 else log_n


@njit(cache=True)
def evidence(plays, means, reach, k, q):
    """Σ_i t_i I⁺(θ̂_i, q − L d(i, k)), and its derivative in q; q < 1."""
    value, slope = 0.0, 0.0
    for i in range(len(plays)):
        y = q - reach[k, i]
        if plays[i] > 0 and y > means[i]:
            value += plays[i] * kl_plus(means[i], y)
            slope += plays[i] * (y - means[i]) / (y * (1 - y))
    return value, slope


@njit(cache=True)
def largest_q(plays, means, reach, k, level):
    """sup{q ∈ [0, 1] : evidence ≤ level}, without the floor at θ̂_k."""
    q, silent = 1.0, 1.0
    for i in range(len(plays)):
        if plays[i] > 0:
            spread = level / plays[i]
            x = means[i]
            cap = x + math.sqrt(spread / 2)
            entropy = 0.0
            if 0 < x < 1:
                entropy = -x * math.log(x) - (1 - x) * math.log1p(-x)
            if x < 1:
                cap = min(cap, -math.expm1(-(spread + entropy) / (1 - x)))
            q = min(q, cap + reach[k, i])
            silent = min(silent, x + reach[k, i])
    if level == 0.0:
        return silent
    at_one = q >= 1.0
    q = descend(plays, means, reach, k, level, max(min(q, _BELOW_ONE), min(silent, _BELOW_ONE)), silent)
    return 1.0 if at_one and q >= _BELOW_ONE else q


@njit(cache=True)
def descend(plays, means, reach, k, level, q, silent):
    """The root of evidence = level from a q < 1 on its right; the evidence is 0 up to `silent`."""
    for _ in range(200):
        value, slope = evidence(plays, means, reach, k, q)
        if value <= level or slope <= 0:
            break
        moved = max(q - (value - level) / slope, silent)
        done = q - moved <= 1e-15
        q = moved
        if done:
            break
    return q


@njit(cache=True)
def right_of_root(plays, means, reach, k, level, near):
    """A q that is not left of the root of evidence = level, from one step of Newton's method at `near`; or infinity."""
    # The evidence is convex: where its tangent meets the level, it lies on or above it.
    value, slope = evidence(plays, means, reach, k, near)
    return near + (level - value) / slope if slope > 0 else np.inf


@njit(cache=True)
def is_above(plays, means, reach, k, q, level):
    """Whether the evidence against arm k at q < 1 is below the level."""
    value = plays[k] * kl_plus(means[k], q)
    for i in range(len(plays)):
        if value >= level:
            return False
        y = q - reach[k, i]
        if y > means[i] and plays[i] > 0 and i != k:
            value += plays[i] * kl_plus(means[i], y)
    return value < level


@njit(cache=True)
def kl_ucb_index(plays, mean, level):
    """sup{q ∈ [θ̂, 1] : t I(θ̂, q) ≤ level} of one played arm."""
    if mean >= 1.0:
        return 1.0
    spread = level / plays
    entropy = 0.0
    if mean > 0:
        entropy = -mean * math.log(mean) - (1 - mean) * math.log1p(-mean)
    q = min(mean + math.sqrt(spread / 2), -math.expm1(-(spread + entropy) / (1 - mean)))
    at_one = q >= 1.0
    q = max(min(q, _BELOW_ONE), mean)
    for _ in range(200):
        value = plays * kl_plus(mean, q)
        if value <= level:
            break
        moved = max(q - (value - level) * q * (1 - q) / (plays * (q - mean)), mean)
        done = q - moved <= 1e-15
        q = moved
        if done:
            break
    return 1.0 if at_one and q >= _BELOW_ONE else q
