"""Steps of the proof of the paper's Theorem 2: slices, the bound before η is chosen, sums of exponentials."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincc, gammaln

from lipbandits import checks

# Rounding must not add a slice where log n / log(1 + η) is whole.
_WHOLE = 1e-12
# Slices, and numbers of them, or of orthants, that are tried one by one.
_MOST = 10**7


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
    n, eta = checks.count("n", n), positive("eta", eta)
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
    delta, log_n = checked_delta(n_arms, delta), np.log(n)
    if eta is not None:
        eta = positive("eta", eta)
        if delta < (1 + eta) * n_arms:
            raise ValueError(f"eta: {eta:g}; expected δ ≥ (1 + η) K, here η ≤ {delta / n_arms - 1:g}")
        return _log_peeling(n_arms, log_n, delta, eta), eta
    # With D slices the smallest η, the one that just covers n, is the best.
    not_too_many(delta, 4 * delta * log_n)
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
    n_arms, a, delta = checks.count("n_arms", n_arms), positive("a", a), checks.number("delta", delta)
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
    n_arms, a, delta = checks.count("n_arms", n_arms), positive("a", a), positive("delta", delta)
    not_too_many(delta, 4 * a * delta)
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
    n_arms, a = checks.count("n_arms", n_arms), positive("a", a)
    return float(gammaincc(n_arms, a * max(checks.number("delta", delta), 0.0)))


def _log_peeling(n_arms: int, log_n: float, delta: float, eta: float) -> float:
    with np.errstate(divide="ignore"):
        return float(n_arms * np.log(_number_of_slices(log_n, eta) * delta * np.e / n_arms) - delta / (1 + eta))


def _number_of_slices(log_n: float, eta: float) -> int:
    # Python's division, as numpy warns of an overflow.
    found = float(log_n) / float(np.log1p(eta)) - _WHOLE
    if found > _MOST:
        raise ValueError(f"eta: {eta:g}; expected an η for which at most {_MOST} slices cover 1 to n")
    return int(np.ceil(found))


def not_too_many(delta: float, tried: float) -> None:
    if tried > _MOST:
        raise ValueError(f"delta: {delta:g}; expected a smaller δ: more than {_MOST} grids would have to be tried")


def checked_delta(n_arms: int, delta: float) -> float:
    delta = checks.number("delta", delta)
    if delta < n_arms + 1:
        raise ValueError(f"delta: {delta:g}; expected δ ≥ K + 1 = {n_arms + 1}: where the paper's Theorem 2 holds")
    return delta


def positive(name: str, value: float) -> float:
    found = checks.number(name, value, "a finite number > 0")
    if found <= 0:
        raise ValueError(f"{name}: {found:g}; expected a finite number > 0")
    return found
