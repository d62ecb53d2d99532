"""Rewards and other draws from uniforms, compiled.

What `lipbandits.model.quantiles` does with arrays, bit by bit, one at a time.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.families import BERNOULLI, GAUSSIAN, POISSON
from lipbandits.model.quantiles import (
    CENTRAL,
    FACTORIALS,
    FAR,
    HALF_STEP,
    LN2_HIGH,
    LN2_LOW,
    MIDDLE,
    ODD,
    ROOT_HALF,
    SQUEEZE,
)

_ODD, _FACTORIALS = np.array(ODD), np.array(FACTORIALS)
_CENTRAL, _MIDDLE, _FAR = (np.reshape(each, (2, 8)) for each in (CENTRAL, MIDDLE, FAR))


@njit(cache=True)
def log_of(x):
    """The logarithm of a number > 0."""
    mantissa, exponent = x, 0.0
    while mantissa < ROOT_HALF:
        mantissa *= 2.0
        exponent -= 1.0
    while mantissa >= 2.0 * ROOT_HALF:
        mantissa *= 0.5
        exponent += 1.0
    r = (mantissa - 1) / (mantissa + 1)
    square, series = r * r, 0.0
    for i in range(len(_ODD) - 1, 0, -1):
        series = (series + _ODD[i]) * square
    return exponent * LN2_HIGH + (2 * r + (2 * r * series + exponent * LN2_LOW))


@njit(cache=True)
def exp_of_minus(x):
    """e^−x for 0 ≤ x ≤ 700."""
    halvings = math.floor(x * (1 / (LN2_HIGH + LN2_LOW)) + 0.5)
    r = (halvings * LN2_HIGH - x) + halvings * LN2_LOW
    value = 0.0
    for i in range(len(_FACTORIALS) - 1, -1, -1):
        value = value * r + _FACTORIALS[i]
    for _ in range(int(halvings)):
        value *= 0.5
    return value


@njit(cache=True)
def ratio(pair, x):
    """The quotient of two polynomials, (2, 8) coefficients."""
    above, below = 0.0, 0.0
    for i in range(7, -1, -1):
        above = above * x + pair[0, i]
        below = below * x + pair[1, i]
    return above / below


@njit(cache=True)
def normal(u):
    """The standard normal quantile of the middle between a uniform in [0, 1) and the next."""
    q = (u - 0.5) + HALF_STEP
    if abs(q) <= 0.425:
        return q * ratio(_CENTRAL, 0.180625 - q * q)
    tail = (u if q < 0 else 1 - u - 2 * HALF_STEP) + HALF_STEP
    root = math.sqrt(-log_of(tail))
    outside = ratio(_MIDDLE, root - 1.6) if root <= 5 else ratio(_FAR, root - 5)
    return -outside if q < 0 else outside


@njit(cache=True)
def poisson(u, mean):
    """The least count whose probability to be exceeded by no count is above the uniform; means up to 500."""
    count, part = 0.0, exp_of_minus(mean)
    total = part
    while total <= u and (part > 1e-18 or count < mean):
        count += 1
        part *= mean / count
        total += part
    return count


@njit(cache=True)
def gamma_or_zero(shape, u, v):
    """A draw from the gamma distribution of a shape ≥ 1 and scale 1, or 0 if two other uniforms are to be tried."""
    d, x, kept = shape - 1 / 3, normal(u), 1 - v
    root, square = 1 + x / (3 * math.sqrt(d)), x * x
    cube = root * root * root
    if kept < 1 - SQUEEZE * square * square:
        return d * cube
    if cube > 0 and log_of(kept) < square / 2 + d * (1 - cube + log_of(cube)):
        return d * cube
    return 0.0


@njit(cache=True)
def reward_at(family, u, mean):
    """What a uniform in [0, 1) pays under a mean."""
    kind = family[0]
    if kind == BERNOULLI:
        return 1.0 if u < mean else 0.0
    if kind == GAUSSIAN:
        return mean + family[1] * normal(u)
    if kind == POISSON:
        return poisson(u, mean)
    return mean * max(-log_of(1 - u), HALF_STEP)
