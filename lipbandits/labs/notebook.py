"""Labs in a notebook: the state of a lab as traits, its bandit, and the results that it shows."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from traitlets import Bunch, TraitType, observe

import lipbandits as lb
from lipbandits import checks
from lipbandits.explorers.notebook import Figure
from lipbandits.labs import assets
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.play.regret import Regret
from lipbandits.theory.lower_bounds import LowerBound

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# As the page's scripts have them, which a test compares.
MOST_ARMS = 46
POLICIES = ("UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform")
LEVELS = ("log", "klucb1", "klucb3", "paper")
# What runs depend on.
PLAYED = ("theta", "arms", "lipschitz", "told", "f", "forced", "horizon", "seed")
MOST = {"told": 1000, "horizon": 10**6, "runs": 1000, "seed": 2**53 - 1}


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

    _esm = assets.module()
    _css = assets.style()
    theta = Part()
    arms = Part()
    lipschitz = Part()
    k = Part()

    def __init__(self, lab: "Lab", start: Mapping[str, Any]) -> None:
        self.lab, self.first = lab, lab.words["state"]
        picture, words = lab.picture, lab.words
        if start:
            self.first = own = self.asked(start)
            shape = {name: own[name] for name in ("theta", "arms", "lipschitz")}
            others = {name: value for name, value in own.items() if name not in ("theta", "arms")}
            lab = lab.variant(shapes={**lab.shapes, "own": shape}, start={"shape": "own", **others})
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
        if "k" not in changes:
            asked["k"] = min(asked["k"], count - 1)
        k = checks.count("k", asked["k"], 0, "an arm ≥ 0", count - 1)
        lipschitz = bandit_of(asked).lipschitz
        return {**asked, "arms": [float(arm) for arm in asked["arms"]], "lipschitz": lipschitz, "k": k}

    @observe("state")
    def _tell_of_parts(self, change: Bunch) -> None:
        before = change.old or self.first
        for name, value in self.state.items():
            if before[name] != value:
                self.notify_change(
                    Bunch(name=name, old=shown(before[name]), new=shown(value), owner=self, type="change")
                )


class LiveTent(Live):
    """A tent in a notebook; `Live` says what all labs have."""

    @property
    def results(self) -> LowerBound:
        """The bound that is shown, `lipbandits.lower_bound` of the bandit.

        Returns
        -------
        LowerBound
            A new one at each call.
        """
        return lb.lower_bound(self.bandit)


class LiveRace(Live):
    """A race in a notebook; `Live` says what all labs have.

    ``policies``, ``horizon``, ``runs``, ``seed``, ``told`` (the constant that CKL-UCB and OSLB are told, None for L),
    ``f`` (a kind of `lipbandits.exploration_level`) and ``forced`` are traits as well. The page plays.
    """

    told = Part()
    policies = Part()
    f = Part()
    forced = Part()
    horizon = Part()
    runs = Part()
    seed = Part()

    def __init__(self, lab: "Lab", start: Mapping[str, Any]) -> None:
        self._results: dict[str, Regret] = {}
        self._from_page = False
        super().__init__(lab, start)

    @property
    def results(self) -> dict[str, Regret]:
        """What the page has played of what it shows, as `lipbandits.simulate` returns it with ``stream="counter"``.

        Returns
        -------
        dict
            A `Regret` by the name of its policy; empty before the first run, and where the state was set from Python
            until the page has answered.
        """
        return dict(self._results)

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = super().asked(changes)
        names = asked["policies"]
        accepted = f"some of {', '.join(POLICIES)}, each once"
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise TypeError(f"policies: {checks.shown(names)}; expected {accepted}")
        if not names or len({*map(str, names)}) < len(names) or not {*map(str, names)} <= {*POLICIES}:
            raise ValueError(f"policies: {checks.shown(names)}; expected {accepted}")
        if asked["f"] not in LEVELS:
            raise ValueError(f"f: {checks.shown(asked['f'])}; expected one of {', '.join(LEVELS)}")
        told = asked["told"]
        if told is not None:
            told = checks.number("told", told, f"a number from 0 to {MOST['told']}, or None for L", 0, MOST["told"])
        counts = {
            name: checks.count(name, asked[name], least, most=MOST[name])
            for name, least in {"horizon": 1, "runs": 1, "seed": 0}.items()
        }
        policies = [name for name in POLICIES if name in names]
        return {**asked, "told": told, "policies": policies, "forced": checks.flag("forced", asked["forced"]), **counts}

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """What the page says of its state; it says itself what becomes of its runs."""
        self._from_page = True
        try:
            super().set_state(sync_data)
        finally:
            self._from_page = False

    @observe("state")
    def _forget(self, _change: Bunch) -> None:
        if not self._from_page:
            self._results = {}

    def heard(self, content: dict[str, Any], buffers: list[memoryview]) -> None:
        """The page has other results, or another picture."""
        super().heard(content, buffers)
        if "results" not in content:
            return
        found = content["results"]
        # What the page said before it heard of another state.
        if any(found["state"][name] != self.state[name] for name in PLAYED):
            return
        kept = {name: each for name, each in self._results.items() if name in found["names"]}
        if "name" in found:
            regret = np.frombuffer(buffers[0]).reshape(found["runs"], -1)
            plays = np.frombuffer(buffers[1], dtype=np.int32).reshape(found["runs"], -1).astype(int)
            kept[found["name"]] = Regret(np.array(content["marks"], dtype=int), regret, plays)
        self._results = {name: kept[name] for name in found["names"] if name in kept}


def even(count: int) -> list[float]:
    """Evenly spaced arms, to the last digit as the page's script has them."""
    return [i / (count - 1) if count > 1 else 0.0 for i in range(count)]


def bandit_of(state: Mapping[str, Any]) -> LipschitzBandit:
    """The bandit of a state."""
    return lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"])


KINDS: dict[str, type[Live]] = {"tent": LiveTent, "race": LiveRace}
