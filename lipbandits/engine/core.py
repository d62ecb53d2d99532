"""What several compiled twins do: level, evidence and its root; whom to play, and what a play pays.

Scalars are as accurate as those of the specification. A family is a pair, see `lipbandits.engine.families`.
"""

import math

import numpy as np
from numba import njit

# For all twins, which must take for a tie what their policy does.
from lipbandits.engine.families import (
    BERNOULLI,
    EXPONENTIAL,
    divergence,
    high_of,
    is_convex,
    last_of,
    right_of,
    variance,
)
from lipbandits.engine.levels import level_of as level_of
from lipbandits.policies.policy import TOLERANCE as TOLERANCE


@njit(cache=True)
def evidence(family, plays, means, reach, k, q):
    """Σ_i t_i I⁺(θ̂_i, q − L d(i, k)), and its derivative in q; q below the largest mean."""
    value, slope = 0.0, 0.0
    for i in range(len(plays)):
        y = q - reach[k, i]
        if plays[i] > 0 and y > means[i]:
            value += plays[i] * divergence(family, means[i], y)
            slope += plays[i] * (y - means[i]) / variance(family, y)
    return value, slope


@njit(cache=True)
def largest_q(family, plays, means, reach, k, level):
    """The largest mean with evidence ≤ level, without the floor at θ̂_k."""
    high, last = high_of(family), last_of(family)
    q, silent = high, high
    for i in range(len(plays)):
        if plays[i] > 0:
            q = min(q, right_of(family, means[i], level / plays[i]) + reach[k, i])
            silent = min(silent, means[i] + reach[k, i])
    if level == 0.0 or silent == np.inf:
        return silent
    at_end = q >= high
    q = max(min(q, last), min(silent, last))
    if is_convex(family):
        q = descend(family, plays, means, reach, k, level, q, silent)
    else:
        q = narrow(family, plays, means, reach, k, level, silent, q)
    return high if at_end and q >= last else q


@njit(cache=True)
def descend(family, plays, means, reach, k, level, q, silent):
    """The root of evidence = level from a q on its right, where it is convex; the evidence is 0 up to `silent`."""
    for _ in range(200):
        value, slope = evidence(family, plays, means, reach, k, q)
        if value <= level or slope <= 0:
            break
        moved = max(q - (value - level) / slope, silent)
        done = q - moved <= 1e-15
        q = moved
        if done:
            break
    return q


@njit(cache=True)
def narrow(family, plays, means, reach, k, level, below, above):
    """The root of evidence = level between two bounds that are positive: Newton's method, kept between them."""
    q = above
    for _ in range(200):
        value, slope = evidence(family, plays, means, reach, k, q)
        if value > level:
            above = q
        else:
            below = q
        moved = q - (value - level) / slope if slope > 0 else above
        if not (below < moved < above):
            moved = below + (above - below) / 2
            if above > 2 * below:
                moved = math.sqrt(max(below, 1e-8 * above)) * math.sqrt(above)
        done = abs(q - moved) <= 1e-15 * max(1.0, q)
        q = moved
        if done:
            break
    return q


@njit(cache=True)
def right_of_root(family, plays, means, reach, k, level, near):
    """A q that is not left of the root of evidence = level, from one step of Newton's method at `near`; or infinity."""
    if not is_convex(family):
        return np.inf
    # The evidence is convex: where its tangent meets the level, it lies on or above it.
    value, slope = evidence(family, plays, means, reach, k, near)
    return near + (level - value) / slope if slope > 0 else np.inf


@njit(cache=True)
def is_above(family, plays, means, reach, k, q, level):
    """Whether the evidence against arm k at q, below the largest mean, is below the level."""
    value = plays[k] * divergence(family, means[k], q) if plays[k] > 0 else 0.0
    for i in range(len(plays)):
        if value >= level:
            return False
        y = q - reach[k, i]
        if plays[i] > 0 and y > means[i] and i != k:
            value += plays[i] * divergence(family, means[i], y)
    return value < level


@njit(cache=True)
def kl_ucb_index(family, plays, mean, level):
    """sup{q ≥ θ̂ : t I(θ̂, q) ≤ level} of one played arm."""
    high, last = high_of(family), last_of(family)
    if mean >= high:
        return high
    q = right_of(family, mean, level / plays)
    at_end = q >= high
    q = max(min(q, last), mean)
    if family[0] == EXPONENTIAL:
        # In the logarithm of q it is convex.
        u = log_ratio(level / plays)
        return mean * math.exp(u) if u < 700 else np.inf
    for _ in range(200):
        value = plays * divergence(family, mean, q)
        if value <= level:
            break
        moved = max(q - (value - level) * variance(family, q) / (plays * (q - mean)), mean)
        done = q - moved <= 1e-15
        q = moved
        if done:
            break
    return high if at_end and q >= last else q


@njit(cache=True)
def log_ratio(spread):
    """The u ≥ 0 with u − 1 + e^−u = spread: I(x, x e^u) of exponential rewards."""
    u = 1 + spread
    if 2 * spread < 1:
        u = min(u, -math.log1p(-math.sqrt(2 * spread)))
    for _ in range(200):
        # e^−u − 1 + u, without cancellation.
        down = -math.expm1(-u)
        value = u - down if u > 0.1 else divergence((EXPONENTIAL, 1.0), 1.0, math.exp(u))
        if value <= spread or down <= 0:
            break
        moved = max(u - (value - spread) / down, 0.0)
        done = u - moved <= 1e-16 * max(1.0, u)
        u = moved
        if done:
            break
    return u


@njit(cache=True)
def spread_of(family, index, mean, plays, level):
    """How far an index is from its mean, or how far the arm's own plays would let it be, if that is more.

    Where what other arms paid speaks against the mean, the index is the mean, which moves with each play nevertheless.
    """
    own = 1 / 4 if family[0] == BERNOULLI else variance(family, index)
    return max(index - mean, math.sqrt(2 * own * level / max(plays, 1.0)))


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
def least_played_above(family, plays, means, reach, first, excluded, q, level):
    """The least played arm with an index above q, below the largest mean; −1 for none.

    Arms that are found not to be are excluded, too.
    """
    arm = least_played(plays, first, excluded)
    while arm >= 0 and not is_above(family, plays, means, reach, first + arm, q, level):
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
    # One by one, as the policies add: sums of rewards that are no whole numbers depend on the order.
    total = sums[row]
    for m in range(used[row], used[row] + rounds):
        total += float(buffer[row, m])  # Not compiled, the sum of bytes would be one.
    plays[row] += rounds
    sums[row] = total
    used[row] += rounds
