"""Which compiled code plays in place of which policy: a registry.

What starts a twin is given a policy that has been reset and its run (see ``runs``), and returns ``advance(n, stop)``,
which plays rounds n to ``stop`` on that run and returns the next round. Where the program of OSLB or OSSB has several
optimal plans, its twin may take another than the policy. All others make the same plays, unless two indexes differ by
the tolerance itself, 1e-9, to within rounding. Of exponential rewards an index grows like e^{f(n)/t}: at Kaufmann and
Koolen's level it is so large in the first rounds, 1e15 and more, that rounding decides in policy and twin alike. Where
a play says more nats than a float can hold, as of Gaussian averages that are 1e155 apart, OSLB and OSSB refuse to solve
their program, and their twins play on.
Without numba there are none, and everything runs, slower.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.families import BERNOULLI, Bernoulli, Exponential, Gaussian, Poisson
from lipbandits.model.grids import even_grid
from lipbandits.play.rewards import STOCK, RewardsOfRounds, SomeRows
from lipbandits.policies import (
    CCKLUCB,
    CKLUCB,
    HOO,
    IMED,
    IMEDUB,
    KLUCB,
    MOSS,
    OSLB,
    OSSB,
    UCB,
    AdaptiveCKLUCB,
    Discretised,
    Greedy,
    PerContext,
    ThompsonSampling,
    Uniform,
    Zooming,
)
from lipbandits.policies.adaptive import divided, due_for_division
from lipbandits.policies.moss import ANYTIME
from lipbandits.theory.indexes import level_factor

# advance(n, stop) -> the next round, and what makes it of a policy and its run.
Advance = Callable[[int, int], int]
Start = Callable[[Any, Any], Advance]

# Families that `lipbandits.engine.families` knows.
_FAMILIES = Bernoulli, Gaussian, Poisson, Exponential
# Policies whose twins make rewards of uniforms themselves.
_OF_UNIFORMS = HOO, Zooming, AdaptiveCKLUCB

# {class: what starts its twin}, filled by `twin_of`. Each imports its code late: numba takes half a second, which
# `import lipbandits` should not.
TWINS: dict[type, Start] = {}


def twin_of(*policies: type) -> Callable[[Start], Start]:
    """Enter what starts the twin of some policies."""

    def enter(start: Start) -> Start:
        TWINS.update(dict.fromkeys(policies, start))
        return start

    return enter


def has_twin(policy: Any) -> bool:
    """Whether a policy is exactly one of ours, also inside of one of ours, and can be compiled here."""
    if type(policy) in (Discretised, PerContext):
        return has_twin(policy.policy)
    return type(policy) in TWINS and _numba_is_there()


def lacks_twin(policy: Any, run: Any) -> str:
    """Why a policy cannot be played compiled on a run; empty if it can.

    Parameters
    ----------
    policy : Policy
        One of ours, or a reader's own.
    run : OnArms, InContexts or OnPoints
        What it is played on.

    Returns
    -------
    str
        What has no twin.
    """
    if not has_twin(policy):
        return f"{checks.shown(policy)}, which has no compiled twin here"
    family = run.geometry.family
    if type(family) not in _FAMILIES:
        return f"{checks.shown(family)}, a family without a compiled twin"
    if type(policy) in _OF_UNIFORMS and not run.bandit.payoffs.compiled:
        return f"a quantile of one's own, which the compiled {type(policy).__name__} cannot ask"
    return ""


def start(policy: Any, run: Any) -> Advance:
    """Start the twin of a policy that has been reset on a run.

    Parameters
    ----------
    policy : Policy
        One that does not lack a twin there.
    run : OnArms, InContexts or OnPoints
        What it is played on.

    Returns
    -------
    callable
        ``advance(n, stop)``.
    """
    return TWINS[type(policy)](policy, run)


def _on_arms(compiled: Callable[..., tuple[int, int]], run: Any, *settings: Any) -> Advance:
    """Start a compiled function that keeps plays and sums, and says which arm's rewards ran out."""
    sums = np.zeros(len(run.plays))

    def advance(n: int, stop: int) -> int:
        while True:
            n, exhausted = compiled(run.plays, sums, run.stock.buffer, run.stock.used, n, stop, run.played, *settings)
            if exhausted < 0:
                return n
            run.stock.refill(exhausted)

    return advance


@twin_of(UCB)
def _ucb(policy: UCB, run: Any) -> Advance:
    from lipbandits.engine import baselines

    return _on_arms(baselines.advance, run, 2.0 * policy.width**2)


@twin_of(Greedy)
def _greedy(policy: Greedy, run: Any) -> Advance:
    from lipbandits.engine import baselines

    return _on_arms(baselines.advance, run, 0.0)


