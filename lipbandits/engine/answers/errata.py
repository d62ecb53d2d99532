"""Checks of the exercises of the errata."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import compare, confused, even_arms, say, sum_of_kl_plus, triangle
from lipbandits.engine.core import level_of
from lipbandits.engine.families import kl_plus


@njit(cache=True)
def is_empty(plays):
    """Whether so many plays of arm 1, a fifth won, leave the paper's set for the index of arm 0 empty."""
    return plays * kl_plus(0.2, 0.9 - 0.1) > level_of(66, 0.0)


@njit(cache=True)
def errata_1(answer, out):
    """The first multiple of five of which that holds."""
    if answer[0] % 5 != 0:
        say(out, 3)
    elif not is_empty(answer[0]):
        say(out, 1)
    elif is_empty(answer[0] - 5):
        say(out, 2)


@njit(cache=True)
def errata_2(answer, out):
    """The power of ten from which on log n exceeds 139 log log n."""
    found, log_n = answer[0], 1000.0
    for _ in range(200):
        log_n = 139 * math.log(log_n)
    expected = log_n / math.log(10)
    if found > 1e300:
        say(out, 3)
    elif abs(found - log_n) < 2:
        say(out, 4)
    elif found < 0.46:
        say(out, 5)
    # The next whole power is an answer, too.
    elif found <= expected or found > math.ceil(expected):
        compare(found, expected, out, 5e-4)


@njit(cache=True)
def more_nats(eta):
    """How much more, relative to λ², the raised tent of the example costs."""
    theta, arms = triangle(9, 0.5, 0.8, 0.5), even_arms(9)
    confusing, _ = confused(theta, arms, 1.0, 2)
    raised = np.empty(9)
    for i in range(9):
        raised[i] = max(theta[i], theta.max() + eta - abs(arms[i] - arms[2]))
    return sum_of_kl_plus(theta, raised) / sum_of_kl_plus(theta, confusing) - 1


@njit(cache=True)
def errata_3(answer, out):
    """The largest η with at most 1 % more."""
    eta = answer[0]
    if not 0 < eta <= 0.1:
        say(out, 3)
    elif more_nats(0.99 * eta) > 0.01:
        say(out, 1)
    elif more_nats(1.01 * eta) < 0.01:
        say(out, 2)
