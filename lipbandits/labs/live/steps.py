"""The steps and the lock-in in a notebook."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import lipbandits as lb
from lipbandits import checks
from lipbandits.labs import assets
from lipbandits.labs.live.live import Part
from lipbandits.labs.live.means import LiveMeans
from lipbandits.labs.live.race import MOST
from lipbandits.study.recorded import standing
from lipbandits.theory.indexes import KINDS


class LiveSteps(LiveMeans):
    """One run, round by round, in a notebook; `Live` says what all labs have.

    ``policy``, ``horizon``, ``round``, ``seed``, ``told`` (the constant that CKL-UCB and OSLB are told, None for L),
    ``f`` (a kind of `lipbandits.exploration_level`) and ``forced`` are traits as well.
    """

    _esm = assets.module("steps")
    policies: ClassVar[tuple[str, ...]] = ("UCB", "KL-UCB", "CKL-UCB", "OSLB")
    most = 2000
    policy = Part()
    told = Part()
    f = Part()
    forced = Part()
    horizon = Part()
    seed = Part()
    round = Part()

    @property
    def results(self) -> dict[str, Any]:
        """What the policy says of the round that is shown, asked in Python.

        Returns
        -------
        dict
            What its ``explain(n)`` returns, and its ``plays`` and ``means`` before the round.
        """
        state = self.state
        policy, report = standing(self.bandit, policy_of(state), state["round"], state["seed"])
        return report | {"plays": policy.plays.copy(), "means": policy.means}

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = super().asked(changes)
        if asked["policy"] not in self.policies:
            raise ValueError(f"policy: {checks.shown(asked['policy'])}; expected {' or '.join(self.policies)}")
        if not isinstance(asked["f"], str) or asked["f"] not in KINDS:
            raise ValueError(f"f: {checks.shown(asked['f'])}; expected one of {', '.join(KINDS)}")
        told = asked["told"]
        if told is not None:
            told = checks.number("told", told, f"a number from 0 to {MOST['told']}, or None for L", 0, MOST["told"])
        horizon = checks.count("horizon", asked["horizon"], 1, most=self.most)
        n = asked["round"]
        if "horizon" in changes and "round" not in changes:
            n = min(n, horizon)
        return {
            **asked,
            "told": told,
            "forced": checks.flag("forced", asked["forced"]),
            "horizon": horizon,
            "seed": checks.count("seed", asked["seed"], 0, most=MOST["seed"]),
            "round": checks.count("round", n, 1, most=horizon),
        }


class LiveLockin(LiveSteps):
    """One long run of CKL-UCB in a notebook; `LiveSteps` says what it has."""

    _esm = assets.module("lockin")
    policies: ClassVar[tuple[str, ...]] = ("CKL-UCB",)
    most = 10**6


def policy_of(state: Mapping[str, Any]) -> lb.Policy:
    """The policy of a state."""
    kind, told = state["f"], state["told"]
    made: dict[str, Callable[[], lb.Policy]] = {
        "UCB": lambda: lb.UCB(),
        "KL-UCB": lambda: lb.KLUCB(kind=kind),
        "CKL-UCB": lambda: lb.CKLUCB(kind=kind, forced=state["forced"], lipschitz=told),
        "OSLB": lambda: lb.OSLB(kind=kind, lipschitz=told),
    }
    return made[state["policy"]]()
