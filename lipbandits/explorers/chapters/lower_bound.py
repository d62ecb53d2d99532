"""Explorers of the lower-bound chapter: the most confusing model, and the price of structure."""

import numpy as np

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider
from lipbandits.model.bandits import least_lipschitz
from lipbandits.study.structure import CONSTANTS, N_ARMS, PRICED, bounds_by_constant
from lipbandits.style import CONFUSING, HERE, PLAIN, STRUCTURED, THETA, plain_ticks

SHAPES = {
    "triangle": lb.triangle(N_ARMS, slope=0.5),
    "smooth peak": lb.quadratic(N_ARMS, peak=0.5, top=0.8, curvature=1.0),
    "plateau": lb.plateau(N_ARMS, left=0.36, right=0.64, top=0.8, slope=0.5),
}


class ConfusingPicture:
    """θ with λᵏ, and what each play of each arm says against λᵏ."""

    def __init__(self, axes):
        means, costs = axes["means"], axes["divergence"]
        means.set(xlim=(-0.03, 1.03), ylim=(0.48, 0.88), xlabel="position of the arm, x", ylabel="mean reward")
        (self.confusing,) = means.plot([], [], label="λᵏ", **CONFUSING)
        (self.theta,) = means.plot([], [], label="θ", **THETA)
        self.lifted = means.annotate("k", (0, 0), xytext=(0, 8), textcoords="offset points", ha="center")
        means.legend(loc="lower center", ncols=2)
        costs.set(xlim=(-0.03, 1.03), ylim=(0, 0.19), xlabel="position of the arm, x", ylabel="I(θᵢ, λᵏᵢ), nats")
        self.stems = costs.vlines(np.linspace(0, 1, N_ARMS), 0, 0, linewidth=2.5, color=CONFUSING["color"])
        (self.tops,) = costs.plot([], [], **{**CONFUSING, "linestyle": "none"})

    def update(self, shape, k, L):
        bandit = SHAPES[shape]
        self.theta.set_data(bandit.arms, bandit.theta)
        smallest = least_lipschitz(bandit.theta, bandit.geometry)
        fits = smallest <= L + 1e-9
        wrong = bandit.gaps[k] > 0 and fits
        parameter = bandit.theta
        if wrong:
            parameter = lb.confusing_parameter(bandit.with_lipschitz(L), k)
        costs = lb.kl(bandit.theta, parameter)
        self.confusing.set_data(bandit.arms, parameter)
        self.lifted.xy = (bandit.arms[k], parameter[k])
        self.stems.set_segments([[(x, 0), (x, y)] for x, y in zip(bandit.arms, costs, strict=True)])
        self.tops.set_data(bandit.arms, costs)
        if not fits:
            return (
                f"L = {L:g}: θ itself is steeper than that (it needs {smallest:.3g}), so it is not a model to confuse."
            )
        if not wrong:
            return f"Arm {k} is already a best arm: no model needs ruling out for it."
        raised = int(np.sum(parameter > bandit.theta))
        return (
            f"L = {L:g}, arm {k}: λᵏ raises {raised} arm{'s' if raised > 1 else ''}. A play of arm {k} tells it from θ "
            f"by {costs[k]:.3f} nats, one play of each raised arm by {costs.sum():.3f} together."
        )


confusing = Explorer(
    name="confusing",
    question="Which model is hardest to tell from the truth, if arm k were best?",
    caption="Left: the truth θ, and λᵏ, the lowest L-Lipschitz vector above θ in which arm k reaches the best mean. "
    "Right: I(θᵢ, λᵏᵢ), which is what one play of arm i is worth against λᵏ on average.",
    controls=[
        Slider("k", tuple(range(N_ARMS)), label="arm k", start=3, play=True),
        Slider("L", (0.4, 0.5, 0.6, 0.8, 1.0, 1.5, 2.5, 4.0), label="L", start=1.0),
        Choice("shape", tuple(SHAPES), label="shape of θ"),
    ],
    panels=[
        Panel(
            "means",
            alt="Means of seventeen arms, and the confusing model of arm k: it equals the means except around arm k, "
            "where a tent with sides of slope L rises to the best mean. For a best arm, or if L is too small, nothing "
            "is raised.",
        ),
        Panel(
            "divergence",
            alt="A stem for each arm: the divergence between its true mean and its mean in the confusing model; "
            "positive only for arms under the tent.",
        ),
    ],
    picture=ConfusingPicture,
    presets={
        "Like the paper's Figure 1": {"shape": "triangle", "k": 3, "L": 1.0},
        "L = slope: a wide tent": {"shape": "triangle", "k": 3, "L": 0.5},
        "L large: only arm k moves": {"shape": "triangle", "k": 3, "L": 4.0},
        "Next to the peak": {"shape": "triangle", "k": 7, "L": 0.5},
    },
)


