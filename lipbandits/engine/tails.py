"""The tail of the evidence itself and bounds on it, for pages; named as in `lipbandits.theory.concentration`.

The tail of one arm that stops, and that of counts fixed in advance: exactly where sums are few, in a bracket
otherwise.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.evidence import TIE, evidence_of

# Sums that are listed for a half of the arms; beyond, `exact_tail` gives up.
MOST_SUMS = 4000
# Rows of what `bounds` fills.
BOUNDS = ("bound", "union_bound", "mixture_bound", "kaufmann_koolen_bound")
_HALVINGS = 200
_BASE = 1.5


@njit(cache=True)
def binomial(plays, mean, chances):
    """The chances of 0 to `plays` rewards. chances : (plays + 1,)."""
    chances[:] = 0.0
    mode = min(int((plays + 1) * mean), plays)
    chances[mode] = total = 1.0
    if mean <= 0.0 or mean >= 1.0:
        return
    odds = mean / (1 - mean)
    for s in range(mode, plays):
        chances[s + 1] = chances[s] * (plays - s) / (s + 1) * odds
        total += chances[s + 1]
    for s in range(mode, 0, -1):
        chances[s - 1] = chances[s] * s / (plays - s + 1) / odds
        total += chances[s - 1]
    for s in range(plays + 1):
        chances[s] /= total


@njit(cache=True)
def evidence_of_an_arm(plays, mean, reach, values, chances):
    """The evidence below `reach` that one arm can give, increasing, with its chances; how many, and the chance of more.

    values, chances : (plays + 1,).
    """
    mass = np.zeros(plays + 1)
    binomial(plays, mean, mass)
    values[0] = chances[0] = sure = 0.0
    size = 1
    for s in range(plays, -1, -1):
        value = evidence_of(plays, s, mean)
        if value == 0.0:
            chances[0] += mass[s]
        elif value >= reach:
            sure += mass[s]
        else:
            values[size], chances[size] = value, mass[s]
            size += 1
    return size, sure


@njit(cache=True)
def add_arm(half, size, own, own_size, own_sure, reach, joined):
    """Sums below `reach` of a half and one more arm; how many, and the chance of more. half, own, joined : (2, …)."""
    count, sure = 0, 0.0
    for i in range(size):
        sure += half[1, i] * own_sure
        for j in range(own_size):
            value, chance = half[0, i] + own[0, j], half[1, i] * own[1, j]
            if value >= reach:
                sure += chance
            else:
                joined[0, count], joined[1, count] = value, chance
                count += 1
    return count, sure


@njit(cache=True)
def exact_tail(theta, plays, deltas, found, status):
    """The tail of counts fixed in advance, at increasing δ > 0. found : (D,). status : (1,), 0 where sums are too many.

    The arms are dealt out to two halves, whose sums are listed and meet in the middle.
    """
    reach = deltas[-1] * (1 - TIE)
    halves, spare = np.zeros((2, 2, MOST_SUMS)), np.zeros((2, MOST_SUMS))
    sizes, sures = np.ones(2, dtype=np.int64), np.zeros(2)
    halves[:, 1, 0] = 1.0
    status[0] = 0.0
    for k in range(len(theta)):
        own = np.zeros((2, int(plays[k]) + 1))
        own_size, own_sure = evidence_of_an_arm(int(plays[k]), theta[k], reach, own[0], own[1])
        h = 0 if sizes[0] <= sizes[1] else 1
        if sizes[h] * own_size > MOST_SUMS:
            return
        count, sure = add_arm(halves[h], sizes[h], own, own_size, own_sure, reach, spare)
        sures[h] += sure
        sizes[h] = count
        # In order; equal sums share the first of their places.
        ordered = spare[0, :count].copy()
        ordered.sort()
        halves[h, 1, :count] = 0.0
        for i in range(count):
            halves[h, 0, i] = ordered[i]
            halves[h, 1, np.searchsorted(ordered, spare[0, i])] += spare[1, i]
    status[0] = 1.0
    # The chance that the second half has at least so much, from its rarest sums on.
    at_least = np.zeros(sizes[1] + 1)
    at_least[sizes[1]] = sures[1]
    for i in range(sizes[1] - 1, -1, -1):
        at_least[i] = at_least[i + 1] + halves[1, 1, i]
    for d in range(len(deltas)):
        total, j = sures[0], sizes[1]
        for i in range(sizes[0]):
            needed = deltas[d] * (1 - TIE) - halves[0, 0, i]
            while j > 0 and halves[1, 0, j - 1] >= needed:
                j -= 1
            total += halves[0, 1, i] * at_least[j]
        found[d] = min(total, 1.0)


@njit(cache=True)
def tail_bracket(theta, plays, deltas, cells, found):
    """A lower and an upper bound of the tail of counts fixed in advance, at increasing δ > 0. found : (2, D)."""
    last = deltas[-1]
    width = last / cells
    for side in range(2):
        sign = 2 * side - 1
        chances, longer, binned = np.zeros(cells), np.zeros(cells), np.zeros(cells + 2)
        chances[0], beyond = 1.0, 0.0
        for k in range(len(theta)):
            own = np.zeros((2, int(plays[k]) + 1))
            size, sure = evidence_of_an_arm(int(plays[k]), theta[k], last, own[0], own[1])
            binned[:], longer[:] = 0.0, 0.0
            for i in range(size):
                # The slack keeps rounding errors on the safe side.
                place = own[0, i] / width * (1 + sign * TIE)
                binned[math.ceil(place) if side == 1 else math.floor(place)] += own[1, i]
            beyond += sure * chances.sum()
            for c in range(cells + 2):
                if binned[c] > 0.0:
                    kept = max(cells - c, 0)
                    for i in range(kept):
                        longer[c + i] += chances[i] * binned[c]
                    beyond += binned[c] * chances[kept:].sum()
            for i in range(cells):
                chances[i] = longer[i]
        for i in range(cells - 2, -1, -1):
            chances[i] += chances[i + 1]
        for d in range(len(deltas)):
            needed = math.ceil(deltas[d] / width * (1 - sign * TIE))
            found[side, d] = min((chances[needed] if needed < cells else 0.0) + beyond, 1.0)


@njit(cache=True)
def largest_tail(mean, n, delta, found):
    """The chance that the evidence of one arm reaches δ > 0 within n − 1 samples. found : (1,)."""
    # Entry s is the chance of the sum s without having reached δ; sums below `lowest` have.
    waiting = np.zeros(n + 1)
    waiting[0] = 1.0
    lowest, reached = 0, 0.0
    for t in range(1, n):
        won = 0.0
        for s in range(lowest, t + 1):
            # What had s losses less and wins here, and what loses here.
            gained, won = won, waiting[s] * mean
            waiting[s] += gained - won
        while lowest <= t and evidence_of(t, lowest, mean) >= delta * (1 - TIE):
            reached += waiting[lowest]
            waiting[lowest] = 0.0
            lowest += 1
    found[0] = reached


@njit(cache=True)
def log_bound(n_arms, log_n, delta):
    """The logarithm of Theorem 2's right side; nan for δ < K + 1, where it does not hold."""
    if delta < n_arms + 1:
        return np.nan
    inner = math.ceil(delta * log_n) * delta / n_arms
    return n_arms * math.log(inner) + n_arms + 1 - delta


