"""The paper's experiments as named, resumable recipes: ``python -m lipbandits figure-2 --runs 150``.

The paper gives neither θ nor L for its figures; the instances here are choices, stated in each result's provenance.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

import lipbandits as lb
from lipbandits import checks
from lipbandits.simulation import simulate, write_atomically

# Figure 2: 46 arms, as in Section 7.1. Each instance is (bandit, what it is).
INSTANCES = {
    "cliff": (
        lb.triangle(46, peak=0.5, top=0.9, slope=2.0, floor=0.1, lipschitz=3.0),
        "0.9 - 2|x - 1/2| floored at 0.1, peak between two arms, L = 1.5 times the slope",
    ),
    "triangle": (
        lb.triangle(46, peak=0.5, top=0.8, slope=0.5, lipschitz=1.0),
        "0.8 - 0.5|x - 1/2|, peak between two arms, L = twice the slope",
    ),
    "smooth": (
        lb.quadratic(46, peak=0.7, top=0.9, curvature=3.2, floor=0.1, lipschitz=3.2),
        "max(0.1, 0.9 - 3.2 (x - 0.7)^2), L = 3.2",
    ),
}
HORIZON = 500_000


def figure_2(instance="cliff", runs=150, horizon=HORIZON, seed=2014, n_jobs=-1, checkpoint=None, progress=None):
    """{name: `Regret`} of KL-UCB and CKL-UCB with f = log n, on one of `INSTANCES`.

    Raises
    ------
    ValueError : for an unknown instance, and as `simulate` does.
    """
    if instance not in INSTANCES:
        raise ValueError(f"instance: {instance!r}; expected one of {', '.join(map(repr, INSTANCES))}")
    bandit, _ = INSTANCES[instance]
    return simulate(bandit, [lb.KLUCB(), lb.CKLUCB()], horizon, runs, seed, n_jobs, checkpoint, progress)


def save(path, results, **provenance):
    """Write {name: `Regret`} to an .npz file, with the version and whatever else says how it was made."""
    provenance = {"version": lb.__version__, **provenance}
    arrays = {"provenance": json.dumps(provenance, sort_keys=True), "names": list(results)}
    for p, regret in enumerate(results.values()):
        arrays |= {f"rounds_{p}": regret.rounds, f"plays_{p}": regret.plays}
        # Regret to a tenth of a per mille: a quarter of the size, and far below its spread.
        arrays[f"regret_{p}"] = regret.regret.astype(np.float32)
    write_atomically(path, lambda file: np.savez_compressed(file, **arrays))


def load(path):
    """({name: `Regret`}, provenance) of a file that `save` wrote.

    Raises
    ------
    ValueError : if it is not one.
    """
    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as file:
            results = {
                str(name): lb.Regret(file[f"rounds_{p}"], file[f"regret_{p}"].astype(float), file[f"plays_{p}"])
                for p, name in enumerate(file["names"])
            }
            return results, json.loads(str(file["provenance"]))
    except (OSError, KeyError, ValueError, EOFError) as error:
        raise ValueError(f"path: {path} holds no results of an experiment ({error})") from None


def ratio(results, numerator="KLUCB", denominator="CKLUCB"):
    """Final mean regret of one policy over another's, with a 95 % interval: (ratio, low, high), by the delta method."""
    one, other = (results[name].regret[:, -1] for name in (numerator, denominator))
    checks.count("runs", len(one), least=2)
    value = one.mean() / other.mean()
    # The runs are paired: policies share rewards.
    spread = np.std(one / one.mean() - other / other.mean(), ddof=1) / np.sqrt(len(one))
    return value, value * np.exp(-1.96 * spread), value * np.exp(1.96 * spread)


def main(arguments=None):
    """The command line: run an experiment, save its results, print where and what."""
    parser = argparse.ArgumentParser(prog="python -m lipbandits", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="experiment", required=True)
    first = commands.add_parser("figure-1", help="θ and λᵏ of 17 arms, as a picture")
    first.add_argument("--out", type=Path, default=Path("figure-1.svg"), help="the picture (default: %(default)s)")
    second = commands.add_parser("figure-2", help="regret of KL-UCB and CKL-UCB, 46 arms, T = 5·10⁵")
    second.add_argument("--instance", choices=INSTANCES, default="cliff")
    second.add_argument("--runs", type=int, default=150)
    second.add_argument("--horizon", type=int, default=HORIZON)
    second.add_argument("--seed", type=int, default=2014)
    second.add_argument("--jobs", type=int, default=-1, help="processes (default: all cores)")
    second.add_argument("--out", type=Path, default=None, help="results (default: figure-2-INSTANCE.npz)")
    second.add_argument("--resume", type=Path, default=None, help="keep finished runs here, and go on from them")
    options = parser.parse_args(arguments)
    try:
        return _figure_1(options) if options.experiment == "figure-1" else _figure_2(options)
    except (ValueError, TypeError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2


def _figure_1(options):
    from matplotlib.figure import Figure

    from lipbandits import plots

    figure = Figure(figsize=(6.5, 3.4), layout="constrained")
    plots.confusing_parameter(figure.add_subplot(), lb.triangle(17, lipschitz=1.0), k=3)
    figure.savefig(options.out)
    print(f"{options.out}: triangle of 17 arms, slope 0.5, L = 1, k = 3")
    return 0


def _figure_2(options):
    out = options.out or Path(f"figure-2-{options.instance}.npz")
    results = figure_2(
        options.instance, options.runs, options.horizon, options.seed, options.jobs, checkpoint=options.resume
    )
    command = f"python -m lipbandits figure-2 --instance {options.instance} --runs {options.runs}"
    command += f" --horizon {options.horizon} --seed {options.seed}"
    save(out, results, command=command, seed=options.seed, instance=INSTANCES[options.instance][1])
    for name, regret in results.items():
        last = regret.regret[:, -1]
        print(f"{name:>7}: mean {last.mean():8.1f}, median {np.median(last):8.1f}")
    if options.runs > 1:
        print("KL-UCB / CKL-UCB = {:.2f} ({:.2f} to {:.2f})".format(*ratio(results)))
    print(out)
    return 0
