"""Explorer of the model chapter: which constants L a vector of means fits."""

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.model.bandits import steepest_pair
from lipbandits.style import CONE, CONFUSING, THETA

SHAPES = {
    "triangle": lb.triangle(11, top=0.8, slope=0.7),
    "smooth peak": lb.quadratic(11, peak=0.6, top=0.9, curvature=1.5, floor=0.1),
    "plateau": lb.plateau(11, left=0.35, right=0.75, top=0.7, slope=1.2),
    "rough": lb.random_bandit(11, lipschitz=2.0, seed=3),
}


class FitsPicture:
    """θ with the cone of one arm, and every pair's difference against its distance."""

    def __init__(self, axes):
        self.means, self.pairs = axes["means"], axes["pairs"]
        self.means.set(xlim=(-0.03, 1.03), ylim=(-0.02, 1.02), xlabel="position of the arm, x", ylabel="mean reward")
        self.fill = self.means.fill([0, 1, 1], [0, 0, 1], **CONE)[0]
        (self.theta,) = self.means.plot([], [], label="θ", **THETA)
        (self.broken,) = self.means.plot([], [], label="steepest pair", **{**CONFUSING, "markersize": 8})
        self.means.legend(loc="lower left", ncols=2)
        self.pairs.set(xlim=(0, 1.03), ylim=(-0.02, 1.02), xlabel="distance |xᵢ − xⱼ|", ylabel="difference |θᵢ − θⱼ|")
        self.allowed = self.pairs.fill([0, 1, 1], [0, 0, 1], **CONE)[0]
        (self.dots,) = self.pairs.plot([], [], **{**THETA, "linestyle": "none", "markersize": 3.5})
        (self.worst,) = self.pairs.plot([], [], **{**CONFUSING, "linestyle": "none", "markersize": 8})

    def update(self, shape, L, arm):
        bandit = SHAPES[shape]
        theta, arms, distances = bandit.theta, bandit.arms, bandit.geometry.distances
        smallest, (i, j) = steepest_pair(theta, distances)
        x, y = arms[arm], theta[arm]
        self.fill.set_xy([(0, y + L * x), (x, y), (1, y + L * (1 - x)), (1, y - L * (1 - x)), (x, y), (0, y - L * x)])
        self.theta.set_data(arms, theta)
        self.broken.set_data(arms[[i, j]], theta[[i, j]])
        self.allowed.set_xy([(0, 0), (1.03, 1.03 * L), (1.03, 0)])
        rows, columns = np.triu_indices(len(arms), 1)
        differences = np.abs(theta[rows] - theta[columns])
        self.dots.set_data(distances[rows, columns], differences)
        self.worst.set_data([distances[i, j]], [abs(theta[i] - theta[j])])
        above = int(np.sum(differences > L * distances[rows, columns] + 1e-9))
        if above == 0:
            return f"L = {L:g}: θ fits, with every mean inside every cone. The smallest L that fits is {smallest:.3g}."
        pairs = f"{above} of {len(rows)} pairs " + ("is" if above == 1 else "are")
        return (
            f"L = {L:g}: θ does not fit; {pairs} too steep. "
            f"Arms {i} and {j} differ by {abs(theta[i] - theta[j]):.2f}, but L allows {L * distances[i, j]:.2f}."
        )


fits = Explorer(
    name="fits",
    question="Which L does this θ fit?",
    caption="Left: the means θ, and the cone in which L keeps the means of the others, drawn from one arm. Right: each "
    "pair of arms is a dot, and the pairs in the shaded wedge fit L. The squares mark a steepest pair.",
    controls=[
        Slider("L", (0.1, 0.2, 0.4, 0.6, 0.7, 0.8, 1.0, 1.2, 1.4, 1.6, 2.0), label="assumed L", start=0.4, play=True),
        Choice("shape", tuple(SHAPES), label="shape of θ"),
        Slider("arm", tuple(range(11)), label="arm whose cone is drawn", start=5),
    ],
    panels=[
        Panel(
            "means",
            alt="Means of eleven arms on a line, a shaded cone opening to both sides from one of them; means outside "
            "the cone break L. Two squares joined by a dashed line mark a steepest pair.",
        ),
        Panel(
            "pairs",
            alt="A dot for each pair of arms: difference of means against distance. Dots above the line through the "
            "origin with slope L break the Lipschitz condition; a steepest pair is a square.",
        ),
    ],
    picture=FitsPicture,
    presets={
        "Too strict": {"shape": "triangle", "L": 0.4, "arm": 5},
        "Just fits": {"shape": "triangle", "L": 0.7, "arm": 5},
        "One steep step": {"shape": "smooth peak", "L": 1.6, "arm": 0},
        "L = 2 fits all": {"shape": "rough", "L": 2.0, "arm": 5},
    },
)
