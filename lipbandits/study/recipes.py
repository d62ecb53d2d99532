"""The paper's experiments as named, resumable recipes: ``python -m lipbandits figure-2 --runs 150``.

The paper gives neither θ nor L for its figures; the instances here are choices, stated in each result's provenance.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import lipbandits as lb
from lipbandits import checks
from lipbandits.files import read_results, writable, write_results
from lipbandits.play.regret import checked_results
from lipbandits.play.simulation import simulate
from lipbandits.study import tables
from lipbandits.study.on_points import HORIZON, contenders, tuned, variants
from lipbandits.study.statistics import ratio
from lipbandits.study.with_contexts import HORIZON as ROUNDS_WITH_CONTEXTS
from lipbandits.study.with_contexts import N_ARMS, NUMBERS_OF_CONTEXTS, cones, peaks, sharers, slope_of, zipf


@dataclass(frozen=True)
class Experiment:
    """An instance, the policies that play it, and for how long; `about` says what a reader must know of it."""

    bandit: lb.LipschitzBandit | lb.ContinuousBandit | lb.ContextualBandit
    policies: dict
    horizon: int
    runs: int
    about: str

    def run(self, runs=None, horizon=None, seed=2014, n_jobs=-1, checkpoint=None, progress=None):
        """{name: `Regret`}, by `simulate`; `runs` and `horizon` default to the experiment's own."""
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
# Figures that are drawn for several instances: {figure: instances}.
FIGURES = {
    figure: tuple(name.removeprefix(f"{figure}-") for name in EXPERIMENTS if name.startswith(f"{figure}-"))
    for figure in ("figure-2", "figure-3")
}


def command_of(name):
    """The command that runs an experiment, or makes a table.

    Raises
    ------
    ValueError : for a name of neither.
    """
    if not isinstance(name, str) or name not in EXPERIMENTS | tables.TABLES:
        known = ", ".join(map(repr, EXPERIMENTS | tables.TABLES))
        raise ValueError(f"name: {checks.shown(name)}; expected one of {known}")
    for figure in FIGURES:
        if name.startswith(f"{figure}-"):
            return f"python -m lipbandits {figure} --instance {name.removeprefix(f'{figure}-')}"
    return f"python -m lipbandits {name}"


def wrong_share(bandit, regret):
    """The share of runs in which the most played arm is not a best one; with contexts, the average over contexts.

    Raises
    ------
    TypeError : for arguments in another order, or of another kind. ValueError : for regret on [0, 1], without arms.
    """
    if not isinstance(bandit, lb.LipschitzBandit | lb.ContextualBandit):
        raise TypeError(f"bandit: a {type(bandit).__name__}; expected a LipschitzBandit or a ContextualBandit first")
    if not isinstance(regret, lb.Regret):
        raise TypeError(f"regret: a {type(regret).__name__}; expected one Regret, as results[name]")
    if regret.plays is None:
        raise ValueError("regret: without plays; expected that of a bandit with numbered arms")
    if regret.plays.shape[1:] != bandit.theta.shape:
        raise ValueError(
            f"regret: of {regret.plays.shape[1:]} arms; expected {bandit.theta.shape}, those of the bandit"
        )
    most = regret.plays.argmax(axis=-1)
    gaps = bandit.gaps[most] if most.ndim == 1 else np.take_along_axis(bandit.gaps, most.T, axis=1)
    return float(np.mean(gaps > 0))


def save(path, results, **provenance):
    """Write {name: `Regret`}, at some of its rounds, to an .npz file, with the version and how it was made.

    Of more than 200 runs 32 rounds are kept, of fewer 64: so many are for the mean at the horizon, not for a curve.

    Raises
    ------
    TypeError, ValueError : for a path that cannot be written to, other results, or a provenance that JSON cannot hold.
    """
    arrays, path = {"names": list(checked_results(results))}, writable("path", path)
    for p, regret in enumerate(results.values()):
        kept = regret.thinned(64 if len(regret.regret) <= 200 else 32)
        arrays[f"rounds_{p}"] = regret.rounds[kept]
        if regret.plays is not None:
            arrays[f"plays_{p}"] = regret.plays
        # Regret to a tenth of a per mille: a quarter of the size, and far below its spread.
        arrays[f"regret_{p}"] = regret.regret[:, kept].astype(np.float32)
    write_results(path, arrays, {"version": lb.__version__, **provenance})


def load(path):
    """({name: `Regret`}, provenance) of a file that `save` wrote.

    Raises
    ------
    ValueError : if it is not one.
    """
    complaint = "path: {} holds no results of an experiment"
    arrays, provenance = read_results(path, complaint)
    try:
        results = {
            str(name): lb.Regret(arrays[f"rounds_{p}"], arrays[f"regret_{p}"].astype(float), arrays.get(f"plays_{p}"))
            for p, name in enumerate(arrays["names"])
        }
    except (KeyError, ValueError, TypeError):
        raise ValueError(complaint.format(path)) from None
    return results, provenance


