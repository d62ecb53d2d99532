"""Explorers of the continuous chapter: how many arms, the race over functions and horizons, and being told L."""

from functools import cache

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.explorers.chapters.runs import RunsInOrder, level
from lipbandits.model.examples_on_points import CONTINUOUS
from lipbandits.study import data, on_points
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.style import (
    ABOVE,
    CONFUSING,
    HERE,
    OKABE_ITO,
    PAGE_COLOURS,
    POLICIES,
    STRUCTURED,
    THETA,
    plain_ticks,
    title_of,
)

FUNCTIONS = tuple(CONTINUOUS)
ON_GRIDS = tuple(title_of(name) for name in on_points.ON_GRIDS)
ARMS = on_points.NUMBERS_OF_ARMS
HORIZON = on_points.HORIZON


@cache
def function_of(name):
    """The bandit of that name in `examples.CONTINUOUS`."""
    return CONTINUOUS[name]()


def draw_mean(axes):
    """Set up a panel for a mean on [0, 1]; returns the line to fill."""
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="point x", ylabel="mean reward")
    return axes.plot([], [], color=THETA["color"], label="mean μ")[0]


def fill_mean(line, bandit):
    points = np.unique(np.append(np.linspace(0, 1, 301), bandit.best))
    line.set_data(points, bandit.mean(points))


# The same axis of regret in both panels.
LOWEST, HIGHEST = 10, 30_000
TICKS = (10, 100, 1000, 10_000)
ELSEWHERE = {"color": PAGE_COLOURS["uniform"][0], "linestyle": "-", "marker": "v", "markersize": 3.5}
FLOOR = {"color": "black", "linestyle": ":", "linewidth": 1.8}


class ArmsPicture:
    """Mean regret and its three parts against the number of arms, and the single runs on the chosen grid."""

    def __init__(self, axes):
        table = data.table("grids")[0]
        self.regret, self.settled, self.floor = table["regret"], table["settled"], table["floor"]
        parts = axes["parts"]
        parts.set(xlim=(1.8, 145), ylim=(LOWEST, HIGHEST), xscale="log", yscale="log")
        parts.set(xlabel="number of arms", ylabel="regret")
        plain_ticks(parts.xaxis, (2, 4, 8, 16, 32, 64, 128))
        for rule in (lb.n_arms_sqrt, lb.n_arms_smooth):
            parts.axvline(rule(HORIZON), color="black", linewidth=0.8, linestyle="--")
        (self.total,) = parts.plot([], [], **STRUCTURED, label="mean of all runs")
        self.lines = {
            name: parts.plot([], [], **{**look, "marker": "none"}, label=name)[0]
            for name, look in {
                "floor of the grid": FLOOR,
                "most played arm": CONFUSING,
                "other arms": ELSEWHERE,
            }.items()
        }
        parts.legend(**ABOVE)
        self.runs = RunsInOrder(axes["runs"], HIGHEST, marked="settled on a wrong arm", lowest=LOWEST)
        self.base = level(axes["runs"], **FLOOR)
        (self.elsewhere,) = axes["runs"].plot([], [], **{**ELSEWHERE, "linestyle": "none"}, label="its other arms")
        axes["runs"].legend(**ABOVE)
        axes["runs"].set_ylabel("regret of a run")
        for each in axes.values():
            plain_ticks(each.yaxis, TICKS)

    def update(self, n_arms, function, policy):
        f, p, k = FUNCTIONS.index(function), ON_GRIDS.index(policy), ARMS.index(n_arms)
        regret, settled, floor = self.regret[f, p], self.settled[f, p], self.floor[f]
        total, most = regret.mean(axis=1), settled.mean(axis=1)
        self.total.set_data(ARMS, total)
        for line, values in zip(self.lines.values(), (floor, most, total - floor - most), strict=True):
            line.set_data(ARMS, np.where(values >= LOWEST, values, np.nan))
        order, percent = self.runs.show(regret[k], settled[k] > 0)
        others = (regret - settled)[k, order] - floor[k]
        self.elsewhere.set_data(percent, np.where(others >= LOWEST, others, np.nan))
        self.base.set_ydata([floor[k] if floor[k] >= LOWEST else np.nan] * 2)
        return _arms_in_words(n_arms, function, policy, total, floor, settled[k])


