"""Checks of the exercises of the chapter on contexts."""

import math

from numba import njit

from lipbandits.engine.answers.saying import compare, even_arms, plan, say, triangle


@njit(cache=True)
def contextual_1(answer, out):
    """The least β with 0.3 ≤ √β · 0.5."""
    compare(answer[0], (0.3 / 0.5) ** 2, out)


@njit(cache=True)
def contextual_2(answer, out):
    """λ^{0,0}, row by row: at the top 0.6, over arm 0 of the other context 0.1 lower, and θ at arm 1."""
    for m in range(4):
        expected = (0.6, 0.6, 0.5, 0.5)[m]
        if abs(answer[m] - expected) > 1e-6:
            return say(out, 1 if answer[m] < expected else 2, m % 2, m // 2)


@njit(cache=True)
def contextual_3(answer, out):
    """The larger T with 0.01 T = 40 log T."""
    rounds = answer[0]
    if rounds <= 1:
        return say(out, 3)
    if rounds < 1.01:
        return say(out, 4)
    expected = 1e6
    for _ in range(200):
        expected = 4000 * math.log(expected)
    compare(rounds, expected, out, 0.02)


@njit(cache=True)
def contextual_4(answer, out):
    """C(θ) of one context, the 5-arm triangle."""
    value, _, _ = plan(triangle(5, 0.5, 0.8, 0.5), even_arms(5), 0.5)
    compare(answer[0], value, out, 1e-3)


@njit(cache=True)
def contextual_5(answer, out):
    """400 pairs, and ⌈log log 20000⌉ plays each."""
    compare(answer[0], 400 * math.ceil(math.log(math.log(20_000))), out)
