"""One run of one policy on any kind of bandit, by its compiled twin or as it is.

A run knows what the policy is told, what its plays pay, and what has been played and lost so far. It can play a round
with a policy as it is; ``play`` takes a twin for that where there is one.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.model.geometry import Geometry
from lipbandits.play import twins
from lipbandits.play.rewards import Stock, Uniforms
from lipbandits.policies.policy import ContinuousPolicy
from lipbandits.policies.protocol import chosen_arm

Bandit = LipschitzBandit | ContinuousBandit | ContextualBandit


def play(
    policy: Any,
    run: "OnArms | OnPoints",
    rng: np.random.Generator,
    rounds: Sequence[int] | NDArray[np.int_],
    engine: bool | None = None,
) -> NDArray[np.float64]:
    """Play a policy on a run, once.

    Parameters
    ----------
    policy : Policy
        One of ours, or a reader's own.
    run : OnArms, InContexts or OnPoints
        What it is played on; what it counts is changed.
    rng : Generator
        The policy's own.
    rounds : (C,) sequence of int
        Rounds whose regret is wanted, increasing; the last is the horizon.
    engine : bool, optional
        True asks for the compiled twin, False for the policy as it is; default: the twin where there is one.

    Returns
    -------
    (C,) ndarray
        Regret.

    Raises
    ------
    ValueError
        If a twin is asked for and not there.
    """
    run.reset(policy, rng)
    missing = twins.lacks_twin(policy, run)
    if engine and missing:
        raise ValueError(f"engine: True for {missing}; expected False, or None for the policy as it is where it must")
    compiled = engine is not False and not missing
    advance = twins.start(policy, run) if compiled else _as_it_is(policy, run)
    regret, n = np.empty(len(rounds)), 1
    for record, stop in enumerate(rounds):
        n = advance(n, int(stop))
        regret[record] = run.lost()
    return regret


def run_on(
    bandit: Bandit,
    rewards: Stock | Uniforms,
    horizon: int,
    contexts: Any = None,
    played: NDArray[Any] | None = None,
) -> "OnArms | OnPoints":
    """The run of a bandit.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    rewards : Stock or Uniforms
        A stock with a row for each arm or pair, or uniforms for points.
    horizon : int
        T, the number of rounds.
    contexts : (T,) ndarray of int32, optional
        For pairs.
    played : (T,) ndarray, optional
        Filled with the arms, int32, or the points, float; default: they are not kept.

    Returns
    -------
    OnArms, OnPoints or InContexts
        Before its first round.
    """
    if isinstance(bandit, ContinuousBandit):
        return OnPoints(bandit, rewards, horizon, played)
    if isinstance(bandit, ContextualBandit):
        return InContexts(bandit, rewards, contexts, played)
    return OnArms(bandit.geometry, bandit.gaps, rewards, played)


def _as_it_is(policy: Any, run: "OnArms | OnPoints") -> twins.Advance:
    def advance(n: int, stop: int) -> int:
        for each in range(n, stop + 1):
            run.step(policy, each)
        return stop + 1

    return advance


class OnArms:
    """A run on numbered arms.

    Parameters
    ----------
    geometry : Geometry
        Copied for this run alone: whatever a policy does to it, it does to no other.
    gaps : (K,) ndarray
        θ* − θ_k.
    stock : Stock
        The rewards.
    played : (T,) ndarray of int32, optional
        Filled with the arms.

    Attributes
    ----------
    geometry, gaps, stock : object
        As above.
    plays : (K,) ndarray
        Of each arm.
    played : (T,) ndarray of int32
        The arms, or empty.
    """

    def __init__(
        self, geometry: Geometry, gaps: NDArray[np.float64], stock: Any, played: NDArray[Any] | None = None
    ) -> None:
        self.geometry, self.gaps, self.stock = geometry.with_lipschitz(geometry.lipschitz), gaps, stock
        self.plays = np.zeros(len(gaps))
        self.played = np.empty(0, dtype=np.int32) if played is None else played

    def reset(self, policy: Any, rng: np.random.Generator) -> None:
        policy.reset(self.geometry, self.stock.generator_of(policy, rng))

    def step(self, policy: Any, n: int) -> None:
        """Play round n with a policy as it is, compiled or not.

        Parameters
        ----------
        policy : Policy
            What plays.
        n : int
            The round.
        """
        arm = chosen_arm(policy, policy.select(n), n, len(self.plays))
        policy.update(arm, self.stock.draw(arm))
        self.plays[arm] += 1
        if len(self.played) > 0:
            self.played[n - 1] = arm

    def lost(self) -> float:
        """The regret so far."""
        return float(self.plays @ self.gaps)


class InContexts(OnArms):
    """A run in which each round shows a context: a pair of a context and an arm is an arm of ``OnArms``.

    Parameters
    ----------
    bandit : ContextualBandit
        The instance.
    stock : Stock
        The rewards, a row for each pair.
    contexts : (T,) ndarray of int32
        A context for each round.
    played : (T,) ndarray of int32, optional
        Filled with the arms.
    """

    def __init__(
        self, bandit: ContextualBandit, stock: Any, contexts: NDArray[np.int32], played: NDArray[Any] | None = None
    ) -> None:
        super().__init__(bandit.geometry, bandit.gaps.ravel(), stock, played)
        self.contexts, self.n_arms = contexts, bandit.n_arms

    def step(self, policy: Any, n: int) -> None:
        context = int(self.contexts[n - 1])
        arm = chosen_arm(policy, policy.select(n, context), n, self.n_arms)
        row = context * self.n_arms + arm
        policy.update(arm, self.stock.draw(row))
        self.plays[row] += 1
        if len(self.played) > 0:
            self.played[n - 1] = arm


class OnPoints:
    """A run on all of [0, 1].

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance.
    uniforms : Uniforms
        One a round.
    horizon : int
        T, rounds at most.
    played : (T,) ndarray, optional
        Filled with the points.

    Attributes
    ----------
    geometry : Interval
        For this run alone.
    uniforms, horizon : object
        As above.
    total : (1,) ndarray
        The regret so far.
    played : (T,) ndarray
        The points, or empty.
    """

    # There are no arms to count.
    plays = None

    def __init__(
        self, bandit: ContinuousBandit, uniforms: Any, horizon: int, played: NDArray[Any] | None = None
    ) -> None:
        self.bandit, self.uniforms, self.horizon = bandit, uniforms, horizon
        self.geometry = bandit.geometry.with_lipschitz(bandit.lipschitz)
        self.total = np.zeros(1)
        self.played = np.empty(0) if played is None else played

    def reset(self, policy: Any, rng: np.random.Generator) -> None:
        try:
            policy.reset(self.geometry, rng)
        except (AttributeError, TypeError) as error:
            if not isinstance(policy, ContinuousPolicy):
                error.add_note(
                    "A ContinuousBandit has no numbered arms, and reset is given an Interval; a policy for numbered "
                    "arms plays here as Discretised(policy, arms)."
                )
            raise

    def step(self, policy: Any, n: int) -> None:
        """Play round n with a policy as it is, compiled or not.

        Parameters
        ----------
        policy : Policy
            What plays.
        n : int
            The round.
        """
        point = policy.select(n)
        try:
            found = checks.number("point", point, low=0, high=1)
        except (TypeError, ValueError):
            raise ValueError(
                f"policy: {checks.shown(policy)} chose {checks.shown(point)} in round {n}; expected a point of "
                "[0, 1] (a policy for numbered arms plays here as Discretised(policy, arms))"
            ) from None
        mean = self.bandit.mean(found)
        policy.update(point, self._paid(mean))
        self.total[0] += max(self.bandit.best_mean - mean, 0.0)
        if len(self.played) > 0:
            self.played[n - 1] = found

    def _paid(self, mean: float) -> float:
        """What a point of this mean pays in the next round."""
        drawn, payoffs = self.uniforms.draw(), self.bandit.payoffs
        if payoffs.kept_as is np.uint8:
            return int(drawn < mean)
        return float(payoffs.of_means(np.asarray(drawn), np.asarray(mean)))

    def lost(self) -> float:
        """The regret so far."""
        return self.total[0]