@njit(cache=True)
def log_union_bound(n_arms, log_n, delta):
    """The logarithm of the naive way from one arm to K."""
    part = delta / n_arms
    return math.log(n_arms * math.ceil(part * log_n)) + 1 - part


@njit(cache=True)
def inverse_h(y):
    """The u ≥ 1 with u − log u = y."""
    if y <= 1.0:
        return 1.0
    low, high = 1.0, 2 * y + 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if middle - math.log(middle) < y:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@njit(cache=True)
def calibration(x):
    """T(x) of Kaufmann and Koolen; see `lipbandits.theory.concentration.bounds`."""
    z = (inverse_h(1 + x) + math.log(math.pi**2 / 3)) / 2
    if z < 1 / math.log(_BASE) + math.log(math.log(_BASE)):
        return 2 * _BASE * (z - math.log(math.log(_BASE)))
    u = inverse_h(z)
    return 2 * math.exp(1 / u) * u


@njit(cache=True)
def log_kaufmann_koolen_bound(n_arms, n, delta):
    """The logarithm of Kaufmann and Koolen's bound; at most 0, which says nothing."""
    share = delta / n_arms - 3 * math.log1p(math.log(n - 1))
    if share <= calibration(0.0):
        return 0.0
    low, high = 0.0, share
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if high - low <= 1e-14 * high:
            break
        if calibration(middle) < share:
            low = middle
        else:
            high = middle
    return -n_arms * (low + high) / 2


@njit(cache=True)
def log_of(which, n_arms, n, delta):
    """The logarithm of one of the bounds, by its place in BOUNDS."""
    if which == 0:
        return log_bound(n_arms, math.log(n), delta)
    if which == 1:
        return log_union_bound(n_arms, math.log(n), delta)
    if which == 2:
        return n_arms * math.log(2 * math.sqrt(n - 1.0)) - delta
    return log_kaufmann_koolen_bound(n_arms, n, delta)


@njit(cache=True)
def level_for(n_arms, n, chance, levels):
    """The δ at which each bound falls to a chance below 1. levels : (4,), as BOUNDS."""
    for which in range(len(levels)):
        low, high = n_arms + 1.0 if which == 0 else 0.0, n_arms + 1.0
        while log_of(which, n_arms, n, high) > math.log(chance):
            low, high = high, 2 * high
        while high - low > 1e-10 * high:
            middle = (low + high) / 2
            if log_of(which, n_arms, n, middle) > math.log(chance):
                low = middle
            else:
                high = middle
        levels[which] = high


@njit(cache=True)
def bounds(n_arms, n, deltas, found):
    """Logarithms of the bounds at each δ, for a round n ≥ 2. found : (4, D), as BOUNDS."""
    for which in range(len(found)):
        for d in range(len(deltas)):
            found[which, d] = log_of(which, n_arms, n, deltas[d])
