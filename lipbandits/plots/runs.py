"""What came out of runs: regret over rounds, at the horizon, against a parameter; plays."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

import lipbandits as lb
from lipbandits import checks
from lipbandits.play.regret import checked_results
from lipbandits.plots.axes import OTHERS, arms_of, checked_axes, legend_above
from lipbandits.style import OKABE_ITO, POLICIES, Look, title_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MARKS = [None, "o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "h"]
# From here on log T is a scale.
_FIRST_ROUND = 30


def _checked(ax: object, results: dict[str, lb.Regret], bandit: lb.LipschitzBandit) -> None:
    checked_axes(ax)
    checked_results(results)
    if not isinstance(bandit, lb.LipschitzBandit):
        raise TypeError(
            f"bandit: {checks.shown(bandit)}; expected a LipschitzBandit (for [0, 1] there is regret_on_points)"
        )
    for name, each in results.items():
        found = None if each.plays is None else each.plays.shape[1:]
        if found != bandit.theta.shape:
            raise ValueError(f"results[{name!r}]: plays of {found}; expected {bandit.theta.shape}, those of the bandit")


def _long_enough(results: Mapping[str, lb.Regret], least: int, why: str) -> None:
    for name, each in results.items():
        if each.rounds[-1] < least:
            raise ValueError(f"results[{name!r}]: {each.rounds[-1]} rounds; expected at least {least}, {why}")


def looks_of(names: Iterable[str], known: Mapping[str, Look]) -> dict[str, Look]:
    """{name: look}: the known one, by the title, or else the next of the others whose colour no known one has.

    Where the colours are used up they come again, with marks on the curve, of another kind each time.
    """
    titles = {name: title_of(name) for name in names}
    taken = {known[title]["color"] for title in titles.values() if title in known}
    free = [look for look in OTHERS if look["color"] not in taken]
    others = (look if mark is None else {**look, "mark": mark} for mark in _MARKS for look in free)
    return {name: known[title] if title in known else next(others) for name, title in titles.items()}


def _marks(look: Look) -> Look:
    """What a curve with a mark is drawn with besides; most have none."""
    return {"marker": look["mark"], "markevery": 0.12, "markersize": 5} if "mark" in look else {}


def regret_over_log(ax: "Axes", results: dict[str, lb.Regret], bandit: lb.LipschitzBandit) -> None:
    """Mean (solid) and median (dashed) regret over log T from round 30 on, with C(θ) and Lai–Robbins.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    results : dict
        What `simulate` returns.
    bandit : LipschitzBandit
        The instance that was played.

    Raises
    ------
    TypeError
        For results or a bandit of another kind.
    ValueError
        For fewer than 30 rounds, or another bandit's results.
    """
    _checked(ax, results, bandit)
    _long_enough(results, _FIRST_ROUND, "from which on log T is a scale")
    looks = looks_of(results, POLICIES)
    for name, regret in results.items():
        shown = regret.rounds >= _FIRST_ROUND
        over = np.log(regret.rounds[shown])
        color, marks = looks[name]["color"], _marks(looks[name])
        ax.plot(regret.rounds[shown], regret.mean()[shown] / over, color=color, label=title_of(name), **marks)
        ax.plot(regret.rounds[shown], np.median(regret.regret, axis=0)[shown] / over, color=color, linestyle="--")
    for name, bound, style in ("C(θ)", lb.lower_bound(bandit), ":"), ("Lai–Robbins", lb.lai_robbins(bandit), "-."):
        ax.axhline(bound.value, color="black", linewidth=1.4, linestyle=style, label=name)
    ax.set(xlabel="T", ylabel="regret / log T", xscale="log", ylim=(0, None))
    legend_above(ax)


def regret(ax: "Axes", results: dict[str, lb.Regret], bandit: lb.LipschitzBandit, log: bool = True) -> None:
    """Regret over rounds: mean, median and 10 to 90 % band of each policy, with C(θ) log T and Lai–Robbins.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    results : dict
        What `simulate` returns. OSLB, CKL-UCB and KL-UCB, with a hyphen or without, have the colours of the book; other
        names have those left, and after these the same with marks.
    bandit : LipschitzBandit
        The instance that was played.
    log : bool, default True
        Whether rounds are on a log scale.

    Raises
    ------
    TypeError
        For results or a bandit of another kind.
    ValueError
        For another bandit's results.
    """
    _checked(ax, results, bandit)
    log = checks.flag("log", log)
    looks = looks_of(results, POLICIES)
    for name, each in results.items():
        color = looks[name]["color"]
        low, middle, high = each.quantile([0.1, 0.5, 0.9])
        ax.fill_between(each.rounds, low, high, color=color, alpha=0.15, linewidth=0)
        ax.plot(each.rounds, each.mean(), color=color, label=title_of(name), **_marks(looks[name]))
        ax.plot(each.rounds, middle, color=color, linestyle="--", linewidth=1.4)
    ax.plot([], [], color="grey", linestyle="--", linewidth=1.4, label="median")
    rounds = np.geomspace(1, max(each.rounds[-1] for each in results.values()), 100)
    bounds = ("C(θ) log T", lb.lower_bound(bandit), ":"), ("Lai–Robbins", lb.lai_robbins(bandit), "-.")
    for name, bound, style in bounds:
        ax.plot(rounds, bound.value * np.log(rounds), color="black", linewidth=1.4, linestyle=style, label=name)
    ax.set(xlabel="round", ylabel="regret", xscale="log" if log else "linear")
    legend_above(ax)


def final_regret(ax: "Axes", results: dict[str, lb.Regret]) -> None:
    """Boxes of the final regret of each policy: quartiles, the runs beyond them one by one, and the mean as a dot.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    results : dict
        What `simulate` returns, for any kind of bandit.

    Raises
    ------
    TypeError
        For something else.
    """
    checked_axes(ax)
    checked_results(results)
    names = [title_of(name) for name in results]
    ax.boxplot(
        [each.regret[:, -1] for each in results.values()],
        tick_labels=names,
        orientation="horizontal",
        showmeans=True,
        medianprops={"color": "black"},
        meanprops={"marker": "D", "markerfacecolor": OKABE_ITO["orange"], "markeredgecolor": "black"},
        flierprops={"marker": ".", "markersize": 4},
    )
    ax.invert_yaxis()
    ax.set(xlabel="regret at the horizon", xlim=(0, None))


def regret_against(ax: "Axes", values: ArrayLike, studies: Sequence[dict[str, lb.Regret]], name: str = "") -> None:
    """Final regret against a parameter: mean, median (dashed) and 10 to 90 % band of each policy.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    values : (N,) array_like
        Increasing values of the parameter.
    studies : list of dict
        N results of `simulate`, one for each value, of policies of the same names.
    name : str
        What the parameter is called.

    Raises
    ------
    TypeError
        For other than a list of results.
    ValueError
        For another number of them, other names in one of them, or values that do not increase.
    """
    checked_axes(ax)
    values = checks.array("values", values, "increasing numbers, one for each study")
    if not isinstance(studies, list | tuple):
        raise TypeError(f"studies: {checks.shown(studies)}; expected a list of results, one for each value")
    for place, each in enumerate(studies):
        try:
            checked_results(each)
        except TypeError as error:
            raise TypeError(f"studies[{place}]: {error}") from None
    if values.ndim != 1 or len(values) != len(studies) or len(values) == 0:
        raise ValueError(f"values: shape {values.shape} for {len(studies)} studies; expected one for each")
    if not (np.isfinite(values).all() and (np.diff(values) > 0).all()):
        raise ValueError(f"values: {checks.shown(values.tolist())}; expected increasing numbers")
    for value, each in zip(values, studies, strict=True):
        if set(each) != set(studies[0]):
            raise ValueError(
                f"studies: at {value:g} of {sorted(each)}; expected {sorted(studies[0])}, as at {values[0]:g}"
            )
    looks = looks_of(studies[0], POLICIES)
    for policy in studies[0]:
        final = [each[policy].regret[:, -1] for each in studies]
        low, middle, high = np.transpose([np.quantile(runs, [0.1, 0.5, 0.9]) for runs in final])
        color = looks[policy]["color"]
        ax.fill_between(values, low, high, color=color, alpha=0.15, linewidth=0)
        means = [runs.mean() for runs in final]
        ax.plot(values, means, color=color, label=title_of(policy), **{"marker": "o", **_marks(looks[policy])})
        ax.plot(values, middle, color=color, linestyle="--", linewidth=1.4)
    ax.plot([], [], color="grey", linestyle="--", linewidth=1.4, label="median")
    ax.set(xlabel=name, ylabel="regret at the horizon", ylim=(0, None))
    legend_above(ax)


def plays_per_log(ax: "Axes", results: dict[str, lb.Regret], bandit: lb.LipschitzBandit) -> None:
    """Plays of each suboptimal arm per log T, with the rates of Lai and Robbins and the β_k of the paper's Theorem 4.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    results : dict
        What `simulate` returns.
    bandit : LipschitzBandit
        The instance that was played; arms of [0, 1].

    Raises
    ------
    TypeError
        For results or a bandit of another kind.
    ValueError
        For a metric space, or results of another bandit.
    """
    _checked(ax, results, bandit)
    arms = arms_of(bandit)
    _long_enough(results, 2, "where log T > 0")
    worse = bandit.suboptimal
    plain, reduced = lb.lai_robbins(bandit).rates, lb.beta(bandit)
    with_gaps = np.where(bandit.gaps > 0, 1.0, np.nan)
    ax.plot(arms, plain * with_gaps, color="black", linewidth=1.4, linestyle="-.", label="Lai–Robbins")
    ax.plot(arms, reduced, color="black", linewidth=1.4, linestyle=":", label="β of the paper's Theorem 4")
    looks = looks_of(results, POLICIES)
    for name, each in results.items():
        rates = np.asarray(each.plays).mean(axis=0) / np.log(each.rounds[-1])
        look = {key: value for key, value in looks[name].items() if key != "mark"}
        look |= {"linestyle": "none", "markersize": 3.5, "marker": looks[name].get("mark", look["marker"])}
        ax.plot(arms[worse], rates[worse], label=title_of(name), **look)
    ax.set(xlabel="position of the arm, x", ylabel="plays / log T", yscale="log")
    legend_above(ax)


# The policies of Figure 3, and Adaptive: the colours that they have in labs; line styles differ as well.
ON_POINTS: dict[str, Look] = {
    name: {"color": POLICIES[name.split(",")[0].rstrip("+")]["color"], "linestyle": stroke}
    for name, stroke in {
        "KL-UCB": ":",
        "CKL-UCB": "-",
        "CKL-UCB, smooth grid": "--",
        "HOO": "-",
        "HOO+": "--",
        "Zooming": "-",
        "Zooming+": "--",
        "Adaptive": "-.",
    }.items()
}
# Floors of grids, the first one's and so on.
FLOORS = ("-", "--", "-.", ":")


def regret_on_points(ax: "Axes", results: dict[str, lb.Regret], floors: ArrayLike = ()) -> None:
    """Mean regret over rounds with its 10 to 90 % band, on log axes.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    results : dict
        What `simulate` returns for a `ContinuousBandit`.
    floors : sequence of float
        Slopes of grids, drawn as thin grey lines of different strokes.

    Raises
    ------
    TypeError
        For other results or floors.
    ValueError
        For fewer than 30 rounds, or floors of another shape.
    """
    checked_axes(ax)
    _long_enough(checked_results(results), _FIRST_ROUND, "from which on curves are drawn")
    floors = checks.array("floors", floors, "a list of slopes")
    if floors.ndim != 1:
        raise ValueError(f"floors: shape {floors.shape}; expected a list of slopes")
    looks = looks_of(results, ON_POINTS)
    for name, each in results.items():
        look, shown = {key: looks[name][key] for key in ("color", "linestyle")}, each.rounds >= _FIRST_ROUND
        look |= _marks(looks[name])
        rounds, (low, high) = each.rounds[shown], each.quantile([0.1, 0.9])[:, shown]
        ax.fill_between(rounds, low, high, color=look["color"], alpha=0.12, linewidth=0)
        ax.plot(rounds, each.mean()[shown], **look, label=title_of(name))
    for slope, stroke in zip(floors, cycle(FLOORS), strict=False):
        ax.plot(rounds, slope * rounds, color="grey", linestyle=stroke, linewidth=0.9)
    ax.set(xlabel="round", ylabel="regret", xscale="log", yscale="log", ylim=(2, None))
    legend_above(ax)
