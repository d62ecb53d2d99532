"""Labs with θ in the reader's hand, in a notebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import lipbandits as lb
from lipbandits import checks
from lipbandits.labs.live.live import Live, Part
from lipbandits.model.bandits import LipschitzBandit

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# As the page's scripts have it, which a test compares.
MOST_ARMS = 46


class LiveMeans(Live):
    """A lab with ``theta``, ``arms``, ``lipschitz`` and the arm ``k`` as traits; `Live` says what all labs have."""

    theta = Part()
    arms = Part()
    lipschitz = Part()
    k = Part()

    def __repr__(self) -> str:
        return f"<{self.lab.name}: {self.bandit!r}>"

    def starting(self, state: Mapping[str, Any]) -> "Lab":
        shape = {name: state[name] for name in ("theta", "arms", "lipschitz")}
        others = {name: value for name, value in state.items() if name not in ("theta", "arms")}
        return self.lab.variant(shapes={**self.lab.shapes, "own": shape}, start={"shape": "own", **others})

    @property
    def bandit(self) -> LipschitzBandit:
        """What is shown: θ, the arms and L.

        Returns
        -------
        LipschitzBandit
            A new one at each call.
        """
        return bandit_of(self.state)

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        now, asked = self.now, super().asked(changes)
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


def even(count: int) -> list[float]:
    """Evenly spaced arms, to the last digit as the page's script has them."""
    return [i / (count - 1) if count > 1 else 0.0 for i in range(count)]


def bandit_of(state: Mapping[str, Any]) -> LipschitzBandit:
    """The bandit of a state."""
    return lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"])
