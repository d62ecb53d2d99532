"""A run of one policy that is shown contexts, for pages: a state that one leaves after some rounds and takes up again.

As `lipbandits.engine.race`, whose words for rewards, seeds and marks are these. A pair (j, k) of a context and an arm
is row j·K + k. The state is arrays alone, and each function here takes all of them, in the order of STATE:

theta : (J·K,) means. arms, contexts : (K,) and (J,) increasing positions. distribution : (J,) how often each context
comes. told : (8,) what TOLD names. curve : (2, M) marks and regret. now : (3,) what NOW names. counts : (2, J·K)
plays and sums of rewards. places : (2, J·K) and stock : (J·K, B) uint8, the rewards. shown : (2, T) int32, the
contexts of the rounds, and the pairs played. own : (3, J) int64, of each context the rounds in it, and what is
`tried` and `heard` in `lipbandits.engine.cckl_ucb`. reach : (J·K, J·K) L·D. near : (K, K) L·d within a context, which
holds distinct[which]; distinct : (K·K,), of which the first are in use. The rest is the state of CCKL-UCB, see
`cckl_ucb.new_state`: means, order, away, laid; looks : (3, J) its ruler, share and index; ruled : (3, J, J·K, K) its
logs and terms; known : (2, J, J·K) known and speaks; totals, stamp.
"""

import numpy as np
from numba import njit

from lipbandits.engine import cckl_ucb, ckl_ucb, kl_ucb
from lipbandits.engine.contexts import fill_pair_reach
from lipbandits.engine.families import COINS
from lipbandits.engine.oslb import TIE
from lipbandits.engine.race import FACTOR, LIPSCHITZ, POLICY, REACHED, ROUND, RUN, fill_distinct, key_of, refill
from lipbandits.engine.streams import CONTEXTS, uniform
from lipbandits.engine.tent import fill_reach

# The last two are copies that learn in each context alone.
POLICIES = ("CCKL-UCB", "CKL-UCB", "KL-UCB")
CCKL_UCB, CKL_UCB, KL_UCB = range(3)
# Where those of lipbandits.engine.race have epsilon is β.
TOLD = ("policy", "lipschitz", "factor", "forced", "weight", "seed_low", "seed_high", "run")
FORCED, WEIGHT = 3, 4
NOW = ("round", "reached", "distinct")
DISTINCT = 2
PLAYED, TRIED, HEARD = range(3)
STATE = (
    *("theta", "arms", "contexts", "distribution", "told", "curve", "now", "counts", "places", "stock", "shown", "own"),
    *("reach", "near", "which", "distinct", "means", "order", "away", "laid", "looks", "ruled", "known", "totals"),
    "stamp",
)
_ROW = 1024


def new_state(
    policy, theta, arms, contexts, distribution, marks, lipschitz, weight, factor=0.0, forced=True, seed=0, run=0
):
    """The arrays of a run before its first round, begun. theta : (J, K). seed : below 2**64. run : below 2**32."""
    n_contexts, n_arms = np.shape(theta)
    pairs = n_contexts * n_arms
    told = [POLICIES.index(policy), lipschitz, factor, forced, weight, seed & 0xFFFFFFFF, seed >> 32, run]
    state = (
        *(np.array(values, dtype=float) for values in (np.ravel(theta), arms, contexts, distribution, told)),
        np.array([marks, np.zeros(len(marks))], dtype=float),
        np.zeros(len(NOW)),
        np.zeros((2, pairs)),
        np.zeros((2, pairs), dtype=np.int64),
        np.zeros((pairs, _ROW), dtype=np.uint8),
        np.zeros((2, int(marks[-1])), dtype=np.int32),
        np.zeros((3, n_contexts), dtype=np.int64),
        np.zeros((pairs, pairs)),
        np.zeros((n_arms, n_arms)),
        np.zeros((n_arms, n_arms), dtype=np.int32),
        np.zeros(n_arms * n_arms),
        np.zeros(pairs),
        np.zeros((pairs, n_contexts, n_arms), dtype=np.int16),
        np.zeros((pairs, n_contexts, n_arms)),
        np.zeros(n_contexts, dtype=np.uint8),
        np.zeros((3, n_contexts)),
        np.zeros((3, n_contexts, pairs, n_arms)),
        np.zeros((2, n_contexts, pairs), dtype=np.int32),
        np.zeros((n_contexts, n_arms)),
        np.zeros(pairs, dtype=np.int64),
    )
    begin(*state)
    return state


