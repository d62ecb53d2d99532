"""Contexts in the reader's hand, compiled: C′(θ) with its plan and prices, and which promises a θ keeps.

The quantities of `lipbandits.theory.contextual_bounds` under the paper's metric, fast enough to follow a finger. A pair
(j, k) of a context and an arm is row j·K + k.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.families import COINS, kl_plus
from lipbandits.engine.oslb import TIE
from lipbandits.engine.tent import bound, reach_of, solve

# As in lipbandits/theory/lower_bounds.py.
_ROUNDED = 1e-18
# What `contextual` fills: the entries of `numbers`, and the rows of `rows`. `apart` is what copies do that learn in
# each context alone and are told the same L.
NUMBERS = ("value", "apart", "leastLipschitz", "leastWeight")
ROWS = (
    "rates",
    "prices",
    "binding",
    "free",
    "apartRates",
    "apartPrices",
    "apartBinding",
    "confusing",
    "evidence",
    "best",
)


@njit(cache=True)
def away(arms, contexts, weight, one, other):
    """D between two pairs, by their rows."""
    n_arms = len(arms)
    up = contexts[one // n_arms] - contexts[other // n_arms]
    across = arms[one % n_arms] - arms[other % n_arms]
    return math.sqrt(weight * up**2 + across**2)


@njit(cache=True)
def fill_pair_reach(arms, contexts, lipschitz, weight, reach):
    """Fill L·D (J·K, J·K); beyond 1 a pair says nothing about another, however far."""
    for one in range(len(reach)):
        for other in range(len(reach)):
            reach[one, other] = min(lipschitz * away(arms, contexts, weight, one, other), 2.0)


@njit(cache=True)
def least_lipschitz(theta, arms, contexts, weight):
    """The smallest L that fits θ under this β."""
    least = 0.0
    for one in range(len(theta)):
        for other in range(one):
            rise = abs(theta[one] - theta[other])
            if rise > 0:
                least = max(least, rise / away(arms, contexts, weight, one, other))
    return least


@njit(cache=True)
def least_weight(theta, arms, contexts, lipschitz):
    """The smallest β that fits θ under this L, as far as pairs of different contexts are concerned."""
    n_arms, least = len(arms), 0.0
    for one in range(len(theta)):
        for other in range(one):
            up = contexts[one // n_arms] - contexts[other // n_arms]
            across = arms[one % n_arms] - arms[other % n_arms]
            rise = abs(theta[one] - theta[other])
            if up > 0 and rise > 0:
                need = (rise / lipschitz) ** 2 - across**2 if lipschitz > 0 else math.inf
                least = max(least, need / up**2)
    return least


@njit(cache=True)
def fill_information(theta, best, reach, information):
    """Fill I⁺(θ_i, λ^m_i), row m the model that raises pair m; 0 where there is nothing to raise it to."""
    n_arms = len(theta) // len(best)
    information[:] = 0.0
    for model in range(len(theta)):
        top = best[model // n_arms]
        if top < 1 and top - theta[model] > TIE:
            for i in range(len(theta)):
                y = top - reach[model, i]
                if y > theta[i]:
                    information[model, i] = kl_plus(theta[i], y)


@njit(cache=True)
def models_of(theta, best, information, free):
    """The pairs whose models are to be ruled out; those that plays of best arms tell in passing are free."""
    n_arms, count = len(theta) // len(best), 0
    models = np.empty(len(theta), dtype=np.int64)
    for model in range(len(theta)):
        top = best[model // n_arms]
        free[model] = 0.0
        if top >= 1 or top - theta[model] <= TIE:
            continue
        for i in range(len(theta)):
            if best[i // n_arms] - theta[i] <= TIE and information[model, i] >= _ROUNDED:
                free[model] = 1.0
        if free[model] == 0:
            models[count] = model
            count += 1
    return models[:count]


@njit(cache=True)
def units_of(theta, best, information, models, unit):
    """The pairs that say something of these models and are not best, and the most that a play of each says."""
    n_arms, count = len(theta) // len(best), 0
    pairs = np.empty(len(theta), dtype=np.int64)
    for i in range(len(theta)):
        most = 0.0
        for model in models:
            most = max(most, information[model, i])
        if most > 0 and best[i // n_arms] - theta[i] > TIE:
            pairs[count], unit[count] = i, most
            count += 1
    return pairs[:count]


@njit(cache=True)
def shared_bound(theta, best, reach, rates, prices, binding, free):
    """Fill c and the prices, and which models bind or are free, (J·K,) each; C′(θ)."""
    information, unit = np.empty((len(theta), len(theta))), np.empty(len(theta))
    fill_information(theta, best, reach, information)
    models = models_of(theta, best, information, free)
    pairs = units_of(theta, best, information, models, unit)
    r, m, n_arms = len(models), len(pairs), len(theta) // len(best)
    scaled, costs = np.empty((r, m)), np.empty(m)
    for a in range(m):
        costs[a] = (best[pairs[a] // n_arms] - theta[pairs[a]]) / unit[a]
        for b in range(r):
            scaled[b, a] = information[models[b], pairs[a]] / unit[a]
    return solve(costs, scaled, unit, pairs, models, rates, prices, binding)


@njit(cache=True)
def contextual(theta, arms, contexts, lipschitz, weight, shares, pair, numbers, rows):
    """Fill the NUMBERS, and the ROWS, of an instance; the lie is about one pair.

    theta : (J·K,) means that fit L and β. arms, contexts : (K,) and (J,) increasing positions. shares : whether the lie
    is one about all contexts, or about that of its pair alone. numbers : (4,). rows : (10, J·K); flags are 0 or 1.
    """
    n_arms, n_contexts = len(arms), len(contexts)
    reach, near = np.empty((len(theta), len(theta))), reach_of(COINS, arms, lipschitz)
    fill_pair_reach(arms, contexts, lipschitz, weight, reach)
    best = np.empty(n_contexts)
    alone = np.empty(n_arms)
    numbers[1] = 0.0
    for j in range(n_contexts):
        first, last = j * n_arms, (j + 1) * n_arms
        best[j] = theta[first:last].max()
        numbers[1] += bound(
            COINS, theta[first:last], near, rows[4, first:last], alone, rows[5, first:last], rows[6, first:last]
        )[0]
    numbers[0] = shared_bound(theta, best, reach, rows[0], rows[1], rows[2], rows[3])
    numbers[2] = least_lipschitz(theta, arms, contexts, weight)
    numbers[3] = least_weight(theta, arms, contexts, lipschitz)
    top = best[pair // n_arms]
    is_lie = top - theta[pair] > TIE
    for i in range(len(theta)):
        is_heard = is_lie and (shares != 0 or i // n_arms == pair // n_arms)
        raised = top - reach[pair, i] if is_heard else 0.0
        rows[7, i], rows[8, i] = max(theta[i], raised), 0.0
        if raised > theta[i]:
            rows[8, i] = kl_plus(theta[i], raised) if raised < 1 else math.inf
        rows[9, i] = best[i // n_arms] - theta[i] <= TIE


@njit(cache=True)
def follow_pairs(theta, arms, contexts, lipschitz, weight, pair, mean, moved):
    """Fill the means (J·K,) when a pair is pulled to a mean, and the others only as far as L and β make them follow."""
    for i in range(len(theta)):
        slack = lipschitz * away(arms, contexts, weight, pair, i)
        moved[i] = min(max(theta[i], mean - slack, 0.0), mean + slack, 1.0)
    moved[pair] = mean
