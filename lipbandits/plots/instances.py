"""An instance: its means, its indexes, its rates."""

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.plots.axes import arms_of, checked_axes, first_looks, legend_above
from lipbandits.style import CONFUSING, HERE, OKABE_ITO, PLAIN, STRUCTURED, THETA, plain_ticks
from lipbandits.theory.lower_bounds import ROUNDED_DIVERGENCE

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def candidates(ax: "Axes", bandit: lb.LipschitzBandit, k: int) -> None:
    """Plays of two suboptimal arms, in units of log n, with which CKL-UCB may play arm k, and the largest, β_k.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    bandit : LipschitzBandit
        One with two suboptimal arms, and θ* < 1.
    k : int
        One of these.

    Raises
    ------
    ValueError
        For another bandit, or an arm that is not there or is best.
    """
    ax, k = checked_axes(ax), checks.arm("k", k, checks.instance("bandit", bandit, lb.LipschitzBandit).n_arms)
    worse = bandit.suboptimal.tolist()
    if len(worse) != 2 or bandit.best_mean == 1 or k not in worse:
        raise ValueError(f"bandit: suboptimal arms {worse}, k = {k}; expected two below a best mean < 1, k among them")
    (j,) = (arm for arm in worse if arm != k)
    # Row: the model; column: the arm that is played.
    a = lb.confusing_divergences(bandit)
    end = 1 / a[k, k]
    own = np.linspace(0, end, 401)
    top = 1.6 * max(1 / a[j, j], end)
    most = np.full_like(own, top) if a[k, j] == 0 else (1 - a[k, k] * own) / a[k, j]
    excluded = (1 - a[j, k] * own) / a[j, j]
    least = np.minimum(own, excluded)
    ax.fill_between(own, least, most, where=most >= least, color=STRUCTURED["color"], alpha=0.25, linewidth=0)
    ax.plot(own, most, color=STRUCTURED["color"], label=f"arm {k} no candidate above")
    ax.plot(own, excluded, color=CONFUSING["color"], linestyle="--", label=f"arm {j} no candidate above")
    ax.plot(own, own, color=THETA["color"], linestyle="-.", label=f"arm {j} has as many plays")
    beta = float(lb.beta(bandit)[k])
    at = float(np.interp(beta, own, most))
    ax.plot([beta, beta], [0, at], color="black", linewidth=0.8)
    ax.plot(beta, at, **{**STRUCTURED, "linestyle": "none"}, label=f"β of arm {k}")
    ax.plot(end, 0, **{**PLAIN, "linestyle": "none"}, label="KL-UCB", clip_on=False)
    ax.set(xlabel=f"plays of arm {k} / log n", ylabel=f"plays of arm {j} / log n", xlim=(0, None))
    ax.set_ylim(0, min(top, float(most[0])))
    legend_above(ax)


def confusing_parameter(ax: "Axes", bandit: lb.LipschitzBandit, k: int) -> None:
    """θ and λᵏ, as in the paper's Figure 1.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    bandit : LipschitzBandit
        Arms of [0, 1].
    k : int
        An arm.

    Raises
    ------
    ValueError
        For a metric space, or an arm that is not there.
    """
    ax, arms = checked_axes(ax), arms_of(bandit)
    ax.axhline(bandit.best_mean, color="black", linewidth=1.4, linestyle=":")
    ax.plot(arms, lb.confusing_parameter(bandit, k), label=f"λᵏ for arm {k}", **CONFUSING)
    ax.plot(arms, bandit.theta, label="θ", **THETA)
    ax.set(xlabel="position of the arm, x", ylabel="mean reward")
    legend_above(ax)


