"""The ferry in a notebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import lipbandits as lb
from lipbandits import checks
from lipbandits.labs import assets
from lipbandits.labs.live.live import Live, Part
from lipbandits.study import ferry

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# As the page's scripts have them, which a test compares.
WHO = ("You", *ferry.PLAYERS)
GLASSES = {"none": "nothing", "own": "own days", "L": "all days"}
MOST_SEED = 2**53 - 1


class Season(NamedTuple):
    """What was played: the price and the reward of each day, and a `Score` by player; of rules after the last day."""

    days: list[tuple[int, int]]
    scores: dict[str, ferry.Score]


class LiveFerry(Live):
    """The ferry in a notebook; `Live` says what all labs have.

    ``season`` and ``seed`` say which rewards, ``days`` is a string of the keys 1 to 9 that were pressed, ``glasses``
    one of ``"none"``, ``"own"`` and ``"L"``, and of ``glasses`` in ``lipbandits.labs.ferries`` also, say, ``"L=0.4"``;
    after the last day ``who`` is looked at on which ``day``, and ``long`` is whether ten thousand days are shown.
    """

    _esm = assets.module("ferry")
    season = Part()
    seed = Part()
    days = Part()
    glasses = Part()
    who = Part()
    day = Part()
    long = Part()

    def __repr__(self) -> str:
        return f"<ferry: season {self.season}, seed {self.seed}, {len(self.days)} of {ferry.DAYS} days>"

    def starting(self, state: Mapping[str, Any]) -> "Lab":
        return self.lab.variant(start=dict(state))

    @property
    def bandit(self) -> lb.LipschitzBandit:
        """The season's.

        Returns
        -------
        LipschitzBandit
            A new one at each call.
        """
        shape = list(self.lab.shapes.values())[self.season - 1]
        return lb.LipschitzBandit(shape["theta"], lipschitz=shape["lipschitz"])

    @property
    def results(self) -> Season:
        """The days so far and what they are worth; after the last one, also the days of the rules on these rewards.

        Returns
        -------
        Season
            Computed anew at each call.
        """
        bandit, played = self.bandit, [int(key) - 1 for key in self.days]
        rewards, used, days = ferry.rewards_of(bandit, self.seed), [0] * bandit.n_arms, []
        for arm in played:
            days.append((ferry.PRICES[arm], int(rewards[arm, used[arm]])))
            used[arm] += 1
        scores = {"You": ferry.score(bandit, rewards, played)}
        if len(played) == ferry.DAYS:
            for name, rule in ferry.PLAYERS.items():
                scores[name] = ferry.score(bandit, rewards, lb.replay(bandit, rule, rewards, engine=False))
        return Season(days, scores)

    def asked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        asked = super().asked(changes)
        limits = {"season": (1, len(self.lab.shapes)), "seed": (0, MOST_SEED), "day": (1, ferry.DAYS)}
        counts = {name: checks.count(name, asked[name], low, most=high) for name, (low, high) in limits.items()}
        days, keys = asked["days"], f"at most {ferry.DAYS} digits from 1 to {len(ferry.PRICES)}, a day each"
        if not isinstance(days, str):
            raise TypeError(f"days: {checks.shown(days)}; expected {keys}")
        if len(days) > ferry.DAYS or not set(days) <= set("123456789"[: len(ferry.PRICES)]):
            raise ValueError(f"days: {checks.shown(days)}; expected {keys}")
        over = len(days) == ferry.DAYS
        there = {"glasses": tuple(self.lab.view.get("glasses", GLASSES)), "who": WHO if over else WHO[:1]}
        for name, names in there.items():
            if asked[name] not in names:
                when = "" if over or name == "glasses" else f", before {ferry.DAYS} days are played"
                raise ValueError(f"{name}: {checks.shown(asked[name])}; expected one of {', '.join(names)}{when}")
        if checks.flag("long", asked["long"]) and not over:
            raise ValueError(f"long: True; expected False, before {ferry.DAYS} days are played")
        return {**asked, **counts, "long": bool(asked["long"])}
