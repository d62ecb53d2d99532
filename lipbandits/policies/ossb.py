"""OSSB (Combes, Magureanu and Proutiere 2017): play what the lower bound of the estimates still wants."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.geometry import Geometry
from lipbandits.policies.policy import TOLERANCE, LipschitzPolicy, checked_lipschitz
from lipbandits.theory.lower_bounds import lower_bound


class OSSB(LipschitzPolicy):
    """Optimal Sampling for Structured Bandits, where the structure is Lipschitz.

    In round n it solves the program of C(θ) for the averages, c(θ̂), and compares the plays t_k with (1 + γ) c_k log n.
    If no arm has fewer, it exploits: it plays the leader. If one has, the round is one of exploration; s counts these,
    with this one. Then it plays the least played of all arms if that has at most εs plays, and else the arm whose
    t_k / c_k is least. Unlike `OSLB` it has no index: only the plan says when to explore.

    Proved ("Minimal Exploration in Structured Stochastic Bandits", NIPS 2017, second theorem): for fixed γ > 0 and
    ε > 0 small enough, lim sup E[R(T)]/log T ≤ C(θ) F(ε, γ, θ), where F tends to 1 as both tend to 0. It is for
    Bernoulli and Gaussian rewards and for any structure, where means and divergences are continuous in the
    parameter, one arm is best and the plan c(θ) is the only optimal one. (That is the statement as far as we are
    sure of it.) For ε = γ = 0, with which that paper runs its experiments, it says nothing: on two of our four
    stored instances (``ossb-line``, ``ossb-sides``) 4 runs of 48 then lose more than all others together.

    What is decided here:

    - First every arm is played once, the lowest first. These rounds do not count in s.
    - An arm with c_k = 0 has no target and counts as played enough, t_k / c_k = ∞. Such are all that tie for the
      largest average. So where all arms tie, where θ̂* is the largest mean of the family (a coin that never lost: no
      model can beat it), and for K = 1, the leader is played. (Without structure c_k = 1/I(θ̂_k, θ̂*), which is 1/0 for
      the leader. SMPyBandits, at its commit 012fc13, takes that: it never exploits, and with ε = 0 plays greedily.)
    - Ties go to the lowest arm: among leaders, least played arms, and ratios that agree to a relative 1e-9. Plays that
      miss a target by so little reach it.
    - The averages need not be L-Lipschitz; the program is solved for them as they are.

    Where two arms are equally good, the program wants without end to tell them apart, as that of `OSLB`; `simulate`
    warns. Then s grows in proportion to T, and with ε > 0 so do the forced plays of every worse arm. Where the program
    has several optimal plans, the compiled twin may take another one than this class: ``explain(n)["bound"].unique``
    tells.

    Parameters
    ----------
    epsilon : float, optional
        0 ≤ ε < 1: in rounds of exploration every arm is kept to about that share of their number. With 0 there is no
        such rule; from about 1/K on it leaves hardly a round of those that explore to the plan.
    gamma : float, optional
        γ ≥ 0: each arm is played so many times more often than the plan says.
    lipschitz : float, optional
        An assumed L, in place of the geometry's.

    Attributes
    ----------
    explored : int
        s, the rounds of exploration so far.
    """

    def __init__(self, epsilon: float = 0.01, gamma: float = 0.01, lipschitz: float | None = None) -> None:
        self.epsilon = checks.number("epsilon", epsilon, "a number in [0, 1)", low=0, high=np.nextafter(1, 0))
        self.gamma = checks.number("gamma", gamma, "a finite number ≥ 0", low=0)
        self.lipschitz = checked_lipschitz(lipschitz)

    def reset(self, geometry: Geometry, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.explored = self._explored_with_this = 0

    def explain(self, n: int) -> dict[str, Any]:
        n, t, theta = checks.count("n", n), self.plays, self.means
        lead, low = int(np.argmax(theta)), int(np.argmin(t))
        report: dict[str, Any] = {"leader": lead, "level": float(np.log(n)), "explored": self.explored}
        self._explored_with_this = self.explored

        # 0. Initialise: an average of every arm
        if t[low] == 0:
            return report | {"arm": low, "rule": "not played yet"}

        # 1. Exploit: t_k ≥ (1 + γ) c_k log n for every arm
        told = LipschitzBandit(theta, geometry=self.geometry, check=False)
        bound = lower_bound(told)
        target = bound.rates * np.log(n)
        with np.errstate(divide="ignore"):
            shares = t / target
        report |= {"bound": bound, "target": target, "shares": shares}
        if shares.min() >= (1 + self.gamma) * (1 - TOLERANCE):
            return report | {"arm": lead, "rule": "every arm has its target"}

        # 2. Estimate: the least played of all
        report["explored"] = s = self._explored_with_this = self.explored + 1
        if t[low] <= self.epsilon * s:
            return report | {"arm": low, "rule": "least played of all: t ≤ ε s"}

        # 3. Explore: argmin t_k / c_k
        arm = int(np.argmax(shares <= shares.min() * (1 + TOLERANCE)))
        return report | {"arm": arm, "rule": "furthest below its target"}

    def update(self, arm: int, reward: float) -> None:
        super().update(arm, reward)
        self.explored = self._explored_with_this
