"""What no uniformly good algorithm beats in the long run: λᵏ, C(θ), its dual, and Lai–Robbins (Section 3)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial, singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csc_array

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.families import Family

# Relative size below which a multiplier, a slack or a rate counts as zero; HiGHS solves to its tightest, 1e-10.
_ZERO = 1e-9
# Where a tent only touches θ, rounding leaves a divergence of this order.
ROUNDED_DIVERGENCE = 1e-18
_TOLERANCES = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def confusing_parameter(bandit: LipschitzBandit, k: int) -> NDArray[np.float64]:
    """λᵏ, the most confusing model for arm k: λᵏ_i = max(θ_i, θ* − L d(i, k)).

    It is the lowest vector that raises arm k to θ*, keeps the L-Lipschitz shape and lowers no arm.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, d and L.
    k : int
        An arm.

    Returns
    -------
    (K,) ndarray
        Means.

    Raises
    ------
    ValueError
        If k is not an arm.

    Examples
    --------
    >>> from lipbandits import triangle
    >>> confusing_parameter(triangle(5, lipschitz=1.0), 0).tolist()
    [0.8, 0.675, 0.8, 0.675, 0.55]
    """
    checks.instance("bandit", bandit, LipschitzBandit)
    k = checks.arm("k", k, bandit.n_arms)
    return np.maximum(bandit.theta, bandit.best_mean - bandit.lipschitz * bandit.geometry.distances[k])


def confusing_divergences(bandit: LipschitzBandit) -> NDArray[np.float64]:
    """I(θ_i, λᵏ_i), what one play of arm i says against model λᵏ.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, d and L.

    Returns
    -------
    (K, K) ndarray
        Row k, column i. Rows of best arms are 0: there is no model to rule out.

    Examples
    --------
    >>> from lipbandits import triangle
    >>> confusing_divergences(triangle(5, lipschitz=0.5))[1].round(3).tolist()
    [0.034, 0.043, 0.0, 0.0, 0.0]
    """
    checks.instance("bandit", bandit, LipschitzBandit)
    divergences = np.zeros((bandit.n_arms, bandit.n_arms))
    for k in bandit.suboptimal:
        divergences[k] = bandit.family.kl_plus_of(bandit.theta, confusing_parameter(bandit, int(k)))
    return divergences


@dataclass(frozen=True, eq=False)
class LowerBound:
    """An asymptotic lower bound on R(T)/log T, and a plan of plays that costs just as much.

    Attributes
    ----------
    value : float
        C(θ), mean reward per log T.
    rates : (K,) ndarray
        c_k: the plan plays arm k about c_k log T times; 0 for best arms.
    prices : (K,) ndarray
        y_k, the optimal dual prices of ruling out each confusing model λᵏ; they sum to ``value``.
    binding : (K,) ndarray of bool
        The models λᵏ that the plan rules out with nothing to spare.
    """

    value: float
    rates: NDArray[np.float64]
    prices: NDArray[np.float64]
    binding: NDArray[np.bool_]
    _decide_unique: Callable[[], bool] = field(default=lambda: True, repr=False)

    @cached_property
    def unique(self) -> bool:
        """Whether the optimal rates are the only ones (Assumption 1); decided by a second program when in doubt."""
        return self._decide_unique()


def lai_robbins(bandit: LipschitzBandit) -> LowerBound:
    """Σ_k gap_k / I(θ_k, θ*): the bound without structure, each arm paying for itself at the rate 1/I(θ_k, θ*).

    Parameters
    ----------
    bandit : LipschitzBandit
        θ; d and L do not matter.

    Returns
    -------
    LowerBound
        Its ``value`` and ``rates`` are 0 when θ* = 1: nothing can then beat the best arm.
    """
    checks.instance("bandit", bandit, LipschitzBandit)
    rates = np.zeros(bandit.n_arms)
    arms, gaps, unit = _alone(bandit)
    rates[arms] = 1 / unit
    prices = np.zeros(bandit.n_arms)
    prices[arms] = gaps / unit
    return LowerBound(float(prices.sum()), rates, prices, prices > 0)


# `contextual_bounds` adds what it is for a `ContextualBandit`.
@singledispatch
def lower_bound(bandit: LipschitzBandit | ContextualBandit) -> LowerBound:
    """C(θ) of the paper's Theorem 1: min Σ c_k (θ* − θ_k) subject to Σ_i c_i I(θ_i, λᵏ_i) ≥ 1 for every suboptimal k.

    The program is solved in u_k = c_k I(θ_k, θ*), the plays of arm k in units of Lai–Robbins: its matrix then has
    ones on the diagonal and entries in [0, 1].

    Parameters
    ----------
    bandit : LipschitzBandit or ContextualBandit
        θ, d and L.

    Returns
    -------
    LowerBound
        Without a suboptimal arm, or with θ* = 1 (no model can beat the best arm), the value is 0. Of a
        `ContextualBandit` what `contextual_lower_bound` returns.

    Examples
    --------
    >>> from lipbandits import triangle
    >>> bound = lower_bound(triangle(17, lipschitz=0.5))
    >>> round(bound.value, 4), bound.unique
    (33.6503, True)
    """
    bandit = checks.instance("bandit", bandit, LipschitzBandit)
    arms, _, _ = _alone(bandit)
    models = bandit.best_mean - bandit.lipschitz * bandit.geometry.distances[np.ix_(arms, arms)]
    return cheapest_plan(bandit.gaps, arms, arms, sparse_divergences(bandit.theta[arms], models, bandit.family))


def _alone(bandit: LipschitzBandit) -> tuple[NDArray[np.int_], NDArray[np.float64], NDArray[np.float64]]:
    """The suboptimal arms that a finite number of plays must rule out, with gap_k and I(θ_k, θ*)."""
    arms = bandit.suboptimal if bandit.best_mean < bandit.family.high else np.array([], dtype=int)
    return arms, bandit.gaps[arms], bandit.family.kl_of(bandit.theta[arms], np.asarray(bandit.best_mean))


def sparse_divergences(theta: NDArray[np.float64], models: NDArray[np.float64], family: Family) -> csc_array:
    """Sparse (row: model, column: arm) matrix of I⁺(θ_i, λ_i), from means (m,) and models (r, m)."""
    rows, columns = np.nonzero(models > theta[None, :])
    entries = family.kl_plus_of(theta[columns], models[rows, columns])
    return csc_array((entries, (rows, columns)), shape=models.shape)


def cheapest_plan(
    gaps: NDArray[np.float64], arms: NDArray[np.int_], models: NDArray[np.int_], divergences: csc_array
) -> LowerBound:
    """min Σ c_i gap_i subject to divergences @ c ≥ 1, c ≥ 0, as a `LowerBound` that is 0 for all other arms.

    Parameters
    ----------
    gaps : (K,) ndarray
        θ* − θ_k.
    arms : (m,) ndarray of int
        Increasing, those worth playing; their gaps are positive.
    models : (r,) ndarray of int
        Which of these arms each model to rule out raises to the best mean.
    divergences : (r, m) sparse array
        By columns, with a positive entry in every row and column.

    Returns
    -------
    LowerBound
        Optimal rates and prices.
    """
    rates, prices, binding = np.zeros(len(gaps)), np.zeros(len(gaps)), np.zeros(len(gaps), dtype=bool)
    if len(models) == 0:
        return LowerBound(0.0, rates, prices, binding)
    # In units of the most that a play of each arm says; about one bandit that is I(θ_k, θ*), said of its own model.
    starts = divergences.indptr
    unit = np.maximum.reduceat(divergences.data, starts[:-1])
    if not np.isfinite(unit).all():
        k = arms[~np.isfinite(unit)][0]
        raise ValueError(f"theta: of arm {k} a single play says {unit.max()} nats; expected means less far apart")
    scaled = divergences.data / np.repeat(unit, np.diff(starts))
    costs, information = gaps[arms] / unit, csc_array((scaled, divergences.indices, starts), shape=divergences.shape)
    plan, dual = _solve(costs, information)
    reached = information @ plan
    rates[arms], prices[models] = plan / unit, dual
    binding[models] = reached - 1 <= _ZERO * np.maximum(1, reached)
    row_costs = costs[np.searchsorted(arms, models)]
    decide_unique = partial(_only_plan, costs, row_costs, information, plan, dual)
    return LowerBound(float(costs @ plan), rates, prices, binding, decide_unique)


def _solve(costs: NDArray[np.float64], information: csc_array) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """min costs·u subject to information @ u ≥ 1, u ≥ 0: an optimal vertex u (m,) and the dual prices (r,)."""
    scale = costs.max()
    result = _highs(costs / scale, A_ub=-information, b_ub=-np.ones(information.shape[0]))
    return np.maximum(result.x, 0.0), np.maximum(-result.ineqlin.marginals, 0.0) * scale


def _only_plan(
    costs: NDArray[np.float64],
    row_costs: NDArray[np.float64],
    information: csc_array,
    plan: NDArray[np.float64],
    dual: NDArray[np.float64],
) -> bool:
    """Whether no other plan costs as little.

    Another optimal point must move a coordinate (a play or a slack) that is 0 at this vertex, and complementary
    slackness with the dual pins all of those but the ones whose multiplier is 0 too: maximise their sum.
    """
    slack = information @ plan - 1
    reduced = costs - information.T @ dual
    priced = dual > _ZERO * row_costs
    pinned = reduced > _ZERO * costs
    free_plays = (plan <= _ZERO) & ~pinned
    free_slacks = (slack <= _ZERO) & ~priced
    if not (free_plays.any() or free_slacks.any()):
        return True
    objective = free_plays + information[free_slacks].sum(axis=0)
    result = _highs(
        -objective,
        A_ub=-information[~priced] if (~priced).any() else None,
        b_ub=-np.ones((~priced).sum()) if (~priced).any() else None,
        A_eq=information[priced],
        b_eq=np.ones(priced.sum()),
        bounds=[(0, 0 if p else None) for p in pinned],
    )
    return bool(-result.fun - objective @ plan <= 1e-7 * max(1.0, objective @ plan))


def _highs(objective: NDArray[np.float64], **program: Any) -> Any:
    # Presolve costs more than it saves here: the matrix is already scaled, with ones on its diagonal.
    result = linprog(objective, method="highs-ds", options={"presolve": False, **_TOLERANCES}, **program)
    if result.status != 0:
        raise RuntimeError(f"HiGHS stopped before the optimum: {result.message}")
    return result


def beta(bandit: LipschitzBandit) -> NDArray[np.float64]:
    """β_k of the paper's Theorem 4 (ii), which bounds lim sup E[t_k(T)]/log T under CKL-UCB.

    The theorem is for one best arm and f(n) = log n + (3K + 1) log log n; with several best arms, or θ* = 1 (all nan),
    it says nothing. β_k is the last α_k at which arm k can still be played by the theorem's conditions, which is what
    its proof bounds. The paper takes the first at which it cannot; that is no larger, and agrees on the random problems
    of the tests. The minimum over sets N of arms is one mixed-integer program an arm: z_k' = 1 for k' outside N.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, d and L.

    Returns
    -------
    (K,) ndarray
        β_k, nan for best arms.

    Examples
    --------
    >>> from lipbandits import triangle
    >>> beta(triangle(5)).round(2).tolist()
    [6.3, 18.26, nan, 18.26, 6.3]
    """
    checks.instance("bandit", bandit, LipschitzBandit)
    found = np.full(bandit.n_arms, np.nan)
    arms, _, unit = _alone(bandit)
    information = confusing_divergences(bandit)[np.ix_(arms, arms)]
    for place, k in enumerate(arms):
        # Arm k, then its neighbours: in the order of the arms HiGHS prints a line about its own code for some problems.
        order = np.argsort(np.abs(np.arange(len(arms)) - place), kind="stable")
        found[k] = _largest_rate(information[np.ix_(order, order)] / unit[place])
    return found / bandit.family.kl_of(bandit.theta, np.asarray(bandit.best_mean)) if len(arms) else found


def _largest_rate(information: NDArray[np.float64]) -> float:
    """max α_k for the first arm k, such that CKL-UCB may still explore it; [k', i] is a_ik' / a_kk, α in 1/a_kk."""
    m, k = len(information), 0
    # Variables: α (m), of which α_k is maximised, then z (m); z_k is not used.
    own = np.concatenate([information[k], np.zeros(m)])
    rows, lower, upper = [own], [-np.inf], [1.0]
    for j in range(1, m):
        more_played = np.zeros(2 * m)
        more_played[[j, k, m + j]] = 1.0, -1.0, -1.0
        excluded = np.concatenate([information[j], np.zeros(m)])
        excluded[m + j] = 1.0
        rows += [more_played, excluded]
        lower += [-1.0, 1.0]
        upper += [np.inf, np.inf]
    objective = np.zeros(2 * m)
    objective[k] = -1.0
    result = milp(
        objective,
        integrality=np.repeat([0, 1], m),
        bounds=Bounds(0, np.repeat([np.inf, 1], m)),
        constraints=LinearConstraint(csc_array(np.array(rows)), lower, upper),
    )
    if result.status != 0:
        raise RuntimeError(f"HiGHS stopped before the optimum: {result.message}")
    return -result.fun


def explored_less_than_by_kl_ucb(bandit: LipschitzBandit, printed: bool = False) -> NDArray[np.bool_]:
    """Whether β_k < 1/I(θ_k, θ*), by who informs about whom.

    That is so exactly if there is another suboptimal arm k' with a_kk' < a_kk such that no arm informs about k'
    without informing about k.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, d and L.
    printed : bool, default False
        Take condition (iii) of the paper's Theorem 4 as it stands there, with 0 < a_kk' besides. It is sufficient only.

    Returns
    -------
    (K,) ndarray of bool
        Whether it holds for each arm.

    Examples
    --------
    >>> from lipbandits import triangle
    >>> explored_less_than_by_kl_ucb(triangle(7)).tolist()
    [True, True, True, False, True, True, True]
    >>> explored_less_than_by_kl_ucb(triangle(7), printed=True).tolist()
    [True, True, False, False, False, True, True]
    """
    a = confusing_divergences(bandit).T
    a = np.where(a < ROUNDED_DIVERGENCE, 0.0, a)
    holds = np.zeros(bandit.n_arms, dtype=bool)
    for k in bandit.suboptimal:
        others = [other for other in bandit.suboptimal if a[k, other] < a[k, k] and (a[k, other] > 0 or not printed)]
        holds[k] = any(not np.any((a[:, k] == 0) & (a[:, other] > 0)) for other in others)
    return holds
