"""The league: every anytime policy for numbered arms on random θ from three priors, which nobody here tuned.

Priors, policies and their settings were fixed before anything was played on them, and none was changed after. All
settings are the package's defaults. Each policy that uses L is told that of the prior, not the least that fits θ.

One policy was added after the results of all others had been seen: IMED-UB that tries each arm once first, as the labs
and other chapters play it. Without that it climbs from arm to arm, and what it loses with many arms is largely the
climb; so a reader who saw the first league only would have taken that for the price of its promise. Instances, seeds
and the results of all others are as they were.
"""

import os
import warnings
from typing import Any

import numpy as np

import lipbandits as lb
from lipbandits import checks
from lipbandits.model.priors import SHAPES
from lipbandits.plots.tables import Table
from lipbandits.study.comparing import compare
from lipbandits.study.comparison import Comparison

LIPSCHITZ = 2.0
HORIZONS = (1_000, 10_000, 100_000)
# {K: how many θ of each shape}, as many as the time for it allowed; a number means the same function at each K.
COUNTS = {9: 96, 46: 24, 200: 16}
SEED = 2014
# Of which some plays are stored that go on to LONGER_HORIZONS[-1], for what becomes of a lock-in.
LONGER_ARMS, LONGER_HORIZONS = 200, (10_000, 100_000, 500_000)
POLICIES: dict[str, Any] = {
    "UCB": lb.UCB(),
    "MOSS": lb.MOSS(),
    "KL-UCB": lb.KLUCB(),
    "IMED": lb.IMED(),
    "Thompson": lb.ThompsonSampling(),
    "CKL-UCB": lb.CKLUCB(),
    "CKL-UCB, proved": lb.CKLUCB("sequential"),
    "OSLB": lb.OSLB(),
    "OSSB": lb.OSSB(),
    "IMED-UB": lb.IMEDUB(),
    "IMED-UB, each once": lb.IMEDUB(once=True),
}
# What was not fixed before: {policy: when it came}. The tables compare it, and never compare others with it.
ADDED = {"IMED-UB, each once": "chosen after the results of all others had been seen, played on the same instances"}
# With so many arms a round of these takes milliseconds, or a run of the second ten times that of all others.
SLOW = {200: ("OSLB", "OSSB", "CKL-UCB, proved")}
ABOUT = (
    "random θ from the priors peak, smooth and rough with L = 2, which policies are told; f = log n, CKL-UCB also with "
    "the least of the proved levels, OSLB with ε = 0.5, OSSB with ε = γ = 0.01, MOSS without T; IMED-UB is told that "
    "there is one peak, which holds for the prior peak only, and plays also as added later, each arm once first"
)


def players(n_arms: int) -> dict[str, Any]:
    """The policies of the league with so many arms.

    Parameters
    ----------
    n_arms : {9, 46, 200}
        The number of arms.

    Returns
    -------
    dict
        {name: policy}.

    Raises
    ------
    ValueError
        For another number of arms.
    """
    n_arms = checked_arms(n_arms)
    return {name: policy for name, policy in POLICIES.items() if name not in SLOW.get(n_arms, ())}


def instances(n_arms: int, count: int | None = None) -> dict[str, list[lb.LipschitzBandit]]:
    """The instances of the league with so many arms.

    Parameters
    ----------
    n_arms : {9, 46, 200}
        The number of arms.
    count : int, optional
        How many of each shape, the first ones; default: the league's own number.

    Returns
    -------
    dict
        {shape: bandits}.

    Raises
    ------
    ValueError
        For another number of arms, or a count below 1.
    """
    n_arms = checked_arms(n_arms)
    count = COUNTS[n_arms] if count is None else checks.count("count", count)
    return {shape: [lb.from_prior(shape, n_arms, LIPSCHITZ, i) for i in range(count)] for shape in SHAPES}


