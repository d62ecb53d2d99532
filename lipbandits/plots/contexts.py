"""Contexts: what is known of the arms of one, where the plays of all went, and what each change to a policy makes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from lipbandits import checks
from lipbandits.plots.axes import checked_axes, legend_above
from lipbandits.style import OKABE_ITO, STRUCTURED, THETA, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def indexes_in_context(ax: "Axes", indexes: ArrayLike, plays: ArrayLike, means: ArrayLike, context: int) -> None:
    """Averages and indexes of the arms in one context, in numbers too, and the plays of each there and elsewhere.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    indexes : (K,) array_like
        Those in this context.
    plays : (J, K) array_like
        Of all pairs.
    means : (J, K) array_like
        Averages of all pairs.
    context : int
        Which one.

    Raises
    ------
    ValueError
        For numbers of other shapes, or a context that is not there.
    """
    ax = checked_axes(ax)
    plays, context = _pairs("plays", plays, context)
    averages, tops = np.asarray(means, dtype=float), np.asarray(indexes, dtype=float)
    if averages.shape != plays.shape or tops.shape != plays.shape[1:]:
        raise ValueError(
            f"indexes, means: of {tops.shape} and {averages.shape}; expected {plays.shape[1:]} and {plays.shape}"
        )
    arms, here = np.arange(plays.shape[1]), plays[context]
    unplayed = here == 0
    ax.vlines(arms, np.where(unplayed, 0, averages[context]), tops, color=STRUCTURED["color"], linewidth=1.5)
    ax.plot(arms, tops, **{**STRUCTURED, "linestyle": "none"}, label="index")
    ax.plot(arms[~unplayed], averages[context, ~unplayed], **{**THETA, "linestyle": "none"}, label="average")
    for arm, elsewhere in enumerate(plays.sum(axis=0) - here):
        ax.annotate(f"{here[arm]} here,\n{elsewhere} elsewhere", (arm, 1.12), ha="center", fontsize="small")
        ax.annotate(f" {tops[arm]:.2f}", (arm + 0.06, tops[arm]), va="center", fontsize="small")
    ax.set(xlim=(-0.6, len(arms) - 0.4), ylim=(-0.05, 1.42), xticks=arms, yticks=(0, 0.5, 1))
    ax.set(xlabel=f"arm; plays in context {context}, and in the others", ylabel="mean reward")
    legend_above(ax)


def plays_of_pairs(ax: "Axes", plays: ArrayLike, best: ArrayLike, context: int) -> None:
    """Plays of each arm in each context, as numbers; the best pairs are ringed, and one context is shaded.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    plays : (J, K) array_like
        Of all pairs.
    best : (J,) array_like
        The best arm of each context.
    context : int
        The one that is shown.

    Raises
    ------
    ValueError
        For numbers of other shapes, or a context or an arm that is not there.
    """
    ax = checked_axes(ax)
    plays, context = _pairs("plays", plays, context)
    contexts, arms = plays.shape
    rings = np.asarray(best)
    if rings.shape != (contexts,) or not np.isin(rings, range(arms)).all():
        raise ValueError(f"best: {checks.shown(best)}; expected one of {arms} arms for each of {contexts} contexts")
    ax.axhspan(context - 0.5, context + 0.5, color=OKABE_ITO["orange"], alpha=0.25, linewidth=0)
    ring: Look = {"linestyle": "none", "marker": "o", "markersize": 22, "markerfacecolor": "none"}
    ax.plot(rings, range(contexts), **ring, markeredgecolor=THETA["color"], markeredgewidth=1.5)
    for (row, arm), count in np.ndenumerate(plays):
        ax.text(arm, row, str(count), ha="center", va="center")
    ax.set(xlim=(-0.6, arms - 0.4), ylim=(contexts - 0.4, -0.6), xlabel="arm", ylabel="context")
    ax.set(xticks=range(arms), yticks=range(contexts))


def changes(ax: "Axes", names: Sequence[str], values: ArrayLike) -> None:
    """Changes made one after the other: a bar each that begins where the last one ended; orange adds, blue takes away.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    names : sequence of str
        Of the changes, in their order.
    values : (len(names), 3) array_like
        How much each adds, and the ends of its interval.

    Raises
    ------
    ValueError
        For values of another shape, or one that is not finite.
    """
    ax = checked_axes(ax)
    found = np.asarray(values, dtype=float)
    if found.shape != (len(names), 3) or not np.isfinite(found).all():
        raise ValueError(
            f"values: of {found.shape}; expected ({len(names)}, 3), finite: a change and its interval each"
        )
    rows, (added, low, high) = np.arange(len(names)), found.T
    ends = np.cumsum(added)
    starts = ends - added
    colours = [OKABE_ITO["orange" if value > 0 else "blue"] for value in added]
    ax.barh(rows, added, left=starts, height=0.55, color=colours)
    ax.hlines(rows, starts + low, starts + high, color="black", linewidth=1.5)
    # From the end of each bar down to the next one.
    ax.vlines(ends[:-1], rows[:-1], rows[1:], color="grey", linewidth=1)
    right = np.max([starts, ends, starts + high], axis=0)
    for row, value in enumerate(added):
        ax.annotate(f"  {value:+.0f}".replace("-", "\N{MINUS SIGN}"), (right[row], row), va="center")
    room = 0.12 * np.ptp([0, *ends])
    ax.set(yticks=rows, yticklabels=names, ylim=(len(names) - 0.4, -0.6), xlim=(min(0, *ends), right.max() + room))


def _pairs(name: str, values: ArrayLike, context: int) -> tuple[np.ndarray, int]:
    found = np.asarray(values, dtype=int)
    if found.ndim != 2:
        raise ValueError(f"{name}: of {found.shape}; expected (contexts, arms)")
    return found, checks.arm("context", context, len(found), "a context")
