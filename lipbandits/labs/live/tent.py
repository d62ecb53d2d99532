"""The tent in a notebook."""

import lipbandits as lb
from lipbandits.labs import assets
from lipbandits.labs.live.means import LiveMeans
from lipbandits.theory.lower_bounds import LowerBound


class LiveTent(LiveMeans):
    """A tent in a notebook; `Live` says what all labs have."""

    _esm = assets.module("tent")

    @property
    def results(self) -> LowerBound:
        """The bound that is shown, `lipbandits.lower_bound` of the bandit.

        Returns
        -------
        LowerBound
            A new one at each call.
        """
        return lb.lower_bound(self.bandit)
