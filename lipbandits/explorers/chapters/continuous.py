"""Explorers of the continuous chapter: how many arms, the race over functions and horizons, and being told L."""

from functools import cache

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.model.examples_on_points import CONTINUOUS
from lipbandits.study import data, on_points
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.style import ABOVE, CONFUSING, HERE, OKABE_ITO, PLAIN, STRUCTURED, THETA, plain_ticks

FUNCTIONS = tuple(CONTINUOUS)
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


class ArmsPicture:
    """Regret against the number of arms, in two parts, and where the arms are."""

    def __init__(self, axes):
        table = data.table("grids")[0]
        self.regret, self.settled, self.floor = table["regret"], table["settled"], table["floor"]
        parts, means = axes["parts"], axes["means"]
        parts.set(
            xlim=(1.8, 145), ylim=(10, 30_000), xscale="log", yscale="log", xlabel="number of arms", ylabel="regret"
        )
        plain_ticks(parts.xaxis, (2, 4, 8, 16, 32, 64, 128))
        plain_ticks(parts.yaxis, (10, 100, 1000, 10_000))
        for rule in (lb.n_arms_sqrt, lb.n_arms_smooth):
            parts.axvline(rule(HORIZON), color="black", linewidth=0.8, linestyle="--")
        (self.total,) = parts.plot([], [], **STRUCTURED, label="regret")
        (self.part_of_grid,) = parts.plot([], [], **{**CONFUSING, "marker": "none"}, label="floor of the grid")
        (self.rest,) = parts.plot([], [], **{**PLAIN, "marker": "none"}, label="lost on the grid")
        (self.best,) = parts.plot([], [], **{**STRUCTURED, "marker": "*", "markersize": 13, "linestyle": "none"})
        (self.here,) = parts.plot([], [], **{**HERE, "markerfacecolor": "none"})
        parts.legend(**ABOVE)
        self.mean = draw_mean(means)
        (self.arms,) = means.plot([], [], **{**STRUCTURED, "linestyle": "none"}, label="arms")
        means.legend(**ABOVE)

    def update(self, n_arms, function, policy):
        bandit, f, p = function_of(function), FUNCTIONS.index(function), tuple(on_points.ON_GRIDS).index(policy)
        total = self.regret[f, p].mean(axis=1)
        rest, k, best = total - self.floor[f], ARMS.index(n_arms), int(np.argmin(total))
        self.total.set_data(ARMS, total)
        self.part_of_grid.set_data(ARMS, np.where(self.floor[f] >= 10, self.floor[f], np.nan))
        self.rest.set_data(ARMS, np.where(rest >= 10, rest, np.nan))
        self.best.set_data([ARMS[best]], [total[best]])
        self.here.set_data([n_arms], [total[k]])
        fill_mean(self.mean, bandit)
        arms = on_points.paper_grid(n_arms, bandit)
        self.arms.set_data(arms, bandit.mean(arms))
        settled = self.settled[f, p, k]
        # Where all arms of the grid are equal nothing is lost on it.
        where = (
            f", {settled.mean() / rest[k]:.0%} of it by the most played arm, which is not the best of the grid in "
            f"{np.count_nonzero(settled)} of {len(settled)} runs"
            if rest[k] > 0.5
            else ""
        )
        end = ", the most tried" if ARMS[best] == ARMS[-1] else ""
        return (
            f"{n_arms} arms on the {function}: {policy} loses {total[k]:.0f}, of which {self.floor[f, k]:.0f} is the "
            f"floor of the grid and {max(rest[k], 0):.0f} is lost on the grid{where}. Best of these numbers of arms: "
            f"{ARMS[best]}{end}, regret {total[best]:.0f}."
        )


arms = Explorer(
    name="number-of-arms",
    question="How many arms should the grid have?",
    caption="Mean regret over 40 runs of 25,000 rounds against the number of arms, and its two parts, with f(n) = "
    "log n; the peak stays a quarter of a step from the nearest arm. A star marks the lowest mean, dashed uprights the "
    "two rules, 8 and 50 arms; parts below 10 are not drawn. Right: the mean and the arms.",
    controls=[
        Slider("n_arms", ARMS, label="number of arms", start=8, play=True),
        Choice("function", FUNCTIONS, label="function"),
        Choice("policy", tuple(on_points.ON_GRIDS), label="policy"),
    ],
    panels=[
        Panel(
            "parts",
            alt="Regret against the number of arms on log axes: the floor of the grid falls with more arms, what is "
            "lost on the grid mostly rises, and a star marks the number of arms where their sum is least.",
            height=320,
        ),
        Panel("means", alt="The mean over the interval, and a mark on it for each arm of the grid.", height=320),
    ],
    picture=ArmsPicture,
    reads=("grids",),
    presets={
        "Too few arms": {"n_arms": 3, "function": "triangle", "policy": "CKLUCB"},
        "Too many for KL-UCB": {"n_arms": 128, "function": "triangle", "policy": "KLUCB"},
        "A smooth peak": {"n_arms": 12, "function": "quadratic", "policy": "CKLUCB"},
        "A needle": {"n_arms": 50, "function": "needle", "policy": "CKLUCB"},
    },
)


