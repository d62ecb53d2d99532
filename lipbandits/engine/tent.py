"""The tent over an instance, compiled: λᵏ, C(θ) with its plan and prices, and Lai and Robbins' bound.

The quantities of `lipbandits.theory.lower_bounds`, fast enough to follow a finger.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.families import BERNOULLI, divergence, high_of
from lipbandits.engine.oslb import TIE, optimal_plan, program

# What `tent` fills: the entries of `numbers`, and the rows of `rows`.
NUMBERS = ("value", "laiRobbins", "leastLipschitz")
ROWS = ("rates", "alone", "prices", "binding", "confusing", "evidence", "best")
# A model binds if the plan leaves less than this to spare, relative to what it says of it.
SPARE = 1e-9


@njit(cache=True)
def fill_reach(family, arms, lipschitz, reach):
    """Fill L·d (K, K) between the positions of the arms; of coins, beyond 1, an arm says nothing, however far."""
    most = 2.0 if family[0] == BERNOULLI else np.inf
    for i in range(len(arms)):
        for k in range(len(arms)):
            reach[i, k] = min(lipschitz * abs(arms[i] - arms[k]), most)


@njit(cache=True)
def reach_of(family, arms, lipschitz):
    """(K, K) L·d, see `fill_reach`."""
    reach = np.empty((len(arms), len(arms)))
    fill_reach(family, arms, lipschitz, reach)
    return reach


@njit(cache=True)
def least_lipschitz(theta, arms):
    """The smallest L that fits θ."""
    least = 0.0
    for i in range(len(arms)):
        for k in range(i):
            least = max(least, abs(theta[i] - theta[k]) / (arms[i] - arms[k]))
    return least


@njit(cache=True)
def confuse(family, theta, reach, k, confusing, evidence):
    """Fill λᵏ and what one play of each arm says against it, I⁺(θ_i, λᵏ_i), (K,) each; θ and 0 if k is best."""
    best = theta.max()
    for i in range(len(theta)):
        confusing[i], evidence[i] = theta[i], 0.0
        raised = best - reach[k, i]
        if best - theta[k] > TIE and raised > theta[i]:
            confusing[i] = raised
            evidence[i] = divergence(family, theta[i], raised) if raised < high_of(family) else math.inf


@njit(cache=True)
def solve(costs, information, unit, arms, models, rates, prices, binding):
    """Fill c_k, the prices and which models bind; the least cost.

    A column of the program is an arm, in these units, and a row a model, by the arm that it raises. What is not in it
    gets 0, in each of the three (K,).
    """
    rates[:], prices[:], binding[:] = 0.0, 0.0, 0.0
    value = 0.0
    if len(models) == 0:
        return value
    plan, dual = optimal_plan(costs, information)
    for a in range(len(arms)):
        rates[arms[a]] = plan[a] / unit[a]
        value += costs[a] * plan[a]
    for b in range(len(models)):
        reached = 0.0
        for a in range(len(arms)):
            reached += information[b, a] * plan[a]
        prices[models[b]] = dual[b]
        binding[models[b]] = reached - 1 <= SPARE * max(1.0, reached)
    return value


@njit(cache=True)
def bound(family, theta, reach, rates, alone, prices, binding):
    """Fill c_k, 1/I(θ_k, θ*), the prices and which models bind, (K,) each; C(θ), and the bound without structure."""
    arms, unit, costs, information = program(family, theta, reach)
    alone[:] = 0.0
    for a in range(len(arms)):
        alone[arms[a]] = 1 / unit[a]
    return solve(costs, information, unit, arms, arms, rates, prices, binding), costs.sum()


@njit(cache=True)
def tent(theta, arms, lipschitz, k, kind, sd, numbers, rows):
    """Fill the NUMBERS, and the ROWS, of an instance; the tent stands over arm k.

    theta, arms : (K,) means that fit L, and increasing positions. kind, sd : the family of the rewards. numbers : (3,).
    rows : (7, K); flags are 0 or 1.
    """
    family = (kind, sd)
    reach = reach_of(family, arms, lipschitz)
    numbers[0], numbers[1] = bound(family, theta, reach, rows[0], rows[1], rows[2], rows[3])
    numbers[2] = least_lipschitz(theta, arms)
    confuse(family, theta, reach, k, rows[4], rows[5])
    for i in range(len(theta)):
        rows[6, i] = theta.max() - theta[i] <= TIE


@njit(cache=True)
def follow(theta, arms, lipschitz, k, mean, moved):
    """Fill the means (K,) when arm k is pulled to a mean, and the others only as far as L makes them follow."""
    for i in range(len(theta)):
        slack = lipschitz * abs(arms[i] - arms[k])
        moved[i] = min(max(theta[i], mean - slack, 0.0), mean + slack, 1.0)
    moved[k] = mean
