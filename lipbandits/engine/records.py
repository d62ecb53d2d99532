"""A run that is kept for pages: the arm and the rule of each round, and what the policy saw in any of them.

A recorded run plays what `lipbandits.engine.race` plays. What was seen is counted anew from what was played, since a
reward depends on its place alone; so one may go to any round, at once, from counts kept at some round before it.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import evidence, forced_arm, level_of
from lipbandits.engine.families import divergence, high_of, last_of
from lipbandits.engine.race import (
    CKL_UCB,
    FACTOR,
    FORCED,
    GREEDY,
    LIPSCHITZ,
    OSLB,
    POLICY,
    ROUND,
    UNIFORM,
    advance,
    family_in,
)
from lipbandits.engine.steps import (
    AVERAGE,
    CHANCE,
    EXPLORE,
    FORCED_PLAY,
    INDEX,
    INITIAL,
    LEADER,
    REPORT,
    SEEN,
    fill_averages,
    lipschitz_index,
    look,
    reward_of,
    take,
)
from lipbandits.engine.tent import reach_of

# The rows that `against` fills.
AGAINST = ("leader", "index", "evidence", "level")


@njit(cache=True)
def rule_of(told, n, plays, averages, arm):
    """Why a policy other than OSLB played this arm."""
    policy = int(told[POLICY])
    if policy == UNIFORM:
        return CHANCE
    if policy == CKL_UCB:
        if told[FORCED] != 0 and forced_arm(plays, 0, len(plays), n) >= 0:
            return FORCED_PLAY
        # The leader is no candidate itself.
        return LEADER if arm == int(np.argmax(averages)) else EXPLORE
    if plays[arm] == 0:
        return INITIAL
    return AVERAGE if policy == GREEDY else INDEX


@njit(cache=True)
def record_plans(theta, told, curve, now, counts, reach, stop, played, rules):
    """As `record`, of OSLB, whose rules cannot be told without its plans."""
    report, seen = np.empty(len(REPORT)), np.empty((len(SEEN), len(theta)))
    while now[ROUND] <= stop:
        n = int(now[ROUND])
        arm = look(told, n, counts, reach, False, report, seen)
        take(theta, told, curve, now, counts, arm)
        played[n - 1], rules[n - 1] = arm, int(report[2])


@njit(cache=True)
def record(
    theta, arms, told, curve, now, counts, places, stock, amounts, reach, which, distinct, rounds, played, rules
):
    """Play so many further rounds, at most to the last mark, as `race.advance` does, with the rule of each.

    played, rules : (T,) int32, filled with the arms and the rules.
    """
    first = int(now[ROUND])
    stop = min(first + rounds - 1, int(curve[0, -1]))
    if told[POLICY] == OSLB:
        record_plans(theta, told, curve, now, counts, reach, stop, played, rules)
        return
    plays, sums = counts[0].copy(), counts[1].copy()
    averages = np.empty(len(theta))
    fill_averages(family_in(told), plays, sums, averages)
    advance(theta, arms, told, curve, now, counts, places, stock, amounts, reach, which, distinct, rounds, played)
    for n in range(first, stop + 1):
        arm = int(played[n - 1])
        rules[n - 1] = rule_of(told, n, plays, averages, arm)
        sums[arm] += reward_of(theta, told, plays, arm)
        plays[arm] += 1
        averages[arm] = sums[arm] / plays[arm]


@njit(cache=True)
def recall(theta, arms, told, played, first, n, counts, report, seen):
    """What the policy saw in round n, as `steps.step` fills it, of a run whose earlier rounds were recorded.

    counts : (2, K) plays and sums before round `first`, brought up to round n.
    """
    for each in range(first, n):
        arm = int(played[each - 1])
        counts[1, arm] += reward_of(theta, told, counts[0], arm)
        counts[0, arm] += 1
    arm = look(told, n, counts, reach_of(family_in(told), arms, told[LIPSCHITZ]), True, report, seen)
    report[5] = reward_of(theta, told, counts[0], arm)


@njit(cache=True)
def weights(plays, averages, arms, lipschitz, k, q, kind, sd, row):
    """Fill what the plays of each arm say against "arm k has at least q": t_i I⁺(θ̂_i, q − L d), in nats.

    kind, sd : the family of the rewards.
    """
    family = (kind, sd)
    for i in range(len(plays)):
        y = min(q - lipschitz * abs(arms[i] - arms[k]), last_of(family))
        row[i] = plays[i] * divergence(family, averages[i], y) if plays[i] > 0 else 0.0


@njit(cache=True)
def against(arms, told, k, rounds, kept, rows):
    """Of CKL-UCB before some rounds: the leader, its index, the evidence that arm k has no more, and the level.

    rounds : (M,). kept : (M, 2 K) the plays and then the sums before them. rows : (4, M), filled as AGAINST says; there
    is no evidence where k leads itself, or where every index is the largest mean.
    """
    family, n_arms, averages = family_in(told), len(arms), np.empty(len(arms))
    reach = reach_of(family, arms, told[LIPSCHITZ])
    for m in range(len(rounds)):
        plays, sums = kept[m, :n_arms], kept[m, n_arms:]
        fill_averages(family, plays, sums, averages)
        leader, level = int(np.argmax(averages)), level_of(rounds[m], told[FACTOR])
        index = lipschitz_index(family, plays, averages, reach, leader, level)
        rows[0, m], rows[1, m], rows[2, m], rows[3, m] = leader, index, math.nan, level
        if leader != k and index < high_of(family):
            rows[2, m] = evidence(family, plays, averages, reach, k, index)[0]
