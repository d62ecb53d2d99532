"""The game of the introduction: the reader plays the ferry against four policies, on rewards drawn in advance."""

import os
from collections import namedtuple
from functools import cached_property
from html import escape
from pathlib import Path

import numpy as np

import lipbandits as lb

from ..study.ferry import DAYS, PRICES, RIVALS, SEASONS, season
from .bake import embedded
from .explorer import require

PAGE = Path(__file__).parent / "page"
Score = namedtuple("Score", "plays good regret")
Score.__doc__ = """Days at each price (K,), good days, and pseudo-regret."""


class Table:
    """A bandit with its rewards (K, T) drawn in advance: the s-th play of arm k pays everyone rewards[k, s − 1]."""

    def __init__(self, bandit, rewards):
        self.bandit, self.rewards = bandit, rewards

    def score(self, played):
        """What a sequence of arms is worth here."""
        plays = np.bincount(played, minlength=self.bandit.n_arms)
        good = sum(row[:n].sum() for row, n in zip(self.rewards, plays, strict=True))
        return Score(plays.tolist(), int(good), round(float(plays @ self.bandit.gaps), 9))

    @cached_property
    def rivals(self):
        """The policies' scores, by name."""
        # Without the engine: sixty rounds take less time than loading it.
        return {
            name: self.score(lb.replay(self.bandit, policy, self.rewards, engine=False))
            for name, policy in RIVALS.items()
        }

    def data(self):
        """All of it as JSON can hold it."""
        return {
            "theta": self.bandit.theta.tolist(),
            "rewards": ["".join(map(str, row)) for row in self.rewards.tolist()],
            "rivals": [{"name": name, **score._asdict()} for name, score in self.rivals.items()],
        }


class Game:
    """Some tables to play, one after the other; as the last line of a notebook cell a game shows itself.

    In the built book the page's own script plays it. A kernel's page has no such script, and gets it with the game.

    bandits : one a table, at most nine arms, which the keys 1 to 9 play.
    labels : the names of the arms.
    seed : of all rewards; table i draws from `SeedSequence(seed).spawn(len(bandits))[i]`.

    Raises ValueError for bandits that are no Lipschitz bandits with an arm for every label.
    """

    question = "Sixty days, nine prices: can you beat UCB?"
    caption = (
        "Each table of rewards is another season, with a best price of its own. What the days at a price bring is "
        "drawn in advance: your third day at €8 is as good as anyone's third day at €8. A full disc is a good day, a "
        "ring a bad one; after the last day bars and percentages show the true shares, ★ the best. Regret: on each "
        "day, the best price's share of good days minus the share of the price charged, added up."
    )

    def __init__(self, bandits, labels, days=DAYS, seed=0):
        self.labels, self.days = tuple(labels), days
        require(1 <= len(self.labels) <= 9, "number of labels", len(self.labels), "1 to 9")
        require(bandits, "bandits", bandits, "at least one")
        for bandit in bandits:
            fits = isinstance(bandit, lb.LipschitzBandit) and bandit.n_arms == len(self.labels)
            require(fits, "a bandit", bandit, f"a LipschitzBandit with {len(self.labels)} arms")
        seeds = np.random.SeedSequence(seed).spawn(len(bandits))
        self.tables = [Table(bandit, draw(bandit, days, each)) for bandit, each in zip(bandits, seeds, strict=True)]

    def __repr__(self):
        return f"<Game: {len(self.tables)} tables of {len(self.labels)} arms and {self.days} days>"

    def data(self):
        """What the page's script needs to know."""
        return {"days": self.days, "labels": self.labels, "tables": [table.data() for table in self.tables]}

    @property
    def still(self):
        """The sentence that stands where no script runs."""
        regrets = [f"{name} {score.regret:.1f}" for name, score in self.tables[0].rivals.items()]
        return (
            f"A game, which needs scripts. These are the regrets of the four rules after {self.days} days on "
            f"its first table: {', '.join(regrets)}."
        )

    def html(self):
        """The figure: a captioned sentence, and the data from which the script makes the game."""
        return (
            '<figure class="lb-explorer lb-game">'
            f'<div class="lb-question">{escape(self.question)}</div>'
            f'<p class="lb-still">{escape(self.still)}</p>'
            f"<figcaption>{escape(self.caption)}</figcaption>"
            f'<script type="application/json">{embedded(self.data())}</script></figure>'
        )

    def _repr_mimebundle_(self, include=None, exclude=None):
        html = self.html()
        if not os.environ.get("LIPBANDITS_BAKE"):
            style, script = (
                "\n".join((PAGE / name).read_text(encoding="utf-8") for name in names)
                for names in (("explorer.css", "game.css"), ("game.js",))
            )
            html = f"<style>{style}</style>{html}<script>{script}</script>"
        return {"text/html": html, "text/plain": f"{self.still}\n{self.caption}"}


def draw(bandit, days, seed):
    """Rewards (K, T) of zeros and ones."""
    uniforms = np.random.default_rng(seed).random((bandit.n_arms, days))
    return (uniforms < bandit.theta[:, None]).astype(int)


ferry_game = Game([season(hills) for hills in SEASONS], [f"€{price}" for price in PRICES])
