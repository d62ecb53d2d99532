"""Checks of the exercises of the errata."""

import lipbandits as lb
from lipbandits.exercises.checking import a_whole_number, exercise


@exercise("errata-1")
def _(answer):
    """Plays of arm 1, a fifth won, from which on the paper's set for the index of arm 0 is empty."""
    level = lb.exploration_level(66, 3)

    def is_empty(plays):
        return plays * lb.kl_plus(0.2, 0.9 - 0.1) > level

    plays = a_whole_number(answer)
    if not is_empty(plays):
        return "Too few: the evidence at q = 0.9 does not exceed the level yet."
    return None if not is_empty(plays - 1) else "Enough, but fewer would do."
