"""Policies to compare with: uniform play, the best average, and UCB."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.geometry import Geometry
from lipbandits.policies.policy import Policy, checked_width, lowest_of_the_largest


class Uniform(Policy):
    """Play an arm at random, each with the same probability."""

    def explain(self, n: int) -> dict[str, Any]:
        checks.count("n", n)
        return {"arm": int(self.generator().integers(len(self.plays)))}


class Greedy(Policy):
    """Play each arm once, then always the arm with the best average so far."""

    def explain(self, n: int) -> dict[str, Any]:
        checks.count("n", n)
        if self.plays.min() == 0:
            return {"arm": int(np.argmin(self.plays)), "rule": "play each arm once"}
        return {"arm": int(np.argmax(self.means)), "rule": "best average"}


class UCB(Policy):
    """Play each arm once, then the largest mean + √(2 log n / t) (Auer, Cesa-Bianchi and Fischer 2002).

    The radius is one for rewards in [0, 1]; for Gaussian ones it is 2 sd times as large, for others there is none.
    """

    def reset(self, geometry: Geometry, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.width = checked_width(self, geometry)

    def explain(self, n: int) -> dict[str, Any]:
        n = checks.count("n", n)
        if self.plays.min() == 0:
            return {"arm": int(np.argmin(self.plays)), "rule": "play each arm once"}
        indexes = self.means + self.width * np.sqrt(2 * np.log(n) / self.plays)
        return {"arm": lowest_of_the_largest(indexes), "rule": "largest index", "indexes": indexes}
