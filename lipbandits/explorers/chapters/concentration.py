"""Explorers of the concentration chapter: what a rule reaches, and the level it takes."""

from functools import cache

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.study import data, of_tails
from lipbandits.style import ABOVE, CONFUSING, HERE, OKABE_ITO, PLAIN, STRUCTURED, THETA, plain_ticks, powers_of_ten
from lipbandits.theory import concentration

PAPER = "the paper's Theorem 2"
MIXTURE = {"color": OKABE_ITO["purple"], "linestyle": "-.", "marker": "none"}
NEWER = {"color": OKABE_ITO["orange"], "linestyle": (0, (5, 1, 1, 1, 1, 1)), "marker": "none"}
NAIVE = {"color": OKABE_ITO["sky"], "linestyle": (0, (1, 1)), "marker": "none", "linewidth": 2.5}
BOUNDS = {
    PAPER: (concentration.bound, {**CONFUSING, "marker": "none"}),
    "naive": (concentration.union_bound, NAIVE),
    "mixture": (concentration.mixture_bound, MIXTURE),
    "Kaufmann–Koolen": (concentration.kaufmann_koolen_bound, NEWER),
}


@cache
def level_of(bound, n_arms, n, chance):
    return concentration.level_for(bound, n_arms, n, chance)


# As the lab of the chapter names them.
RULES = ("in turn", "at random", *of_tails.RULES[2:])

# Tails below this are a handful of runs, and not shown.
RAREST = -3.5


class RulesPicture:
    """The simulated tail under one rule beside sampling in turn, and all rules at one δ."""

    delta = 6.0

    def __init__(self, axes):
        self.tails = data.table("tails")[0]["tails"]
        curve, rules = axes["curve"], axes["rules"]
        curve.set(xlim=(0, 14), ylim=(RAREST, 0.4), xlabel="δ, in nats", ylabel="probability")
        powers_of_ten(curve.yaxis, (-3, -2, -1, 0))
        (self.reference,) = curve.plot([], [], label="in turn, plays on", **{**PLAIN, "marker": "none"})
        (self.chosen,) = curve.plot([], [], label="the rule", **{**STRUCTURED, "marker": "none"})
        curve.axvline(self.delta, color="black", linewidth=0.6)
        curve.legend(**ABOVE)
        rules.set(xlim=(RAREST, 0.1), ylim=(-0.6, 3.6), xlabel=f"probability at δ = {self.delta:g}")
        powers_of_ten(rules.xaxis, (-3, -2, -1, 0))
        rules.set_yticks(range(4), [rule.replace(" evidence", "\nevidence") for rule in RULES])
        rules.invert_yaxis()
        looks = {**PLAIN, "linestyle": "none"}, {**CONFUSING, "linestyle": "none"}
        self.endings = [
            rules.plot([], [], label=label, **look)[0] for label, look in zip(("plays on", "stops"), looks, strict=True)
        ]
        (self.here,) = rules.plot([], [], **{**HERE, "markerfacecolor": "none", "markeredgewidth": 2})
        rules.legend(**ABOVE)

    def update(self, rule, ending, n):
        r, e = RULES.index(rule), of_tails.ENDINGS.index(ending)
        at = self.tails[:, of_tails.ROUNDS.index(n)]
        deltas = of_tails.DELTAS
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
            f"{level_of(BOUNDS[name][0], len(of_tails.BANDIT.theta), n, 1 - 1e-9):.1f} by {name}"
            for name in ("mixture", PAPER)
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
        Choice("rule", RULES, label="rule", start="CKL-UCB"),
        Choice("ending", of_tails.ENDINGS, label="ending", start=of_tails.ENDINGS[1]),
        Slider("n", of_tails.ROUNDS, label="round n", start=301, play=True),
    ],
    panels=[
        Panel(
            "curve",
            alt="Simulated tails on a log axis against δ: the chosen rule solid, sampling in turn to the end dotted. "
            "In late rounds rules that stop lie well above it.",
        ),
        Panel(
            "rules",
            alt="Chance of evidence of 6 nats for four rules on a log axis, a triangle for playing on and a square "
            "for stopping at the right moment; the square is always further right.",
        ),
    ],
    picture=RulesPicture,
    reads=("tails",),
    presets={
        "CKL-UCB, played on": {"rule": "CKL-UCB", "ending": "plays on", "n": 1001},
        "In turn, stopping": {"rule": "in turn", "ending": of_tails.ENDINGS[1], "n": 1001},
        "Least evidence, stopping": {"rule": "least evidence", "ending": of_tails.ENDINGS[1], "n": 1001},
    },
)

KINDS = {
    "log": ("log n", {"color": "black", "linestyle": ":"}),
    "klucb1": ("+ 1 log log n", {"color": OKABE_ITO["sky"], "linestyle": "--"}),
    "klucb3": ("+ 3 log log n", {"color": OKABE_ITO["blue"], "linestyle": "-"}),
    "paper": ("+ (3K+1) log log n", {"color": "black", "linestyle": "-"}),
}


class LevelsPicture:
    """The level f(n) in four versions, the level that two rules need, and what two bounds ask for."""

    def __init__(self, axes):
        self.fixed, self.stopping = data.table("levels")[0]["fixed"], data.table("levels")[0]["stopping"]
        arms, rounds = of_tails.LEVEL_ARMS, of_tails.LEVEL_ROUNDS
        self.proved = {
            name: np.array([[of_tails.level_of_bound(BOUNDS[name][0], k, n) for n in rounds] for k in arms])
            for name in (PAPER, "mixture")
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
        i, j = of_tails.LEVEL_ARMS.index(K), of_tails.LEVEL_ROUNDS.index(n)
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
            f"the paper's Theorem 2 asks for {self.proved[PAPER][i, j]:.1f}, the mixture bound for "
            f"{self.proved['mixture'][i, j]:.1f}."
        )


levels = Explorer(
    name="levels",
    question="Which level do these rules need?",
    caption="The level that chance evidence exceeds with probability 1/(n log n), all means ½: circles for arms "
    "sampled in turn, equally often, diamonds for a rule that stops when it gets there; beside them f(n) with several "
    "shares of log log n, and the levels at which the paper's Theorem 2 and the mixture bound prove it. The upright "
    "line marks where the other panel is drawn.",
    controls=[
        Slider("K", of_tails.LEVEL_ARMS, label="arms K", start=5, play=True),
        Slider("n", of_tails.LEVEL_ROUNDS, label="round n", start=10_000),
    ],
    panels=[
        Panel(
            "rounds",
            height=320,
            alt="Levels on a log axis against the round: the circles of what is needed lie near log n for one arm, "
            "and higher the more arms there are; the paper's level and its Theorem 2 lie far above.",
        ),
        Panel(
            "arms",
            height=320,
            alt="Levels on a log axis against the number of arms: what is needed grows slowly, the paper's level and "
            "its Theorem 2 far faster.",
        ),
    ],
    picture=LevelsPicture,
    reads=("levels",),
    presets={
        "One arm": {"K": 1, "n": 10_000},
        "Five arms": {"K": 5, "n": 10_000},
        "The paper's experiment": {"K": 46, "n": 1_000_000},
    },
)
