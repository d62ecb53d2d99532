"""The tail in a notebook."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.labs import assets
from lipbandits.labs.live.live import Part
from lipbandits.labs.live.means import LiveMeans
from lipbandits.study import of_tails

# As the page's scripts have them, which a test compares.
MOST = {"arms": 12, "n": 10_001, "delta": 1000, "runs": 100_000, "seed": 2**53 - 1}
LEAST_DELTA = 0.01


class LiveTail(LiveMeans):
    """A tail in a notebook; `Live` says what all labs have.

    ``rule`` (one of ``round robin``, ``uniform``, ``least evidence`` and ``CKL-UCB``), ``stops`` (whether it stops at
    the right moment), the round ``n``, ``delta``, ``runs`` and ``seed`` are traits as well. The page draws.
    """

    _esm = assets.module("tail")
    rule = Part()
    stops = Part()
    n = Part()
    delta = Part()
    runs = Part()
    seed = Part()

    @property
    def results(self) -> NDArray[np.float64]:
        """The evidence against the true means in each run that is asked for, `lipbandits.study.of_tails.evidence`.

        Returns
        -------
        (runs,) ndarray
            Drawn anew at each call: the same numbers as in the page.
        """
        asked = (self.rule, self.n, self.runs, self.seed, self.stops)
        return of_tails.evidence(self.bandit, *asked)

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = super().asked(changes)
        count = len(asked["theta"])
        if count > MOST["arms"]:
            raise ValueError(f"theta: {count} means; expected 1 to {MOST['arms']}")
        if asked["rule"] not in of_tails.RULES:
            accepted = ", ".join(of_tails.RULES)
            raise ValueError(f"rule: {checks.shown(asked['rule'])}; expected one of {accepted}")
        counts = {
            name: checks.count(name, asked[name], least, most=MOST[name])
            for name, least in {"n": 2, "runs": 1, "seed": 0}.items()
        }
        accepted = f"a number from {LEAST_DELTA} to {MOST['delta']}"
        delta = checks.number("delta", asked["delta"], accepted, LEAST_DELTA, MOST["delta"])
        return {**asked, **counts, "delta": delta, "stops": checks.flag("stops", asked["stops"])}
