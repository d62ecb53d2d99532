"""Arguments as numbers, counts and arrays, or an error that names the argument, the value and what is accepted.

What is no number is not made one: no string, no bool, no entry under a mask, no complex number without its imaginary
part. A number of another type, such as a Fraction, is taken for what it is.
"""

import inspect
import operator
from collections.abc import Callable
from decimal import Decimal
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

T = TypeVar("T")

# A message shows as much of a value.
_SHOWN = 120


def shown(value: object) -> str:
    """The value as an error message shows it: its repr on one line, cut where it is long."""
    try:
        text = " ".join(line.strip() for line in repr(value).splitlines())
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 2 * _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"


def number(
    name: str, value: Any, accepted: str = "a finite number", low: float = -np.inf, high: float = np.inf
) -> float:
    """A finite float in [low, high].

    Parameters
    ----------
    name : str
        What the message calls the argument.
    value : object
        What was given.
    accepted : str
        What the message says is expected.
    low, high : float
        The ends of the range; default: none.

    Returns
    -------
    float
        Never −0.0.

    Raises
    ------
    TypeError
        If the value is no number (a bool is none).
    ValueError
        If it is not finite or outside.
    """
    try:
        found = float(value) if type(value) in (float, int) else _real(value)
    except Exception:
        raise TypeError(f"{name}: {shown(value)}; expected {accepted}") from None
    if not (np.isfinite(found) and low <= found <= high):
        raise ValueError(f"{name}: {found}; expected {accepted}")
    # No −0.0.
    return found + 0.0


def _real(value: Any) -> float:
    if isinstance(value, np.ndarray | np.generic):
        if value.ndim != 0 or value.dtype.kind not in "fiuO" or np.ma.is_masked(value):
            raise TypeError
        if value.dtype.kind == "O":
            return _real(value.item())
    elif isinstance(value, bool | str | bytes) or np.ndim(value) != 0:
        raise TypeError
    return float(value)


def flag(name: str, value: object) -> bool:
    """True or False: anything else, also "no" and 0, says too little of which is meant.

    Parameters
    ----------
    name : str
        What the message calls the argument.
    value : object
        What was given.

    Returns
    -------
    bool
        The value.

    Raises
    ------
    TypeError
        For another value.
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: {shown(value)}; expected True or False")
    return bool(value)


def count(name: str, value: Any, least: float = 1, accepted: str | None = None, most: int | None = 2**63 - 1) -> int:
    """A whole number from ``least`` to ``most``: what a computer can count to, or without end if None.

    Parameters
    ----------
    name : str
        What the message calls the argument.
    value : object
        What was given.
    least : int, default 1
        The smallest number that is accepted.
    accepted : str, optional
        What the message says is expected; default: a whole number from ``least`` on.
    most : int or None
        The largest number that is accepted; None for no end.

    Returns
    -------
    int
        The value.

    Raises
    ------
    TypeError
        If the value is no whole number (a bool is none).
    ValueError
        If it is too small or too large.
    """
    accepted = accepted or f"a whole number ≥ {least}"
    try:
        if isinstance(value, bool | np.bool_) or (isinstance(value, np.ndarray) and np.ma.is_masked(value)):
            raise TypeError
        found = operator.index(value)
    except Exception:
        raise TypeError(f"{name}: {shown(value)}; expected {accepted}{as_int(value)}") from None
    if most is not None and found > most:
        raise ValueError(f"{name}: {found}; expected {accepted}, and at most {most}")
    if found < least:
        raise ValueError(f"{name}: {found}; expected {accepted}")
    return found


def as_int(value: Any) -> str:
    """What a message adds where a whole number is wanted and is there, but as a float."""
    try:
        whole = isinstance(value, Real | Decimal | np.ndarray) and _real(value).is_integer()
    except Exception:
        return ""
    return f" as an int, such as int({value})" if whole else ""


def seed(value: Any) -> int:
    """A seed of numpy's: a whole number ≥ 0 of any size."""
    return count("seed", value, least=0, most=None)


def horizon(value: Any, least: int = 1) -> int:
    """A number of rounds; also a float that is a whole number, such as 1e5, as horizons are written."""
    whole = isinstance(value, float | np.floating) and float(value).is_integer()
    return count("horizon", int(value) if whole else value, least)


