"""OSLB compiled: the plays of `lipbandits.policies.OSLB`, but for ties between optimal plans.

The linear program is solved only when it explores.

The program in units of Lai and Robbins (see `lipbandits.theory.lower_bounds`) has few variables. Its dual, max Σ y
subject to Mᵀ y ≤ costs, starts feasible at y = 0, and the simplex method on a dense tableau needs about K pivots; the
plan is read off its last row.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, evidence, kl_plus, level_of

_TIE = 1e-12
# Entries of a tableau smaller than this, relative to ones on the diagonal, are rounding.
_ZERO = 1e-11


@njit(cache=True)
def optimal_plan(costs, information):
    """The plan u of min costs·u subject to information @ u ≥ 1, u ≥ 0, by the simplex method on the dual.

    information : (m, m), row a model, column an arm, ones on the diagonal, entries in [0, 1]. costs : (m,), positive.
    """
    m = len(costs)
    # Row i: Σ_k information[k, i] y_k + slack_i = costs_i. The last row holds the reduced costs.
    tableau = np.zeros((m + 1, 2 * m + 1))
    for i in range(m):
        for k in range(m):
            tableau[i, k] = information[k, i]
        tableau[i, m + i] = 1.0
        tableau[i, 2 * m] = costs[i]
        tableau[m, i] = -1.0
    basis = np.arange(m, 2 * m)
    for pivots in range(50 * m + 50):
        # Dantzig's rule; after many pivots, Bland's, which cannot cycle.
        column, least = -1, -_ZERO
        for j in range(2 * m):
            if tableau[m, j] < least:
                column, least = j, tableau[m, j]
                if pivots > 10 * m + 20:
                    break
        if column < 0:
            break
        row, ratio = -1, 0.0
        for i in range(m):
            if tableau[i, column] > _ZERO:
                candidate = tableau[i, 2 * m] / tableau[i, column]
                if row < 0 or candidate < ratio or (candidate == ratio and basis[i] < basis[row]):
                    row, ratio = i, candidate
        pivot = tableau[row, column]
        for j in range(2 * m + 1):
            tableau[row, j] /= pivot
        for i in range(m + 1):
            factor = tableau[i, column]
            if i != row and factor != 0.0:
                for j in range(2 * m + 1):
                    tableau[i, j] -= factor * tableau[row, j]
        basis[row] = column
    plan = np.empty(m)
    for i in range(m):
        plan[i] = max(tableau[m, m + i], 0.0)
    return plan


@njit(cache=True)
def optimal_rates(means, reach):
    """c_k of C(θ̂) for every arm, 0 for the best ones; shape (K,)."""
    n_arms = len(means)
    best = means.max()
    rates = np.zeros(n_arms)
    if best >= 1:
        return rates
    arms = np.flatnonzero(best - means > _TIE)
    m = len(arms)
    if m == 0:
        return rates
    unit = np.empty(m)
    costs = np.empty(m)
    for a in range(m):
        unit[a] = kl_plus(means[arms[a]], best)
        costs[a] = (best - means[arms[a]]) / unit[a]
    information = np.zeros((m, m))
    for b in range(m):
        for a in range(m):
            if a == b:
                information[b, a] = 1.0
            else:
                y = best - reach[arms[b], arms[a]]
                if y > means[arms[a]]:
                    information[b, a] = kl_plus(means[arms[a]], y) / unit[a]
    plan = optimal_plan(costs, information)
    for a in range(m):
        rates[arms[a]] = plan[a] / unit[a]
    return rates


@njit(cache=True)
def advance(plays, sums, buffer, used, n, stop, played, reach, factor, epsilon):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) uint8 rewards in stock. used : (K,) how many of each row are gone. reach : (K, K) L·d.
    played : (T,) filled with the arms, or empty. plays, sums : (K,) float64, changed in place.
    """
    n_arms, stock = buffer.shape
    means = np.where(plays > 0, sums / np.maximum(plays, 1.0), 0.0)
    while n <= stop:
        level = level_of(n, factor)
        leader = int(np.argmax(means))
        q = means[leader] + TOLERANCE
        arm = leader
        exploits = True
        if q < 1:
            for k in range(n_arms):
                # In round 1 nothing is known, and every index is 1.
                if k != leader and (n == 1 or evidence(plays, means, reach, k, q)[0] < level):
                    exploits = False
                    break
        if not exploits:
            rates = optimal_rates(means, reach)
            explore = -1
            for k in range(n_arms):
                if means[k] < means[leader] and plays[k] <= rates[k] * math.log(n):
                    if explore < 0 or plays[k] < plays[explore]:
                        explore = k
            if explore < 0:
                for k in range(n_arms):
                    if k != leader and (explore < 0 or plays[k] < plays[explore]):
                        if n == 1 or evidence(plays, means, reach, k, q)[0] < level:
                            explore = k
            least = int(np.argmin(plays))
            arm = least if plays[least] < epsilon / n_arms * plays[explore] else explore
        if used[arm] == stock:
            return n, arm
        plays[arm] += 1
        sums[arm] += buffer[arm, used[arm]]
        used[arm] += 1
        means[arm] = sums[arm] / plays[arm]
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
