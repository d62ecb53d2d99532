"""The paper's experiments as named, resumable recipes: ``python -m lipbandits figure-2 --runs 150``.

The paper gives neither θ nor L for its figures; the instances here are choices, stated in each result's provenance.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import lipbandits as lb
from lipbandits import checks
from lipbandits.play.simulation import simulate
from lipbandits.study import tables
from lipbandits.study.on_points import HORIZON, contenders, tuned, variants
from lipbandits.study.with_contexts import HORIZON as ROUNDS_WITH_CONTEXTS
from lipbandits.study.with_contexts import N_ARMS, NUMBERS_OF_CONTEXTS, cones, peaks, sharers, slope_of, zipf


@dataclass(frozen=True)
class Experiment:
    """An instance, the policies that play it, and for how long.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    policies : dict
        {name: policy}.
    horizon : int
        T, the number of rounds.
    runs : int
        How many.
    about : str
        What a reader must know of it.
    """

    bandit: lb.LipschitzBandit | lb.ContinuousBandit | lb.ContextualBandit
    policies: Mapping[str, Any]
    horizon: int
    runs: int
    about: str

    def run(
        self,
        runs: int | None = None,
        horizon: int | None = None,
        seed: Any = 2014,
        n_jobs: int = -1,
        checkpoint: str | os.PathLike[str] | None = None,
        progress: bool | None = None,
    ) -> dict[str, lb.Regret]:
        """Play it, by `simulate`.

        Parameters
        ----------
        runs : int, optional
            How many; default: the experiment's own.
        horizon : int, optional
            T; default: the experiment's own.
        seed : int, default 2014
            As for `simulate`.
        n_jobs : int, default -1
            Processes, as in joblib (−1: all cores).
        checkpoint : str or path, optional
            Where finished runs are kept.
        progress : bool, optional
            True shows a bar on stderr; default: only in a terminal.

        Returns
        -------
        dict
            {name: `Regret`}.
        """
        runs, horizon = self.runs if runs is None else runs, self.horizon if horizon is None else horizon
        return simulate(self.bandit, self.policies, horizon, runs, seed, n_jobs, checkpoint, progress)


PAIR = {"KLUCB": lb.KLUCB(), "CKLUCB": lb.CKLUCB()}
ASSUMED = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 1.0, 1.5, 2.0, 4.0, 8.0)
EPSILONS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LOCKING = {"KLUCB": lb.KLUCB()} | {
    f"{kind}, {'forced' if forced else 'unforced'}": lb.CKLUCB(kind, forced=forced)
    for kind in ("log", "klucb3")
    for forced in (True, False)
}
# The level of the paper's experiments, and the three that are proved.
LEVELS = {"KLUCB": lb.KLUCB()} | {
    f"CKLUCB, {kind}": lb.CKLUCB(kind) for kind in ("log", "paper", "sequential", "kaufmann_koolen")
}
_ASSUMED = {f"L = {L:g}": lb.CKLUCB(lipschitz=L) for L in ASSUMED} | {"KLUCB": lb.KLUCB()}

_ON_AN_ARM = lb.triangle(46, peak=20 / 45, top=0.8, slope=0.5)

EXPERIMENTS = {
    "figure-2-cliff": Experiment(
        lb.triangle(46, peak=0.5, top=0.9, slope=2.0, floor=0.1, lipschitz=3.0),
        PAIR,
        500_000,
        150,
        "0.9 - 2|x - 1/2| floored at 0.1, 46 arms, peak between two of them, L = 1.5 times the slope",
    ),
    "figure-2-triangle": Experiment(
        lb.triangle(46, peak=0.5, top=0.8, slope=0.5, lipschitz=1.0),
        PAIR,
        500_000,
        1000,
        "0.8 - 0.5|x - 1/2|, 46 arms, peak between two of them, L = twice the slope",
    ),
    "figure-2-smooth": Experiment(
        lb.quadratic(46, peak=0.7, top=0.9, curvature=3.2, floor=0.1, lipschitz=3.2),
        PAIR,
        500_000,
        150,
        "max(0.1, 0.9 - 3.2 (x - 0.7)^2), 46 arms, L = 3.2",
    ),
    "epsilon": Experiment(
        lb.triangle(17, lipschitz=1.0),
        {f"ε = {epsilon:g}": lb.OSLB(epsilon) for epsilon in EPSILONS},
        100_000,
        40,
        "0.8 - 0.5|x - 1/2|, 17 arms, L = twice the slope, OSLB with f = log n",
    ),
    "growth": Experiment(
        lb.triangle(17, lipschitz=1.0),
        {"OSLB": lb.OSLB(0.1), "CKLUCB": lb.CKLUCB(), "KLUCB": lb.KLUCB()},
        1_000_000,
        40,
        "0.8 - 0.5|x - 1/2|, 17 arms, L = twice the slope, f = log n, OSLB with ε = 0.1",
    ),
    "assumed-triangle": Experiment(
        lb.triangle(17), _ASSUMED, 100_000, 600, "0.8 - 0.5|x - 1/2|, 17 arms, CKL-UCB told another L"
    ),
    "assumed-smooth": Experiment(
        lb.quadratic(17, peak=0.5, top=0.8, curvature=1.0),
        _ASSUMED,
        100_000,
        600,
        "0.8 - (x - 1/2)^2, 17 arms, CKL-UCB told another L",
    ),
    "lock-in-tight": Experiment(
        _ON_AN_ARM, LOCKING, 500_000, 120, "0.8 - 0.5|x - 4/9|, 46 arms, peak on one of them, L = slope"
    ),
    "lock-in-loose": Experiment(
        _ON_AN_ARM.with_lipschitz(1.0),
        LOCKING,
        500_000,
        120,
        "0.8 - 0.5|x - 4/9|, 46 arms, peak on one of them, L = twice the slope",
    ),
    "figure-3-triangle": Experiment(
        lb.paper_triangle(),
        contenders(lb.paper_triangle()),
        HORIZON,
        100,
        "0.8 - 0.5|x - 1/2| on [0, 1], peak a quarter of a step from an arm of each grid, f = log n",
    ),
    "figure-3-quadratic": Experiment(
        lb.paper_quadratic(),
        contenders(lb.paper_quadratic()),
        HORIZON,
        100,
        "max(0.1, 0.9 - 3.2 (x - 0.7)^2) on [0, 1], peak a quarter of a step from an arm of each grid, f = log n",
    ),
    "sensitivity-triangle": Experiment(
        lb.paper_triangle(),
        variants(lb.paper_triangle()),
        HORIZON,
        40,
        "0.8 - 0.5|x - 1/2| on [0, 1], policies told other constants, peak a quarter of a step from an arm of the grid",
    ),
    "sensitivity-quadratic": Experiment(
        lb.paper_quadratic(),
        variants(lb.paper_quadratic()),
        HORIZON,
        40,
        "max(0.1, 0.9 - 3.2 (x - 0.7)^2) on [0, 1], policies told other constants, "
        "peak a quarter of a step from an arm of the grid",
    ),
}
for _name, _bandit, _about in (
    ("triangle", lb.paper_triangle(), "0.8 - 0.5|x - 1/2|"),
    ("quadratic", lb.paper_quadratic(), "max(0.1, 0.9 - 3.2 (x - 0.7)^2)"),
):
    EXPERIMENTS[f"tuned-{_name}"] = Experiment(
        _bandit,
        tuned(_bandit),
        HORIZON,
        100,
        f"{_about} on [0, 1], Zooming, HOO+ and CKL-UCB told other constants, peak a quarter of a step from an arm of "
        "the grid, f = log n",
    )
for _kind, _path in (("far", "from 0.2 to 0.8, β = 1"), ("near", "from 0.45 to 0.55, β = 0.05")):
    for _contexts in NUMBERS_OF_CONTEXTS:
        EXPERIMENTS[f"contexts-{_kind}-{_contexts}"] = Experiment(
            peaks(_kind, _contexts),
            sharers(slope_of(_kind)),
            ROUNDS_WITH_CONTEXTS,
            100,
            f"smooth peak that travels {_path}; {_contexts} contexts, {N_ARMS} arms, f = log n",
        )
EXPERIMENTS["contexts-far-zipf"] = Experiment(
    peaks("far", 20, zipf(20)),
    sharers(slope_of("far")),
    ROUNDS_WITH_CONTEXTS,
    100,
    "as contexts-far-20, with contexts drawn in proportion to 1, 1/2, 1/3, …",
)
for _name, _contexts, _slack in (("tight", 20, 1.0), ("loose", 20, 2.0), ("few", 5, 2.0)):
    EXPERIMENTS[f"contexts-cone-{_name}"] = Experiment(
        cones(_contexts, N_ARMS, _slack),
        sharers(0.5 * _slack),
        ROUNDS_WITH_CONTEXTS,
        40,
        f"0.8 - 0.5|x - p| with p from 0.2 to 0.8, {_contexts} contexts, {N_ARMS} arms, L = {_slack:g} times the "
        "least, f = log n",
    )
FAMILIES = {
    "bernoulli": lb.Bernoulli(),
    "gaussian": lb.Gaussian(0.5),
    "poisson": lb.Poisson(),
    "exponential": lb.Exponential(),
}
for _name, _family in FAMILIES.items():
    EXPERIMENTS[f"growth-{_name}"] = Experiment(
        lb.LipschitzBandit(lb.triangle(5).theta, lipschitz=0.5, family=_family),
        {"OSLB": lb.OSLB(0.1), "CKLUCB": lb.CKLUCB(), "KLUCB": lb.KLUCB()},
        1_000_000,
        100,
        f"0.8 - 0.5|x - 1/2|, 5 arms, L = slope, rewards of {_family!r}, f = log n, OSLB with ε = 0.1",
    )
# One best arm far above the others, which say much about each other: C(θ) is 0.3 to 0.7 times Lai and Robbins' bound.
for _name, _arms, _about in (
    (
        "line",
        lb.LipschitzBandit([0.8, 0.6, 0.4, 0.2, 0.05], lipschitz=0.8),
        "0.8, 0.6, 0.4, 0.2, 0.05 on [0, 1], 5 arms",
    ),
    (
        "group",
        lb.LipschitzBandit([0.3, 0.34, 0.38, 0.42, 0.46, 0.5, 0.8], [0, 0.04, 0.08, 0.12, 0.16, 0.2, 1], lipschitz=1.0),
        "0.3, 0.34, ... 0.5 on [0, 0.2] and 0.8 at 1, 7 arms",
    ),
    (
        "sides",
        lb.LipschitzBandit(
            [0.4, 0.45, 0.5, 0.9, 0.5, 0.45, 0.4], [0, 0.05, 0.1, 0.5, 0.9, 0.95, 1], 1.0, family=lb.Gaussian(0.5)
        ),
        "0.9 at 1/2, 0.5, 0.45, 0.4 at both ends, 7 arms, Gaussian rewards of sd 0.5",
    ),
    (
        "counts",
        lb.LipschitzBandit([3, 1.5, 1.3, 1.1, 0.9], [0, 0.8, 0.85, 0.9, 0.95], lipschitz=4.0, family=lb.Poisson()),
        "3 at 0 and 1.5, 1.3, 1.1, 0.9 on [0.8, 0.95], 5 arms, Poisson rewards",
    ),
):
    EXPERIMENTS[f"ossb-{_name}"] = Experiment(
        _arms,
        {"OSSB": lb.OSSB(), "OSSB, ε = γ = 0": lb.OSSB(0, 0), "OSLB": lb.OSLB(0.1), "CKLUCB": lb.CKLUCB()},
        1_000_000,
        48,
        f"{_about}, L = {_arms.lipschitz:g}, OSSB with ε = γ = 0.01, f = log n, OSLB with ε = 0.1",
    )
ONE_PEAK = {"IMEDUB": lb.IMEDUB(), "IMEDUB, once": lb.IMEDUB(once=True)} | PAIR
for _name, _rising, _about in (
    ("few", lb.triangle(5, lipschitz=1.0), "0.8 - 0.5|x - 1/2|, 5 arms, L = twice the slope"),
    ("triangle", _ON_AN_ARM.with_lipschitz(1.0), "0.8 - 0.5|x - 4/9|, 46 arms, L = twice the slope"),
    (
        "cliff",
        lb.triangle(46, peak=20 / 45, top=0.9, slope=1.6, lipschitz=2.4),
        "0.9 - 1.6|x - 4/9|, 46 arms, L = 1.5 times the slope",
    ),
):
    EXPERIMENTS[f"unimodal-{_name}"] = Experiment(
        _rising,
        ONE_PEAK,
        500_000,
        120,
        f"{_about}, peak on one of them, f = log n; IMED-UB is told of the one peak, not L",
    )
# What is asked for beside the paper's policies; MOSS with the number of rounds, and without it.
UNPROMISED = {
    "UCB": lb.UCB(),
    "MOSS": lb.MOSS(100_000),
    "MOSS, anytime": lb.MOSS(),
    "KLUCB": lb.KLUCB(),
    "Thompson": lb.ThompsonSampling(),
    "IMED": lb.IMED(),
    "CKLUCB": lb.CKLUCB(),
}
_NINE = lb.triangle(9, lipschitz=1.0)
for _name, _asked, _about in (
    ("nine", _NINE, "0.8 - 0.5|x - 1/2|, 9 arms"),
    ("triangle", EXPERIMENTS["figure-2-triangle"].bandit, "0.8 - 0.5|x - 1/2|, 46 arms, peak between two of them"),
    (
        "gaussian",
        lb.LipschitzBandit(_NINE.theta, lipschitz=1.0, family=lb.Gaussian(0.5)),
        "0.8 - 0.5|x - 1/2|, 9 arms, Gaussian rewards of sd 0.5",
    ),
    (
        "poisson",
        lb.LipschitzBandit(_NINE.theta, lipschitz=1.0, family=lb.Poisson()),
        "0.8 - 0.5|x - 1/2|, 9 arms, Poisson rewards",
    ),
):
    # Counts have no radius.
    _left_out = ("UCB", "MOSS", "MOSS, anytime") if _name == "poisson" else ()
    EXPERIMENTS[f"baselines-{_name}"] = Experiment(
        _asked,
        {name: policy for name, policy in UNPROMISED.items() if name not in _left_out},
        100_000,
        100,
        f"{_about}, L = twice the slope, f = log n; Thompson sampling with Jeffreys' prior",
    )
for _instance in ("cliff", "triangle", "smooth"):
    _figure = EXPERIMENTS[f"figure-2-{_instance}"]
    EXPERIMENTS[f"levels-{_instance}"] = Experiment(
        _figure.bandit, LEVELS, _figure.horizon, 20, f"{_figure.about}; levels f(n) that are proved, and log n"
    )
# Figures that are drawn for several instances: {figure: instances}.
FIGURES = {
    figure: tuple(name.removeprefix(f"{figure}-") for name in EXPERIMENTS if name.startswith(f"{figure}-"))
    for figure in ("figure-2", "figure-3")
}


def command_of(name: str) -> str:
    """The command that runs an experiment, or makes a table.

    Parameters
    ----------
    name : str
        Of an experiment or a table.

    Returns
    -------
    str
        The command.

    Raises
    ------
    ValueError
        For a name of neither.
    """
    if not isinstance(name, str) or name not in EXPERIMENTS | tables.TABLES:
        known = ", ".join(map(repr, EXPERIMENTS | tables.TABLES))
        raise ValueError(f"name: {checks.shown(name)}; expected one of {known}")
    for figure in FIGURES:
        if name.startswith(f"{figure}-"):
            return f"python -m lipbandits {figure} --instance {name.removeprefix(f'{figure}-')}"
    return f"python -m lipbandits {name}"
