"""The explorer of the page on OSSB: what policies with a plan and without lost in a million rounds."""

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel
from lipbandits.explorers.chapters.runs import RunsInOrder, level
from lipbandits.study import data, recipes
from lipbandits.style import ABOVE, CONFUSING, PLAIN, plain_ticks

# No run loses less or more, and none ends on a wrong arm: tests/test_ossb.py looks.
LOWEST, HIGHEST = 5, 10_000
# {what a reader chooses: the name of the stored study}, and of the policy in it.
INSTANCES = {
    "five coins in a line": "ossb-line",
    "a group and one apart": "ossb-group",
    "one between two sides": "ossb-sides",
    "counts": "ossb-counts",
}
POLICIES = {"OSSB": "OSSB", "OSSB with ε = γ = 0": "OSSB, ε = γ = 0", "OSLB": "OSLB", "CKL-UCB": "CKLUCB"}


class PlansPicture:
    """The runs at the end, in order, and the plays of each arm beside the optimal rates."""

    def __init__(self, axes):
        self.results = {each: data.results(name)[0] for each, name in INSTANCES.items()}
        self.bandits = {each: recipes.EXPERIMENTS[name].bandit for each, name in INSTANCES.items()}
        self.bounds = {each: lb.lower_bound(bandit) for each, bandit in self.bandits.items()}
        self.passed = np.log(recipes.EXPERIMENTS["ossb-line"].horizon)
        runs, plays = axes["runs"], axes["plays"]
        runs.set_ylabel("regret at T = 1,000,000")
        self.runs = RunsInOrder(runs, HIGHEST, marked="", lowest=LOWEST, look=CONFUSING)
        plain_ticks(runs.yaxis, (5, 10, 100, 1000, 10_000))
        self.floor = level(runs, color="black", linewidth=1.2, linestyle=":", label="C(θ) log T")
        runs.legend(**ABOVE)
        plays.set(xlim=(-0.5, 6.5), ylim=(0.02, 3000), yscale="log", xlabel="arm", ylabel="plays / log T")
        self.arms = plays.xaxis
        plain_ticks(plays.yaxis, (0.1, 1, 10, 100, 1000))
        (self.plan,) = plays.plot([], [], **{**PLAIN, "linestyle": "none"}, label="optimal cₖ")
        (self.plays,) = plays.plot([], [], **{**CONFUSING, "linestyle": "none"}, label="mean over runs")
        self.best = plays.text(0, 0.03, "best", ha="center")
        plays.legend(**ABOVE)

    def update(self, instance, policy):
        bandit, bound, regret = self.bandits[instance], self.bounds[instance], self.results[instance][POLICIES[policy]]
        last, floor, others = regret.regret[:, -1], bound.value * self.passed, bandit.suboptimal
        self.runs.show(last, np.zeros(len(last), dtype=bool))
        self.floor.set_ydata([floor] * 2)
        arms = np.arange(bandit.n_arms)
        # Limits stay; an arm that is not there has no tick.
        self.arms.set_ticks(arms)
        self.best.set_x(bandit.theta.argmax())
        self.plan.set_data(arms[others], np.where(bound.rates > 0, bound.rates, np.nan)[others])
        self.plays.set_data(arms[others], regret.plays.mean(axis=0)[others] / self.passed)
        return (
            f"{policy}, {instance}: mean regret {last.mean():.0f}, median {np.median(last):.0f}, "
            f"largest {last.max():.0f}; C(θ) log T is {floor:.0f}."
        )


plans = Explorer(
    name="plans",
    question="What does a plan lose in a million rounds?",
    caption="48 runs of 1,000,000 rounds with f = log n, OSLB with ε = 0.1, OSSB with ε = γ = 0.01 where nothing else "
    "is said. Left: the runs by their regret at T on a logarithmic axis. Right: mean plays per log T of each arm but "
    "the best, of which only the place is marked, and the optimal rates, where these are not 0.",
    controls=[
        Choice("instance", tuple(INSTANCES), label="arms", start="a group and one apart"),
        Choice("policy", tuple(POLICIES), label="policy"),
    ],
    panels=[
        Panel(
            "runs",
            alt="Forty-eight runs in the order of their regret at the horizon, and the floor C(θ) log T. Most lie near "
            "the floor; on two of the instances a few runs of OSSB lie far above it, most of all with ε = γ = 0.",
            height=300,
        ),
        Panel(
            "plays",
            alt="Plays of each arm but the best per log T on a log axis, beside the optimal rates where these are not "
            "0: the plans of estimates play arms, too, that the plan of the truth leaves alone.",
            height=300,
        ),
    ],
    picture=PlansPicture,
    reads=tuple(INSTANCES.values()),
    presets={
        "A plan": {"instance": "a group and one apart", "policy": "OSSB"},
        "No plan": {"instance": "a group and one apart", "policy": "CKL-UCB"},
        "Nothing forced": {"instance": "five coins in a line", "policy": "OSSB with ε = γ = 0"},
    },
)
