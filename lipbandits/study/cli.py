"""The command line: ``python -m lipbandits figure-2 --runs 150``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import lipbandits as lb
from lipbandits import checks, plots
from lipbandits.files import writable
from lipbandits.study import league, recipes, results, tables
from lipbandits.study.recipes import EXPERIMENTS, FIGURES, PAIR, command_of
from lipbandits.study.statistics import ratio, wrong_share

# What the arguments of `simulate` are called on the command line.
_OPTIONS = {
    "runs": "--runs",
    "horizon": "--horizon",
    "seed": "--seed",
    "n_jobs": "--jobs",
    "checkpoint": "--resume",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: run an experiment, save its results, print where and what.

    Parameters
    ----------
    arguments : list of str, optional
        What follows ``python -m lipbandits``; default: those of the process.

    Returns
    -------
    int
        What the process returns: 0, or 2 for arguments that cannot be.

    Raises
    ------
    TypeError
        For a string in place of a list.
    """
    if isinstance(arguments, str):
        raise TypeError(f"arguments: {checks.shown(arguments)}; expected a list of strings")
    parser = argparse.ArgumentParser(prog="python -m lipbandits", description=recipes.__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="experiment", required=True)
    first = commands.add_parser("figure-1", help="θ and λᵏ of 17 arms, as a picture")
    first.add_argument("--out", type=Path, default=Path("figure-1.svg"), help="the picture (default: %(default)s)")
    parsers = []
    for figure, about in (
        ("figure-2", "regret of KL-UCB and CKL-UCB, 46 arms, T = 5·10⁵"),
        ("figure-3", "regret of seven policies on [0, 1], T = 25000"),
    ):
        parsers.append(commands.add_parser(figure, help=about))
        parsers[-1].add_argument("--instance", choices=FIGURES[figure], default=FIGURES[figure][0])
    others = sorted(name for name in EXPERIMENTS if not name.startswith(tuple(FIGURES)))
    parsers += [commands.add_parser(name, help=EXPERIMENTS[name].about) for name in others]
    for command in parsers:
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
    _add_league(commands)
    options = parser.parse_args(arguments)
    try:
        if options.experiment == "league":
            return _play_league(options)
        if options.experiment in tables.TABLES:
            return _tabulate(options)
        return _draw_figure_1(options.out) if options.experiment == "figure-1" else _run(options)
    except (ValueError, TypeError, OSError) as error:
        name, colon, rest = str(error).partition(":")
        print(f"{parser.prog}: {_OPTIONS.get(name, name)}{colon}{rest}", file=sys.stderr)
        return 2


def _add_league(commands: Any) -> None:
    command = commands.add_parser("league", help="all policies for numbered arms on random θ, three priors")
    command.add_argument("--arms", type=int, choices=league.COUNTS, nargs="+", default=list(league.COUNTS))
    command.add_argument("--instances", type=int, default=None, help="of each prior (default: the league's own)")
    command.add_argument("--horizons", type=int, nargs="+", default=list(league.HORIZONS))
    command.add_argument("--seed", type=int, default=league.SEED)
    command.add_argument("--jobs", type=int, default=-1, help="processes (default: all cores)")
    command.add_argument("--out", type=Path, default=Path(), help="a folder for league-9.npz and so on")
    command.add_argument("--resume", type=Path, default=None, help="a folder: keep finished runs there, and go on")


def _play_league(options: argparse.Namespace) -> int:
    for folder in filter(None, (options.out, options.resume)):
        writable("--out" if folder is options.out else "--resume", folder / "league-9.npz")
    for n_arms in options.arms:
        name = f"league-{n_arms}.npz"
        kept = None if options.resume is None else options.resume / f"kept-{name}"
        count = league.COUNTS[n_arms] if options.instances is None else options.instances
        found = league.play(n_arms, count, options.horizons, options.seed, options.jobs, kept)
        rounds = " ".join(map(str, options.horizons))
        command = f"python -m lipbandits league --arms {n_arms} --instances {count} --horizons {rounds}"
        provenance = {"version": lb.__version__, "command": f"{command} --seed {options.seed}", "seed": options.seed}
        found.save(options.out / name, **provenance, about=league.ABOUT, added=league.ADDED)
        for group in dict.fromkeys(found.groups):
            print(f"{n_arms} arms, prior {group}, T = {options.horizons[-1]:,}", found.table(group), sep="\n")
        print(options.out / name)
    return 0


def _draw_figure_1(out: Path) -> int:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.8, 3.2), layout="constrained")
    out, kinds = writable("--out", out), figure.canvas.get_supported_filetypes()
    if out.suffix.lower().removeprefix(".") not in kinds:
        raise ValueError(f"--out: {out}; expected a picture that ends with one of {', '.join(kinds)}")
    plots.confusing_parameter(figure.add_subplot(), lb.triangle(17, lipschitz=1.0), k=3)
    figure.savefig(out)
    print(f"{out}: triangle of 17 arms, slope 0.5, L = 1, k = 3")
    return 0


def _tabulate(options: argparse.Namespace) -> int:
    writable("--out", options.out)
    tables.save(options.out, options.experiment, options.runs, options.seed)
    print(options.out)
    return 0


def _run(options: argparse.Namespace) -> int:
    name = f"{options.experiment}-{options.instance}" if options.experiment in FIGURES else options.experiment
    experiment = EXPERIMENTS[name]
    out = options.out or Path(f"{name}.npz")
    writable("--out", out)
    runs = experiment.runs if options.runs is None else options.runs
    horizon = experiment.horizon if options.horizon is None else options.horizon
    found = experiment.run(runs, horizon, options.seed, options.jobs, options.resume)
    command = f"{command_of(name)} --runs {runs} --horizon {horizon} --seed {options.seed}"
    results.save(out, found, command=command, seed=options.seed, about=experiment.about)
    for name, regret in found.items():
        last = regret.regret[:, -1]
        words = f"{name:>19}: mean {last.mean():8.1f}, median {np.median(last):8.1f}"
        if not isinstance(experiment.bandit, lb.ContinuousBandit):
            words += f", on a wrong arm {wrong_share(experiment.bandit, regret):.0%}"
        print(words)
    if set(found) == set(PAIR) and runs > 1:
        print(f"KL-UCB / CKL-UCB = {ratio(found):.2f}")
    print(out)
    return 0
