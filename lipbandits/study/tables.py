"""Tables that the book computes ahead of time: ``python -m lipbandits NAME`` writes one, with its provenance."""

import os
from typing import Any

from numpy.typing import NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.files import read_results, writable, write_results
from lipbandits.study import of_tails, on_points, with_contexts

TABLES = of_tails.TABLES | on_points.TABLES | with_contexts.TABLES


def save(path: str | os.PathLike[str], name: str, runs: int | None = None, seed: int = 2014) -> None:
    """Compute a table of ``TABLES`` and write it with its provenance.

    Parameters
    ----------
    path : str or path
        The file.
    name : str
        Of the table.
    runs : int, optional
        How many; default: the table's own.
    seed : int, default 2014
        A whole number ≥ 0.

    Raises
    ------
    TypeError
        For what is no path, or runs or a seed that are no whole numbers.
    ValueError
        For a path that cannot be written to, an unknown name, or runs or a seed that are too small.
    """
    if not isinstance(name, str) or name not in TABLES:
        raise ValueError(f"name: {checks.shown(name)}; expected one of {', '.join(map(repr, TABLES))}")
    path, seed = writable("path", path), checks.seed(seed)
    table, about = TABLES[name]
    options = {} if runs is None else {"runs": checks.count("runs", runs)}
    arrays = table(seed=seed, **options)
    command = f"python -m lipbandits {name}" + "".join(f" --{key} {value}" for key, value in options.items())
    provenance = {"version": lb.__version__, "command": f"{command} --seed {seed}", "seed": seed, "about": about}
    write_results(path, arrays, provenance)


def load(path: str | os.PathLike[str]) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """A table and its provenance from a file that ``save`` wrote.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    arrays : dict
        {name: array}.
    provenance : dict
        Where they come from.

    Raises
    ------
    ValueError
        If it is not one.
    """
    complaint = f"path: {{}} holds none of the tables {', '.join(TABLES)}"
    arrays, provenance = read_results(path, complaint)
    if provenance.get("about") not in {about for _, about in TABLES.values()}:
        raise ValueError(complaint.format(path))
    return arrays, provenance
