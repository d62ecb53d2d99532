"""Bounds on the tail P[Σ_k t_k I⁺(θ̂_k, θ_k) ≥ δ]: the paper's Theorem 2 and its rivals.

A bound may exceed 1, and then says nothing; `log_bound` cannot overflow. They hold for all θ and for every sampling
rule that decides from the past. It may sample several arms in a round (t_k(n) ≤ n − 1 for each arm), if their rewards
are independent; for `sequential_mixture_bound` it samples one at most.
"""

from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from lipbandits import checks
from lipbandits.theory.concentration.steps import checked_delta, positive
from lipbandits.theory.levels import calibration

# Of δ/K that an arm may show unheard, and numbers of levels: what `geometric_mixture_bound` tries.
_SHARES = np.geomspace(1e-4, 0.9, 60)
_LEVELS = np.unique(np.geomspace(1, 1e6, 400).round())


def log_bound(n_arms: int, n: int, delta: float) -> float:
    """The logarithm of `bound`.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round; arms have been sampled in rounds 1 to n − 1.
    delta : float
        δ ≥ K + 1.

    Returns
    -------
    float
        −inf at n = 1, when nothing has been sampled.

    Raises
    ------
    ValueError
        As `bound`.

    Examples
    --------
    >>> round(log_bound(46, 500_000, 400), 2)
    140.52
    """
    n_arms, n = checks.count("n_arms", n_arms), checks.count("n", n)
    delta = checked_delta(n_arms, delta)
    return _log_theorem_2(n_arms, np.log(n), delta)


def bound(n_arms: int, n: int, delta: float) -> float:
    """The right side of the paper's Theorem 2: e^{−δ} (⌈δ log n⌉ δ / K)^K e^{K+1}.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round; arms have been sampled in rounds 1 to n − 1.
    delta : float
        δ ≥ K + 1.

    Returns
    -------
    float
        1 or more says nothing (inf where a float cannot hold it).

    Raises
    ------
    ValueError
        For δ < K + 1, where the theorem does not hold, and for ``n_arms`` or ``n`` below 1.

    Examples
    --------
    >>> round(bound(2, 1000, 20), 4), round(bound(2, 2, 3), 4)
    (0.08, 20.25)
    """
    return _exp(log_bound(n_arms, n, delta))


def self_normalised_bound(n: int, delta: float) -> float:
    """One arm, P[t I⁺(θ̂, θ) ≥ δ] ≤ e ⌈δ log n⌉ e^{−δ} (Garivier and Cappé, 2011); the paper's Theorem 2 for K.

    Parameters
    ----------
    n : int
        The round, n ≥ 1.
    delta : float
        δ > 0.

    Returns
    -------
    float
        1 or more says nothing.
    """
    n, delta = checks.count("n", n), positive("delta", delta)
    return float(np.e * np.ceil(delta * np.log(n)) * np.exp(-delta))


def union_bound(n_arms: int, n: int, delta: float) -> float:
    """The naive way from one arm to K: one of them has at least δ/K, so K e ⌈(δ/K) log n⌉ e^{−δ/K}.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round, n ≥ 1.
    delta : float
        δ > 0.

    Returns
    -------
    float
        1 or more says nothing.
    """
    n_arms = checks.count("n_arms", n_arms)
    return n_arms * self_normalised_bound(n, positive("delta", delta) / n_arms)


def mixture_bound(n_arms: int, n: int, delta: float) -> float:
    """e^{−δ} (2 √(n − 1))^K, from a mixture of the martingales in the proof of the paper's Theorem 2.

    Averaged over tilts by Krichevsky and Trofimov's prior, an arm's martingale is at least exp(t I(θ̂, θ)) / (2 √t), on
    every path; and a nonnegative martingale that starts at 1 ever reaches e^x with probability at most e^{−x}. So the
    bound holds for all rounds up to n at once, and for the two-sided I.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round, n ≥ 1.
    delta : float
        δ > 0.

    Returns
    -------
    float
        1 or more says nothing.
    """
    n_arms, n, delta = checks.count("n_arms", n_arms), checks.count("n", n), positive("delta", delta)
    if n == 1:
        return 0.0
    return _exp(n_arms * np.log(2 * np.sqrt(n - 1)) - delta)


def sequential_mixture_bound(n_arms: int, n: int, delta: float) -> float:
    """e^{−δ} (2 √((n − 1)/s))^s with s = min(K, n − 1): `mixture_bound` for rules that sample one arm a round.

    Then t_1 + … + t_K ≤ n − 1, and the product of the 2 √t_k over s sampled arms is largest where these are equal; it
    increases in s up to n − 1.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round, n ≥ 1.
    delta : float
        δ > 0.

    Returns
    -------
    float
        1 or more says nothing.

    Examples
    --------
    >>> round(level_for(mixture_bound, 46, 10_000, 0.01)), round(level_for(sequential_mixture_bound, 46, 10_000, 0.01))
    (248, 160)
    """
    n_arms, n, delta = checks.count("n_arms", n_arms), checks.count("n", n), positive("delta", delta)
    sampled = min(n_arms, n - 1)
    return 0.0 if n == 1 else _exp(sampled * np.log(2 * np.sqrt((n - 1) / sampled)) - delta)


