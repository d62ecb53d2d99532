"""Labs in a notebook, one file a kind: the state of a lab as traits, its bandit, and the results that it shows."""

from lipbandits.labs.live.contexts import LiveContexts
from lipbandits.labs.live.curve import LiveCurve
from lipbandits.labs.live.ferry import LiveFerry
from lipbandits.labs.live.live import Live
from lipbandits.labs.live.race import LivePasted, LiveRace
from lipbandits.labs.live.steps import LiveLockin, LiveSteps
from lipbandits.labs.live.tail import LiveTail
from lipbandits.labs.live.tent import LiveTent

__all__ = ["KINDS", "Live"]

KINDS: dict[str, type[Live]] = {
    **{"tent": LiveTent, "race": LiveRace, "pasted": LivePasted, "steps": LiveSteps, "lockin": LiveLockin},
    **{"contexts": LiveContexts, "tail": LiveTail, "ferry": LiveFerry, "curve": LiveCurve},
}
