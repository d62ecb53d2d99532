"""What a proved level f(n) costs: the levels side by side, and CKL-UCB at each of them on Figure 2's instances."""

from collections.abc import Iterable
from typing import Any

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.study import data
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.theory.indexes import exploration_level

# Log n, and the three that are proved.
KINDS = ("log", "paper", "sequential", "kaufmann_koolen")
INSTANCES = ("cliff", "triangle", "smooth")


def levels_of(arms: Iterable[int] = (1, 2, 5, 17, 46), rounds: Iterable[int] = (100, 10_000, 500_000)) -> list[Any]:
    """The levels f(n) of ``KINDS`` for some numbers of arms and rounds.

    Parameters
    ----------
    arms : iterable of int
        Numbers of arms K.
    rounds : iterable of int
        Rounds n.

    Returns
    -------
    list
        ``[K, n, f(n), …]`` for each K and n, an f(n) for each of ``KINDS``.

    Examples
    --------
    >>> [[round(each, 1) for each in row] for row in levels_of([46], [500_000])]
    [[46, 500000, 13.1, 371.0, 261.3, 714.7]]
    """
    rounds = tuple(rounds)
    return [[K, n, *(exploration_level(n, K, kind) for kind in KINDS)] for K in arms for n in rounds]


def regret_at_levels(instance: str) -> list[Any]:
    """What CKL-UCB loses on an instance of Figure 2 at each of ``KINDS``, from the stored runs.

    Parameters
    ----------
    instance : {"cliff", "triangle", "smooth"}
        Of Figure 2.

    Returns
    -------
    list
        ``[kind, f(T), mean, error, times]`` for each kind: the mean regret at T with its standard error, and how many
        times that of KL-UCB with f(n) = log n on the same rewards it is.

    Raises
    ------
    ValueError
        For another instance.
    """
    if not isinstance(instance, str) or instance not in INSTANCES:
        raise ValueError(f"instance: {checks.shown(instance)}; expected one of {', '.join(map(repr, INSTANCES))}")
    name = f"levels-{instance}"
    found, horizon = data.results(name)[0], EXPERIMENTS[name].horizon
    bandit = checks.instance("bandit", EXPERIMENTS[name].bandit, LipschitzBandit)
    plain = found["KLUCB"].regret[:, -1].mean()
    rows = []
    for kind in KINDS:
        last = found[f"CKLUCB, {kind}"].regret[:, -1]
        level = exploration_level(horizon, bandit.n_arms, kind)
        rows.append([kind, level, last.mean(), last.std(ddof=1) / len(last) ** 0.5, last.mean() / plain])
    return rows
