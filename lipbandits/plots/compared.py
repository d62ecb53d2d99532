"""Policies over many instances: a row for each policy, a dot for each instance."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from lipbandits import checks
from lipbandits.plots.axes import checked_axes, legend_above
from lipbandits.plots.runs import looks_of
from lipbandits.style import POLICIES, plain_ticks, title_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Where in a row mean and median stand, and how far its dots are spread.
_UP, _SPREAD = 0.3, 0.22


def regret_of_instances(ax: "Axes", regret: Mapping[str, ArrayLike]) -> None:
    """Regret of policies on the same instances: a dot each, the mean as a diamond and the median as a bar.

    The policy with the least mean stands on top.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    regret : dict
        {policy: (I,) finite numbers}, as `Comparison.of` returns it.

    Raises
    ------
    TypeError
        For what is no axes, or no numbers.
    ValueError
        For none, or different numbers of instances.
    """
    ax = checked_axes(ax)
    found = {name: checks.array(f"regret[{name!r}]", each, "(I,) finite numbers") for name, each in regret.items()}
    shapes = {values.shape for values in found.values()}
    if len(shapes) != 1 or len(next(iter(shapes))) != 1 or not next(iter(shapes))[0]:
        raise ValueError(f"regret: shapes {sorted(shapes)}; expected (I,) of each policy, the same I ≥ 1")
    if not np.isfinite(list(found.values())).all():
        raise ValueError("regret: not all numbers are finite; expected (I,) finite numbers")
    order = sorted(found, key=lambda name: (-found[name].mean(), name))
    looks = looks_of(order, POLICIES)
    spread = np.random.default_rng(0).uniform(-_SPREAD, _SPREAD, next(iter(shapes))[0])
    for row, name in enumerate(order):
        values, color = found[name], looks[name]["color"]
        first = row == 0
        ax.scatter(values, row + spread, s=7, color=color, alpha=0.45, linewidths=0)
        label = {"mean": "mean over instances", "median": "median"} if first else {"mean": None, "median": None}
        ax.scatter(values.mean(), row + _UP, s=26, marker="D", color=color, edgecolors="black", label=label["mean"])
        middle = np.median(values)
        ax.plot([middle] * 2, [row - _SPREAD, row + _SPREAD], color="black", linewidth=2, label=label["median"])
    ax.set_yticks(range(len(order)), [title_of(name) for name in order])
    smallest, largest = min(map(np.min, found.values())), max(map(np.max, found.values()))
    ax.set(xlabel="regret", xscale="log" if smallest > 0 else "linear", ylim=(-0.5, len(order) - 0.4))
    if smallest > 0:
        powers = range(int(np.floor(np.log10(smallest))), int(np.ceil(np.log10(largest))) + 1)
        ax.set_xlim(0.8 * smallest, 1.25 * largest)
        plain_ticks(ax.xaxis, [10.0**power for power in powers if smallest <= 10.0**power <= largest])
    legend_above(ax)
