"""Steppers of the continuous chapter: HOO's tree, Zooming's balls and the cells of adaptive CKL-UCB, round by round."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import ClassVar

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.study.recorded import FUNCTIONS, HOO_VERSIONS, POINT_ROUNDS, record_points
from lipbandits.style import ABOVE, CONFUSING, HERE, PLAIN, STRUCTURED, plain_ticks

DEPTHS = 14


@cache
def recorded(make, function):
    """A run of the policy made for a function; recorded when first shown, as each takes up to a second in a kernel."""
    return record_points(make(FUNCTIONS[function]), FUNCTIONS[function])


class PointStepsPicture:
    """The mean, what the policy knows about it, and the point played; a subclass adds the rest.

    `policies` maps the options of the control "version" to a function of the bandit that makes a policy.
    """

    policies: ClassVar[Mapping[str, Callable[[lb.ContinuousBandit], lb.ContinuousPolicy]]] = {}
    highest = 2.05

    def __init__(self, axes):
        above = axes["bounds"]
        above.set(xlim=(-0.02, 1.02), ylim=(-0.04, self.highest), xlabel="point x", ylabel="mean reward")
        self.everywhere = np.linspace(0, 1, 201)
        (self.truth,) = above.plot([], [], color="black", linewidth=0.9, linestyle=":", label="mean μ")
        self.prepare(axes)
        (self.chosen,) = above.plot([0], [0], **{**HERE, "markerfacecolor": "none"}, label="played")
        above.legend(**ABOVE)

    def report(self, n, function, version):
        self.truth.set_data(self.everywhere, FUNCTIONS[function].mean(self.everywhere))
        return recorded(self.policies[version], function)[n]


def prepare_plays(axes):
    """A line of plays over [0, 1], and the artist to fill."""
    axes.set(xlim=(-0.02, 1.02), ylim=(0.8, 500), yscale="log", xlabel="point x", ylabel="plays so far")
    plain_ticks(axes.yaxis, (1, 10, 100, 400))
    return axes.plot([], [], **{**STRUCTURED, "linestyle": "none"})[0]


class HOOPicture(PointStepsPicture):
    """The least of the bounds U that hold at each point, and the tree with the path taken."""

    policies: ClassVar = HOO_VERSIONS

    def prepare(self, axes):
        above, tree = axes["bounds"], axes["tree"]
        tree.set(xlim=(-0.02, 1.02), ylim=(DEPTHS + 0.7, -0.7), xlabel="point x", ylabel="depth h of the cell")
        (self.bound,) = above.plot([], [], color=STRUCTURED["color"], label="least bound U")
        (self.cells,) = tree.plot([], [], color=STRUCTURED["color"], linewidth=2)
        (self.path,) = tree.plot([], [], **{**CONFUSING, "markersize": 4}, label="path taken")
        (self.next,) = tree.plot([0], [0], **{**HERE, "markerfacecolor": "none"}, label="cell that is added")
        tree.legend(**ABOVE)

    def update(self, n, function, version):
        report = self.report(n, function, version)
        centres, depths, upper, path = (report[name] for name in ("centres", "depths", "upper", "path"))
        halves = 2.0 ** -(depths + 1.0)
        least = np.full(len(self.everywhere), np.inf)
        for centre, half, bound in zip(centres, halves, upper, strict=True):
            inside = np.abs(self.everywhere - centre) <= half
            least[inside] = np.minimum(least[inside], bound)
        self.bound.set_data(self.everywhere, np.where(least < self.highest, least, np.nan))
        gap = np.minimum(0.004, halves / 3)
        lines = np.stack([centres - halves + gap, centres + halves - gap, np.full(len(centres), np.nan)], axis=1)
        self.cells.set_data(lines.ravel(), np.repeat(depths, 3))
        added = depths[path[-1]] + 1
        self.path.set_data([*centres[path], report["point"]], [*depths[path], added])
        self.next.set_data([report["point"]], [added])
        self.chosen.set_data([report["point"]], [FUNCTIONS[function].mean(report["point"])])
        return (
            f"Round {n}: {version} has {len(centres)} cells, the deepest at depth {depths.max()}. "
            f"It follows the larger bounds to depth {depths[path[-1]]}, adds the cell "
            f"{report['cell'][0]:.3g} to {report['cell'][1]:.3g}, plays {report['point']:.4g} "
            f"and {'wins' if report['reward'] else 'loses'}."
        )


class ZoomingPicture(PointStepsPicture):
    """A bar for each active point: as wide as its ball, at its average; and what it was played."""

    policies: ClassVar = {
        "Zooming+": lambda bandit: lb.Zooming(bandit.lipschitz, tuned=True, candidates=200),
        "Zooming": lambda bandit: lb.Zooming(bandit.lipschitz, candidates=200),
    }

    def prepare(self, axes):
        above, self.plays = axes["bounds"], prepare_plays(axes["plays"])
        self.balls = above.hlines([], [], [], color=STRUCTURED["color"], linewidth=2, alpha=0.6, label="ball")
        (self.indexes,) = above.plot([], [], **{**PLAIN, "linestyle": "none"}, label="index")

    def update(self, n, function, version):
        report, bandit = self.report(n, function, version), FUNCTIONS[function]
        active, means, radii, plays = (report[name] for name in ("active", "means", "radii", "plays"))
        reach = np.minimum(radii, 9.0) / bandit.lipschitz
        ends = np.clip([active - reach, active + reach], 0, 1)
        self.balls.set_segments([[(a, m), (b, m)] for a, b, m in zip(*ends, means, strict=True)])
        shown = report["indexes"] < self.highest
        self.indexes.set_data(active[shown], report["indexes"][shown])
        self.plays.set_data(active[plays > 0], plays[plays > 0])
        self.chosen.set_data([report["point"]], [bandit.mean(report["point"])])
        new = f"activates {report['activated']:.4g}, " if report["activated"] is not None else ""
        widest = (ends[1] - ends[0]).max()
        return (
            f"Round {n}: {version} {new}plays {report['point']:.4g} and {'wins' if report['reward'] else 'loses'}. "
            f"It has {len(active)} active {'point' if len(active) == 1 else 'points'}; "
            f"the widest ball covers {widest:.0%} of the line."
        )


class AdaptivePicture(PointStepsPicture):
    """A bar for each cell, at its index; averages, the leader's index, and plays."""

    policies: ClassVar = {
        "told L": lambda bandit: lb.AdaptiveCKLUCB(bandit.lipschitz),
        "told 2 L": lambda bandit: lb.AdaptiveCKLUCB(2 * bandit.lipschitz),
    }
    highest = 1.09

    def prepare(self, axes):
        above, self.plays = axes["bounds"], prepare_plays(axes["plays"])
        self.cells = above.hlines([], [], [], color=STRUCTURED["color"], linewidth=2.5, label="cell at its index")
        (self.means,) = above.plot([], [], **{**PLAIN, "linestyle": "none"}, label="average")

    def update(self, n, function, version):
        report, bandit = self.report(n, function, version), FUNCTIONS[function]
        active, widths, indexes, plays = (report[name] for name in ("active", "widths", "indexes", "plays"))
        inside = 0.46 * widths
        self.cells.set_segments([[(x - w, b), (x + w, b)] for x, w, b in zip(active, inside, indexes, strict=True)])
        self.means.set_data(active[plays > 0], report["means"][plays > 0])
        self.plays.set_data(active[plays > 0], plays[plays > 0])
        self.chosen.set_data([report["point"]], [bandit.mean(report["point"])])
        cut = {0: "", 1: "One cell is cut in three. "}.get(report["divided"], f"{report['divided']} cells are cut. ")
        return (
            f"Round {n}: {cut}{len(active)} cells, the narrowest {widths.min():.3g} wide. "
            f"{report['point']:.4g} is played ({report['rule']}) and {'wins' if report['reward'] else 'loses'}."
        )


