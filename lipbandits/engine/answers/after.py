"""Checks of the exercises of the chapter on what came after the paper."""

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import THREE_DECIMALS, compare, say


@njit(cache=True)
def after_1(answer, out):
    """By what four runs in place of one shrink a standard error, if instances vary by 300 and runs by 900."""
    if abs(answer[0] - 0.5) < THREE_DECIMALS:
        say(out, 1)
    elif abs(answer[0] - (300 + 900 / 4) / (300 + 900)) < THREE_DECIMALS:
        say(out, 2)
    elif abs(answer[0] - np.sqrt((300 + 900 / 4) / (300 + 900))) > THREE_DECIMALS:
        say(out, 3)


@njit(cache=True)
def after_2(answer, out):
    """The share of peaks at which a loss of 40 there and one of 120 elsewhere are equal: w 40 = (1 − w) 120."""
    if abs(answer[0] - 40 / 160) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - 120 / 160) > 1e-6:
        say(out, 2)


@njit(cache=True)
def after_3(answer, out):
    """Per cent that each of nine intervals needs, so that all hold with 95 %."""
    if abs(answer[0] - 95) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - (100 - 5 / 9)) > 0.01:
        say(out, 2 if answer[0] < 100 - 5 / 9 else 3)


@njit(cache=True)
def after_4(answer, out):
    """The last T with 80 log T = √(9 T), by halving where √(9 T) overtakes."""
    low, high = 1e4, 1e6
    for _ in range(60):
        middle = np.sqrt(low * high)
        if 80 * np.log(middle) > 3 * np.sqrt(middle):
            low = middle
        else:
            high = middle
    if answer[0] < 2:
        say(out, 1)
    else:
        compare(answer[0], low, out, 0.02)
        out[0] = out[0] + 1 if out[0] > 0 else 0
