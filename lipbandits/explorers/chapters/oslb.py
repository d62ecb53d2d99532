"""The explorer of the OSLB chapter: what ε does."""

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Explorer, Panel, Slider
from lipbandits.study import data, recipes
from lipbandits.style import HERE, PLAIN, STRUCTURED, THETA, plain_ticks


class EpsilonPicture:
    """Regret against ε, and the plays of each arm against the optimal rates."""

    def __init__(self, axes):
        self.experiment = recipes.EXPERIMENTS["epsilon"]
        self.results = data.results("epsilon")[0]
        self.bound = lb.lower_bound(self.experiment.bandit)
        values = np.array([self.results[f"ε = {epsilon:g}"].regret[:, -1] for epsilon in recipes.EPSILONS])
        self.means = values.mean(axis=1)
        low, high = np.quantile(values, [0.1, 0.9], axis=1)
        regret, plays = axes["regret"], axes["plays"]
        regret.set(
            xlim=(0.04, 6.5), ylim=(0, 1.1 * high.max()), xscale="log", xlabel="ε", ylabel="regret at T = 100,000"
        )
        plain_ticks(regret.xaxis, (0.05, 0.2, 1, 5))
        regret.fill_between(recipes.EPSILONS, low, high, color=STRUCTURED["color"], alpha=0.2, linewidth=0)
        regret.plot(recipes.EPSILONS, self.means, **STRUCTURED, label="mean, 10 to 90 %")
        (self.here,) = regret.plot([1], [0], **HERE)
        regret.legend(loc="lower left")
        plays.set(
            xlim=(-0.03, 1.03), ylim=(0.6, 20000), yscale="log", xlabel="position of the arm, x", ylabel="plays / log T"
        )
        plain_ticks(plays.yaxis, (1, 10, 100, 1000, 10000))
        rates = np.where(self.bound.rates > 0, self.bound.rates, np.nan)
        plays.plot(self.experiment.bandit.arms, rates, **PLAIN, label="optimal cₖ")
        (self.plays,) = plays.plot(self.experiment.bandit.arms, rates, **THETA, label="OSLB")
        plays.legend(loc="upper left")

    def update(self, epsilon):
        regret = self.results[f"ε = {epsilon:g}"]
        self.here.set_data([epsilon], [regret.regret[:, -1].mean()])
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
    "T = 100,000. Left: regret at T. Right: mean plays of each arm per log T beside the optimal rates.",
    controls=[Slider("epsilon", recipes.EPSILONS, label="ε", start=0.5, play=True)],
    panels=[
        Panel(
            "regret", alt="Mean regret at the horizon against ε with a band from the tenth to the ninetieth percentile."
        ),
        Panel(
            "plays",
            alt="Plays of each of seventeen arms per log T on a log axis, beside the optimal rates: OSLB plays every "
            "suboptimal arm more than the plan of the true means asks.",
        ),
    ],
    picture=EpsilonPicture,
    reads=("epsilon",),
    presets={"Hardly any": {"epsilon": 0.05}, "As usual here": {"epsilon": 0.5}, "A lot": {"epsilon": 5.0}},
)