class RacePicture:
    """Final regret of every policy: mean and 10 to 90 %, with the mean it is played on."""

    def __init__(self, axes):
        self.table = data.table("race")[0]["regret"]
        self.names = tuple(on_points.racers(function_of("triangle")))
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
# The policies that are told L, as the sensitivity study names them: how to name one told c·L, and its look.
TOLD = {
    "CKL-UCB, 50 arms": (lambda c, level: f"CKLUCB, {level}, {c:g} L", STRUCTURED),
    "adaptive": (lambda c, level: f"Adaptive, {c:g} L", THETA),
    "Zooming+": (lambda c, level: f"Zooming+, {c:g} L", CONFUSING),
    "HOO+, ρ = 1/2": (lambda c, level: f"HOO+, {c:g} L, ρ = 0.5", {"color": OKABE_ITO["purple"], "linestyle": "-."}),
}
# Regret above this is cut off.
HIGHEST = 2600


class ToldPicture:
    """Regret against the L that each policy is told, and HOO's ρ for the chosen one."""

    def __init__(self, axes):
        self.results = {shape: data.results(f"sensitivity-{shape}")[0] for shape in SHAPES}
        told, ratio = axes["told"], axes["ratio"]
        factors = on_points.FACTORS
        told.set(xlim=(0.21, 4.8), ylim=(0, HIGHEST), xscale="log", xlabel="told L / L", ylabel="regret at T = 25,000")
        plain_ticks(told.xaxis, factors)
        self.lines = {name: told.plot(factors, np.zeros(5), **look, label=name)[0] for name, (_, look) in TOLD.items()}
        (self.plain,) = told.plot([0.21, 4.8], [0, 0], **{**PLAIN, "marker": "none"}, label="KL-UCB, 50 arms")
        (self.here,) = told.plot([], [], **{**HERE, "markerfacecolor": "none"})
        told.legend(**ABOVE)
        ratio.set(xlim=(0.3, 0.95), ylim=(0, HIGHEST), xlabel="HOO's ρ", ylabel="regret at T = 25,000")
        plain_ticks(ratio.xaxis, on_points.RATIOS)
        (self.tuned,) = ratio.plot(on_points.RATIOS, np.zeros(4), **{**CONFUSING, "marker": "s"}, label="HOO+")
        (self.original,) = ratio.plot(on_points.RATIOS, np.zeros(4), **STRUCTURED, label="HOO")
        ratio.legend(**ABOVE)

    def mean(self, shape, name):
        return self.results[shape][name].regret[:, -1].mean()

    def means(self, shape, names):
        """Means of several policies, for a curve."""
        found = np.array([self.mean(shape, name) for name in names])
        return np.where(found <= HIGHEST, found, np.nan)

    def update(self, c, shape, level):
        for name, (named, _) in TOLD.items():
            self.lines[name].set_ydata(self.means(shape, [named(each, level) for each in on_points.FACTORS]))
        self.plain.set_ydata([self.mean(shape, f"KLUCB, {level}")] * 2)
        at = {name: self.mean(shape, named(c, level)) for name, (named, _) in TOLD.items()}
        self.here.set_data([c] * len(at), list(at.values()))
        for line, plus in ((self.tuned, "+"), (self.original, "")):
            names = [f"HOO{plus}, {c:g} L, ρ = {rho:g}" for rho in on_points.RATIOS]
            line.set_ydata(self.means(shape, names))
        words = ", ".join(f"{name} {value:.0f}" for name, value in at.items())
        steepest = EXPERIMENTS[f"sensitivity-{shape}"].bandit.lipschitz
        plain = self.mean(shape, f"KLUCB, {level}")
        return f"{shape}, told {c * steepest:g} where L = {steepest:g}: {words}; KL-UCB {plain:.0f}."


told = Explorer(
    name="told-l",
    question="What does it cost to be told another L?",
    caption="Mean regret over 40 runs of 25,000 rounds. Left: policies told a multiple of L, their values ringed; f(n) "
    "concerns the two on a grid only. Right: HOO told the chosen multiple, against ρ. Curves above 2600 are cut off.",
    controls=[
        Slider("c", on_points.FACTORS, label="told L / L", start=1.0, play=True),
        Choice("shape", SHAPES, label="function"),
        Choice("level", on_points.LEVELS, label="f(n)"),
    ],
    panels=[
        Panel(
            "told",
            alt="Regret against the multiple of L that is told, one curve a policy, with the level of KL-UCB dotted.",
            height=340,
        ),
        Panel("ratio", alt="Regret of HOO and HOO+ against ρ, for the chosen multiple of L.", height=340),
    ],
    picture=ToldPicture,
    reads=tuple(f"sensitivity-{shape}" for shape in SHAPES),
    presets={
        "Told the truth": {"c": 1.0, "shape": "triangle", "level": "log"},
        "Told a quarter": {"c": 0.25, "shape": "triangle", "level": "log"},
        "Told four times": {"c": 4.0, "shape": "quadratic", "level": "log"},
        "The paper's f(n)": {"c": 1.0, "shape": "triangle", "level": "paper"},
    },
)
