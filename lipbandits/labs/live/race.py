"""The race in a notebook."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from traitlets import Bunch, observe

from lipbandits import checks
from lipbandits.labs import assets
from lipbandits.labs.live.live import Part
from lipbandits.labs.live.means import LiveMeans
from lipbandits.play.regret import Regret

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# As the page's scripts have them, which a test compares.
POLICIES = ("UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform")
LEVELS = ("log", "klucb1", "klucb3", "paper")
MOST = {"told": 1000, "horizon": 10**6, "runs": 1000, "seed": 2**53 - 1}


class LiveRace(LiveMeans):
    """A race in a notebook; `Live` says what all labs have.

    ``policies``, ``horizon``, ``runs``, ``seed``, ``told`` (the constant that CKL-UCB and OSLB are told, None for L),
    ``f`` (a kind of `lipbandits.exploration_level`) and ``forced`` are traits as well. The page plays.
    """

    _esm = assets.module("race")
    # What runs depend on.
    played: tuple[str, ...] = ("theta", "arms", "lipschitz", "told", "f", "forced", "horizon", "seed")
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
        if any(found["state"][name] != self.state[name] for name in self.played):
            return
        kept = {name: each for name, each in self._results.items() if name in found["names"]}
        if "name" in found:
            regret = np.frombuffer(buffers[0]).reshape(found["runs"], -1)
            kept[found["name"]] = Regret(
                np.array(content["marks"], dtype=int), regret, self.plays_of(found, buffers[1])
            )
        self._results = {name: kept[name] for name in found["names"] if name in kept}

    def plays_of(self, found: Mapping[str, Any], buffer: memoryview) -> NDArray[np.int_] | None:
        """What a `Regret` has as plays, where there are arms.

        Parameters
        ----------
        found : mapping
            What the page says of a policy's runs.
        buffer : memoryview
            Whole numbers of 32 bits.

        Returns
        -------
        (R, K) ndarray of int, or None
        """
        return np.frombuffer(buffer, dtype=np.int32).reshape(found["runs"], -1).astype(int)
