"""The evidence against the true means, run by run, under some sampling rules: what a page draws for Theorem 2.

Rules and evidence are those of `lipbandits.theory.concentration`, on the random numbers of
`lipbandits.engine.streams` in place of numpy's: what the s-th play of an arm pays depends on seed, run, arm and s
alone, so all rules of a run meet the same rewards.
"""

import numpy as np
from numba import njit

from lipbandits.engine import race
from lipbandits.engine.families import COINS, kl_plus
from lipbandits.engine.streams import REWARDS, pair, uniform_arm
from lipbandits.engine.summary import share

# As `lipbandits.study.of_tails` names them.
RULES = ("round robin", "uniform", "least evidence", "CKL-UCB")
ROUND_ROBIN, UNIFORM, LEAST_EVIDENCE, CKL_UCB = range(4)
# `lipschitz` is what CKL-UCB is told; `largest` asks for the largest evidence so far, that of a rule that stops at the
# right moment, in place of the one before round `round`. The seed has two words of 32 bits.
TOLD = ("rule", "round", "largest", "lipschitz", "seed_low", "seed_high")
RULE, ROUND, LARGEST, LIPSCHITZ, SEED_LOW, SEED_HIGH = range(6)
# Rows of what `estimate` fills.
ESTIMATE = ("hits", "value", "low", "high")
# Evidence this close to δ has reached it, as in `lipbandits.theory.concentration`.
TIE = 1e-12


@njit(cache=True)
def evidence_of(plays, total, mean):
    """t I⁺(θ̂, θ) of one arm."""
    return plays * kl_plus(total / plays, mean) if plays > 0 else 0.0


@njit(cache=True)
def least_evidence(evidence, plays):
    """The arm with the least evidence; of equals the one with the fewest plays, of these the first."""
    arm = 0
    for k in range(1, len(plays)):
        if evidence[k] < evidence[arm] or (evidence[k] == evidence[arm] and plays[k] < plays[arm]):
            arm = k
    return arm


@njit(cache=True)
def take(theta, key, run, arm, plays, sums, spare, each):
    """Play an arm once. spare : (K,) uniforms drawn two at a time. each : (K,) the evidence of each arm."""
    s = int(plays[arm])
    if s % 2 == 0:
        value, spare[arm] = pair(key, run, REWARDS, arm, s // 2)
    else:
        value = spare[arm]
    plays[arm] += 1
    sums[arm] += 1.0 if value < theta[arm] else 0.0
    each[arm] = evidence_of(plays[arm], sums[arm], theta[arm])


@njit(cache=True)
def ckl_ucb_plays(theta, arms, told, first, played):
    """The arms that CKL-UCB plays in runs first, first + 1, …, with f(n) = log n. played : (R, n − 1) int32."""
    n_arms, rounds = len(theta), played.shape[1]
    of_race = np.zeros(len(race.TOLD))
    of_race[race.POLICY], of_race[race.LIPSCHITZ], of_race[race.FORCED] = race.CKL_UCB, told[LIPSCHITZ], 1.0
    of_race[race.SEED_LOW], of_race[race.SEED_HIGH] = told[SEED_LOW], told[SEED_HIGH]
    curve, now = np.zeros((2, 1)), np.zeros(len(race.NOW))
    curve[0, 0] = rounds
    reach, distinct = np.zeros((n_arms, n_arms)), np.zeros(n_arms * n_arms)
    which = np.zeros((n_arms, n_arms), dtype=np.int32)
    stock, amounts = np.zeros((n_arms, 1024), dtype=np.uint8), np.zeros((n_arms, 0))
    for r in range(played.shape[0]):
        of_race[race.RUN] = first + r
        counts, places = np.zeros((2, n_arms)), np.zeros((2, n_arms), dtype=np.int64)
        race.begin(theta, arms, of_race, curve, now, counts, places, stock, amounts, reach, which, distinct)
        near = reach, which, distinct[: int(now[race.DISTINCT])]
        race.play(COINS, theta, of_race, now, counts, places, stock, *near, 1, rounds, rounds, played[r])


@njit(cache=True)
def simulate_evidence(theta, arms, told, first, evidence):
    """The evidence Σ_k t_k I⁺(θ̂_k, θ_k) in runs first, first + 1, …; evidence : (R,), filled."""
    n_arms, rule, n, largest = len(theta), int(told[RULE]), int(told[ROUND]), told[LARGEST] != 0
    key = np.uint64(told[SEED_HIGH]) << np.uint64(32) | np.uint64(told[SEED_LOW])
    plays, sums, spare, each = np.zeros(n_arms), np.zeros(n_arms), np.zeros(n_arms), np.zeros(n_arms)
    played = np.zeros((len(evidence) if rule == CKL_UCB else 0, n - 1), dtype=np.int32)
    if rule == CKL_UCB:
        ckl_ucb_plays(theta, arms, told, first, played)
    for r in range(len(evidence)):
        plays[:], sums[:], each[:] = 0.0, 0.0, 0.0
        peak = 0.0
        for now in range(1, n):
            if rule == ROUND_ROBIN:
                arm = (now - 1) % n_arms
            elif rule == UNIFORM:
                arm = uniform_arm(key, first + r, now, n_arms)
            elif rule == LEAST_EVIDENCE:
                arm = least_evidence(each, plays)
            else:
                arm = int(played[r, now - 1])
            take(theta, key, first + r, arm, plays, sums, spare, each)
            if largest:
                peak = max(peak, each.sum())
        evidence[r] = peak if largest else each.sum()


@njit(cache=True)
def estimate(evidence, deltas, found):
    """How many of these runs reach each δ, the share, and its exact 95 % interval. found : (4, D), as ESTIMATE."""
    ordered, ends = evidence.copy(), np.zeros(2)
    ordered.sort()
    runs, before = len(ordered), -1
    for i in range(len(deltas)):
        hits = runs - np.searchsorted(ordered, deltas[i] * (1 - TIE))
        if hits != before:
            share(hits, runs, ends)
            before = hits
        found[0, i], found[1, i], found[2, i], found[3, i] = hits, hits / runs, ends[0], ends[1]
