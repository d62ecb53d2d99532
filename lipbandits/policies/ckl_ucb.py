"""CKL-UCB (Section 4.2 of the paper): play the leader, or the least played arm whose index is above the leader's."""

import numpy as np

from lipbandits import checks
from lipbandits.policies.policy import TOLERANCE, LipschitzPolicy, checked_lipschitz, least_played
from lipbandits.theory.indexes import checked_kind, exploration_level, lipschitz_indexes


class CKLUCB(LipschitzPolicy):
    """Combined KL-UCB, Algorithm 2 of the paper.

    Parameters
    ----------
    kind : which f(n), see `exploration_level`; the paper analyses "paper" (Section 5.3) and plots "log" (Section 7.1).
    forced : whether arms with t_k < log log n are played first, from n = 3 on.
    lipschitz : an assumed L, in place of the geometry's.
    """

    def __init__(self, kind="log", forced=True, lipschitz=None):
        self.kind = checked_kind(kind)
        self.forced = checks.flag("forced", forced)
        self.lipschitz = checked_lipschitz(lipschitz)

    def explain(self, n):
        level = exploration_level(n, len(self.plays), self.kind)
        indexes = lipschitz_indexes(self.plays, self.sums, self.geometry, level)
        choice = leader_or_least_played_above(n, self.plays, self.means, indexes, self.forced)
        return choice | {"indexes": indexes, "level": level}


def leader_or_least_played_above(n, plays, means, indexes, forced):
    """Lines 2 to 4 of the algorithm: "arm", "rule", "leader" and "candidates" from what is known in round n."""
    leader = int(np.argmax(means))
    better = np.flatnonzero(indexes > indexes[leader] + TOLERANCE)
    if forced and n >= 3 and plays.min() < np.log(np.log(n)):
        arm, rule = int(np.argmax(plays < np.log(np.log(n)))), "forced: t < log log n"
    elif len(better) == 0:
        arm, rule = leader, "the leader has the largest index"
    else:
        arm, rule = least_played(plays, better), "least played above the leader's index"
    return {"arm": arm, "rule": rule, "leader": leader, "candidates": better}
