"""Checks of the exercises of the page on one's own data."""

import math

from numba import njit

from lipbandits.engine.answers.saying import compare, say


@njit(cache=True)
def own_data_1(answer, out):
    """Prices 2, 4, 10 and means 0.6, 0.5, 0.38: a tenth over two of eight euros."""
    if abs(answer[0] - 0.05) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - 0.22) < 1e-6:
        say(out, 2)
    elif abs(answer[0] - 0.4) > 1e-6:
        say(out, 3)


@njit(cache=True)
def own_data_2(answer, out):
    """Three factors of ten, 0.15 each."""
    if abs(answer[0] - 0.15) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - 0.05) < 1e-6:
        say(out, 2)
    elif abs(answer[0] - 0.45) > 1e-6:
        say(out, 3)


@njit(cache=True)
def own_data_3(answer, out):
    """The mean absolute difference of two means of 100 coins, of mean 1/2 each; nearly normal."""
    deviation = math.sqrt(2 * 0.25 / 100)
    compare(answer[0], deviation * math.sqrt(2 / math.pi), out, 1e-3)
    if abs(answer[0] - deviation) < 1e-3:
        say(out, 3)
