"""Bounds on the tail P[Σ_k t_k I⁺(θ̂_k, θ_k) ≥ δ]: Theorem 2, what its proof passes through, and its rivals.

A bound may exceed 1, and then says nothing; `log_bound` cannot overflow. The bounds on the tail hold for all θ and for
every sampling rule that decides from the past. It may sample several arms in a round (t_k(n) ≤ n − 1 for each arm), if
their rewards are independent. `moment_bound`, `lattice_bound` and `gamma_tail` are about sums of other variables.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import gammaincc, gammaln, zeta

from lipbandits import checks

# Rounding must not add a slice where log n / log(1 + η) is whole.
_WHOLE = 1e-12
# Slices, and numbers of them, or of orthants, that are tried one by one.
_MOST = 10**7
# Corollary 1 is met, if at all, before log n gets here.
_LARGEST_LOG_N = 1e9


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
    delta = _delta_of_theorem_2(n_arms, delta)
    return _log_theorem_2(n_arms, np.log(n), delta)


def bound(n_arms: int, n: int, delta: float) -> float:
    """The right side of Theorem 2: e^{−δ} (⌈δ log n⌉ δ / K)^K e^{K+1}.

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
    """One arm, P[t I⁺(θ̂, θ) ≥ δ] ≤ e ⌈δ log n⌉ e^{−δ} (Garivier and Cappé, 2011): Theorem 2 generalises it.

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
    n, delta = checks.count("n", n), _positive("delta", delta)
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
    return n_arms * self_normalised_bound(n, _positive("delta", delta) / n_arms)


def mixture_bound(n_arms: int, n: int, delta: float) -> float:
    """e^{−δ} (2 √(n − 1))^K, from a mixture of the martingales in the proof of Theorem 2, with two lines of proof.

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
    n_arms, n, delta = checks.count("n_arms", n_arms), checks.count("n", n), _positive("delta", delta)
    if n == 1:
        return 0.0
    return _exp(n_arms * np.log(2 * np.sqrt(n - 1)) - delta)


