"""Labs in a notebook: the state of a lab as traits, its bandit, and the results that it shows."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from traitlets import Bunch, TraitType, observe

import lipbandits as lb
from lipbandits import checks
from lipbandits.explorers.notebook import Figure
from lipbandits.labs import assets
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.theory.lower_bounds import LowerBound

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# As many arms as a reader can take hold of; the page's script says the same.
MOST_ARMS = 46


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

    _esm = assets.module()
    _css = assets.style()
    theta = Part()
    arms = Part()
    lipschitz = Part()

    def __init__(self, lab: "Lab", start: Mapping[str, Any]) -> None:
        self.lab, self.first = lab, first_state(lab)
        picture, words = lab.picture, lab.words
        if start:
            self.first = own = self.asked(start)
            shape = {name: own[name] for name in ("theta", "arms", "lipschitz")}
            others = {name: value for name, value in own.items() if name not in ("theta", "arms")}
            lab = lab.variant(shapes={**lab.shapes, "own": shape}, start={**lab.start, "shape": "own", **others})
            # Nobody has drawn it yet.
            picture, words = "", {**words, "status": "", "arm": "", "numbers": [""] * len(words["numbers"])}
        super().__init__(lab.figure(picture, words), f"{words['status']}\n{lab.caption}".strip(), self.first)

    def __repr__(self) -> str:
        return f"<{self.lab.name}: {self.bandit!r}>"

    @property
    def bandit(self) -> LipschitzBandit:
        """What is shown: θ, the arms and L.

        Returns
        -------
        LipschitzBandit
            A new one at each call.
        """
        return bandit_of(self.state)

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
        now = self._trait_values.get("state") or self.first
        for name in changes:
            if name not in now:
                raise TypeError(f"{name}: unknown; expected one of {', '.join(now)}")
        asked = {**now, **changes}
        asked["theta"] = lb.LipschitzBandit(asked["theta"]).theta.tolist()
        count = len(asked["theta"])
        if count > MOST_ARMS:
            raise ValueError(f"theta: {count} means; expected 1 to {MOST_ARMS}")
        if "arms" not in changes and count != len(now["arms"]):
            asked["arms"] = even(count)
        if "lipschitz" not in changes and not {"theta", "arms"}.isdisjoint(changes):
            asked["lipschitz"] = max(now["lipschitz"], lb.LipschitzBandit(asked["theta"], asked["arms"]).lipschitz)
        bandit = bandit_of(asked)
        return {**asked, "arms": [float(arm) for arm in asked["arms"]], "lipschitz": bandit.lipschitz}

    @observe("state")
    def _tell_of_parts(self, change: Bunch) -> None:
        before = change.old or self.first
        for name, value in self.state.items():
            if before[name] != value:
                self.notify_change(
                    Bunch(name=name, old=shown(before[name]), new=shown(value), owner=self, type="change")
                )


class LiveTent(Live):
    """A tent in a notebook; `Live` says what all labs have.

    ``k`` is the arm that the lie is about, from 0.
    """

    k = Part()

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = super().asked(changes)
        last = len(asked["theta"]) - 1
        if "k" not in changes:
            asked["k"] = min(asked["k"], last)
        return {**asked, "k": checks.count("k", asked["k"], 0, "an arm ≥ 0", last)}

    @property
    def results(self) -> LowerBound:
        """The bound that is shown, `lipbandits.lower_bound` of the bandit.

        Returns
        -------
        LowerBound
            A new one at each call.
        """
        return lb.lower_bound(self.bandit)


def even(count: int) -> list[float]:
    """Evenly spaced arms, to the last digit as the page's script has them."""
    return [i / (count - 1) if count > 1 else 0.0 for i in range(count)]


def bandit_of(state: Mapping[str, Any]) -> LipschitzBandit:
    """The bandit of a state."""
    return lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"])


def first_state(lab: "Lab") -> dict[str, Any]:
    """The first state of a lab, with the numbers of the shape that it names."""
    shape = lab.shapes[lab.start["shape"]]
    others = {name: value for name, value in lab.start.items() if name != "shape"}
    return {
        "theta": shape["theta"],
        "arms": shape.get("arms", even(len(shape["theta"]))),
        "lipschitz": shape["lipschitz"],
    } | others


KINDS: dict[str, type[Live]] = {"tent": LiveTent}
