"""The race: policies play on the reader's own θ, many runs at a time, in the page (Sections 4 and 7 of the paper)."""

from typing import cast

import numpy as np

from lipbandits.labs.lab import Lab
from lipbandits.labs.tents import SHAPES, as_data
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.priors import from_prior
from lipbandits.study.league import LIPSCHITZ
from lipbandits.study.recipes import EXPERIMENTS, FIGURES

# 46 arms with the peak on one of them, told an L equal to the slope: the instance of the chapter on lock-in.
_LOCKING = cast(LipschitzBandit, EXPERIMENTS["lock-in-tight"].bandit)
_FIGURE_2_NAMES = [f"figure-2-{name}" for name in FIGURES["figure-2"]]
_OF_THE_TENT = {name: as_data(bandit) for name, bandit in SHAPES.items()}
_SHAPES = {
    **_OF_THE_TENT,
    "locking": as_data(_LOCKING),
    **{name: as_data(cast(LipschitzBandit, EXPERIMENTS[name].bandit)) for name in _FIGURE_2_NAMES},
}
_NEAR = {"two near": as_data(LipschitzBandit([0.4, 0.5, 0.6, 0.78, 0.6, 0.5, 0.6, 0.8, 0.6, 0.5, 0.4]))}
_KNOWN = {
    name: as_data(cast(LipschitzBandit, EXPERIMENTS[name].bandit))
    for name in ("ossb-line", "ossb-group", "unimodal-few")
}
_PAPER = ["UCB", "KL-UCB", "CKL-UCB"]
_TOLD = ["KL-UCB", "CKL-UCB", "OSLB"]
_NINE = {"shape": "triangle", "K": 9, "lipschitz": 1.0, "k": 1}
_TRIANGLE = {"shape": "triangle", "lipschitz": 1.0, "k": 3}
_WITHOUT = ["UCB", "MOSS", "KL-UCB", "IMED", "Thompson", "CKL-UCB"]
_STRUCTURED = ["KL-UCB", "CKL-UCB", "OSLB", "OSSB", "IMED-UB"]
_LOCKED = {
    **{"shape": "locking", "k": int(np.argmax(_LOCKING.theta)), "policies": ["KL-UCB", "CKL-UCB"]},
    **{"horizon": 100_000, "runs": 20, "seed": 3},
}
_FIGURE_2 = {"policies": ["KL-UCB", "CKL-UCB"], "horizon": 100_000, "runs": 20}

race = Lab(
    name="race",
    question="Which policy loses least on your θ, and how sure can one be?",
    hint="Drag the discs, choose who plays, and press Run. Looking at a curve shows its single runs.",
    caption="Left: the means θ, and how often each policy plays each arm by the end, beside the bound's cheapest "
    "plan, cₖ log T: one way to do it, not a minimum for each arm; a bar with a point goes on. Right: regret over "
    "rounds on a logarithmic axis. All policies of a run meet the same rewards. Dotted: C log t, the bound. It binds "
    "only in the limit: in the long run, no policy that does well on every θ with this L loses less. One that is "
    "told a larger L has a higher bound, one told less than θ needs has none. A run counts as wrong if the arm it "
    "plays most is not a best one; after few rounds that is no lock-in. An interval is shown if it passes a test: of "
    "samples drawn again from these runs, 93 in 100 must give an interval that holds these runs' mean. The test "
    "cannot see what happened in no run; and who adds runs until a difference shows finds one too often.",
    alt="Means of the arms as discs. Left and right choose an arm, up and down move its mean. Below, on the same arms, "
    "how often each policy played them; beside it, regret over rounds with a band for each policy.",
    shapes=_SHAPES,
    start={**_TRIANGLE, "policies": _PAPER, "horizon": 10_000, "runs": 50},
    presets={
        "Triangle, told twice its slope": {**_TRIANGLE, "policies": _PAPER, "horizon": 10_000, "runs": 50},
        "Smooth peak": {"shape": "smooth", "k": 3, "policies": _PAPER, "horizon": 10_000, "runs": 50},
        "Lock-in: one long run": _LOCKED,
    },
    still="race",
)

# The policy that solves the bound's program, beside one that does not, and one without structure.
planned = race.variant(
    still="race-planned",
    question="Does it pay to solve the bound's program?",
    presets={
        "Nine arms": {**_NINE, "policies": _TOLD, "horizon": 10_000, "runs": 20},
        "A smooth peak": {"shape": "smooth", "K": 9, "k": 2, "policies": _TOLD, "horizon": 10_000, "runs": 20},
        "Nine arms, a higher level": {**_NINE, "policies": _TOLD, "horizon": 10_000, "runs": 20, "f": "klucb3"},
    },
    start={**_NINE, "policies": _TOLD, "horizon": 10_000, "runs": 20},
)

# How often the best arm is shut out, after one run in which it is.
locking = race.variant(
    still="race-locking",
    question="How many of twenty runs end on a wrong arm, and does the mean show it?",
    hint="Press Run, then change told L or the level f, and run the same rewards again.",
    presets={
        "L = slope, f = log n": _LOCKED,
        "Told 1.5 slopes": {**_LOCKED, "told": 0.75},
        "f = log n + 3 log log n": {**_LOCKED, "f": "klucb3"},
    },
    start=_LOCKED,
)

