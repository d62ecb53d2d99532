"""CKL-UCB compiled: the plays of `lipbandits.policies.CKLUCB`, most of them without computing an index.

Two facts carry it. For q ≥ θ̂_k, b_k > q exactly when the evidence E_k(q) = Σ_i t_i I⁺(θ̂_i, q − L d(i, k)) is below
f(n). And E_k is convex and increasing in q. (Below θ̂_k the first one fails, and does not matter: no average is above
the leader's, which its index is not below.)

- **Rulers.** As long as lo ≤ b_leader ≤ hi − tolerance, an arm with E_k(hi) < f(n) is above the leader and one with
  E_k(lo + tolerance) > f(n) is not. The sums E_k at these two fixed q ("rulers") change by one term a play, and a
  term costs no logarithm. Only arms between the two need exact work. A third ruler, at hi − tolerance, has the sum of
  the leader alone: it tells whether the leader's index still is below.
- **Streaks.** The chord of E_k between the rulers gives a pin that b_k cannot exceed for a while, if only the leader
  is played. While the leader's index stays above the pin, it plays on without a look at the others.

Sums on a ruler lose up to 1e-9; anything closer than 1e-6 to a decision is decided exactly.

So a round of `advance` is: a forced play, or else `choose`, which reads the rulers and lays new ones about the leader's
index where they fail; a `streak`, if it was the leader that was chosen for some rounds; else one play, of which the
state is told by `hear`.
"""

import math
from collections import namedtuple

import numpy as np
from numba import njit

from lipbandits.engine.core import (
    TOLERANCE,
    draw,
    forced_arm,
    largest_q,
    least_played,
    least_played_above,
    level_of,
    spread_of,
)
from lipbandits.engine.families import (
    constant_of,
    divergence,
    has_logs,
    high_of,
    is_convex,
    logs_of,
    low_of,
    margin_of,
    term,
)
from lipbandits.engine.levels import steepest

LOW, HIGH, OWN = 0, 1, 2
# So many rounds of the leader come before a streak is tried: after another arm or a short streak; after a long one;
# where the leader's index did not reach the pin; and where an arm's index is too close to the leader's.
_REST, _REST_AFTER_LONG, _REST_IN_VAIN, _REST_AT_CLOSE_RANGE = 3, 1, 10, 30

State = namedtuple("State", "plays sums means reach which distinct rulers terms totals rejected now")
_ENTRIES = [("leader", np.int64), ("rest", np.int64), ("lo", float), ("hi", float), ("share", float), ("laid", bool)]
# As a record its entries have names where nothing is compiled, too.
NOW = np.dtype((np.record, _ENTRIES))


@njit(cache=True)
def new_state(family, plays, sums, reach, which, distinct):
    """What is known after so many plays, with no ruler laid.

    plays, sums, means : (K,). reach : (K, K) L·d, which holds distinct[which], distinct (D,).
    Of the rulers LOW, HIGH and OWN: rulers (3, 3, D), rows q − L d and the two numbers of `families.logs_of`; terms
    (3, K, K), row i what arm i adds to the sums of all; totals (3, K), the sums, on OWN that of the leader alone.
    rejected : (K,) bool, the leader, and the arms known not to be above it; set anew in each round.
    now : (1,) the leader; whether rulers are laid; lo and hi; the share of the leader's spread at which the next ones
    are laid; and the rest, how many more rounds of the leader come before a streak is tried.
    """
    n_arms, size = len(plays), len(distinct)
    means = np.where(plays > 0, sums / np.maximum(plays, 1.0), low_of(family))
    rulers, terms, totals = np.empty((3, 3, size)), np.empty((3, n_arms, n_arms)), np.empty((3, n_arms))
    now = np.zeros(1, dtype=NOW)
    now[0].leader, now[0].share, now[0].rest = np.argmax(means), 0.05, _REST
    rejected = np.zeros(n_arms, dtype=np.bool_)
    return State(plays, sums, means, reach, which, distinct, rulers, terms, totals, rejected, now)


@njit(cache=True)
def measure(family, which, rulers, terms, totals, leader, i, plays, sums, mean):
    """Bring what arm i, so often played, adds to the sums up to date."""
    # No state is passed: that would take as long as the loop.
    constant = constant_of(family, plays, sums)
    for k in range(len(which)):
        m = which[i, k]
        for ruler in range(2):
            y, u, v = rulers[ruler, 0, m], rulers[ruler, 1, m], rulers[ruler, 2, m]
            new = term(family, plays, sums, mean, constant, y, u, v)
            totals[ruler, k] += new - terms[ruler, i, k]
            terms[ruler, i, k] = new
    m = which[i, leader]
    new = term(family, plays, sums, mean, constant, rulers[OWN, 0, m], rulers[OWN, 1, m], rulers[OWN, 2, m])
    totals[OWN, leader] += new - terms[OWN, i, leader]
    terms[OWN, i, leader] = new