class StructurePicture:
    """The optimal rates beside those of Lai and Robbins, and where L stands on the curve C(L)."""

    def __init__(self, axes):
        self.rates, self.curve = axes["rates"], axes["curve"]
        self.rates.set(
            xlim=(-0.03, 1.03),
            ylim=(0.8, 40000),
            yscale="log",
            xlabel="position of the arm, x",
            ylabel="plays per log T",
        )
        plain_ticks(self.rates.yaxis, (1, 10, 100, 1000, 10000))
        (self.plain,) = self.rates.plot([], [], label="Lai–Robbins", **PLAIN)
        (self.structured,) = self.rates.plot([], [], label="optimal cₖ", **STRUCTURED)
        self.rates.legend(loc="upper left")
        self.curve.set(
            xlim=(0.45, 9), ylim=(0, 1.08), xscale="log", xlabel="Lipschitz constant L", ylabel="C(θ) / Lai–Robbins"
        )
        plain_ticks(self.curve.xaxis, (0.5, 1, 2, 4, 8))
        self.curve.axhline(1, color="black", linewidth=0.8, linestyle=":")
        (self.values,) = self.curve.plot([], [], **{**STRUCTURED, "marker": "none"})
        (self.here,) = self.curve.plot([], [], **HERE)
        self.bounds = {shape: bounds_by_constant(bandit) for shape, bandit in PRICED.items()}

    def update(self, L, shape):
        bandit, bounds = PRICED[shape], self.bounds[shape]
        plain = lb.lai_robbins(bandit)
        self.values.set_data(list(bounds), [bound.value / plain.value for bound in bounds.values()])
        self.plain.set_data(bandit.arms, np.where(bandit.gaps > 0, plain.rates, np.nan))
        if L not in bounds:
            self.structured.set_data([], [])
            self.here.set_data([], [])
            smallest = least_lipschitz(bandit.theta, bandit.geometry)
            return f"L = {L:g}: this θ is steeper than that; the bound starts at L = {smallest:.3g}."
        bound = bounds[L]
        self.structured.set_data(bandit.arms, np.where(bound.rates > 0, bound.rates, np.nan))
        self.here.set_data([L], [bound.value / plain.value])
        spared = int(np.sum((bandit.gaps > 0) & (bound.rates == 0)))
        rest = f"; {spared} suboptimal arms have rate 0" if spared else ""
        return (
            f"L = {L:g}: C(θ) = {bound.value:.1f}, Lai–Robbins {plain.value:.1f}, "
            f"ratio {bound.value / plain.value:.3f}{rest}."
        )


structure = Explorer(
    name="structure",
    question="How much is the structure worth?",
    caption="Left: how often the cheapest plan plays each suboptimal arm, per log T, without structure (triangles) and "
    "with it (diamonds; an arm with no diamond has rate 0). Right: the bound C(θ) as a share of Lai–Robbins; the "
    "disc marks the L chosen.",
    controls=[
        Slider("L", CONSTANTS, label="L", play=True),
        Choice("shape", tuple(PRICED), label="instance"),
    ],
    panels=[
        Panel(
            "rates",
            alt="Plays per log T of each suboptimal arm on a log axis. The rates of Lai and Robbins are highest next "
            "to the best arm. In the first three instances no optimal rate lies above them; in the last one, at "
            "L = 1.5, only the worst arm has one, and it lies above. As L grows the optimal rates become those of Lai "
            "and Robbins.",
        ),
        Panel(
            "curve",
            alt="The bound as a share of Lai–Robbins rises with L and reaches 1 at a finite L; a disc marks L.",
        ),
    ],
    picture=StructurePicture,
    presets={
        "L = slope: little more than half": {"L": 0.5, "shape": "triangle, peak on an arm"},
        "L large: Lai–Robbins again": {"L": 8.0, "shape": "triangle, peak on an arm"},
        "A smooth peak gains little": {"L": 1.0, "shape": "smooth peak"},
        "Only the worst arm": {"L": 1.5, "shape": "only the worst arm"},
    },
)
