"""Explorers: pictures with at most three controls, live in a kernel and drawn ahead of time for the rendered page."""

import pkgutil
from importlib import import_module

from .explorer import Choice, Explorer, Panel, Slider, View

__all__ = ["Choice", "Explorer", "Panel", "Slider", "View", "catalogue"]


def catalogue():
    """Return every explorer that ships with the package, as a dict from name to `Explorer`.

    Raises ValueError if two explorers have the same name: links to their states could not tell them apart.
    """
    chapters, found = import_module(f"{__name__}.chapters"), {}
    for module in sorted(module.name for module in pkgutil.iter_modules(chapters.__path__)):
        for value in vars(import_module(f"{chapters.__name__}.{module}")).values():
            if isinstance(value, Explorer) and found.setdefault(value.name, value) is not value:
                raise ValueError(f"two explorers have the name {value.name!r}; names must be different")
    return found