@twin_of(MOSS)
def _moss(policy: MOSS, run: Any) -> Advance:
    from lipbandits.engine import moss

    factor = ANYTIME if policy.horizon is None else 1.0
    return _on_arms(moss.advance, run, factor * policy.width**2, policy.horizon or 0)


@twin_of(IMED)
def _imed(policy: IMED, run: Any) -> Advance:
    from lipbandits.engine import imed

    return _on_arms(partial(imed.advance, _family(policy)), run)


@twin_of(ThompsonSampling)
def _thompson(policy: ThompsonSampling, run: Any) -> Advance:
    from lipbandits.engine import thompson

    rng, n_arms = policy.generator(), len(run.plays)
    (sums, ones), block, taken = np.zeros((2, n_arms)), np.zeros(0), np.zeros(1, dtype=int)
    compiled = partial(thompson.advance, _family(policy), policy.added, ones)

    def advance(n: int, stop: int) -> int:
        nonlocal block
        while True:
            at_hand = run.stock.buffer, run.stock.used
            n, missing = compiled(block, taken, run.plays, sums, *at_hand, n, stop, run.played)
            if missing == thompson.NONE:
                return n
            if missing == thompson.UNIFORMS:
                # Those at hand first: a round takes any number of them.
                block = np.concatenate([block[taken[0] :], rng.random(max(STOCK, 16 * n_arms))])
                taken[0] = 0
            else:
                run.stock.refill(missing)

    return advance


@twin_of(KLUCB)
def _kl_ucb(policy: KLUCB, run: Any) -> Advance:
    from lipbandits.engine import kl_ucb

    return _on_arms(partial(kl_ucb.advance, _family(policy)), run, _factor(policy))


@twin_of(IMEDUB)
def _imed_ub(policy: IMEDUB, run: Any) -> Advance:
    from lipbandits.engine import imed_ub

    return _on_arms(partial(imed_ub.advance, _family(policy)), run, policy.once)


@twin_of(OSLB)
def _oslb(policy: OSLB, run: Any) -> Advance:
    from lipbandits.engine import oslb

    return _on_arms(partial(oslb.advance, _family(policy)), run, _reach(policy), _factor(policy), policy.epsilon)


@twin_of(OSSB)
def _ossb(policy: OSSB, run: Any) -> Advance:
    from lipbandits.engine import ossb

    explored = np.zeros(1)
    compiled = partial(ossb.advance, _family(policy))
    return _on_arms(compiled, run, _reach(policy), policy.epsilon, policy.gamma, explored)


@twin_of(CKLUCB)
def _ckl_ucb(policy: CKLUCB, run: Any) -> Advance:
    from lipbandits.engine import ckl_ucb

    reach = _reach(policy)
    # Distances that differ by rounding share a logarithm.
    distinct, which = np.unique(np.round(reach, 13), return_inverse=True)
    which = which.reshape(reach.shape).astype(np.int32)
    compiled = partial(ckl_ucb.advance, _family(policy))
    return _on_arms(compiled, run, reach, which, distinct, _factor(policy), policy.forced)


@twin_of(Uniform)
def _uniform(policy: Uniform, run: Any) -> Advance:
    def advance(n: int, stop: int) -> int:
        arms = policy.generator().integers(len(run.plays), size=stop - n + 1)
        run.plays[:] += np.bincount(arms, minlength=len(run.plays))
        if len(run.played) > 0:
            run.played[n - 1 : stop] = arms
        return stop + 1

    return advance


@twin_of(CCKLUCB)
def _cckl_ucb(policy: CCKLUCB, run: Any) -> Advance:
    from lipbandits.engine import cckl_ucb

    reach, stock, family = _reach(policy), run.stock, _family(policy)
    state = cckl_ucb.new_state(family, policy.geometry.shape, reach, len(run.contexts))
    settings = reach, _factor(policy), policy.forced
    run.plays = state.plays

    def advance(n: int, stop: int) -> int:
        while True:
            n, exhausted = cckl_ucb.advance(
                family, state, stock.buffer, stock.used, run.contexts, n, stop, run.played, *settings
            )
            if exhausted < 0:
                return n
            stock.refill(exhausted)

    return advance


class _RunOfOne:
    """What a policy within another one is played on: some rows of a run's stock, or points as numbered arms."""

    def __init__(self, n_arms: int, stock: Any, length: int) -> None:
        self.plays, self.stock, self.played = np.zeros(n_arms), stock, np.empty(length, dtype=np.int32)


