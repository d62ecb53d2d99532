"""Checks of the exercises of the page on policies that are promised nothing."""

import math

from numba import njit

from lipbandits.engine.answers.saying import compare, say
from lipbandits.engine.families import COINS, divergence


@njit(cache=True)
def baselines_1(answer, out):
    """The arm of the least index of IMED."""
    least, chosen = math.inf, -1
    for k in range(3):
        plays, mean = (100, 20, 5)[k], (0.6, 0.4, 0.2)[k]
        index = plays * divergence(COINS, mean, 0.6) + math.log(plays)
        if index < least:
            least, chosen = index, k
    if answer[0] != chosen:
        say(out, 1 if answer[0] == 0 else 2 if answer[0] == 1 else 3)


@njit(cache=True)
def baselines_2(answer, out):
    """None of four plays of a fair coin."""
    if abs(answer[0] - 0.5**3) < 1e-9:
        return say(out, 1)
    compare(answer[0], 0.5**4, out, 5e-5)
    if out[0] > 0:
        out[0] += 1


@njit(cache=True)
def baselines_3(answer, out):
    """The least whole number that is T/K or more."""
    if answer[0] == 100_000:
        return say(out, 3)
    compare(answer[0], math.ceil(100_000 / 9), out)


@njit(cache=True)
def baselines_4(answer, out):
    """Twice the gap over the divergence, of the two neighbours."""
    near, end = 0.125 / divergence(COINS, 0.675, 0.8), 0.25 / divergence(COINS, 0.55, 0.8)
    if abs(answer[0] - 2 * (near + end)) < 1e-2:
        return say(out, 3)
    compare(answer[0], 2 * near, out, 2e-3)
