"""The tent: drag θ, and the bound answers (Theorem 1)."""

from typing import Any

import lipbandits as lb
from lipbandits.labs.lab import Lab
from lipbandits.model.bandits import LipschitzBandit

N_ARMS = 17
# The shapes that the book comes back to, and one whose cheapest plan plays the worst arm alone.
SHAPES = {
    "triangle": lb.triangle(N_ARMS, slope=0.5),
    "between": lb.triangle(N_ARMS, peak=8.6 / 16, slope=0.5),
    "smooth": lb.quadratic(N_ARMS, peak=0.5, top=0.8, curvature=1.0),
    "cliff": lb.LipschitzBandit([0.8 if i == 4 else 0.2 + 0.02 * i for i in range(N_ARMS)]),
    "odd": lb.LipschitzBandit([0.51, 0.37, 0.22, 0.35], [0.5, 0.7, 0.8, 0.9], 1.5),
}


def as_data(bandit: LipschitzBandit) -> dict[str, Any]:
    """A bandit as JSON holds it.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, its arms and L.

    Returns
    -------
    dict
        ``theta`` and ``lipschitz``; ``arms`` unless they are evenly spaced.
    """
    data = {"theta": bandit.theta.tolist(), "lipschitz": bandit.lipschitz}
    even = lb.even_grid(bandit.n_arms)
    return data if bandit.arms is not None and abs(bandit.arms - even).max() < 1e-12 else {**data, "arms": bandit.arms.tolist()}


tent = Lab(
    name="tent",
    question="Which lie is hardest to catch, and what does it cost to rule it out?",
    hint="Drag a disc (a mean), the square (the arm that the lie is about) or the diamond (the promise L).",
    caption="Above: the means θ, and the least that must be changed for one arm to be as good as the best, if means differ by at "
    "most L times their distance. Below, on the same arms: what one play says against that lie; how often the cheapest plan "
    "plays each arm; and what ruling out each lie costs. C(θ) log T is the regret that no policy avoids in the long run which "
    "does well on every θ.",
    alt="Means of the arms as discs, and a tent over one arm that lifts it to the best mean. Left and right choose an arm, up "
    "and down move its mean. Below, three rows of bars over the same arms: evidence against the lie, plays per log T, prices.",
    shapes={name: as_data(bandit) for name, bandit in SHAPES.items()},
    start={"shape": "triangle", "lipschitz": 0.5, "k": 3},
    presets={
        "Triangle": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "Smooth peak": {"shape": "smooth", "lipschitz": 1.0, "k": 3},
        "A cliff": {"shape": "cliff", "k": 12},
        "Only the worst arm": {"shape": "odd", "k": 1},
    },
    still="tent",
)

# Where an explorer of fixed shapes stood: the paper's picture, and what a tent says as L falls.
lie = tent(
    still="lie",
    presets={
        "Like the paper's Figure 1": {"shape": "triangle", "lipschitz": 1.0, "k": 3},
        "L = slope: a wide tent": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "L large: only arm k moves": {"shape": "triangle", "lipschitz": 4.0, "k": 3},
        "Next to the peak": {"shape": "triangle", "lipschitz": 0.5, "k": 7},
    },
    start={"shape": "triangle", "lipschitz": 1.0, "k": 3},
)

# What the promise is worth, on the instances that the chapter compares.
worth = tent(
    still="worth",
    presets={
        "L = slope: little more than half": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "L large: Lai–Robbins again": {"shape": "triangle", "lipschitz": 8.0, "k": 3},
        "A smooth peak gains little": {"shape": "smooth", "lipschitz": 1.0, "k": 3},
        "Only the worst arm": {"shape": "odd", "lipschitz": 1.5, "k": 1},
    },
    start={"shape": "triangle", "lipschitz": 0.5, "k": 3},
)

# The promise itself: which means the cone of one arm allows.
promise = tent(
    still="promise",
    presets={
        "One arm holds all others": {"shape": "triangle", "lipschitz": 0.5, "k": 0},
        "A cliff needs a large L": {"shape": "cliff", "k": 12},
        "A smooth peak": {"shape": "smooth", "k": 0},
    },
    start={"shape": "triangle", "lipschitz": 0.5, "k": 0},
)