def _arms_in_words(n_arms, function, policy, total, floor, settled):
    """The sentence for a number of arms: mean regret and floor of each, and what settling cost each run."""
    k, best = ARMS.index(n_arms), int(np.argmin(total))
    rest = total[k] - floor[k]
    # Where all arms of the grid are equal nothing is lost on it.
    where = (
        f", {settled.mean() / rest:.0%} of it by the most played arm, which is not the best of the grid in "
        f"{np.count_nonzero(settled)} of {len(settled)} runs"
        if rest > 0.5
        else ""
    )
    end = ", the most tried" if ARMS[best] == ARMS[-1] else ""
    return (
        f"{n_arms} arms on the {function}: {policy} loses {total[k]:.0f}, of which {floor[k]:.0f} is the floor of the "
        f"grid and {max(rest, 0):.0f} is lost on the grid{where}. Best of these numbers of arms: {ARMS[best]}{end}, "
        f"regret {total[best]:.0f}."
    )


arms = Explorer(
    name="number-of-arms",
    question="How many arms should the grid have?",
    caption="40 runs of 25,000 rounds, f(n) = log n, the peak a quarter of a step from an arm. Left: mean regret and "
    "its parts; uprights: the two rules, 8 and 50 arms. Right: runs on the chosen grid. The most played arm counts "
    "beyond the floor, where it is not the best of the grid. Below 10 nothing is drawn.",
    controls=[
        Slider("n_arms", ARMS, label="number of arms", start=8, play=True),
        Choice("function", FUNCTIONS, label="function"),
        Choice("policy", ON_GRIDS, label="policy"),
    ],
    panels=[
        Panel(
            "parts",
            alt="Regret against the number of arms on log axes: the floor of the grid falls with more arms; what is "
            "lost on the grid mostly rises, for CKL-UCB by its most played arm, for KL-UCB by all the others.",
            height=280,
        ),
        Panel(
            "runs",
            alt="Forty runs on the chosen grid in the order of their regret, on a log axis, each with what its less "
            "played arms lose: on fine grids the dear runs of CKL-UCB are those whose most played arm is a wrong one.",
            height=280,
        ),
    ],
    picture=ArmsPicture,
    reads=("grids",),
    presets={
        "Too few arms": {"n_arms": 3, "function": "triangle", "policy": "CKL-UCB"},
        "Too many for KL-UCB": {"n_arms": 128, "function": "triangle", "policy": "KL-UCB"},
        "A smooth peak": {"n_arms": 12, "function": "quadratic", "policy": "CKL-UCB"},
        "A needle": {"n_arms": 50, "function": "needle", "policy": "CKL-UCB"},
    },
)


