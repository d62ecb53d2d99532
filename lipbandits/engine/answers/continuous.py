"""Checks of the exercises of the chapters on continuous arms and on cells that adapt."""

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import compare, say
from lipbandits.engine.zooming import radius


@njit(cache=True)
def continuous_1(answer, out):
    """T times the slope times half a step of 50 arms."""
    compare(answer[0], 25_000 * 0.5 * 0.5 / 50, out)


@njit(cache=True)
def ball_reaches(plays):
    """Whether the radius of plain Zooming in phase 14, over L = 1/2, is 1 or more."""
    return radius(plays, 2**14, 14, False, 1.0) >= 0.5


@njit(cache=True)
def continuous_2(answer, out):
    """The first number of plays after which it is not."""
    if ball_reaches(answer[0]):
        say(out, 1)
    elif not ball_reaches(answer[0] - 1):
        say(out, 2)


@njit(cache=True)
def continuous_3(answer, out):
    """d = 1 − 1/3."""
    if abs(answer[0] - 1 / 3) < 5e-3:
        say(out, 3)
    else:
        compare(answer[0], 2 / 3, out, 5e-3)


@njit(cache=True)
def continuous_4(answer, out):
    """The derivative of x D(x) is D(x) + x D′(x), from −2 to 1."""
    compare(answer[0], 2.0, out)


@njit(cache=True)
def continuous_5(answer, out):
    """The centres of the halves of [0, 1]."""
    if abs(answer[0] - 0.5) < 1e-9:
        say(out, 1)
    elif min(abs(answer[0] - 0.25), abs(answer[0] - 0.75)) >= 1e-9:
        say(out, 2)


@njit(cache=True)
def floor_is_small(n_arms):
    """Whether T times a quarter of a step of so many arms, times the slope 1/2, is below 50."""
    return 25_000 * 0.5 * 0.25 / n_arms < 50


@njit(cache=True)
def continuous_8(answer, out):
    """The first number of arms for which it is."""
    if not floor_is_small(answer[0]):
        say(out, 1)
    elif answer[0] > 1 and floor_is_small(answer[0] - 1):
        say(out, 2)


@njit(cache=True)
def best_for_ucb(lipschitz):
    """The K at which L T / (2 K) + √(32 K T log T) is least for T = 25000."""
    return (lipschitz**2 * 25_000 / (32 * np.log(25_000.0))) ** (1 / 3)


@njit(cache=True)
def continuous_9(answer, out):
    """That of L = 3.2, to two decimals; where the terms are equal, K is smaller by 4^(1/3)."""
    best = best_for_ucb(3.2)
    if abs(answer[0] - best_for_ucb(0.5)) < 0.06:
        say(out, 3)
    elif abs(answer[0] - best / 4 ** (1 / 3)) < 0.06:
        say(out, 4)
    elif abs(answer[0] - best) > 5.01e-3:
        say(out, 1 if answer[0] < best else 2)


@njit(cache=True)
def adaptive_1(answer, out):
    """The right half of the left half: B = ∞ there, and U = 1.524 on the left against 1.241."""
    if abs(answer[0] - 0.625) < 1e-9 or abs(answer[0] - 0.875) < 1e-9:
        say(out, 1)
    elif abs(answer[0] - 0.125) < 1e-9:
        say(out, 2)
    elif abs(answer[0] - 0.375) >= 1e-9:
        say(out, 3)
