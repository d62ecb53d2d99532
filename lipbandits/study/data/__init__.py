"""The studies that the book stores: each was written by the command in its provenance, and is read by its name."""

from collections.abc import Callable, Collection
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.play.regret import Regret
from lipbandits.study import recipes, tables
from lipbandits.study.comparison import Comparison
from lipbandits.study.league import LONGER_ARMS, checked_arms
from lipbandits.study.results import load as load_results


def results(name: str) -> tuple[dict[str, Regret], dict[str, Any]]:
    """A stored experiment of ``recipes.EXPERIMENTS``, with its provenance; its arrays are read-only.

    Parameters
    ----------
    name : str
        Of the experiment.

    Returns
    -------
    results : dict
        {policy: `Regret`}.
    provenance : dict
        Where they come from.

    Raises
    ------
    ValueError
        For a name that is not stored.
    """
    found, provenance = _read(load_results, _known(name, recipes.EXPERIMENTS, tables.TABLES, "table"))
    return dict(found), dict(provenance)


def table(name: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """A stored table of ``tables.TABLES``, with its provenance; its arrays are read-only.

    Parameters
    ----------
    name : str
        Of the table.

    Returns
    -------
    arrays : dict
        {name: array}.
    provenance : dict
        Where they come from.

    Raises
    ------
    ValueError
        For a name that is not stored.
    """
    found, provenance = _read(tables.load, _known(name, tables.TABLES, recipes.EXPERIMENTS, "results"))
    return dict(found), dict(provenance)


def league(n_arms: int, longer: bool = False) -> tuple[Comparison, dict[str, Any]]:
    """The stored league with so many arms, with its provenance.

    Parameters
    ----------
    n_arms : {9, 46, 200}
        The number of arms.
    longer : bool, default False
        Whether to read the same plays played on to 500,000 rounds, which are stored for some of those on 200 arms.

    Returns
    -------
    comparison : Comparison
        One run of each policy on each instance.
    provenance : dict
        Where it comes from.

    Raises
    ------
    ValueError
        For another number of arms, or longer plays where none are stored.
    """
    if checks.flag("longer", longer) and checked_arms(n_arms) != LONGER_ARMS:
        raise ValueError(f"longer: with {n_arms} arms; expected n_arms = {LONGER_ARMS}, of which such plays are stored")
    found, provenance = _league(checked_arms(n_arms), "-longer" if longer else "")
    return found, dict(provenance)


@cache
def _league(n_arms: int, kind: str) -> tuple[Comparison, dict[str, Any]]:
    with as_file(files(__name__) / f"league-{n_arms}{kind}.npz") as path:
        try:
            return Comparison.load(path)
        except ValueError as error:
            raise ValueError(f"{error}; run `python -m lipbandits league` in its folder") from None


def _known(name: object, names: Collection[str], others: Collection[str], reader: str) -> str:
    if isinstance(name, str) and name in names:
        return str(name)
    if isinstance(name, str) and name in others:
        raise ValueError(f"name: {name!r}; expected data.{reader}({name!r}), for what is stored under it")
    raise ValueError(f"name: {checks.shown(name)}; expected one of {', '.join(map(repr, names))}")


@cache
def _read(
    load: Callable[[Any], tuple[dict[str, Any], dict[str, Any]]], name: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    with as_file(files(__name__) / f"{name}.npz") as path:
        try:
            found, provenance = load(path)
        except ValueError as error:
            raise ValueError(f"{error}; run `{recipes.command_of(name)} --out {name}.npz` in its folder") from None
    for value in found.values():
        arrays = vars(value).values() if isinstance(value, Regret) else [value]
        for array in arrays:
            if array is not None:
                array.setflags(write=False)
    return found, provenance