def stretch(ax: "Axes", bandit: lb.LipschitzBandit, distance: float) -> None:
    """A stretch of the right flank of a triangle, cut in parts; the arm in the middle of each speaks for its part.

    Arms at least one distance from the peak and less than two away. With slope s, the tent over an arm of gap Δ lifts
    all arms within Δ/(L + s) of it, and those within half of that by at least Δ/2. With the Δ of the arm nearest the
    peak, a part is at most Δ/(L + s) wide, so its middle is within half of that.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    bandit : LipschitzBandit
        Arms of [0, 1]; the means fall on a line right of the best.
    distance : float
        r > 0, where the stretch begins; it ends at 2r.

    Raises
    ------
    ValueError
        For a metric space, or a stretch that no arm is in.
    """
    ax, arms = checked_axes(ax), arms_of(bandit)
    distance = checks.number("distance", distance, "a finite number > 0", low=np.nextafter(0, 1))
    away = arms - arms[bandit.best]
    inside = np.flatnonzero((away >= distance) & (away < 2 * distance))
    if len(inside) == 0:
        raise ValueError(
            f"distance: {distance}; expected an arm at least so far right of the best, and less than twice"
        )
    gap, slope = bandit.gaps[inside[0]], bandit.gaps[inside[0]] / away[inside[0]]
    parts = int(np.ceil(distance * (bandit.lipschitz + slope) / gap - 1e-9))
    edges = np.linspace(distance, 2 * distance, parts + 1)
    middles = [inside[np.abs(away[inside] - middle).argmin()] for middle in (edges[:-1] + edges[1:]) / 2]
    for place, ends in enumerate(pairwise(arms[bandit.best] + edges)):
        ax.axvspan(*ends, color="0.9" if place % 2 else "0.8", linewidth=0)
    ax.axhline(bandit.best_mean, color="black", linewidth=1.4, linestyle=":")
    tent = lb.confusing_parameter(bandit, inside[0])
    ax.plot(arms, tent, label="λᵏ of the first arm of the stretch", **{**CONFUSING, "markersize": 3})
    ax.plot(arms, bandit.theta, label="θ", **{**THETA, "markersize": 3})
    ax.vlines(arms[middles[0]], bandit.theta[middles[0]], tent[middles[0]], color="black", linewidth=1.5)
    ax.plot(arms[middles], bandit.theta[middles], label="arms that are played", **{**HERE, "markersize": 7})
    low, high = arms[bandit.best] - distance, arms[bandit.best] + 3 * distance
    seen = bandit.theta[(arms >= low) & (arms <= high)]
    ax.set(xlabel="position of the arm, x", ylabel="mean reward", xlim=(low, high))
    ax.set_ylim(seen.min() - 0.05 * gap, bandit.best_mean + 0.3 * gap)
    legend_above(ax)


def indexes(ax: "Axes", bandit: lb.LipschitzBandit, plays: ArrayLike, sums: ArrayLike, level: float) -> None:
    """Averages with the KL-UCB index and the Lipschitz index of every arm.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    bandit : LipschitzBandit
        Arms of [0, 1], and L.
    plays, sums : (K,) array_like
        Counts and sums of rewards.
    level : float
        f(n) ≥ 0.

    Raises
    ------
    ValueError
        For a metric space, or counts, sums or a level that are none.
    """
    ax, arms = checked_axes(ax), arms_of(bandit)
    ax.plot(arms, lb.kl_ucb_indexes(plays, sums, level), label="KL-UCB index", **PLAIN)
    ax.plot(arms, lb.lipschitz_indexes(plays, sums, bandit.geometry, level), label="Lipschitz index", **STRUCTURED)
    plays, sums = np.array(plays, dtype=float), np.array(sums, dtype=float)
    # An arm that was not played has no average.
    averages = np.divide(sums, plays, out=np.full(len(arms), np.nan), where=plays > 0)
    ax.plot(arms, averages, **{**THETA, "linestyle": "none"}, label="average")
    ax.set(xlabel="position of the arm, x", ylabel="mean reward", ylim=(0.2, 1.02))
    legend_above(ax)


