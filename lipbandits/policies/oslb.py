"""OSLB (Section 4.1 of the paper): explore as the lower bound of the estimates says."""

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

    It is for one best arm, as Theorem 3 is. Where two are equally good their averages differ by chance, and the program
    wants the more plays to tell them apart the closer they are: regret grows in proportion to T. `simulate` warns.

    Where the program has several optimal plans, any of them is right. The compiled twin may then take another one than
    this class, and its run goes on differently; ``explain(n)["bound"].unique`` tells.

    Parameters
    ----------
    epsilon : 0 < ε ≤ K; the least played arm is played if it has fewer than ε/K times the plays of the arm to explore.
    kind : which f(n), see `exploration_level`.
    lipschitz : an assumed L, in place of the geometry's.
    """

    def __init__(self, epsilon=0.5, kind="log", lipschitz=None):
        self.epsilon = checks.number("epsilon", epsilon, "a number in (0, K]", low=np.nextafter(0, 1))
        self.kind = checked_kind(kind)
        self.lipschitz = checked_lipschitz(lipschitz)

    def reset(self, geometry, rng):
        checks.instance("geometry", geometry, Geometry)
        if self.epsilon > geometry.n_arms:
            raise ValueError(f"epsilon: {self.epsilon} for {geometry.n_arms} arms; expected a number in (0, K]")
        super().reset(geometry, rng)

    def explain(self, n):
        level = exploration_level(n, len(self.plays), self.kind)
        indexes = lipschitz_indexes(self.plays, self.sums, self.geometry, level)
        means = self.means
        leader = int(np.argmax(means))
        report = {"leader": leader, "indexes": indexes, "level": level}
        above = np.flatnonzero(indexes > means[leader] + TOLERANCE)
        above = above[above != leader]
        if len(above) == 0:
            return report | {"arm": leader, "rule": "no index exceeds the leader's mean"}

        bound = lower_bound(LipschitzBandit(means, geometry=self.geometry, check=False))
        target = bound.rates * np.log(n)
        underplayed = np.flatnonzero((means < means[leader]) & (self.plays <= target))
        explore = least_played(self.plays, underplayed if len(underplayed) else above)
        least = int(np.argmin(self.plays))
        if self.plays[least] < self.epsilon / len(self.plays) * self.plays[explore]:
            arm, rule = least, "least played of all: t < (ε/K) t of the arm to explore"
        elif len(underplayed):
            arm, rule = explore, "least played of those below their target"
        else:
            arm, rule = explore, "no arm is below its target: least played above the leader's mean"
        return report | {"arm": arm, "rule": rule, "bound": bound, "target": target, "underplayed": underplayed}
