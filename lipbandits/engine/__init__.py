"""Compiled twins of `policies/`, play by play the same; without numba there are none, and everything runs, slower.

The one exception: where OSLB's program has several optimal plans, the twin may take another than the policy.
"""

import numpy as np

from lipbandits.play.rewards import SomeRows
from lipbandits.policies import (
    CCKLUCB,
    CKLUCB,
    HOO,
    KLUCB,
    OSLB,
    UCB,
    AdaptiveCKLUCB,
    Greedy,
    PerContext,
    Uniform,
    Zooming,
)
from lipbandits.policies.adaptive import divided, due_for_division
from lipbandits.policies.zooming import grid_of_candidates

_TWINS = (CCKLUCB, CKLUCB, HOO, KLUCB, OSLB, UCB, AdaptiveCKLUCB, Greedy, Uniform, Zooming)


def has_twin(policy):
    """Whether a policy is exactly one of ours, and can be compiled here."""
    if type(policy) is PerContext:
        return has_twin(policy.policy)
    return type(policy) in _TWINS and _numba_is_there()


def start(policy, geometry, rewards, rng, played=None):
    """Prepare a policy's twin: (advance(n, stop) -> next round, plays (K,), which it keeps up to date).

    rewards : a stock with `buffer` (K, B), `used` (K,) and `refill(arm)`. played : (T,) int32, or None.
    """
    policy.reset(geometry, rng)
    plays, sums = np.zeros(geometry.n_arms), np.zeros(geometry.n_arms)
    played = np.empty(0, dtype=np.int32) if played is None else played
    if isinstance(policy, Uniform):
        return _uniform(geometry.n_arms, rng, plays, played), plays
    play, settings = _compiled(policy)

    def advance(n, stop):
        while True:
            n, exhausted = play(plays, sums, rewards.buffer, rewards.used, n, stop, played, *settings)
            if exhausted < 0:
                return n
            rewards.refill(exhausted)

    return advance, plays


def start_in_contexts(policy, geometry, rewards, contexts, rng, played=None):
    """Prepare the twin of a policy that is shown contexts (T,) int32; as `start`, with a row for each pair."""
    policy.reset(geometry, rng)
    played = np.empty(0, dtype=np.int32) if played is None else played
    if isinstance(policy, PerContext):
        return _per_context(policy, geometry, rewards, contexts, played)
    from lipbandits.engine import cckl_ucb

    reach = _reach(policy.geometry)
    state = cckl_ucb.new_state(geometry.shape, reach, len(contexts))
    settings = reach, _factor(policy.kind, geometry.n_arms), policy.forced

    def advance(n, stop):
        while True:
            n, exhausted = cckl_ucb.advance(state, rewards.buffer, rewards.used, contexts, n, stop, played, *settings)
            if exhausted < 0:
                return n
            rewards.refill(exhausted)

    return advance, state.plays


def _per_context(policy, geometry, rewards, contexts, played):
    """The copies one after the other: none of them sees what another plays."""
    plays = np.zeros(geometry.n_arms)
    parts = []
    for j, own in enumerate(policy.copies):
        rounds, rows = np.flatnonzero(contexts == j), geometry.rows(j)
        arms = np.empty(len(rounds) if len(played) > 0 else 0, dtype=np.int32)
        parts.append((rounds, rows, arms, *start(own, geometry.within(j), SomeRows(rewards, rows), own.rng, arms)))

    def advance(n, stop):
        for rounds, rows, arms, advance_one, plays_of_one in parts:
            begin, end = np.searchsorted(rounds, (n - 1, stop))
            advance_one(int(begin) + 1, int(end))
            plays[rows] = plays_of_one
            if len(played) > 0:
                played[rounds[begin:end]] = arms[begin:end]
        return stop + 1

    return advance, plays


