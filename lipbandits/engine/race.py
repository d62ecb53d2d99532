"""A run of one policy for pages: a state that one leaves after some rounds and takes up again.

Rewards are those of `lipbandits.engine.streams`, so that Python plays the same run. The state is arrays alone, and
each function here takes all of them, in the order of STATE:

theta, arms : (K,) means and increasing positions. told : (10,) what TOLD names. curve : (2, M) the rounds whose regret
is wanted, increasing, and that regret. now : (5,) what NOW names. counts : (2, K) plays and sums of rewards. places :
(2, K) how many of the rewards in stock are used, and the next one to draw. stock : (K, B) uint8 rewards; those of a row
stand at its end. amounts : (K, B) float64, the same of rewards that are no coins; of the two, the one that is not
needed is (K, 0). reach : (K, K) L·d, which holds distinct[which]; distinct : (K·K,), of which the first are in use.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine import baselines, ckl_ucb, imed, imed_ub, kl_ucb, moss, oslb, ossb, thompson
from lipbandits.engine.families import BERNOULLI, COINS, width_of
from lipbandits.engine.streams import fill_choices, fill_rewards, uniform_arm
from lipbandits.engine.tent import fill_reach

POLICIES = (
    *("UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"),
    *("Thompson", "MOSS", "IMED", "OSSB", "IMED-UB"),
)
UCB, KL_UCB, CKL_UCB, OSLB, GREEDY, UNIFORM, THOMPSON, MOSS, IMED, OSSB, IMED_UB = range(11)
# ε and γ of OSSB, and what Jeffreys' prior adds to the ones and zeros of coins. MOSS has the last mark as its horizon;
# IMED-UB plays each arm once first.
OSSB_SHARE, JEFFREYS = 0.01, 0.5
# The seed's two words of 32 bits, the low one first.
TOLD = ("policy", "lipschitz", "factor", "forced", "epsilon", "seed_low", "seed_high", "run", "kind", "sd")
POLICY, LIPSCHITZ, FACTOR, FORCED, EPSILON, SEED_LOW, SEED_HIGH, RUN, KIND, SD = range(10)
# The next round, how many marks are reached, how many distances are distinct, and the first most played arm; kept is
# how many uniforms Thompson sampling has used, or in how many rounds OSSB has explored.
NOW = ("round", "reached", "distinct", "most_played", "kept")
ROUND, REACHED, DISTINCT, MOST_PLAYED, KEPT = range(5)
STATE = ("theta", "arms", "told", "curve", "now", "counts", "places", "stock", "amounts", "reach", "which", "distinct")
# The first stock of an arm; each further one holds as many rewards as were drawn before it, up to a whole row.
_FIRST_STOCK, _ROW = 64, 1024
# Uniforms at hand for each arm; a round of coins takes four of them, or a few more.
_AT_HAND = 32


def new_state(
    policy, theta, arms, marks, lipschitz=0.0, factor=0.0, forced=True, epsilon=0.5, seed=0, run=0, family=COINS
):
    """The arrays of a run before its first round, begun. seed : below 2**64. run : below 2**32."""
    n_arms, coins = len(theta), family[0] == BERNOULLI
    told = [POLICIES.index(policy), lipschitz, factor, forced, epsilon, seed & 0xFFFFFFFF, seed >> 32, run, *family]
    state = (
        *(np.array(values, dtype=float) for values in (theta, arms, told)),
        np.array([marks, np.zeros(len(marks))], dtype=float),
        np.zeros(len(NOW)),
        np.zeros((2, n_arms)),
        np.zeros((2, n_arms), dtype=np.int64),
        np.zeros((n_arms, _ROW if coins else 0), dtype=np.uint8),
        np.zeros((n_arms, 0 if coins else _ROW)),
        np.zeros((n_arms, n_arms)),
        np.zeros((n_arms, n_arms), dtype=np.int32),
        np.zeros(n_arms * n_arms),
    )
    begin(*state)
    return state


@njit(cache=True)
def fill_marks(horizon, marks, size):
    """The rounds at which `simulate` records regret. marks : (250,), of which the first size[0] are filled."""
    count = len(marks)
    step, last = math.log10(horizon) / (count - 1), 0.0
    size[0] = 0
    for i in range(min(count, horizon)):
        value = i + 1.0
        if horizon > count:
            value = float(horizon) if i == count - 1 else round(10.0 ** (i * step))
        if value > last:
            marks[int(size[0])] = last = value
            size[0] += 1


@njit(cache=True)
def key_of(told):
    """The key of the stream, from its two words."""
    return np.uint64(told[SEED_HIGH]) << np.uint64(32) | np.uint64(told[SEED_LOW])


@njit(cache=True)
def family_in(told):
    """The family of the rewards."""
    return int(told[KIND]), told[SD]


@njit(cache=True)
def fill_distinct(reach, which, distinct):
    """Fill which (K, K) and distinct (K·K,), so that reach is distinct[which]; of how many it is in use."""
    n_arms = len(reach)
    # Distances that differ by rounding share a logarithm.
    for i in range(n_arms):
        for k in range(n_arms):
            distinct[i * n_arms + k] = round(reach[i, k], 13)
    distinct.sort()
    size = 1
    for m in range(1, len(distinct)):
        if distinct[m] > distinct[size - 1]:
            distinct[size] = distinct[m]
            size += 1
    for i in range(n_arms):
        for k in range(n_arms):
            which[i, k] = np.searchsorted(distinct[:size], round(reach[i, k], 13))
    return size


@njit(cache=True)
def begin(theta, arms, told, curve, now, counts, places, stock, amounts, reach, which, distinct):
    """Prepare a state of zeros whose theta, arms, told and marks are given."""
    fill_reach(family_in(told), arms, told[LIPSCHITZ], reach)
    now[ROUND], now[DISTINCT] = 1, fill_distinct(reach, which, distinct)
    places[0] = max(stock.shape[1], amounts.shape[1])


@njit(cache=True)
def refill(family, theta, told, places, stock, arm):
    """Draw rewards of an arm, at the end of its row, where those in stock are used up."""
    first = places[1, arm]
    size = min(max(first, _FIRST_STOCK), stock.shape[1])
    places[0, arm] = stock.shape[1] - size
    places[1, arm] += size
    fill_rewards(family, stock[arm, places[0, arm] :], key_of(told), told[RUN], arm, first, theta[arm])


@njit(cache=True)
def play_uniform(plays, told, n, stop, played):
    """Play rounds n to `stop` by chance; returns the next round, and no arm."""
    key = key_of(told)
    for each in range(n, stop + 1):
        arm = uniform_arm(key, told[RUN], each, len(plays))
        plays[arm] += 1
        if len(played) > 0:
            played[each - 1] = arm
    return stop + 1, -1


@njit(cache=True)
def play_thompson(family, theta, told, now, counts, places, stock, n, stop, played):
    """Play rounds n to `stop` by Thompson sampling under Jeffreys' prior; as to all else see `play`."""
    plays, sums, used = counts[0], counts[1], places[0]
    # Coins pay 0 or 1 here, so that their ones are their sums.
    ones, block = sums.copy(), np.empty(_AT_HAND * len(plays))
    taken, first = np.full(1, len(block)), int(now[KEPT]) - len(block)
    while True:
        n, missing = thompson.advance(family, JEFFREYS, ones, block, taken, plays, sums, stock, used, n, stop, played)
        if missing == thompson.UNIFORMS:
            if taken[0] == 0:
                block = np.empty(2 * len(block))
            first += taken[0]
            fill_choices(block, key_of(told), told[RUN], first)
            taken[0] = 0
        elif missing == thompson.NONE:
            now[KEPT] = first + taken[0]
            return n
        else:
            refill(family, theta, told, places, stock, missing)


