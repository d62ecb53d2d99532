"""The explorer of the concentration chapter that computes: the peeling grid; and the bounds that others compare."""

from functools import cache

import numpy as np

from lipbandits.explorers import Explorer, Panel, Slider
from lipbandits.style import CONFUSING, HERE, OKABE_ITO, STRUCTURED, THETA, plain_ticks, powers_of_ten
from lipbandits.theory import concentration

MIXTURE = {"color": OKABE_ITO["purple"], "linestyle": "-.", "marker": "none"}
NEWER = {"color": OKABE_ITO["orange"], "linestyle": (0, (5, 1, 1, 1, 1, 1)), "marker": "none"}
NAIVE = {"color": OKABE_ITO["sky"], "linestyle": (0, (1, 1)), "marker": "none", "linewidth": 2.5}
BOUNDS = {
    "Theorem 2": (concentration.bound, {**CONFUSING, "marker": "none"}),
    "naive": (concentration.union_bound, NAIVE),
    "mixture": (concentration.mixture_bound, MIXTURE),
    "Kaufmann–Koolen": (concentration.kaufmann_koolen_bound, NEWER),
}
LOG10 = np.log(10)


@cache
def level_of(bound, n_arms, n, chance):
    return concentration.level_for(bound, n_arms, n, chance)


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
            "square of the paper's choice lies at the bottom; for more arms the bottom is further right, near the "
            "diamond.",
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
