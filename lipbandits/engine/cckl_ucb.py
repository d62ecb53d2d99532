"""CCKL-UCB compiled: the plays of `lipbandits.policies.CCKLUCB`.

As in `lipbandits.engine.ckl_ucb`, for q ≥ θ̂_k an index b_k is above q exactly when the evidence E_k(q) is below f(n);
here E_k sums over the pairs of all contexts. Only arms of the context shown are ever compared.

- **A ruler for each context.** At one fixed q, a little below the leader's index, the sums E_k(q) of its K arms are
  kept. An arm with E_k(q) > f(n) is not above the leader, as long as the leader's own sum says that its index is not
  below q. Most rounds end here, with the leader.
- **Late news.** A play changes one term in the sums of every context. They hear of it when they are next shown: then
  each pair played since is measured once, by logarithms at hand.
- **Exact work.** Otherwise the leader's index is found from the last one, by two or three steps of Newton's method,
  and arms that the ruler cannot reject are tried, the least played first, up to the first that is above. A new ruler
  costs as much as trying all arms, and is laid once so many were tried in vain.

Sums on a ruler lose up to 1e-9; anything closer than 1e-6 to a decision is decided exactly.
"""

import math
from collections import namedtuple

import numpy as np
from numba import njit

from lipbandits.engine.ckl_ucb import entropy_of, precedes
from lipbandits.engine.core import TOLERANCE, kl_plus, largest_q_near, level_of

_MARGIN = 1e-6
# Logarithms that nothing has asked for: that of a complement is never positive.
_UNKNOWN = 1.0

State = namedtuple(
    "State", "plays sums means ruler laid share tried index logs logs_of_complement terms totals history heard stamp"
)


def new_state(shape, horizon):
    """Nothing is played yet.

    plays, sums, means : (J·K,). Of each context: ruler (J,), whether it is laid, the share of the way to the
    leader's mean at which the next one is laid, how many arms were tried since, the leader's last known index.
    logs, logs_of_complement, terms : (J, J·K, K), what a pair adds to the sum of an arm, and its logarithms.
    totals : (J, K). history : (T,) the pairs played. heard : (J,) how many of them a context knows. stamp : (J·K,).
    """
    n_contexts, n_arms = shape
    pairs = n_contexts * n_arms
    return State(
        *np.zeros((3, pairs)),
        np.zeros(n_contexts),
        np.zeros(n_contexts, dtype=np.bool_),
        np.full(n_contexts, 0.1),
        np.zeros(n_contexts, dtype=np.int64),
        np.full(n_contexts, 0.5),
        *(np.empty((n_contexts, pairs, n_arms)) for _ in range(3)),
        np.zeros((n_contexts, n_arms)),
        np.empty(horizon, dtype=np.int32),
        np.zeros(n_contexts, dtype=np.int64),
        np.zeros(pairs, dtype=np.int64),
    )


@njit(cache=True)
def measure(state, j, pair, reach):
    """Bring the terms of a pair on the ruler of context j, and its totals, up to date."""
    n_arms = state.totals.shape[1]
    t, s, mean, q = state.plays[pair], state.sums[pair], state.means[pair], state.ruler[j]
    entropy = entropy_of(t, s)
    logs, logs_of_complement = state.logs[j, pair], state.logs_of_complement[j, pair]
    terms, totals = state.terms[j, pair], state.totals[j]
    away = reach[pair, j * n_arms : (j + 1) * n_arms]
    for k in range(n_arms):
        new, y = 0.0, q - away[k]
        if y > mean:
            if logs_of_complement[k] == _UNKNOWN:
                logs[k], logs_of_complement[k] = math.log(y), math.log1p(-y)
            new = entropy - s * logs[k] - (t - s) * logs_of_complement[k]
        totals[k] += new - terms[k]
        terms[k] = new


@njit(cache=True)
def lay(state, j, q, reach):
    """Lay the ruler of context j at q."""
    state.ruler[j], state.laid[j], state.tried[j] = q, True, 0
    state.logs_of_complement[j] = _UNKNOWN
    state.terms[j] = 0.0
    state.totals[j] = 0.0
    for pair in range(len(state.plays)):
        if state.plays[pair] > 0:
            measure(state, j, pair, reach)


