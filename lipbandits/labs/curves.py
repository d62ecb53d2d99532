"""The curve: a mean on all of [0, 1] in the reader's hand, a grid on it, and what HOO, Zooming and cells see of it."""

from functools import partial
from typing import Any

import numpy as np

from lipbandits.labs.lab import Lab
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.model.examples_on_points import CONTINUOUS

# Every peak and corner of the chapter's functions is on one of these, but those of the needle and the spire's foot.
KNOTS = 41


def polyline(name: str) -> dict[str, Any]:
    """One of the chapter's functions as a polyline, with the L that the chapter tells policies.

    Parameters
    ----------
    name : str
        A name of ``CONTINUOUS``.

    Returns
    -------
    dict
        As ``shapes`` of a lab has them: the means at the knots, and these unless they are evenly spaced.
    """
    bandit, knots = CONTINUOUS[name](), np.arange(KNOTS) / (KNOTS - 1)
    if name == "needle":
        # Its tip and its feet take the places of the three knots next to them.
        knots[24:27] = 0.593, 0.613, 0.633
    data = {"theta": np.round(bandit.mean(knots), 6).tolist(), "lipschitz": bandit.lipschitz}
    return {**data, "arms": knots.tolist()} if name == "needle" else data


def bandit_of(shape: str) -> ContinuousBandit:
    """What a lab plays on: one of its shapes.

    Parameters
    ----------
    shape : str
        A name of ``SHAPES``.

    Returns
    -------
    ContinuousBandit
        The polyline, with its L.
    """
    knots = np.array(SHAPES[shape].get("arms", np.arange(KNOTS) / (KNOTS - 1)))
    means = np.array(SHAPES[shape]["theta"])
    mean = partial(np.interp, xp=knots, fp=means)
    return ContinuousBandit(mean, SHAPES[shape]["lipschitz"], best=float(knots[means.argmax()]))


SHAPES = {name.replace(" ", "-"): polyline(name) for name in CONTINUOUS}
# Where the adaptive policy fails: its second centre is at the worst point of its cell, and the best one at the border.
_TRAP = np.interp(np.arange(KNOTS) / (KNOTS - 1), [0, 0.25, 0.75, 1], [0.99, 0.99, 0.95, 1.0]).round(6)
SHAPES["trap"] = {"theta": _TRAP.tolist(), "lipschitz": 0.2}
_PAIR = ["KL-UCB", "CKL-UCB"]
_ALL = ["KL-UCB", "CKL-UCB", "HOO", "Zooming", "Adaptive"]
_GRID = {"policies": _PAIR, "horizon": 25_000, "runs": 20, "grid": 8}


def _at(shape: str, k: int, **others: Any) -> dict[str, Any]:
    """A state: a shape, its knot that is looked at first, and what is played."""
    return {"shape": shape, "k": k, **others}


def _watching(policy: str, shape: str, k: int, round_: int, **others: Any) -> dict[str, Any]:
    """A state in which one policy is watched, and plays alone."""
    played = {"policies": [policy], "watch": policy, "round": round_, "horizon": 10_000, "runs": 20}
    return _at(shape, k, **{**played, **others})


curve = Lab(
    name="curve",
    question="What does a grid cost, and how many arms should it have?",
    hint="Drag the knots of μ, or press Draw your own and drag across the picture; choose the number of arms, and "
    "press Run.",
    caption="Left: the mean μ, a polyline through its knots; diamonds are the arms of the grid, and the strip between "
    "the best mean and the best of the grid is the least that a policy on it loses in each round. Below, how often "
    "each policy played in each fortieth of the line. Right: regret over rounds, with the floor of the grid, T times "
    "the strip; all policies of a run have the same luck. The table splits the regret of those on the grid.",
    alt="The mean over the interval, a curve with knots, and the arms of a grid on it. Left and right choose a knot, "
    "up and down move its mean. Below, plays by place; beside it, regret over rounds with a band for each policy, and "
    "the floor of the grid.",
    shapes=SHAPES,
    start=_at("triangle", 20, **{**_GRID, "grid": 3}),
    presets={
        "Eight arms, a smooth peak": _at("quadratic", 28, **_GRID),
        "Fifty arms, a triangle": _at("triangle", 20, **{**_GRID, "grid": 50}),
        "A needle": _at("needle", 25, **{**_GRID, "grid": 50}),
    },
    still="curve",
    view={"controls": ["grid", "T", "L"]},
)

