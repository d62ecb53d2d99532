"""The ferry: sixty days at nine prices, against the rules of this book, on the reader's own rewards."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from lipbandits.labs.lab import Lab
from lipbandits.labs.tents import as_data
from lipbandits.study import ferry as study
from lipbandits.study.ferry import DAYS, LEVEL, PRICES, SEASONS, season


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class FerryLab(Lab):
    """A lab whose reader plays: its shapes are seasons, by their numbers, and keys 1 to 9 charge its prices."""

    prices: tuple[int, ...] = PRICES
    days: int = DAYS
    level: float = LEVEL

    @property
    def spec(self) -> dict[str, Any]:
        labels = [f"€{price}" for price in self.prices]
        given = {"prices": list(self.prices), "labels": labels, "days": self.days, "level": self.level}
        spec = {**given, "seasons": [dict(shape) for shape in self.shapes.values()], "start": dict(self.start)}
        return {**spec, "view": dict(self.view)} if self.view else spec

    def stop(self, words: Mapping[str, Any]) -> str:
        """The picture is one: what moves it are the buttons below."""
        return f'role="img" aria-label="{escape(self.alt)}"'


ferry = FerryLab(
    name="ferry",
    question="Sixty days, nine prices: can you find the best one?",
    hint="Each day press a price (on a keyboard: 1 to 9). Glasses show which shares are still possible.",
    caption="Each season has shares of its own, and a best price of its own. What the days at a price bring is drawn "
    "in advance: your third day at €8 is as good as anyone's third day at €8. Glasses: own days, a bar for each price "
    "from its own days; all days, from those at the other prices, too, since the shares of neighbours differ by at "
    "most 10 points. Black lines: the averages seen. Outside a bar what was seen would be over a hundred times less "
    "likely than by the best guess. With all days, a guess is nine shares that keep this promise; so a bar need not "
    "reach the price's own average, the black line. Lost: on each day, the best price's share of good days minus the "
    "share of the price charged, added up; so it counts shares, and not the luck of the days. Finish for me goes on "
    "as greedy does: a day at each price not yet charged, and then always the best average so far. Ten thousand days: "
    "the same shares, a hundred times, each with rewards of its own; you go on from your last day with the best "
    "average so far. The other players are rules: greedy does not try again what looked worse; the four that go on "
    "trying have names that the chapters explain, and CKL-UCB and OSLB use all days.",
    alt="Nine prices from 4 to 20 euros side by side. For each the average seen, the shares that are still possible, "
    "and below it the days at this price; the buttons under the picture say them as words.",
    shapes={str(number): as_data(season(hills)) for number, hills in enumerate(SEASONS, start=1)},
    start={"season": 1, "seed": 0, "days": "", "glasses": "none", "who": "You", "day": DAYS, "long": False},
    presets={},
    still="ferry",
    plain=True,
)

# The season of which the introduction goes on to speak, whose truth is no secret: what days say, and to whom. `bandit`
# is how the lines that one copies make it; `glasses` say by how much shares may differ, beside the season's own L.
_AT_BEST = str(PRICES.index(14) + 1) * 40
glasses = ferry.variant(
    still="glasses",
    question="What do days at one price say about the other prices?",
    hint="Change the glasses: how far do days reach? Then charge other prices: press a button (on a keyboard: 1 to 9).",
    caption="Forty days at €14, and twenty that are yours. A bar shows which shares of good days remain possible at a "
    "price, at evidence 100 to 1 against the best nine shares that keep the promise: by its own days alone, or by all "
    "days, if shares differ by at most L times their distance, the whole line having length 1. Black lines are "
    "averages, and an average may lie outside its bar; discs are the truth, which the ferry does not know, and which "
    "keeps the promise L = 0.8. Other luck: the same shares, and other days.",
    alt="Nine prices side by side, with their true shares. For each the average seen, a bar of the shares that are "
    "still possible, the longer the farther from the price tried, and below it the days at this price; the buttons "
    "under the picture say them as words.",
    shapes={"1": as_data(study.ferry())},
    start={**ferry.start, "days": _AT_BEST, "glasses": "L"},
    view={
        "open": True,
        "days": _AT_BEST,
        "bandit": "ferry.ferry()",
        "glasses": {
            "none": "nothing",
            "own": "own days",
            "L=2": "L = 2",
            "L": "L = 0.8",
            "L=0.4": "L = 0.4",
            "L=0": "L = 0",
        },
    },
)