def kaufmann_koolen_bound(n_arms: int, n: int, delta: float) -> float:
    """e^{−x} for the x with K·T(x/K) + 3 K log(1 + log(n − 1)) = δ (Kaufmann and Koolen, 2021, Theorem 7); 1 if none.

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
    n_arms, n, delta = checks.count("n_arms", n_arms), checks.count("n", n), _positive("delta", delta)
    if n == 1:
        return 0.0
    share = delta / n_arms - 3 * np.log1p(np.log(n - 1))
    if share <= _calibration(0.0):
        return 1.0
    return _exp(-n_arms * brentq(lambda x: _calibration(x) - share, 0.0, share, xtol=1e-12))


def slices(n: int, eta: float) -> NDArray[np.float64]:
    """The peeling grid of the proof: edges (1 + η)^d, d = 0, …, D = ⌈log n / log(1 + η)⌉, that cover 1 to n.

    Parameters
    ----------
    n : int
        The round, n ≥ 1.
    eta : float
        η > 0.

    Returns
    -------
    (D + 1,) ndarray
        Edges.

    Raises
    ------
    ValueError
        For n < 1, η ≤ 0, or one so small that there are more than ten million slices.
    """
    n, eta = checks.count("n", n), _positive("eta", eta)
    return (1 + eta) ** np.arange(_number_of_slices(np.log(n), eta) + 1, dtype=float)


def log_peeling_bound(n_arms: int, n: int, delta: float, eta: float | None = None) -> tuple[float, float]:
    """log of (D δ e / K)^K e^{−δ/(1+η)}, the proof's bound before it settles on η = 1/(δ − 1).

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    n : int
        The round, n ≥ 1.
    delta : float
        δ ≥ K + 1.
    eta : float, optional
        η > 0 with δ ≥ (1 + η) K; default: the best one.

    Returns
    -------
    log_bound : float
        The logarithm of the bound.
    eta : float
        η.

    Raises
    ------
    ValueError
        If δ < (1 + η) K, where the proof's lemma does not hold; for an η as small as `slices` refuses; for a δ so large
        that the best η is one of more than ten million.
    """
    n_arms, n = checks.count("n_arms", n_arms), checks.count("n", n)
    delta, log_n = _delta_of_theorem_2(n_arms, delta), np.log(n)
    if eta is not None:
        eta = _positive("eta", eta)
        if delta < (1 + eta) * n_arms:
            raise ValueError(f"eta: {eta:g}; expected δ ≥ (1 + η) K, here η ≤ {delta / n_arms - 1:g}")
        return _log_peeling(n_arms, log_n, delta, eta), eta
    # With D slices the smallest η, the one that just covers n, is the best.
    _not_too_many(delta, 4 * delta * log_n)
    fewest = max(1, int(np.ceil(log_n / np.log(delta / n_arms))))
    candidates = np.expm1(log_n / np.arange(fewest, fewest + int(4 * delta * log_n) + 2))
    candidates = candidates[(candidates > 0) & (delta >= (1 + candidates) * n_arms)]
    if len(candidates) == 0:
        return -np.inf, delta / n_arms - 1
    values = [_log_peeling(n_arms, log_n, delta, eta) for eta in candidates]
    best = int(np.argmin(values))
    return values[best], float(candidates[best])


def moment_bound(n_arms: int, delta: float, a: float = 1.0) -> float:
    """(a δ e / K)^K e^{−aδ}, the proof's bound for a vector Z ≥ 0 that is orthant-smaller than independent Exp(a).

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    delta : float
        δ ≥ K/a.
    a : float, default 1.0
        The rate of the exponential variables, > 0.

    Returns
    -------
    float
        At most 1.

    Raises
    ------
    ValueError
        If δ < K/a.
    """
    n_arms, a, delta = checks.count("n_arms", n_arms), _positive("a", a), checks.number("delta", delta)
    if delta < n_arms / a:
        raise ValueError(f"delta: {delta:g}; expected δ ≥ K/a = {n_arms / a:g}")
    return float(np.exp(n_arms * np.log(a * delta * np.e / n_arms) - a * delta))


def lattice_bound(n_arms: int, delta: float, a: float = 1.0) -> float:
    """min over m ≥ K of C(m, K − 1) e^{−aδ(m − K + 1)/m}, for the Z of `moment_bound`; smaller than that for large δ.

    With h = δ/m, Z_1 + … + Z_K ≥ δ forces ⌊Z_1/h⌋ + … + ⌊Z_K/h⌋ > m − K, so Z ≥ h·j for one of the C(m, K − 1) vectors
    of whole numbers j ≥ 0 with sum m − K + 1. For K = 2, a = 1 and a whole δ ≥ 2, m = δ gives δ e^{1−δ}, attained.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    delta : float
        δ > 0.
    a : float, default 1.0
        The rate of the exponential variables, > 0.

    Returns
    -------
    float
        At most 1.

    Raises
    ------
    ValueError
        For an aδ so large that there are more than ten million m to try.

    Examples
    --------
    >>> round(lattice_bound(2, 5.0), 4), round(moment_bound(2, 5.0), 4)
    (0.0916, 0.3112)
    """
    n_arms, a, delta = checks.count("n_arms", n_arms), _positive("a", a), _positive("delta", delta)
    _not_too_many(delta, 4 * a * delta)
    # The best m is near aδ: more orthants there, less lost in the exponent here.
    m = np.arange(n_arms, n_arms + 4 * int(np.ceil(a * delta)) + 2)
    # C(m, K − 1) itself may be too large for a float.
    orthants = gammaln(m + 1) - gammaln(n_arms) - gammaln(m - n_arms + 2)
    return float(np.exp(min((orthants - a * delta * (m - n_arms + 1) / m).min(), 0.0)))


def gamma_tail(n_arms: int, delta: float, a: float = 1.0) -> float:
    """P[Y_1 + … + Y_K ≥ δ] for independent exponential variables of rate a.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    delta : float
        Any number δ.
    a : float, default 1.0
        The rate of the exponential variables, > 0.

    Returns
    -------
    float
        A probability.
    """
    n_arms, a = checks.count("n_arms", n_arms), _positive("a", a)
    return float(gammaincc(n_arms, a * max(checks.number("delta", delta), 0.0)))


def level_for(tail_bound: Callable[[int, int, float], float], n_arms: int, n: int, chance: float) -> float:
    """The δ at which a bound falls to a probability (where it has a ceiling, one of a few such δ close together).

    Parameters
    ----------
    tail_bound : callable
        `bound`, `union_bound`, `mixture_bound`, `kaufmann_koolen_bound`, or another function of (K, n, δ) that falls to
        0 in δ.
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

    # Theorem 2 begins at K + 1, where it is above 1; the others are above 1 near 0.
    low, high = (n_arms + 1.0 if tail_bound is bound else 0.0), n_arms + 1.0
    while exceeds(high):
        if high > 1e300:
            raise ValueError(f"tail_bound: above {chance:g} at δ = {high:g}; expected {accepted}")
        low, high = high, 2 * high
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if exceeds(middle) else (low, middle)
    return high


@dataclass(frozen=True)
class Corollary1:
    """What Theorem 2 gives at δ = f(n) = log n + (3K + 1) log log n, where Corollary 1 claims 1/(n log n) in the end.

    Attributes
    ----------
    limit : float
        The limit of n log n times the bound; the claim follows only if it is below 1.
    log_n0 : float
        Log n from which on the bound is at most 1/(n log n); inf if never.
    log_useful : float
        Log n from which on the bound is below 1.
    """

    limit: float
    log_n0: float
    log_useful: float


