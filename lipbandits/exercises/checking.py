"""What the exercises share: registering a check, and reading answers."""

from collections.abc import Callable
from typing import Any

import numpy as np

from lipbandits import checks

CHECKS: dict[str, Callable[[Any], str | None]] = {}
# How far a number is off that was rounded to three decimals, or to one, and a little more.
THREE_DECIMALS, ONE_DECIMAL = 5.01e-4, 5.01e-2


class Unreadable(Exception):
    """What was given is no answer of the kind asked for; says what is."""


def exercise(name):
    """Register a function that returns what is wrong with an answer, or None if nothing is."""

    def register(function):
        CHECKS[name] = function
        return function

    return register


def a_number(answer):
    """The answer as a finite float."""
    try:
        return checks.number("answer", answer)
    except (TypeError, ValueError):
        raise Unreadable(f"One number is needed; this is {checks.shown(answer)}.") from None


def a_whole_number(answer):
    """The answer as an int from 1 to a million."""
    number = a_number(answer)
    if number != int(number) or not 1 <= number <= 10**6:
        raise Unreadable(
            f"A whole number of 1 or more, and at most a million, is needed; this is {checks.shown(answer)}."
        )
    return int(number)


def numbers(answer, how_many):
    """The answer as an array of so many finite floats."""
    try:
        found = checks.array("answer", answer, "numbers")
        # Among floats numpy makes a float of a bool.
        if any(isinstance(value, bool | np.bool_) for value in np.ravel(np.asarray(answer, dtype=object))):
            raise TypeError
    except TypeError:
        found = np.array(np.nan)
    if found.shape != (how_many,) or not np.isfinite(found).all():
        raise Unreadable(f"A list of {how_many} numbers is needed; this is {checks.shown(answer)}.")
    return found


def compare(answer, expected, low="Too small.", high="Too large.", tolerance=1e-6):
    """What is wrong with a number, or None."""
    number = a_number(answer)
    if abs(number - expected) <= tolerance * max(1.0, abs(expected)):
        return None
    return low if number < expected else high