class RacePicture:
    """Final regret of every policy: mean and 10 to 90 %, with the mean it is played on."""

    def __init__(self, axes):
        self.table = data.table("race")[0]["regret"]
        self.names = tuple(title_of(name) for name in on_points.racers(function_of("triangle")))
        places = np.arange(len(self.names))
        regret = axes["regret"]
        regret.set(xlim=(8, 40_000), ylim=(len(places) - 0.5, -0.5), xscale="log", xlabel="regret")
        plain_ticks(regret.xaxis, (10, 100, 1000, 10_000))
        regret.set_yticks(places, self.names)
        self.bars = regret.hlines(places, 10, 20, color=OKABE_ITO["sky"], linewidth=8)
        (self.dots,) = regret.plot([], [], **{**STRUCTURED, "linestyle": "none"}, label="mean")
        (self.first,) = regret.plot([], [], **{**HERE, "markerfacecolor": "none"}, label="lowest mean")
        regret.legend(**ABOVE)
        self.mean = draw_mean(axes["means"])

    def update(self, function, horizon):
        found = self.table[FUNCTIONS.index(function), on_points.HORIZONS.index(horizon)]
        means, (low, high) = found.mean(axis=1), np.quantile(found, [0.1, 0.9], axis=1)
        places = range(len(means))
        self.bars.set_segments([[(a, p), (b, p)] for p, a, b in zip(places, low, high, strict=True)])
        self.dots.set_data(means, places)
        order = np.argsort(means)
        self.first.set_data([means[order[0]]], [order[0]])
        fill_mean(self.mean, function_of(function))
        first, second, third, last = (f"{self.names[p]} {means[p]:.0f}" for p in order[[0, 1, 2, -1]])
        return f"{function}, T = {horizon}: lowest mean regret {first}, {second}, {third}; highest {last}."


race = Explorer(
    name="race",
    question="Which policy wins, where, and when?",
    caption="Regret of eight policies at the horizon: mean (diamond) and 10 to 90 % of 40 runs. All but KL-UCB are "
    "told L; grids are made for the horizon, and f(n) = log n.",
    controls=[
        Choice("function", FUNCTIONS, label="function"),
        Slider("horizon", on_points.HORIZONS, label="horizon T", start=HORIZON, play=True),
    ],
    panels=[
        Panel(
            "regret",
            alt="For each of eight policies a dot at its mean regret on a log axis, with a bar from the tenth to the "
            "ninetieth percentile; a ring marks the lowest.",
            height=320,
        ),
        Panel("means", alt="The mean over the interval.", height=320),
    ],
    picture=RacePicture,
    reads=("race",),
    presets={
        "The paper's triangle": {"function": "triangle", "horizon": 25_000},
        "The paper's quadratic": {"function": "quadratic", "horizon": 25_000},
        "A flat top": {"function": "flat top", "horizon": 25_000},
        "A needle": {"function": "needle", "horizon": 50_000},
    },
)

SHAPES = ("triangle", "quadratic")
# The policies that are told L, as the sensitivity study names them when told c·L.
TOLD = {
    "CKL-UCB, 50 arms": lambda c, level: f"CKLUCB, {level}, {c:g} L",
    "Adaptive": lambda c, level: f"Adaptive, {c:g} L",
    "Zooming+": lambda c, level: f"Zooming+, {c:g} L",
    "HOO+, ρ = 1/2": lambda c, level: f"HOO+, {c:g} L, ρ = 0.5",
}
PLAIN_KL = "KL-UCB, 50 arms"
# HOO as published and tuned: the colour that it has everywhere.
TREES = {
    "HOO": {"color": POLICIES["HOO"]["color"], "linestyle": ":", "marker": "o", "markersize": 4.5},
    "HOO+": {"color": POLICIES["HOO"]["color"], "linestyle": "-", "marker": "P", "markersize": 6},
}
# What readers choose from as f(n), and what the study calls it.
LEVELS = {"log n": "log", "log n + 3 log log n": "klucb3", "of the theorems": "paper"}