def program(ax: "Axes", bandit: lb.LipschitzBandit) -> None:
    """The program of the paper's Theorem 1 in the plane of two rates: each model's demand, the optimum, equal cost.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    bandit : LipschitzBandit
        Two suboptimal arms, θ* < 1, and L.

    Raises
    ------
    ValueError
        If not two arms are suboptimal, or nothing can be better than the best arm.
    """
    checked_axes(ax)
    arms = checks.instance("bandit", bandit, lb.LipschitzBandit).suboptimal
    if len(arms) != 2 or bandit.best_mean == 1:
        shown = f"{len(arms)} suboptimal arms, best mean {bandit.best_mean:g}"
        raise ValueError(f"bandit: {shown}; expected two suboptimal arms, and a best mean below 1")
    divergences = lb.confusing_divergences(bandit)[np.ix_(arms, arms)]
    divergences[divergences < ROUNDED_DIVERGENCE] = 0
    with np.errstate(divide="ignore"):
        ends = 1 / divergences
    right, top = 1.15 * np.where(np.isfinite(ends), ends, 0).max(axis=0)

    def line(weights: NDArray[np.float64], amount: float, **look: Any) -> None:
        along = np.hypot(right, top) * np.array([-weights[1], weights[0]]) / np.hypot(*weights)
        through = amount * weights / (weights @ weights)
        ax.plot(*np.transpose([through - along, through + along]), **look)

    for k, row, color, style in zip(arms, divergences, ("vermillion", "purple"), ("--", "-."), strict=True):
        line(row, 1.0, color=OKABE_ITO[color], linestyle=style, label=f"one nat against λᵏ, k = {k}")
    for name, bound, look in (
        ("least cost", lb.lower_bound(bandit), STRUCTURED),
        ("Lai–Robbins", lb.lai_robbins(bandit), PLAIN),
    ):
        line(bandit.gaps[arms], bound.value, color=look["color"], linestyle=":", linewidth=1.4)
        label = f"{name}, {bound.value:.2f}"
        ax.plot(
            *bound.rates[arms], **{**look, "linestyle": "none", "markersize": 7}, label=label, clip_on=False, zorder=3
        )
    first = np.union1d(np.linspace(0, right, 200), ends[np.isfinite(ends[:, 0]), 0])
    # Rates of the second arm that no model allows, whatever they are, are infinite.
    needed = [np.where(first < x, np.inf, 0) if np.isinf(y) else y - first * y / x for x, y in ends]
    edge = np.maximum(0, np.max(needed, axis=0))
    ax.fill_between(first, edge, top, where=edge < top, color=STRUCTURED["color"], alpha=0.1, linewidth=0)
    ax.set(xlim=(0, right), ylim=(0, top), xlabel=f"rate of arm {arms[0]}", ylabel=f"rate of arm {arms[1]}")
    legend_above(ax)


def rates_along(ax: "Axes", means: ArrayLike, rates: ArrayLike) -> None:
    """Rates along a path of means, one curve an arm; a jump is left open.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    means : (n,) array_like
        Of the worst arm.
    rates : (n, arms) array_like
        Optimal rates.

    Raises
    ------
    TypeError
        For what are no numbers.
    ValueError
        For arrays of other shapes, or more than six arms.
    """
    checked_axes(ax)
    means = checks.array("means", means, "numbers (n,)")
    rates = checks.array("rates", rates, f"rates ({means.size}, arms)")
    if means.ndim != 1 or rates.ndim != 2 or len(rates) != len(means) or len(means) < 2:
        raise ValueError(f"means, rates: shapes {means.shape} and {rates.shape}; expected (n,) and (n, arms), n ≥ 2")
    looks = first_looks("rates", rates.shape[1], THETA, CONFUSING, STRUCTURED)
    jumps = np.flatnonzero(np.abs(np.diff(rates, axis=0)).max(axis=1) > 5)
    x, y = np.insert(means, jumps + 1, np.nan), np.insert(rates, jumps + 1, np.nan, axis=0)
    for place, look in enumerate(looks):
        ax.plot(x, y[:, place], **{**look, "markersize": 3}, label=f"arm {place + 1}")
    ax.set(xlabel="mean of the worst arm", ylabel="optimal rate")
    legend_above(ax)


