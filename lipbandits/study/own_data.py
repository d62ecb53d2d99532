"""What measured means say before anybody plays: the floor, what a wrong promise costs, and who loses least when.

Everything here takes the measured means for the true ones. What noise does to them `Measured.resampled` says.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.measured import Measured
from lipbandits.play.arguments import named_policies
from lipbandits.play.regret import Regret
from lipbandits.play.simulation import simulate
from lipbandits.policies import CKLUCB, IMED, IMEDUB, KLUCB, MOSS, OSLB, UCB, ThompsonSampling
from lipbandits.study.advice import Advice, Choice, Floor, Price
from lipbandits.study.statistics import mean, paired_difference, wrong_share
from lipbandits.theory.lower_bounds import lai_robbins, lower_bound
from lipbandits.theory.unimodal import second_peaks

HORIZONS = (10**3, 10**4, 10**5)
# CKL-UCB is told so many times the smallest L that fits.
FACTORS = (0.5, 1.0, 2.0, 4.0)
# OSLB explores in K³ ns a round, and where its program degenerates each round does.
MOST_ARMS_OSLB = 46


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
