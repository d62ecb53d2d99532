"""One function a figure, drawing on the axes that it is given."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.model.bandits import checked_means
from lipbandits.play.regret import checked_results
from lipbandits.style import ABOVE, CONFUSING, OKABE_ITO, PLAIN, STRUCTURED, THETA, Look, plain_ticks
from lipbandits.theory.concentration.sampling import chosen_arms

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _axes(ax: object) -> "Axes":
    """The axes to draw on, if they are some."""
    # Imported late: other pictures need no matplotlib.
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise TypeError(f"ax: {checks.shown(ax)}; expected axes to draw on first, such as plt.subplots()[1]")
    return ax


def _arms_of(bandit: lb.LipschitzBandit) -> NDArray[np.float64]:
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
    ax, arms = _axes(ax), _arms_of(bandit)
    ax.axhline(bandit.best_mean, color="black", linewidth=0.8, linestyle=":")
    ax.plot(arms, lb.confusing_parameter(bandit, k), label=f"λᵏ for arm {k}", **CONFUSING)
    ax.plot(arms, bandit.theta, label="θ", **THETA)
    ax.set(xlabel="position of the arm, x", ylabel="mean reward")
    ax.legend(loc="lower center")


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
    ax, arms = _axes(ax), _arms_of(bandit)
    ax.plot(arms, lb.kl_ucb_indexes(plays, sums, level), label="KL-UCB index", **PLAIN)
    ax.plot(arms, lb.lipschitz_indexes(plays, sums, bandit.geometry, level), label="Lipschitz index", **STRUCTURED)
    plays, sums = np.array(plays, dtype=float), np.array(sums, dtype=float)
    # An arm that was not played has no average.
    averages = np.divide(sums, plays, out=np.full(len(arms), np.nan), where=plays > 0)
    ax.plot(arms, averages, **{**THETA, "linestyle": "none"}, label="average")
    ax.set(xlabel="position of the arm, x", ylabel="mean reward", ylim=(0.2, 1.02))
    ax.legend(loc="lower center")


POLICIES: dict[str, Look] = {"OSLB": CONFUSING, "CKLUCB": STRUCTURED, "KLUCB": PLAIN}
# For names that have no look of their own, a reader's policies.
OTHERS: list[Look] = [
    THETA,
    {"color": OKABE_ITO["orange"], "linestyle": "--", "marker": "v", "markersize": 4.5},
    {"color": OKABE_ITO["purple"], "linestyle": "-.", "marker": "P", "markersize": 4.5},
    {"color": OKABE_ITO["sky"], "linestyle": "-", "marker": "X", "markersize": 4.5},
    CONFUSING,
    STRUCTURED,
]
_MARKS = [None, "o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "h"]
# From here on log T is a scale.
_FIRST_ROUND = 30
# What the text calls them.
TITLES = {"CKLUCB": "CKL-UCB", "KLUCB": "KL-UCB"}


def _checked(ax: object, results: dict[str, lb.Regret], bandit: lb.LipschitzBandit) -> None:
    _axes(ax)
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


def _looks(names: Iterable[str], known: Mapping[str, Look]) -> dict[str, Look]:
    """{name: look}: the known one, hyphens or not, or else the next of the others whose colour no known one has.

    Where the colours are used up they come again, with marks on the curve, of another kind each time.
    """
    plain = {name: name.replace("-", "") for name in names}
    taken = {known[name]["color"] for name in plain.values() if name in known}
    free = [look for look in OTHERS if look["color"] not in taken]
    others = (look if mark is None else {**look, "mark": mark} for mark in _MARKS for look in free)
    return {name: known[plain[name]] if plain[name] in known else next(others) for name in names}


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
    looks = _looks(results, POLICIES)
    for name, regret in results.items():
        shown = regret.rounds >= _FIRST_ROUND
        over = np.log(regret.rounds[shown])
        color, marks = looks[name]["color"], _marks(looks[name])
        ax.plot(regret.rounds[shown], regret.mean()[shown] / over, color=color, label=TITLES.get(name, name), **marks)
        ax.plot(regret.rounds[shown], np.median(regret.regret, axis=0)[shown] / over, color=color, linestyle="--")
    for name, bound, style in ("C(θ)", lb.lower_bound(bandit), ":"), ("Lai–Robbins", lb.lai_robbins(bandit), "-."):
        ax.axhline(bound.value, color="black", linewidth=0.8, linestyle=style, label=name)
    ax.set(xlabel="T", ylabel="regret / log T", xscale="log", ylim=(0, None))
    ax.legend(loc="upper left")


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
    looks = _looks(results, POLICIES)
    for name, each in results.items():
        color = looks[name]["color"]
        low, middle, high = each.quantile([0.1, 0.5, 0.9])
        ax.fill_between(each.rounds, low, high, color=color, alpha=0.15, linewidth=0)
        ax.plot(each.rounds, each.mean(), color=color, label=TITLES.get(name, name), **_marks(looks[name]))
        ax.plot(each.rounds, middle, color=color, linestyle="--", linewidth=1)
    ax.plot([], [], color="grey", linestyle="--", linewidth=1, label="median")
    rounds = np.geomspace(1, max(each.rounds[-1] for each in results.values()), 100)
    bounds = ("C(θ) log T", lb.lower_bound(bandit), ":"), ("Lai–Robbins", lb.lai_robbins(bandit), "-.")
    for name, bound, style in bounds:
        ax.plot(rounds, bound.value * np.log(rounds), color="black", linewidth=0.8, linestyle=style, label=name)
    ax.set(xlabel="round", ylabel="regret", xscale="log" if log else "linear")
    ax.legend(loc="upper left")


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
    _axes(ax)
    checked_results(results)
    names = [TITLES.get(name, name) for name in results]
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
    _axes(ax)
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
    looks = _looks(studies[0], POLICIES)
    for policy in studies[0]:
        final = [each[policy].regret[:, -1] for each in studies]
        low, middle, high = np.transpose([np.quantile(runs, [0.1, 0.5, 0.9]) for runs in final])
        color = looks[policy]["color"]
        ax.fill_between(values, low, high, color=color, alpha=0.15, linewidth=0)
        means = [runs.mean() for runs in final]
        ax.plot(
            values, means, color=color, label=TITLES.get(policy, policy), **{"marker": "o", **_marks(looks[policy])}
        )
        ax.plot(values, middle, color=color, linestyle="--", linewidth=1)
    ax.plot([], [], color="grey", linestyle="--", linewidth=1, label="median")
    ax.set(xlabel=name, ylabel="regret at the horizon", ylim=(0, None))
    ax.legend()


def plays_per_log(ax: "Axes", results: dict[str, lb.Regret], bandit: lb.LipschitzBandit) -> None:
    """Plays of each suboptimal arm per log T, with the rates of Lai and Robbins and the β_k of Theorem 4.

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
    arms = _arms_of(bandit)
    _long_enough(results, 2, "where log T > 0")
    worse = bandit.suboptimal
    plain, reduced = lb.lai_robbins(bandit).rates, lb.beta(bandit)
    with_gaps = np.where(bandit.gaps > 0, 1.0, np.nan)
    ax.plot(arms, plain * with_gaps, color="black", linewidth=0.8, linestyle="-.", label="Lai–Robbins")
    ax.plot(arms, reduced, color="black", linewidth=0.8, linestyle=":", label="β of Theorem 4")
    looks = _looks(results, POLICIES)
    for name, each in results.items():
        rates = np.asarray(each.plays).mean(axis=0) / np.log(each.rounds[-1])
        look = {key: value for key, value in looks[name].items() if key != "mark"}
        look |= {"linestyle": "none", "markersize": 3.5, "marker": looks[name].get("mark", look["marker"])}
        ax.plot(arms[worse], rates[worse], label=TITLES.get(name, name), **look)
    ax.set(xlabel="position of the arm, x", ylabel="plays / log T", yscale="log")
    ax.legend(loc="upper left")


