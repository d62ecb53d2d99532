"""Explorers of the concentration chapter: the bounds, what a rule gains, the peeling grid, and the level f(n)."""

from functools import cache

import numpy as np

import lipbandits as lb
from lipbandits import concentration, tail_experiments
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.explorers.data import FOLDER
from lipbandits.plots import CONFUSING, HERE, OKABE_ITO, PLAIN, STRUCTURED, THETA, plain_ticks

MIXTURE = {"color": OKABE_ITO["purple"], "linestyle": "-.", "marker": "none"}
NEWER = {"color": OKABE_ITO["orange"], "linestyle": (0, (5, 1, 1, 1, 1, 1)), "marker": "none"}
NAIVE = {"color": OKABE_ITO["sky"], "linestyle": (0, (1, 1)), "marker": "none", "linewidth": 2.5}
BOUNDS = {
    "Theorem 2": (concentration.bound, {**CONFUSING, "marker": "none"}),
    "naive": (concentration.union_bound, NAIVE),
    "mixture": (concentration.mixture_bound, MIXTURE),
    "Kaufmann–Koolen": (concentration.kaufmann_koolen_bound, NEWER),
}
# From 128 points on matplotlib leaves out those on straight stretches: half the bytes.
DELTAS = np.arange(0.75, 100, 0.75)
# The tail is out of the picture before δ = 60; it is drawn at every fourth.
FINE_DELTAS = np.arange(1, 601) / 10
RARE = 0.01
LOG10 = np.log(10)
LOWEST, HIGHEST = -16, 1
# A legend above the axes, where no curve runs.
ABOVE = {"loc": "lower center", "bbox_to_anchor": (0.45, 1.0), "ncols": 2, "columnspacing": 0.8, "handlelength": 1.8}


def powers_of_ten(axis, powers):
    """Plain labels for an axis that shows the logarithm to base 10; typesetting powers would slow an explorer down."""
    axis.set_ticks(powers, ["1" if power == 0 else f"1e{power}" for power in powers])


def log10_within(values):
    """log10 of probabilities, nan where it falls out of the picture."""
    with np.errstate(divide="ignore"):
        logs = np.log10(np.asarray(values, dtype=float))
    return np.where((logs >= LOWEST) & (logs <= HIGHEST), logs, np.nan)


