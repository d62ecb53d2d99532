"""Grids for [0, 1]: how many arms, where, and what they cost (Section 7.2 of the paper). δ = 1/K is the spacing."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.model.geometry import _positions


def n_arms_sqrt(horizon: float) -> int:
    """⌈√(T / log T)⌉ arms, the paper's rule: it balances floor and lower bound if the mean falls linearly.

    Parameters
    ----------
    horizon : int
        T ≥ 2 rounds.

    Returns
    -------
    int
        K, the number of arms.

    Raises
    ------
    ValueError
        For T < 2, where log T is not positive.

    Examples
    --------
    >>> n_arms_sqrt(25_000)
    50
    """
    return math.ceil(math.sqrt(_horizon(horizon) / math.log(horizon)))


def n_arms_smooth(horizon: float) -> int:
    """⌈(T / log T)^{1/4}⌉ arms: it balances the same two if the mean is quadratic around its peak.

    The paper has it from Combes and Proutiere 2014.

    Parameters
    ----------
    horizon : int
        T ≥ 2 rounds.

    Returns
    -------
    int
        K, the number of arms.

    Raises
    ------
    ValueError
        For T < 2, where log T is not positive.

    Examples
    --------
    >>> n_arms_smooth(25_000)
    8
    """
    return math.ceil((_horizon(horizon) / math.log(horizon)) ** 0.25)


def n_arms_minimax(horizon: float) -> int:
    """⌈(T / log T)^{1/3}⌉ arms: it balances the floor and √(K T log T), the order of regret that UCB has on K arms.

    With it UCB has a regret of order T^{2/3} (log T)^{1/3} for every Lipschitz mean; no policy has a smaller power of T
    (Kleinberg 2004). The best constant, which depends on L and on the policy's bound, is left out.

    Parameters
    ----------
    horizon : int
        T ≥ 2 rounds.

    Returns
    -------
    int
        K, the number of arms.

    Raises
    ------
    ValueError
        For T < 2, where log T is not positive.

    Examples
    --------
    >>> n_arms_minimax(25_000)
    14
    """
    return math.ceil((_horizon(horizon) / math.log(horizon)) ** (1 / 3))


def even_grid(n_arms: int, offset: float = 0.5) -> NDArray[np.float64]:
    """(K,) positions (i + offset) / K, i = 0, …, K − 1; offset 1/2 gives the midpoints of K equal cells.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    offset : float, default 0.5
        In [0, 1]; where in its cell an arm stands.

    Returns
    -------
    (K,) ndarray
        Increasing positions in [0, 1].

    Raises
    ------
    ValueError
        For no arms, or an offset outside [0, 1].

    Examples
    --------
    >>> even_grid(4).tolist(), even_grid(4, offset=0).tolist()
    ([0.125, 0.375, 0.625, 0.875], [0.0, 0.25, 0.5, 0.75])
    """
    n_arms, offset = checks.count("n_arms", n_arms), checks.number("offset", offset, "a number in [0, 1]", 0, 1)
    return (np.arange(n_arms) + offset) / n_arms


def grid_off_peak(n_arms: int, peak: float, share: float = 0.25) -> NDArray[np.float64]:
    """(K,) positions a distance δ apart, none closer to the peak than share·δ, and one just so far.

    The paper keeps the peak at least δ/4 from every arm, so as not to favour a grid that happens to contain it. There
    is such a grid for every K, also for one arm, and every peak: between two arms there is room for δ/2.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.
    peak : float
        A point of [0, 1].
    share : float, default 0.25
        In [0, 1/2]; unit: steps δ.

    Returns
    -------
    (K,) ndarray
        Increasing positions in [0, 1].

    Raises
    ------
    ValueError
        For no arms, a peak outside [0, 1], or a share outside [0, 1/2].

    Examples
    --------
    >>> grid_off_peak(5, peak=0.5).round(3).tolist()
    [0.05, 0.25, 0.45, 0.65, 0.85]
    """
    n_arms, peak = checks.count("n_arms", n_arms), checks.number("peak", peak, "a point of [0, 1]", 0, 1)
    share = checks.number("share", share, "a number in [0, 1/2]: no point is farther than δ/2 from all arms", 0, 0.5)
    # The arm stands left of the peak, unless that is outside.
    cells = n_arms * peak - share
    arms = even_grid(n_arms, cells % 1 if cells >= 0 else cells + 2 * share)
    if np.abs(arms - peak).min() < share / n_arms - 1e-12:
        raise ValueError(f"peak: {peak} is too close to one of {n_arms} arms; expected a distance of {share} steps")
    return arms


def linear_floor(bandit: ContinuousBandit, arms: ArrayLike, horizon: float) -> float:
    """T (θ* − the largest mean among the arms): the regret that no policy on these arms can avoid.

    Parameters
    ----------
    bandit : ContinuousBandit
        The means, with θ* their maximum over all of [0, 1].
    arms : (K,) array_like
        Increasing positions in [0, 1].
    horizon : int
        T rounds.

    Returns
    -------
    float
        Regret.

    Raises
    ------
    ValueError
        For arms outside [0, 1] or out of order.
    TypeError
        If the bandit is not a `ContinuousBandit`.

    Examples
    --------
    >>> from lipbandits import paper_triangle
    >>> round(linear_floor(paper_triangle(), even_grid(50), 25_000), 6)
    125.0
    """
    checks.instance("bandit", bandit, ContinuousBandit)
    return checks.horizon(horizon) * float(bandit.gap(_positions("arms", arms)).min())


def _horizon(horizon: float) -> int:
    return checks.horizon(horizon, least=2)
