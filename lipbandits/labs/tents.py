"""The tent: drag θ, and the bound answers (the paper's Theorem 1)."""

from typing import Any

import numpy as np

import lipbandits as lb
from lipbandits.labs.lab import Lab
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.plots.axes import arms_of
from lipbandits.study.structure import N_ARMS, PRICED

# The instances that the book compares, and one whose best arm stands alone.
SHAPES = {
    "triangle": PRICED["triangle, peak on an arm"],
    "between": PRICED["triangle, peak between arms"],
    "smooth": PRICED["smooth peak"],
    "cliff": lb.LipschitzBandit([0.8 if i == 4 else 0.2 + 0.02 * i for i in range(N_ARMS)]),
    "odd": PRICED["only the worst arm"],
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
    even = np.linspace(0, 1, bandit.n_arms)
    return (
        data if np.allclose(arms_of(bandit), even, rtol=0, atol=1e-12) else {**data, "arms": arms_of(bandit).tolist()}
    )


tent = Lab(
    name="tent",
    question="Which lie is hardest to catch, and what does it cost to rule it out?",
    hint="Drag a disc (a mean), the square (the arm that the lie is about) or the diamond (the promise L).",
    caption="Above: the means θ, and the least that must be changed for one arm to be as good as the best, if means "
    "differ by at most L times their distance. Below, on the same arms: what one play says against that lie; "
    "how often the cheapest plan plays each arm; and what ruling out each lie costs. C(θ) log T is the regret "
    "that no policy avoids in the long run which does well on every θ.",
    alt="Means of the arms as discs, and a tent over one arm that lifts it to the best mean. Left and right choose "
    "an arm, up and down move its mean. Below, three rows of bars over the same arms: evidence against the "
    "lie, plays per log T, prices.",
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

# The first thing in the book to touch: for someone who knows none of its words.
opening = tent.variant(
    still="opening",
    plain=True,
    question="How much is it worth to know that neighbours are alike?",
    hint="Discs are options, their heights unknown chances. Drag one: its neighbours follow, as the promise asks. "
    "Drag the diamond: it is the promise, L.",
    caption="Cost: what any rule must lose in the long run that does well whatever the chances are, as a multiple of "
    "log T in T tries; beside it, what that would be if neighbours told nothing. The promise: chances differ by at "
    "most L times the distance, from the first option to the last by at most L. The lie: that the option with the "
    "large square is as good as the best. By the promise no chance may then lie in the orange area: it falls from the "
    "large square with slope L along the dotted line, and the diamond on it moves L. Discs in the area are lifted to "
    "its edge, the squares. Rows, from the top: what one try of each option tells against this lie (in nats, natural "
    "logarithms of how many times less likely the lie makes what is seen, on average); how many tries of each option "
    "the cheapest plan needs, as a multiple of log T, and how many it would need if each option stood alone; and the "
    "share of the cost that is due to the lie about each option. One try speaks against many lies and is paid once, so "
    "these shares, and not what each lie would cost alone, add up to the cost.",
    presets={
        "Sharp peak": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "Smooth peak": {"shape": "smooth", "k": 3},
    },
    start={"shape": "triangle", "lipschitz": 0.5, "k": 3},
)

# The promise itself, seen from the arm that is held: which means it allows. Its sentence does not speak of lies and
# plans, which the chapter has not met.
promise = tent.variant(
    still="promise",
    view={"promise": True},
    question="What does one mean say about all the others?",
    hint="Drag a disc. Grey is what the promise forbids the other means, seen from that arm; they move along, out of "
    "the grey.",
    caption="Discs are the means θ of seventeen arms, on a line from 0 to 1. The promise: two means differ by at most "
    "L times the distance of their arms. So, seen from one arm, every other mean must stay out of the grey. Choose "
    "whether the neighbours follow a drag, or L.",
    alt="Means of the arms as discs, with a cone that opens to both sides from one of them; what lies outside it is "
    "grey. Left and right choose an arm, up and down move its mean.",
    presets={
        "One arm holds all others": {"shape": "triangle", "lipschitz": 0.5, "k": 8},
        "A smooth peak": {"shape": "smooth", "k": 8},
        "A cliff needs a large L": {"shape": "cliff", "k": 4},
    },
    start={"shape": "triangle", "lipschitz": 0.5, "k": 12},
)

# Of the promise as a statement about pairs, in place of what is the subject of the next chapter.
_ELEVEN = {
    "triangle": lb.triangle(11, top=0.8, slope=0.7),
    "smooth": lb.quadratic(11, peak=0.6, top=0.9, curvature=1.5, floor=0.1),
    "plateau": lb.plateau(11, left=0.35, right=0.75, top=0.7, slope=1.2),
    "rough": lb.random_bandit(11, lipschitz=2.0, seed=3),
}
pairs = tent.variant(
    still="pairs",
    view={"pairs": True},
    question="Which L does this θ fit?",
    hint="Drag a disc (a mean), or L below what θ needs: which pairs are in the way?",
    caption="Above: the means of eleven arms, and what the promise forbids, seen from one of them. Below: each pair of "
    "arms is a dot, large where that arm is one of the two; a pair below the dotted line keeps the promise, and the "
    "steepest ones have a rim; ×2 beside a mark: two pairs lie there. An L that is too small is not taken: its line is "
    "dashed, and the pairs that it would break are squares. Choose whether the neighbours follow a drag, or L.",
    alt="Means of the arms as discs, with a cone that opens to both sides from one of them. Left and right choose an "
    "arm, up and down move its mean. Below, a dot for each pair of arms, difference of means over distance, all below "
    "the line through the origin with slope L.",
    shapes={name: as_data(bandit) for name, bandit in _ELEVEN.items()},
    presets={
        "Told L = 0.4": {"shape": "triangle", "lipschitz": 0.4, "k": 5},
        "One steep step": {"shape": "smooth", "k": 0},
        "A plateau": {"shape": "plateau", "k": 5},
        "Rough": {"shape": "rough", "k": 5},
    },
    start={"shape": "triangle", "lipschitz": 1.0, "k": 5},
)

# The paper's picture, and what a tent says as L falls.
lie = tent.variant(
    still="lie",
    question="Which model is hardest to tell from the truth, if arm k were best?",
    hint="Drag a disc (a mean), the square (the arm that the lie is about) or the diamond (the promise L). Look at the "
    "means and the first row of bars; the chapter comes to the rows below, to C(θ) and to what binds.",
    presets={
        "Like the paper's Figure 1": {"shape": "triangle", "lipschitz": 1.0, "k": 3},
        "L = slope: a wide tent": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "L large: only arm k moves": {"shape": "triangle", "lipschitz": 4.0, "k": 3},
        "Next to the peak": {"shape": "triangle", "lipschitz": 0.5, "k": 7},
    },
    start={"shape": "triangle", "lipschitz": 1.0, "k": 3},
)

# What the promise is worth, on the instances that the chapter compares.
worth = tent.variant(
    still="worth",
    families=True,
    caption=f"{tent.caption} Rewards are 0 or 1, or, as you choose, of another family with the same means: then a play "
    "says more or less, and plans and prices are others.",
    question="How much is the structure worth?",
    presets={
        "L = slope": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "L large: Lai–Robbins again": {"shape": "triangle", "lipschitz": 8.0, "k": 3},
        "Peak between two arms": {"shape": "between", "lipschitz": 0.5, "k": 3},
        "A smooth peak gains little": {"shape": "smooth", "k": 3},
        "Only the worst arm": {"shape": "odd", "k": 1},
    },
    start={"shape": "triangle", "lipschitz": 0.5, "k": 3},
)

# The lower bound step by step: each step of the chapter's text is a state of it.
proof = tent.variant(
    still="proof",
    question="Why must every good policy pay C(θ) log T?",
    hint="Read on, or press Next: each step sets the picture, and then it is yours to drag.",
    presets={
        "A wide tent": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "Next to the peak": {"shape": "triangle", "lipschitz": 0.5, "k": 7},
    },
    start={"shape": "triangle", "lipschitz": 4.0, "k": 3},
)

# How far structure can go: what saves more than half, and what pays for all others.
_FAR = {
    "triangle": SHAPES["triangle"],
    "fine": lb.triangle(33, slope=0.5),
    "low": lb.triangle(N_ARMS, top=0.2, slope=0.4),
    "v": lb.LipschitzBandit([abs(i - 7) / 20 for i in range(16)], lipschitz=0.75),
    "smooth": SHAPES["smooth"],
}
most = tent.variant(
    still="most",
    question="How much can structure save?",
    shapes={name: as_data(bandit) for name, bandit in _FAR.items()},
    presets={
        "Triangle": {"shape": "triangle", "lipschitz": 0.5, "k": 3},
        "More arms on it": {"shape": "fine", "k": 6},
        "Its ends at 0": {"shape": "low", "k": 3},
        "One arm pays for all": {"shape": "v", "k": 3},
        "A smooth peak": {"shape": "smooth", "k": 3},
    },
    start={"shape": "triangle", "lipschitz": 0.5, "k": 3},
)

# The same means paid in coins, counts, waiting times and Gaussian rewards.
families = tent.variant(
    still="families",
    families=True,
    caption=worth.caption,
    question="What becomes of the bound when rewards are no coins?",
    presets={
        name: {"shape": "triangle", "lipschitz": 0.5, "k": 3, "family": family}
        for name, family in (
            ("Coins", "bernoulli"),
            ("Gaussian", "gaussian"),
            ("Counts", "poisson"),
            ("Waiting times", "exponential"),
        )
    },
    start={"shape": "triangle", "lipschitz": 0.5, "k": 3},
)