@njit(cache=True)
def advance_added(family, told, now, plays, sums, stock, used, n, stop, played, horizon, reach):
    """Play rounds n to `stop` by one of those that the book adds to the paper's: MOSS, IMED, OSSB, IMED-UB."""
    if told[POLICY] == MOSS:
        return moss.advance(plays, sums, stock, used, n, stop, played, width_of(family) ** 2, horizon)
    if told[POLICY] == IMED:
        return imed.advance(family, plays, sums, stock, used, n, stop, played)
    if told[POLICY] == OSSB:
        explored = now[KEPT : KEPT + 1]
        return ossb.advance(family, plays, sums, stock, used, n, stop, played, reach, OSSB_SHARE, OSSB_SHARE, explored)
    # IMED_UB
    return imed_ub.advance(family, plays, sums, stock, used, n, stop, played, True)


@njit(cache=True)
def play(family, theta, told, now, counts, places, stock, reach, which, distinct, n, stop, horizon, played):
    """Play rounds n to `stop`; played : (T,) filled with the arms, or empty. Returns the next round.

    stock : the rewards of this family, `stock` or `amounts` of STATE.
    """
    policy, factor, plays, sums, used = told[POLICY], told[FACTOR], counts[0], counts[1], places[0]
    if policy == THOMPSON:
        return play_thompson(family, theta, told, now, counts, places, stock, n, stop, played)
    while True:
        if policy == UCB:
            n, exhausted = baselines.advance(plays, sums, stock, used, n, stop, played, 2 * width_of(family) ** 2)
        elif policy == KL_UCB:
            n, exhausted = kl_ucb.advance(family, plays, sums, stock, used, n, stop, played, factor)
        elif policy == CKL_UCB:
            forced = told[FORCED] != 0
            n, exhausted = ckl_ucb.advance(
                family, plays, sums, stock, used, n, stop, played, reach, which, distinct, factor, forced
            )
        elif policy == OSLB:
            n, exhausted = oslb.advance(family, plays, sums, stock, used, n, stop, played, reach, factor, told[EPSILON])
        elif policy == GREEDY:
            n, exhausted = baselines.advance(plays, sums, stock, used, n, stop, played, 0.0)
        elif policy > UNIFORM:
            n, exhausted = advance_added(family, told, now, plays, sums, stock, used, n, stop, played, horizon, reach)
        else:
            n, exhausted = play_uniform(plays, told, n, stop, played)
        if exhausted < 0:
            return n
        refill(family, theta, told, places, stock, exhausted)


