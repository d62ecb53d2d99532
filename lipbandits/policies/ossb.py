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

    Proved (Theorem 2 of "Minimal Exploration in Structured Stochastic Bandits", NIPS 2017): for ε, γ > 0, of which ε is
    small, lim sup E[R(T)]/log T ≤ C(θ) F(ε, γ, θ), where F tends to 1 as ε and γ tend to 0. So no setting attains C(θ),
    and small ones come close. It is for any structure, under three assumptions on θ: divergences and means that are
    continuous in it, one best arm, one optimal plan c(θ). For ε = γ = 0, with which that paper runs its experiments,
    nothing is proved.

    What we decide where the paper says nothing:

    - First every arm is played once, the lowest first. These rounds do not count in s.
    - An arm with c_k = 0 has no target and counts as played enough, t_k / c_k = ∞. Such are all that tie for the
      largest average. So where all arms tie, where θ̂* is the largest mean of the family (a coin that never lost: no
      model can beat it), and for K = 1, the leader is played.
    - Ties go to the lowest arm: among leaders, least played arms, and ratios that agree to a relative 1e-9. Plays that
      miss a target by so little reach it.
    - The averages need not be L-Lipschitz; the program is solved for them as they are.

    Where two arms are equally good, the program wants without end to tell them apart, as that of `OSLB`; `simulate`
    warns. Where it has several optimal plans, the compiled twin may take another one than this class:
    ``explain(n)["bound"].unique`` tells.

    Parameters
    ----------
    epsilon : float, optional
        0 ≤ ε < 1: the least played arm has at least about that share of the rounds of exploration. With 0 it is
        played only as the plan wants it.
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

        # 0. Initialise: an average of every arm
        if t[low] == 0:
            return report | {"arm": low, "rule": "not played yet"}

        # 1. Exploit: t_k ≥ (1 + γ) c_k log n for every arm
        bound = lower_bound(LipschitzBandit(theta, geometry=self.geometry, check=False))
        target = bound.rates * np.log(n)
        with np.errstate(divide="ignore"):
            shares = t / target
        report |= {"bound": bound, "target": target, "shares": shares}
        if shares.min() >= (1 + self.gamma) * (1 - TOLERANCE):
            return report | {"arm": lead, "rule": "every arm has its target"}

        # 2. Estimate: the least played of all
        report["explored"] = s = self.explored + 1
        if t[low] <= self.epsilon * s:
            return report | {"arm": low, "rule": "least played of all: t ≤ ε s"}

        # 3. Explore: argmin t_k / c_k
        arm = int(np.argmax(shares <= shares.min() * (1 + TOLERANCE)))
        return report | {"arm": arm, "rule": "furthest below its target"}

    def select(self, n: int) -> int:
        report = self.explain(n)
        self._explored_with_this = report["explored"]
        return report["arm"]

    def update(self, arm: int, reward: float) -> None:
        super().update(arm, reward)
        self.explored = self._explored_with_this
