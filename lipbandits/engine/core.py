"""What several compiled twins do: divergence, level, evidence and its root; whom to play, and what a play pays.

Scalars are as accurate as those of the specification.
"""

import math

import numpy as np
from numba import njit

# For all twins, which must take for a tie what their policy does.
from lipbandits.policies.policy import TOLERANCE as TOLERANCE

# Sums that are kept by adding differences may be off by 1e-9; what is closer to a level than this is decided exactly.
MARGIN = 1e-6
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
def entropy_of(plays, sums):
    """S log θ̂ + (t − S) log(1 − θ̂): what t I(θ̂, q) is, but for the logarithms of q and its complement."""
    lost = plays - sums
    value = 0.0
    if sums > 0:
        value += sums * math.log(sums / plays)
    if lost > 0:
        value += lost * math.log(lost / plays)
    return value


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
def right_of_index(plays, mean, level):
    """A q that the KL-UCB index of an arm does not exceed; it may be above 1."""
    spread = level / plays
    cap = mean + math.sqrt(spread / 2)
    if mean >= 1:
        return cap
    entropy = 0.0
    if mean > 0:
        entropy = -mean * math.log(mean) - (1 - mean) * math.log1p(-mean)
    return min(cap, -math.expm1(-(spread + entropy) / (1 - mean)))


@njit(cache=True)
def largest_q(plays, means, reach, k, level):
    """sup{q ∈ [0, 1] : evidence ≤ level}, without the floor at θ̂_k."""
    q, silent = 1.0, 1.0
    for i in range(len(plays)):
        if plays[i] > 0:
            q = min(q, right_of_index(plays[i], means[i], level) + reach[k, i])
            silent = min(silent, means[i] + reach[k, i])
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
    q = right_of_index(plays, mean, level)
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


@njit(cache=True)
def spread_of(index, mean, plays, level):
    """How far an index is from its mean, or, if that is more, how far it might be by Pinsker's inequality."""
    return max(index - mean, math.sqrt(level / (2 * max(plays, 1.0))))


@njit(cache=True)
def forced_arm(plays, first, n_arms, n):
    """The first of the arms, whose rows begin at `first`, with fewer than log log n plays; −1 if there is none."""
    if n >= 3:
        fewest = math.log(math.log(n))
        for k in range(n_arms):
            if plays[first + k] < fewest:
                return k
    return -1


@njit(cache=True)
def least_played(plays, first, excluded):
    """The least played of the arms whose rows begin at `first`, the lowest if several; −1 if all are excluded."""
    best = -1
    for k in range(len(excluded)):
        if not excluded[k] and (best < 0 or plays[first + k] < plays[first + best]):
            best = k
    return best


@njit(cache=True)
def least_played_above(plays, means, reach, first, excluded, q, level):
    """The least played arm with an index above q < 1; −1 for none. Those found not to be are excluded, too."""
    arm = least_played(plays, first, excluded)
    while arm >= 0 and not is_above(plays, means, reach, first + arm, q, level):
        excluded[arm] = True
        arm = least_played(plays, first, excluded)
    return arm


@njit(cache=True)
def unplayed(plays):
    """The first arm that was never played; −1 for none."""
    for k in range(len(plays)):
        if plays[k] == 0:
            return k
    return -1


@njit(cache=True)
def first_of_the_largest(indexes, size, tolerance):
    """The first of so many indexes that is within the tolerance of the largest."""
    largest = indexes[0]
    for k in range(1, size):
        largest = max(largest, indexes[k])
    arm = 0
    while indexes[arm] < largest - tolerance:
        arm += 1
    return arm


@njit(cache=True)
def draw(plays, sums, buffer, used, row, rounds):
    """Play an arm, or pair, for some rounds: its next rewards in stock are counted."""
    total = 0
    for m in range(used[row], used[row] + rounds):
        total += int(buffer[row, m])  # Not compiled, the sum of bytes would be one.
    plays[row] += rounds
    sums[row] += total
    used[row] += rounds
