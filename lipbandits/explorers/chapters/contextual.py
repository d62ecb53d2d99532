"""Explorers of the contextual chapter: which pairs inform about which, and CCKL-UCB round by round."""

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.study.recorded import CONTEXT_HORIZON, CONTEXT_ROUNDS, CONTEXT_TABLES, record_contexts, stepped_contexts
from lipbandits.study.similar import ARMS, CONTEXTS, SHIFTS, WEIGHTS, bounds_of, similar
from lipbandits.study.with_contexts import keeps_promise
from lipbandits.style import ABOVE, CONFUSING, HERE, OKABE_ITO, STRUCTURED, THETA, plain_ticks

SHOWN = 2
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


class SimilarPicture:
    """Which pairs inform about a model, and the bound against β."""

    def __init__(self, axes):
        pairs, bound = axes["pairs"], axes["bound"]
        prepare_pairs(pairs, CONTEXTS, ARMS)
        self.discs = Discs(pairs, (CONTEXTS, ARMS), 0.06, "informs")
        (self.best,) = pairs.plot([], [], **{**THETA, "linestyle": "none", "markersize": 3}, label="best arm")
        (self.model,) = pairs.plot([], [], **{**CONFUSING, "linestyle": "none", "markersize": 7, "mfc": "none"})
        self.model.set_label("raised")
        pairs.legend(**{**ABOVE, "ncols": 3})
        bound.set(xlim=(8e-4, 125), ylim=(0, 1.15), xscale="log", xlabel="weight β of the contexts")
        bound.set_ylabel("C′ / sum of separate bounds")
        plain_ticks(bound.xaxis, (0.001, 0.01, 0.1, 1, 10, 100))
        bound.axhline(1, color="black", linewidth=0.8, linestyle=":")
        (self.valid,) = bound.plot([], [], **STRUCTURED, label="θ keeps the promise")
        (self.broken,) = bound.plot([], [], **{**CONFUSING, "linestyle": "none"}, label="it does not")
        (self.here,) = bound.plot([], [], **{**HERE, "markerfacecolor": "none"})
        bound.legend(**ABOVE)

    def update(self, weight, shift, arm):
        bandit = similar(weight, shift)
        raised = lb.contextual_confusing_parameter(bandit, SHOWN, arm)
        information = lb.kl_plus(bandit.theta, raised)
        self.discs.set(information)
        self.best.set_data(bandit.best, np.arange(CONTEXTS))
        self.model.set_data([arm], [SHOWN])
        good = np.array([keeps_promise(similar(each, shift)) for each in WEIGHTS])
        ratios = np.array([np.divide(*bounds_of(each, shift)) for each in WEIGHTS])
        self.valid.set_data(WEIGHTS, np.where(good, ratios, np.nan))
        self.broken.set_data(WEIGHTS, np.where(good, np.nan, ratios))
        value, alone = bounds_of(weight, shift)
        self.here.set_data([weight], [value / alone])
        informing = int(np.sum(information > 1e-9))
        others = informing - int(np.sum(information[SHOWN] > 1e-9))
        if not keeps_promise(bandit):
            return (
                f"β = {weight:g}: θ breaks the promise, as the peaks move by {shift:g} in all. Contexts are promised "
                f"to be more alike than they are, and {value:.1f} is no bound for this θ."
            )
        if bandit.gaps[SHOWN, arm] == 0:
            return f"β = {weight:g}: arm {arm} is best in context {SHOWN}. C′ = {value:.1f}, separately {alone:.1f}."
        return (
            f"β = {weight:g}: {informing} pairs inform about arm {arm} in context {SHOWN}, {others} of them in other "
            f"contexts. C′ = {value:.1f}, separately {alone:.1f}."
        )


similar_contexts = Explorer(
    name="similar-contexts",
    question="Which pairs inform about which, and what is it worth?",
    caption="Six contexts of nine arms, 0.8 - 0.5|x - p| with a peak p that moves with the context; L = 0.6. Left: the "
    "area of a disc is what one play of the pair says against the model that raises the square, an arm of context 2. "
    "Right: C′ over the sum of separate bounds, told 0.5, against β; orange squares where θ breaks the promise.",
    controls=[
        Slider("weight", WEIGHTS, label="weight β", start=0.1, play=True),
        Slider("shift", SHIFTS, label="peaks move by", start=0.1),
        Slider("arm", tuple(range(ARMS)), label="arm raised", start=1),
    ],
    panels=[
        Panel(
            "pairs",
            alt="A place for each pair of arm and context; discs about the raised pair show which pairs inform about "
            "it: many contexts when β is small, only its own when β is large.",
            height=320,
        ),
        Panel(
            "bound",
            alt="The ratio of the contextual bound to the sum of separate bounds against β on a log axis: small where "
            "contexts are promised to be alike, somewhat above 1 where they are far apart.",
            height=320,
        ),
    ],
    picture=SimilarPicture,
    presets={
        "All contexts alike": {"weight": 0.001, "shift": 0.0, "arm": 1},
        "Somewhat alike": {"weight": 0.1, "shift": 0.1, "arm": 1},
        "Nothing shared": {"weight": 100.0, "shift": 0.6, "arm": 1},
        "A broken promise": {"weight": 0.001, "shift": 0.6, "arm": 1},
    },
)


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
