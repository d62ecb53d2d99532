"""Labs: explorers whose picture the page itself makes, by the compiled engine; the reader makes the instance."""

from lipbandits.labs import curves, races, tents
from lipbandits.labs.curves import curve
from lipbandits.labs.lab import Lab
from lipbandits.labs.races import race
from lipbandits.labs.tents import tent

__all__ = ["Lab", "curve", "placed", "race", "tent"]


def placed() -> list[Lab]:
    """Every first state of a lab that the book shows: each has a picture and words in ``stills/``."""
    return [value for room in (tents, races, curves) for value in vars(room).values() if isinstance(value, Lab)]
