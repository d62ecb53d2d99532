"""The explorer of the contextual chapter that goes round by round: CCKL-UCB."""

import numpy as np

from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.study.recorded import CONTEXT_HORIZON, CONTEXT_ROUNDS, CONTEXT_TABLES, record_contexts, stepped_contexts
from lipbandits.style import ABOVE, HERE, OKABE_ITO, STRUCTURED, THETA

# Diameters of discs, in points; few, as each is drawn by a line of its own.
SIZES = (2, 4, 6, 8, 10, 12, 14, 16)


def prepare_pairs(axes, n_contexts, n_arms):
    """Axes on which a place is a pair of an arm and a context."""
    axes.set(xlim=(-0.7, n_arms - 0.3), ylim=(-0.7, n_contexts - 0.3), xlabel="arm", ylabel="context")
    axes.set_xticks(range(n_arms))
    axes.set_yticks(range(n_contexts))


class Discs:
    """A disc for each pair, whose area stands for a number from 0 to `largest`; none where it is 0."""

    def __init__(self, axes, shape, largest, label):
        context, self.arm = np.divmod(np.arange(shape[0] * shape[1]), shape[1])
        self.context, self.largest = context, largest
        look = {"color": OKABE_ITO["sky"], "marker": "o", "linestyle": "none"}
        self.lines = [axes.plot([], [], **look, markersize=size)[0] for size in SIZES]
        axes.plot([], [], **look, markersize=9, label=label)

    def set(self, values):
        diameters = SIZES[-1] * np.sqrt(np.clip(values.ravel() / self.largest, 0, 1))
        nearest = np.abs(diameters[:, None] - SIZES).argmin(axis=1)
        for size, line in enumerate(self.lines):
            here = (nearest == size) & (values.ravel() > 1e-9)
            line.set_data(self.arm[here], self.context[here])


class StepsPicture:
    """Averages and indexes in the context shown, and the plays of all pairs."""

    def __init__(self, axes):
        bandit = stepped_contexts()
        indexes, plays = axes["indexes"], axes["plays"]
        self.arms = np.arange(bandit.n_arms)
        indexes.set(xlim=(-0.6, 6.6), ylim=(-0.04, 1.04), xticks=self.arms, xlabel="arm", ylabel="mean reward")
        self.stems = indexes.vlines(self.arms, 0, 0, linewidth=2, color=STRUCTURED["color"])
        (self.index,) = indexes.plot([], [], **{**STRUCTURED, "linestyle": "none"}, label="index")
        (self.mean,) = indexes.plot([], [], **{**THETA, "linestyle": "none", "markersize": 6}, label="average")
        (self.chosen,) = indexes.plot([], [], **{**HERE, "markerfacecolor": "none"}, label="played")
        self.bar = indexes.axhline(0, color="black", linewidth=0.8, linestyle=":")
        indexes.legend(**{**ABOVE, "ncols": 3})
        prepare_pairs(plays, *bandit.theta.shape)
        self.discs = Discs(plays, bandit.theta.shape, np.log1p(CONTEXT_HORIZON), "plays")
        (self.pair,) = plays.plot([], [], **{**HERE, "markerfacecolor": "none"}, label="played")
        plays.plot(
            bandit.best, range(bandit.n_contexts), **{**THETA, "linestyle": "none", "markersize": 3}, label="best"
        )
        plays.legend(**{**ABOVE, "ncols": 3})

    def update(self, n, table):
        context, report, plays, means = record_contexts(CONTEXT_TABLES[table])[n]
        arm, b, leader = report["arm"], report["indexes"], report["leader"]
        self.mean.set_data(self.arms, np.where(plays[context] > 0, means[context], np.nan))
        self.index.set_data(self.arms, b)
        lines = zip(self.arms, means[context], b, strict=True)
        self.stems.set_segments([[(k, low), (k, high)] for k, low, high in lines])
        self.chosen.set_data([arm], [b[arm]])
        self.bar.set_ydata([b[leader]] * 2)
        self.discs.set(np.log1p(plays))
        self.pair.set_data([arm], [context])
        return (
            f"Round {n}: context {context} is shown, as it was {plays[context].sum()} times before. "
            f"Arm {arm} is played: {report['rule']}. "
            f"Its {plays[context, arm]} plays here are {plays[:, arm].sum()} over all contexts."
        )


cckl_steps = Explorer(
    name="cckl-steps",
    question="How does CCKL-UCB use the other contexts?",
    caption="One run of CCKL-UCB (f = log n) on four contexts of seven arms, 0.8 - 0.5|x - p|, peaks 0.3 apart in all, "
    "L 1.5 times the least of the function. Left: the context shown; indexes use the plays of all contexts, and the "
    "dotted line is the leader's. Right: plays of all pairs, areas on a log scale.",
    controls=[
        Slider("n", CONTEXT_ROUNDS, label="round n", start=30, play=True),
        Choice("table", tuple(CONTEXT_TABLES), label="rewards"),
    ],
    panels=[
        Panel(
            "indexes",
            alt="For each of seven arms of the context shown its average and, above it, its index; a ring marks the "
            "arm that is played.",
            height=300,
        ),
        Panel(
            "plays",
            alt="A disc for each pair of arm and context, larger the more it was played; in the end most of the "
            "largest lie at the best arm of a context or next to it.",
            height=300,
        ),
    ],
    picture=StepsPicture,
    presets={
        "Nothing is known": {"n": 1, "table": "first table"},
        "Informed without plays": {"n": 17, "table": "second table"},
        "After 600 rounds": {"n": 600, "table": "first table"},
    },
)