def _curves(name: str, how_many: int, *first: Look) -> list[Look]:
    """Looks of so many curves, the first ones these."""
    looks = [*first, *(look for look in OTHERS if look not in first)]
    if how_many > len(looks):
        raise ValueError(f"{name}: {how_many} curves; expected at most {len(looks)}, which can be told apart")
    return looks[:how_many]


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
    _axes(ax)
    means = checks.array("means", means, "numbers (n,)")
    rates = checks.array("rates", rates, f"rates ({means.size}, arms)")
    if means.ndim != 1 or rates.ndim != 2 or len(rates) != len(means) or len(means) < 2:
        raise ValueError(f"means, rates: shapes {means.shape} and {rates.shape}; expected (n,) and (n, arms), n ≥ 2")
    looks = _curves("rates", rates.shape[1], THETA, CONFUSING, STRUCTURED)
    jumps = np.flatnonzero(np.abs(np.diff(rates, axis=0)).max(axis=1) > 5)
    x, y = np.insert(means, jumps + 1, np.nan), np.insert(rates, jumps + 1, np.nan, axis=0)
    for place, look in enumerate(looks):
        ax.plot(x, y[:, place], **{**look, "markersize": 3}, label=f"arm {place + 1}")
    ax.set(xlabel="mean of the worst arm", ylabel="optimal rate")
    ax.legend(loc="center right")


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
    _axes(ax)
    checks.instance("ratios", ratios, dict)
    n_arms = checks.array("n_arms", n_arms, "numbers of arms (n,)")
    curves = {name: checks.array(f"ratios[{name!r}]", values, "(n,) ratios") for name, values in ratios.items()}
    for name, values in curves.items():
        if n_arms.ndim != 1 or values.shape != n_arms.shape:
            raise ValueError(f"ratios[{name!r}]: shape {values.shape}; expected {n_arms.shape}, one for each n_arms")
    looks = _curves("ratios", len(curves), STRUCTURED, THETA, CONFUSING)
    for (name, values), look in zip(curves.items(), looks, strict=True):
        ax.plot(n_arms, values, label=name, **look)
    ax.axhline(1, color="black", linewidth=0.8, linestyle=":")
    ax.set(xlabel="number of arms, K", ylabel="C(θ) / Lai–Robbins", xscale="log", ylim=(0, 1.05))
    ax.legend(loc="lower left")


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
    _axes(ax)
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
    ax.legend(loc="lower left")


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
    _axes(ax)
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
    _axes(ax)
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
    ax.plot(levels, np.exp(-2 * levels / (1 + eta)), label="exponential variables", **{**PLAIN, "marker": "none"})
    ax.plot(levels, stopped, label="stops in the cell", **{**CONFUSING, "marker": "none"})
    ax.plot(levels, fixed, label=f"{least} samples each", **{**THETA, "marker": "none"})
    ax.set(xlabel="threshold ζ of both arms", ylabel="probability", yscale="log", ylim=(1e-4, 1.5))
    ax.legend(loc="upper right")


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
    _axes(ax)
    ax.plot(levels, [bounds.moment_bound(2, d) for d in levels], label="moment bound", **{**PLAIN, "marker": "none"})
    ax.plot(levels, levels * np.exp(1 - levels), label="on a segment", **{**CONFUSING, "marker": "none"})
    ax.plot(levels, [bounds.gamma_tail(2, d) for d in levels], label="Gamma tail", **{**THETA, "marker": "none"})
    ax.set(xlabel="δ", ylabel="probability", yscale="log")
    ax.legend(loc="lower left")


