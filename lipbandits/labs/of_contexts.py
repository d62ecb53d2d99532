"""Contexts in the reader's hand: what a play in one says of another, what sharing saves (Section 6 of the paper)."""

from typing import Any

import numpy as np

from lipbandits.labs.lab import Lab
from lipbandits.model.contextual import ContextualBandit
from lipbandits.study.similar import similar
from lipbandits.study.with_contexts import popular


def as_data(bandit: ContextualBandit) -> dict[str, Any]:
    """A bandit as the page's script has it, its places evenly spaced."""
    # As links have them.
    shares = bandit.distribution.round(4)
    uneven = {} if np.ptp(shares) == 0 else {"distribution": shares}
    return {
        "theta": bandit.theta.tolist(),
        "lipschitz": bandit.lipschitz,
        "weight": float(bandit.geometry.context_weight or 1.0),
        **{name: value.tolist() for name, value in uneven.items()},
    }


# Six contexts of nine arms whose peaks move; and two of which one is hardly ever shown.
SHAPES = {
    "alike": similar(0.001, 0.0),
    "near": similar(0.1, 0.1),
    "apart": similar(100.0, 0.6),
    "rare": popular(0.997),
}

contexts = Lab(
    name="contexts",
    question="What does a play in one context say about the others, and what does sharing save?",
    hint="Drag the discs of the context in hand; tap a row, or another curve, to take that one. Then press Run.",
    caption="Top: the mean of each arm in the context in hand, the other contexts behind it; orange: the lie that the "
    "chosen arm is the best of this context, squares where it lifts a mean. Below: a row for each context. Grey: the "
    "plays per log T that the cheapest plan asks of the pair; line: what its context alone would ask for; open: the "
    "price of ruling out its lie; shade: what one play of the pair says against the lie. Bars are on a scale of "
    "square roots, a few of them cut. Right: regret on a logarithmic axis; dotted: C′ log t, the bound, which "
    "binds only in the limit, so that policies may be far below it here. Copies of "
    "CKL-UCB and KL-UCB learn in each context alone, with their own rounds in f and the same L; CCKL-UCB counts the "
    "rounds of all. Two pairs may differ by L times √(β(y − y′)² + (x − x′)²), with arms x and contexts y evenly "
    "spaced from 0 to 1.",
    alt="Means of the arms of one context as discs, other contexts behind. Left and right choose an arm, up and down "
    "move its mean. Below, a row for each context with bars for what the plan asks of each pair; beside it, regret "
    "over rounds.",
    shapes={name: as_data(bandit) for name, bandit in SHAPES.items()},
    start={"shape": "near", "j": 2, "k": 1},
    presets={
        "All contexts alike": {"shape": "alike", "j": 2, "k": 1},
        "Somewhat alike, a larger L": {"shape": "near", "lipschitz": 1.0, "j": 2, "k": 1},
        "Nothing shared": {"shape": "apart", "j": 2, "k": 1},
    },
    still="contexts",
)

# Played: where the bound falls to a fifth, and where sharing saves in rounds that one can wait for.
_PAIR, _MANY = {"j": 2, "k": 1}, {"runs": 50}
shared = contexts.variant(
    still="contexts-shared",
    question="Does CCKL-UCB lose less than copies that learn in each context alone?",
    hint="Press Run, or a preset, which runs by itself. Then drag, and run again.",
    presets={
        "All contexts alike": {"shape": "alike", **_PAIR, **_MANY, "horizon": 50_000},
        "A larger L": {"shape": "near", "lipschitz": 1.0, **_PAIR, **_MANY},
        "A rare context": {"shape": "rare", "j": 1, "k": 0, **_MANY},
    },
    start={"shape": "near", **_PAIR, **_MANY},
)
