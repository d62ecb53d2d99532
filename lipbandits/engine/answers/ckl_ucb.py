"""Checks of the exercises of the CKL-UCB chapter."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import THREE_DECIMALS, compare, say, triangle
from lipbandits.engine.core import level_of
from lipbandits.engine.families import BERNOULLI, kl_plus
from lipbandits.engine.race import KL_UCB
from lipbandits.engine.steps import FORCED_PLAY, SEEN, largest, lipschitz_index, of_ckl_ucb
from lipbandits.engine.tent import reach_of

# As one of all families, for which the code is there.
_COINS = (BERNOULLI, 1.0)
_AVERAGES, _INDEXES, _ROWS = SEEN.index("averages"), SEEN.index("indexes"), len(SEEN)


@njit(cache=True)
def ckl_ucb_1(answer, out):
    """Of the candidates, arms 1 and 2, arm 1 has fewer plays."""
    arm = answer[0]
    if arm != 0 and arm != 1 and arm != 2:
        say(out, 1)
    elif arm != 1:
        say(out, 2 if arm == 0 else 3)


@njit(cache=True)
def ckl_ucb_2(answer, out):
    """β_1 I(θ_1, θ*) of the 5-arm triangle, 1 − I(θ_0, θ_1)/I(θ_0, θ*): what plays of arm 0 leave of the evidence."""
    theta = triangle(5, 0.5, 0.8, 0.5)
    compare(answer[0], 1 - kl_plus(theta[0], theta[1]) / kl_plus(theta[0], theta[2]), out, THREE_DECIMALS)


@njit(cache=True)
def ckl_ucb_3(answer, out):
    """The first n with log log n > 2."""
    n = answer[0]
    if n <= 2 or math.log(math.log(n)) <= 2:
        say(out, 1)
    elif math.log(math.log(n - 1)) > 2:
        say(out, 2)


@njit(cache=True)
def ckl_ucb_4(answer, out):
    """Plays and wins of three arms at which KL-UCB and CKL-UCB, told L = 10, play different arms."""
    plays, won = answer[:3], answer[3:6]
    seen = np.zeros((_ROWS, 3))
    for k in range(3):
        if plays[k] != math.floor(plays[k]) or not 1 <= plays[k] <= 1e6:
            return say(out, 1)
    for k in range(3):
        if won[k] != math.floor(won[k]) or not 0 <= won[k] <= plays[k]:
            return say(out, 2)
        seen[_AVERAGES, k] = won[k] / plays[k]
    n = int(plays.sum()) + 1
    level, reach = level_of(n, 0.0), reach_of(_COINS, np.array([0.0, 0.5, 1.0]), 10.0)
    other, _ = largest(_COINS, KL_UCB, n, 0.0, plays, seen)
    for k in range(3):
        seen[_INDEXES, k] = lipschitz_index(_COINS, plays, seen[_AVERAGES], reach, k, level)
    arm, rule = of_ckl_ucb(_COINS, n, True, level, plays, reach, int(np.argmax(seen[_AVERAGES])), seen)
    if rule == FORCED_PLAY:
        say(out, 3, arm, n)
    elif arm == other:
        say(out, 4, arm, n)