# The policies of Figure 3, and adaptive CKL-UCB: colour and line style both differ.
ON_POINTS: dict[str, Look] = {
    "KLUCB": {"color": "black", "linestyle": ":"},
    "CKLUCB": {"color": OKABE_ITO["green"], "linestyle": "-"},
    "CKLUCB, smooth grid": {"color": OKABE_ITO["green"], "linestyle": "--"},
    "HOO": {"color": OKABE_ITO["purple"], "linestyle": "-"},
    "HOO+": {"color": OKABE_ITO["purple"], "linestyle": "--"},
    "Zooming": {"color": OKABE_ITO["orange"], "linestyle": "-"},
    "Zooming+": {"color": OKABE_ITO["orange"], "linestyle": "--"},
    "Adaptive": {"color": OKABE_ITO["blue"], "linestyle": "-."},
}


def regret_on_points(ax: "Axes", results: dict[str, lb.Regret], floors: ArrayLike = ()) -> None:
    """Mean regret over rounds with its 10 to 90 % band, on log axes.

    The legend stands above: it takes a layout that makes room, such as ``plt.subplots(layout="constrained")``.

    Parameters
    ----------
    ax : Axes
        What to draw on.
    results : dict
        What `simulate` returns for a `ContinuousBandit`.
    floors : sequence of float
        Slopes of grids, drawn as thin lines.

    Raises
    ------
    TypeError
        For other results or floors.
    ValueError
        For fewer than 30 rounds, or floors of another shape.
    """
    _axes(ax)
    _long_enough(checked_results(results), _FIRST_ROUND, "from which on curves are drawn")
    floors = checks.array("floors", floors, "a list of slopes")
    if floors.ndim != 1:
        raise ValueError(f"floors: shape {floors.shape}; expected a list of slopes")
    looks = _looks(results, ON_POINTS)
    for name, each in results.items():
        look, shown = {key: looks[name][key] for key in ("color", "linestyle")}, each.rounds >= _FIRST_ROUND
        look |= _marks(looks[name])
        rounds, (low, high) = each.rounds[shown], each.quantile([0.1, 0.9])[:, shown]
        ax.fill_between(rounds, low, high, color=look["color"], alpha=0.12, linewidth=0)
        ax.plot(rounds, each.mean()[shown], **look, label=name)
    for slope in floors:
        ax.plot(rounds, slope * rounds, color=OKABE_ITO["vermillion"], linewidth=0.8)
    ax.set(xlabel="round", ylabel="regret", xscale="log", yscale="log", ylim=(2, None))
    ax.legend(**ABOVE)
