"""Explorer of the introduction: what one arm's plays say about its neighbours."""

import numpy as np

from lipbandits.explorers import Explorer, Panel, Slider
from lipbandits.study.ferry import PRICES, ferry, possible_range
from lipbandits.style import HERE, OKABE_ITO, THETA


class NeighboursPicture:
    """One price tried for some days: what remains possible at every price."""

    def __init__(self, axes):
        ax = axes["prices"]
        ax.set(
            xlim=(3, 21), ylim=(-0.16, 1.02), xticks=PRICES, xlabel="price of a ticket, €", ylabel="share of good days"
        )
        ax.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1.0])
        self.bars = ax.vlines(PRICES, 0, 1, linewidth=10, color=OKABE_ITO["sky"], alpha=0.6, label="still possible")
        ax.plot(
            PRICES,
            ferry().theta,
            **{**THETA, "linestyle": "none", "markersize": 5},
            markeredgecolor="black",
            label="truth",
        )
        (self.tried,) = ax.plot([], [], **{**HERE, "marker": "D", "markersize": 8}, label="seen")
        ax.legend(loc="lower center", ncols=3, columnspacing=1.2, handlelength=1.2)

    def update(self, price, days, L):
        truth = ferry()
        bandit = truth.with_lipschitz(L, check=False)
        k = PRICES.index(price)
        plays, sums = np.zeros(bandit.n_arms, dtype=int), np.zeros(bandit.n_arms, dtype=int)
        plays[k], sums[k] = days, round(days * truth.theta[k])
        low, high = possible_range(bandit, plays, sums)
        self.bars.set_segments([[(p, a), (p, b)] for p, a, b in zip(PRICES, low, high, strict=True)])
        self.tried.set_data([price], [sums[k] / days])
        told = int(np.sum(np.delete(high - low, k) < 1 - 1e-9))
        missed = int(np.sum((truth.theta < low) | (truth.theta > high)))
        seen = f"{sums[k]} good days of {days} leave €{price} between {low[k]:.0%} and {high[k]:.0%}"
        if missed:
            return f"{seen}. With L = {L:g} the bars also promise too much: {missed} of 9 miss the truth."
        return f"{seen}. With L = {L:g} they also narrow {told} of the 8 other prices."


neighbours = Explorer(
    name="neighbours",
    question="What do days at one price say about the other prices?",
    caption="The ferry: one price is tried for some days (diamond). Bars show which shares of good days remain "
    "possible at each price, at evidence 100 to 1, if shares differ by at most L times their distance, the whole line "
    "having length 1. Discs are the truth, which the ferry does not know. The ferry here has average luck: the good "
    "days seen are the true share of the days, to the next whole day.",
    controls=[
        Slider("price", PRICES, label="price tried", unit="€", start=14),
        Slider("days", (10, 20, 40, 80, 160, 320, 640), label="days", unit="days", start=320, play=True),
        Slider("L", (0.0, 0.4, 0.8, 1.2, 2.0, 4.0, 10.0), label="assumed L", start=0.8),
    ],
    panels=[
        Panel(
            "prices",
            alt="A vertical bar for each of nine prices shows the shares of good days still possible. No bar is "
            "shorter than that of the price tried; the others grow with the distance from it, the faster the larger "
            "L, until they meet 0 or 1.",
            width=350,
            height=280,
        )
    ],
    picture=NeighboursPicture,
    presets={
        "No structure: L large": {"price": 14, "days": 320, "L": 10.0},
        "Neighbours help": {"price": 14, "days": 320, "L": 0.8},
        "L too small": {"price": 14, "days": 320, "L": 0.0},
    },
)
