"""Checks of the exercises of the page on OSSB."""

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import compare, say


@njit(cache=True)
def ossb_1(answer, out):
    """The least share of its target, since the least played arm has more than εs plays."""
    plays, target = np.array([500.0, 10.0, 20.0]), np.array([0.0, 12.0, 30.0])
    expected, least = 0, 1.01
    for k in range(1, 3):
        if plays[k] / target[k] < least:
            expected, least = k, plays[k] / target[k]
    if answer[0] not in (0.0, 1.0, 2.0):
        say(out, 3)
    elif answer[0] != expected:
        say(out, 1 + int(answer[0]))


@njit(cache=True)
def ossb_2(answer, out):
    """3 ≤ s/100."""
    compare(answer[0], 300.0, out)


@njit(cache=True)
def ossb_3(answer, out):
    """(1 + γ)(1 + ε/(1 − Kε)), with K = 2."""
    epsilon, gamma = 0.1, 0.1
    if abs(answer[0] - (1 + gamma)) < 1e-6:
        say(out, 1)
    elif abs(answer[0] - (1 + gamma) * (1 + epsilon)) < 1e-6:
        say(out, 2)
    elif abs(answer[0] - (1 + gamma) * (1 + epsilon / (1 - 2 * epsilon))) > 1e-3:
        say(out, 3)