@njit(cache=True)
def lay(family, state, index, level):
    """Lay the rulers about the leader's index, which is not too close to the largest mean, and find the sums on them.

    Ruler, its q, and what a sum on it says of an arm:
    LOW, lo + tolerance. Above f: not above a leader whose index is at least lo.
    HIGH, hi. Below f: above a leader whose index is at most hi − tolerance.
    OWN, hi − tolerance, for the leader only. Above f: its index is below.
    """
    now, rulers, distinct = state.now[0], state.rulers, state.distinct
    width = now.share * spread_of(family, index, state.means[now.leader], state.plays[now.leader], level)
    width = min(max(width, 1e-8), (high_of(family) - index) / 2)
    now.lo, now.hi = index - width, index + width
    for ruler, q in ((LOW, now.lo + TOLERANCE), (HIGH, now.hi), (OWN, now.hi - TOLERANCE)):
        for m in range(len(distinct)):
            y = q - distinct[m]
            rulers[ruler, 0, m] = y
            if has_logs(family, y):
                rulers[ruler, 1, m], rulers[ruler, 2, m] = logs_of(family, y)
    plays, sums, means = state.plays, state.sums, state.means
    state.terms[:] = 0.0
    state.totals[:] = 0.0
    for i in range(len(plays)):
        measure(family, state.which, rulers, state.terms, state.totals, now.leader, i, plays[i], sums[i], means[i])


@njit(cache=True)
def hear(family, state, arm):
    """Learn from the new rewards of an arm."""
    now, means, plays, sums = state.now[0], state.means, state.plays[arm], state.sums[arm]
    means[arm] = sums / plays
    if arm == now.leader or means[arm] >= means[now.leader]:
        first = np.argmax(means)
        if first != now.leader:
            now.leader, now.laid, now.rest = first, False, _REST
    if now.laid:
        measure(family, state.which, state.rulers, state.terms, state.totals, now.leader, arm, plays, sums, means[arm])


@njit(cache=True)
def leader_is_between(family, now, totals, mean, level):
    """Whether the leader's index surely lies from lo to hi − tolerance. mean : the leader's."""
    above_low = mean >= now.lo or totals[LOW, now.leader] <= level - margin_of(family)
    return above_low and mean <= now.hi - TOLERANCE and totals[OWN, now.leader] >= level + margin_of(family)


@njit(cache=True)
def reject(family, now, totals, rejected, level):
    """Reject the leader, and the arms that the ruler LOW, if it is laid, shows not to be above it."""
    for k in range(len(rejected)):
        rejected[k] = now.laid and totals[LOW, k] > level + margin_of(family)
    rejected[now.leader] = True


@njit(cache=True)
def choose(family, state, level):
    """The leader, or the least played arm above its index."""
    now = state.now[0]
    if now.laid and leader_is_between(family, now, state.totals, state.means[now.leader], level):
        reject(family, now, state.totals, state.rejected, level)
        arm = least_played(state.plays, 0, state.rejected)
        if arm < 0:
            return now.leader
        if state.totals[HIGH, arm] < level - margin_of(family):
            return arm
        # Closer rulers will tell most of the arms apart.
        now.share = max(now.share / 4, 1e-6)
    elif now.laid:
        now.share = min(2 * now.share, 0.2)
    return choose_exactly(family, state, level)


@njit(cache=True)
def choose_exactly(family, state, level):
    """As `choose`, when the rulers do not tell; new ones are laid."""
    now, plays, means, reach = state.now[0], state.plays, state.means, state.reach
    index = max(means[now.leader], largest_q(family, plays, means, reach, now.leader, level))
    now.laid = index + 1e-6 < high_of(family)
    if now.laid:
        lay(family, state, index, level)
    arm = -1
    if index + TOLERANCE < high_of(family):
        reject(family, now, state.totals, state.rejected, level)
        arm = least_played_above(family, plays, means, reach, 0, state.rejected, index + TOLERANCE, level)
    return arm if arm >= 0 else now.leader


@njit(cache=True)
def highest_level(family, state):
    """How high f can grow before another arm could be above the ruler LOW, if only the leader is played."""
    totals, terms, leader = state.totals, state.terms, state.now[0].leader
    highest = np.inf
    for k in range(len(state.plays)):
        if k != leader:
            highest = min(highest, totals[LOW, k] - terms[LOW, leader, k] - margin_of(family))
    return highest


