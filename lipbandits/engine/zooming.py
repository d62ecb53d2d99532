"""Zooming compiled: the plays of `lipbandits.policies.Zooming`.

A radius grows with n between two plays of its point, if it changes at all. So what a point was seen to cover stays
covered until its next play, and an interval of candidates for each active point, with a count of how many intervals
hold each candidate, tells almost always that nothing is uncovered. Only a candidate that no interval holds is compared
with the radii of its round.
"""

import math
from collections import namedtuple

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, first_of_the_largest
from lipbandits.engine.families import low_of
from lipbandits.engine.quantiles import reward_at

State = namedtuple("State", "candidates means order place active plays sums averages widths first last held size lost")


def new_state(candidates, means, order):
    """Nothing is active yet.

    candidates, means : (M,). order : (M,) numbers of the candidates as they are considered. place : (M,) where in it a
    candidate is. active : (M,) numbers of the active candidates in the order of activation, of which size (1,) are in
    use; so too plays, sums, averages, widths (1/√t if tuned, else 1/√(2 + t)), and the interval first to last
    (excluded) of candidates that each was seen to cover. held : (M,) how many intervals hold a candidate. lost : (1,)
    regret so far.
    """
    active, first, last, held = np.zeros((4, len(candidates)), dtype=np.int64)
    counts = np.zeros((4, len(candidates)))
    size, lost = np.zeros(1, dtype=np.int64), np.zeros(1)
    return State(candidates, means, order, np.argsort(order), active, *counts, first, last, held, size, lost)


@njit(cache=True)
def radius(plays, n, phase, tuned, scale):
    """The confidence radius in round n, in a phase."""
    if not tuned:
        return scale * math.sqrt(8 * phase / (2 + plays))
    return scale * math.sqrt(math.log(n) / (2 * plays)) if plays > 0 else np.inf


@njit(cache=True)
def set_interval(state, a, reach, lipschitz):
    """Fit the interval of an active point to its radius, `reach`; returns the first place now in none, or M."""
    candidates, held, centre = state.candidates, state.held, state.candidates[state.active[a]]
    first, last, foremost = state.first[a], state.last[a], len(state.candidates)
    while first < last and lipschitz * abs(candidates[last - 1] - centre) > reach:
        last -= 1
        held[last] -= 1
        if held[last] == 0:
            foremost = min(foremost, state.place[last])
    while first < last and lipschitz * abs(candidates[first] - centre) > reach:
        held[first] -= 1
        if held[first] == 0:
            foremost = min(foremost, state.place[first])
        first += 1
    while first > 0 and lipschitz * abs(candidates[first - 1] - centre) <= reach:
        first -= 1
        held[first] += 1
    while last < len(candidates) and lipschitz * abs(candidates[last] - centre) <= reach:
        held[last] += 1
        last += 1
    state.first[a], state.last[a] = first, last
    return foremost


@njit(cache=True)
def covering(state, c, n, phase, lipschitz, tuned, scale):
    """An active point that covers candidate c in round n, or −1."""
    for a in range(state.size[0]):
        distance = lipschitz * abs(state.candidates[c] - state.candidates[state.active[a]])
        if distance <= radius(state.plays[a], n, phase, tuned, scale):
            return a
    return -1


@njit(cache=True)
def advance(family, state, block, used, n, stop, played, lipschitz, tuned, radii_added, phases, best_mean, scale):
    """Play rounds n to `stop`; returns the next round, which is not beyond `stop` if the uniforms run out before.

    block : (B,) uniforms. used : (1,) how many are gone. played : (T,) filled with the points, or empty. tuned,
    radii_added, phases : as those of the policy. scale : what radii are multiplied by.
    """
    candidates, held, size = state.candidates, state.held, state.size
    plays, sums, averages, widths = state.plays, state.sums, state.averages, state.widths
    indexes = np.empty(len(candidates))
    # Every candidate considered before this place is held.
    foremost = 0
    while n <= stop and used[0] < len(block):
        phase = math.floor(math.log2(n + 1))
        if phases and n + 1 == 1 << phase:
            size[0], foremost = 0, 0
            held[:] = 0
        arm = -1
        while foremost < len(candidates):
            c = state.order[foremost]
            if held[c] > 0:
                foremost += 1
                continue
            a = covering(state, c, n, phase, lipschitz, tuned, scale)
            if a >= 0:
                set_interval(state, a, radius(plays[a], n, phase, tuned, scale), lipschitz)
                continue
            a = size[0]
            size[0] += 1
            state.active[a], state.first[a], state.last[a] = c, c, c
            plays[a], sums[a], averages[a], widths[a] = 0.0, 0.0, 0.0, math.sqrt(0.5)
            set_interval(state, a, radius(0.0, n, phase, tuned, scale), lipschitz)
            # Its index is infinite.
            arm = a if tuned or low_of(family) < 0 else -1
            break
        if arm < 0:
            added = scale * radii_added * math.sqrt(math.log(n) / 2 if tuned else 8.0 * phase)
            for a in range(size[0]):
                indexes[a] = averages[a] + added * widths[a]
            arm = first_of_the_largest(indexes, size[0], TOLERANCE)
        c = state.active[arm]
        plays[arm] += 1
        sums[arm] += reward_at(family, block[used[0]], state.means[c])
        averages[arm] = sums[arm] / plays[arm]
        widths[arm] = 1 / math.sqrt(plays[arm] if tuned else 2 + plays[arm])
        used[0] += 1
        state.lost[0] += max(best_mean - state.means[c], 0.0)
        foremost = min(foremost, set_interval(state, arm, radius(plays[arm], n, phase, tuned, scale), lipschitz))
        if len(played) > 0:
            played[n - 1] = candidates[c]
        n += 1
    return n
