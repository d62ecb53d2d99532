"""The paper's Corollary 1: what Theorem 2 there and two mends of its proof give at the level f(n), and from when on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import gammaln

from lipbandits import checks

# The paper's Corollary 1 is met, if at all, before log n gets here.
_LARGEST_LOG_N = 1e9


@dataclass(frozen=True)
class Corollary1:
    """What is proved at δ = f(n) = log n + (3K + 1) log log n, where the paper's Corollary 1 claims 1/(n log n).

    Attributes
    ----------
    limit : float
        The limit of n log n times the bound of the paper's Theorem 2; the claim follows only if this is below 1.
    log_n0 : float
        Log n from which on that bound is at most 1/(n log n); inf if never.
    log_useful : float
        Log n from which on that bound is below 1.
    log_n0_thick : float
        The same as ``log_n0`` with slices of η = K/(δ − K), of which one more is counted than there are; inf if never.
    log_n0_cover : float
        The same with `lattice_bound` in each cell, in place of `moment_bound`, its whole numbers bounded from above.
    """

    limit: float
    log_n0: float
    log_useful: float
    log_n0_thick: float
    log_n0_cover: float


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
    thick = np.inf if n_arms < 3 else _last_positive(n_arms, _excess_of_thick_slices)
    cover = _last_positive(n_arms, _excess_of_a_cover)
    return Corollary1(limit, log_n0, _last_excess(n_arms, claim=0), thick, cover)


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


def _excess_of_thick_slices(n_arms: int, log_n: Any) -> Any:
    """log of (D δ e / K)^K e^{K − δ} n log n, where D = 1 − log n / log(1 − K/δ)."""
    delta = _level(n_arms, log_n)
    slices = 1 - log_n / np.log1p(-n_arms / delta)
    return n_arms * (np.log(slices * delta / n_arms) + 2 - 3 * np.log(log_n))


def _excess_of_a_cover(n_arms: int, log_n: Any) -> Any:
    """log of (δ log n + 1)^K (δ + 1)^{K − 1} / (K − 1)! e^{K − δ} n log n."""
    delta = _level(n_arms, log_n)
    cells, orthants = n_arms * np.log(delta * log_n + 1), (n_arms - 1) * np.log(delta + 1) - gammaln(n_arms)
    return cells + orthants + n_arms - 3 * n_arms * np.log(log_n)


def _last_positive(n_arms: int, excess: Callable[[int, Any], Any]) -> float:
    """The last log n at which there is an excess, or the first with δ ≥ 2K + 1, from where on both bounds hold."""
    start = brentq(lambda log_n: _level(n_arms, log_n) - 2 * n_arms - 1, 1.0, 2.0 * n_arms + 1)
    grid = np.geomspace(start, _LARGEST_LOG_N, 4000)
    above = np.flatnonzero(excess(n_arms, grid) > 0)
    if len(above) == 0:
        return float(start)
    return float(brentq(lambda log_n: excess(n_arms, log_n), grid[above[-1]], grid[above[-1] + 1], xtol=1e-12))