hoo = curve.variant(
    still="curve-hoo",
    question="Where does HOO look closer?",
    hint="Move the round, or press Play rounds. Draw another μ, and the tree grows elsewhere.",
    caption="Above: the mean, and at each point the least bound U of the cells that hold it, with ν₁ = told L and "
    "ρ = 1/2; those above 2 are cut. The ring is the point played last. Below: a bar for each cell of "
    "the tree, one row a depth, darker the more it was played, and the path that was taken last. Right: regret over "
    "rounds, once Run has played several runs; the upright is the round that is watched, in run 0.",
    start=_watching("HOO", "quadratic", 28, 20),
    presets={
        "Halves of halves": _watching("HOO", "quadratic", 28, 7),
        "Deep near the peak": _watching("HOO", "quadratic", 28, 400),
        "Wide bounds, a bushy tree": _watching("HOO", "quadratic", 28, 400, tuned=False),
    },
    view={"controls": ["round", "told", "T"]},
)

walk = hoo.variant(
    still="curve-walk",
    question="How does HOO walk down its tree?",
    hint="Read on, or press Next: each step sets the round, and then the picture is yours.",
    start=_watching("HOO", "quadratic", 28, 2),
    presets={
        "Left after all": _watching("HOO", "quadratic", 28, 6),
        "Three levels down": _watching("HOO", "quadratic", 28, 9),
    },
)

zooming = curve.variant(
    still="curve-zooming",
    question="Which points does Zooming activate?",
    hint="Move the round, or press Play rounds. Draw another μ, and other points are activated.",
    caption="Above: a bar for each active point, as wide as the ball that it covers, at its average; triangles are "
    "indexes, average plus two radii, as far as they are below 2. The ring is the point played last. Below: plays of "
    "each active point; plain Zooming forgets them with each phase. 1000 candidates. Right: regret over rounds, once "
    "Run has played; the upright is the round that is watched, in run 0.",
    start=_watching("Zooming", "quadratic", 28, 20),
    presets={
        "A first ball": _watching("Zooming", "quadratic", 28, 2),
        "Balls fill the line": _watching("Zooming", "quadratic", 28, 400),
        "Plain: one ball is enough": _watching("Zooming", "triangle", 20, 400, tuned=False),
    },
    view={"controls": ["round", "told", "T"]},
)

adaptive = curve.variant(
    still="curve-adaptive",
    question="What if cells are cut where CKL-UCB plays much?",
    hint="Move the round, or press Play rounds. Draw another μ, and cells are cut elsewhere.",
    caption="Above: a bar for each cell, at the index of its centre; triangles are averages. The ring is the point "
    "played last. Below: plays of each centre; a cut leaves them with the middle third. f(n) = log n. Right: regret "
    "over rounds, once Run has played; the upright is the round that is watched, in run 0.",
    start=_watching("Adaptive", "quadratic", 28, 20),
    presets={
        "Two cells": _watching("Adaptive", "triangle", 20, 1),
        "Cut where it pays": _watching("Adaptive", "quadratic", 28, 400),
        "Told twice L": _watching("Adaptive", "quadratic", 28, 400, told=6.4),
    },
    view={"controls": ["round", "told", "T"]},
)

_TRAPPED = _at("trap", 30, policies=["CKL-UCB", "Adaptive"], horizon=50_000, runs=20, grid=50)

race_of_curves = curve.variant(
    still="curve-race",
    question="Who loses least on your μ, a grid or what is made for an interval?",
    hint="Draw μ, choose who plays, and press Run; here two play, in the first presets all five.",
    start=_TRAPPED,
    presets={
        "The paper's triangle": _at("triangle", 20, policies=_ALL, horizon=25_000, runs=10, grid=50),
        "The paper's quadratic": _at("quadratic", 28, policies=_ALL, horizon=25_000, runs=10, grid=50),
        "Eight arms on the quadratic": _at("quadratic", 28, policies=_ALL, horizon=25_000, runs=10, grid=8),
        "A needle": _at("needle", 25, policies=_ALL, horizon=25_000, runs=10, grid=50),
        "The trap": _TRAPPED,
    },
    view={"controls": ["grid", "T", "told"]},
)
