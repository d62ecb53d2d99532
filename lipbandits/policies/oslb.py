"""OSLB (Section 4.1 of the paper): explore as the lower bound of the estimates says."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.geometry import Geometry
from lipbandits.policies.policy import TOLERANCE, LipschitzPolicy, checked_lipschitz, least_played
from lipbandits.theory.indexes import checked_kind, exploration_level, lipschitz_indexes
from lipbandits.theory.lower_bounds import lower_bound


class OSLB(LipschitzPolicy):
    """Optimal Sampling for Lipschitz Bandits, Algorithm 1 of the paper.

    The printed algorithm does not say what to play when K_e(n) is empty, which can happen when f(n) exceeds log n or
    the leader is not unique; here it is then the least played arm, other than the leader, whose index exceeds θ̂*.

    It is for one best arm, as the paper's Theorem 3 is. Where two are equally good their averages differ by chance, and
    the program wants the more plays to tell them apart the closer they are: regret grows in proportion to T.
    `simulate` warns.

    Where the program has several optimal plans, any of them is right. The compiled twin may then take another one than
    this class, and its run goes on differently; ``explain(n)["bound"].unique`` tells.

    Parameters
    ----------
    epsilon : float, optional
        0 < ε ≤ K; the least played arm is played if it has fewer than ε/K times the plays of the arm to explore.
    kind : str, optional
        Which f(n), see `exploration_level`.
    lipschitz : float, optional
        An assumed L, in place of the geometry's.
    """

    def __init__(self, epsilon: float = 0.5, kind: str = "log", lipschitz: float | None = None) -> None:
        self.epsilon = checks.number("epsilon", epsilon, "a number in (0, K]", low=np.nextafter(0, 1))
        self.kind = checked_kind(kind)
        self.lipschitz = checked_lipschitz(lipschitz)

    def reset(self, geometry: Geometry, rng: np.random.Generator | None) -> None:
        checks.instance("geometry", geometry, Geometry)
        if self.epsilon > geometry.n_arms:
            raise ValueError(f"epsilon: {self.epsilon} for {geometry.n_arms} arms; expected a number in (0, K]")
        super().reset(geometry, rng)

    def explain(self, n: int) -> dict[str, Any]:
        K, t, theta = len(self.plays), self.plays, self.means
        f = exploration_level(n, K, self.kind)
        b = lipschitz_indexes(t, self.sums, self.geometry, f)
        lead = int(np.argmax(theta))  # L(n), of average θ̂*
        report = {"leader": lead, "indexes": b, "level": f}

        # 0. Where there is no smallest mean, the program needs an average of every arm.
        if t.min() == 0 and not self.geometry.family.are_means(theta).all():
            return report | {"arm": int(np.argmin(t)), "rule": "no average yet, and no smallest mean in its place"}

        # 1. Exploit: θ̂* ≥ max b_k over k ≠ L(n)
        above = np.flatnonzero(b > theta[lead] + TOLERANCE)
        above = above[above != lead]
        if len(above) == 0:
            rule = "no index exceeds the leader's mean"
            return report | {"arm": lead, "rule": rule}

        # 2. The lower bound's program for the estimates: ĉ_k log n, K_e, k̄(n).
        # Where K_e is empty the paper names no arm.
        estimates = LipschitzBandit(theta, geometry=self.geometry, check=False)
        bound = lower_bound(estimates)
        target = bound.rates * np.log(n)
        K_e = np.flatnonzero((theta < theta[lead]) & (t <= target))
        k_bar = least_played(t, K_e if len(K_e) > 0 else above)
        k_low = int(np.argmin(t))  # k̲(n), the least played of all
        if t[k_low] < self.epsilon / K * t[k_bar]:  # 3. Force
            arm = k_low
            rule = "least played of all: t < (ε/K) t of the arm to explore"
        elif len(K_e) > 0:  # 4. Explore
            arm = k_bar
            rule = "least played of those below their target"
        else:
            arm = k_bar
            rule = "no arm is below its target: least played above the leader's mean"
        report |= {"bound": bound, "target": target, "underplayed": K_e}
        return report | {"arm": arm, "rule": rule}
