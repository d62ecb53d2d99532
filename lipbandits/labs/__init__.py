"""Labs: explorers whose picture the page itself makes, by the compiled engine; the reader makes the instance."""

from lipbandits.labs import races, rounds, tents
from lipbandits.labs.lab import Lab
from lipbandits.labs.races import race
from lipbandits.labs.rounds import lockin, steps
from lipbandits.labs.tents import tent

__all__ = ["Lab", "lockin", "placed", "race", "steps", "tent"]


def placed() -> list[Lab]:
    """Every first state of a lab that the book shows: each has a picture and words in ``stills/``."""
    return [value for room in (tents, races, rounds) for value in vars(room).values() if isinstance(value, Lab)]
