"""Checks of the exercises of the lower bound chapter."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import (
    ONE_DECIMAL,
    THREE_DECIMALS,
    compare,
    confused,
    even_arms,
    is_best,
    plan,
    refuse_means,
    say,
    triangle,
)
from lipbandits.engine.families import COINS, kl
from lipbandits.engine.tent import least_lipschitz

# The constant of the 5-arm triangle, its slope.
LIPSCHITZ = 0.5


@njit(cache=True)
def five():
    """The means of the 5-arm triangle."""
    return triangle(5, 0.5, 0.8, LIPSCHITZ)


@njit(cache=True)
def lower_bound_1(answer, out):
    """λ⁰ of the 5-arm triangle."""
    theta = five()
    expected, _ = confused(theta, even_arms(5), LIPSCHITZ, 0)
    for k in range(5):
        if answer[k] < theta[k] - 1e-9:
            return say(out, 1, k)
    if abs(answer[0] - 0.8) > 1e-9:
        return say(out, 2)
    for k in range(4):
        if abs(answer[k + 1] - answer[k]) > LIPSCHITZ * 0.25 + 1e-9:
            return say(out, 3)
    for k in range(5):
        if answer[k] > expected[k] + 1e-9:
            return say(out, 4, k)


@njit(cache=True)
def lower_bound_2(answer, out):
    """A feasible plan for the 5-arm triangle that costs less than Lai–Robbins."""
    theta = five()
    cost = 0.0
    for k in range(5):
        if answer[k] < 0:
            return say(out, 1)
        cost += answer[k] * (theta.max() - theta[k])
    for k in range(5):
        if not is_best(theta, k):
            _, evidence = confused(theta, even_arms(5), LIPSCHITZ, k)
            information = 0.0
            for i in range(5):
                information += answer[i] * evidence[i]
            if information < 1 - 1e-9:
                return say(out, 2, k, information)
    _, alone, _ = plan(theta, even_arms(5), LIPSCHITZ)
    # Rates just below those of Lai–Robbins are feasible up to rounding, and no cheaper.
    if cost >= (1 - 1e-6) * alone:
        return say(out, 3)


@njit(cache=True)
def lower_bound_3(answer, out):
    """From L = (θ* − θ_min)/spacing on, no tent of the 17-arm triangle is higher than a neighbour."""
    theta = triangle(17, 0.5, 0.8, 0.5)
    compare(answer[0], (theta.max() - theta.min()) * 16, out, 1e-4)


@njit(cache=True)
def lower_bound_4(answer, out):
    """The price y_0 of the 5-arm triangle."""
    _, _, rows = plan(five(), even_arms(5), LIPSCHITZ)
    compare(answer[0], rows[2, 0], out, THREE_DECIMALS)


@njit(cache=True)
def explores_only_the_worst(mean):
    """Whether the optimal plan of the instance `odd`, its worst arm at this mean, plays arm 1 not at all."""
    theta, arms = np.array([0.51, 0.37, mean, 0.35]), np.array([0.5, 0.7, 0.8, 0.9])
    _, _, rows = plan(theta, arms, 1.5)
    return rows[0, 1] < 1e-6


@njit(cache=True)
def lower_bound_5(answer, out):
    """The mean at which the plan jumps, to four decimals."""
    mean = answer[0]
    if not 0.2201 <= mean <= 0.3499:
        say(out, 3)
    elif not explores_only_the_worst(mean - 6e-5):
        say(out, 2)
    elif explores_only_the_worst(mean + 6e-5):
        say(out, 1)


@njit(cache=True)
def plays_needed(often, eta):
    """Plays of arm 1 that the lemma asks for, with λ = (0.6, 0.6 + η), regret 100 and T = 10⁶."""
    return kl(COINS, often, 2 * (100 / eta) / 1e6) / kl(COINS, 0.2, 0.6 + eta)


@njit(cache=True)
def lower_bound_6(answer, out):
    """The bound with η = 0.2, and with the best η."""
    given, most = answer[0], answer[1]
    often = 1 - 2 * (100 / 0.4) / 1e6
    if abs(given - (often * math.log(1e3) - math.log(2)) / kl(COINS, 0.2, 0.8)) < 0.06:
        return say(out, 1)
    if abs(given - plays_needed(often, 0.2)) > ONE_DECIMAL:
        return say(out, 2)
    best = 0.0
    for m in range(160):
        best = max(best, plays_needed(often, 0.02 + 0.0005 * m))
    if abs(most - best) > ONE_DECIMAL:
        say(out, 3 if most < best else 4)


@njit(cache=True)
def is_a_step(number):
    """Whether a number is 1, 2, 3 or 4."""
    return number == math.floor(number) and 1 <= number <= 4


@njit(cache=True)
def lower_bound_7(answer, out):
    """The first step that fails: 3 for always arm 0, 2 for the larger average."""
    always, larger = answer[0], answer[1]
    if not (is_a_step(always) and is_a_step(larger)):
        say(out, 1)
    elif 1 in (always, larger):
        say(out, 2)
    elif 4 in (always, larger):
        say(out, 3)
    elif always != 3:
        say(out, 4)
    elif larger != 2:
        say(out, 5)


@njit(cache=True)
def lower_bound_8(answer, out):
    """Sums of gap/I: three arms at 0.6 below a tie, and then arm 3 at 0.69 as well."""
    tied, apart = answer[0], answer[1]
    far, near = kl(COINS, 0.6, 0.7), kl(COINS, 0.69, 0.7)
    at_tie, fourth = 0.3 / far, 0.01 / near
    if abs(tied - at_tie - 0.1 / far) < 0.06:
        say(out, 1)
    elif abs(tied - at_tie) > ONE_DECIMAL:
        say(out, 2)
    elif abs(apart - fourth) < 0.06:
        say(out, 3)
    elif abs(apart - at_tie - fourth) > 2 * ONE_DECIMAL:
        # Within it also the sum of the two rounded parts.
        say(out, 4)


@njit(cache=True)
def lower_bound_9(answer, out):
    """Four means, with the smallest L that fits, with C(θ) below 0.27 of Lai–Robbins."""
    theta, arms = answer[:4], even_arms(4)
    if refuse_means(theta, out, 3):
        return
    value, alone, _ = plan(theta, arms, least_lipschitz(theta, arms))
    if alone == 0:
        say(out, 1)
    elif not value / alone < 0.27:
        say(out, 2, value / alone)
