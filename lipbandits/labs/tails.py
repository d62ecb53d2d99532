"""The tail: how loudly chance speaks against the reader's own means, in runs, exactly, by bounds."""

import numpy as np

from lipbandits.labs.lab import Lab
from lipbandits.labs.tents import as_data
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.study import of_tails

# Fair coins, rare ones, and the five arms of the stored simulation.
_SHAPES = {
    "coin": as_data(LipschitzBandit([0.5])),
    "coins": as_data(LipschitzBandit(np.full(2, 0.5))),
    "rare": as_data(LipschitzBandit(np.full(2, 0.2))),
    "triangle": as_data(of_tails.BANDIT),
}

tail = Lab(
    name="tail",
    question="How far are the bounds from the tail?",
    hint="Drag the discs (the means) and the upright line (the level δ), choose how arms are sampled, and press Run.",
    caption="Left: the means. Right: the chance that the evidence against them reaches δ by round n, on a logarithmic "
    "axis: black and grey, the share of runs with its exact 95 % interval, for each δ by itself; blue, the tail as it "
    "is, where it can be computed: for arms sampled in turn, and for one arm. The bounds hold for every rule that "
    "decides from the past; in the shaded part they say nothing. A rule that stops at the right moment is counted as "
    "having reached δ if it did at any round. CKL-UCB has f(n) = log n, forced exploration, and is told L.",
    alt="Means of the arms as discs. Left and right choose an arm, up and down move its mean. Beside them, on a log "
    "axis against δ: the tail is lowest and falls like the exponential of minus δ, and runs follow it as far as they "
    "reach; the mixture bound, the paper's Theorem 2 and the bound of Kaufmann and Koolen fall nearly in parallel, "
    "higher up; the naive bound falls far more slowly when there are several arms.",
    shapes=_SHAPES,
    start={"shape": "coins", "k": 0, "n": 101, "delta": 3.0, "runs": 10_000},
    presets={
        "One arm that stops": {"shape": "coin", "k": 0, "n": 101, "delta": 4.0, "stops": True},
        "Eight arms": {"shape": "coins", "K": 8, "k": 0, "n": 1001, "delta": 8.0},
        "The tail ends": {"shape": "rare", "k": 0, "n": 31, "delta": 6.0},
        "CKL-UCB": {
            **{"shape": "triangle", "k": 2, "n": 1001, "delta": 6.0, "rule": "CKL-UCB"},
            **{"lipschitz": of_tails.BANDIT.lipschitz, "runs": 3000},
        },
    },
    still="tail",
)

# One arm, for which the tail under the worst of all rules is known: how much of the bound is the proof's own.
worst = tail.variant(
    still="tail-worst",
    question="How far is the bound from the worst rule?",
    hint="One coin, and a rule that stops at the worst moment. Drag the line (the level δ) or the disc (the mean).",
    start={"shape": "coin", "k": 0, "n": 101, "delta": 10.0, "stops": True, "runs": 10_000},
    presets={
        "A fixed number": {"shape": "coin", "k": 0, "n": 101, "delta": 10.0},
        "Two coins in turn": {"shape": "coins", "k": 0, "n": 101, "delta": 10.0},
    },
)
