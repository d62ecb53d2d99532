"""Results of experiments on disk, with the command that made them."""

import os
from typing import Any

import numpy as np

import lipbandits as lb
from lipbandits.files import read_results, writable, write_results
from lipbandits.play.regret import checked_results


def save(path: str | os.PathLike[str], results: dict[str, lb.Regret], **provenance: Any) -> None:
    """Write results, at some of their rounds, to an .npz file, with the version and how they were made.

    Of more than 200 runs 32 rounds are kept, of fewer 64: so many are for the mean at the horizon, not for a curve.

    Parameters
    ----------
    path : str or path
        The file.
    results : dict
        {name: `Regret`}.
    **provenance : object
        What is kept with them, as JSON can hold it.

    Raises
    ------
    TypeError
        For what is no path, other results, or a provenance that JSON cannot hold.
    ValueError
        For a path that cannot be written to.
    """
    arrays: dict[str, Any] = {"names": list(checked_results(results))}
    path = writable("path", path)
    for p, regret in enumerate(results.values()):
        kept = regret.thinned(64 if len(regret.regret) <= 200 else 32)
        arrays[f"rounds_{p}"] = kept.rounds
        if regret.plays is not None:
            arrays[f"plays_{p}"] = regret.plays
        # Regret to a tenth of a per mille: a quarter of the size, and far below its spread.
        arrays[f"regret_{p}"] = kept.regret.astype(np.float32)
    write_results(path, arrays, {"version": lb.__version__, **provenance})


def load(path: str | os.PathLike[str]) -> tuple[dict[str, lb.Regret], dict[str, Any]]:
    """Results and provenance from a file that `save` wrote.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    results : dict
        {name: `Regret`}.
    provenance : dict
        Where they come from.

    Raises
    ------
    ValueError
        If it is not one.
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
