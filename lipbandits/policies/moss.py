"""MOSS (Audibert and Bubeck 2009): UCB whose radius shrinks as an arm has had its share of the rounds."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.geometry import Geometry
from lipbandits.policies.policy import Policy, checked_width, lowest_of_the_largest

# (1 + α)/2 with the α = 1.35 of Degenne and Perchet.
ANYTIME = 1.175


class MOSS(Policy):
    """Minimax optimal strategy in the stochastic case: each arm once, then the largest mean + √(log⁺(T/(K t)) / t).

    log⁺ is the logarithm, or 0 below 1. The radius is one for rewards in [0, 1], as Audibert and Bubeck have it; for
    Gaussian ones it is 2 sd times as large, which gives √(4 sd² log⁺(T/(K t)) / t), the index of Lattimore and
    Szepesvári ("Bandit Algorithms" 2020, chapter 9) for rewards that are sd-sub-Gaussian; for others there is none. For
    the T that it was told, regret of rewards in [0, 1] is at most 49 √(K T), whatever the means (Audibert and Bubeck),
    which is the least possible but for the constant. For Gaussian rewards, whose gaps may be as large as one likes, the
    sum of the gaps comes on top, for each arm is played once (Lattimore and Szepesvári). Without a horizon it is
    √(1.175 log⁺(n/(K t)) / t) with the round n in the place of T, and regret is of the same order at all rounds:
    MOSS-anytime of Degenne and Perchet (2016), with their α = 1.35 in (1 + α)/2.

    An arm that had T/K plays has no radius, and its index is its average. L is not used. Of indexes within 1e-9 of
    the largest the lowest arm's counts. After T rounds the rule stays the same; within `PerContext` each copy
    counts its own rounds, and T is to be that of one context.

    Parameters
    ----------
    horizon : int, optional
        T ≥ 1, the number of rounds; default: none is known.

    Raises
    ------
    ValueError
        For a horizon below 1; in ``reset`` for rewards that are neither in [0, 1] nor Gaussian.
    """

    def __init__(self, horizon: int | None = None) -> None:
        self.horizon = None if horizon is None else checks.count("horizon", horizon)

    def reset(self, geometry: Geometry, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.width = checked_width(self, geometry)

    def explain(self, n: int) -> dict[str, Any]:
        n = checks.count("n", n)
        if self.plays.min() == 0:
            return {"arm": int(np.argmin(self.plays)), "rule": "play each arm once"}
        factor, rounds = (ANYTIME, n) if self.horizon is None else (1.0, self.horizon)
        level = np.log(np.maximum(rounds / (len(self.plays) * self.plays), 1.0))
        indexes = self.means + self.width * np.sqrt(factor * level / self.plays)
        return {"arm": lowest_of_the_largest(indexes), "rule": "largest index", "indexes": indexes}
