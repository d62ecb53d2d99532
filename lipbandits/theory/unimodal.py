"""Means that rise to one peak on a line and fall: where an instance is none of them, and the lower bound for those."""

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.theory.lower_bounds import ROUNDED_DIVERGENCE, LowerBound, cheapest_plan, sparse_divergences


def second_peaks(bandit: LipschitzBandit) -> NDArray[np.int_]:
    """The suboptimal arms on a line without a better neighbour, on a plateau too: where a local search may stay.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, of arms on a line.

    Returns
    -------
    ndarray of int
        None for means that rise strictly to their best arm, or to best arms side by side, and fall strictly after.
    """
    walled = np.concatenate([[-np.inf], bandit.theta, [-np.inf]])
    return np.flatnonzero((bandit.gaps > 0) & (bandit.theta >= np.maximum(walled[:-2], walled[2:])))


def unimodal_lower_bound(bandit: LipschitzBandit, lipschitz: bool = False) -> LowerBound:
    """An asymptotic lower bound on R(T)/log T for policies that are told that θ rises to one peak on a line and falls.

    A model that cannot be told from θ by playing the best arm, and has another best arm, has at least θ* at a neighbour
    of the best arm as well. So these are the models to rule out, one a neighbour. Without L no other arm says anything
    about a neighbour, and the bound is the sum of gap_k / I(θ_k, θ*) over them (Combes and Proutiere 2014). With L,
    arms nearby say something too, what they say about λᵏ of the paper's Theorem 1: the program is that of `lower_bound`
    with the models of the neighbours alone, and costs no more than either promise by itself. For Gaussian rewards it
    costs what unimodality alone does: an arm further away says no more of a neighbour's model than the neighbour, and
    its gap is larger. For coins that can differ where means are near 0, as below.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, d and L, of arms on a line.
    lipschitz : bool, default False
        Whether L is promised as well.

    Returns
    -------
    LowerBound
        0 with one arm, or with θ* the largest mean there is.

    Raises
    ------
    ValueError
        For arms on no line, for several best arms, and for a suboptimal arm without a better neighbour.

    Examples
    --------
    >>> from lipbandits import lai_robbins, lower_bound, triangle
    >>> bandit = triangle(17, lipschitz=0.5)
    >>> [round(bound(bandit).value, 1) for bound in (lai_robbins, lower_bound, unimodal_lower_bound)]
    [61.0, 33.7, 21.2]
    >>> rare = LipschitzBandit([0.001, 0.05, 0.06], [0.0, 0.05, 0.06], lipschitz=1.0)
    >>> [round(unimodal_lower_bound(rare, promised).value, 1) for promised in (False, True)]
    [10.7, 8.8]
    """
    checks.instance("bandit", bandit, LipschitzBandit)
    lipschitz = checks.flag("lipschitz", lipschitz)
    if bandit.geometry.arms is None:
        raise ValueError(f"bandit: {bandit!r}; expected arms on a line, not distances alone")
    peaks, n_best = second_peaks(bandit), np.count_nonzero(bandit.gaps == 0)
    if len(peaks) > 0 or n_best > 1:
        what = f"{n_best} best arms" if n_best > 1 else f"arm {peaks[0]} has no better neighbour"
        raise ValueError(f"theta: {what}; expected means that rise to one best arm and fall")
    models = np.flatnonzero(np.abs(np.arange(bandit.n_arms) - bandit.best) == 1)
    if bandit.best_mean >= bandit.family.high:
        models = models[:0]
    reach = bandit.lipschitz * bandit.geometry.distances[models]
    # Without L a model raises the arm that it is for, and no other.
    own = np.arange(bandit.n_arms) == models[:, None]
    levels = bandit.best_mean - reach if lipschitz else np.where(own, bandit.best_mean, -np.inf)
    said = bandit.family.kl_plus_of(bandit.theta, np.maximum(bandit.theta, levels))
    arms = np.flatnonzero((bandit.gaps > 0) & (said > ROUNDED_DIVERGENCE).any(axis=0))
    return cheapest_plan(
        bandit.gaps, arms, models, sparse_divergences(bandit.theta[arms], levels[:, arms], bandit.family)
    )