def scaling(ax: "Axes", n_arms: ArrayLike, ratios: Mapping[str, ArrayLike]) -> None:
    """C(θ)/LR against the number of arms, one curve a shape.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    n_arms : (n,) array_like
        Numbers of arms.
    ratios : dict
        {name of the shape: (n,) ratios}.

    Raises
    ------
    TypeError
        For something else.
    ValueError
        For arrays of other shapes, or more than six curves.
    """
    checked_axes(ax)
    checks.instance("ratios", ratios, dict)
    n_arms = checks.array("n_arms", n_arms, "numbers of arms (n,)")
    curves = {name: checks.array(f"ratios[{name!r}]", values, "(n,) ratios") for name, values in ratios.items()}
    for name, values in curves.items():
        if n_arms.ndim != 1 or values.shape != n_arms.shape:
            raise ValueError(f"ratios[{name!r}]: shape {values.shape}; expected {n_arms.shape}, one for each n_arms")
    looks = first_looks("ratios", len(curves), STRUCTURED, THETA, CONFUSING)
    for (name, values), look in zip(curves.items(), looks, strict=True):
        ax.plot(n_arms, values, label=name, **look)
    ax.axhline(1, color="black", linewidth=1.4, linestyle=":")
    ax.set(xlabel="number of arms, K", ylabel="C(θ) / Lai–Robbins", xscale="log", ylim=(0, 1.05))
    legend_above(ax)


# So many curves can be told apart without colours.
STROKES = ("-", "--", "-.", ":")


def shares_by_constant(ax: "Axes", shares: Mapping[str, Mapping[float, float]]) -> None:
    """C(θ)/LR against L, one curve an instance, named where it begins: at the smallest L that fits.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    shares : dict
        {name of the instance: {L: ratio}}, as ``shares_by_constant`` gives them.

    Raises
    ------
    TypeError
        For something else.
    ValueError
        For a curve without points, an L that is not positive, or more than four curves.
    """
    checked_axes(ax)
    curves = {name: _increasing(name, each) for name, each in checks.instance("shares", shares, dict).items()}
    if not 1 <= len(curves) <= len(STROKES):
        raise ValueError(f"shares: {len(curves)} curves; expected 1 to {len(STROKES)}, which can be told apart")
    first = min(constants[0] for constants, _ in curves.values())
    looks = first_looks("shares", len(curves), STRUCTURED, THETA, CONFUSING)
    for (name, (constants, values)), look, stroke in zip(curves.items(), looks, STROKES, strict=False):
        ax.plot(constants, values, color=look["color"], linestyle=stroke)
        ax.plot(constants[0], values[0], "o", markersize=4.5, color=look["color"])
        # Left of the curve, unless another one passes there.
        before = np.concatenate([other[others < constants[0]] for others, other in curves.values()])
        passed = before.size > 0 and before.min() < values[0] + 0.05 and before.max() > values[0] - 0.05
        place: dict[str, Any] = {"xytext": (-7, 0), "ha": "right", "va": "center"}
        if passed:
            place = {"xytext": (7, -2), "va": "top"}
        ax.annotate(name.replace(", ", ",\n"), (constants[0], values[0]), textcoords="offset points", **place)
    ax.axhline(1, color="black", linewidth=1.4, linestyle=":")
    # Room for the names.
    lowest = min(float(values.min()) for _, values in curves.values()) - 0.08
    ax.set(xlabel="Lipschitz constant L", ylabel="C(θ) / Lai–Robbins", xscale="log")
    ax.set(xlim=(first / 5, None), ylim=(lowest, 1.03))
    plain_ticks(ax.xaxis, [first * 2**power for power in range(5)])


def _increasing(name: str, curve: Mapping[float, float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """L and the shares there, L increasing."""
    constants = np.array(sorted(checks.instance(f"shares[{name!r}]", curve, dict)), dtype=float)
    if constants.size == 0 or not constants[0] > 0:
        raise ValueError(f"shares[{name!r}]: {curve}; expected {{L: share}} with at least one L, all of them > 0")
    return constants, np.array([curve[L] for L in constants])
