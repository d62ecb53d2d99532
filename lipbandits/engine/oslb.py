"""OSLB compiled: the plays of `lipbandits.policies.OSLB`, but for ties between optimal plans.

The linear program is solved only when it explores.

The program in units of Lai and Robbins (see `lipbandits.theory.lower_bounds`) has few variables. Its dual, max Σ y
subject to Mᵀ y ≤ costs, starts feasible at y = 0, and the simplex method on a dense tableau needs about K pivots; the
plan is read off its last row.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.core import TOLERANCE, draw, is_above, least_played, level_of
from lipbandits.engine.families import divergence, high_of, low_of, needs_averages

TIE = 1e-12
# Entries of a tableau smaller than this, relative to ones on the diagonal, are rounding.
_ZERO = 1e-11


@njit(cache=True)
def new_tableau(costs, information):
    """The tableau (m + 1, r + m + 1) of the dual at y = 0: row i reads Σ_k information[k, i] y_k + slack_i = costs_i.

    The last column holds the right-hand sides, the last row the reduced costs.
    """
    r, m = information.shape
    tableau = np.zeros((m + 1, r + m + 1))
    tableau[m, :r] = -1.0
    for i in range(m):
        for k in range(r):
            tableau[i, k] = information[k, i]
        tableau[i, r + i] = 1.0
        tableau[i, r + m] = costs[i]
    return tableau


@njit(cache=True)
def entering(tableau, take_first):
    """The variable to enter the basis, that of the least reduced cost or the first of a negative one; −1 for none."""
    last, width = tableau.shape[0] - 1, tableau.shape[1]
    column, least = -1, -_ZERO
    for j in range(width - 1):
        if tableau[last, j] < least:
            column, least = j, tableau[last, j]
            if take_first:
                break
    return column


@njit(cache=True)
def leaving(tableau, basis, column):
    """The row whose variable leaves the basis, that of the least ratio, the first variable of several."""
    row, ratio, last = -1, 0.0, tableau.shape[1] - 1
    for i in range(len(basis)):
        if tableau[i, column] > _ZERO:
            candidate = tableau[i, last] / tableau[i, column]
            if row < 0 or candidate < ratio or (candidate == ratio and basis[i] < basis[row]):
                row, ratio = i, candidate
    return row


@njit(cache=True)
def pivot(tableau, row, column):
    """Make the column that of a unit, with its one in a row."""
    height, width = tableau.shape
    divisor = tableau[row, column]
    for j in range(width):
        tableau[row, j] /= divisor
    for i in range(height):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            for j in range(width):
                tableau[i, j] -= factor * tableau[row, j]


@njit(cache=True)
def optimal_plan(costs, information):
    """The plan u (m,) of min costs·u subject to information @ u ≥ 1, u ≥ 0, and the prices y (r,) of its rows.

    By the simplex method on the dual. information : (r, m), row a model, column an arm, entries in [0, 1], a one in
    each column. costs : (m,), positive.
    """
    r, m = information.shape
    tableau, basis = new_tableau(costs, information), np.arange(r, r + m)
    for pivots in range(50 * m + 50):
        # Dantzig's rule; after many pivots, Bland's, which cannot cycle.
        column = entering(tableau, pivots > 10 * m + 20)
        if column < 0:
            break
        row = leaving(tableau, basis, column)
        pivot(tableau, row, column)
        basis[row] = column
    prices = np.zeros(r)
    for i in range(m):
        if basis[i] < r:
            prices[basis[i]] = max(tableau[i, r + m], 0.0)
    return np.maximum(tableau[m, r : r + m], 0.0), prices


@njit(cache=True)
def program(family, means, reach):
    """The program of C(θ̂): its arms (m,), their I(θ̂_k, θ̂*), costs (m,) and information (m, m); m = 0 if C(θ̂) = 0.

    Variable u_k is c_k I(θ̂_k, θ̂*), the plays of arm k in units of Lai and Robbins.
    """
    best, m = means.max(), 0
    arms = np.empty(len(means), dtype=np.int64)
    for k in range(len(means)):
        if best < high_of(family) and best - means[k] > TIE:
            arms[m] = k
            m += 1
    arms = arms[:m]
    unit = np.empty(m)
    costs = np.empty(m)
    for a in range(m):
        unit[a] = divergence(family, means[arms[a]], best)
        costs[a] = (best - means[arms[a]]) / unit[a]
    information = np.zeros((m, m))
    for b in range(m):
        for a in range(m):
            if a == b:
                information[b, a] = 1.0
            else:
                y = best - reach[arms[b], arms[a]]
                if y > means[arms[a]]:
                    information[b, a] = divergence(family, means[arms[a]], y) / unit[a]
    return arms, unit, costs, information


@njit(cache=True)
def optimal_rates(family, means, reach):
    """c_k of C(θ̂) for every arm, 0 for the best ones; shape (K,)."""
    rates = np.zeros(len(means))
    arms, unit, costs, information = program(family, means, reach)
    if len(arms) > 0:
        plan, _ = optimal_plan(costs, information)
        for a in range(len(arms)):
            rates[arms[a]] = plan[a] / unit[a]
    return rates


@njit(cache=True)
def to_explore(plays, means, rates, excluded, n):
    """The least played arm below its target, or if there is none, the least played of those not excluded."""
    underplayed = (means < means.max()) & (plays <= rates * math.log(n))
    arm = least_played(plays, 0, ~underplayed)
    return arm if arm >= 0 else least_played(plays, 0, excluded)


@njit(cache=True)
def choose(family, plays, means, reach, n, level, epsilon):
    """The leader if no other index exceeds its mean, or else what exploration plays."""
    n_arms, leader = len(plays), np.argmax(means)
    if needs_averages(family) and plays.min() == 0:
        return np.argmin(plays)
    excluded = np.ones(n_arms, dtype=np.bool_)
    q = means[leader] + TOLERANCE
    if q < high_of(family):
        for k in range(n_arms):
            # In round 1 nothing is known, and every index is the largest mean.
            excluded[k] = k == leader or not (n == 1 or is_above(family, plays, means, reach, k, q, level))
    if excluded.all():
        return leader
    explore = to_explore(plays, means, optimal_rates(family, means, reach), excluded, n)
    least = np.argmin(plays)
    return least if plays[least] < epsilon / n_arms * plays[explore] else explore


@njit(cache=True)
def advance(family, plays, sums, buffer, used, n, stop, played, reach, factor, epsilon):
    """Play rounds n to `stop`; returns the next round, and the arm whose rewards ran out before it (−1 for none).

    buffer : (K, B) rewards in stock. used : (K,) how many of each row are gone. reach : (K, K) L·d.
    played : (T,) filled with the arms, or empty. plays, sums : (K,) float64, changed in place.
    """
    stock = buffer.shape[1]
    means = np.where(plays > 0, sums / np.maximum(plays, 1.0), low_of(family))
    while n <= stop:
        arm = choose(family, plays, means, reach, n, level_of(n, factor), epsilon)
        if used[arm] == stock:
            return n, arm
        draw(plays, sums, buffer, used, arm, 1)
        means[arm] = sums[arm] / plays[arm]
        if len(played) > 0:
            played[n - 1] = arm
        n += 1
    return n, -1
