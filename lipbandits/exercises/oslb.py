"""Checks of the exercises of the OSLB chapter."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import THREE_DECIMALS, a_whole_number, compare, exercise, numbers


@exercise("oslb-1")
def _(answer):
    """The three indexes after one lost play of arm 0; arms at 0, 0.25 and 1, L = 1, f = log 2."""
    found = numbers(answer, 3)
    expected = lb.lipschitz_indexes([1, 0, 0], [0, 0, 0], lb.Geometry([0.0, 0.25, 1.0], 1.0), np.log(2))
    wrong = np.flatnonzero(np.abs(found - expected) > 1e-6)
    if len(wrong) == 0:
        return None
    direction = "low" if found[wrong[0]] < expected[wrong[0]] else "high"
    return f"The index of arm {wrong[0]} is too {direction}."


@exercise("oslb-2")
def _(answer):
    """The evidence against "arm 1 has at least 0.6": 40 plays at 0.5, and 10 at 0.3, 0.2 away, L = 1."""
    high = "Too large: an average that is higher than it need be says nothing."
    return compare(answer, 10 * lb.kl(0.3, 0.6), "Too small: count each of the ten plays of arm 1.", high, 5e-3)


@exercise("oslb-3")
def _(answer):
    """Plays from which on the least played arm is left alone: K = 17, ε = 0.5, 680 plays of the arm to explore."""
    return compare(a_whole_number(answer), 20, "Too small: such an arm is still played.", "It was left alone earlier.")


@exercise("oslb-4")
def _(answer):
    """The level above which the two-arm example gets stuck: 350 I(0.4, 0.5)."""
    low = "Too small: at that level and a little above no index exceeds the leader's average, and the leader is played."
    high = "Too large: at a lower level, too, the index of arm 1 exceeds the leader's average."
    expected = 350 * lb.kl(0.4, 0.5)
    return compare(answer, expected, low, high, THREE_DECIMALS / expected)