# The paper's Figure 2: at a fifth of its rounds and runs at once, at its size for whoever waits.
figure_2 = race.variant(
    still="race-figure-2",
    question="How much more does KL-UCB lose on our instances for Figure 2?",
    presets={
        "Cliff": {"shape": "figure-2-cliff", "k": 3, **_FIGURE_2},
        "Triangle": {"shape": "figure-2-triangle", "k": 3, **_FIGURE_2},
        "Smooth": {"shape": "figure-2-smooth", "k": 3, **_FIGURE_2},
        "Triangle, the paper's size": {
            "shape": "figure-2-triangle",
            "k": 3,
            **_FIGURE_2,
            "horizon": 500_000,
            "runs": 150,
        },
    },
    start={"shape": "figure-2-triangle", "k": 3, **_FIGURE_2},
)

# Those that every reader asks for, beside one that uses L.
baselines = race.variant(
    still="race-baselines",
    question="Who loses least without a promise, and what does the promise add?",
    hint="Press Run. Only CKL-UCB is told L; choose other rewards below, and run again.",
    caption=f"{race.caption} MOSS is told T. Thompson draws from posteriors under Jeffreys' prior. UCB and MOSS have "
    "no radius for counts and exponential rewards, and do not play for them.",
    shapes=_OF_THE_TENT | _NEAR,
    offers=tuple(_WITHOUT),
    families=True,
    presets={
        "Triangle": {**_TRIANGLE, "policies": _WITHOUT, "horizon": 10_000, "runs": 50},
        "Smooth peak": {"shape": "smooth", "k": 3, "policies": _WITHOUT, "horizon": 10_000, "runs": 50},
        "Two near the best": {"shape": "two near", "k": 3, "policies": _WITHOUT, "horizon": 10_000, "runs": 50},
    },
    start={**_TRIANGLE, "policies": _WITHOUT, "horizon": 10_000, "runs": 50},
)

# Those that know something of the shape of θ, and what each makes of it.
structured = race.variant(
    still="race-structured",
    question="Which of those that know the shape loses least?",
    hint="Press Run, then choose another instance: it runs at once. Drag a disc until θ has two peaks, and press Run.",
    caption=f"{race.caption} OSLB has ε = 0.5, OSSB ε = γ = 0.01. IMED-UB plays each arm once first; it is told that θ "
    "rises to one peak and falls, and not L, so the bound, which is about L, does not speak of it.",
    shapes=_OF_THE_TENT | _KNOWN,
    offers=tuple(_STRUCTURED),
    presets={
        "Nine arms": {**_NINE, "policies": _STRUCTURED, "horizon": 10_000, "runs": 20},
        "A group and one apart": {
            "shape": "ossb-group",
            "k": 3,
            "policies": _STRUCTURED,
            "horizon": 10_000,
            "runs": 20,
        },
        "Five coins in a line": {"shape": "ossb-line", "k": 1, "policies": _STRUCTURED, "horizon": 10_000, "runs": 20},
        "Five arms, one peak": {
            "shape": "unimodal-few",
            "k": 1,
            "policies": _STRUCTURED,
            "horizon": 10_000,
            "runs": 20,
        },
    },
    start={**_NINE, "policies": _STRUCTURED, "horizon": 10_000, "runs": 20},
)

# Every policy for numbered arms, on θ of the priors of the league; the last on as many arms as our Figure 2 has.
_OF_PRIORS = {
    f"{shape}-{number}" if n_arms == 9 else f"{shape}-{number}-{n_arms}": as_data(
        from_prior(shape, n_arms, LIPSCHITZ, number)
    )
    for shape, number, n_arms in (("peak", 0, 9), ("smooth", 0, 9), ("rough", 0, 9), ("rough", 0, 46))
}
_EVERYONE = ["UCB", "MOSS", "KL-UCB", "IMED", "Thompson", "CKL-UCB", "OSLB", "OSSB", "IMED-UB"]
# Six at first, of which no two share a colour; whoever likes can switch on the others.
_SIX = ["KL-UCB", "IMED", "Thompson", "CKL-UCB", "OSLB", "IMED-UB"]
_QUICK = ["MOSS", *(name for name in _SIX if name != "OSLB")]
_LEAGUE = {"k": 1, "policies": _SIX, "horizon": 10_000, "runs": 20}

# The lab of the chapter on what came after the paper.
everyone = race.variant(
    still="race-everyone",
    question="Who loses least on a problem that nobody tuned?",
    hint="Press Run, choose another θ of the priors, and run again. Others may be switched on.",
    caption=f"{race.caption} MOSS is told T here, OSLB has ε = 0.5, OSSB ε = γ = 0.01. IMED-UB plays each arm once "
    "first; it is told that θ rises to one peak and falls, and not L. All that use L are told 2, that of the prior.",
    shapes=_OF_THE_TENT | _OF_PRIORS,
    offers=tuple(_EVERYONE),
    presets={
        "One peak": {"shape": "peak-0", **_LEAGUE},
        "Smooth": {"shape": "smooth-0", **_LEAGUE},
        "Rough": {"shape": "rough-0", **_LEAGUE},
        "Rough, 46 arms": {"shape": "rough-0-46", **_LEAGUE, "policies": _QUICK},
    },
    start={"shape": "peak-0", **_LEAGUE},
)
