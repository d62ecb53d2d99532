"""CCKL-UCB (Section 6 of the paper): CKL-UCB in the context shown, with what all other contexts say about it."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.contextual import PairGeometry
from lipbandits.policies.ckl_ucb import force_lead_or_explore
from lipbandits.policies.policy import ContextualPolicy, checked_lipschitz
from lipbandits.theory.indexes import checked_kind, exploration_level, lipschitz_indexes


class CCKLUCB(ContextualPolicy):
    """Contextual Combined KL-UCB, Algorithm 3 of the paper.

    Leader, counts and the rule are those of the context shown; the indexes sum over the pairs of all contexts. In f
    and in log log n, n is the global round, and f takes J·K in the place of K; the paper leaves both open.

    Parameters
    ----------
    kind : str, optional
        Which f(n), see `exploration_level`.
    forced : bool, optional
        Whether arms with t_k(j) < log log n are played first in context j, from n = 3 on.
    lipschitz : float, optional
        An assumed L, in place of the geometry's.
    """

    def __init__(self, kind: str = "log", forced: bool = True, lipschitz: float | None = None) -> None:
        self.kind = checked_kind(kind)
        self.forced = checks.flag("forced", forced)
        self.lipschitz = checked_lipschitz(lipschitz)

    def reset(self, geometry: PairGeometry, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        if self.lipschitz is not None:
            self.geometry = geometry.with_lipschitz(self.lipschitz)

    def explain(self, n: int, context: int) -> dict[str, Any]:  # type: ignore[override]
        f = exploration_level(n, self.plays.size, self.kind)
        b = lipschitz_indexes(self.plays.ravel(), self.sums.ravel(), self.geometry, f, of=self.geometry.rows(context))
        choice = force_lead_or_explore(n, self.plays[context], self.means[context], b, self.forced)
        return choice | {"indexes": b, "level": f}
