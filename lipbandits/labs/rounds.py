"""One run of one policy, round by round: why it plays what it plays (Sections 4.1 and 4.2 of the paper)."""

from typing import cast

import numpy as np

from lipbandits.labs.lab import Lab
from lipbandits.labs.tents import SHAPES, as_data
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.study.recorded import stepped_bandit

# So that both policies meet the same rewards.
SEED = 5
_NINE = {"shape": "nine", "k": 0, "horizon": 400, "seed": SEED}

steps = Lab(
    name="steps",
    question="Which arm does OSLB play, and by which rule?",
    hint="Step ▶ plays a round; drag round n to any other. A press on an arm shows what holds its index down.",
    caption="One run, as it stands before round n. Above: averages as dashes, the leader's thicker, with indexes as "
    "peaks, filled where the arm is a candidate; pale discs are the true means, and the circle is the arm that is "
    "played. Below, on the same arms: plays so far, for OSLB with the plan's targets ĉₖ log n; and for one arm the "
    "evidence, in nats, that limits its index, of its own plays and of those of others. Last: the arm of each round "
    "before, by rule. OSLB has ε = 0.5. Reset has nine arms with true means 0.8 at arm 5 and 0.1 less with each arm "
    "away from it; L is half as much again as this slope.",
    alt="Averages of the arms with their indexes, over pale true means; a circle marks the arm that is played. Left "
    "and right choose an arm, up and down move its true mean. Below, plays so far, what holds down one index, and the "
    "arm of each round.",
    shapes={"nine": as_data(stepped_bandit()), **{name: as_data(bandit) for name, bandit in SHAPES.items()}},
    start={**_NINE, "policy": "OSLB", "round": 3},
    presets={
        "A lucky start": {**_NINE, "policy": "OSLB", "round": 12},
        "The plan takes shape": {**_NINE, "policy": "OSLB", "round": 89},
        "Exploit": {**_NINE, "policy": "OSLB", "round": 188},
    },
    still="steps-oslb",
)

# The same run's rewards for the policy that solves no program.
explored = steps.variant(
    still="steps-ckl",
    question="Which arm does CKL-UCB play, and by which rule?",
    presets={
        "The least played comes first": {**_NINE, "policy": "CKL-UCB", "round": 36},
        "Neighbours hold an arm down": {**_NINE, "k": 1, "policy": "CKL-UCB", "round": 400},
        "KL-UCB, on the same rewards": {**_NINE, "policy": "KL-UCB", "round": 400},
    },
    start={**_NINE, "policy": "CKL-UCB", "round": 3},
)

# 46 arms with the peak on one of them, told an L equal to the slope: the instance of the tables on lock-in.
_LOCKING = cast(LipschitzBandit, EXPERIMENTS["lock-in-tight"].bandit)
_LOCKED = {"shape": "locking", "k": int(np.argmax(_LOCKING.theta)), "seed": 3}

lockin = Lab(
    name="lockin",
    question="What shuts the best arm out, and what lets it in again?",
    hint="Press Play: half a million rounds, fast-forward. Then change told L or the level f, and look at the same "
    "rewards again.",
    caption="One run of CKL-UCB. Left: averages as dashes, the leader's thicker, and indexes as peaks, over the true "
    "means; below, plays so far. Right, over rounds on a logarithmic axis: the evidence that the arm that is looked "
    "at, first the best one, has no more than the leader's index, beside the level f(n); where it is above, which is "
    "shaded, the arm is shut out; a thick line at the foot says that it leads itself. Below that, where play goes: a "
    "row for each arm, darker the more of the plays it has.",
    alt="Averages and indexes of the arms over pale true means. Left and right choose an arm, up and down move its "
    "true mean. Below, plays so far; beside, over rounds on a logarithmic axis, evidence against the arm and the "
    "level, and which arms are played.",
    shapes={"locking": as_data(_LOCKING), **{name: as_data(bandit) for name, bandit in SHAPES.items()}},
    start={**_LOCKED, "round": 1},
    presets={
        "The end of the run": {**_LOCKED, "round": 500_000},
        "Told 1.5 slopes": {**_LOCKED, "told": 0.75, "round": 500_000},
        "f = log n + log log n": {**_LOCKED, "f": "klucb1", "round": 500_000},
        "f = log n + 3 log log n": {**_LOCKED, "f": "klucb3", "round": 500_000},
    },
    still="lockin",
)
