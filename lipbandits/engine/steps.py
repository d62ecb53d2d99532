"""A run round by round, with what its policy saw: the choices of `lipbandits.engine.race`, explained.

A round here costs more than in a race: all indexes are computed, and not only those that decide.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import (
    TOLERANCE,
    first_of_the_largest,
    forced_arm,
    is_above,
    kl_ucb_index,
    largest_q,
    least_played,
    level_of,
    unplayed,
)
from lipbandits.engine.families import high_of, kl, low_of, needs_averages, width_of
from lipbandits.engine.oslb import optimal_rates
from lipbandits.engine.quantiles import reward_at
from lipbandits.engine.race import (
    CKL_UCB,
    EPSILON,
    FACTOR,
    FORCED,
    GREEDY,
    KL_UCB,
    MOST_PLAYED,
    POLICY,
    REACHED,
    ROUND,
    RUN,
    UCB,
    UNIFORM,
    family_in,
    key_of,
    lost,
)
from lipbandits.engine.streams import REWARDS, uniform, uniform_arm
from lipbandits.engine.tent import reach_of

# Why an arm was played: each once at first; the largest index; the best average; by chance; too few plays so far;
# nothing is above the leader; the least played of the arms to explore, or, where none is below its target, of those
# above the leader.
RULES = ("initial", "index", "average", "chance", "forced", "leader", "explore", "above")
INITIAL, INDEX, AVERAGE, CHANCE, FORCED_PLAY, LEADER, EXPLORE, ABOVE = range(8)
# What `step` fills: the entries of `report`, and the rows of `seen` as they stood before the play.
REPORT = ("round", "arm", "rule", "leader", "level", "reward")
SEEN = ("plays", "averages", "indexes", "candidates", "targets")
_PLAYS, _AVERAGES, _INDEXES, _CANDIDATES, _TARGETS = range(5)


@njit(cache=True)
def divergences(x, y, kind, sd, values):
    """Fill I(x, y), entry by entry. kind, sd : the family."""
    for m in range(len(x)):
        values[m] = kl((kind, sd), x[m], y[m])


@njit(cache=True)
def lipschitz_index(family, plays, averages, reach, k, level):
    """b_k of OSLB and CKL-UCB."""
    return max(averages[k], largest_q(family, plays, averages, reach, k, level))


@njit(cache=True)
def fill_averages(family, plays, sums, averages):
    """Fill the averages (K,); of an unplayed arm the smallest mean, 0 or −∞."""
    for k in range(len(plays)):
        averages[k] = sums[k] / plays[k] if plays[k] > 0 else low_of(family)


@njit(cache=True)
def indexes(plays, sums, arms, lipschitz, level, kind, sd, rows):
    """Fill the KL-UCB indexes and the b_k, the two rows of `rows` (2, K); 1 or ∞ for an unplayed arm of the first.

    kind, sd : the family of the rewards.
    """
    family, averages = (kind, sd), np.empty(len(plays))
    reach = reach_of(family, arms, lipschitz)
    fill_averages(family, plays, sums, averages)
    for k in range(len(plays)):
        rows[0, k] = kl_ucb_index(family, plays[k], averages[k], level) if plays[k] > 0 else high_of(family)
        rows[1, k] = lipschitz_index(family, plays, averages, reach, k, level)


@njit(cache=True)
def largest(family, policy, n, factor, plays, seen):
    """The arm and the rule of UCB, KL-UCB and the best average; candidates are those that no other one exceeds."""
    n_arms, index, averages = len(plays), seen[_INDEXES], seen[_AVERAGES]
    for k in range(n_arms):
        if policy == GREEDY:
            index[k] = averages[k]
        elif plays[k] == 0:
            index[k] = math.inf if policy == UCB else high_of(family)
        elif policy == UCB:
            index[k] = averages[k] + math.sqrt(2 * width_of(family) ** 2 * math.log(n) / plays[k])
        else:
            index[k] = kl_ucb_index(family, plays[k], averages[k], level_of(n, factor))
    arm, most = unplayed(plays), index.max()
    tolerance = 0.0 if policy == GREEDY else TOLERANCE
    for k in range(n_arms):
        seen[_CANDIDATES, k] = plays[k] == 0 if arm >= 0 else index[k] >= most - tolerance
    if arm >= 0:
        return arm, INITIAL
    return first_of_the_largest(index, n_arms, tolerance), AVERAGE if policy == GREEDY else INDEX


@njit(cache=True)
def fill_above(family, n, plays, averages, reach, leader, q, level, candidates):
    """Mark the arms other than the leader whose b_k is above q; says whether there are any."""
    found = False
    for k in range(len(plays)):
        # In round 1 nothing is known, and every index is the largest mean.
        above = k != leader and q < high_of(family)
        above = above and (n == 1 or is_above(family, plays, averages, reach, k, q, level))
        candidates[k] = above
        found = found or above
    return found


@njit(cache=True)
def of_ckl_ucb(family, n, forced, level, plays, reach, leader, seen):
    """The arm and the rule of CKL-UCB."""
    q = seen[_INDEXES, leader] + TOLERANCE
    found = fill_above(family, n, plays, seen[_AVERAGES], reach, leader, q, level, seen[_CANDIDATES])
    arm = forced_arm(plays, 0, len(plays), n) if forced else -1
    if arm >= 0:
        return arm, FORCED_PLAY
    if not found:
        return leader, LEADER
    return least_played(plays, 0, seen[_CANDIDATES] == 0), EXPLORE


@njit(cache=True)
def of_oslb(family, n, epsilon, level, plays, reach, leader, seen):
    """The arm and the rule of OSLB; the row of targets is ĉ_k log n where the program was solved."""
    averages = seen[_AVERAGES]
    if needs_averages(family) and unplayed(plays) >= 0:
        for k in range(len(plays)):
            seen[_CANDIDATES, k] = plays[k] == 0
        return unplayed(plays), INITIAL
    q = averages[leader] + TOLERANCE
    if not fill_above(family, n, plays, averages, reach, leader, q, level, seen[_CANDIDATES]):
        return leader, LEADER
    rates, excluded, rule = optimal_rates(family, averages, reach), np.empty(len(plays), dtype=np.bool_), EXPLORE
    for k in range(len(plays)):
        seen[_TARGETS, k] = rates[k] * math.log(n)
        excluded[k] = averages[k] >= averages[leader] or plays[k] > seen[_TARGETS, k]
    explore = least_played(plays, 0, excluded)
    if explore < 0:
        explore, rule = least_played(plays, 0, seen[_CANDIDATES] == 0), ABOVE
    least = int(np.argmin(plays))
    if plays[least] < epsilon / len(plays) * plays[explore]:
        return least, FORCED_PLAY
    return explore, rule


@njit(cache=True)
def choose(told, n, plays, reach, leader, full, seen):
    """The arm of round n and the rule, with candidates and targets; with all indexes, where they are asked for."""
    family, policy, level = family_in(told), int(told[POLICY]), level_of(n, told[FACTOR])
    if policy == UNIFORM:
        seen[_CANDIDATES] = 1.0
        return uniform_arm(key_of(told), told[RUN], n, len(plays)), CHANCE
    if policy in (UCB, KL_UCB, GREEDY):
        return largest(family, policy, n, told[FACTOR], plays, seen)
    for k in range(len(plays)):
        # OSLB compares with an average.
        if full or (policy == CKL_UCB and k == leader):
            seen[_INDEXES, k] = lipschitz_index(family, plays, seen[_AVERAGES], reach, k, level)
    if policy == CKL_UCB:
        return of_ckl_ucb(family, n, told[FORCED] != 0, level, plays, reach, leader, seen)
    return of_oslb(family, n, told[EPSILON], level, plays, reach, leader, seen)


@njit(cache=True)
def look(told, n, counts, reach, full, report, seen):
    """Fill what the policy sees in round n, and what it chooses; see `step`. Says which arm that is."""
    plays, sums = counts[0], counts[1]
    seen[:] = np.nan
    for k in range(len(plays)):
        seen[_PLAYS, k] = plays[k]
    fill_averages(family_in(told), plays, sums, seen[_AVERAGES])
    leader = int(np.argmax(seen[_AVERAGES]))
    arm, rule = choose(told, n, plays, reach, leader, full, seen)
    report[0], report[1], report[2], report[3], report[4] = n, arm, rule, leader, level_of(n, told[FACTOR])
    return arm


@njit(cache=True)
def reward_of(theta, told, plays, arm):
    """What the next play of an arm pays."""
    return reward_at(family_in(told), uniform(key_of(told), told[RUN], REWARDS, arm, int(plays[arm])), theta[arm])


@njit(cache=True)
def take(theta, told, curve, now, counts, arm):
    """Play an arm, and keep what `lipbandits.engine.race` keeps of it; says what it paid."""
    n, reached, plays = int(now[ROUND]), int(now[REACHED]), counts[0]
    reward = reward_of(theta, told, plays, arm)
    plays[arm] += 1
    counts[1, arm] += reward
    if n == curve[0, reached]:
        curve[1, reached] = lost(theta, plays)
        reached += 1
    now[ROUND], now[REACHED], now[MOST_PLAYED] = n + 1, reached, np.argmax(plays)
    return reward


@njit(cache=True)
def step(theta, arms, told, curve, now, counts, places, stock, amounts, reach, which, distinct, report, seen):
    """Play the next round of a run that `race.begin` prepared, unless it is over.

    report : (6,) and seen : (5, K), filled with what REPORT and SEEN name; what a policy does not compute is nan.
    """
    if int(now[REACHED]) < curve.shape[1]:
        arm = look(told, int(now[ROUND]), counts, reach, True, report, seen)
        report[5] = take(theta, told, curve, now, counts, arm)
