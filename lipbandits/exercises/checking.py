"""What the exercises share: what is asked for, how an answer is read, and what the compiled check says about it.

An exercise is data, for a kernel and for a page: fields, and messages with places for numbers. What decides between
them is in `lipbandits.engine.answers`.
"""

import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

import numpy as np

from lipbandits import checks

RIGHT = "Right."
# Numbers of a message, beside its own; see lipbandits/engine/answers/saying.py.
_PLACES = 5
_PLACE = re.compile(r"\{(\d)(?::([^{}]*))?\}")
# A whole number that is an answer is at most so large.
_MOST = 10**6

EXERCISES: "dict[str, Exercise]" = {}


class Unreadable(Exception):
    """What was given is no answer of the kind asked for; says what is."""


@dataclass(frozen=True)
class Field:
    """What a page asks for in one place: a number, so many of them, or one of some choices.

    Parameters
    ----------
    label : str
        What stands before it.
    count : int
        How many numbers.
    whole : bool
        Whether they are whole numbers, from 1 to a million.
    choices : tuple of (str, float)
        Words, and the number that each stands for; without any the reader types.
    """

    label: str
    count: int = 1
    whole: bool = False
    choices: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Exercise:
    """An exercise of the book whose answers can be checked.

    Parameters
    ----------
    name : str
        Its chapter and number, such as "model-1".
    about : str
        What is asked for, in a sentence for whoever reads the source.
    fields : tuple of Field
        What the answer is made of; in a notebook one number, or a list of all of them.
    messages : tuple of str
        What is said of wrong answers, in the order of their numbers in the compiled check; "{0:.3f}" is a place.
    huge : bool
        Admits numbers that a float cannot hold, as the largest that it can.
    page : str
        Where it stands; by default the page after which it is named, "ckl_ucb" for "ckl-ucb-1".
    """

    name: str
    about: str
    fields: tuple[Field, ...]
    messages: tuple[str, ...]
    huge: bool = False
    page: str = ""

    @property
    def count(self):
        """How many numbers an answer has."""
        return sum(field.count for field in self.fields)

    def read(self, answer):
        """The answer as an array of so many floats.

        Raises
        ------
        Unreadable : if it is none.
        """
        if self.count > 1:
            return numbers(answer, self.count)
        if self.huge and isinstance(answer, int) and answer > sys.float_info.max:
            answer = sys.float_info.max
        number = a_whole_number(answer) if self.fields[0].whole else a_number(answer)
        return np.array([number], dtype=float)

    def verdict(self, answer):
        """What is said of an answer; `RIGHT` of a right one."""
        row, out = self.read(answer), np.zeros(1 + _PLACES)
        _compiled(self.name)(row, out)
        message = int(out[0])
        return filled(self.messages[message - 1], out[1:].tolist()) if message else RIGHT


def filled(message, found):
    """A message with numbers in its places, which are numbered as in `str.format`; other braces are text."""
    return _PLACE.sub(lambda place: format(found[int(place[1])], place[2] or ""), message)


def exercise(name, about, *messages, field=None, fields=(), huge=False, page=""):
    """Enter an exercise; ``field`` is a label, where one number is asked for, or a `Field`."""
    if field is not None:
        fields = (Field(field) if isinstance(field, str) else field,)
    page = page or name.rpartition("-")[0].replace("-", "_")
    EXERCISES[name] = Exercise(name, about, tuple(fields), messages, huge, page)


def a_number(answer):
    """The answer as a finite float."""
    try:
        return checks.number("answer", answer)
    except (TypeError, ValueError):
        raise Unreadable(f"One number is needed; this is {checks.shown(answer)}.") from None


def a_whole_number(answer):
    """The answer as an int from 1 to a million."""
    number = a_number(answer)
    if number != int(number) or not 1 <= number <= _MOST:
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


def _compiled(name):
    """The check of an exercise. Imported late, as numba takes half a second, and not compiled where it is missing."""
    try:
        import numba  # noqa: F401
    except ImportError:
        with _as_it_is_written():
            from lipbandits.engine.answers import CHECKS
    else:
        from lipbandits.engine.answers import CHECKS
    return CHECKS[name]


@contextmanager
def _as_it_is_written():
    """Where numba is missing: the engine's functions, imported in here, are those of Python."""
    before, plain = sys.modules.get("numba", _MISSING), ModuleType("numba")
    plain.njit = lambda **_: lambda function: function
    sys.modules["numba"] = plain
    try:
        yield
    finally:
        del sys.modules["numba"]
        if before is not _MISSING:
            sys.modules["numba"] = before


_MISSING = object()
