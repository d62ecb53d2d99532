"""The race on a table of one's own: pasted in the page, or one of three that the book has invented."""

import io
import math
from typing import Any

import numpy as np

from lipbandits.labs import races
from lipbandits.labs.lab import Lab
from lipbandits.model.examples_measured import DOSES, PRICES, RATES
from lipbandits.model.measured import Measured, read_means


def _revenues() -> Measured:
    """What a price brings in, of the largest there can be."""
    asked = read_means(io.StringIO(PRICES), count="asked")
    revenue = np.round(asked.positions * asked.means / asked.positions[-1], 4)
    return read_means({"price": asked.positions, "revenue": revenue})


def as_shape(measured: Measured) -> dict[str, Any]:
    """A table as the page's scripts know a shape, with what 0 and 1 are in its own unit.

    Parameters
    ----------
    measured : Measured
        The table.

    Returns
    -------
    dict
        ``theta``, ``arms``, ``lipschitz`` and ``axis``.
    """
    axis = {
        "from": float(measured.positions[0]),
        "to": float(measured.positions[-1]),
        "log": measured.log,
        "name": measured.names[0],
    }
    arms, theta = measured.arms.tolist(), measured.means.tolist()
    # To the digits of a link, upwards, so that a link to the shape is to this promise.
    lipschitz = math.ceil(1e4 * measured.lipschitz - 1e-5) / 1e4
    return {"theta": theta, "arms": arms, "lipschitz": lipschitz, "axis": axis}


TABLES = {
    "prices": _revenues(),
    "doses": read_means(io.StringIO(DOSES), count="patients"),
    "rates": read_means(io.StringIO(RATES), error="se", log=True),
}
_POLICIES = ["KL-UCB", "IMED", "Thompson", "CKL-UCB"]
_PLAYED = {"policies": _POLICIES, "horizon": 10_000, "runs": 50}

pasted = Lab(
    name="pasted",
    question="What do your own numbers promise, and who loses least on them?",
    hint="Paste two columns and press Read these numbers, or choose a table of ours; then press Run.",
    caption=f"{races.race.caption} Positions x are scaled to [0, 1], (x − lowest)/(highest − lowest), or the same of "
    "log x; L is the change of the mean over all of it. The measured means are taken for the true ones, and a play "
    "pays 0 or 1. What is measured has noise, which makes the smallest L that fits larger.",
    alt=races.race.alt,
    shapes={name: as_shape(measured) for name, measured in TABLES.items()},
    start={"shape": "prices", "k": 1, **_PLAYED},
    presets={
        "Revenue by price": {"shape": "prices", "k": 1, **_PLAYED},
        "Dose response": {"shape": "doses", "k": 3, **_PLAYED},
        "Learning rates": {"shape": "rates", "k": 3, **_PLAYED},
    },
    offers=("UCB", "MOSS", "KL-UCB", "IMED", "Thompson", "CKL-UCB", "OSLB", "IMED-UB"),
    still="pasted",
)