def seed_sequence(value: Any) -> np.random.SeedSequence:
    """What numpy makes of a seed: a SeedSequence of a whole number ≥ 0, of None (fresh), of another, of a Generator.

    From a Generator one number is drawn; a SeedSequence stays as it is, however often it spawned.

    Raises
    ------
    TypeError
        For anything else.
    ValueError
        For a number below 0.
    """
    if value is None:
        return np.random.SeedSequence()
    if isinstance(value, np.random.SeedSequence):
        return np.random.SeedSequence(value.entropy, spawn_key=value.spawn_key, pool_size=value.pool_size)
    if isinstance(value, np.random.Generator):
        return np.random.SeedSequence(int(value.integers(2**63)))
    accepted = "a whole number ≥ 0, None, a numpy SeedSequence or a numpy Generator"
    return np.random.SeedSequence(count("seed", value, least=0, accepted=accepted, most=None))


def arm(name: str, value: Any, n_arms: int, what: str = "an arm") -> int:
    """An arm, from 0 to n_arms − 1; or something else that is numbered so."""
    found = count(name, value, least=-np.inf, accepted=f"a whole number from 0 to {n_arms - 1}", most=None)
    if not 0 <= found < n_arms:
        raise ValueError(f"{name}: {found}; expected {what} from 0 to {n_arms - 1}")
    return found


def reward(value: Any) -> float:
    """What a play paid, a float in [0, 1]; a bool is 0 or 1."""
    value = float(value) if isinstance(value, bool | np.bool_) else value
    return number("reward", value, "a number from 0 to 1, others divided by the largest there can be", 0, 1)


def array(name: str, value: ArrayLike, accepted: str, bools: bool = False) -> NDArray[np.float64]:
    """A new float array.

    Parameters
    ----------
    name : str
        What the message calls the argument.
    value : array_like
        What was given.
    accepted : str
        What the message says is expected.
    bools : bool, default False
        Admits bools, as 0 and 1.

    Returns
    -------
    ndarray of float
        Of the shape of the value.

    Raises
    ------
    TypeError
        If the value is not made of real numbers in rows of one length, or has masked entries.
    """
    why = ""
    try:
        why = _hidden(value, bools)
        if why:
            raise TypeError
        found = np.asarray(value)
        if found.dtype.kind == "O":
            found = _reals(found)
        elif found.size and found.dtype.kind not in ("fiub" if bools else "fiu"):
            why = ", complex numbers" if found.dtype.kind == "c" else ""
            raise TypeError
        return np.array(found, dtype=float)
    except Exception:
        raise TypeError(f"{name}: {shown(value)}{why}; expected {accepted}") from None


def _hidden(value: Any, bools: bool) -> str:
    """What an array of floats would no longer show: masks, and bools in a list beside numbers."""
    if isinstance(value, list | tuple):
        odd = (each for each in value if type(each) is not float and type(each) is not int)
        return next(filter(None, (_hidden(each, bools) for each in odd)), "")
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        return ", masked entries"
    return ", bools" if isinstance(value, bool | np.bool_) and not bools else ""


def _reals(objects: NDArray[Any]) -> NDArray[np.float64]:
    """An array of objects, all of them real numbers, as floats."""
    if not all(isinstance(each, Real | Decimal) and not isinstance(each, bool) for each in objects.ravel()):
        raise TypeError
    return objects.astype(float)


def whole_numbers(name: str, counts: NDArray[np.float64]) -> None:
    """Refuse an array of counts (..., K) in which one is negative, not whole or not finite."""
    bad = ~(np.isfinite(counts) & (counts >= 0) & (counts == np.floor(counts)))
    if bad.any():
        place = tuple(np.argwhere(bad)[0])
        raise ValueError(f"{name}: arm {place[-1]} has {counts[place]}; expected whole numbers ≥ 0")


def function(name: str, value: Any, arguments: int, accepted: str) -> Callable[..., Any]:
    """The value, if it can be called with so many arguments.

    Parameters
    ----------
    name : str
        What the message calls the argument.
    value : object
        What was given.
    arguments : int
        How many.
    accepted : str
        What the message says is expected.

    Returns
    -------
    callable
        The value.

    Raises
    ------
    TypeError
        If not.
    """
    try:
        if callable(value):
            inspect.signature(value).bind(*range(arguments))
            return value
    except ValueError:
        # Compiled code may not say.
        return value
    except TypeError:
        pass
    raise TypeError(f"{name}: {shown(value)}; expected {accepted}")


def instance(name: str, value: object, kind: type[T]) -> T:
    """The value, if it is a ``kind``.

    Parameters
    ----------
    name : str
        What the message calls the argument.
    value : object
        What was given.
    kind : type
        A class.

    Returns
    -------
    object
        The value.

    Raises
    ------
    TypeError
        If it is not.
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise TypeError(f"{name}: {shown(value)}; expected {article} {kind.__name__}")
    return value
