"""A recorded run of an algorithm, and the picture that steps through it round by round."""

from functools import cache

import numpy as np

from lipbandits import Policy
from lipbandits.explorers import Choice, Panel, Slider
from lipbandits.study.recorded import ROUNDS, TABLES, record, stepped_bandit
from lipbandits.style import HERE, PLAIN, STRUCTURED, THETA, plain_ticks


@cache
def recorded(policy, table):
    """What `record` has of a policy; recorded when first shown, as each takes a second or so in a kernel."""
    return record(policy.clone(), TABLES[table])


class StepsPicture:
    """Estimates with their indexes, and plays; a subclass says which policy, and what its plays are compared with."""

    policy: Policy
    target_label: str

    def __init__(self, axes):
        self.bandit = stepped_bandit()
        arms = self.arms = np.arange(self.bandit.n_arms)
        above, below = axes["indexes"], axes["plays"]
        above.set(xlim=(-0.6, 8.6), ylim=(-0.17, 1.04), xticks=arms, xlabel="arm", ylabel="mean reward")
        above.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1.0])
        self.stems = above.vlines(arms, 0, 0, linewidth=2, color=STRUCTURED["color"])
        (self.indexes,) = above.plot(arms, arms * 0, **{**STRUCTURED, "linestyle": "none"}, label="index")
        (self.means,) = above.plot(arms, arms * 0, **{**THETA, "linestyle": "none", "markersize": 6}, label="average")
        (self.chosen,) = above.plot([0], [0], **{**HERE, "markerfacecolor": "none"}, label="played")
        self.bar = above.axhline(0, color="black", linewidth=0.8, linestyle=":")
        above.legend(loc="lower center", ncols=3, columnspacing=1.0, handlelength=1.2)
        below.set(xlim=(-0.6, 8.6), ylim=(0.6, 900), xticks=arms, xlabel="arm", ylabel="plays so far", yscale="log")
        plain_ticks(below.yaxis, (1, 10, 100))
        (self.plays,) = below.plot(arms, arms + 1, **{**THETA, "linestyle": "none", "markersize": 6}, label="plays")
        (self.targets,) = below.plot(arms, arms + 1, **{**PLAIN, "linestyle": "none"}, label=self.target_label)
        below.legend(loc="upper left", ncols=2, columnspacing=1.0, handlelength=1.2)

    def threshold(self, report, means):
        """What an index must exceed for its arm to be explored."""
        raise NotImplementedError

    def target(self, report, n, table):
        """What the plays are to be compared with: (K,), nan where there is nothing."""
        raise NotImplementedError

    def update(self, n, table):
        report, plays, means = recorded(self.policy, table)[n]
        indexes, arm, leader = report["indexes"], report["arm"], report["leader"]
        played = np.where(plays > 0, means, np.nan)
        self.means.set_ydata(played)
        self.indexes.set_ydata(indexes)
        self.stems.set_segments([[(k, m), (k, b)] for k, m, b in zip(self.arms, means, indexes, strict=True)])
        self.chosen.set_data([arm], [indexes[arm]])
        self.bar.set_ydata([self.threshold(report, means)] * 2)
        self.plays.set_ydata(np.where(plays > 0, plays, np.nan))
        target = np.asarray(self.target(report, n, table), dtype=float)
        self.targets.set_ydata(np.where((target >= 0.6) & (target <= 900), target, np.nan))
        return (
            f"Round {n}: f(n) = {report['level']:.2f}, the leader is arm {leader} with average {means[leader]:.2f}. "
            f"Arm {arm} is played: {report['rule']}."
        )


def steps_controls():
    """Round and table: the controls of every stepper."""
    return [
        Slider("n", ROUNDS, label="round n", start=40, play=True),
        Choice("table", tuple(TABLES), label="rewards"),
    ]


def steps_panels(compared):
    """The two panels of every stepper; `compared` says what the triangles of the second are."""
    return [
        Panel(
            "indexes",
            alt="For each of nine arms its average reward, and above it its index; a dotted line is what an index must "
            "exceed for its arm to be explored, and a ring marks the arm that is played.",
        ),
        Panel("plays", alt=f"Plays of each arm so far on a log axis, with triangles for {compared}."),
    ]
