"""What no uniformly good algorithm can beat when contexts are shown first: C′(θ) of the paper's Theorem 5."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.contextual import ContextualBandit
from lipbandits.theory.lower_bounds import (
    ROUNDED_DIVERGENCE,
    LowerBound,
    cheapest_plan,
    lower_bound,
    sparse_divergences,
)


def contextual_confusing_parameter(bandit: ContextualBandit, context: int, arm: int) -> NDArray[np.float64]:
    """λ^{j,k}, the most confusing model for arm k in context j: max(θ_l(i), θ*(j) − L D((j, k), (i, l))).

    Parameters
    ----------
    bandit : ContextualBandit
        θ, D and L.
    context : int
        The context j.
    arm : int
        The arm k.

    Returns
    -------
    (J, K) ndarray
        Means.

    Raises
    ------
    ValueError
        If there is no such context or arm.

    Examples
    --------
    >>> from lipbandits import ContextualBandit
    >>> bandit = ContextualBandit([[0.2, 0.6], [0.2, 0.5]], contexts=[0.0, 0.1], lipschitz=1.0)
    >>> contextual_confusing_parameter(bandit, 0, 0).round(3).tolist()
    [[0.6, 0.6], [0.5, 0.5]]
    """
    checks.instance("bandit", bandit, ContextualBandit)
    j = checks.arm("context", context, bandit.n_contexts, "a context")
    k = checks.arm("arm", arm, bandit.n_arms)
    distances = bandit.geometry.distances[j * bandit.n_arms + k].reshape(bandit.theta.shape)
    return np.maximum(bandit.theta, bandit.best_means[j] - bandit.lipschitz * distances)


@dataclass(frozen=True, eq=False)
class ContextualLowerBound(LowerBound):
    """An asymptotic lower bound on R(T)/log T with contexts; arrays are (J, K), see `LowerBound`.

    Attributes
    ----------
    value : float
        C′(θ), mean reward per log T.
    rates : (J, K) ndarray
        c_{j,k}, 0 for the best arms of each context.
    prices : (J, K) ndarray
        Of ruling out each λ^{j,k}; they sum to ``value``.
    binding : (J, K) ndarray of bool
        The models ruled out with nothing to spare.
    free : (J, K) ndarray of bool
        The models that plays of best arms rule out in passing, at no cost.
    """

    free: NDArray[np.bool_] = field(kw_only=True)


@lower_bound.register(ContextualBandit)
def contextual_lower_bound(bandit: ContextualBandit) -> ContextualLowerBound:
    """C′(θ) of the paper's Theorem 5: min Σ c_{j,k} (θ*(j) − θ_k(j)), all Σ c_{i,l} I(θ_l(i), λ^{j,k}_l(i)) ≥ 1.

    Every pair is a bandit's arm here, and arm k in context j is worse than θ*(j) by its gap. A play of the best arm
    of another context costs nothing, so a model that such plays can tell from θ is free. Under the paper's metric and
    θ ∈ Θ_{L,2} there is none; under others there may be, and then even C′(θ) = 0. Contexts with θ*(j) = 1 have no
    model to rule out. The distribution of the contexts does not matter.

    The value is that of the program as printed. Where λ^{j,k} only touches the mean of another context's best arm, no
    model of Θ_{L,2} lifts arm k above θ*(j) and keeps all best means, yet the program has it ruled out; under the
    paper's metric that takes two best arms in that other context.

    Parameters
    ----------
    bandit : ContextualBandit
        θ, D and L; ψ does not matter.

    Returns
    -------
    ContextualLowerBound
        Rates, prices and models for each pair of a context and an arm.

    Examples
    --------
    >>> from lipbandits.model.examples import travelling_peak
    >>> bound = contextual_lower_bound(travelling_peak(3, 6))
    >>> round(bound.value, 4), int(bound.free.sum())
    (23.0582, 0)
    """
    checks.instance("bandit", bandit, ContextualBandit)
    theta, gaps = bandit.theta.ravel(), bandit.gaps.ravel()
    best_means = np.repeat(bandit.best_means, bandit.n_arms)
    models = np.flatnonzero((gaps > 0) & (best_means < bandit.family.high))
    raised = best_means[models, None] - bandit.lipschitz * bandit.geometry.distances[models]
    divergences = sparse_divergences(theta, raised, bandit.family)
    told = (divergences[:, np.flatnonzero(gaps == 0)] >= ROUNDED_DIVERGENCE).sum(axis=1) > 0
    free, models, divergences = models[told], models[~told], divergences[~told]
    # In a context with θ*(j) = 1 a worse arm has no model of its own, and may say nothing about others.
    arms = np.flatnonzero((gaps > 0) & (divergences.sum(axis=0) > 0))
    plan = cheapest_plan(gaps, arms, models, divergences[:, arms])
    shape = bandit.theta.shape
    rates, prices = plan.rates.reshape(shape), plan.prices.reshape(shape)
    binding, in_passing = plan.binding.reshape(shape), np.isin(np.arange(gaps.size), free).reshape(shape)
    return ContextualLowerBound(plan.value, rates, prices, binding, plan._decide_unique, free=in_passing)
