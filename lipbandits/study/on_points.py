"""What plays on [0, 1] in the book: the policies of Figure 3, variants of them, and tables over functions and horizons.

``python -m lipbandits grids``, ``… fine-grids``, ``… race`` and ``… horizons`` write the tables; the paper gives no
parameters for HOO and Zooming.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import joblib
import numpy as np
from numpy.typing import NDArray

import lipbandits as lb
from lipbandits.model.examples_on_points import CONTINUOUS
from lipbandits.play.runs import Bandit, play
from lipbandits.play.simulation import draw_run, play_run, simulate

# Figure 3: T, and how far the peak stays from the arms of a grid, in steps.
HORIZON = 25_000
SHARE = 0.25

# The tables: {"regret": (functions, …, runs)}.
NUMBERS_OF_ARMS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128)
# On these two CKL-UCB is best with the most of these arms, so that finer grids are tried.
STEEP = ("spire", "needle")
MORE_ARMS = (160, 200, 256, 320, 400, 512)
HORIZONS = (1000, 2500, 5000, 10_000, 25_000, 50_000)
ON_GRIDS = {"CKLUCB": lb.CKLUCB(), "KLUCB": lb.KLUCB()}
# The paper's two functions, over longer horizons.
SHAPES = ("triangle", "quadratic")
LONG = (25_000, 100_000, 200_000)

# The variants: factors of L, f(n), and HOO's ρ.
FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0)
LEVELS = ("log", "klucb3", "paper")
RATIOS = (0.35, 0.5, 0.7, 0.9)
# Zooming+'s two constants: factors of L, down to where it fails, and how many radii its index adds.
TOLD_TO_ZOOMING = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
RADII_ADDED = (1, 2)
# What HOO+ is told where less than `FACTORS` and `RATIOS` have is better still: factors of L, and ρ.
TOLD_TO_HOO = (0.0625, 0.25)
LOW_RATIOS = (0.1, 0.25)


def contenders(bandit: lb.ContinuousBandit, horizon: int = HORIZON) -> dict[str, lb.ContinuousPolicy]:
    """The seven policies of Figure 3; HOO and Zooming are told L, and HOO that halves are half as wide.

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance, whose L and best point are told.
    horizon : int
        T, by which grids are chosen.

    Returns
    -------
    dict
        {name: policy}.
    """
    lipschitz, tree = bandit.lipschitz, (bandit.lipschitz, 0.5)
    paper, smooth = (paper_grid(rule(horizon), bandit) for rule in (lb.n_arms_sqrt, lb.n_arms_smooth))
    return {
        "KLUCB": lb.Discretised(lb.KLUCB(), paper),
        "CKLUCB": lb.Discretised(lb.CKLUCB(), paper),
        "CKLUCB, smooth grid": lb.Discretised(lb.CKLUCB(), smooth),
        "HOO": lb.HOO(*tree),
        "HOO+": lb.HOO(*tree, tuned=True),
        "Zooming": lb.Zooming(lipschitz),
        "Zooming+": lb.Zooming(lipschitz, tuned=True),
    }


def racers(bandit: lb.ContinuousBandit, horizon: int = HORIZON) -> dict[str, lb.ContinuousPolicy]:
    """The seven, and adaptive CKL-UCB.

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance, whose L and best point are told.
    horizon : int
        T, by which grids are chosen.

    Returns
    -------
    dict
        {name: policy}.
    """
    return contenders(bandit, horizon) | {"Adaptive": lb.AdaptiveCKLUCB(bandit.lipschitz)}


def paper_grid(n_arms: int, bandit: lb.ContinuousBandit) -> NDArray[np.float64]:
    """Arms that keep the peak a quarter of a step away, as the paper has it.

    Parameters
    ----------
    n_arms : int
        K, the number of arms.
    bandit : ContinuousBandit
        The instance.

    Returns
    -------
    (K,) ndarray
        Positions.
    """
    return lb.grid_off_peak(n_arms, bandit.best, SHARE)


def variants(bandit: lb.ContinuousBandit) -> dict[str, lb.ContinuousPolicy]:
    """What Figure 3 leaves open: what each policy is told of L, f(n) for those on a grid, (ν₁, ρ) for HOO.

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance, whose L and best point are told.

    Returns
    -------
    dict
        {name: policy}.
    """
    L, grid = bandit.lipschitz, paper_grid(lb.n_arms_sqrt(HORIZON), bandit)
    found: dict[str, lb.ContinuousPolicy] = {f"KLUCB, {kind}": lb.Discretised(lb.KLUCB(kind), grid) for kind in LEVELS}
    for c in FACTORS:
        for kind in LEVELS:
            found[f"CKLUCB, {kind}, {c:g} L"] = lb.Discretised(lb.CKLUCB(kind, lipschitz=c * L), grid)
        found[f"Adaptive, {c:g} L"] = lb.AdaptiveCKLUCB(c * L)
        for plus, tuned in (("", False), ("+", True)):
            found[f"Zooming{plus}, {c:g} L"] = lb.Zooming(c * L, tuned)
            for rho in RATIOS:
                found[f"HOO{plus}, {c:g} L, ρ = {rho:g}"] = lb.HOO(c * L, rho, tuned)
    return found


def tuned(bandit: lb.ContinuousBandit) -> dict[str, lb.ContinuousPolicy]:
    """CKL-UCB on the smooth grid, HOO+ and Zooming+ told other constants; Zooming with one thing changed at a time.

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance, whose L and best point are told.

    Returns
    -------
    dict
        {name: policy}.
    """
    L, smooth = bandit.lipschitz, paper_grid(lb.n_arms_smooth(HORIZON), bandit)
    found: dict[str, lb.ContinuousPolicy] = {
        f"CKLUCB, smooth grid, {c:g} L": lb.Discretised(lb.CKLUCB(lipschitz=c * L), smooth) for c in FACTORS
    }
    for added in RADII_ADDED:
        for c in TOLD_TO_ZOOMING:
            found[f"Zooming+, {c:g} L, radii {added}"] = lb.Zooming(c * L, tuned=True, radii_added=added)
        in_random_order = lb.Zooming(L, tuned=True, radii_added=added, order="random")
        found[f"Zooming+, random order, radii {added}"] = in_random_order
    for c in TOLD_TO_HOO:
        for rho in LOW_RATIOS:
            found[f"HOO+, {c:g} L, ρ = {rho:g}"] = lb.HOO(c * L, rho, tuned=True)
    # Between the two versions of the paper, which differ in two things.
    found["Zooming, no phases"] = lb.Zooming(L, phases=False)
    found["Zooming, tuned radius"] = lb.Zooming(L, tuned=True, phases=True)
    return found


def grids(runs: int = 40, seed: int = 2014) -> dict[str, NDArray[Any]]:
    """How regret depends on the number of arms, and where on the grid it comes from.

    Parameters
    ----------
    runs : int, default 40
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "regret", "settled": (functions, policies of ``ON_GRIDS``, numbers of arms, runs), all of it, and the part of
        that on the grid that the most played arm makes, 0 where this is a best arm of the grid. "floor": (functions,
        numbers).
    """
    bandits = [make() for make in CONTINUOUS.values()]
    regret, settled = np.empty((2, len(bandits), len(ON_GRIDS), len(NUMBERS_OF_ARMS), runs), dtype=np.float32)
    floor = np.empty((len(bandits), len(NUMBERS_OF_ARMS)))
    for b, bandit in enumerate(bandits):
        for k, n_arms in enumerate(NUMBERS_OF_ARMS):
            arms = paper_grid(n_arms, bandit)
            floor[b, k] = lb.linear_floor(bandit, arms, HORIZON)
            gaps = bandit.gap(arms)
            for p, policy in enumerate(ON_GRIDS.values()):
                plays = plays_on_grid(bandit, lb.Discretised(policy, arms), HORIZON, runs, seed, n_jobs=-1)
                regret[b, p, k], settled[b, p, k] = plays @ gaps, lost_by_the_most_played(plays, gaps)
    return {"regret": regret, "settled": settled, "floor": floor}


def fine_grids(runs: int = 40, seed: int = 2014) -> dict[str, NDArray[Any]]:
    """CKL-UCB on grids finer than those of ``grids``.

    Parameters
    ----------
    runs : int, default 40
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "regret": (functions of ``STEEP``, ``MORE_ARMS``, runs).
    """
    regret = np.empty((len(STEEP), len(MORE_ARMS), runs), dtype=np.float32)
    for b, bandit in enumerate(CONTINUOUS[name]() for name in STEEP):
        for k, n_arms in enumerate(MORE_ARMS):
            policy = lb.Discretised(lb.CKLUCB(), paper_grid(n_arms, bandit))
            regret[b, k] = final_regret(bandit, {"CKLUCB": policy}, HORIZON, runs, seed)
    return {"regret": regret}


def race(runs: int = 40, seed: int = 2014) -> dict[str, NDArray[Any]]:
    """Policies against each other on every function; grids are those of each horizon.

    Parameters
    ----------
    runs : int, default 40
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "regret": (functions, horizons, policies of ``racers``, runs).
    """
    found = [
        [final_regret(make(), racers(make(), horizon), horizon, runs, seed) for horizon in HORIZONS]
        for make in CONTINUOUS.values()
    ]
    return {"regret": np.array(found, dtype=np.float32)}


def without_end(bandit: lb.ContinuousBandit) -> dict[str, lb.ContinuousPolicy]:
    """Policies that are made for no horizon: those on the 50 arms of Figure 3, and three that need no grid.

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance, whose L and best point are told.

    Returns
    -------
    dict
        {name: policy}.
    """
    L, grid = bandit.lipschitz, paper_grid(lb.n_arms_sqrt(HORIZON), bandit)
    return {f"{name}, 50 arms": lb.Discretised(policy, grid) for name, policy in ON_GRIDS.items()} | {
        "HOO+": lb.HOO(L, 0.5, tuned=True),
        "Zooming+": lb.Zooming(L, tuned=True),
        "Zooming+, one radius": lb.Zooming(L, tuned=True, radii_added=1),
    }


def by_the_rules(bandit: lb.ContinuousBandit, horizon: int) -> dict[str, lb.ContinuousPolicy]:
    """Policies on the grids that the two rules give for a horizon.

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance, whose L and best point are told.
    horizon : int
        T, the number of rounds.

    Returns
    -------
    dict
        {name: policy}.
    """
    arms = paper_grid(lb.n_arms_sqrt(horizon), bandit)
    named = contenders(bandit, horizon)
    on_grids = {name: named[name] for name in ("CKLUCB", "KLUCB", "CKLUCB, smooth grid")}
    return on_grids | {"CKLUCB, 2 L": lb.Discretised(lb.CKLUCB(lipschitz=2 * bandit.lipschitz), arms)}


def horizons(runs: int = 40, seed: int = 2014) -> dict[str, NDArray[Any]]:
    """Policies of ``without_end`` and then ``by_the_rules`` over long horizons.

    Parameters
    ----------
    runs : int, default 40
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "regret", "settled": (``SHAPES``, policies, horizons of ``LONG``, runs), as in ``grids``; "settled" is NaN for a
        policy without a grid.
    """
    tasks = [joblib.delayed(_over_horizons)(name, LONG, seed, run) for name in SHAPES for run in range(runs)]
    found = np.array(joblib.Parallel(n_jobs=-1)(tasks), dtype=np.float32)
    regret, settled = np.moveaxis(found.reshape(len(SHAPES), runs, *found.shape[1:]), (2, 1), (0, -1))
    return {"regret": regret, "settled": settled}


def _over_horizons(name: str, horizons: Sequence[int], seed: int, run: int) -> NDArray[np.float64]:
    """(2, policies, horizons) of one run: regret, and the part of the most played arm."""
    bandit = CONTINUOUS[name]()
    endless = _regret_and_settled(bandit, without_end(bandit), horizons, seed, run)
    ruled = [_regret_and_settled(bandit, by_the_rules(bandit, horizon), [horizon], seed, run) for horizon in horizons]
    return np.concatenate([endless, np.concatenate(ruled, axis=-1)], axis=1)


def _regret_and_settled(
    bandit: lb.ContinuousBandit,
    policies: Mapping[str, lb.ContinuousPolicy],
    horizons: Sequence[int],
    seed: int,
    run: int,
) -> NDArray[np.float64]:
    found = np.full((2, len(policies), len(horizons)), np.nan)
    for p, (name, policy) in enumerate(policies.items()):
        if isinstance(policy, lb.Discretised):
            plays, gaps = _plays(bandit, policy, horizons, seed, run), bandit.gap(policy.arms)
            found[:, p] = plays @ gaps, lost_by_the_most_played(plays, gaps)
        else:
            found[0, p] = play_run(bandit, {name: policy}, horizons, seed, run)[0]
    return found


def lost_by_the_most_played(plays: NDArray[np.int_], gaps: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is lost on a grid by the most played arm, against the best arm of the grid.

    Parameters
    ----------
    plays : (..., K) ndarray of int
        Plays of each arm.
    gaps : (K,) ndarray
        What each arm lacks; what the best one lacks is the floor, and not counted.

    Returns
    -------
    (...) ndarray
        0 where the most played arm is a best one of the grid.
    """
    return plays.max(axis=-1) * (gaps[plays.argmax(axis=-1)] - gaps.min())


