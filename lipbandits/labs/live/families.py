"""Families of rewards of labs with θ in the reader's hand, in a notebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import lipbandits as lb
from lipbandits import checks
from lipbandits.labs.live.live import Part
from lipbandits.labs.live.means import LiveMeans
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.families import Family

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# As the page's scripts have them, which a test compares; and the least means that it has of them.
FAMILIES: dict[str, Family] = {
    **{"bernoulli": lb.Bernoulli(), "gaussian": lb.Gaussian(sd=0.5)},
    **{"poisson": lb.Poisson(), "exponential": lb.Exponential()},
}
LEAST = {"exponential": 0.01}


class LiveFamilies(LiveMeans):
    """A lab with the name of a family of rewards as its trait ``family``; `Live` says what all labs have.

    It is one of ``"bernoulli"``, ``"gaussian"`` (of standard deviation 1/2), ``"poisson"`` and ``"exponential"``; where
    a lab has no use for others it stays the first one.
    """

    family = Part()

    def __init__(self, lab: "Lab", start: Mapping[str, Any]) -> None:
        # What shows no lies, or speaks to those who have read nothing, has no use for them.
        none = type(self).family is None or lab.view or lab.plain
        super().__init__(lab if none else lab.variant(families=True), start)

    @property
    def bandit(self) -> LipschitzBandit:
        """What is shown: θ, the arms, L and the family of the rewards.

        Returns
        -------
        LipschitzBandit
            A new one at each call.
        """
        state = self.state
        return lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"], family=FAMILIES[state["family"]])

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = super().asked(changes)
        there, family = tuple(FAMILIES) if self.lab.families else ("bernoulli",), asked["family"]
        if family not in there:
            raise ValueError(f"family: {checks.shown(family)}; expected one of {', '.join(there)}")
        least = LEAST.get(family, 0.0)
        if "theta" in changes and min(asked["theta"]) < least:
            k = asked["theta"].index(min(asked["theta"]))
            expected = f"means from {least} to 1, for rewards that are {family}"
            raise ValueError(f"theta: arm {k} has {asked['theta'][k]}; expected {expected}")
        return {**asked, "theta": [max(mean, least) for mean in asked["theta"]]}
