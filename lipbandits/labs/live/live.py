"""A lab in a notebook, whatever its kind: the parts of its state as traits, and its first picture."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from traitlets import Bunch, TraitType, observe

from lipbandits.explorers.notebook import Figure
from lipbandits.labs import assets

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab


class Part(TraitType[Any, Any]):
    """A part of the state: to set it is to set the state, or to be refused."""

    def get(self, obj: Any, cls: Any = None) -> Any:
        return shown(obj.state[self.name])

    def set(self, obj: Any, value: Any) -> None:
        obj.state = {self.name: value}


def shown(value: Any) -> Any:
    """A value of the state as Python shows it; a row cannot be changed in place, which nobody would hear of."""
    if not isinstance(value, list):
        return value
    if isinstance(value[0], str):
        return tuple(value)
    array = np.array(value)
    array.flags.writeable = False
    return array


class Live(Figure):
    """A lab in a notebook: what it shows is to be read here, and what is set here is shown.

    As the last line of a cell it shows itself. ``theta``, ``arms``, ``lipschitz`` and what else its kind has are
    traits: they change when the reader has moved something, and to set one moves the handles. A call of a
    `lipbandits.labs.Lab`, such as ``tent()``, makes one.

    Parameters
    ----------
    lab : Lab
        The lab.
    start : mapping
        Where the first state is another one: values by name, as `set` takes them.

    Raises
    ------
    TypeError, ValueError
        For a name that the lab does not have and a value that it cannot show, as an attribute that is set raises them;
        nothing changes then.
    """

    _css = assets.style()

    def __init__(self, lab: "Lab", start: Mapping[str, Any]) -> None:
        self.lab, self.first = lab, lab.words["state"]
        picture, words = lab.picture, lab.words
        if start:
            self.first = self.asked(start)
            lab = self.starting(self.first)
            # Nobody has drawn it yet.
            picture, words = "", {**words, "status": "", "arm": "", "numbers": [""] * len(words["numbers"])}
        super().__init__(lab.figure(picture, words), f"{words['status']}\n{lab.caption}".strip(), self.first)

    def starting(self, state: Mapping[str, Any]) -> "Lab":
        """The lab with another first state.

        Parameters
        ----------
        state : mapping
            All of it.

        Returns
        -------
        Lab
            A variant of the lab.
        """
        raise NotImplementedError

    def set(self, **changes: Any) -> None:
        """Set several parts at once, with one change of the figure.

        Parameters
        ----------
        **changes
            Values by the names of the traits; the others stay, or follow as far as they must: without ``lipschitz`` L
            rises to what θ needs, without ``arms`` another number of means is spaced evenly.

        Raises
        ------
        TypeError, ValueError
            See `Live`.
        """
        self.state = changes

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """The state with some changes, and what follows from them; see `set`.

        Parameters
        ----------
        changes : mapping
            Values by name.

        Returns
        -------
        dict
            All of the state, as JSON holds it.

        Raises
        ------
        TypeError, ValueError
            See `Live`.
        """
        now = self.now
        for name in changes:
            if name not in now:
                raise TypeError(f"{name}: unknown; expected one of {', '.join(now)}")
        return {**now, **changes}

    @property
    def now(self) -> Mapping[str, Any]:
        """The state, also while the figure is being made.

        Returns
        -------
        mapping
            All of it.
        """
        return self._trait_values.get("state") or self.first

    @observe("state")
    def _tell_of_parts(self, change: Bunch) -> None:
        before = change.old or self.first
        for name, value in self.state.items():
            if before[name] != value:
                self.notify_change(
                    Bunch(name=name, old=shown(before[name]), new=shown(value), owner=self, type="change")
                )
