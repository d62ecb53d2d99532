"""Contexts in a notebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

import lipbandits as lb
from lipbandits import checks
from lipbandits.labs import assets
from lipbandits.labs.live.live import Part
from lipbandits.labs.live.means import even
from lipbandits.labs.live.played import LivePlayed
from lipbandits.labs.live.race import chosen, counts_of
from lipbandits.model.contextual import ContextualBandit
from lipbandits.theory.contextual_bounds import ContextualLowerBound

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# As the page's scripts have it, which a test compares.
POLICIES = ("CCKL-UCB", "CKL-UCB", "KL-UCB")
MOST_CONTEXTS, MOST_ARMS = 6, 12
WEIGHTS = (1e-4, 1e4)
_GIVEN = ("lipschitz", "weight", "distribution")


class LiveContexts(LivePlayed):
    """Contexts in a notebook; `Live` says what all labs have.

    Traits are ``theta`` (J, K), ``arms``, ``contexts``, ``lipschitz``, ``weight`` (β), ``distribution``, ``sharing``,
    the context ``j`` in hand and its arm ``k``, and ``policies``, ``horizon``, ``runs`` and ``seed``. The page plays;
    copies of CKL-UCB and KL-UCB are `lipbandits.PerContext`.
    """

    _esm = assets.module("contexts")
    PLAYED = ("theta", "arms", "contexts", "lipschitz", "weight", "distribution", "horizon", "seed")
    theta = Part()
    arms = Part()
    contexts = Part()
    lipschitz = Part()
    weight = Part()
    distribution = Part()
    sharing = Part()
    j = Part()
    k = Part()
    policies = Part()
    horizon = Part()
    runs = Part()
    seed = Part()

    def __repr__(self) -> str:
        return f"<{self.lab.name}: {self.bandit!r}>"

    def starting(self, state: Mapping[str, Any]) -> "Lab":
        shape = {name: state[name] for name in ("theta", "arms", "contexts", *_GIVEN)}
        others = {name: value for name, value in state.items() if name not in shape}
        return self.lab.variant(shapes={**self.lab.shapes, "own": shape}, start={"shape": "own", **others})

    @property
    def bandit(self) -> ContextualBandit:
        """What is shown: θ, arms and contexts, L, β and how often each context comes.

        Returns
        -------
        ContextualBandit
            A new one at each call.
        """
        return bandit_of(self.state)

    @property
    def bound(self) -> ContextualLowerBound:
        """The bound that is shown, `lipbandits.contextual_lower_bound` of the bandit.

        Returns
        -------
        ContextualLowerBound
            A new one at each call.
        """
        return lb.contextual_lower_bound(self.bandit)

    @property
    def shape(self) -> tuple[int, ...]:
        return np.shape(self.state["theta"])

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        now, asked = self.now, super().asked(changes)
        asked["theta"] = lb.ContextualBandit(asked["theta"]).theta.tolist()
        n, count = len(asked["theta"]), len(asked["theta"][0])
        if n > MOST_CONTEXTS or count > MOST_ARMS:
            raise ValueError(f"theta: {n} rows of {count} means; expected at most {MOST_CONTEXTS} rows of {MOST_ARMS}")
        if "arms" not in changes and count != len(now["arms"]):
            asked["arms"] = even(count)
        if n != len(now["contexts"]):
            given = {"contexts": even(n), "distribution": [1 / n] * n}
            asked.update({name: value for name, value in given.items() if name not in changes})
        low, high = WEIGHTS
        asked["weight"] = checks.number("weight", asked["weight"], f"a number from {low:g} to {high:g}", low, high)
        if "lipschitz" not in changes and not {"theta", "arms", "contexts", "weight"}.isdisjoint(changes):
            least = bandit_of({**asked, "lipschitz": None}).lipschitz
            asked["lipschitz"] = max(now["lipschitz"], least)
        bandit = bandit_of(asked)
        for name, most in (("j", n - 1), ("k", count - 1)):
            given = asked[name] if name in changes else min(asked[name], most)
            asked[name] = checks.count(name, given, 0, "a whole number ≥ 0", most)
        return {
            **asked,
            **{name: [float(at) for at in asked[name]] for name in ("arms", "contexts", "distribution")},
            "lipschitz": bandit.lipschitz,
            "sharing": checks.flag("sharing", asked["sharing"]),
            "policies": chosen(asked["policies"], POLICIES),
            **counts_of(asked),
        }


def bandit_of(state: Mapping[str, Any]) -> ContextualBandit:
    """The bandit of a state."""
    return lb.ContextualBandit(
        *(state["theta"], state["arms"], state["contexts"], state["lipschitz"], state["weight"]),
        distribution=state["distribution"],
    )
