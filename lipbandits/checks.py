"""Arguments as numbers, counts and arrays, or an error that names the argument, the value and what is accepted."""

import operator

import numpy as np

# A message shows as much of a value.
_SHOWN = 120


def shown(value):
    """The value as an error message shows it: its repr, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 2 * _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"


def number(name, value, accepted="a finite number", low=-np.inf, high=np.inf):
    """A finite float in [low, high].

    Raises
    ------
    TypeError : if the value is no number (a bool is none). ValueError : if it is not finite or outside.
    """
    try:
        if isinstance(value, bool | np.bool_ | str | bytes) or np.ndim(value) != 0:
            raise TypeError
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name}: {shown(value)}; expected {accepted}") from None
    if not (np.isfinite(found) and low <= found <= high):
        raise ValueError(f"{name}: {found}; expected {accepted}")
    return found


def count(name, value, least=1, accepted=None, most=2**63 - 1):
    """A whole number from `least` to `most`: what a computer can count to, or without end if None.

    Raises
    ------
    TypeError : if the value is no whole number (a bool is none). ValueError : if it is too small or too large.
    """
    accepted = accepted or f"a whole number ≥ {least}"
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: {shown(value)}; expected {accepted}") from None
    if most is not None and found > most:
        raise ValueError(f"{name}: {found}; expected {accepted}, and at most {most}")
    if found < least:
        raise ValueError(f"{name}: {found}; expected {accepted}")
    return found


def seed(value):
    """A seed of numpy's: a whole number ≥ 0 of any size."""
    return count("seed", value, least=0, most=None)


def arm(name, value, n_arms, what="an arm"):
    """An arm, from 0 to n_arms − 1; or something else that is numbered so."""
    found = count(name, value, least=-np.inf, accepted="a whole number")
    if not 0 <= found < n_arms:
        raise ValueError(f"{name}: {found}; expected {what} from 0 to {n_arms - 1}")
    return found


def reward(value):
    """What a play paid, a float in [0, 1]; a bool is 0 or 1."""
    value = int(value) if isinstance(value, bool | np.bool_) else value
    return number("reward", value, "a number from 0 to 1, others divided by the largest there can be", 0, 1)


def array(name, value, accepted):
    """A new float array.

    Raises
    ------
    TypeError : if the value is not made of real numbers in rows of one length.
    """
    try:
        found = np.asarray(value)
        if found.dtype.kind not in "fiu" and found.size:
            raise TypeError
        return np.array(found, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: {shown(value)}; expected {accepted}") from None


def whole_numbers(name, counts):
    """Refuse an array of counts, one an arm, in which one is negative, not whole or not finite."""
    bad = ~(np.isfinite(counts) & (counts >= 0) & (counts == np.floor(counts)))
    if bad.any():
        k = int(np.argmax(bad))
        raise ValueError(f"{name}: arm {k} has {counts[k]}; expected whole numbers ≥ 0")


def instance(name, value, kind):
    """The value, if it is a `kind`.

    Raises
    ------
    TypeError : if it is not.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name}: {shown(value)}; expected a {kind.__name__}")
    return value
