"""The stored results that explorers show, from the book's data folder."""

from functools import cache
from pathlib import Path

from lipbandits import experiments, tables

FOLDER = Path(__file__).resolve().parents[2] / "book" / "data"


@cache
def results_of(name):
    """{policy: `Regret`} of a stored experiment.

    Raises
    ------
    ValueError : if it is not there, as in an installation without the book; the message says how to make it.
    """
    return _stored(experiments.load, name)


@cache
def table_of(name):
    """{name: array} of a stored table; raises as `results_of`."""
    return _stored(tables.load, name)


def _stored(load, name):
    try:
        return load(FOLDER / f"{name}.npz")[0]
    except ValueError as error:
        raise ValueError(f"{error}; run `{experiments.command_of(name)} --out {name}.npz` in book/data") from None