# What the arguments of `simulate` are called on the command line.
_OPTIONS = {
    "runs": "--runs",
    "horizon": "--horizon",
    "seed": "--seed",
    "n_jobs": "--jobs",
    "checkpoint": "--resume",
}


def main(arguments=None):
    """The command line: run an experiment, save its results, print where and what.

    arguments : a list of strings; default: those of the process.
    """
    if isinstance(arguments, str):
        raise TypeError(f"arguments: {checks.shown(arguments)}; expected a list of strings")
    parser = argparse.ArgumentParser(prog="python -m lipbandits", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="experiment", required=True)
    first = commands.add_parser("figure-1", help="θ and λᵏ of 17 arms, as a picture")
    first.add_argument("--out", type=Path, default=Path("figure-1.svg"), help="the picture (default: %(default)s)")
    recipes = []
    for figure, about in (
        ("figure-2", "regret of KL-UCB and CKL-UCB, 46 arms, T = 5·10⁵"),
        ("figure-3", "regret of seven policies on [0, 1], T = 25000"),
    ):
        recipes.append(commands.add_parser(figure, help=about))
        recipes[-1].add_argument("--instance", choices=FIGURES[figure], default=FIGURES[figure][0])
    others = sorted(name for name in EXPERIMENTS if not name.startswith(tuple(FIGURES)))
    recipes += [commands.add_parser(name, help=EXPERIMENTS[name].about) for name in others]
    for command in recipes:
        command.add_argument("--runs", type=int, default=None)
        command.add_argument("--horizon", type=int, default=None)
        command.add_argument("--seed", type=int, default=2014)
        command.add_argument("--jobs", type=int, default=-1, help="processes (default: all cores)")
        command.add_argument("--out", type=Path, default=None, help="results (default: its name.npz)")
        command.add_argument("--resume", type=Path, default=None, help="keep finished runs here, and go on from them")
    for name, (_, about) in tables.TABLES.items():
        command = commands.add_parser(name, help=about)
        command.add_argument("--runs", type=int, default=None)
        command.add_argument("--seed", type=int, default=2014)
        command.add_argument("--out", type=Path, default=Path(f"{name}.npz"), help="the table (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        if options.experiment in tables.TABLES:
            return _tabulate(options)
        return _draw_figure_1(options.out) if options.experiment == "figure-1" else _run(options)
    except (ValueError, TypeError, OSError) as error:
        name, colon, rest = str(error).partition(":")
        print(f"{parser.prog}: {_OPTIONS.get(name, name)}{colon}{rest}", file=sys.stderr)
        return 2


def _draw_figure_1(out):
    from matplotlib.figure import Figure

    from lipbandits import plots

    figure = Figure(figsize=(4.8, 3.2), layout="constrained")
    out, kinds = writable("--out", out), figure.canvas.get_supported_filetypes()
    if out.suffix.lower().removeprefix(".") not in kinds:
        raise ValueError(f"--out: {out}; expected a picture that ends with one of {', '.join(kinds)}")
    plots.confusing_parameter(figure.add_subplot(), lb.triangle(17, lipschitz=1.0), k=3)
    figure.savefig(out)
    print(f"{out}: triangle of 17 arms, slope 0.5, L = 1, k = 3")
    return 0


def _tabulate(options):
    writable("--out", options.out)
    tables.save(options.out, options.experiment, options.runs, options.seed)
    print(options.out)
    return 0


def _run(options):
    name = f"{options.experiment}-{options.instance}" if options.experiment in FIGURES else options.experiment
    experiment = EXPERIMENTS[name]
    out = options.out or Path(f"{name}.npz")
    writable("--out", out)
    runs = experiment.runs if options.runs is None else options.runs
    horizon = experiment.horizon if options.horizon is None else options.horizon
    results = experiment.run(runs, horizon, options.seed, options.jobs, options.resume)
    command = f"{command_of(name)} --runs {runs} --horizon {horizon} --seed {options.seed}"
    save(out, results, command=command, seed=options.seed, about=experiment.about)
    for name, regret in results.items():
        last = regret.regret[:, -1]
        words = f"{name:>19}: mean {last.mean():8.1f}, median {np.median(last):8.1f}"
        if regret.plays is not None:
            words += f", on a wrong arm {wrong_share(experiment.bandit, regret):.0%}"
        print(words)
    if set(results) == set(PAIR) and runs > 1:
        print(f"KL-UCB / CKL-UCB = {ratio(results):.2f}")
    print(out)
    return 0