class ToldPicture:
    """The runs of each policy told a multiple of L, beside its mean when told the truth, and HOO against ρ."""

    def __init__(self, axes):
        self.results = {shape: data.results(f"sensitivity-{shape}")[0] for shape in SHAPES}
        told, ratio = axes["told"], axes["ratio"]
        names = (*TOLD, PLAIN_KL)
        told.set(xlim=(0, 2650), ylim=(len(names) - 0.4, -0.6), xlabel="regret at T = 25,000")
        plain_ticks(told.xaxis, range(0, 2501, 500))
        told.set_yticks(range(len(names)), names)
        # Row by row, the runs in their own order, so that one can be told from another.
        self.heights = np.add.outer(np.arange(len(names)), np.linspace(-0.3, 0.3, 40)).ravel()
        (self.runs,) = told.plot(
            [], [], **{**STRUCTURED, "linestyle": "none", "marker": "o", "markersize": 3}, label="a run"
        )
        self.means = told.vlines([0], [0], [1], color=STRUCTURED["color"], linewidth=3, label="mean")
        self.true = told.vlines([0], [0], [1], color="black", linewidth=1.5, linestyle=":", label="mean, told L")
        told.legend(**{**ABOVE, "ncols": 3})
        ratio.set(
            xlim=(0.3, 0.95), ylim=(300, 6000), yscale="log", xlabel="HOO's ρ", ylabel="mean regret at T = 25,000"
        )
        plain_ticks(ratio.xaxis, on_points.RATIOS)
        plain_ticks(ratio.yaxis, (300, 500, 1000, 2000, 5000))
        self.trees = {name: ratio.plot([], [], **look, label=name)[0] for name, look in TREES.items()}
        ratio.legend(**ABOVE)

    def final(self, shape, name):
        """Regrets at the end, (runs,)."""
        return self.results[shape][name].regret[:, -1]

    def rows(self, c, shape, level):
        """Those of each policy told so many times L, and of KL-UCB."""
        found = {name: self.final(shape, named(c, level)) for name, named in TOLD.items()}
        return found | {PLAIN_KL: self.final(shape, f"KLUCB, {level}")}

    def update(self, c, shape, level):
        level = LEVELS[level]
        found, true = self.rows(c, shape, level), self.rows(1.0, shape, level)
        self.runs.set_data(np.concatenate(list(found.values())), self.heights)
        for marks, rows in ((self.means, found), (self.true, true)):
            means = [values.mean() for values in rows.values()]
            marks.set_segments([[(mean, row - 0.45), (mean, row + 0.45)] for row, mean in enumerate(means)])
        for name, line in self.trees.items():
            values = [self.final(shape, f"{name}, {c:g} L, ρ = {rho:g}").mean() for rho in on_points.RATIOS]
            line.set_data(on_points.RATIOS, values)
        words = ", ".join(f"{name} {found[name].mean():.0f}" for name in TOLD)
        steepest = EXPERIMENTS[f"sensitivity-{shape}"].bandit.lipschitz
        plain = found[PLAIN_KL].mean()
        return f"{shape}, told {c * steepest:g} where L = {steepest:g}: {words}; KL-UCB {plain:.0f}."


told = Explorer(
    name="told-l",
    question="What does it cost to be told another L?",
    caption="40 runs of 25,000 rounds. Left: each dot is a run of a policy that is told the chosen multiple of L; the "
    "bar is the mean, the dotted one the mean when told L itself. KL-UCB is told nothing; f(n) concerns the two on a "
    "grid only. Right: HOO and HOO+ told the chosen multiple, against ρ, on a log axis.",
    controls=[
        Slider("c", on_points.FACTORS, label="told L / L", start=1.0, play=True),
        Choice("shape", SHAPES, label="function"),
        Choice("level", tuple(LEVELS), label="f(n)"),
    ],
    panels=[
        Panel(
            "told",
            alt="For each of five policies forty runs as dots by their regret, their mean as a bar, and beside it the "
            "mean of the same policy when it is told L itself: told more, three lose more in nearly every run.",
            height=300,
        ),
        Panel("ratio", alt="Regret of HOO and HOO+ against ρ, for the chosen multiple of L.", height=300),
    ],
    picture=ToldPicture,
    reads=tuple(f"sensitivity-{shape}" for shape in SHAPES),
    presets={
        "Told a quarter": {"c": 0.25, "shape": "quadratic", "level": "log n"},
        "A quarter, on the triangle": {"c": 0.25, "shape": "triangle", "level": "log n"},
        "Told four times": {"c": 4.0, "shape": "quadratic", "level": "log n"},
        "The f(n) of the theorems": {"c": 1.0, "shape": "triangle", "level": "of the theorems"},
    },
)
