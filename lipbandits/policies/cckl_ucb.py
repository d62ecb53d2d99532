"""CCKL-UCB (Section 6 of the paper): CKL-UCB in the context shown, with what all other contexts say about it."""

from lipbandits import checks
from lipbandits.policies.ckl_ucb import leader_or_least_played_above
from lipbandits.policies.policy import ContextualPolicy, checked_lipschitz
from lipbandits.theory.indexes import checked_kind, exploration_level, lipschitz_indexes


class CCKLUCB(ContextualPolicy):
    """Contextual Combined KL-UCB, Algorithm 3 of the paper.

    Leader, counts and the rule are those of the context shown; the indexes sum over the pairs of all contexts. In f
    and in log log n, n is the global round, and f takes J·K in the place of K; the paper leaves both open.

    Parameters
    ----------
    kind : which f(n), see `exploration_level`.
    forced : whether arms with t_k(j) < log log n are played first in context j, from n = 3 on.
    lipschitz : an assumed L, in place of the geometry's.
    """

    def __init__(self, kind="log", forced=True, lipschitz=None):
        self.kind = checked_kind(kind)
        self.forced = checks.flag("forced", forced)
        self.lipschitz = checked_lipschitz(lipschitz)

    def reset(self, geometry, rng):
        super().reset(geometry, rng)
        if self.lipschitz is not None:
            self.geometry = geometry.with_lipschitz(self.lipschitz)

    def explain(self, n, context):
        level = exploration_level(n, self.plays.size, self.kind)
        of = self.geometry.rows(context)
        indexes = lipschitz_indexes(self.plays.ravel(), self.sums.ravel(), self.geometry, level, of)
        choice = leader_or_least_played_above(n, self.plays[context], self.means[context], indexes, self.forced)
        return choice | {"indexes": indexes, "level": level}