@njit(cache=True)
def lost(theta, plays):
    """The regret of so many plays; means within the tolerance of the best are best."""
    total, best = 0.0, theta.max()
    for k in range(len(theta)):
        if best - theta[k] > oslb.TIE:
            total += plays[k] * (best - theta[k])
    return total


@njit(cache=True)
def advance(theta, arms, told, curve, now, counts, places, stock, amounts, reach, which, distinct, rounds, played):
    """Play so many further rounds, at most to the last mark, and keep the regret of the marks passed.

    played : (T,) int32, filled with the arms, or empty.
    """
    n, reached, size = int(now[ROUND]), int(now[REACHED]), int(now[DISTINCT])
    horizon = int(curve[0, -1])
    stop = min(n + rounds - 1, horizon)
    while n <= stop:
        until = min(stop, int(curve[0, reached]))
        near = reach, which, distinct[:size]
        if told[KIND] == BERNOULLI:
            n = play(COINS, theta, told, now, counts, places, stock, *near, n, until, horizon, played)
        else:
            n = play(family_in(told), theta, told, now, counts, places, amounts, *near, n, until, horizon, played)
        if until == curve[0, reached]:
            curve[1, reached] = lost(theta, counts[0])
            reached += 1
    now[ROUND], now[REACHED], now[MOST_PLAYED] = n, reached, np.argmax(counts[0])
