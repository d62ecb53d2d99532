"""One run of one policy on any kind of bandit, compiled or as it is."""

import numpy as np

from lipbandits import checks
from lipbandits import engine as compiled
from lipbandits.play.rewards import RewardsOfRounds
from lipbandits.policies import Discretised
from lipbandits.policies.policy import ContinuousPolicy


def play_arms(bandit, policy, stock, rng, rounds, played=None, engine=True):
    """(regret at some rounds, plays (K,) at the last); `played` is filled with the arms."""
    return _play(policy, _own(bandit.geometry), bandit.gaps, stock, rng, rounds, played, engine)


def _play(policy, geometry, gaps, stock, rng, rounds, played, engine):
    start = compiled.start if engine and compiled.has_twin(policy) else _start
    advance, plays = start(policy, geometry, stock, rng, played)
    return _regret_at(rounds, advance, lambda: plays @ gaps), plays


def _own(geometry):
    """A geometry for one run alone: whatever a policy does to it, it does to no other."""
    return geometry.with_lipschitz(geometry.lipschitz)


def play_points(bandit, policy, uniforms, rng, rounds, played=None, engine=True):
    """The regret at some rounds; `played` is filled with the points."""
    if engine and type(policy) is Discretised:
        arms = None if played is None else np.empty(len(played), dtype=np.int32)
        geometry = policy.geometry_under(bandit.lipschitz)
        stock = RewardsOfRounds(bandit.mean(policy.arms), uniforms)
        regret, _ = _play(policy.policy, geometry, bandit.gap(policy.arms), stock, rng, rounds, arms, engine)
        if played is not None:
            played[:] = policy.arms[arms]
        return regret
    start = compiled.start_on_points if engine and compiled.has_twin(policy) else _start_on_points
    advance, lost = start(policy, bandit, uniforms, rng, int(rounds[-1]), played)
    return _regret_at(rounds, advance, lambda: lost[0])


def play_in_contexts(bandit, policy, stock, contexts, rng, rounds, played=None, engine=True):
    """(regret at some rounds, plays (J, K) at the last); `played` is filled with the arms.

    stock : a row for each pair (context, arm). contexts : (T,) int32.
    """
    start = compiled.start_in_contexts if engine and compiled.has_twin(policy) else _start_in_contexts
    advance, plays = start(policy, _own(bandit.geometry), stock, contexts, rng, played)
    return _regret_at(rounds, advance, lambda: plays @ bandit.gaps.ravel()), plays.reshape(bandit.theta.shape)


def _regret_at(rounds, advance, regret_so_far):
    regret, n = np.empty(len(rounds)), 1
    for record, stop in enumerate(rounds):
        n = advance(n, int(stop))
        regret[record] = regret_so_far()
    return regret


def _start(policy, geometry, rewards, rng, played):
    """Prepare a policy as it is, compiled or not: (advance(n, stop) -> next round, plays)."""
    policy.reset(geometry, rng)
    plays = np.zeros(geometry.n_arms, dtype=np.int64)

    def advance(n, stop):
        while n <= stop:
            arm = _checked_arm(policy, policy.select(n), n, len(plays))
            policy.update(arm, rewards.draw(arm))
            plays[arm] += 1
            if played is not None:
                played[n - 1] = arm
            n += 1
        return n

    return advance, plays


def _start_in_contexts(policy, geometry, rewards, contexts, rng, played):
    """Prepare a policy as it is, compiled or not: (advance(n, stop) -> next round, plays (J·K,))."""
    policy.reset(geometry, rng)
    n_arms = geometry.shape[1]
    plays = np.zeros(geometry.n_arms, dtype=np.int64)

    def advance(n, stop):
        while n <= stop:
            context = int(contexts[n - 1])
            arm = _checked_arm(policy, policy.select(n, context), n, n_arms)
            row = context * n_arms + arm
            policy.update(arm, rewards.draw(row))
            plays[row] += 1
            if played is not None:
                played[n - 1] = arm
            n += 1
        return n

    return advance, plays


def _checked_arm(policy, arm, n, n_arms):
    if type(arm) is int and 0 <= arm < n_arms:
        return arm
    try:
        return checks.arm("arm", arm, n_arms)
    except (TypeError, ValueError):
        accepted = f"a whole number from 0 to {n_arms - 1}{checks.as_int(arm)}"
        said = f"{checks.shown(policy)} chose {checks.shown(arm)} in round {n}"
        raise ValueError(f"policy: {said}; expected {accepted}") from None


def _start_on_points(policy, bandit, uniforms, rng, horizon, played):
    """Prepare a policy for [0, 1] as it is: (advance(n, stop) -> next round, (1,) the regret so far)."""
    geometry = policy.geometry_under(bandit.lipschitz) if isinstance(policy, Discretised) else bandit.geometry
    try:
        policy.reset(geometry, rng)
    except (AttributeError, TypeError) as error:
        if geometry is None and not isinstance(policy, ContinuousPolicy):
            error.add_note(
                "A ContinuousBandit gives reset no geometry; a policy for numbered arms plays here as "
                "Discretised(policy, arms)."
            )
        raise
    lost = np.zeros(1)

    def advance(n, stop):
        while n <= stop:
            point = policy.select(n)
            try:
                found = checks.number("point", point, low=0, high=1)
            except (TypeError, ValueError):
                raise ValueError(
                    f"policy: {checks.shown(policy)} chose {checks.shown(point)} in round {n}; expected a point of "
                    "[0, 1] (a policy for numbered arms plays here as Discretised(policy, arms))"
                ) from None
            mean = bandit.mean(found)
            policy.update(point, int(uniforms.draw() < mean))
            lost[0] += max(bandit.best_mean - mean, 0.0)
            if played is not None:
                played[n - 1] = found
            n += 1
        return n

    return advance, lost
