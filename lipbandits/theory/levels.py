"""Levels f(n) with a proof: at round n the evidence of K arms against the truth reaches f(n) with a chance of at most

    1/(n max(1, log n)),

whatever the means and the rule that decides from the past. The proofs of the paper's Theorems 3 and 4 ask no more of
f(n), beside that it grows, and like log n for the constant: each round is counted for itself, so that no bound has to
hold in all of them, and up to T ≥ 3 there are at most log log T + 1.71 such rounds on average, the first among them.
(Theorem 3 explores an arm beyond its plan while f(n) − log n lasts, which grows, too.) For the limit alone Theorem 4
needs less: for coins log n is enough. Each level comes from a bound of `lipbandits.theory.concentration`, and is the
least that this one allows; `geometric_mixture_bound` allows lower ones at large n, and Kaufmann and Koolen's would be
lower for one arm a round.

Written with the functions of ``math``, as its compiled twin is, so that both have the same bits.
"""

import math

# Kaufmann and Koolen's h̃ is a straight line below this, with the base 3/2 of their Theorem 7; and log 2ζ(2).
BASE = 1.5
LOG_LOG_BASE = math.log(math.log(BASE))
EDGE = 1 / math.log(BASE) + LOG_LOG_BASE
LOG_2_ZETA_2 = math.log(math.pi**2 / 3)


def sequential_level(n: int, n_arms: int) -> float:
    """The level of `sequential_mixture_bound`, or that of the paper's Corollary 1 from where on it is the lower one.

    For rules that sample at most one arm a round, and rewards in [0, 1] with Bernoulli's divergence. The first of the
    two is log n + log log n + s log(2 √((n − 1)/s)), s = min(K, n − 1); it grows like (1 + K/2) log n, and would cost a
    policy its constant. The second, log n + (3K + 1) log log n, is proved for such rules from round 5 on.

    For rewards that are no coins a bet of the mixture pays a^X b^(1 − X), convex in X and so with a mean of at most 1;
    with one arm a round it does not matter whether arms are independent. Krichevsky and Trofimov's mixture, which the
    first level rests on, is at least exp(t I(θ̂, θ)) / (2 √t) for any sum S of rewards from 0 to t, whole or not: the
    logarithm of their quotient has the derivative φ(S) − φ(t − S) in S, with φ(x) = ψ(x + 1/2) − log x falling in x,
    so it is least at S = 0 and S = t.

    Parameters
    ----------
    n : int
        The round, n ≥ 1.
    n_arms : int
        K.

    Returns
    -------
    float
        f(n), 0 at n = 1.
    """
    if n == 1:
        return 0.0
    log_n, log_log_n = _logs(n)
    sampled = min(n_arms, n - 1)
    by_mixture = log_n + log_log_n + sampled * math.log(2 * math.sqrt((n - 1) / sampled))
    return by_mixture if n < 5 else min(by_mixture, log_n + (3 * n_arms + 1) * log_log_n)


def kaufmann_koolen_level(n: int, n_arms: int) -> float:
    """The level of `kaufmann_koolen_bound`: K T(x/K) + 3 K log(1 + log(n − 1)) with x = log n + log log n.

    For rules that sample one of several independent arms a round, and every one-parameter exponential family with its
    own divergence (Kaufmann and Koolen, 2021, their Theorem 7); for rewards in [0, 1] with Bernoulli's, too, as such
    rewards have no larger exponential moments. It is log n + (6K + 1) log log n up to a number that depends on K.

    Parameters
    ----------
    n : int
        The round, n ≥ 1.
    n_arms : int
        K.

    Returns
    -------
    float
        f(n), 0 at n = 1.
    """
    if n == 1:
        return 0.0
    log_n, log_log_n = _logs(n)
    price = 3 * n_arms * math.log(1 + math.log(n - 1))
    return n_arms * calibration((log_n + log_log_n) / n_arms) + price


def calibration(x: float) -> float:
    """T(x) = 2 h̃((h⁻¹(1 + x) + log 2ζ(2)) / 2) of Kaufmann and Koolen, with h(u) = u − log u; for x ≥ 0."""
    z = (inverse_h(1 + x) + LOG_2_ZETA_2) / 2
    if z < EDGE:
        return 2 * BASE * (z - LOG_LOG_BASE)
    u = inverse_h(z)
    return 2 * math.exp(1 / u) * u


def inverse_h(y: float) -> float:
    """The u ≥ 1 with u − log u = y, by Halley's method from near it; 1 for y ≤ 1."""
    if y <= 1:
        return 1.0
    u = y + math.log(y + math.sqrt(2 * (y - 1)))
    for _ in range(60):
        excess = u - math.log(u) - y
        step = excess * u * (u - 1) / ((u - 1) * (u - 1) - excess / 2)
        u = max(u - step, 1.0)
        # What is left then is of the order of the cube.
        if abs(step) <= 1e-5 * (u - 1):
            break
    return u


def _logs(n: int) -> tuple[float, float]:
    """The logarithm of n, and max(0, log log n)."""
    log_n = math.log(n)
    return log_n, math.log(log_n) if n >= 3 else 0.0
