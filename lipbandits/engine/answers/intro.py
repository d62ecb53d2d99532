"""Checks of the exercises of the introduction."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import compare, even_arms, plan, say, triangle
from lipbandits.engine.families import COINS
from lipbandits.engine.steps import lipschitz_index
from lipbandits.engine.tent import reach_of

# Of the ferry, as in lipbandits/study/ferry.py: its prices from €4 to €20, its L, and the level of its bars.
PRICES = 9
AT_4, AT_8, AT_10 = 0, 2, 3
LIPSCHITZ = 0.8
LEVEL = math.log(100)


@njit(cache=True)
def ferry():
    """The shares of good days, (9,)."""
    return triangle(PRICES, 0.625, 0.7, 0.8)


@njit(cache=True)
def intro_1(answer, out):
    """365 days at €10 lose the gap each."""
    shares = ferry()
    compare(answer[0], 365 * (shares.max() - shares[AT_10]), out)


@njit(cache=True)
def intro_2(answer, out):
    """The slope of the ferry's shares."""
    compare(answer[0], LIPSCHITZ, out)


@njit(cache=True)
def bar_reaches(days):
    """Whether the bar of €8 reaches 0.7 after so many days at €4, a fifth of them good."""
    plays, averages = np.zeros(PRICES), np.zeros(PRICES)
    plays[AT_4], averages[AT_4] = days, 0.2 if days > 0 else 0.0
    reach = reach_of(COINS, even_arms(PRICES), LIPSCHITZ)
    return lipschitz_index(COINS, plays, averages, reach, AT_8, LEVEL) >= 0.7


@njit(cache=True)
def intro_3(answer, out):
    """The first multiple of five days that is enough."""
    days = answer[0]
    if days % 5 != 0:
        say(out, 3)
    elif bar_reaches(days):
        say(out, 1)
    elif not bar_reaches(days - 5):
        say(out, 2)


@njit(cache=True)
def intro_4(answer, out):
    """0.4 at €8, and L = 0.4 times the distance of €8 and €14."""
    compare(answer[0], 0.55, out)


@njit(cache=True)
def turns_lose_more(days):
    """Whether T times the mean gap is above C(θ) log T."""
    shares, gaps = ferry(), 0.0
    value, _, _ = plan(shares, even_arms(PRICES), LIPSCHITZ)
    for share in shares:
        gaps += shares.max() - share
    return days * gaps / PRICES > value * math.log(days)


@njit(cache=True)
def intro_5(answer, out):
    """The first day after which that holds for good."""
    days = answer[0]
    if not turns_lose_more(days):
        say(out, 1)
    elif days == 1:
        say(out, 3)
    elif turns_lose_more(days - 1):
        say(out, 2)
