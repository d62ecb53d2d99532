"""CCKL-UCB compiled: the plays of `lipbandits.policies.CCKLUCB`.

As in `lipbandits.engine.ckl_ucb`, for q ≥ θ̂_k an index b_k is above q exactly when the evidence E_k(q) is below f(n);
here E_k sums over the pairs of all contexts. Only arms of the context shown are ever compared.

- **A ruler for each context.** At one fixed q, a little below the leader's index, the sums E_k(q) of its K arms are
  kept. An arm with E_k(q) > f(n) is not above the leader, as long as the leader's own sum says that its index is not
  below q. Once arms are told apart, most rounds end here, with the leader.
- **Late news.** A play changes one term in the sums of every context. They hear of it when they are next shown: then
  each pair played since is measured once, by logarithms at hand.
- **Exact work.** Otherwise one step of Newton's method from the last known index of the leader gives a bound on this
  one. The least played arm that the ruler does not reject is often above that too, and is played. Else the index is
  found, and arms are tried against it, the least played first, up to the first that is above. A new ruler costs about
  as much as trying all arms: it is laid when the last one fails, or when so many were tried in vain.

Sums on a ruler lose up to 1e-9; anything closer than 1e-6 to a decision is decided exactly.
"""

from collections import namedtuple

import numpy as np
from numba import njit

from lipbandits.engine.core import (
    TOLERANCE,
    descend,
    draw,
    forced_arm,
    is_above,
    largest_q,
    least_played,
    least_played_above,
    level_of,
    right_of_root,
    spread_of,
)
from lipbandits.engine.families import BERNOULLI, constant_of, high_of, logs_of, low_of, margin_of, term

# Beyond this a step of Newton's method loses more digits than the tolerance has.
_FAR = 1e5

State = namedtuple(
    "State",
    "plays sums means order away ruler laid share tried index logs logs_of_complement terms known speaks totals "
    "history heard stamp",
)


def new_state(family, shape, reach, horizon):
    """Nothing is played yet.

    plays, sums, means : (J·K,). order, away : (J·K, J, K), the arms of each context by their L·D to a pair, and it.
    Of each context: ruler (J,), whether it is laid, the share of the way to the leader's mean at which the next one
    is laid, how many arms were tried since, the leader's last known index; totals (J, K), the sums on the ruler.
    terms : (J, J·K, K), what a pair adds to them, and the logarithms it takes, by `order`. speaks, known : (J, J·K),
    of how many arms they are not 0, and the logarithms are there.
    history : (T,) the pairs played. heard : (J,) how many of them a context knows. stamp : (J·K,).
    """
    n_contexts, n_arms = shape
    pairs = n_contexts * n_arms
    blocks = reach.reshape(pairs, n_contexts, n_arms)
    order = np.argsort(blocks, axis=2, kind="stable")
    return State(
        *np.zeros((2, pairs)),
        np.full(pairs, low_of(family)),
        order.astype(np.int16),
        np.take_along_axis(blocks, order, axis=2),
        np.zeros(n_contexts),
        np.zeros(n_contexts, dtype=np.bool_),
        np.full(n_contexts, 0.1),
        np.zeros(n_contexts, dtype=np.int64),
        np.full(n_contexts, 0.5),
        *(np.empty((n_contexts, pairs, n_arms)) for _ in range(3)),
        *np.zeros((2, n_contexts, pairs), dtype=np.int32),
        np.zeros((n_contexts, n_arms)),
        np.empty(horizon, dtype=np.int32),
        np.zeros(n_contexts, dtype=np.int64),
        np.zeros(pairs, dtype=np.int64),
    )


@njit(cache=True)
def measure(family, state, j, pairs):
    """Bring the terms of some pairs on the ruler of context j, and its totals, up to date."""
    # All at once: a call costs as much as ten terms. Single entries, not rows: so do views.
    plays, sums, means, order, away = state.plays, state.sums, state.means, state.order, state.away
    logs, logs_of_complement, terms = state.logs, state.logs_of_complement, state.terms
    known, speaks, totals = state.known, state.speaks, state.totals
    q, n_arms = state.ruler[j], totals.shape[1]
    for pair in pairs:
        mean, before = means[pair], speaks[j, pair]
        if before == 0 and q - away[pair, j, 0] <= mean:
            # Most pairs of far contexts.
            continue
        t, s = plays[pair], sums[pair]
        constant = constant_of(family, t, s)
        i = 0
        while i < n_arms and q - away[pair, j, i] > mean:
            y = q - away[pair, j, i]
            if i >= known[j, pair]:
                logs[j, pair, i], logs_of_complement[j, pair, i] = logs_of(family, y)
            new = term(family, t, s, mean, constant, y, logs[j, pair, i], logs_of_complement[j, pair, i])
            totals[j, order[pair, j, i]] += new - terms[j, pair, i] if i < before else new
            terms[j, pair, i] = new
            i += 1
        speaks[j, pair], known[j, pair] = i, max(known[j, pair], i)
        while i < before:
            totals[j, order[pair, j, i]] -= terms[j, pair, i]
            i += 1


