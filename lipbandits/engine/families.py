"""Families of rewards, compiled: what `lipbandits.model.families` knows of them, a number at a time.

A family is a pair (kind, sd). Twins take it as their first argument. In COINS the kind has a type of its own, so that
what is called with it is compiled apart: the engine of the pages has code for coins that asks for no kind, and code for
any family.
"""

import math

import numpy as np
from numba import njit

BERNOULLI, GAUSSIAN, POISSON, EXPONENTIAL = range(4)
# Bernoulli rewards, and all others in [0, 1].
COINS = (np.int8(BERNOULLI), 1.0)
_BELOW_ONE, _LARGEST = np.nextafter(1.0, 0.0), np.finfo(np.float64).max


def family_of(family):
    """The pair of a `lipbandits.Family`."""
    kinds = {"Bernoulli": BERNOULLI, "Gaussian": GAUSSIAN, "Poisson": POISSON, "Exponential": EXPONENTIAL}
    return kinds[type(family).__name__], float(getattr(family, "sd", 1.0))


@njit(cache=True)
def high_of(family):
    """The end of the interval of means."""
    return 1.0 if family[0] == BERNOULLI else np.inf


@njit(cache=True)
def last_of(family):
    """The largest number at which a divergence is computed."""
    return _BELOW_ONE if family[0] == BERNOULLI else _LARGEST


@njit(cache=True)
def low_of(family):
    """The average of an arm without plays."""
    return -np.inf if family[0] == GAUSSIAN else 0.0


@njit(cache=True)
def needs_averages(family):
    """Whether the average of an arm without plays is no mean."""
    return family[0] == GAUSSIAN or family[0] == EXPONENTIAL


@njit(cache=True)
def width_of(family):
    """What confidence radii for rewards in [0, 1] are multiplied by; see `lipbandits.model.families`."""
    return 2 * family[1] if family[0] == GAUSSIAN else 1.0


@njit(cache=True)
def is_convex(family):
    """Whether I(x, ·) is."""
    return family[0] != EXPONENTIAL


@njit(cache=True)
def margin_of(family):
    """What is closer to a level than this is decided exactly: sums kept by adding differences may be off by less."""
    return 1e-4 if family[0] == POISSON else 1e-6


@njit(cache=True)
def u_minus_log(u, ratio):
    """u − log(1 + u), given 1 + u; see `lipbandits.model.families`."""
    if abs(u) >= 0.1:
        return u - math.log(ratio)
    r = u / (2 + u)
    s = r * r
    series = 1 / 3 + s * (1 / 5 + s * (1 / 7 + s * (1 / 9 + s * (1 / 11 + s * (1 / 13 + s / 15)))))
    return 2 * s / (1 - r) - 2 * r * s * series


@njit(cache=True)
def kl_plus(x, y):
    """I⁺(x, y) of coins, for 0 ≤ x ≤ 1 and y < 1."""
    if y <= x:
        return 0.0
    d = y - x
    ones = x * u_minus_log(d / x, y / x) if x > 1e-300 else d
    return ones + (1 - x) * u_minus_log(-d / (1 - x), (1 - y) / (1 - x))


@njit(cache=True)
def divergence(family, x, y):
    """I⁺(x, y) of a mean x, and a y below the largest mean."""
    if y <= x:
        return 0.0
    kind = family[0]
    if kind == BERNOULLI:
        return kl_plus(x, y)
    if kind == GAUSSIAN:
        d = (y - x) / family[1]
        return d * d / 2
    if kind == POISSON:
        return x * u_minus_log((y - x) / x, y / x) if x > 1e-300 else y - x
    return u_minus_log((x - y) / y, x / y)


@njit(cache=True)
def kl(family, x, y):
    """I(x, y) of means; infinity where y is one that excludes what x allows."""
    if x == y:
        return 0.0
    kind = family[0]
    if kind != GAUSSIAN and (y <= 0 or y >= high_of(family)):
        return math.inf
    if y > x:
        return divergence(family, x, y)
    d = y - x
    if kind == BERNOULLI:
        zeros = (1 - x) * u_minus_log(-d / (1 - x), (1 - y) / (1 - x)) if x < 1 else -d
        return x * u_minus_log(d / x, y / x) + zeros
    if kind == GAUSSIAN:
        return divergence(family, y, x)
    return x * u_minus_log(d / x, y / x) if kind == POISSON else u_minus_log(-d / y, x / y)


@njit(cache=True)
def variance(family, y):
    """Of rewards of mean y; the slope of I(x, ·) at y is (y − x) over it."""
    kind = family[0]
    if kind == BERNOULLI:
        return y * (1 - y)
    if kind == GAUSSIAN:
        return family[1] * family[1]
    return y if kind == POISSON else y * y


@njit(cache=True)
def right_of(family, x, spread):
    """A y ≥ x with I(x, y) ≥ spread; of coins it may be above 1."""
    kind = family[0]
    if kind == GAUSSIAN:
        return x + family[1] * math.sqrt(2 * spread)
    if kind == POISSON:
        return x + spread + math.sqrt(spread * (spread + 2 * x))
    if kind == EXPONENTIAL:
        root = math.sqrt(2 * spread)
        far = math.exp(1 + spread) if spread < 700 else np.inf
        return min(x * min(far, 1 / (1 - root) if root < 1 else np.inf), _LARGEST)
    cap = x + math.sqrt(spread / 2)
    if x >= 1:
        return cap
    entropy = 0.0
    if x > 0:
        entropy = -x * math.log(x) - (1 - x) * math.log1p(-x)
    return min(cap, -math.expm1(-(spread + entropy) / (1 - x)))


# Sums on a ruler, whose q stays while plays and sums change: t I(θ̂, q) = constant − S u − (t − S) v.


@njit(cache=True)
def constant_of(family, plays, sums):
    """What depends on plays and sums alone; of coins S log θ̂ + (t − S) log(1 − θ̂), of Gaussian rewards a factor."""
    kind = family[0]
    if kind == BERNOULLI:
        lost = plays - sums
        value = 0.0
        if sums > 0:
            value += sums * math.log(sums / plays)
        if lost > 0:
            value += lost * math.log(lost / plays)
        return value
    if kind == POISSON:
        return sums * math.log(sums / plays) - sums if sums > 0 else 0.0
    if kind == EXPONENTIAL:
        return -plays - plays * math.log(sums / plays) if plays > 0 else 0.0
    return plays / (2 * family[1] * family[1])


@njit(cache=True)
def has_logs(family, y):
    """Whether u and v exist at y."""
    return y > 0 or family[0] == GAUSSIAN


@njit(cache=True)
def logs_of(family, y):
    """u and v at y; of coins log y and log(1 − y)."""
    kind = family[0]
    if kind == BERNOULLI:
        return math.log(y), math.log1p(-y)
    if kind == POISSON:
        return math.log(y) - y, -y
    if kind == EXPONENTIAL:
        v = -math.log(y)
        return v - 1 / y, v
    return y, y


@njit(cache=True)
def term(family, plays, sums, mean, constant, y, u, v):
    """t I⁺(θ̂, y), from numbers at hand."""
    if plays == 0 or y <= mean:
        return 0.0
    if family[0] == GAUSSIAN:
        return constant * (y - mean) * (y - mean)
    return constant - sums * u - (plays - sums) * v