def plays_on_grid(
    bandit: lb.ContinuousBandit, policy: lb.Discretised, horizon: int, runs: int, seed: int, n_jobs: int = 1
) -> NDArray[np.int_]:
    """Plays of each arm of a `Discretised` policy, in the runs of `simulate`.

    Parameters
    ----------
    bandit : ContinuousBandit
        The instance.
    policy : Discretised
        What plays.
    horizon : int
        T, the number of rounds.
    runs : int
        How many.
    seed : int
        A whole number ≥ 0.
    n_jobs : int, default 1
        Processes, as in joblib.

    Returns
    -------
    (runs, K) ndarray of int
        Plays.
    """
    tasks = (joblib.delayed(_plays)(bandit, policy, [horizon], seed, run) for run in range(runs))
    return np.concatenate(joblib.Parallel(n_jobs)(tasks))


def _plays(
    bandit: lb.ContinuousBandit, policy: lb.Discretised, horizons: Sequence[int], seed: int, run: int
) -> NDArray[np.int_]:
    """(horizons, K) plays of one run, which is played once, to the last horizon."""
    points = np.empty(horizons[-1])
    play(deepcopy(policy), *draw_run(bandit, horizons[-1], seed, run, points), horizons[-1:])
    arms = np.searchsorted(policy.arms, points)
    return np.array([np.bincount(arms[:horizon], minlength=len(policy.arms)) for horizon in horizons])


def final_regret(
    bandit: Bandit, policies: Mapping[str, Any], horizon: int, runs: int, seed: int
) -> NDArray[np.float64]:
    """Regret at the horizon.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    policies : dict
        {name: policy}.
    horizon : int
        T, the number of rounds.
    runs : int
        How many.
    seed : int
        A whole number ≥ 0.

    Returns
    -------
    (policies, runs) ndarray
        Regret.
    """
    results = simulate(bandit, policies, horizon, runs, seed, n_jobs=-1, progress=False)
    return np.array([results[name].regret[:, -1] for name in policies])


_SETTING = "functions of examples.CONTINUOUS, peak a quarter of a step from an arm of each grid, f = log n"
TABLES = {
    "grids": (grids, f"regret of CKL-UCB and KL-UCB at T = {HORIZON} against the number of arms; {_SETTING}"),
    "fine-grids": (fine_grids, f"regret of CKL-UCB at T = {HORIZON} on finer grids, on spire and needle; {_SETTING}"),
    "race": (race, f"regret of the seven policies of Figure 3 and adaptive CKL-UCB at several T; {_SETTING}"),
    "horizons": (horizons, f"regret at T = 25000, 100000, 200000 on grids of 50 arms and of the rules; {_SETTING}"),
}
