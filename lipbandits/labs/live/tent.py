"""The tent in a notebook."""

import lipbandits as lb
from lipbandits.labs import assets
from lipbandits.labs.live.families import LiveFamilies
from lipbandits.theory.lower_bounds import LowerBound


class LiveTent(LiveFamilies):
    """A tent in a notebook; `Live` says what all labs have, and `LiveFamilies` what its rewards may be."""

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
