"""The race in a notebook."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from lipbandits import checks
from lipbandits.labs import assets
from lipbandits.labs.live.families import FAMILIES, LiveFamilies
from lipbandits.labs.live.live import Part
from lipbandits.labs.live.played import LivePlayed

# As the page's scripts have them, which a test compares.
POLICIES = (
    *("UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"),
    *("Thompson", "MOSS", "IMED", "OSSB", "IMED-UB"),
)
# Whom a race offers that names nobody; and who has a radius for rewards in [0, 1] and for Gaussian ones only.
OFFERED = POLICIES[:6]
WITH_RADIUS = ("UCB", "MOSS")
LEVELS = ("log", "klucb1", "klucb3", "paper", "sequential", "kaufmann_koolen")
MOST = {"told": 1000, "horizon": 10**6, "runs": 1000, "seed": 2**53 - 1}


class LiveRace(LivePlayed, LiveFamilies):
    """A race in a notebook; `Live` says what all labs have, and `LiveFamilies` what its rewards may be.

    ``policies``, ``horizon``, ``runs``, ``seed``, ``told`` (the constant that CKL-UCB, OSLB and OSSB are told, None for
    L), ``f`` (a kind of `lipbandits.exploration_level`) and ``forced`` are traits as well. The page plays.
    """

    _esm = assets.module("race")
    PLAYED: ClassVar[tuple[str, ...]] = (
        *("theta", "arms", "lipschitz", "told", "f", "forced", "horizon", "seed", "family"),
    )
    told = Part()
    policies = Part()
    f = Part()
    forced = Part()
    horizon = Part()
    runs = Part()
    seed = Part()

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = super().asked(changes)
        offered, has_radius = self.lab.offers or OFFERED, FAMILIES[asked["family"]].width is not None
        there = [name for name in offered if has_radius or name not in WITH_RADIUS]
        # Who was not asked for need not play.
        named = "policies" in changes or set(asked["policies"]) <= {*there}
        policies = chosen(asked["policies"] if named else _others(asked["policies"]), there)
        if asked["f"] not in LEVELS:
            raise ValueError(f"f: {checks.shown(asked['f'])}; expected one of {', '.join(LEVELS)}")
        told = asked["told"]
        if told is not None:
            told = checks.number("told", told, f"a number from 0 to {MOST['told']}, or None for L", 0, MOST["told"])
        forced = checks.flag("forced", asked["forced"])
        return {**asked, "told": told, "policies": policies, "forced": forced, **counts_of(asked)}


class LivePasted(LiveRace):
    """A race on a table of one's own in a notebook; `LiveRace` says what it has."""

    _esm = assets.module("pasted")


def _others(names: Sequence[str]) -> Sequence[str]:
    """The policies without a radius; somebody plays."""
    return [name for name in names if name not in WITH_RADIUS] or ["KL-UCB"]


def chosen(names: Any, known: Sequence[str]) -> list[str]:
    """Some of the policies that a page knows, in its order; or an error that names them."""
    accepted = f"some of {', '.join(known)}, each once"
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise TypeError(f"policies: {checks.shown(names)}; expected {accepted}")
    if not names or len({*map(str, names)}) < len(names) or not {*map(str, names)} <= {*known}:
        raise ValueError(f"policies: {checks.shown(names)}; expected {accepted}")
    return [name for name in known if name in names]


def counts_of(asked: Mapping[str, Any]) -> dict[str, int]:
    """Horizon, runs and seed, as far as a page can have them."""
    least = {"horizon": 1, "runs": 1, "seed": 0}
    return {name: checks.count(name, asked[name], low, most=MOST[name]) for name, low in least.items()}
