"""Self-checks of the book's exercises, one file a chapter: each says "right", or what is wrong, without the answer.

A notebook calls ``check("model-1", answer)``. An answer left as ``...`` is not checked yet. The pages of the book have
a form in its place, of the same fields and messages.
"""

import pkgutil
from importlib import import_module

from lipbandits import checks
from lipbandits.exercises.checking import EXERCISES, Unreadable

__all__ = ["check", "verdict"]

# Each enters its exercises.
for _chapter in pkgutil.iter_modules(__path__):
    import_module(f"{__name__}.{_chapter.name}")


def check(name, answer):
    """Print whether an answer is right, or what is wrong with it.

    Raises
    ------
    ValueError : if there is no exercise of that name.

    >>> check("model-1", ...)
    model-1: no answer yet. In the notebook, put yours in place of the dots.
    """
    print(f"{name}: {verdict(name, answer)}")


def verdict(name, answer):
    """What `check` prints, as a sentence; "Right." exactly when the answer is right."""
    if not isinstance(name, str) or name not in EXERCISES:
        raise ValueError(f"name: {checks.shown(name)}; expected one of {', '.join(map(repr, EXERCISES))}")
    if answer is ...:
        return "no answer yet. In the notebook, put yours in place of the dots."
    try:
        return EXERCISES[name].verdict(answer)
    except Unreadable as error:
        return str(error)