@twin_of(PerContext)
def _per_context(policy: PerContext, run: Any) -> Advance:
    """The copies one after the other: none of them sees what another plays."""
    parts = []
    for j, own in enumerate(policy.copies):
        rounds, rows = np.flatnonzero(run.contexts == j), policy.geometry.rows(j)
        one = _RunOfOne(run.n_arms, SomeRows(run.stock, rows), len(rounds) if len(run.played) > 0 else 0)
        parts.append((rounds, rows, one, start(own, one)))

    def advance(n: int, stop: int) -> int:
        for rounds, rows, one, advance_one in parts:
            begin, end = np.searchsorted(rounds, (n - 1, stop))
            advance_one(int(begin) + 1, int(end))
            run.plays[rows] = one.plays
            if len(run.played) > 0:
                run.played[rounds[begin:end]] = one.played[begin:end]
        return stop + 1

    return advance


@twin_of(Discretised)
def _discretised(policy: Discretised, run: Any) -> Advance:
    arms, gaps = policy.arms, run.bandit.gap(policy.arms)
    stock = RewardsOfRounds(run.bandit.mean(arms), run.uniforms, run.bandit.payoffs)
    one = _RunOfOne(len(arms), stock, len(run.played))
    advance_one = start(policy.policy, one)

    def advance(n: int, stop: int) -> int:
        after = advance_one(n, stop)
        run.total[0] = one.plays @ gaps
        if len(run.played) > 0:
            run.played[n - 1 : stop] = arms[one.played[n - 1 : stop]]
        return after

    return advance


@twin_of(Zooming)
def _zooming(policy: Zooming, run: Any) -> Advance:
    from lipbandits.engine import zooming

    bandit, uniforms, candidates = run.bandit, run.uniforms, even_grid(policy.candidates)
    state = zooming.new_state(candidates, bandit.mean(candidates), policy.considered)
    settings = policy.lipschitz, policy.tuned, policy.radii_added, policy.phases, bandit.best_mean, policy.width
    run.total, family = state.lost, _family(policy)

    def advance(n: int, stop: int) -> int:
        while (
            n := zooming.advance(family, state, uniforms.block, uniforms.used, n, stop, run.played, *settings)
        ) <= stop:
            uniforms.refill()
        return n

    return advance


@twin_of(HOO)
def _hoo(policy: HOO, run: Any) -> Advance:
    from lipbandits.engine import hoo

    bandit, uniforms = run.bandit, run.uniforms
    tree, squared = hoo.new_tree(run.horizon, policy.nu1), (0.5 if policy.tuned else 2.0) * policy.width**2
    settings = policy.rho, squared, bandit.best_mean
    run.total, family = tree.lost, _family(policy)

    def advance(n: int, stop: int) -> int:
        while (n := hoo.advance(family, tree, uniforms.block, uniforms.used, n, stop, run.played, *settings)) <= stop:
            if uniforms.used[0] == len(uniforms.block):
                uniforms.refill()
            else:
                hoo.add_means(tree, bandit.mean)
        return n

    return advance


@twin_of(AdaptiveCKLUCB)
def _adaptive(policy: AdaptiveCKLUCB, run: Any) -> Advance:
    from lipbandits.engine import adaptive

    bandit, uniforms, lipschitz = run.bandit, run.uniforms, policy.lipschitz
    cells = policy.active, policy.widths, policy.plays.astype(float), policy.sums
    means, settings = bandit.mean(cells[0]), (lipschitz, bandit.best_mean, policy.width)
    compiled, sizes = partial(adaptive.advance, _family(policy)), lipschitz / policy.width

    def advance(n: int, stop: int) -> int:
        nonlocal cells, means
        while True:
            n = compiled(*cells, means, uniforms.block, uniforms.used, n, stop, run.played, run.total, *settings)
            if n > stop:
                return n
            if uniforms.used[0] == len(uniforms.block):
                uniforms.refill()
            else:
                cells = divided(*cells, due_for_division(cells[1], cells[2], sizes, np.log(n)))
                means = bandit.mean(cells[0])

    return advance


def _factor(policy: Any) -> float:
    """Which f(n), as compiled code takes it."""
    return float(level_factor(policy.kind, policy.geometry.n_arms))


def _reach(policy: Any) -> NDArray[np.float64]:
    reach = policy.geometry.lipschitz * policy.geometry.distances
    # Of means from 0 to 1 an arm says nothing about another beyond 1, however far.
    return np.minimum(reach, 2.0) if policy.geometry.family == BERNOULLI else reach


def _family(policy: Any) -> tuple[int, float]:
    """What compiled code takes for the family of the rewards."""
    from lipbandits.engine.families import family_of

    return family_of(policy.geometry.family)


def _numba_is_there() -> bool:
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True