@cache
def tail_of_equal_arms(n_arms, theta, n):
    """The tail at `FINE_DELTAS` for ⌊(n − 1)/K⌋ plays an arm, from the middle of a bracket."""
    low, high = concentration.tail_bracket([theta] * n_arms, [(n - 1) // n_arms] * n_arms, FINE_DELTAS, cells=3000)
    return np.sqrt(low * high)


@cache
def bound_at_deltas(name, n_arms, n):
    """log10 of a bound at `DELTAS`, where it applies and says something."""
    bound, _ = BOUNDS[name]
    least = n_arms + 1 if name == "Theorem 2" else 0
    values = [bound(n_arms, n, delta) if delta >= least else np.nan for delta in DELTAS]
    return log10_within(np.where(np.array(values) == 1, np.nan, values))


@cache
def level_of(bound, n_arms, n, chance):
    return concentration.level_for(bound, n_arms, n, chance)


class TailPicture:
    """The exact tail and four bounds, against δ."""

    def __init__(self, axes):
        ax = axes["tail"]
        ax.set(xlim=(0, 100), ylim=(LOWEST, HIGHEST + 0.3), xlabel="δ, in nats", ylabel="probability")
        powers_of_ten(ax.yaxis, (-16, -12, -8, -4, 0))
        # Above 1 a bound says nothing.
        ax.axhspan(0, HIGHEST + 0.3, color="black", alpha=0.12, linewidth=0)
        self.curves = {name: ax.plot([], [], label=name, **look)[0] for name, (_, look) in BOUNDS.items()}
        (self.exact,) = ax.plot([], [], label="the tail", **{**THETA, "marker": "none", "linewidth": 2})
        ax.legend(**ABOVE)

    def update(self, K, theta, n):
        tail = tail_of_equal_arms(K, theta, n)
        self.exact.set_data(FINE_DELTAS[3::4], log10_within(tail[3::4]))
        for name, curve in self.curves.items():
            curve.set_data(DELTAS, bound_at_deltas(name, K, n))
        truth = FINE_DELTAS[np.argmax(tail < RARE)]
        needed = ", ".join(f"{level_of(bound, K, n, RARE):.1f} by {name}" for name, (bound, _) in BOUNDS.items())
        words = f"A chance below 1 % takes δ = {truth:.1f} for the tail itself, {needed}."
        # All rewards lost: the evidence is largest, and its chance e^{−most}.
        most = K * ((n - 1) // K) * -np.log1p(-theta)
        return f"The evidence cannot exceed {most:.1f}. {words}" if most < -LOWEST * LOG10 else words


tail_bounds = Explorer(
    name="tail-bounds",
    question="How far are the bounds from the tail?",
    caption="Chance that the evidence against the true means reaches δ, for K arms of one mean, sampled equally often "
    "up to round n, and four bounds that hold for every sampling rule; in the shaded part they say nothing.",
    controls=[
        Slider("K", (1, 2, 3, 4, 6, 8), label="arms K", start=2, play=True),
        Slider("theta", (0.05, 0.2, 0.5, 0.8, 0.95), label="mean θ of all arms", start=0.5),
        Slider("n", (31, 101, 301, 1001, 10001), label="round n", start=101),
    ],
    panels=[
        Panel(
            "tail",
            height=360,
            alt="Probability on a log axis against δ. The tail is lowest and falls like the exponential of minus δ; "
            "the mixture bound, Theorem 2 and the bound of Kaufmann and Koolen fall in parallel, higher up; the naive "
            "bound falls far more slowly when there are several arms.",
        )
    ],
    picture=TailPicture,
    presets={
        "One arm": {"K": 1, "theta": 0.5, "n": 101},
        "Eight arms": {"K": 8, "theta": 0.5, "n": 1001},
        "The tail ends": {"K": 2, "theta": 0.2, "n": 31},
        "Many rounds": {"K": 4, "theta": 0.5, "n": 10001},
    },
)


@cache
def stored(name):
    """The arrays of a stored table."""
    try:
        return tail_experiments.load(FOLDER / f"{name}.npz")[0]
    except ValueError as error:
        raise ValueError(f"{error}; run `python -m lipbandits {name} --out {name}.npz` in book/data") from None


# Tails below this are a handful of runs, and not shown.
RAREST = -3.5


class RulesPicture:
    """The simulated tail under one rule beside sampling in turn, and all rules at one δ."""

    delta = 6.0

    def __init__(self, axes):
        self.tails = stored("tails")["tails"]
        curve, rules = axes["curve"], axes["rules"]
        curve.set(xlim=(0, 14), ylim=(RAREST, 0.4), xlabel="δ, in nats", ylabel="probability")
        powers_of_ten(curve.yaxis, (-3, -2, -1, 0))
        (self.reference,) = curve.plot([], [], label="in turn, plays on", **{**PLAIN, "marker": "none"})
        (self.chosen,) = curve.plot([], [], label="the rule", **{**STRUCTURED, "marker": "none"})
        curve.axvline(self.delta, color="black", linewidth=0.6)
        curve.legend(**ABOVE)
        rules.set(xlim=(RAREST, 0.1), ylim=(-0.6, 3.6), xlabel=f"probability at δ = {self.delta:g}")
        powers_of_ten(rules.xaxis, (-3, -2, -1, 0))
        rules.set_yticks(range(4), ["in turn", "uniform", "least\nevidence", "CKL-UCB"])
        rules.invert_yaxis()
        looks = {**PLAIN, "linestyle": "none"}, {**CONFUSING, "linestyle": "none"}
        self.endings = [
            rules.plot([], [], label=label, **look)[0] for label, look in zip(("plays on", "stops"), looks, strict=True)
        ]
        (self.here,) = rules.plot([], [], **{**HERE, "markerfacecolor": "none", "markeredgewidth": 2})
        rules.legend(**ABOVE)

    def update(self, rule, ending, n):
        r, e = tail_experiments.RULES.index(rule), tail_experiments.ENDINGS.index(ending)
        at = self.tails[:, tail_experiments.ROUNDS.index(n)]
        deltas = tail_experiments.DELTAS
        shown = deltas <= 14
        for line, tail in ((self.reference, at[0, 0]), (self.chosen, at[r, e])):
            with np.errstate(divide="ignore"):
                logs = np.log10(tail[shown])
            line.set_data(deltas[shown], np.where(logs >= RAREST, logs, np.nan))
        place = int(np.flatnonzero(deltas == self.delta)[0])
        with np.errstate(divide="ignore"):
            logs = np.log10(at[:, :, place])
        logs = np.where(logs >= RAREST, logs, np.nan)
        for line, values in zip(self.endings, logs.T, strict=True):
            line.set_data(values, np.arange(4))
        self.here.set_data([logs[r, e]], [r])
        own, plain = at[r, e, place], at[0, 0, place]
        proved = (
            f"{level_of(BOUNDS[name][0], len(tail_experiments.BANDIT.theta), n, 1 - 1e-9):.1f} by {name}"
            for name in ("mixture", "Theorem 2")
        )
        return (
            f"Evidence of {self.delta:g} nats at round {n}: {own:.2%} of runs, {own / plain:.1f} times as often as "
            f"when arms are sampled in turn to the end ({plain:.2%}). A bound says something only from δ = "
            f"{', '.join(proved)}."
        )


rules = Explorer(
    name="rules",
    question="How much can a clever rule gain?",
    caption="Evidence against the true means of five arms, 20,000 simulated runs for each rule. Left: its tail. Right: "
    "all rules at δ = 6, playing on to the end (triangles) or stopping at the right moment (squares).",
    controls=[
        Choice("rule", tail_experiments.RULES, label="rule", start="CKL-UCB"),
        Choice("ending", tail_experiments.ENDINGS, label="ending", start=tail_experiments.ENDINGS[1]),
        Slider("n", tail_experiments.ROUNDS, label="round n", start=301, play=True),
    ],
    panels=[
        Panel(
            "curve",
            alt="Simulated tails on a log axis against δ: the chosen rule solid, sampling in turn to the end dotted. "
            "Rules that stop lie well above it.",
        ),
        Panel(
            "rules",
            alt="Chance of evidence of 6 nats for four rules on a log axis, a triangle for playing on and a square "
            "for stopping at the right moment; the square is always further right.",
        ),
    ],
    picture=RulesPicture,
    presets={
        "CKL-UCB, played on": {"rule": "CKL-UCB", "ending": "plays on", "n": 1001},
        "In turn, stopping": {"rule": "round robin", "ending": tail_experiments.ENDINGS[1], "n": 1001},
        "Least evidence, stopping": {"rule": "least evidence", "ending": tail_experiments.ENDINGS[1], "n": 1001},
    },
)

ROUND = 10_000
ETAS = tuple(float(f"{eta:.2g}") for eta in np.geomspace(0.01, 2, 24))
# Powers of ten by which a bound may exceed the best one and still be shown.
HIGHEST_RATIO = 14


@cache
def peeling_curve(n_arms, delta):
    """(η, log10 of the peeling bound) on a fine grid, where the lemma applies."""
    etas = np.geomspace(0.009, min(delta / n_arms - 1, 2.2), 160)
    return etas, np.array([concentration.log_peeling_bound(n_arms, ROUND, delta, eta)[0] for eta in etas]) / LOG10


class PeelingPicture:
    """The peeling bound against η, and the slices of one arm's counts."""

    def __init__(self, axes):
        bound, grid = axes["bound"], axes["grid"]
        bound.set(xlim=(0.0085, 2.4), ylim=(-1, HIGHEST_RATIO), xscale="log", xlabel="η", ylabel="bound / best bound")
        plain_ticks(bound.xaxis, (0.01, 0.03, 0.1, 0.3, 1))
        powers_of_ten(bound.yaxis, (0, 3, 6, 9, 12))
        (self.curve,) = bound.plot([], [], **{**THETA, "marker": "none"}, label="the proof's bound")
        (self.paper,) = bound.plot([], [], **{**CONFUSING, "linestyle": "none", "markersize": 7}, label="η = 1/(δ − 1)")
        (self.thick,) = bound.plot(
            [], [], **{**STRUCTURED, "linestyle": "none", "markersize": 7}, label="η = K/(δ − K)"
        )
        (self.here,) = bound.plot([], [], **{**HERE, "markerfacecolor": "none", "markeredgewidth": 2})
        # From below, since the diamond is often at the best place.
        (self.best,) = bound.plot([], [], color="black", linestyle="none", marker="^", markersize=6, label="best η")
        bound.legend(loc="upper center")
        grid.set(xlim=(0.9, 12_000), ylim=(0, 1), xscale="log", xlabel="plays of an arm, in slices")
        plain_ticks(grid.xaxis, (1, 10, 100, 1000, 10_000))
        grid.set_yticks([])
        (self.edges,) = grid.plot([], [], color=OKABE_ITO["blue"], linewidth=0.6)

    def update(self, eta, K, delta):
        best, best_eta = concentration.log_peeling_bound(K, ROUND, delta)
        etas, logs = peeling_curve(K, delta)
        self.curve.set_data(etas, np.where(logs - best / LOG10 < HIGHEST_RATIO, logs - best / LOG10, np.nan))
        for line, each in ((self.paper, 1 / (delta - 1)), (self.thick, K / (delta - K))):
            line.set_data([each], [(concentration.log_peeling_bound(K, ROUND, delta, each)[0] - best) / LOG10])
        self.best.set_data([best_eta], [-0.6])
        edges = concentration.slices(ROUND, eta)
        slices = cells_in_words(eta, len(edges) - 1, K)
        edges = edges[edges <= 11_000]
        self.edges.set_data(np.repeat(edges, 3), np.tile([0.0, 1.0, np.nan], len(edges)))
        words = f"the best is {ten_to(best)} at η = {best_eta:.2g}"
        if delta < (1 + eta) * K:
            self.here.set_data([], [])
            return f"{slices}; the lemma needs δ ≥ (1 + η) K, so this η proves nothing; {words}."
        log, _ = concentration.log_peeling_bound(K, ROUND, delta, eta)
        ratio = (log - best) / LOG10
        self.here.set_data([eta], [ratio if ratio < HIGHEST_RATIO else np.nan])
        paper, _ = concentration.log_peeling_bound(K, ROUND, delta, 1 / (delta - 1))
        paper = f"the paper's η = {1 / (delta - 1):.2g} gives {ten_to(paper)}"
        return f"{slices}; the bound is {ten_to(log)}; {paper}; {words}."


def cells_in_words(eta, slices, n_arms):
    words = f"η = {eta:g}: {slices} slices an arm"
    return words if n_arms == 1 else f"{words}, {slices}{'⁰¹²³⁴⁵⁶⁷⁸'[n_arms]} cells"


def ten_to(log):
    """exp(log) in words that a float cannot overflow."""
    power = int(np.floor(log / LOG10))
    if -3 < power < 3:
        return f"{np.exp(log):.2g}"
    return f"{np.exp(log - power * LOG10):.1f}e{power}"


peeling = Explorer(
    name="peeling",
    question="How thick should the slices be?",
    caption="Left: the proof's bound at round 10,000 over the best one, against the thickness η of the slices; "
    "a square at the paper's choice, a diamond at K/(δ − K), a triangle under the best. Right: the slices that cover "
    "1 to 10,000 plays of an arm.",
    controls=[
        Slider("eta", ETAS, label="η", start=ETAS[8], play=True),
        Slider("K", (1, 2, 4, 8), label="arms K", start=4),
        Slider("delta", (20, 40, 80), label="δ", start=40, unit="nats"),
    ],
    panels=[
        Panel(
            "bound",
            alt="The bound over its best value on a log axis against η: a valley with small jumps. For one arm the "
            "square of the paper's choice lies at the bottom; for more arms it is further right, at the diamond.",
        ),
        Panel("grid", alt="Upright lines at the edges of the slices, on a log axis of counts; evenly spaced there."),
    ],
    picture=PeelingPicture,
    presets={
        "One arm: the paper's η": {"eta": ETAS[7], "K": 1, "delta": 20},
        "Eight arms: thicker": {"eta": ETAS[11], "K": 8, "delta": 80},
        "Too thin": {"eta": ETAS[0], "K": 4, "delta": 40},
        "Too thick": {"eta": ETAS[-1], "K": 8, "delta": 20},
    },
)

KINDS = {
    "log": ("log n", {"color": "black", "linestyle": ":"}),
    "klucb1": ("+ 1 log log n", {"color": OKABE_ITO["sky"], "linestyle": "--"}),
    "klucb3": ("+ 3 log log n", {"color": OKABE_ITO["blue"], "linestyle": "-"}),
    "paper": ("+ (3K+1) log log n", {"color": "black", "linestyle": "-"}),
}


class LevelsPicture:
    """The level f(n) in four versions, the level truly needed, and what two bounds ask for."""

    def __init__(self, axes):
        self.fixed, self.stopping = stored("levels")["fixed"], stored("levels")["stopping"]
        arms, rounds = tail_experiments.LEVEL_ARMS, tail_experiments.LEVEL_ROUNDS
        self.proved = {
            name: np.array([[tail_experiments.level_of_bound(BOUNDS[name][0], k, n) for n in rounds] for k in arms])
            for name in ("Theorem 2", "mixture")
        }
        self.levels = {
            kind: np.array([[lb.exploration_level(n, k, kind) for n in rounds] for k in arms]) for kind in KINDS
        }
        self.over_rounds = self._panel(
            axes["rounds"], rounds, "round n", (22, 1.4e6), {100: "100", 10_000: "1e4", 1_000_000: "1e6"}
        )
        self.over_arms = self._panel(axes["arms"], arms, "arms K", (0.9, 52), {k: str(k) for k in (1, 2, 5, 16, 46)})
        axes["rounds"].legend(handles=[self.over_rounds[kind] for kind in KINDS], **ABOVE)
        axes["arms"].legend(handles=[self.over_arms[name] for name in (*self.proved, "fixed", "stopping")], **ABOVE)

    def _panel(self, ax, places, label, limits, ticks):
        ax.set(xlim=limits, ylim=(1.5, 1000), xscale="log", yscale="log", xlabel=label, ylabel="level, in nats")
        ax.set_xticks(list(ticks), list(ticks.values()))
        ax.set_xticks([], minor=True)
        plain_ticks(ax.yaxis, (2, 5, 10, 20, 50, 100, 500))
        nothing = np.full(len(places), np.nan)
        lines = {kind: ax.plot(places, nothing, label=name, **look)[0] for kind, (name, look) in KINDS.items()}
        lines |= {name: ax.plot(places, nothing, label=name, **BOUNDS[name][1])[0] for name in self.proved}
        looks = {"fixed": THETA, "stopping": STRUCTURED}
        for name, word in (("fixed", "in turn"), ("stopping", "stopping")):
            lines[name] = ax.plot(places, nothing, label=word, **{**looks[name], "linestyle": "none"})[0]
        lines["here"] = ax.axvline(places[0], color=OKABE_ITO["orange"], linewidth=1.2)
        return lines

    def update(self, K, n):
        i, j = tail_experiments.LEVEL_ARMS.index(K), tail_experiments.LEVEL_ROUNDS.index(n)
        values = {**self.levels, **self.proved, "fixed": self.fixed, "stopping": self.stopping}
        for name, table in values.items():
            self.over_rounds[name].set_ydata(table[i])
            self.over_arms[name].set_ydata(table[:, j])
        self.over_rounds["here"].set_xdata([n, n])
        self.over_arms["here"].set_xdata([K, K])
        if np.isnan(self.fixed[i, j]):
            return f"{K} arms cannot all be sampled before round {n}."
        needed = f"{self.fixed[i, j]:.1f} when arms are sampled in turn"
        if np.isfinite(self.stopping[i, j]):
            needed += f", {self.stopping[i, j]:.1f} against a rule that stops at the right moment"
        found = {kind: table[i, j] for kind, table in self.levels.items()}
        return (
            f"A chance of 1/(n log n) needs a level of {needed}. log n is {found['log']:.1f}, "
            f"with 3 log log n {found['klucb3']:.1f}, with (3K + 1) log log n {found['paper']:.1f}; "
            f"Theorem 2 asks for {self.proved['Theorem 2'][i, j]:.1f}, the mixture bound for "
            f"{self.proved['mixture'][i, j]:.1f}."
        )


levels = Explorer(
    name="levels",
    question="Which level is truly needed?",
    caption="The level that chance evidence exceeds with probability 1/(n log n), all means ½: circles for arms "
    "sampled in turn, diamonds for a rule that stops when it gets there; beside them f(n) with several shares of "
    "log log n, and the levels at which Theorem 2 and the mixture bound prove it. The upright line marks where the "
    "other panel is drawn.",
    controls=[
        Slider("K", tail_experiments.LEVEL_ARMS, label="arms K", start=5, play=True),
        Slider("n", tail_experiments.LEVEL_ROUNDS, label="round n", start=10_000),
    ],
    panels=[
        Panel(
            "rounds",
            height=320,
            alt="Levels on a log axis against the round: the circles of what is needed lie near log n plus a few "
            "log log n; the paper's level and Theorem 2 lie far above, the more so the more arms there are.",
        ),
        Panel(
            "arms",
            height=320,
            alt="Levels on a log axis against the number of arms: what is needed grows slowly, the paper's level and "
            "Theorem 2 grow in proportion to the number of arms.",
        ),
    ],
    picture=LevelsPicture,
    presets={
        "One arm": {"K": 1, "n": 10_000},
        "Five arms": {"K": 5, "n": 10_000},
        "The paper's experiment": {"K": 46, "n": 1_000_000},
    },
)
