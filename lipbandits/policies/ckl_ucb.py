"""CKL-UCB (Section 4.2 of the paper): play the leader, or the least played arm whose index is above the leader's."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.policies.policy import TOLERANCE, LipschitzPolicy, checked_lipschitz, least_played
from lipbandits.theory.indexes import checked_kind, exploration_level, lipschitz_indexes


class CKLUCB(LipschitzPolicy):
    """Combined KL-UCB, Algorithm 2 of the paper.

    Parameters
    ----------
    kind : str, optional
        Which f(n), see `exploration_level`; the paper analyses "paper" (Section 5.3) and plots "log" (Section 7.1).
    forced : bool, optional
        Whether arms with t_k < log log n are played first, from n = 3 on.
    lipschitz : float, optional
        An assumed L, in place of the geometry's.
    """

    def __init__(self, kind: str = "log", forced: bool = True, lipschitz: float | None = None) -> None:
        self.kind = checked_kind(kind)
        self.forced = checks.flag("forced", forced)
        self.lipschitz = checked_lipschitz(lipschitz)

    def explain(self, n: int) -> dict[str, Any]:
        f = exploration_level(n, len(self.plays), self.kind)
        b = lipschitz_indexes(self.plays, self.sums, self.geometry, f)
        return force_lead_or_explore(n, self.plays, self.means, b, self.forced) | {"indexes": b, "level": f}


def force_lead_or_explore(
    n: int, t: NDArray[Any], theta: NDArray[np.float64], b: NDArray[np.float64], forced: bool
) -> dict[str, Any]:
    """The choice of round n from plays t_k, averages θ̂_k and indexes b_k, (K,) each; ties go to the lowest arm."""
    lead = int(np.argmax(theta))  # L(n)
    above = np.flatnonzero(b > b[lead] + TOLERANCE)  # {k : b_k > b_L(n)}
    enough = np.log(np.log(n)) if forced and n >= 3 else 0.0
    few = np.flatnonzero(t < enough)
    if len(few) > 0:  # 1. Force
        arm = int(few[0])
        rule = "forced: t < log log n"
    elif len(above) == 0:  # 2. Lead: b_L(n) ≥ max b_k
        arm = lead
        rule = "the leader has the largest index"
    else:  # 3. Explore
        arm = least_played(t, above)
        rule = "least played above the leader's index"
    return {"arm": arm, "rule": rule, "leader": lead, "candidates": above}