def controls_of(picture):
    """Round, function and version: the controls of every stepper here."""
    return [
        Slider("n", POINT_ROUNDS, label="round n", start=20, play=True),
        Choice("function", tuple(FUNCTIONS), label="function"),
        Choice("version", tuple(picture.policies), label="version"),
    ]


PLAYS = "Plays of each point so far, on a log axis."

hoo_steps = Explorer(
    name="hoo-steps",
    question="Where does HOO look closer?",
    caption="HOO told L (ν₁ = L, ρ = 1/2). Left: the mean, dotted, and at each point the least bound U of the cells "
    "that hold it; where no cell but the root has been played it may be off the chart. Right: a bar for each cell of "
    "the tree at its depth, and the path taken this round.",
    controls=controls_of(HOOPicture),
    panels=[
        Panel(
            "bounds",
            alt="The mean over the interval, dotted, below a staircase of upper bounds that comes down where the "
            "policy has played; a ring marks the point played.",
            height=320,
        ),
        Panel(
            "tree",
            alt="Cells of a binary tree as bars, the root on top and halves below; the tree grows deep where the "
            "mean is large. A dashed line marks the path of this round.",
            height=320,
        ),
    ],
    picture=HOOPicture,
    presets={
        "Halves of halves": {"n": 7, "function": "quadratic", "version": "HOO+"},
        "Deep near the peak": {"n": 400, "function": "quadratic", "version": "HOO+"},
        "Wide bounds, a bushy tree": {"n": 400, "function": "quadratic", "version": "HOO"},
    },
)

zooming_steps = Explorer(
    name="zooming-steps",
    question="Which points does Zooming activate?",
    caption="Zooming told L, on the same rewards; 200 candidates. Left: a bar for each active point, as wide as the "
    "ball it covers, at the height of its average; triangles are indexes, average plus two radii; infinite ones and "
    "those above 2 are off the chart. Right: plays of each active point; plain Zooming forgets them with each phase.",
    controls=controls_of(ZoomingPicture),
    panels=[
        Panel(
            "bounds",
            alt="The mean over the interval, dotted, with a horizontal bar for each active point; bars get narrower "
            "with plays, and new points appear in the gaps between them.",
            height=320,
        ),
        Panel("plays", alt=PLAYS, height=320),
    ],
    picture=ZoomingPicture,
    presets={
        "A first ball": {"n": 2, "function": "quadratic", "version": "Zooming+"},
        "Balls fill the line": {"n": 400, "function": "quadratic", "version": "Zooming+"},
        "Plain: one ball is enough": {"n": 400, "function": "triangle", "version": "Zooming"},
    },
)

adaptive_steps = Explorer(
    name="adaptive-steps",
    question="What if cells are cut where CKL-UCB plays much?",
    caption="Adaptive CKL-UCB, f(n) = log n, on the same rewards. Left: a bar for each cell at the index of its "
    "centre; triangles are averages. Right: plays of each centre; a cut leaves them with the middle third.",
    controls=controls_of(AdaptivePicture),
    panels=[
        Panel(
            "bounds",
            alt="The mean over the interval, dotted, with a bar for each cell at its index, wide where the mean is low "
            "and narrow near the peak.",
            height=320,
        ),
        Panel("plays", alt=PLAYS, height=320),
    ],
    picture=AdaptivePicture,
    presets={
        "Two cells": {"n": 2, "function": "triangle", "version": "told L"},
        "Cut where it pays": {"n": 400, "function": "quadratic", "version": "told L"},
        "Told twice L": {"n": 400, "function": "quadratic", "version": "told 2 L"},
    },
)
