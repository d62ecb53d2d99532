"""What days at chosen arms bring, and what they leave possible, as whoever chooses the arms keeps account of them."""

import numpy as np
from numba import njit

from lipbandits.engine.core import kl_ucb_index
from lipbandits.engine.families import COINS, kl
from lipbandits.engine.race import lost
from lipbandits.engine.streams import REWARDS, uniform
from lipbandits.engine.tent import reach_of

# What `account` fills: the entries of `totals`, and the rows of `rows`. Of each arm the lowest and the highest mean
# that its own plays leave possible, and those that all plays do, by the promise; see `possible_means`.
TOTALS = ("reward", "regret")
ROWS = ("plays", "sums", "own_low", "own_high", "low", "high")


# Means are sought between these: at 0 and 1 evidence may have no slope.
_HALVINGS = 50
_LEAST, _MOST = 2.0**-51, 1 - 2.0**-51


@njit(cache=True)
def held(value, centre, away):
    """The number within `away` of a centre that is closest to a value."""
    return min(max(value, centre - away), centre + away)


@njit(cache=True)
def own_evidence(plays, means, i, x):
    """t_i I(θ̂_i, x), and its slope in x; 0 < x < 1."""
    if plays[i] == 0:
        return 0.0, 0.0
    return plays[i] * kl(COINS, means[i], x), plays[i] * (x - means[i]) / (x * (1 - x))


@njit(cache=True)
def beyond(plays, means, reach, side, turns, least, i, x):
    """The least evidence of the arms on one side of arm i, without it, if its mean is x; and the slope in x.

    side : −1 or 1. turns, least : (2, K), where the evidence of an arm and all beyond it is least, and that, by side.
    """
    value, slope = 0.0, 0.0
    while 0 <= i + side < len(plays):
        away, row = reach[i, i + side], (side + 1) // 2
        i += side
        # The evidence is convex, so the best mean is the closest to where it is least.
        near = held(turns[row, i], x, away)
        if near == turns[row, i]:
            return value + least[row, i], slope
        own, own_slope = own_evidence(plays, means, i, near)
        value, slope, x = value + own, slope + own_slope, near
    return value, slope


@njit(cache=True)
def fill_turns(plays, means, reach, side, turns, least):
    """Fill the row of one side, from the last arm there."""
    row = (side + 1) // 2
    for m in range(len(plays)):
        i = m if side < 0 else len(plays) - 1 - m
        low, high = _LEAST, _MOST
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            slope = own_evidence(plays, means, i, middle)[1]
            slope += beyond(plays, means, reach, side, turns, least, i, middle)[1]
            if slope < 0:
                low = middle
            else:
                high = middle
        turns[row, i] = middle = (low + high) / 2
        least[row, i] = own_evidence(plays, means, i, middle)[0]
        least[row, i] += beyond(plays, means, reach, side, turns, least, i, middle)[0]


@njit(cache=True)
def least_evidence_at(plays, means, reach, turns, least, k, q):
    """min Σ_i t_i I(θ̂_i, θ_i) over the L-Lipschitz θ with θ_k = q; 0 < q < 1."""
    value = own_evidence(plays, means, k, q)[0]
    for side in (-1, 1):
        value += beyond(plays, means, reach, side, turns, least, k, q)[0]
    return value


@njit(cache=True)
def end_of(plays, means, reach, turns, least, k, inside, outside, most):
    """The last mean of arm k, from one that is possible towards 0 or 1, whose least evidence is at most so much."""
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if least_evidence_at(plays, means, reach, turns, least, k, middle) <= most:
            inside = middle
        else:
            outside = middle
    return (inside + outside) / 2


@njit(cache=True)
def possible_means(plays, sums, arms, lipschitz, level, rows):
    """Fill four rows of `rows` (4, K): the ends by an arm's own plays, and by those of all arms.

    A mean is possible if it makes what was seen less likely than the best guess does by a factor of e^level at most. By
    an arm's own plays the best guess is its average. By all plays, guesses are the L-Lipschitz θ alone: those with
    θ_k = q have an evidence of at least min Σ_i t_i I(θ̂_i, θ_i), and it may exceed the least of all θ by `level`. So
    there is always one that is possible; but the average of an arm need not be, where the others' plays deny it. (The
    index b_k of the policies is never below the average, and counts only what speaks against a mean that is too high.)

    arms : (K,) increasing positions.
    """
    reach, means = reach_of(COINS, arms, lipschitz), np.zeros(len(plays))
    for k in range(len(plays)):
        rows[0, k], rows[1, k] = 0.0, 1.0
        if plays[k] > 0:
            means[k] = sums[k] / plays[k]
            # A mean is small exactly when the mean of the opposite reward, 1 − X, is large.
            rows[0, k] = 1 - kl_ucb_index(COINS, plays[k], (plays[k] - sums[k]) / plays[k], level)
            rows[1, k] = kl_ucb_index(COINS, plays[k], means[k], level)
    turns, least = np.zeros((2, len(plays))), np.zeros((2, len(plays)))
    for side in (-1, 1):
        fill_turns(plays, means, reach, side, turns, least)
    # The best guess, from the last arm to the first.
    last = len(plays) - 1
    guess, most = turns[0, last], least[0, last] + level
    for k in range(last, -1, -1):
        if k < last:
            guess = held(turns[0, k], guess, reach[k, k + 1])
        rows[2, k] = end_of(plays, means, reach, turns, least, k, guess, _LEAST, most)
        rows[3, k] = end_of(plays, means, reach, turns, least, k, guess, _MOST, most)


@njit(cache=True)
def account(theta, arms, lipschitz, seed_low, seed_high, level, played, paid, totals, rows):
    """Play the arms of `played` (T,) on run 0 of a seed, whose two words of 32 bits are given.

    paid : (T,) filled with the rewards. totals : (2,) and rows : (6, K), filled with what TOTALS and ROWS name.
    """
    key = np.uint64(seed_high) << np.uint64(32) | np.uint64(seed_low)
    plays, sums = rows[0], rows[1]
    plays[:] = 0.0
    sums[:] = 0.0
    for n in range(len(played)):
        k = int(played[n])
        paid[n] = 1.0 if uniform(key, 0, REWARDS, k, int(plays[k])) < theta[k] else 0.0
        plays[k] += 1
        sums[k] += paid[n]
    totals[0], totals[1] = sums.sum(), lost(theta, plays)
    possible_means(plays, sums, arms, lipschitz, level, rows[2:])
