"""KL-UCB compiled: the plays of `lipbandits.policies.KLUCB`.

An index grows with the level. Over a band of rounds in which the level hardly changes, each arm's index lies between
its values at the two ends of the band, which only a play of that arm changes; arms between which these bounds cannot
decide are compared exactly. While the index of one arm is above all the other bounds, it plays on.
"""

from collections import namedtuple

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, draw, first_of_the_largest, kl_ucb_index, level_of, unplayed
from lipbandits.engine.families import divergence, high_of

# The bounds are themselves computed to about 1e-15.
_SLACK = 1e-12

State = namedtuple("State", "plays sums lowest highest indexes band")
# As a record its entries have names where nothing is compiled, too.
BAND = np.dtype((np.record, [("until", np.int64), ("first", float), ("last", float)]))


@njit(cache=True)
def new_state(plays, sums):
    """What is known after so many plays, with no band.

    plays, sums : (K,). lowest, highest : (K,) the indexes at the ends of the band. indexes : (K,), those that were
    needed in the present round. band : (1,) the round until which it goes, and f in its first round and its last.
    """
    lowest, highest, indexes = np.empty((3, len(plays)))
    return State(plays, sums, lowest, highest, indexes, np.zeros(1, dtype=BAND))


@njit(cache=True)
def measure(family, state, k):
    """Find the bounds of arm k."""
    band, plays, mean = state.band[0], state.plays[k], state.sums[k] / state.plays[k]
    state.lowest[k] = kl_ucb_index(family, plays, mean, band.first)
    state.highest[k] = kl_ucb_index(family, plays, mean, band.last)


@njit(cache=True)
def begin(family, state, n, factor):
    """Begin a band in round n."""
    band = state.band[0]
    band.until = n + n // 200
    band.first, band.last = level_of(n, factor), level_of(band.until, factor)
    for k in range(len(state.plays)):
        measure(family, state, k)


@njit(cache=True)
def choose(family, state, n, factor):
    """The first arm of the largest index, and whether its bounds alone are above those of all others."""
    threshold = state.lowest.max() - TOLERANCE - _SLACK
    candidates, arm = 0, -1
    for k in range(len(state.plays)):
        if state.highest[k] >= threshold:
            candidates, arm = candidates + 1, k
    if candidates == 1:
        return arm, True
    level = level_of(n, factor)
    for k in range(len(state.plays)):
        state.indexes[k] = -np.inf
        if state.highest[k] >= threshold:
            state.indexes[k] = kl_ucb_index(family, state.plays[k], state.sums[k] / state.plays[k], level)
    return first_of_the_largest(state.indexes, len(state.plays), TOLERANCE), False


@njit(cache=True)
def streak(family, state, arm, rewards):
    """For how many of the rewards of an arm its index stays above the bounds of all others, in this band."""
    first, highest = state.band[0].first, state.highest
    others = -np.inf
    for k in range(len(highest)):
        if k != arm:
            others = max(others, highest[k])
    q = others + 2 * TOLERANCE
    if q >= high_of(family):
        return 0
    t, s = state.plays[arm], state.sums[arm]
    for m in range(len(rewards)):
        mean = s / t
        if mean < q and t * divergence(family, mean, q) >= first:
            return m
        s += rewards[m]
        t += 1
    return len(rewards)


@njit(cache=True)
def advance(family, plays, sums, buffer, used, n, stop, played, factor):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) rewards in stock. used : (K,) how many of each row are gone. played : (T,) filled with the
    arms, or empty. plays, sums : (K,) float64, changed in place.
    """
    stock = buffer.shape[1]
    state = new_state(plays, sums)
    band = state.band[0]
    while n <= stop:
        arm, rounds = unplayed(plays), 0
        if arm < 0:
            if n > band.until:
                begin(family, state, n, factor)
            arm, alone = choose(family, state, n, factor)
            if alone:
                most = min(stop, band.until) - n + 1
                rounds = streak(family, state, arm, buffer[arm, used[arm] : used[arm] + most])
        if rounds == 0:
            if used[arm] == stock:
                return n, arm
            rounds = 1
        draw(plays, sums, buffer, used, arm, rounds)
        if len(played) > 0:
            played[n - 1 : n - 1 + rounds] = arm
        if n <= band.until:
            measure(family, state, arm)
        n += rounds
    return n, -1
