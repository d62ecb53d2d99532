"""The explorer of the CKL-UCB chapter: what the assumed L does."""

import numpy as np

from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.study import data, recipes, statistics
from lipbandits.style import HERE, PLAIN, STRUCTURED, plain_ticks

# Regret above this is cut off.
HIGHEST = 3300
SHAPES = {"triangle": "assumed-triangle", "smooth peak": "assumed-smooth"}


class AssumedPicture:
    """Final regret against the assumed L, and regret over time for the chosen one, with KL-UCB."""

    def __init__(self, axes):
        self.results = {shape: data.results(name)[0] for shape, name in SHAPES.items()}
        self.bandits = {shape: recipes.EXPERIMENTS[name].bandit for shape, name in SHAPES.items()}
        final, time = axes["final"], axes["time"]
        final.set(xlim=(0.085, 10), ylim=(0, HIGHEST), xscale="log", xlabel="assumed L", ylabel="regret at T = 100,000")
        plain_ticks(final.xaxis, (0.1, 0.3, 1, 3, 8))
        (self.mean,) = final.plot(recipes.ASSUMED, [0] * len(recipes.ASSUMED), **STRUCTURED, label="mean")
        (self.median,) = final.plot(
            recipes.ASSUMED,
            [0] * len(recipes.ASSUMED),
            color=STRUCTURED["color"],
            linestyle="--",
            label="median",
        )
        self.slope = final.axvline(1, color="black", linewidth=0.8, linestyle="--")
        self.plain = final.axhline(0, **{**PLAIN, "marker": "none"}, label="KL-UCB")
        (self.here,) = final.plot([1], [0], **HERE)
        final.legend(loc="upper right")
        rounds = self.results["triangle"]["KLUCB"].rounds
        time.set(xlim=(10, 130000), ylim=(0, HIGHEST), xscale="log", xlabel="round", ylabel="regret")
        plain_ticks(time.xaxis, (10, 100, 1000, 10000, 100000))
        self.shown = rounds >= 10
        (self.upper,) = time.plot([], [], color=STRUCTURED["color"], linewidth=0.8, label="10 and 90 %")
        (self.lower,) = time.plot([], [], color=STRUCTURED["color"], linewidth=0.8)
        (self.curve,) = time.plot([], [], **{**STRUCTURED, "marker": "none"}, label="mean, this L")
        (self.reference,) = time.plot([], [], **{**PLAIN, "marker": "none"}, label="KL-UCB")
        time.legend(loc="upper left")

    def update(self, L, shape):
        results, bandit = self.results[shape], self.bandits[shape]
        final = np.array([results[f"L = {each:g}"].regret[:, -1] for each in recipes.ASSUMED])
        self.mean.set_ydata(final.mean(axis=1))
        self.median.set_ydata(np.median(final, axis=1))
        plain = results["KLUCB"]
        self.plain.set_ydata([plain.mean()[-1]] * 2)
        regret, shown = results[f"L = {L:g}"], self.shown
        self.slope.set_xdata([bandit.lipschitz] * 2)
        self.here.set_data([L], [regret.mean()[-1]])
        rounds, (low, high) = regret.rounds[shown], regret.quantile([0.1, 0.9])
        for line, values in (
            (self.upper, np.minimum(high, HIGHEST)),
            (self.lower, low),
            (self.curve, regret.mean()),
            (self.reference, plain.mean()),
        ):
            line.set_data(rounds, values[shown])
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
    "0.8 - (x - 1/2)² (smooth peak), 600 runs of 100,000 rounds for each L. Left: regret at the end against the L "
    "it is told; the dashed upright is the steepest slope of θ. Right: regret over time for the chosen L.",
    controls=[
        Slider("L", recipes.ASSUMED, label="assumed L", start=0.5, play=True),
        Choice("shape", tuple(SHAPES), label="shape of θ"),
    ],
    panels=[
        Panel(
            "final",
            alt="Regret at the horizon against the assumed L: the mean is high where L is far below the slope, lowest "
            "near the slope of the triangle or below that of the smooth peak, and rises to the dotted line of KL-UCB "
            "for large L.",
        ),
        Panel("time", alt="Regret over rounds on a log axis for the chosen L, with a band, and for KL-UCB, dotted."),
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