@njit(cache=True)
def fill_order(reach, order, away):
    """Fill the arms of each context by their L·D to a pair, the first of several first, and that."""
    n_pairs, n_contexts, n_arms = order.shape
    for pair in range(n_pairs):
        for j in range(n_contexts):
            for k in range(n_arms):
                far, place = reach[pair, j * n_arms + k], k
                while place > 0 and away[pair, j, place - 1] > far:
                    order[pair, j, place], away[pair, j, place] = order[pair, j, place - 1], away[pair, j, place - 1]
                    place -= 1
                order[pair, j, place], away[pair, j, place] = k, far


@njit(cache=True)
def begin(
    theta, arms, contexts, distribution, told, curve, now, counts, places, stock, shown, own, reach, near, which,
    distinct, means, order, away, laid, looks, ruled, known, totals, stamp,
):  # fmt: skip
    """Prepare a state of zeros whose theta, arms, contexts, distribution, told and marks are given."""
    fill_pair_reach(arms, contexts, told[LIPSCHITZ], told[WEIGHT], reach)
    fill_reach(COINS, arms, told[LIPSCHITZ], near)
    fill_order(reach, order, away)
    looks[1] = 0.1
    looks[2] = 0.5
    now[ROUND], now[DISTINCT] = 1, fill_distinct(near, which, distinct)
    places[0] = stock.shape[1]


@njit(cache=True)
def show(distribution, told, shown, own, first, last):
    """Draw the contexts of rounds first to last; own : (J,) counts them."""
    key, n_contexts = key_of(told), len(distribution)
    for n in range(first, last + 1):
        u, j, total = uniform(key, told[RUN], CONTEXTS, 0, n - 1), 0, distribution[0]
        while j < n_contexts - 1 and u >= total:
            j += 1
            total += distribution[j]
        shown[n - 1] = j
        own[j] += 1


@njit(cache=True)
def play_alone(theta, told, counts, places, stock, near, which, distinct, j, n, stop, played):
    """Play rounds n to `stop` of the copy in context j; they are its own."""
    first, n_arms = j * len(near), len(near)
    plays, sums = counts[0][first : first + n_arms], counts[1][first : first + n_arms]
    used, rows = places[0][first : first + n_arms], stock[first : first + n_arms]
    while True:
        if told[POLICY] == CKL_UCB:
            n, exhausted = ckl_ucb.advance(
                COINS, plays, sums, rows, used, n, stop, played, near, which, distinct, told[FACTOR], told[FORCED] != 0
            )
        else:
            n, exhausted = kl_ucb.advance(COINS, plays, sums, rows, used, n, stop, played, told[FACTOR])
        if exhausted < 0:
            return
        refill(COINS, theta, told, places, stock, first + exhausted)


@njit(cache=True)
def lost(theta, plays, n_contexts):
    """The regret of so many plays of the pairs; means within the tolerance of the best of a context are best."""
    n_arms, total = len(theta) // n_contexts, 0.0
    for j in range(n_contexts):
        best = theta[j * n_arms : (j + 1) * n_arms].max()
        for pair in range(j * n_arms, (j + 1) * n_arms):
            if best - theta[pair] > TIE:
                total += plays[pair] * (best - theta[pair])
    return total


@njit(cache=True)
def advance(
    theta, arms, contexts, distribution, told, curve, now, counts, places, stock, shown, own, reach, near, which,
    distinct, means, order, away, laid, looks, ruled, known, totals, stamp, rounds, played,
):  # fmt: skip
    """Play so many further rounds, at most to the last mark, and keep the regret of the marks passed.

    played : (0,) int32.
    """
    state = cckl_ucb.State(
        counts[0], counts[1], means, order, away, looks[0], laid, looks[1], own[TRIED], looks[2], ruled[0], ruled[1],
        ruled[2], known[0], known[1], totals, shown[1], own[HEARD], stamp,
    )  # fmt: skip
    n, reached, forced = int(now[ROUND]), int(now[REACHED]), told[FORCED] != 0
    stop = min(n + rounds - 1, int(curve[0, -1]))
    while n <= stop:
        until = min(stop, int(curve[0, reached]))
        before = own[PLAYED].copy()
        show(distribution, told, shown[0], own[PLAYED], n, until)
        if told[POLICY] == CCKL_UCB:
            while n <= until:
                n, pair = cckl_ucb.advance(
                    COINS, state, stock, places[0], shown[0], n, until, played, reach, told[FACTOR], forced
                )
                if pair >= 0:
                    refill(COINS, theta, told, places, stock, pair)
        else:
            for j in range(len(contexts)):
                play_alone(
                    *(theta, told, counts, places, stock, near, which, distinct[: int(now[DISTINCT])]),
                    *(j, before[j] + 1, own[PLAYED, j], played),
                )
            n = until + 1
        if until == curve[0, reached]:
            curve[1, reached] = lost(theta, counts[0], len(contexts))
            reached += 1
    now[ROUND], now[REACHED] = n, reached
