"""The single runs behind a mean: each a dot, in the order of their regret, some of them marked."""

import numpy as np

from lipbandits.style import ABOVE, CONFUSING, PLAIN, STRUCTURED

# Of many runs so many are drawn, evenly among them.
MOST_DOTS = 100
# Where the lines of all runs end, and where words stand beside them.
END, BESIDE = 101, 104


def ends_wrong(bandit, regret):
    """Whether the most played arm of each run is not a best one: (runs,) flags."""
    return bandit.gaps[regret.plays.argmax(axis=1)] > 0


class RunsInOrder:
    """Dots for the runs of one state, a word for their mean and their median, and a line for other runs.

    With a ``lowest`` above 0 the axis of regret is a logarithmic one. ``look`` is that of the policy. Where no run is
    ever marked, ``marked`` is "": the legend then has no word for it.
    """

    def __init__(self, ax, highest, other="", marked="ends on a wrong arm", lowest=0, look=STRUCTURED):
        self.ends = (lowest, highest)
        if lowest:
            ax.set_yscale("log")
        ax.set(xlim=(-2, 136), ylim=self.ends, xticks=range(0, 101, 20), xlabel="runs in the order of their regret, %")
        looks = {"linestyle": "none", "markersize": 3.5}
        (self.right,) = ax.plot([], [], **{**look, **looks, "marker": "o"}, label="a run")
        (self.marked,) = ax.plot(
            [], [], **{**(PLAIN if look is CONFUSING else CONFUSING), **looks}, label=marked or "_"
        )
        self.other = ax.plot([], [], **{**PLAIN, "marker": "none"}, label=other)[0] if other else None
        self.words = {
            name: (
                level(ax, color=look["color"], linewidth=0.8, linestyle=style),
                ax.text(BESIDE, highest, name, color=look["color"]),
            )
            for name, style in {"mean": "-", "median": "--"}.items()
        }
        self.height = ax.transScale.transform
        ax.legend(**ABOVE)

    def show(self, final, marked, other=None):
        """Draw the regrets at the end (runs,), which of them are marked, and those of other runs.

        Returns which runs the dots are, (dots,), and where on the axis they stand.
        """
        order = np.argsort(final, kind="stable")[_evenly(len(final))]
        percent = _percent(len(final))
        for dots, shown in ((self.right, ~marked[order]), (self.marked, marked[order])):
            dots.set_data(percent[shown], np.clip(final[order][shown], *self.ends))
        values = {"mean": final.mean(), "median": np.median(final)}
        for name, value in values.items():
            line, text = self.words[name]
            line.set_ydata([value] * 2)
            text.set_y(value)
        # One above the other where both are near.
        higher = max(values, key=values.get)
        near = abs(self._share(values["mean"]) - self._share(values["median"])) < 0.08
        for name, (_, text) in self.words.items():
            text.set_va(("bottom" if name == higher else "top") if near else "center")
        if self.other is not None:
            self.other.set_data(_percent(len(other)), np.clip(np.sort(other)[_evenly(len(other))], *self.ends))
        return order, percent

    def _share(self, value):
        """How far up the axis a regret is."""
        low, high, here = (self.height((1, each))[1] for each in (*self.ends, value))
        return (here - low) / (high - low)


def level(ax, **look):
    """A line across all runs, which leaves room for words beside it; ``set_ydata`` puts it somewhere."""
    return ax.plot([-2, END], [ax.get_ylim()[1]] * 2, **look)[0]


def _evenly(runs):
    """The places of the dots among so many runs."""
    dots = min(runs, MOST_DOTS)
    return ((np.arange(dots) + 0.5) * runs / dots).astype(int)


def _percent(runs):
    """Where those dots stand."""
    return 100 * (_evenly(runs) + 0.5) / runs