def play(
    n_arms: int,
    count: int | None = None,
    horizons: Any = HORIZONS,
    seed: Any = SEED,
    n_jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Play the league with so many arms, by `compare`.

    Parameters
    ----------
    n_arms : {9, 46, 200}
        The number of arms.
    count : int, optional
        How many instances of each shape, the first ones; default: the league's own number.
    horizons : list of int
        When one looks.
    seed : int, default 2014
        As for `compare`.
    n_jobs : int, default 1
        Processes, as in joblib (−1: all cores).
    checkpoint : str or path, optional
        Where finished runs are kept.
    progress : bool, optional
        True shows a bar on stderr; default: only in a terminal.

    Returns
    -------
    Comparison
        One run of each policy on each instance.

    Raises
    ------
    ValueError
        As `compare`, and for another number of arms.
    """
    with_arms = instances(n_arms, count)
    with warnings.catch_warnings():
        # It plays on all of them on purpose: what its promise costs where it is broken is one of the questions.
        warnings.filterwarnings("ignore", ".*IMED-UB is for means that rise", UserWarning)
        return compare(players(n_arms), with_arms, list(horizons), 1, seed, n_jobs, checkpoint, progress)


def fixed_before(found: Comparison) -> Comparison:
    """A league without the policies that were added after its results had been seen.

    Parameters
    ----------
    found : Comparison
        Of the league.

    Returns
    -------
    Comparison
        The same plays of all others.
    """
    kept = [place for place, name in enumerate(found.policies) if name not in ADDED]
    names = tuple(found.policies[place] for place in kept)
    regret, gaps = (array[:, :, kept] for array in (found.regret, found.gaps))
    return Comparison(names, found.groups, found.instances, found.horizons, regret, gaps)


def losses(found: Comparison, horizon: int | None = None) -> Table:
    """What each policy lost under each prior, and by how much more than the one with the least mean there.

    The least one is sought among those that were fixed before the results were seen. What was added later is marked,
    and is compared with that one as well: an interval below 0 says that it loses less.

    Parameters
    ----------
    found : Comparison
        Of the league.
    horizon : int, optional
        When; default: the last.

    Returns
    -------
    Table
        A row for each policy, by its mean over all, and below them those that were added; of each prior the mean and,
        in brackets, the 95 % interval of the mean difference to the least one, "none" where none is honest.
    """
    shapes = list(dict.fromkeys(found.groups))
    over_all, rows = found.of(horizon=horizon), []
    least = {shape: fixed_before(found).best(shape, horizon) for shape in shapes}
    for name in sorted(over_all, key=lambda each: (each in ADDED, over_all[each].mean(), each)):
        rows.append([title(name), *(_beside(found, name, least[shape], shape, horizon) for shape in shapes)])
    return Table(["policy", *(f"{shape}: mean (more, 95 %)" for shape in shapes)], rows)


def standing(found: Comparison, horizon: int | None = None) -> list[list[Any]]:
    """Who has the least mean under each prior, and of whom it cannot be told that they lose more in the mean.

    Both among the policies that were fixed before the results were seen.

    Parameters
    ----------
    found : Comparison
        Of the league.
    horizon : int, optional
        When; default: the last.

    Returns
    -------
    list
        [prior, who and its mean, names of those others, and for each of ``ADDED`` its mean and the 95 % interval of its
        difference to the least one] for each prior.
    """
    rows, before = [], fixed_before(found)
    for shape in dict.fromkeys(found.groups):
        best, beaten = before.best(shape, horizon), before.beaten(shape, horizon)
        others = [title(name) for name in before.policies if name != best and name not in beaten]
        least = f"{title(best)}: {before.of(shape, horizon)[best].mean():.0f}"
        added = [_beside(found, name, best, shape, horizon) for name in ADDED if name in found.policies]
        rows.append([shape, least, "; ".join(others) or "nobody", *added])
    return rows


def _beside(found: Comparison, name: str, least: str, shape: str, horizon: int | None) -> str:
    """The mean of a policy, and by how much it is more than that of the least one."""
    words = "the least"
    if name != least:
        words = found.difference(name, least, shape, horizon).range(".0f")
        words = words.replace("no honest interval", "none")
    return f"{found.of(shape, horizon)[name].mean():.0f} ({words})"


def locked(found: Comparison, name: str, group: str | None = None, within: float = 0.02) -> tuple[int, int]:
    """How many plays lose at a constant rate in their last rounds, as one does that has settled on a worse arm.

    Parameters
    ----------
    found : Comparison
        With two horizons or more.
    name : str
        The policy.
    group : str, optional
        Whose instances; default: all.
    within : float, default 0.02
        By which share of that gap the rate may differ from it.

    Returns
    -------
    count, plays : int
        Of so many plays, so many have as mean regret of a round, between the last horizon but one and the last, the gap
        of the arm that they play most until the last, and that gap is not 0.
    """
    rows = [row for row, each in enumerate(found.groups) if group in (None, each)]
    place, rounds = found.policies.index(name), np.diff(found.horizons)[-1]
    rate = np.diff(found.regret[rows, :, place], axis=-1)[..., -1] / rounds
    gap = found.gaps[rows, :, place, -1]
    return int(np.count_nonzero((gap > 0) & (np.abs(rate - gap) <= within * gap))), gap.size


def title(name: str) -> str:
    """What the tables call a policy: that MOSS is not told T here, and which policies were added later."""
    return {"MOSS": "MOSS, anytime"}.get(name, f"{name} (added later)" if name in ADDED else name)


def checked_arms(n_arms: Any) -> int:
    """A number of arms of the league."""
    found = checks.count("n_arms", n_arms)
    if found not in COUNTS:
        raise ValueError(f"n_arms: {found}; expected one of {', '.join(map(str, COUNTS))}")
    return found