@njit(cache=True)
def pin_of(family, state, last):
    """A mean that no other index, but for its floor, exceeds while the leader plays and f ≤ last.

    Left of the ruler LOW the evidence, being convex, lies above the line through its values on LOW and HIGH.
    """
    now, totals, terms = state.now[0], state.totals, state.terms
    low, pin = now.lo + TOLERANCE, -np.inf
    for k in range(len(state.plays)):
        if k != now.leader:
            below = totals[LOW, k] - terms[LOW, now.leader, k]
            chord = (totals[HIGH, k] - terms[HIGH, now.leader, k] - below) / (now.hi - low)
            left_of_low = (below - last - margin_of(family)) / chord if chord > 0 else 0.0
            pin = max(pin, low - left_of_low)
    # Anywhere, if there is no other arm; where means end at 0, a little above.
    return max(pin, -1e300 if low_of(family) < 0 else 1e-12)


@njit(cache=True)
def rounds_above(family, state, rewards, pin, level):
    """For how many of the rewards the leader leads and its index stays above the pin, as f is at least `level`."""
    plays, means, leader = state.plays, state.means, state.now[0].leader
    # Of equal means the first leads.
    before, after, others = -np.inf, -np.inf, 0.0
    for k in range(len(plays)):
        if k < leader:
            before = max(before, means[k])
        elif k > leader:
            after = max(after, means[k])
        y = pin - state.reach[leader, k]
        if k != leader and plays[k] > 0 and y > means[k]:
            others += plays[k] * divergence(family, means[k], y)
    allowance = level - margin_of(family) - others
    if allowance < 0:
        return 0
    u, v = logs_of(family, pin)
    t, s = plays[leader], state.sums[leader]
    for m in range(len(rewards)):
        mean = s / t
        if mean < after or mean <= before:
            return m
        if mean < pin and term(family, t, s, mean, constant_of(family, t, s), pin, u, v) > allowance:
            return m
        s += rewards[m]
        t += 1
    return len(rewards)


@njit(cache=True)
def streak(family, state, rewards, n, stop, level, factor, forced):
    """Play the leader in rounds n to at most `stop` as long as it is sure to be chosen; returns in how many.

    rewards : those of the leader in stock. The state is not told yet. Only that the leader is chosen in round n is
    taken for granted; where it was forced, `until` is before n, and there is no streak.
    """
    now, plays = state.now[0], state.plays
    highest = highest_level(family, state)
    if highest <= level:
        # Some arm stands between the rulers: lay them closer, or look again after some more rounds.
        if now.share > 2e-3:
            now.laid, now.share, now.rest = False, now.share / 4, _REST_AFTER_LONG
        else:
            now.rest = _REST_AT_CLOSE_RANGE
        return 0
    # f stays below `last` until then.
    last = min(level + (highest - level) / 2, level + 0.2)
    until = min(stop, int(n * math.exp((last - level) / steepest(n, level, factor))))
    fewest = plays.min()
    if forced and fewest < 4:
        until = min(until, int(math.exp(math.exp(fewest))) - 1)
    rounds = rounds_above(family, state, rewards[: max(until - n + 1, 0)], pin_of(family, state, last), level)
    if rounds > 0:
        now.rest = _REST if rounds < 20 else _REST_AFTER_LONG
    else:
        now.rest = _REST_IN_VAIN
    return rounds


@njit(cache=True)
def advance(family, plays, sums, buffer, used, n, stop, played, reach, which, distinct, factor, forced):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) rewards in stock. used : (K,) how many of each row are gone. reach : (K, K) L·d, which holds
    distinct[which]. played : (T,) filled with the arms, or empty. plays, sums : (K,) float64, changed in place.
    """
    n_arms, stock = buffer.shape
    state = new_state(family, plays, sums, reach, which, distinct)
    now = state.now[0]
    while n <= stop:
        level = level_of(n, factor)
        arm = forced_arm(plays, 0, n_arms, n) if forced else -1
        if arm < 0:
            arm = choose(family, state, level)
        now.rest = now.rest - 1 if arm == now.leader else _REST
        rounds = 0
        if now.rest <= 0 and now.laid and is_convex(family):
            rounds = streak(family, state, buffer[arm, used[arm] :], n, stop, level, factor, forced)
        if rounds == 0:
            if used[arm] == stock:
                return n, arm
            rounds = 1
        draw(plays, sums, buffer, used, arm, rounds)
        if len(played) > 0:
            played[n - 1 : n - 1 + rounds] = arm
        hear(family, state, arm)
        n += rounds
    return n, -1
