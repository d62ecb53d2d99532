"""The explorer of the OSLB chapter: what ε does."""

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Explorer, Panel, Slider
from lipbandits.explorers.chapters.runs import RunsInOrder, ends_wrong, level
from lipbandits.study import data, recipes
from lipbandits.style import ABOVE, CONFUSING, PLAIN, plain_ticks


class EpsilonPicture:
    """The runs at the end, in order, and the plays of each arm beside the optimal rates."""

    def __init__(self, axes):
        self.experiment = recipes.EXPERIMENTS["epsilon"]
        self.results = data.results("epsilon")[0]
        self.bound = lb.lower_bound(self.experiment.bandit)
        runs, plays = axes["runs"], axes["plays"]
        highest = 1.05 * max(regret.regret[:, -1].max() for regret in self.results.values())
        runs.set_ylabel("regret at T = 100,000")
        self.runs = RunsInOrder(runs, highest, look=CONFUSING)
        floor = self.bound.value * np.log(self.experiment.horizon)
        level(runs, color="black", linewidth=1.2, linestyle=":", label="C(θ) log T").set_ydata([floor] * 2)
        runs.legend(**ABOVE)
        plays.set(
            xlim=(-0.03, 1.03), ylim=(0.6, 20000), yscale="log", xlabel="position of the arm, x", ylabel="plays / log T"
        )
        plain_ticks(plays.yaxis, (1, 10, 100, 1000, 10000))
        rates = np.where(self.bound.rates > 0, self.bound.rates, np.nan)
        plays.plot(self.experiment.bandit.arms, rates, **PLAIN, label="optimal cₖ")
        (self.plays,) = plays.plot(self.experiment.bandit.arms, rates, **CONFUSING, label="OSLB")
        plays.legend(**ABOVE)

    def update(self, epsilon):
        regret = self.results[f"ε = {epsilon:g}"]
        self.runs.show(regret.regret[:, -1], ends_wrong(self.experiment.bandit, regret))
        self.plays.set_ydata(regret.plays.mean(axis=0) / np.log(self.experiment.horizon))
        last = regret.regret[:, -1]
        return (
            f"ε = {epsilon:g}: mean regret {last.mean():.0f}, median {np.median(last):.0f}; "
            f"C(θ) log T is {self.bound.value * np.log(self.experiment.horizon):.0f}. "
            f"The least played arm has {regret.plays.min(axis=1).mean():.0f} plays on average."
        )


epsilon = Explorer(
    name="epsilon",
    question="How much forced exploration?",
    caption="OSLB(ε) with f = log n on the triangle of 17 arms, its peak on arm 8, with L twice the slope, 40 runs, "
    "T = 100,000. Left: the runs by their regret at T. Right: mean plays of each arm per log T, and the optimal rates.",
    controls=[Slider("epsilon", recipes.EPSILONS, label="ε", start=0.5, play=True)],
    panels=[
        Panel(
            "runs",
            alt="Forty runs in the order of their regret at the horizon, above the floor C(θ) log T: the larger ε, the "
            "higher all of them.",
            height=300,
        ),
        Panel(
            "plays",
            alt="Plays of each of seventeen arms per log T on a log axis, beside the optimal rates: OSLB plays every "
            "suboptimal arm more than the plan of the true means asks.",
            height=300,
        ),
    ],
    picture=EpsilonPicture,
    reads=("epsilon",),
    presets={"Hardly any": {"epsilon": 0.05}, "As usual here": {"epsilon": 0.5}, "A lot": {"epsilon": 5.0}},
)
