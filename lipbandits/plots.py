"""One function a figure, drawing on the axes it is given; the styles are those of the explorers."""

import numpy as np

import lipbandits as lb
from lipbandits.bandits import steepest_pair

OKABE_ITO = {
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "green": "#009E73",
    "orange": "#E69F00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
}

# One look a role, in every picture of the book: colour, line style and marker all differ.
THETA = {"color": OKABE_ITO["blue"], "linestyle": "-", "marker": "o", "markersize": 4.5}
CONFUSING = {"color": OKABE_ITO["vermillion"], "linestyle": "--", "marker": "s", "markersize": 4.5}
STRUCTURED = {"color": OKABE_ITO["green"], "linestyle": "-", "marker": "D", "markersize": 4.5}
PLAIN = {"color": "black", "linestyle": ":", "marker": "^", "markersize": 4.5}
HERE = {"color": OKABE_ITO["orange"], "linestyle": "none", "marker": "o", "markersize": 10, "markeredgecolor": "black"}
CONE = {"color": OKABE_ITO["vermillion"], "alpha": 0.18, "linewidth": 0}


def plain_ticks(axis, values):
    """These ticks and no others, labelled as plain numbers; typesetting powers would slow an explorer down."""
    axis.set_ticks(values, [f"{value:g}" for value in values])
    axis.set_ticks([], minor=True)


def confusing_parameter(ax, bandit, k):
    """θ and λᵏ, as in the paper's Figure 1."""
    ax.axhline(bandit.best_mean, color="black", linewidth=0.8, linestyle=":")
    ax.plot(bandit.arms, lb.confusing_parameter(bandit, k), label=f"λᵏ for arm {k}", **CONFUSING)
    ax.plot(bandit.arms, bandit.theta, label="θ", **THETA)
    ax.set(xlabel="position of the arm, x", ylabel="mean reward")
    ax.legend(loc="lower center")


def cone(ax, bandit):
    """θ, and the cone of its steepest pair: where L lets the other means be."""
    _, (i, _) = steepest_pair(bandit.theta, bandit.geometry.distances)
    x = np.linspace(0, 1, 201)
    reach = bandit.lipschitz * np.abs(x - bandit.arms[i])
    ax.fill_between(x, bandit.theta[i] - reach, bandit.theta[i] + reach, label=f"cone of arm {i}", **CONE)
    ax.plot(bandit.arms, bandit.theta, label="θ", **THETA)
    ax.set(xlabel="position of the arm, x", ylabel="mean reward", ylim=(-0.02, 1.02))
    ax.legend(loc="lower center")


def rates(ax, bandit):
    """The optimal rates c_k of Theorem 1 beside those of Lai and Robbins, on a log axis."""
    for bound, label, look in (
        (lb.lai_robbins(bandit), "Lai–Robbins", PLAIN),
        (lb.lower_bound(bandit), "with structure", STRUCTURED),
    ):
        ax.plot(bandit.arms, np.where(bound.rates > 0, bound.rates, np.nan), label=label, **look)
    ax.set(xlabel="position of the arm, x", ylabel="plays per log T", yscale="log")
    ax.legend(loc="upper left")


def scaling(ax, n_arms, ratios):
    """C(θ)/LR against the number of arms, one curve a shape; `ratios` maps its name to (len(n_arms),) ratios."""
    looks = (STRUCTURED, THETA, CONFUSING)
    for (name, values), look in zip(ratios.items(), looks, strict=False):
        ax.plot(n_arms, values, label=name, **look)
    ax.axhline(1, color="black", linewidth=0.8, linestyle=":")
    ax.set(xlabel="number of arms, K", ylabel="C(θ) / Lai–Robbins", xscale="log", ylim=(0, 1.05))
    ax.legend(loc="lower left")
