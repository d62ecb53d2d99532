"""Labs: explorers whose picture the page itself makes, by the compiled engine; the reader makes the instance."""

from lipbandits.labs import curves, ferries, of_contexts, own, races, rounds, tails, tents
from lipbandits.labs.curves import curve
from lipbandits.labs.ferries import ferry
from lipbandits.labs.lab import Lab
from lipbandits.labs.of_contexts import contexts
from lipbandits.labs.own import pasted
from lipbandits.labs.races import race
from lipbandits.labs.rounds import lockin, steps
from lipbandits.labs.tails import tail
from lipbandits.labs.tents import tent

__all__ = ["Lab", "contexts", "curve", "ferry", "lockin", "pasted", "placed", "race", "steps", "tail", "tent"]


def placed() -> list[Lab]:
    """Every first state of a lab that the book shows: each has a picture and words in ``stills/``."""
    rooms = (tents, races, own, rounds, of_contexts, tails, ferries, curves)
    return [value for room in rooms for value in vars(room).values() if isinstance(value, Lab)]
