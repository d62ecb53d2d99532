"""The single runs behind a mean: each a dot, in the order of their regret, some of them marked."""

import numpy as np

from lipbandits.style import CONFUSING, PLAIN, STRUCTURED

# Of many runs so many are drawn, evenly among them.
MOST_DOTS = 100
# Where words stand, right of all runs.
BESIDE = 103


def ends_wrong(bandit, regret):
    """Whether the most played arm of each run is not a best one: (runs,) flags."""
    return bandit.gaps[regret.plays.argmax(axis=1)] > 0


class RunsInOrder:
    """Dots for the runs of one state, a word for their mean and their median, and a line for other runs."""

    def __init__(self, ax, highest, other="", marked="ends on a wrong arm"):
        self.highest = highest
        ax.set(
            xlim=(-2, 136), ylim=(0, highest), xticks=range(0, 101, 20), xlabel="runs in the order of their regret, %"
        )
        looks = {"linestyle": "none", "markersize": 3.5}
        (self.right,) = ax.plot([], [], **{**STRUCTURED, **looks, "marker": "o"}, label="a run")
        (self.marked,) = ax.plot([], [], **{**CONFUSING, **looks}, label=marked)
        self.other = ax.plot([], [], **{**PLAIN, "marker": "none"}, label=other)[0] if other else None
        self.words = {
            name: (
                ax.axhline(0, color=STRUCTURED["color"], linewidth=0.8, linestyle=style),
                ax.text(BESIDE, 0, name, color=STRUCTURED["color"]),
            )
            for name, style in {"mean": "-", "median": "--"}.items()
        }
        ax.legend(loc="upper left")

    def show(self, final, marked, other=None):
        """Draw the regrets at the end (runs,), which of them are marked, and those of other runs."""
        order = np.argsort(final, kind="stable")
        values = np.minimum(final[order], self.highest)
        flags = marked[order]
        places = _evenly(len(final))
        percent = 100 * (places + 0.5) / len(final)
        for dots, shown in ((self.right, ~flags[places]), (self.marked, flags[places])):
            dots.set_data(percent[shown], values[places][shown])
        for name, value in {"mean": final.mean(), "median": np.median(final)}.items():
            line, text = self.words[name]
            line.set_ydata([min(value, self.highest)] * 2)
            text.set_y(min(value, self.highest))
        # One above the other where both are near.
        higher = "mean" if final.mean() >= np.median(final) else "median"
        near = abs(final.mean() - np.median(final)) < 0.08 * self.highest
        for name, (_, text) in self.words.items():
            text.set_va(("bottom" if name == higher else "top") if near else "center")
        if self.other is not None:
            places = _evenly(len(other))
            self.other.set_data(100 * (places + 0.5) / len(other), np.minimum(np.sort(other)[places], self.highest))


def _evenly(runs):
    """The places of the dots among so many runs."""
    dots = min(runs, MOST_DOTS)
    return ((np.arange(dots) + 0.5) * runs / dots).astype(int)