@njit(cache=True)
def lay(family, state, j, q):
    """Lay the ruler of context j at q."""
    state.ruler[j], state.laid[j], state.tried[j] = q, True, 0
    state.speaks[j] = 0
    state.known[j] = 0
    state.totals[j] = 0.0
    measure(family, state, j, np.flatnonzero(state.plays > 0))


@njit(cache=True)
def hear(family, state, j, n):
    """Tell context j what was played up to round n − 1; after a long time a new ruler is cheaper."""
    history, stamp, begin = state.history, state.stamp, state.heard[j]
    state.heard[j] = n - 1
    if n - 1 - begin > len(stamp):
        state.laid[j] = False
    if state.laid[j]:
        news = np.empty(n - 1 - begin, dtype=np.int64)
        count = 0
        for m in range(begin, n - 1):
            if stamp[history[m]] != n:
                stamp[history[m]] = n
                news[count] = history[m]
                count += 1
        measure(family, state, j, news[:count])


@njit(cache=True)
def choose(family, state, j, leader, n, level, reach, rejected):
    """The leader of context j, or the least played arm above its index. rejected : (K,) bool, for its own use."""
    plays, means, totals = state.plays, state.means, state.totals
    n_arms, first = len(rejected), j * len(rejected)
    row, top = first + leader, means[first + leader]
    hear(family, state, j, n)
    holds = state.laid[j] and (top >= state.ruler[j] or totals[j, leader] <= level - margin_of(family))
    for k in range(n_arms):
        rejected[k] = k == leader or (holds and totals[j, k] > level + margin_of(family))
    arm = least_played(plays, first, rejected)
    if arm < 0:
        return leader
    bound = max(top, right_of_root(family, plays, means, reach, row, level, state.index[j]))
    if bound + 2 * TOLERANCE < min(high_of(family), _FAR):
        state.index[j] = bound
        if is_above(family, plays, means, reach, first + arm, bound + 2 * TOLERANCE, level):
            return arm
        index = max(top, descend(family, plays, means, reach, row, level, bound, low_of(family)))
    else:
        index = max(top, largest_q(family, plays, means, reach, row, level))
        # The next search starts inside the interval of means.
        if family[0] == BERNOULLI:
            state.index[j] = min(max(index, 0.01), 1 - 1e-6)
        elif index < _FAR:
            state.index[j] = index
    if index + TOLERANCE >= high_of(family):
        return leader
    if not holds or state.tried[j] >= n_arms:
        # It fails when it lies too close to the index, and rejects too little when it lies too far.
        if state.laid[j]:
            state.share[j] = max(state.share[j] / 2, 1e-3) if holds else min(2 * state.share[j], 0.5)
        lay(family, state, j, index - max(state.share[j] * spread_of(family, index, top, plays[row], level), 1e-8))
        for k in range(n_arms):
            rejected[k] = k == leader or totals[j, k] > level + margin_of(family)
    before = rejected.sum()
    arm = least_played_above(family, plays, means, reach, first, rejected, index + TOLERANCE, level)
    state.tried[j] += rejected.sum() - before
    return arm if arm >= 0 else leader


@njit(cache=True)
def advance(family, state, buffer, used, contexts, n, stop, played, reach, factor, forced):
    """Play rounds n to `stop`; returns the next round, and the pair whose rewards ran out before it (−1 for none).

    buffer : (J·K, B) rewards in stock. used : (J·K,) how many of each row are gone. contexts : (T,) int32.
    played : (T,) filled with the arms, or empty. reach : (J·K, J·K) L·D.
    """
    n_arms, stock = state.totals.shape[1], buffer.shape[1]
    plays, sums, means = state.plays, state.sums, state.means
    rejected = np.empty(n_arms, dtype=np.bool_)
    while n <= stop:
        j = contexts[n - 1]
        first = j * n_arms
        arm = forced_arm(plays, first, n_arms, n) if forced else -1
        if arm < 0:
            leader = int(np.argmax(means[first : first + n_arms]))
            arm = choose(family, state, j, leader, n, level_of(n, factor), reach, rejected)
        pair = first + arm
        if used[pair] == stock:
            return n, pair
        draw(plays, sums, buffer, used, pair, 1)
        means[pair] = sums[pair] / plays[pair]
        state.history[n - 1] = pair
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
