"""Thompson sampling compiled: the plays of `lipbandits.policies.ThompsonSampling`.

It takes the same uniforms in the same order. They come in blocks: a round for which they do not suffice is begun anew
with a longer block, so that a play does not depend on where a block ends.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import draw, unplayed
from lipbandits.engine.families import BERNOULLI, EXPONENTIAL, GAUSSIAN, POISSON
from lipbandits.engine.quantiles import gamma_or_zero, normal

# In the place of the arm whose rewards ran out.
NONE, UNIFORMS = -1, -2


@njit(cache=True)
def fill_gammas(shapes, block, at, left, drawn):
    """Fill a draw for each shape, 1/2 or at least 1, with uniforms from place `at` on.

    left : (M,) for work. Returns the place after the last one taken, or −1 where there were too few.
    """
    count = 0
    for i in range(len(shapes)):
        if shapes[i] < 1:
            if at == len(block):
                return -1
            x = normal(block[at])
            drawn[i] = x * x / 2
            at += 1
        else:
            left[count] = i
            count += 1
    while count > 0:
        if at + 2 * count > len(block):
            return -1
        remain = 0
        for j in range(count):
            i = left[j]
            drawn[i] = gamma_or_zero(shapes[i], block[at + 2 * j], block[at + 2 * j + 1])
            if drawn[i] == 0:
                left[remain] = i
                remain += 1
        at += 2 * count
        count = remain
    return at


@njit(cache=True)
def fill_shapes(family, plays, sums, ones, added, shapes):
    """Fill the shapes of the gammas that a draw for each arm takes: 2 K for coins, else K."""
    n_arms = len(plays)
    for k in range(n_arms):
        if family[0] == BERNOULLI:
            shapes[k] = added + ones[k]
            shapes[n_arms + k] = added + (plays[k] - ones[k])
        else:
            shapes[k] = 0.5 + sums[k] if family[0] == POISSON else plays[k]


@njit(cache=True)
def mean_of(family, plays, sums, drawn, k):
    """The mean of arm k that its gammas are."""
    if family[0] == BERNOULLI:
        return drawn[k] / (drawn[k] + drawn[len(plays) + k])
    return sums[k] / drawn[k] if family[0] == EXPONENTIAL else drawn[k] / plays[k]


@njit(cache=True)
def choose(family, plays, sums, ones, added, block, at, work):
    """The arm of the largest draw, and the place after the last uniform taken, −1 where there were too few.

    work : (shapes, left, drawn), each of 2 K entries.
    """
    n_arms = len(plays)
    size = 2 * n_arms if family[0] == BERNOULLI else n_arms
    shapes, left, drawn = work
    if family[0] != GAUSSIAN:
        fill_shapes(family, plays, sums, ones, added, shapes)
        at = fill_gammas(shapes[:size], block, at, left, drawn)
    elif at + n_arms > len(block):
        at = -1
    if at < 0:
        return 0, -1
    arm, largest = 0, -np.inf
    for k in range(n_arms):
        if family[0] == GAUSSIAN:
            mean = sums[k] / plays[k] + family[1] * normal(block[at]) / math.sqrt(plays[k])
            at += 1
        else:
            mean = mean_of(family, plays, sums, drawn, k)
        if mean > largest:
            arm, largest = k, mean
    return arm, at


@njit(cache=True)
def advance(family, added, ones, block, taken, plays, sums, buffer, used, n, stop, played):
    """Play rounds n to `stop`; returns the next round, and NONE, the arm whose rewards ran out before it, or UNIFORMS.

    added : what the prior adds to the ones and zeros of coins. ones : (K,) of coins, changed in place. block : (B,)
    uniforms, of which taken (1,) are gone. As to all else see `kl_ucb`.
    """
    n_arms, stock = buffer.shape
    work = np.empty(2 * n_arms), np.empty(2 * n_arms, dtype=np.int64), np.empty(2 * n_arms)
    while n <= stop:
        arm, at = unplayed(plays), taken[0]
        if arm < 0:
            arm, at = choose(family, plays, sums, ones, added, block, at, work)
        if at < 0:
            return n, UNIFORMS
        if used[arm] == stock:
            return n, arm
        if family[0] == BERNOULLI:
            one = float(buffer[arm, used[arm]])
            if 0 < one < 1:
                if at == len(block):
                    return n, UNIFORMS
                one = 1.0 if block[at] < one else 0.0
                at += 1
            ones[arm] += one
        taken[0] = at
        draw(plays, sums, buffer, used, arm, 1)
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, NONE
