"""Checks of the exercises of the page on reproduction."""

import math

from numba import njit

from lipbandits.engine.answers.saying import compare


@njit(cache=True)
def reproduction_1(answer, out):
    """Nine times 1000 runs."""
    compare(answer[0], 9000.0, out, 0.1)


@njit(cache=True)
def reproduction_2(answer, out):
    """1.96 standard deviations of a share of 19 in 40."""
    compare(answer[0], 1.96 * math.sqrt(0.475 * 0.525 / 40), out, 0.005)


@njit(cache=True)
def reproduction_3(answer, out):
    """No bad run in 40 draws; without replacement it is a little less, and counts as well."""
    compare(answer[0], (1 - 28 / 600) ** 40, out, 0.01)