def corollary_1(n_arms: int) -> Corollary1:
    """`Corollary1` for K arms.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.

    Returns
    -------
    Corollary1
        From where on the claim holds, and whether it does at all.

    Examples
    --------
    >>> found = corollary_1(4)
    >>> round(found.limit, 4), round(found.log_n0, 2), corollary_1(3).log_n0
    (0.5797, 1325.28, inf)
    """
    n_arms = checks.count("n_arms", n_arms)
    limit = float(np.exp(1 + n_arms * (1 - np.log(n_arms))))
    log_n0 = np.inf if limit >= 1 else _last_excess(n_arms, claim=1)
    return Corollary1(limit, log_n0, _last_excess(n_arms, claim=0))


def _level(n_arms: int, log_n: Any) -> Any:
    return log_n + (3 * n_arms + 1) * np.log(log_n)


def _excess(n_arms: int, log_n: Any, claim: int, ceiling: Any) -> Any:
    """log of the bound at f(n), with its ceiling as given, plus claim·log(n log n); the large terms cancel on paper."""
    ratio = _level(n_arms, log_n) / log_n
    core = 1 + n_arms + n_arms * (np.log(ratio / n_arms) + np.log(ceiling) - 2 * np.log(log_n))
    return core - (1 - claim) * (log_n + np.log(log_n))


def _last_excess(n_arms: int, claim: int) -> float:
    """The last log n at which the bound exceeds (n log n)^{−claim}."""

    def with_one_more(log_n: Any) -> Any:
        # An upper bound of the ceiling without its jumps.
        return _excess(n_arms, log_n, claim, _level(n_arms, log_n) * log_n + 1)

    grid = np.geomspace(1, _LARGEST_LOG_N, 2000)
    last = int(np.flatnonzero(with_one_more(grid) > 0)[-1])
    high = brentq(with_one_more, grid[last], grid[last + 1], xtol=1e-13)
    # From here down, one step of the ceiling after the other: within a step the excess falls.
    for ceiling in range(int(np.ceil(_level(n_arms, high) * high)), 0, -1):
        low = brentq(lambda x, c=ceiling: _level(n_arms, x) * x - c + 1, 1.0, high, xtol=1e-13)
        if _excess(n_arms, low, claim, ceiling) > 0:
            if _excess(n_arms, high, claim, ceiling) > 0:
                return high
            return brentq(lambda x, c=ceiling: _excess(n_arms, x, claim, c), low, high, xtol=1e-13)
        high = low
    return 1.0


def _log_theorem_2(n_arms: int, log_n: float, delta: float) -> float:
    with np.errstate(divide="ignore"):
        return float(n_arms * np.log(np.ceil(delta * log_n) * delta / n_arms) + n_arms + 1 - delta)


def _log_peeling(n_arms: int, log_n: float, delta: float, eta: float) -> float:
    with np.errstate(divide="ignore"):
        return float(n_arms * np.log(_number_of_slices(log_n, eta) * delta * np.e / n_arms) - delta / (1 + eta))


def _number_of_slices(log_n: float, eta: float) -> int:
    # Python's division, as numpy warns of an overflow.
    found = float(log_n) / float(np.log1p(eta)) - _WHOLE
    if found > _MOST:
        raise ValueError(f"eta: {eta:g}; expected an η for which at most {_MOST} slices cover 1 to n")
    return int(np.ceil(found))


def _not_too_many(delta: float, tried: float) -> None:
    if tried > _MOST:
        raise ValueError(f"delta: {delta:g}; expected a smaller δ: more than {_MOST} grids would have to be tried")


def _calibration(x: float) -> float:
    """T(x) = 2 h̃((h⁻¹(1 + x) + log 2ζ(2)) / 2) of Kaufmann and Koolen, with h(u) = u − log u."""
    z = (_inverse_h(1 + x) + np.log(2 * zeta(2))) / 2
    base = 1.5
    if z < 1 / np.log(base) + np.log(np.log(base)):
        return 2 * base * (z - np.log(np.log(base)))
    u = _inverse_h(z)
    return 2 * np.exp(1 / u) * u


def _inverse_h(y: float) -> float:
    """The u ≥ 1 with u − log u = y."""
    if y <= 1:
        return 1.0
    return brentq(lambda u: u - np.log(u) - y, 1.0, 2 * y + 2, xtol=1e-14)


def _delta_of_theorem_2(n_arms: int, delta: float) -> float:
    delta = checks.number("delta", delta)
    if delta < n_arms + 1:
        raise ValueError(f"delta: {delta:g}; expected δ ≥ K + 1 = {n_arms + 1}: below that Theorem 2 does not hold")
    return delta


def _positive(name: str, value: float) -> float:
    found = checks.number(name, value, "a finite number > 0")
    if found <= 0:
        raise ValueError(f"{name}: {found:g}; expected a finite number > 0")
    return found


def _exp(log: float) -> float:
    return float(np.exp(log)) if log < 709 else np.inf
