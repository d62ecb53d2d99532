"""What measured means say before anybody plays: the floor, what a wrong promise costs, and who loses least when.

Everything here takes the measured means for the true ones. What noise does to them `Measured.resampled` says.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.measured import Measured
from lipbandits.play.arguments import named_policies
from lipbandits.play.regret import Regret
from lipbandits.play.simulation import simulate
from lipbandits.policies import CKLUCB, IMED, IMEDUB, KLUCB, MOSS, OSLB, UCB, ThompsonSampling
from lipbandits.study.statistics import Interval, mean, paired_difference, wrong_share
from lipbandits.theory.lower_bounds import lai_robbins, lower_bound
from lipbandits.theory.unimodal import second_peaks

if TYPE_CHECKING:
    from lipbandits.plots.tables import Table

HORIZONS = (10**3, 10**4, 10**5)
# CKL-UCB is told so many times the smallest L that fits.
FACTORS = (0.5, 1.0, 2.0, 4.0)
# OSLB explores in K³ ns a round, and where its program degenerates each round does.
MOST_ARMS_OSLB = 46
# A leader that plays a wrong arm most in a larger share of its runs than this has not found the best one.
OFTEN_WRONG = 1 / 3
FLOORS = (
    "C(θ) log T is what the regret of any policy that does well on every such θ grows like, at least, in the long run; "
    "it is no lower bound at this T. An empty place would be more than T times the largest gap, which nobody can lose."
)


def contenders(bandit: LipschitzBandit, lipschitz: float | None = None) -> dict[str, Any]:
    """The package's policies that suit an instance, by the names of the book.

    UCB and MOSS need rewards with a confidence radius, OSLB one best arm and at most 46 arms, and IMED-UB means that
    rise to one peak and fall.

    Parameters
    ----------
    bandit : LipschitzBandit
        The instance.
    lipschitz : float, optional
        What CKL-UCB and OSLB are told; default: the bandit's own L.

    Returns
    -------
    dict
        {name: policy}.

    Examples
    --------
    >>> from lipbandits import triangle
    >>> list(contenders(triangle(9)))
    ['UCB', 'MOSS', 'KL-UCB', 'Thompson', 'IMED', 'CKL-UCB', 'OSLB', 'IMED-UB']
    """
    checks.instance("bandit", bandit, LipschitzBandit)
    found: dict[str, Any] = {}
    if bandit.family.width is not None:
        found |= {"UCB": UCB(), "MOSS": MOSS()}
    found |= {"KL-UCB": KLUCB(), "Thompson": ThompsonSampling(), "IMED": IMED(), "CKL-UCB": CKLUCB(lipschitz=lipschitz)}
    alone = np.count_nonzero(bandit.gaps == 0) == 1
    if alone and bandit.n_arms <= MOST_ARMS_OSLB:
        found["OSLB"] = OSLB(0.1, lipschitz=lipschitz)
    if bandit.arms is not None and not second_peaks(bandit).size:
        found["IMED-UB"] = IMEDUB()
    return found


@dataclass(frozen=True)
class Floor:
    """What regret grows like, at least, of any policy that does well on every θ of a promise; in the long run.

    Attributes
    ----------
    factor : float
        L over the smallest that fits; infinite for no promise, which is Lai and Robbins' bound.
    lipschitz : float
        L on [0, 1].
    value : float
        C(θ).
    losses : tuple of float
        C(θ) log T at each horizon, which is no lower bound there: it may be more than can be lost in T rounds.
    """

    factor: float
    lipschitz: float
    value: float
    losses: tuple[float, ...]


@dataclass(frozen=True)
class Price:
    """What CKL-UCB loses that is told some L.

    Attributes
    ----------
    horizon : int
        T, in rounds.
    factor : float
        The told L over the smallest that fits; below 1 it is broken.
    lipschitz : float
        The told L on [0, 1].
    regret : Interval
        Mean regret.
    more : Interval or None
        By how much more than the one that is told the smallest L, in the same runs; None for that one.
    wrong : float
        The share of runs that play a wrong arm most.
    """

    horizon: int
    factor: float
    lipschitz: float
    regret: Interval
    more: Interval | None
    wrong: float


@dataclass(frozen=True)
class Choice:
    """Who loses least by a horizon.

    Attributes
    ----------
    horizon : int
        T, in rounds.
    leader : str
        The policy with the least mean regret.
    regret : lipbandits.study.statistics.Interval
        Its mean regret.
    undecided : tuple of str
        Those that cannot be told from it: the paired interval of the difference holds 0, or there is no honest one.
    behind : dict
        {name: interval}, by how much more each of the others loses; all of these above 0.
    heavy : tuple of str
        Those whose mean regret has no honest interval: a few runs make it.
    wrong : float
        The share of the leader's runs that play a wrong arm most.
    """

    horizon: int
    leader: str
    regret: Interval
    undecided: tuple[str, ...]
    behind: Mapping[str, Interval]
    heavy: tuple[str, ...]
    wrong: float

    @property
    def words(self) -> str:
        """The recommendation in a few words, one name only where the intervals say so."""
        if not self.undecided:
            return self.leader
        return f"{self.leader}, which cannot be told from {', '.join(self.undecided)}"


@dataclass(frozen=True, eq=False, repr=False)
class Advice:
    """What `advise` found.

    Attributes
    ----------
    measured : Measured
        The table.
    horizons : tuple of int
        T of each comparison.
    floors : tuple of Floor
        For the smallest L that fits, larger ones, and no promise.
    prices : tuple of Price
        For each horizon and each L that CKL-UCB was told.
    choices : tuple of Choice
        One a horizon.
    results : dict
        {T: {name: `Regret`}}, all runs; CKL-UCB with another L is named as "CKL-UCB, 2 L".
    """

    measured: Measured
    horizons: tuple[int, ...]
    floors: tuple[Floor, ...]
    prices: tuple[Price, ...]
    choices: tuple[Choice, ...]
    results: Mapping[int, Mapping[str, Regret]]

    def floor(self) -> "Table":
        """The floors as a table.

        Returns
        -------
        Table
            A row for each L, and one for no promise. C(θ) log T is left out where it is more than T times the largest
            gap, as nobody can lose more.
        """
        own = f"L in {self.measured.unit}"
        most = [horizon * float(np.ptp(self.measured.means)) for horizon in self.horizons]
        rows = [
            (
                *(_times(each.factor), *self._lipschitz(each), each.value),
                *(loss if loss <= most_ else None for loss, most_ in zip(each.losses, most, strict=True)),
            )
            for each in self.floors
        ]
        heads = ["promise", "L on [0, 1]", own, "C(θ)"]
        heads += [f"C(θ) log T, T = {_rounds(each)}" for each in self.horizons]
        return _table(heads, rows, ("", ".4g", ".4g", *[".1f"] * (1 + len(self.horizons))), FLOORS)

    def _lipschitz(self, floor: Floor) -> tuple[float | None, float | None]:
        if np.isinf(floor.lipschitz):
            return None, None
        return floor.lipschitz, floor.lipschitz / self.measured.span

    def price(self) -> "Table":
        """What CKL-UCB loses with each told L, as a table.

        Returns
        -------
        Table
            A row for each horizon and told L.
        """
        rows = [
            (
                *(_rounds(each.horizon), _times(each.factor), each.regret.value, each.regret.range(".1f")),
                *((None, None) if each.more is None else (each.more.value, each.more.range(".1f"))),
                f"{each.wrong:.0%}",
            )
            for each in self.prices
        ]
        heads = ["rounds T", "told L", "mean regret", "95 %", "more than told L", "95 %, paired", "wrong arm most"]
        return _table(heads, rows, ".1f")

    def choice(self) -> "Table":
        """Who loses least by each horizon, as a table.

        Returns
        -------
        Table
            A row for each horizon.
        """
        rows = [
            (
                *(_rounds(each.horizon), each.leader, each.regret.value, each.regret.range(".1f")),
                *(", ".join(names) for names in (each.undecided, each.behind, each.heavy)),
                f"{each.wrong:.0%}",
            )
            for each in self.choices
        ]
        heads = ["rounds T", "least regret", "mean", "95 %", "cannot be told from", "loses less than", "heavy tails"]
        return _table([*heads, "wrong arm most"], rows, ".1f")

    def __repr__(self) -> str:
        words = [f"T = {_rounds(each.horizon)}: {each.words}{_short(each)}" for each in self.choices]
        floor = f"C(θ) = {self.floors[0].value:.4g} at the smallest L"
        return "\n".join([repr(self.measured), *self._noise(), floor, *words])

    def _noise(self) -> list[str]:
        """How L stands beside that of a flat curve, measured as the table is."""
        if self.measured.counts is None and self.measured.errors is None:
            return []
        flat = float(np.quantile(self.measured.resampled().of_noise, 0.95))
        if self.measured.lipschitz > flat:
            return [f"L is above noise: a flat curve, measured so, shows at most {flat:.3g} in 95 % of tables"]
        return [f"L may be noise alone: a flat curve, measured so, shows up to {flat:.3g} in 95 % of tables"]


def advise(
    measured: Measured,
    horizons: Sequence[int] = HORIZONS,
    policies: Mapping[str, Any] | Sequence[Any] | None = None,
    factors: Sequence[float] = FACTORS,
    runs: int = 40,
    seed: int = 0,
    n_jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Advice:
    """What measured means say before anybody plays, with the means taken for true.

    Floors are those of the paper's Theorem 1, and of Lai and Robbins. All else is played: at each horizon the same
    seeded runs by each policy, and by CKL-UCB with each told L. Results do not depend on the number of processes.

    Parameters
    ----------
    measured : Measured
        The table, by `read_means`.
    horizons : sequence of int, default (1000, 10000, 100000)
        T of each comparison, in rounds.
    policies : dict or list, optional
        As for `simulate`; default: those of ``contenders``.
    factors : sequence of float, default (0.5, 1, 2, 4)
        CKL-UCB is told so many times the smallest L; 1 is always among them.
    runs : int, default 40
        How many, at least 2.
    seed : int, default 0
        A whole number ≥ 0.
    n_jobs : int, default 1
        Processes, as in joblib (−1: all cores).
    checkpoint : str or path, optional
        Where finished runs are kept, a file for each horizon: its name, with T before the ending.
    progress : bool, optional
        True shows a bar on stderr; default: only in a terminal.

    Returns
    -------
    Advice
        Floors, prices and choices, which `Advice.floor`, `Advice.price` and `Advice.choice` show as tables.

    Raises
    ------
    TypeError
        For another kind of argument.
    ValueError
        For means that are all the same, which leave nothing to choose; for no horizon or one below 2, a factor that
        is not > 0, or fewer than two runs.

    Notes
    -----
    A policy is recommended at a horizon if the 95 % interval of the paired difference to every other one lies above 0.
    Each comparison has its own 5 %, and the leader is chosen by the same runs: a narrow lead is weak evidence. The
    intervals are about chance in play. That the means themselves are measured is not in them.

    Examples
    --------
    >>> from lipbandits import read_means
    >>> measured = read_means({"price": [5, 7, 9], "bought": [0.62, 0.52, 0.31]})
    >>> advice = advise(measured, horizons=[1000], runs=10)
    >>> [(each.factor, round(each.value, 2)) for each in advice.floors]
    [(1.0, 5.89), (2.0, 6.41), (4.0, 6.41), (inf, 6.41)]
    """
    checks.instance("measured", measured, Measured)
    horizons = _horizons(horizons)
    factors = _factors(factors)
    runs, seed = checks.count("runs", runs, 2), checks.seed(seed)
    bandit = measured.bandit()
    if not bandit.suboptimal.size:
        raise ValueError(f"measured: all means are {bandit.best_mean:g}; expected some that differ, to choose from")
    policies = contenders(bandit) if policies is None else named_policies(policies, bandit)
    told = {_name(factor): CKLUCB(lipschitz=factor * measured.lipschitz) for factor in factors}
    played = policies | {name: policy for name, policy in told.items() if name not in policies}
    results = {
        horizon: simulate(bandit, played, horizon, runs, seed, n_jobs, _file(checkpoint, horizon), progress)
        for horizon in horizons
    }
    return Advice(
        measured,
        horizons,
        _floors(bandit, factors, horizons),
        tuple(_price(bandit, results[horizon], horizon, factor) for horizon in horizons for factor in factors),
        tuple(_choice(bandit, results[horizon], horizon, list(policies)) for horizon in horizons),
        results,
    )


def _floors(bandit: LipschitzBandit, factors: Sequence[float], horizons: Sequence[int]) -> tuple[Floor, ...]:
    found = [(f, f * bandit.lipschitz) for f in factors if f >= 1]
    values = [lower_bound(bandit.with_lipschitz(lipschitz)).value for _, lipschitz in found]
    found, values = [*found, (np.inf, np.inf)], [*values, lai_robbins(bandit).value]
    return tuple(
        Floor(factor, lipschitz, value, tuple(float(value * np.log(horizon)) for horizon in horizons))
        for (factor, lipschitz), value in zip(found, values, strict=True)
    )


def _price(bandit: LipschitzBandit, found: Mapping[str, Regret], horizon: int, factor: float) -> Price:
    regret, right = found[_name(factor)], found[_name(1.0)]
    return Price(
        horizon,
        factor,
        factor * bandit.lipschitz,
        mean(regret.final),
        None if factor == 1 else paired_difference(regret.final, right.final),
        wrong_share(bandit, regret),
    )


def _choice(bandit: LipschitzBandit, found: Mapping[str, Regret], horizon: int, names: Sequence[str]) -> Choice:
    means = {name: mean(found[name].final) for name in names}
    leader = min(names, key=lambda name: means[name].value)
    more = {name: paired_difference(found[name].final, found[leader].final) for name in names if name != leader}
    order = sorted(more, key=lambda name: means[name].value)
    behind = {name: more[name] for name in order if more[name].excludes(0)}
    return Choice(
        horizon,
        leader,
        means[leader],
        tuple(name for name in order if name not in behind),
        behind,
        tuple(name for name in names if not np.isfinite(means[name].low)),
        wrong_share(bandit, found[leader]),
    )


def _name(factor: float) -> str:
    return "CKL-UCB" if factor == 1 else f"CKL-UCB, {factor:g} L"


def _times(factor: float) -> str:
    return "none" if np.isinf(factor) else "smallest L" if factor == 1 else f"{factor:g} L"


def _short(choice: Choice) -> str:
    if choice.wrong <= OFTEN_WRONG:
        return ""
    return f"; it plays a wrong arm most in {choice.wrong:.0%} of runs: T may be too short to find the best one"


def _rounds(horizon: int) -> str:
    return f"{horizon:,}"


def _table(headings: list[str], rows: list[Any], formats: Any, note: str = "") -> "Table":
    # Pictures come with it, which nobody needs who has no table.
    from lipbandits.plots.tables import Table

    return Table(headings, rows, formats, note)


def _horizons(horizons: Any) -> tuple[int, ...]:
    if not isinstance(horizons, list | tuple) or not horizons:
        raise ValueError(f"horizons: {checks.shown(horizons)}; expected one number of rounds or more, as [1000, 10000]")
    return tuple(sorted({checks.horizon(each, least=2) for each in horizons}))


def _factors(factors: Any) -> tuple[float, ...]:
    if not isinstance(factors, list | tuple):
        raise TypeError(f"factors: {checks.shown(factors)}; expected numbers > 0, as [0.5, 1, 2]")
    accepted = "a finite number > 0"
    return tuple(sorted({1.0} | {checks.number("factors", each, accepted, np.nextafter(0, 1)) for each in factors}))


def _file(checkpoint: Any, horizon: int) -> str | None:
    if checkpoint is None:
        return None
    stem, ending = os.path.splitext(os.fspath(checkpoint))
    return f"{stem}-{horizon}{ending}"