def start_on_points(policy, bandit, uniforms, rng, horizon, played=None):
    """Prepare the twin of a policy for [0, 1]: (advance(n, stop) -> next round, (1,) the regret so far).

    uniforms : with `block` (B,), `used` (1,) and `refill()`. played : (T,) floats, or None.
    """
    policy.reset(bandit.geometry, rng)
    played = np.empty(0) if played is None else played
    if isinstance(policy, HOO):
        return _hoo(policy, bandit, uniforms, horizon, played)
    if isinstance(policy, AdaptiveCKLUCB):
        return _adaptive(policy, bandit, uniforms, played)
    from lipbandits.engine import zooming

    candidates = grid_of_candidates(policy.candidates)
    state = zooming.new_state(candidates, bandit.mean(candidates), policy.considered)
    settings = policy.lipschitz, policy.tuned, policy.radii_added, policy.phases, bandit.best_mean

    def advance(n, stop):
        while (n := zooming.advance(state, uniforms.block, uniforms.used, n, stop, played, *settings)) <= stop:
            uniforms.refill()
        return n

    return advance, state.lost


def _hoo(policy, bandit, uniforms, horizon, played):
    from lipbandits.engine import hoo

    tree = hoo.new_tree(horizon, policy.nu1)
    settings = policy.rho, 0.5 if policy.tuned else 2.0, bandit.best_mean

    def advance(n, stop):
        while (n := hoo.advance(tree, uniforms.block, uniforms.used, n, stop, played, *settings)) <= stop:
            if uniforms.used[0] == len(uniforms.block):
                uniforms.refill()
            else:
                hoo.add_means(tree, bandit.mean)
        return n

    return advance, tree.lost


def _adaptive(policy, bandit, uniforms, played):
    from lipbandits.engine import adaptive

    cells = policy.active, policy.widths, policy.plays.astype(float), policy.sums
    means, lost, settings = bandit.mean(cells[0]), np.zeros(1), (policy.lipschitz, bandit.best_mean)

    def advance(n, stop):
        nonlocal cells, means
        while True:
            n = adaptive.advance(*cells, means, uniforms.block, uniforms.used, n, stop, played, lost, *settings)
            if n > stop:
                return n
            if uniforms.used[0] == len(uniforms.block):
                uniforms.refill()
            else:
                cells = divided(*cells, due_for_division(cells[1], cells[2], policy.lipschitz, np.log(n)))
                means = bandit.mean(cells[0])

    return advance, lost


def _compiled(policy):
    """The compiled function of a policy that has been reset, and the settings it takes."""
    # Imported late: numba takes half a second, which `import lipbandits` should not.
    from lipbandits.engine import baselines, ckl_ucb, kl_ucb, oslb

    if isinstance(policy, UCB):
        return baselines.advance, (2.0,)
    if isinstance(policy, Greedy):
        return baselines.advance, (0.0,)
    factor = _factor(policy.kind, policy.geometry.n_arms)
    if isinstance(policy, KLUCB):
        return kl_ucb.advance, (factor,)
    reach = _reach(policy.geometry)
    if isinstance(policy, OSLB):
        return oslb.advance, (reach, factor, policy.epsilon)
    # Distances that differ by rounding share a logarithm.
    distinct, which = np.unique(np.round(reach, 13), return_inverse=True)
    return ckl_ucb.advance, (reach, which.reshape(reach.shape).astype(np.int32), distinct, factor, policy.forced)


def _factor(kind, n_arms):
    """m in f(n) = log n + m·max(0, log log n)."""
    return float({"log": 0, "klucb1": 1, "klucb3": 3, "paper": 3 * n_arms + 1}[kind])


def _reach(geometry):
    # Beyond 1 an arm says nothing about another, however far beyond.
    return np.minimum(geometry.lipschitz * geometry.distances, 2.0)


def _uniform(n_arms, rng, plays, played):
    def advance(n, stop):
        arms = rng.integers(n_arms, size=stop - n + 1)
        plays[:] += np.bincount(arms, minlength=n_arms)
        if len(played) > 0:
            played[n - 1 : stop] = arms
        return stop + 1

    return advance


def _numba_is_there():
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True
