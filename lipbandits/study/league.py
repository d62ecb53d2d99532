"""The league: every anytime policy for numbered arms on random θ from three priors, which nobody here tuned.

Priors, policies and their settings were fixed before anything was played on them, and none was changed after. All
settings are the package's defaults. Each policy that uses L is told that of the prior, not the least that fits θ.
"""

import os
import warnings
from typing import Any

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
}
# With so many arms a round of these takes milliseconds, or a run of the second ten times that of all others.
SLOW = {200: ("OSLB", "OSSB", "CKL-UCB, proved")}
ABOUT = (
    "random θ from the priors peak, smooth and rough with L = 2, which policies are told; f = log n, CKL-UCB also with "
    "the least of the proved levels, OSLB with ε = 0.5, OSSB with ε = γ = 0.01, MOSS without T; IMED-UB is told that "
    "there is one peak, which holds for the prior peak only"
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


def losses(found: Comparison, horizon: int | None = None) -> Table:
    """What each policy lost under each prior, and by how much more than the one with the least mean there.

    Parameters
    ----------
    found : Comparison
        Of the league.
    horizon : int, optional
        When; default: the last.

    Returns
    -------
    Table
        A row for each policy, by its mean over all; of each prior the mean, and the 95 % interval of the mean
        difference to the least one, "none" where none is honest.
    """
    shapes = list(dict.fromkeys(found.groups))
    over_all, rows = found.of(horizon=horizon), []
    least = {shape: found.best(shape, horizon) for shape in shapes}
    for name in sorted(over_all, key=lambda each: (over_all[each].mean(), each)):
        row: list[Any] = [name]
        for shape in shapes:
            words = "the least"
            if name != least[shape]:
                words = found.difference(name, least[shape], shape, horizon).range(".0f")
                words = words.replace("no honest interval", "none")
            row += [found.of(shape, horizon)[name].mean(), words]
        rows.append(row)
    return Table(["policy", *(word for shape in shapes for word in (shape, "more, 95 %"))], rows, ".0f")


def standing(found: Comparison, horizon: int | None = None) -> list[list[Any]]:
    """Who has the least mean under each prior, and of whom it cannot be told that they lose more in the mean.

    Parameters
    ----------
    found : Comparison
        Of the league.
    horizon : int, optional
        When; default: the last.

    Returns
    -------
    list
        [prior, who, the mean, names of those others, of these those that lose more on most θ] for each prior. The last
        are those of whom the exact interval of the share of θ on which they lose more is above a half.
    """
    rows = []
    for shape in dict.fromkeys(found.groups):
        best, beaten = found.best(shape, horizon), found.beaten(shape, horizon)
        others = [name for name in found.policies if name != best and name not in beaten]
        often = [name for name in others if found.loses_more_often(name, best, shape, horizon).low > 0.5]
        words = [", ".join(names) or "nobody" for names in (others, often)]
        rows.append([shape, best, found.of(shape, horizon)[best].mean(), *words])
    return rows


def checked_arms(n_arms: Any) -> int:
    """A number of arms of the league."""
    found = checks.count("n_arms", n_arms)
    if found not in COUNTS:
        raise ValueError(f"n_arms: {found}; expected one of {', '.join(map(str, COUNTS))}")
    return found
