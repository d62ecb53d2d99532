"""Results of experiments on disk, with the command that made them."""

import numpy as np

import lipbandits as lb
from lipbandits.files import read_results, writable, write_results
from lipbandits.play.regret import checked_results


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
        arrays[f"rounds_{p}"] = kept.rounds
        if regret.plays is not None:
            arrays[f"plays_{p}"] = regret.plays
        # Regret to a tenth of a per mille: a quarter of the size, and far below its spread.
        arrays[f"regret_{p}"] = kept.regret.astype(np.float32)
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
