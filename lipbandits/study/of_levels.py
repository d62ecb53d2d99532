"""What a proved level f(n) buys and costs: rounds with too much evidence, and CKL-UCB on Figure 2's instances."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.policies.ckl_ucb import CKLUCB
from lipbandits.study import data
from lipbandits.study.causes import trajectory
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.theory.divergences import kl_plus
from lipbandits.theory.indexes import exploration_level

# Log n, and the three that are proved.
KINDS = ("log", "sequential", "paper", "kaufmann_koolen")
INSTANCES = ("cliff", "triangle", "smooth")
RULES = ("in turn", "one arm", "least evidence", "CKL-UCB")


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

    Raises
    ------
    TypeError
        For what is no iterable of whole numbers.
    ValueError
        For a number below 1.

    Examples
    --------
    >>> [[round(each, 1) for each in row] for row in levels_of([46], [500_000])]
    [[46, 500000, 13.1, 261.3, 371.0, 714.7]]
    """
    arms, rounds = _counts("arms", arms), _counts("rounds", rounds)
    return [[K, n, *(exploration_level(n, K, kind) for kind in KINDS)] for K in arms for n in rounds]


def _counts(name: str, values: Iterable[int]) -> tuple[int, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name}: {checks.shown(values)}; expected an iterable of whole numbers ≥ 1")
    return tuple(checks.count(f"{name}[{place}]", value) for place, value in enumerate(values))


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


def share_of_rounds(n: int, n_arms: int, kind: str, nats: float) -> float:
    """The share of the first n rounds that all arms but one take, if each is played until it alone shows f(n) nats.

    That is (K − 1) f(n) / (nats n), or 1 if this is more; nothing is learnt from other arms.

    Parameters
    ----------
    n : int
        The round, n ≥ 1.
    n_arms : int
        The number of arms K.
    kind : str
        Of f(n), see `exploration_level`.
    nats : float
        What a play of such an arm says, I(θ_k, θ*) > 0.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        For n < 1, n_arms < 1, an unknown kind, or nats that are not above 0.

    Examples
    --------
    >>> [round(share_of_rounds(500_000, 46, kind, 0.1), 3) for kind in ("log", "sequential")]
    [0.012, 0.235]
    """
    n, n_arms = checks.count("n", n), checks.count("n_arms", n_arms)
    nats = checks.number("nats", nats, "a number above 0", low=float(np.nextafter(0, 1)))
    return min(1.0, (n_arms - 1) * exploration_level(n, n_arms, kind) / (nats * n))


def rounds_of_too_much_evidence(
    n_arms: int, horizon: int, runs: int = 200, seed: int = 0
) -> dict[str, NDArray[np.int_]]:
    """How many rounds have evidence of f(n) or more against the truth, for fair coins that are tossed in turn.

    Parameters
    ----------
    n_arms : int
        The number of arms K.
    horizon : int
        The last round T.
    runs : int
        How many.
    seed : int
        Of the tosses.

    Returns
    -------
    dict
        ``{kind: (runs,) ndarray}`` for each of ``KINDS``: the number of rounds n ≤ T with Σ_k t_k I⁺(θ̂_k, ½) ≥ f(n).
        Round 1 is one of them, as f(1) = 0.

    Raises
    ------
    ValueError
        For a number below 1, or a seed below 0.

    Examples
    --------
    >>> found = rounds_of_too_much_evidence(46, 1000, runs=20)
    >>> [bool(found[kind].mean() > 900) for kind in ("log", "sequential")]
    [True, False]
    """
    n_arms, horizon, runs = checks.count("n_arms", n_arms), checks.count("horizon", horizon), checks.count("runs", runs)
    rng = np.random.default_rng(checks.seed(seed))
    found = {kind: np.zeros(runs, dtype=int) for kind in KINDS}
    sums, evidence = np.zeros((n_arms, runs)), np.zeros((n_arms, runs))
    for n in range(1, horizon + 1):
        total = evidence.sum(axis=0)
        for kind, rounds in found.items():
            rounds += total >= exploration_level(n, n_arms, kind)
        arm, plays = (n - 1) % n_arms, (n - 1) // n_arms + 1
        sums[arm] += rng.random(runs) < 0.5
        evidence[arm] = plays * kl_plus(sums[arm] / plays, 0.5)
    return found


