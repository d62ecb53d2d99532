"""What the checks of exercises share: saying which message an answer gets, and the instances that they ask about.

A check is given an answer (n,) and fills ``out`` (6,), zero before: entry 0 has the number of the message, from 1, in
the list of `lipbandits.exercises`, and the others what stands in it. An answer that leaves it at 0 is right.
"""

import numpy as np
from numba import njit

from lipbandits.engine.families import COINS, kl_plus
from lipbandits.engine.oslb import TIE
from lipbandits.engine.tent import bound, confuse, reach_of

# An answer has as many numbers at most, and a message as many places, with that of its own number.
MOST_NUMBERS, OUT = 9, 6
# How far a number is off that was rounded to three decimals, or to one, and a little more.
THREE_DECIMALS, ONE_DECIMAL = 5.01e-4, 5.01e-2
# θ computed in floating point may exceed L·d by rounding; as in lipbandits/model/bandits.py.
_ROUNDING = 1e-9


@njit(cache=True)
def say(out, message, first=0.0, second=0.0):
    """Say a message, with up to two numbers."""
    out[0], out[1], out[2] = message, first, second


@njit(cache=True)
def compare(found, expected, out, tolerance=1e-6):
    """Say 1 of a number that is too small, 2 of one that is too large."""
    if abs(found - expected) > tolerance * max(1.0, abs(expected)):
        say(out, 1 if found < expected else 2)


@njit(cache=True)
def even_arms(n_arms):
    """Evenly spaced positions, to the last digit those of numpy's ``linspace``."""
    arms, step = np.ones(n_arms), 1 / (n_arms - 1)
    for k in range(n_arms - 1):
        arms[k] = k * step
    return arms


@njit(cache=True)
def triangle(n_arms, peak, top, slope):
    """The means of `lipbandits.triangle` on evenly spaced arms, none of them cut off."""
    theta = even_arms(n_arms)
    for k in range(n_arms):
        theta[k] = top - slope * abs(theta[k] - peak)
    return theta


@njit(cache=True)
def plan(theta, arms, lipschitz):
    """C(θ), Lai and Robbins' bound, and rows (4, K): rates, rates alone, prices, and which models bind."""
    rows = np.empty((4, len(theta)))
    value, alone = bound(COINS, theta, reach_of(COINS, arms, lipschitz), rows[0], rows[1], rows[2], rows[3])
    return value, alone, rows


@njit(cache=True)
def confused(theta, arms, lipschitz, k):
    """λᵏ and what one play of each arm says against it, (K,) each."""
    confusing, evidence = np.empty(len(theta)), np.empty(len(theta))
    confuse(COINS, theta, reach_of(COINS, arms, lipschitz), k, confusing, evidence)
    return confusing, evidence


@njit(cache=True)
def sum_of_kl_plus(x, y):
    """Σ I⁺(x_i, y_i), y_i < 1."""
    total = 0.0
    for i in range(len(x)):
        total += kl_plus(x[i], y[i])
    return total


@njit(cache=True)
def is_best(theta, k):
    """Whether an arm is best; means within rounding are ties."""
    return theta.max() - theta[k] <= TIE


@njit(cache=True)
def refuse_means(theta, out, message):
    """Say that an arm's mean is outside [0, 1], with both, if one is; whether it is."""
    for k in range(len(theta)):
        if not 0 <= theta[k] <= 1:
            say(out, message, k, theta[k])
            return True
    return False


@njit(cache=True)
def refuse_slope(theta, arms, lipschitz, out, message):
    """Say that θ breaks L, if so: the steepest pair, its difference and distance, and the smallest L; whether so."""
    broken, steepest, first, second = False, -1.0, 0, 0
    for i in range(len(theta)):
        for k in range(i + 1, len(theta)):
            rise, away = abs(theta[i] - theta[k]), arms[k] - arms[i]
            broken = broken or rise - lipschitz * away > _ROUNDING
            if rise / away > steepest:
                steepest, first, second = rise / away, i, k
    if broken:
        say(out, message, first, second)
        out[3], out[4], out[5] = abs(theta[first] - theta[second]), arms[second] - arms[first], steepest
    return broken
