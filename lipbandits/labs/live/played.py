"""Labs that play runs, in a notebook: their results as the page says them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from traitlets import Bunch, observe

from lipbandits.labs.live.live import Live
from lipbandits.play.regret import Regret

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab


class LivePlayed(Live):
    """A lab whose page plays runs; `Live` says what all labs have."""

    # What runs depend on.
    PLAYED: ClassVar[tuple[str, ...]] = ()

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

    @property
    def shape(self) -> tuple[int, ...]:
        """Of what is counted in a run: a number for each arm.

        Returns
        -------
        tuple of int
            As of ``Regret.plays``, without the runs.
        """
        return (-1,)

    def plays_of(self, runs: int, buffer: memoryview) -> NDArray[np.int_] | None:
        """What a `Regret` has as plays of so many runs, where there are arms.

        Parameters
        ----------
        runs : int
            How many.
        buffer : memoryview
            Whole numbers of 32 bits.

        Returns
        -------
        ndarray of int, or None
        """
        return np.frombuffer(buffer, dtype=np.int32).reshape(runs, *self.shape).astype(int)

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
        if any(found["state"][name] != self.state[name] for name in self.PLAYED):
            return
        kept = {name: each for name, each in self._results.items() if name in found["names"]}
        if "name" in found:
            regret = np.frombuffer(buffers[0]).reshape(found["runs"], -1)
            plays = self.plays_of(found["runs"], buffers[1])
            kept[found["name"]] = Regret(np.array(content["marks"], dtype=int), regret, plays)
        self._results = {name: kept[name] for name in found["names"] if name in kept}
