"""The race: policies play on the reader's own θ, a hundred runs at a time, in the page (Sections 4 and 7 of the paper)."""

import numpy as np

from lipbandits.labs.lab import Lab
from lipbandits.labs.tents import SHAPES, as_data
from lipbandits.study.ferry import ferry as ferry_bandit
from lipbandits.study.recipes import EXPERIMENTS

# 46 arms with the peak on one of them, told an L equal to the slope: the instance of the chapter on lock-in.
_LOCKING = EXPERIMENTS["lock-in-tight"].bandit
_SHAPES = {
    **{name: as_data(bandit) for name, bandit in SHAPES.items()},
    "locking": as_data(_LOCKING),
    "ferry": as_data(ferry_bandit()),
}
_PAPER = ["UCB", "KL-UCB", "CKL-UCB"]
_TRIANGLE = {"shape": "triangle", "lipschitz": 1.0, "k": 3}
_BEST_OF_LOCKING = int(np.argmax(_LOCKING.theta))
# A run that ends on a wrong arm.
_LOCKED = {"shape": "locking", "k": _BEST_OF_LOCKING, "policies": ["CKL-UCB"], "horizon": 500_000, "runs": 1, "seed": 0}

race = Lab(
    name="race",
    question="Which policy loses least on your θ, and how sure can one be?",
    hint="Drag the discs, choose who plays, and press Run. Looking at a curve shows its single runs.",
    caption="Left: the means θ, and how often each policy plays each arm by the end, beside what the bound asks for, "
    "c_k log T. Right: regret over rounds on a logarithmic axis. All policies of a run meet the same rewards: the s-th play of an "
    "arm pays the same for all. The floor is C(θ) log T, which no policy avoids in the long run that does well on every θ.",
    alt="Means of the arms as discs. Left and right choose an arm, up and down move its mean. Below, on the same arms, how often "
    "each policy played them; beside it, regret over rounds with a band for each policy.",
    shapes=_SHAPES,
    start={**_TRIANGLE, "policies": _PAPER, "horizon": 10_000, "runs": 50},
    presets={
        "Triangle, told twice its slope": {**_TRIANGLE, "policies": _PAPER, "horizon": 10_000, "runs": 50},
        "Smooth peak": {"shape": "smooth", "k": 3, "policies": _PAPER, "horizon": 10_000, "runs": 50},
        "Lock-in: one long run": _LOCKED,
    },
    still="race",
)

# For whoever has just played the ferry.
ferry = race(
    still="race-ferry",
    plain=True,
    question="Which rule finds the best price with the least loss?",
    hint="Discs are the chances of the nine prices. Drag them, and press Run: every rule plays all its seasons in this page.",
    caption="Left: the chances, and how often each rule tries each option. Right: what it loses on average, compared with the best "
    "option always. Greedy tries each option once and then always takes the one with the best average.",
    presets={
        "The ferry": {"shape": "ferry", "k": 5, "policies": ["KL-UCB", "CKL-UCB", "Greedy"], "horizon": 2000, "runs": 100},
        "Sixty days": {"shape": "ferry", "k": 5, "policies": ["KL-UCB", "CKL-UCB", "Greedy"], "horizon": 60, "runs": 500},
    },
    start={"shape": "ferry", "k": 5, "policies": ["KL-UCB", "CKL-UCB", "Greedy"], "horizon": 2000, "runs": 100},
)
