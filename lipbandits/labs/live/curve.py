"""The curve in a notebook."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import numpy as np

import lipbandits as lb
from lipbandits import checks
from lipbandits.labs import assets
from lipbandits.labs.live.live import Part
from lipbandits.labs.live.means import LiveMeans
from lipbandits.labs.live.race import LiveRace, chosen
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.theory.indexes import KINDS

# As the page's scripts have them, which a test compares.
POLICIES = ("KL-UCB", "CKL-UCB", "HOO", "Zooming", "Adaptive")
MOST = {"told": 1000, "horizon": 10**5, "runs": 1000, "grid": 200, "seed": 2**53 - 1, "round": 10**5}


class LiveCurve(LiveRace):
    """A curve in a notebook; `Live` says what all labs have.

    ``theta`` are the means at the knots ``arms`` of a polyline over [0, 1]. ``policies``, ``told``, ``tuned``, ``grid``
    (the number of arms), ``quarter`` (whether its arms keep a quarter of a step off the peak), ``f``, ``horizon``,
    ``runs``, ``seed``, ``watch`` (a policy, or None) and ``round`` are traits as well. The page plays.
    """

    _esm = assets.module("curve")
    PLAYED: ClassVar[tuple[str, ...]] = (
        "theta",
        "arms",
        "lipschitz",
        "told",
        "tuned",
        "grid",
        "quarter",
        "f",
        "horizon",
        "seed",
    )
    tuned = Part()
    grid = Part()
    quarter = Part()
    watch = Part()
    round = Part()
    # What a race has, and a curve has not.
    forced = family = None

    @property
    def bandit(self) -> ContinuousBandit:  # type: ignore[override]
        """What is shown: the polyline and L.

        Returns
        -------
        ContinuousBandit
            A new one at each call.
        """
        knots, means = np.array(self.state["arms"]), np.array(self.state["theta"])
        return lb.ContinuousBandit(
            partial(np.interp, xp=knots, fp=means), self.state["lipschitz"], best=float(knots[means.argmax()])
        )

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = LiveMeans.asked(self, changes)
        policies = chosen(asked["policies"], POLICIES)
        for name, among in {"f": KINDS, "watch": (*POLICIES, None)}.items():
            if asked[name] not in among:
                raise ValueError(f"{name}: {checks.shown(asked[name])}; expected one of {', '.join(map(str, among))}")
        told = asked["told"]
        if told is not None:
            above = np.nextafter(0, 1)
            told = checks.number("told", told, f"a number above 0, at most {MOST['told']}, or None for L", above, 1000)
        counts = {
            name: checks.count(name, asked[name], least, most=MOST[name])
            for name, least in {"horizon": 1, "runs": 1, "grid": 1, "seed": 0, "round": 1}.items()
        }
        counts["round"] = min(counts["round"], counts["horizon"])
        flags = {name: checks.flag(name, asked[name]) for name in ("tuned", "quarter")}
        return {**asked, "told": told, "policies": policies, **flags, **counts}

    def plays_of(self, runs: int, buffer: memoryview) -> None:
        """Nothing: on an interval there are no arms to count."""
        return None
