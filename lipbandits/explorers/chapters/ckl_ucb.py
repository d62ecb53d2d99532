"""The explorer of the CKL-UCB chapter: what the assumed L does."""

import numpy as np

from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.explorers.chapters.runs import RunsInOrder, ends_wrong
from lipbandits.study import data, recipes, statistics
from lipbandits.style import ABOVE, PLAIN, STRUCTURED, plain_ticks

# The same axis of regret in both panels.
LOWEST, HIGHEST = 5, 20_000
TICKS = (10, 100, 1000, 10_000)
SHAPES = {"triangle": "assumed-triangle", "smooth peak": "assumed-smooth"}


class AssumedPicture:
    """The runs at the end, in order, and regret over time, for the chosen L and for KL-UCB."""

    def __init__(self, axes):
        self.results = {shape: data.results(name)[0] for shape, name in SHAPES.items()}
        self.bandits = {shape: recipes.EXPERIMENTS[name].bandit for shape, name in SHAPES.items()}
        axes["runs"].set_ylabel("regret at T = 100,000")
        self.runs = RunsInOrder(axes["runs"], HIGHEST, other="KL-UCB", lowest=LOWEST)
        time = axes["time"]
        rounds = self.results["triangle"]["KLUCB"].rounds
        time.set(xlim=(100, 130_000), ylim=(LOWEST, HIGHEST), xscale="log", yscale="log")
        time.set(xlabel="round", ylabel="regret")
        plain_ticks(time.xaxis, (100, 1000, 10_000, 100_000))
        for each in axes.values():
            plain_ticks(each.yaxis, TICKS)
        self.shown = rounds >= 100
        (self.upper,) = time.plot([], [], color=STRUCTURED["color"], linewidth=0.8, label="10 and 90 %")
        (self.lower,) = time.plot([], [], color=STRUCTURED["color"], linewidth=0.8)
        (self.curve,) = time.plot([], [], **{**STRUCTURED, "marker": "none"}, label="mean, this L")
        (self.reference,) = time.plot([], [], **{**PLAIN, "marker": "none"}, label="KL-UCB")
        time.legend(**ABOVE)

    def update(self, L, shape):
        results, bandit = self.results[shape], self.bandits[shape]
        plain, regret, shown = results["KLUCB"], results[f"L = {L:g}"], self.shown
        self.runs.show(regret.regret[:, -1], ends_wrong(bandit, regret), plain.regret[:, -1])
        rounds, (low, high) = regret.rounds[shown], regret.quantile([0.1, 0.9])
        for line, values in (
            (self.upper, high),
            (self.lower, low),
            (self.curve, regret.mean()),
            (self.reference, plain.mean()),
        ):
            line.set_data(rounds, np.where(values >= LOWEST, values, np.nan)[shown])
        wrong = statistics.wrong_share(bandit, regret)
        return (
            f"Told L = {L:g} (steepest slope {bandit.lipschitz:.2g}): mean regret {regret.mean()[-1]:.0f}, "
            f"median {np.median(regret.regret[:, -1]):.0f}, {wrong:.0%} of runs end on a wrong arm. "
            f"KL-UCB: {plain.mean()[-1]:.0f}."
        )


assumed = Explorer(
    name="assumed-l",
    question="What if CKL-UCB is told another L?",
    caption="CKL-UCB with f = log n and forced plays on 17 arms with the means 0.8 - 0.5|x - 1/2| (triangle) or "
    "0.8 - (x - 1/2)² (smooth peak), 600 runs of 100,000 rounds for each L. Left: every sixth run by its regret at the "
    "end; runs below 10 stand at 10. Right: regret over time. Dotted: KL-UCB. All axes of regret are logarithmic, to "
    "20,000.",
    controls=[
        Slider("L", recipes.ASSUMED, label="assumed L", start=0.5, play=True),
        Choice("shape", tuple(SHAPES), label="shape of θ"),
    ],
    panels=[
        Panel(
            "runs",
            alt="Runs in the order of their regret at the horizon. Told too small an L most lose little and some, "
            "which end on a wrong arm, very much; told a large L all lose about as much as KL-UCB, dotted.",
            height=300,
        ),
        Panel(
            "time",
            alt="Regret over rounds on log axes for the chosen L, with a band, and for KL-UCB, dotted.",
            height=300,
        ),
    ],
    picture=AssumedPicture,
    reads=tuple(SHAPES.values()),
    presets={
        "L too small": {"L": 0.2, "shape": "triangle"},
        "L = slope": {"L": 0.5, "shape": "triangle"},
        "L large: KL-UCB again": {"L": 8.0, "shape": "triangle"},
        "A smooth peak": {"L": 1.0, "shape": "smooth peak"},
    },
)
