"""The paper's Theorem 2 and the steps of its proof."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.model.bandits import checked_means
from lipbandits.plots.axes import checked_axes, legend_above
from lipbandits.style import CONFUSING, OKABE_ITO, PLAIN, STRUCTURED, THETA, plain_ticks, powers_of_ten
from lipbandits.theory.concentration.sampling import chosen_arms

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def martingale_paths(
    ax: "Axes", theta: ArrayLike, tilts: ArrayLike, rule: Callable[..., Any], rounds: int, runs: int, seed: int = 0
) -> None:
    """log G along runs of a sampling rule on two or more arms, with the level that one path in a hundred may reach.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    theta : (K,) array_like
        Means of two or more arms.
    tilts : (K,) array_like
        λ, as for `log_martingale`.
    rule : callable
        ``rule(plays, sums, n, rng)``, as for `simulate_evidence`.
    rounds : int
        How many.
    runs : int
        How many.
    seed : int, default 0
        A whole number ≥ 0.

    Raises
    ------
    TypeError
        For a rule that is no function, or what are no numbers.
    ValueError
        For means, tilts, rounds or runs that are none.
    """
    checked_axes(ax)
    theta, rounds, runs = checked_means(theta), checks.count("rounds", rounds), checks.count("runs", runs)
    checks.function("rule", rule, 4, "a function rule(plays, sums, n, rng)")
    plays, sums = np.zeros((runs, len(theta)), dtype=int), np.zeros((runs, len(theta)), dtype=int)
    rng, going = np.random.default_rng(checks.seed(seed)), np.arange(runs)
    paths = np.zeros((rounds + 1, runs))
    for n in range(1, rounds + 1):
        arms = chosen_arms(rule(plays[going], sums[going], n, rng), len(going), len(theta))
        # A rule that stops, stops for good.
        going, arms = going[arms >= 0], arms[arms >= 0]
        plays[going, arms] += 1
        sums[going, arms] += rng.random(len(going)) < theta[arms]
        paths[n] = lb.concentration.log_martingale(theta, tilts, plays, sums)
    ax.plot(paths, color=OKABE_ITO["blue"], linewidth=0.7, alpha=0.5)
    ax.axhline(np.log(100), color="black", linestyle=":", label="log 100")
    ax.axhline(0, color="black", linewidth=0.8)
    ax.set(xlabel="round", ylabel="log G", xlim=(0, rounds))
    legend_above(ax)


def exponent_kept(ax: "Axes", n: int, etas: Sequence[float]) -> None:
    """The share of the exponent δ that is left at each count: without slices, and with slices of each thickness η.

    A bound that knows only the lower end of the slice that a count t lies in keeps that end over t.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    n : int
        The round, n ≥ 2; counts go up to n − 1.
    etas : sequence of float
        Each η > 0.

    Raises
    ------
    TypeError
        For what are no numbers.
    ValueError
        For a round or an η as `slices` refuses it.
    """
    checked_axes(ax)
    n, widths = checks.count("n", n, least=2), checks.array("etas", etas, "numbers (k,)")
    counts = np.geomspace(1, n - 1, 4000)
    ax.plot(counts, 1 / counts, label="no slices", **{**PLAIN, "marker": "none"})
    looks = CONFUSING, THETA, STRUCTURED
    for place, eta in enumerate(widths):
        edges = lb.concentration.slices(n, eta)
        lower = edges[np.searchsorted(edges, counts, side="right") - 1]
        label = f"{len(edges) - 1} slices, η = {eta:g}"
        ax.plot(counts, lower / counts, label=label, **{**looks[place % 3], "marker": "none"}, linewidth=1.2)
    ax.set(xscale="log", ylim=(0, 1.04), xlabel="samples t of the arm", ylabel="exponent kept, of δ")
    plain_ticks(ax.xaxis, (1, 10, 100))
    ax.set_xlim(1, n - 1)
    legend_above(ax)


def peeling_cells(ax: "Axes", plays: ArrayLike, n: int, eta: float) -> None:
    """Counts of two arms on the grid of slices.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    plays : (runs, 2) array_like
        Counts.
    n : int
        The round.
    eta : float
        η > 0.

    Raises
    ------
    TypeError
        For what are no numbers.
    ValueError
        For other counts, or a grid as `slices` refuses it.
    """
    checked_axes(ax)
    plays = checks.array("plays", plays, "counts (runs, 2)")
    if plays.ndim != 2 or plays.shape[1] != 2:
        raise ValueError(f"plays: shape {plays.shape}; expected (runs, 2)")
    for edge in lb.concentration.slices(n, eta):
        ax.axvline(edge, color="black", linewidth=0.4)
        ax.axhline(edge, color="black", linewidth=0.4)
    ax.plot(*plays.T, **{**THETA, "linestyle": "none", "markersize": 3}, alpha=0.5)
    ax.set(
        xlabel="plays of arm 0",
        ylabel="plays of arm 1",
        xscale="log",
        yscale="log",
        xlim=(0.9, 1.2 * n),
        ylim=(0.9, 1.2 * n),
    )
    for axis in (ax.xaxis, ax.yaxis):
        plain_ticks(axis, (1, 10, 100))


def peeling_bounds(ax: "Axes", n: int, delta: float, n_arms: Sequence[int]) -> None:
    """The proof's bound over the best one for slices of each thickness η, a curve for each number of arms.

    A triangle marks the best η, a square 1/(δ − 1), a diamond K/(δ − K).

    Parameters
    ----------
    ax : Axes
        What to draw on.
    n : int
        The round, n ≥ 2.
    delta : float
        δ ≥ 2K for the largest K.
    n_arms : sequence of int
        K of each curve.

    Raises
    ------
    ValueError
        For a δ, a round or a K for which `log_peeling_bound` is none.
    """
    checked_axes(ax)
    log_bound, looks = lb.concentration.log_peeling_bound, (THETA, CONFUSING, STRUCTURED, PLAIN)
    thin = 0.3 / (delta - 1)
    for place, K in enumerate(n_arms):
        look = {**looks[place % len(looks)], "marker": "none"}
        best, best_eta = log_bound(K, n, delta)
        etas = np.geomspace(thin, delta / K - 1, 400)
        ratios = np.array([log_bound(K, n, delta, eta)[0] - best for eta in etas]) / np.log(10)
        shown = ratios <= 6
        ax.plot(etas[shown], ratios[shown], **look)
        start = etas[shown][0], ratios[shown][0]
        ax.annotate(f"K = {K}", start, (7, 6), textcoords="offset points", color=look["color"], va="center")
        # For one arm they lie on each other: the smallest last, with an edge.
        for marker, eta, size in (("^", best_eta, 14), ("D", K / (delta - K), 9), ("s", 1 / (delta - 1), 6)):
            height = (log_bound(K, n, delta, eta)[0] - best) / np.log(10)
            ax.plot([eta], [height], marker, color=look["color"], markersize=size, markeredgecolor="white", zorder=3)
    for marker, label in (("s", "η = 1/(δ − 1)"), ("D", "η = K/(δ − K)"), ("^", "best η")):
        ax.plot([], [], marker, color="black", label=label)
    ax.set(ylabel="bound / best bound", xscale="log", ylim=(-0.4, 6.6))
    ax.set_xlabel("thickness η of the slices (left: more cells; right: less exponent)")
    ax.set_xlim(0.85 * thin, 1.5 * ax.dataLim.x1)
    plain_ticks(ax.xaxis, (0.01, 0.03, 0.1, 0.3, 1))
    powers_of_ten(ax.yaxis, (0, 2, 4, 6))
    legend_above(ax)


def orthants(ax: "Axes", theta: ArrayLike, least: int, eta: float, runs: int, seed: int = 0) -> None:
    """Chance that the evidence of each of two arms exceeds ζ, in a cell of counts: two rules, and what is allowed.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    theta : (2,) array_like
        Means.
    least : int
        The fewest plays in the cell; the most are (1 + η) times as many.
    eta : float
        η > 0.
    runs : int
        How many.
    seed : int, default 0
        A whole number ≥ 0.

    Raises
    ------
    TypeError
        For what are no numbers.
    ValueError
        For another number of means, or counts that are none.
    """
    checked_axes(ax)
    theta, least, runs = checked_means(theta), checks.count("least", least), checks.count("runs", runs)
    eta = checks.number("eta", eta, "a finite number > 0", low=np.nextafter(0, 1))
    if len(theta) != 2:
        raise ValueError(f"theta: {len(theta)} means; expected two")
    most = int(least * (1 + eta))
    levels = np.linspace(0.05, 4, 80)

    def both(plays: NDArray[np.float64], sums: NDArray[np.float64]) -> NDArray[np.float64]:
        means = sums / plays
        return (plays * lb.kl_plus(means, theta)).min(axis=1)

    rng = np.random.default_rng(checks.seed(seed))
    rewards = rng.random((runs, most, 2)) < theta
    sums = rewards.cumsum(axis=1)
    counts = np.arange(1, most + 1)
    smallest = np.stack([both(np.full((runs, 2), t), sums[:, t - 1]) for t in counts[least - 1 :]], axis=1)
    fixed = [np.mean(smallest[:, 0] >= level) for level in levels]
    stopped = [np.mean(smallest.max(axis=1) >= level) for level in levels]
    ax.plot(levels, np.exp(-2 * levels / (1 + eta)), label="allowed", **{**PLAIN, "marker": "none"})
    ax.plot(levels, stopped, label="stops in the cell", **{**CONFUSING, "marker": "none"})
    ax.plot(levels, fixed, label=f"{least} samples", **{**THETA, "marker": "none"})
    ax.set(xlabel="threshold ζ of both arms", ylabel="probability", yscale="log", ylim=(1e-4, 1.5))
    legend_above(ax)


def sum_tails(ax: "Axes", levels: ArrayLike) -> None:
    """P[Z₁ + Z₂ ≥ δ]: the moment bound, the segment that exceeds the Gamma tail, and the Gamma tail (a = 1).

    Parameters
    ----------
    ax : Axes
        What to draw on.
    levels : (n,) array_like
        δ.
    """
    bounds, levels = lb.concentration, checks.array("levels", levels, "numbers (n,)")
    checked_axes(ax)
    ax.plot(levels, [bounds.moment_bound(2, d) for d in levels], label="moment bound", **{**PLAIN, "marker": "none"})
    ax.plot(levels, levels * np.exp(1 - levels), label="on a segment", **{**CONFUSING, "marker": "none"})
    ax.plot(levels, [bounds.gamma_tail(2, d) for d in levels], label="Gamma tail", **{**THETA, "marker": "none"})
    ax.set(xlabel="δ", ylabel="probability", yscale="log")
    legend_above(ax)
