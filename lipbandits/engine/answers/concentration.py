"""Checks of the exercises of the concentration chapter."""

import math

import numpy as np
from numba import njit

from lipbandits.engine.answers.saying import compare, say
from lipbandits.engine.evidence import TIE
from lipbandits.engine.tails import evidence_of_an_arm


@njit(cache=True)
def tail_of(theta, plays, delta):
    """P[t I⁺(S/t, θ) ≥ δ] of one arm, S binomial, δ > 0."""
    values, chances = np.empty(plays + 1), np.empty(plays + 1)
    return min(evidence_of_an_arm(plays, theta, delta * (1 - TIE), values, chances)[1], 1.0)


@njit(cache=True)
def concentration_1(answer, out):
    """Ten throws of a fair coin, all lost."""
    compare(answer[0] * 1000, tail_of(0.5, 10, 6.0) * 1000, out, 4e-3)


@njit(cache=True)
def is_useful(delta):
    """Whether the bound of Theorem 2 for K = 2 and n = 1000 is below 1."""
    return 2 * math.log(math.ceil(delta * math.log(1000)) * delta / 2) + 3 - delta < 0


@njit(cache=True)
def concentration_2(answer, out):
    """The smallest whole δ at which it is."""
    delta = answer[0]
    if delta < 3:
        say(out, 3)
    elif not is_useful(delta):
        say(out, 1)
    elif delta > 3 and is_useful(delta - 1):
        say(out, 2)


@njit(cache=True)
def concentration_3(answer, out):
    """A mean, a round and a δ < 2 at which the formula of Theorem 2 is below the exact tail."""
    theta, n, delta = answer[0], answer[1], answer[2]
    if not (0 <= theta <= 1 and n == math.floor(n) and 2 <= n <= 1e4 and 0 < delta < 2):
        return say(out, 1)
    if theta == 0.5 and n == 3 and delta == 0.01:
        return say(out, 2)
    tail = tail_of(theta, int(n) - 1, delta)
    formula = math.exp(2 - delta) * math.ceil(delta * math.log(n)) * delta
    if tail <= formula:
        return say(out, 3, tail, formula)


@njit(cache=True)
def concentration_4(answer, out):
    """The limit of δ e^{1−δ} over (1 + δ) e^{−δ}."""
    compare(answer[0], math.e, out, 1e-3)


@njit(cache=True)
def concentration_5(answer, out):
    """(e/K)^{2K} for K = 3."""
    compare(answer[0], (math.e / 3) ** 6, out, 5e-3)


@njit(cache=True)
def concentration_6(answer, out):
    """5/2; and 1/2, 3/2 and 3 for known reasons."""
    found = answer[0]
    for m in range(3):
        if abs(found - (0.5, 1.5, 3.0)[m]) < 5e-3:
            return say(out, 3 + m)
    compare(found, 2.5, out, 5e-3)