def geometric_mixture_bound(n_arms: int, n: int, delta: float) -> float:
    """(D + 1)^K e^{−(δ − Kx)/(1 + ρ)}, where (1 + ρ)^D x/(n − 1) = δ.

    An arm's martingale is averaged over the tilts of the levels x/(n − 1) (1 + ρ)^j, j < D, of evidence a play, and no
    tilt. If the arm shows z ≥ x in t ≤ n − 1 plays, one of the levels is at most z/t and, unless z reaches δ, more than
    z/t/(1 + ρ); the martingale of its tilt is then at least exp(min(z, δ)/(1 + ρ)). The bound holds for all rounds up
    to n at once, and for any x and D that are chosen beforehand; here the best pair of some 20,000.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round, n ≥ 1.
    delta : float
        δ > 0.

    Returns
    -------
    float
        1 or more says nothing.

    Examples
    --------
    >>> round(level_for(bound, 46, 10_000, 0.01)), round(level_for(geometric_mixture_bound, 46, 10_000, 0.01))
    (560, 260)
    """
    n_arms, n, delta = checks.count("n_arms", n_arms), checks.count("n", n), positive("delta", delta)
    if n == 1:
        return 0.0
    x = delta / n_arms * _SHARES[:, None]
    steps = np.log((n - 1) * delta / x) / _LEVELS
    return _exp((n_arms * np.log(_LEVELS + 1) - (delta - n_arms * x) * np.exp(-steps)).min())


def kaufmann_koolen_bound(n_arms: int, n: int, delta: float) -> float:
    """e^{−x} for the x with K·T(x/K) + 3 K log(1 + log(n − 1)) = δ (Kaufmann and Koolen, 2021, their Theorem 7), or 1.

    It, too, holds for all rounds up to n at once, and for the two-sided I. Up to constants it loses (log n)^{3K} and,
    when δ/K is large, (δ/K)^{3K}: T(x) is x + 3 log x + O(1).

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round, n ≥ 1.
    delta : float
        δ > 0.

    Returns
    -------
    float
        At most 1, which says nothing.
    """
    n_arms, n, delta = checks.count("n_arms", n_arms), checks.count("n", n), positive("delta", delta)
    if n == 1:
        return 0.0
    share = delta / n_arms - 3 * np.log1p(np.log(n - 1))
    if share <= calibration(0.0):
        return 1.0
    return _exp(-n_arms * brentq(lambda x: calibration(x) - share, 0.0, share, xtol=1e-12))


def level_for(tail_bound: Callable[[int, int, float], float], n_arms: int, n: int, chance: float) -> float:
    """The δ at which a bound falls to a probability (where it has a ceiling, one of a few such δ close together).

    Parameters
    ----------
    tail_bound : callable
        `bound`, `union_bound`, `mixture_bound`, `sequential_mixture_bound`, `geometric_mixture_bound`,
        `kaufmann_koolen_bound`, or another function of (K, n, δ) that falls to 0 in δ.
    n_arms : int
        K ≥ 1.
    n : int
        The round, n ≥ 2.
    chance : float
        A probability in (0, 1).

    Returns
    -------
    float
        The level δ.

    Raises
    ------
    TypeError
        For what is no such function.
    ValueError
        For one that is negative, as a logarithm, or does not fall.

    Examples
    --------
    >>> round(level_for(bound, 2, 1000, 0.01), 1), round(level_for(mixture_bound, 2, 1000, 0.01), 1)
    (22.6, 12.9)
    """
    chance = checks.number("chance", chance, "a probability in (0, 1)", low=0, high=1)
    if not 0 < chance < 1:
        raise ValueError(f"chance: {chance:g}; expected a probability in (0, 1)")
    n_arms, n = checks.count("n_arms", n_arms), checks.count("n", n, least=2)
    accepted = "a function of (n_arms, n, delta) that falls from 1 or more to 0"
    checks.function("tail_bound", tail_bound, 3, accepted)

    def exceeds(delta: float) -> bool:
        found = tail_bound(n_arms, n, delta)
        # A bound may be infinite.
        if found != np.inf:
            checks.number("tail_bound", found, accepted, low=0)
        return found > chance

    # The paper's Theorem 2 begins at K + 1, where it is above 1; the others are above 1 near 0.
    low, high = (n_arms + 1.0 if tail_bound is bound else 0.0), n_arms + 1.0
    while exceeds(high):
        if high > 1e300:
            raise ValueError(f"tail_bound: above {chance:g} at δ = {high:g}; expected {accepted}")
        low, high = high, 2 * high
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if exceeds(middle) else (low, middle)
    return high


def _log_theorem_2(n_arms: int, log_n: float, delta: float) -> float:
    with np.errstate(divide="ignore"):
        return float(n_arms * np.log(np.ceil(delta * log_n) * delta / n_arms) + n_arms + 1 - delta)


def _exp(log: float) -> float:
    return float(np.exp(log)) if log < 709 else np.inf
