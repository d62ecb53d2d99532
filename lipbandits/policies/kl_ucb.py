"""KL-UCB (Lai 1987; Garivier and Cappé 2011): each arm has the largest mean that its own rewards allow."""

from typing import Any

import numpy as np

from lipbandits.policies.policy import Policy, lowest_of_the_largest
from lipbandits.theory.indexes import checked_kind, exploration_level, kl_ucb_indexes


class KLUCB(Policy):
    """Play each arm once, then the largest of sup{q : t_k I(θ̂_k, q) ≤ f(n)}.

    Parameters
    ----------
    kind : str, optional
        Which f(n), see `exploration_level`; the paper plots "log" (Section 7.1).
    """

    def __init__(self, kind: str = "log") -> None:
        self.kind = checked_kind(kind)

    def explain(self, n: int) -> dict[str, Any]:
        level = exploration_level(n, len(self.plays), self.kind)
        indexes = kl_ucb_indexes(self.plays, self.sums, level, self.geometry.family)
        if self.plays.min() == 0:
            arm, rule = int(np.argmin(self.plays)), "play each arm once"
        else:
            arm, rule = lowest_of_the_largest(indexes), "largest index"
        return {"arm": arm, "rule": rule, "indexes": indexes, "level": level}
