"""Checks of the exercises of the OSLB chapter."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import THREE_DECIMALS, compare, say
from lipbandits.engine.families import COINS, kl_plus
from lipbandits.engine.steps import lipschitz_index
from lipbandits.engine.tent import reach_of


@njit(cache=True)
def oslb_1(answer, out):
    """The indexes of arms at 0, 0.25 and 1 after one lost play of arm 0, L = 1, f = log 2."""
    reach, plays = reach_of(COINS, np.array([0.0, 0.25, 1.0]), 1.0), np.array([1.0, 0.0, 0.0])
    for k in range(3):
        expected = lipschitz_index(COINS, plays, np.zeros(3), reach, k, math.log(2))
        if abs(answer[k] - expected) > 1e-6:
            return say(out, 1 if answer[k] < expected else 2, k)


@njit(cache=True)
def oslb_2(answer, out):
    """Only the ten plays of arm 1 speak against 0.6."""
    compare(answer[0], 10 * kl_plus(0.3, 0.6), out, 5e-3)


@njit(cache=True)
def oslb_3(answer, out):
    """ε/K of 680 plays, with K = 17 and ε = 0.5."""
    compare(answer[0], 0.5 / 17 * 680, out)


@njit(cache=True)
def oslb_4(answer, out):
    """What 350 plays at 0.4 say against 0.5."""
    expected = 350 * kl_plus(0.4, 0.5)
    compare(answer[0], expected, out, THREE_DECIMALS / expected)
