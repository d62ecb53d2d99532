"""What the other files share: axes to draw on, and looks for curves that have none of their own."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.style import ABOVE, CONFUSING, GREEDY, STRUCTURED, THETA, UCB, UNIFORM, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def checked_axes(ax: object) -> "Axes":
    """The axes to draw on, if they are some."""
    # Imported late: other pictures need no matplotlib.
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise TypeError(f"ax: {checks.shown(ax)}; expected axes to draw on first, such as plt.subplots()[1]")
    return ax


def arms_of(bandit: lb.LipschitzBandit) -> NDArray[np.float64]:
    """Positions (K,) of the arms.

    Raises
    ------
    TypeError
        For another kind of bandit.
    ValueError
        For a metric space, whose arms are nowhere in particular.
    """
    checks.instance("bandit", bandit, lb.LipschitzBandit)
    if bandit.arms is None:
        raise ValueError("bandit: its arms have distances, but no positions; expected arms of [0, 1], for an axis")
    return bandit.arms


def legend_above(ax: "Axes") -> None:
    """A legend above the axes, off the data; a figure without a layout of its own gets one that makes room for it."""
    labels = ax.get_legend_handles_labels()[1]
    # In ems, about: half of one a letter, and what a handle takes; axes of several share the width of the figure.
    column = 0.5 * max(map(len, labels)) + 3.8
    grid = ax.get_subplotspec()
    share = 1 if grid is None else len(grid.colspan) / grid.get_gridspec().ncols
    figure = ax.get_figure(root=True)
    assert figure is not None
    room = share * min(7 * figure.get_figwidth(), 45)
    ax.legend(**{**ABOVE, "ncols": int(np.clip(room // column, 1, 3))})
    if figure.get_layout_engine() is None:
        figure.set_layout_engine("constrained")


# For names that have no look of their own, a reader's policies.
OTHERS: list[Look] = [
    THETA,
    UCB,
    GREEDY,
    UNIFORM,
    CONFUSING,
    STRUCTURED,
]


def first_looks(name: str, how_many: int, *first: Look) -> list[Look]:
    """Looks of so many curves, the first ones these."""
    looks = [*first, *(look for look in OTHERS if look not in first)]
    if how_many > len(looks):
        raise ValueError(f"{name}: {how_many} curves; expected at most {len(looks)}, which can be told apart")
    return looks[:how_many]