@njit(cache=True)
def hear(state, j, n, reach):
    """Tell context j what was played up to round n − 1; after a long time a new ruler is cheaper."""
    if n - 1 - state.heard[j] > len(state.plays):
        state.laid[j] = False
    if state.laid[j]:
        for m in range(state.heard[j], n - 1):
            pair = state.history[m]
            if state.stamp[pair] != n:
                state.stamp[pair] = n
                measure(state, j, pair, reach)
    state.heard[j] = n - 1


@njit(cache=True)
def is_above(plays, means, reach, k, q, level):
    """Whether the evidence against pair k at q < 1 is below the level."""
    value = plays[k] * kl_plus(means[k], q)
    for i in range(len(plays)):
        if value >= level:
            return False
        y = q - reach[k, i]
        if y > means[i] and plays[i] > 0 and i != k:
            value += plays[i] * kl_plus(means[i], y)
    return value < level


@njit(cache=True)
def choose(state, j, leader, n, level, reach, rejected):
    """The leader of context j, or the least played arm above its index. rejected : (K,) bool, for its own use."""
    plays, means, totals = state.plays, state.means, state.totals[j]
    n_arms = len(totals)
    first = j * n_arms
    top = means[first + leader]
    hear(state, j, n, reach)
    holds = state.laid[j] and (top >= state.ruler[j] or totals[leader] <= level - _MARGIN)
    left = n_arms
    for k in range(n_arms):
        rejected[k] = k == leader or (holds and totals[k] > level + _MARGIN)
        left -= rejected[k]
    if left == 0:
        return leader
    index = max(top, largest_q_near(plays, means, reach, first + leader, level, state.index[j]))
    # The next search starts inside (0, 1).
    state.index[j] = min(max(index, 0.01), 1 - 1e-6)
    if index + TOLERANCE >= 1:
        return leader
    while left > 0:
        best = -1
        for k in range(n_arms):
            if not rejected[k] and precedes(plays[first : first + n_arms], k, best):
                best = k
        if is_above(plays, means, reach, first + best, index + TOLERANCE, level):
            return best
        rejected[best] = True
        left -= 1
        state.tried[j] += 1
    if state.tried[j] >= n_arms:
        if state.laid[j]:
            state.share[j] = max(state.share[j] / 2, 1e-3) if holds else min(2 * state.share[j], 0.5)
        spread = max(index - top, math.sqrt(level / (2 * max(plays[first + leader], 1.0))))
        lay(state, j, index - max(state.share[j] * spread, 1e-8), reach)
    return leader


@njit(cache=True)
def advance(state, buffer, used, contexts, n, stop, played, reach, factor, forced):
    """Play rounds n to `stop`; returns the next round, and the pair whose rewards ran out before it (−1 for none).

    buffer : (J·K, B) uint8 rewards in stock. used : (J·K,) how many of each row are gone. contexts : (T,) int32.
    played : (T,) filled with the arms, or empty. reach : (J·K, J·K) L·D.
    """
    n_arms, stock = state.totals.shape[1], buffer.shape[1]
    plays, sums, means = state.plays, state.sums, state.means
    rejected = np.empty(n_arms, dtype=np.bool_)
    while n <= stop:
        j = contexts[n - 1]
        first = j * n_arms
        arm = -1
        if forced and n >= 3:
            least = math.log(math.log(n))
            for k in range(n_arms):
                if plays[first + k] < least:
                    arm = k
                    break
        if arm < 0:
            leader = int(np.argmax(means[first : first + n_arms]))
            arm = choose(state, j, leader, n, level_of(n, factor), reach, rejected)
        pair = first + arm
        if used[pair] == stock:
            return n, pair
        plays[pair] += 1
        sums[pair] += buffer[pair, used[pair]]
        used[pair] += 1
        means[pair] = sums[pair] / plays[pair]
        state.history[n - 1] = pair
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