def rounds_of_low_indexes(
    theta: ArrayLike, delta: float, rule: str, horizon: int, runs: int = 200, seed: int = 0
) -> NDArray[np.int_]:
    """How many rounds have so much evidence that, at f(n) = log n, an index may be below its mean less δ; for coins.

    Parameters
    ----------
    theta : (K,) array_like
        Their means.
    delta : float
        δ, from 0 to 1.
    rule : {"in turn", "one arm", "least evidence", "CKL-UCB"}
        Who is tossed. The third takes the arm that has the least evidence against θ_k − δ, and among those the one that
        was tossed least, so that an arm that looks bad is left alone. CKL-UCB plays with log n, the arms evenly spaced
        on [0, 1] and L the largest slope.
    horizon : int
        The last round T.
    runs : int
        How many.
    seed : int
        Of the tosses.

    Returns
    -------
    (runs,) ndarray
        The number of rounds n ≤ T with Σ_k t_k I⁺(θ̂_k, θ_k − δ) > log n.

    Raises
    ------
    TypeError
        For means that are no numbers.
    ValueError
        For means or δ out of range, another rule, a number below 1, or a seed below 0.

    Examples
    --------
    >>> found = rounds_of_low_indexes([0.9, 0.8], 0.2, "least evidence", 200)
    >>> bool(0.2 < found.mean() < 1)
    True
    """
    delta = checks.number("delta", delta, "a number from 0 to 1", low=0, high=1)
    means = checks.array("theta", theta, "means, numbers from 0 to 1, one an arm")
    if means.ndim != 1 or len(means) == 0:
        raise ValueError(f"theta: {checks.shown(theta)}; expected means, numbers from 0 to 1, one an arm")
    bandit = LipschitzBandit(means, np.linspace(0, 1, len(means)))
    horizon, runs, seed = checks.count("horizon", horizon), checks.count("runs", runs), checks.seed(seed)
    if not isinstance(rule, str) or rule not in RULES:
        raise ValueError(f"rule: {checks.shown(rule)}; expected one of {', '.join(map(repr, RULES))}")
    lower, logs = np.maximum(means - delta, 0), np.log(np.arange(1, horizon + 1))
    return _low_indexes(bandit, rule, lower, logs, runs, seed)


def _low_indexes(
    bandit: LipschitzBandit, rule: str, lower: NDArray[np.float64], logs: NDArray[np.float64], runs: int, seed: int
) -> NDArray[np.int_]:
    """`rounds_of_low_indexes` of checked arguments: lower (K,) is θ − δ, logs (T,) is log n."""
    theta, horizon = bandit.theta, len(logs)
    if rule == "CKL-UCB":
        seen = (trajectory(bandit, CKLUCB(), horizon, run, seed)[1:] for run in range(runs))
        return np.array([(_against(*each, lower) > logs).sum() for each in seen])
    rng = np.random.default_rng(seed)
    plays, sums, found = np.zeros((runs, len(theta))), np.zeros((runs, len(theta))), np.zeros(runs, dtype=int)
    for n in range(horizon):
        evidence = _against(plays, sums, lower, each_arm=True)
        found += evidence.sum(axis=1) > logs[n]
        arm = np.zeros(runs, dtype=int)
        if rule == "in turn":
            arm += n % len(theta)
        elif rule == "least evidence":
            arm = np.where(evidence == evidence.min(axis=1, keepdims=True), plays, np.inf).argmin(axis=1)
        here = np.arange(runs), arm
        plays[here] += 1
        sums[here] += rng.random(runs) < theta[arm]
    return found


def _against(plays: NDArray[Any], sums: NDArray[Any], lower: NDArray[np.float64], each_arm: bool = False) -> Any:
    """The evidence Σ_k t_k I⁺(θ̂_k, ·), or its terms."""
    evidence = plays * kl_plus(sums / np.maximum(plays, 1), lower)
    return evidence if each_arm else evidence.sum(axis=-1)
