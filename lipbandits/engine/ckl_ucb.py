"""CKL-UCB compiled: the plays of `lipbandits.policies.CKLUCB`, most of them without computing an index.

Two facts carry it. For q ≥ θ̂_k, b_k > q exactly when the evidence E_k(q) = Σ_i t_i I⁺(θ̂_i, q − L d(i, k)) is below
f(n). And E_k is convex and increasing in q.

- **Rulers.** As long as lo ≤ b_leader ≤ hi − tolerance, an arm with E_k(hi) < f(n) is above the leader and one with
  E_k(lo + tolerance) > f(n) is not. The sums E_k at these two fixed q ("rulers") change by one term a play, and a
  term costs no logarithm. Only arms between the two need exact work.
- **Streaks.** The chord of E_k between the rulers gives a pin that b_k cannot exceed for a while, if only the leader
  is played. While the leader's index stays above the pin, it plays on without a look at the others.

Sums on a ruler lose up to 1e-9; anything closer than 1e-6 to a decision is decided exactly.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, evidence, kl_plus, largest_q, level_of

_MARGIN = 1e-6


@njit(cache=True)
def term(plays, sums, mean, entropy, q, log_q, log_1_q):
    """t I⁺(θ̂, q), from logarithms at hand; `entropy` is S log θ̂ + (t − S) log(1 − θ̂)."""
    return entropy - sums * log_q - (plays - sums) * log_1_q if plays > 0 and q > mean else 0.0


@njit(cache=True)
def entropy_of(plays, sums):
    lost = plays - sums
    value = 0.0
    if sums > 0:
        value += sums * math.log(sums / plays)
    if lost > 0:
        value += lost * math.log(lost / plays)
    return value


@njit(cache=True)
def measure(i, plays, sums, means, which, ruler, terms, totals):
    """Bring the terms of arm i on a ruler, and the totals of all arms, up to date."""
    entropy = entropy_of(plays[i], sums[i])
    for k in range(len(plays)):
        m = which[i, k]
        new = term(plays[i], sums[i], means[i], entropy, ruler[0, m], ruler[1, m], ruler[2, m])
        totals[k] += new - terms[i, k]
        terms[i, k] = new


@njit(cache=True)
def lay(q, plays, sums, means, which, distinct, ruler, terms, totals):
    """Lay a ruler at q: rows q − L d, its logarithm and that of its complement; and from it E_k(q) for every arm k."""
    for m in range(len(distinct)):
        ruler[0, m] = q - distinct[m]
        if ruler[0, m] > 0:
            ruler[1, m], ruler[2, m] = math.log(ruler[0, m]), math.log1p(-ruler[0, m])
    terms[:] = 0.0
    totals[:] = 0.0
    for i in range(len(plays)):
        measure(i, plays, sums, means, which, ruler, terms, totals)


@njit(cache=True)
def precedes(plays, k, best):
    """Whether arm k is less played than arm `best`, or as much and lower; −1 stands for no arm."""
    return best < 0 or plays[k] < plays[best] or (plays[k] == plays[best] and k < best)


@njit(cache=True)
def advance(plays, sums, buffer, used, n, stop, played, reach, which, distinct, factor, forced):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) uint8 rewards in stock. used : (K,) how many of each row are gone. reach : (K, K) L·d, which holds
    distinct[which]. played : (T,) filled with the arms, or empty. plays, sums : (K,) float64, changed in place.
    """
    n_arms, stock = buffer.shape
    means = np.where(plays > 0, sums / np.maximum(plays, 1.0), 0.0)
    high, low = np.empty((3, len(distinct))), np.empty((3, len(distinct)))
    high_terms, low_terms = np.empty((n_arms, n_arms)), np.empty((n_arms, n_arms))
    high_totals, low_totals = np.empty(n_arms), np.empty(n_arms)
    # The leader's own sum at hi − tolerance, where its index must not reach.
    own, own_terms, own_total = np.empty((3, n_arms)), np.empty(n_arms), 0.0
    rejected = np.zeros(n_arms, dtype=np.bool_)
    laid, share, lo, hi = False, 0.05, 0.0, 0.0
    in_a_row = 0
    leader = int(np.argmax(means))
    least = plays.min()

    while n <= stop:
        level = level_of(n, factor)
        arm = -1
        if forced and n >= 3 and least < math.log(math.log(n)):
            arm = 0
            while plays[arm] >= math.log(math.log(n)):
                arm += 1
        if arm < 0 and laid:
            # Does the leader's index still lie between the rulers?
            above_low = means[leader] >= lo or low_totals[leader] <= level - _MARGIN
            below_high = means[leader] <= hi - TOLERANCE and own_total >= level + _MARGIN
            if not (above_low and below_high):
                laid = False
                share = min(2 * share, 0.2)
        exact = -1.0
        while arm < 0:
            if not laid:
                if exact < 0:
                    exact = max(means[leader], largest_q(plays, means, reach, leader, level))
                if exact + 1e-6 >= 1:
                    arm = leader
                    if exact + TOLERANCE < 1:
                        best = -1
                        for k in range(n_arms):
                            if k != leader and precedes(plays, k, best):
                                if evidence(plays, means, reach, k, exact + TOLERANCE)[0] < level:
                                    best = k
                        if best >= 0:
                            arm = best
                    break
                spread = max(exact - means[leader], math.sqrt(level / (2 * max(plays[leader], 1.0))))
                width = min(max(share * spread, 1e-8), (1 - exact) / 2)
                lo, hi = exact - width, exact + width
                lay(hi, plays, sums, means, which, distinct, high, high_terms, high_totals)
                lay(lo + TOLERANCE, plays, sums, means, which, distinct, low, low_terms, low_totals)
                own_total = 0.0
                for i in range(n_arms):
                    own[0, i] = hi - TOLERANCE - reach[leader, i]
                    if own[0, i] > 0:
                        own[1, i], own[2, i] = math.log(own[0, i]), math.log1p(-own[0, i])
                    entropy = entropy_of(plays[i], sums[i])
                    own_terms[i] = term(plays[i], sums[i], means[i], entropy, own[0, i], own[1, i], own[2, i])
                    own_total += own_terms[i]
                laid = True
            best, doubtful = -1, -1
            for k in range(n_arms):
                if k != leader:
                    if high_totals[k] < level - _MARGIN:
                        if precedes(plays, k, best):
                            best = k
                    elif low_totals[k] <= level + _MARGIN and precedes(plays, k, doubtful):
                        doubtful = k
            if doubtful >= 0 and precedes(plays, doubtful, best):
                if exact < 0:
                    # Closer rulers will tell most of these arms apart.
                    laid = False
                    share = max(share / 4, 1e-6)
                    continue
                rejected[:] = False
                while doubtful >= 0 and precedes(plays, doubtful, best):
                    if evidence(plays, means, reach, doubtful, exact + TOLERANCE)[0] < level:
                        best = doubtful
                        break
                    rejected[doubtful] = True
                    doubtful = -1
                    for k in range(n_arms):
                        if (
                            k != leader
                            and not rejected[k]
                            and high_totals[k] >= level - _MARGIN
                            and low_totals[k] <= level + _MARGIN
                            and precedes(plays, k, doubtful)
                        ):
                            doubtful = k
            arm = best if best >= 0 else leader

        in_a_row = in_a_row + 1 if arm == leader else 0
        if in_a_row >= 3 and laid:
            # A streak. How high can f grow before another arm could be above the lower ruler?
            room = np.inf
            for k in range(n_arms):
                if k != leader:
                    room = min(room, low_totals[k] - low_terms[leader, k] - _MARGIN)
            if room <= level:
                # Some arm stands between the rulers: lay them closer, or look again after some more rounds.
                if share > 2e-3:
                    share /= 4
                    laid = False
                    in_a_row = 2
                else:
                    in_a_row = -30
            else:
                # f(n') − f(n) ≤ (1 + factor / log n) log(n'/n), so f stays below `last` until then.
                last = min(level + (room - level) / 2, level + 0.2)
                until = min(stop, int(n * math.exp((last - level) / (1 + factor / math.log(max(n, 3))))))
                if forced and least < 4:
                    until = min(until, int(math.exp(math.exp(least))) - 1)
                # The chord of each arm's evidence between the rulers says below which pin its index stays.
                pin = 0.0
                before, after = -1.0, -1.0
                for k in range(n_arms):
                    if k != leader:
                        below = low_totals[k] - low_terms[leader, k]
                        chord = (high_totals[k] - high_terms[leader, k] - below) / (hi - lo - TOLERANCE)
                        drop = (below - last - _MARGIN) / chord if chord > 0 else 0.0
                        pin = max(pin, lo + TOLERANCE - drop)
                        if k < leader:
                            before = max(before, means[k])
                        else:
                            after = max(after, means[k])
                if pin <= 0:
                    pin = lo
                others = 0.0
                for k in range(n_arms):
                    if k != leader and plays[k] > 0 and pin - reach[leader, k] > means[k]:
                        others += plays[k] * kl_plus(means[k], pin - reach[leader, k])
                log_q, log_1_q = math.log(pin), math.log1p(-pin)
                t, s, begun = plays[leader], sums[leader], n
                row, position = buffer[leader], used[leader]
                allowance = level - _MARGIN - others
                while n <= until and position < stock:
                    mean = s / t
                    if mean < after or mean <= before:
                        break
                    if mean < pin:
                        if entropy_of(t, s) - s * log_q - (t - s) * log_1_q > allowance:
                            break
                    elif allowance < 0:
                        break
                    s += row[position]
                    position += 1
                    t += 1
                    n += 1
                if n > begun:
                    if len(played) > 0:
                        played[begun - 1 : n - 1] = leader
                    plays[leader], sums[leader], used[leader] = t, s, position
                    means[leader] = s / t
                    least = plays.min()
                    in_a_row = 0 if n - begun < 20 else 2
                    first = int(np.argmax(means))
                    if first != leader:
                        leader = first
                        laid = False
                    if laid:
                        measure(leader, plays, sums, means, which, high, high_terms, high_totals)
                        measure(leader, plays, sums, means, which, low, low_terms, low_totals)
                        entropy = entropy_of(t, s)
                        new = term(t, s, means[leader], entropy, own[0, leader], own[1, leader], own[2, leader])
                        own_total += new - own_terms[leader]
                        own_terms[leader] = new
                    continue
                in_a_row = -10

        if used[arm] == stock:
            return n, arm
        plays[arm] += 1
        sums[arm] += buffer[arm, used[arm]]
        used[arm] += 1
        if len(played) > 0:
            played[n - 1] = arm
        means[arm] = sums[arm] / plays[arm]
        if plays[arm] - 1 == least:
            least = plays.min()
        if arm == leader or means[arm] >= means[leader]:
            first = int(np.argmax(means))
            if first != leader:
                leader = first
                laid = False
                in_a_row = 0
        if laid:
            measure(arm, plays, sums, means, which, high, high_terms, high_totals)
            measure(arm, plays, sums, means, which, low, low_terms, low_totals)
            entropy = entropy_of(plays[arm], sums[arm])
            new = term(plays[arm], sums[arm], means[arm], entropy, own[0, arm], own[1, arm], own[2, arm])
            own_total += new - own_terms[arm]
            own_terms[arm] = new
        n += 1
    return n, -1
