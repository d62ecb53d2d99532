"""One run of one policy on any kind of bandit, by its compiled twin or as it is.

A run knows what the policy is told, what its plays pay, and what has been played and lost so far. It can play a round
with a policy as it is; `play` takes a twin for that where there is one.
"""

import numpy as np

from lipbandits import checks
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.play import twins
from lipbandits.policies.policy import ContinuousPolicy
from lipbandits.policies.protocol import chosen_arm


def play(policy, run, rng, rounds, engine=True):
    """Play a policy on a run, once; returns the regret at some rounds (C,)."""
    run.reset(policy, rng)
    advance = twins.start(policy, run) if engine and twins.has_twin(policy) else _as_it_is(policy, run)
    regret, n = np.empty(len(rounds)), 1
    for record, stop in enumerate(rounds):
        n = advance(n, int(stop))
        regret[record] = run.lost()
    return regret


def run_on(bandit, rewards, horizon, contexts=None, played=None):
    """The run of a bandit: `OnArms`, `OnPoints` or `InContexts`.

    rewards : a `Stock` with a row for each arm or pair, or `Uniforms` for points. horizon : T.
    contexts : (T,) int32, for pairs.
    played : filled with the arms (T,) int32, or the points (T,) float; default: they are not kept.
    """
    if isinstance(bandit, ContinuousBandit):
        return OnPoints(bandit, rewards, horizon, played)
    if isinstance(bandit, ContextualBandit):
        return InContexts(bandit, rewards, contexts, played)
    return OnArms(bandit.geometry, bandit.gaps, rewards, played)


def _as_it_is(policy, run):
    def advance(n, stop):
        for each in range(n, stop + 1):
            run.step(policy, each)
        return stop + 1

    return advance


class OnArms:
    """A run on numbered arms.

    Attributes
    ----------
    geometry : for this run alone: whatever a policy does to it, it does to no other.
    stock : the rewards. plays : (K,) of each arm. gaps : (K,). played : (T,) int32 the arms, or empty.
    """

    def __init__(self, geometry, gaps, stock, played=None):
        self.geometry, self.gaps, self.stock = geometry.with_lipschitz(geometry.lipschitz), gaps, stock
        self.plays = np.zeros(len(gaps))
        self.played = np.empty(0, dtype=np.int32) if played is None else played

    def reset(self, policy, rng):
        policy.reset(self.geometry, rng)

    def step(self, policy, n):
        """Play round n with a policy as it is, compiled or not."""
        arm = chosen_arm(policy, policy.select(n), n, len(self.plays))
        policy.update(arm, self.stock.draw(arm))
        self.plays[arm] += 1
        if len(self.played) > 0:
            self.played[n - 1] = arm

    def lost(self):
        """The regret so far."""
        return self.plays @ self.gaps


class InContexts(OnArms):
    """A run in which each round shows a context: a pair of a context and an arm is an arm of `OnArms`.

    contexts : (T,) int32.
    """

    def __init__(self, bandit, stock, contexts, played=None):
        super().__init__(bandit.geometry, bandit.gaps.ravel(), stock, played)
        self.contexts, self.n_arms = contexts, bandit.n_arms

    def step(self, policy, n):
        context = int(self.contexts[n - 1])
        arm = chosen_arm(policy, policy.select(n, context), n, self.n_arms)
        row = context * self.n_arms + arm
        policy.update(arm, self.stock.draw(row))
        self.plays[row] += 1
        if len(self.played) > 0:
            self.played[n - 1] = arm


class OnPoints:
    """A run on all of [0, 1].

    Attributes
    ----------
    geometry : the `Interval`, for this run alone. uniforms : one a round. horizon : T, rounds at most.
    total : (1,) the regret so far. played : (T,) the points, or empty.
    """

    # There are no arms to count.
    plays = None

    def __init__(self, bandit, uniforms, horizon, played=None):
        self.bandit, self.uniforms, self.horizon = bandit, uniforms, horizon
        self.geometry = bandit.geometry.with_lipschitz(bandit.lipschitz)
        self.total = np.zeros(1)
        self.played = np.empty(0) if played is None else played

    def reset(self, policy, rng):
        try:
            policy.reset(self.geometry, rng)
        except (AttributeError, TypeError) as error:
            if not isinstance(policy, ContinuousPolicy):
                error.add_note(
                    "A ContinuousBandit has no numbered arms, and reset is given an Interval; a policy for numbered "
                    "arms plays here as Discretised(policy, arms)."
                )
            raise

    def step(self, policy, n):
        """Play round n with a policy as it is, compiled or not."""
        point = policy.select(n)
        try:
            found = checks.number("point", point, low=0, high=1)
        except (TypeError, ValueError):
            raise ValueError(
                f"policy: {checks.shown(policy)} chose {checks.shown(point)} in round {n}; expected a point of "
                "[0, 1] (a policy for numbered arms plays here as Discretised(policy, arms))"
            ) from None
        mean = self.bandit.mean(found)
        policy.update(point, int(self.uniforms.draw() < mean))
        self.total[0] += max(self.bandit.best_mean - mean, 0.0)
        if len(self.played) > 0:
            self.played[n - 1] = found

    def lost(self):
        """The regret so far."""
        return self.total[0]
