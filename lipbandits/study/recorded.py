"""Short runs that are kept round by round, with what the policy explains: what the steppers and the text look at."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.model.examples_on_points import two_peaks
from lipbandits.play import counter
from lipbandits.play.simulation import draw_run, play_run
from lipbandits.study import with_contexts

HORIZON = 400
POINT_ROUNDS = tuple(sorted({*range(1, 21), *np.round(np.geomspace(20, HORIZON, 30)).astype(int).tolist()}))
FUNCTIONS = {"quadratic": lb.paper_quadratic(), "triangle": lb.paper_triangle(), "two peaks": two_peaks()}
# The same for all three: what is paid depends on the point and the round only.
UNIFORMS = np.random.default_rng(3).random(HORIZON)
HOO_VERSIONS = {
    "HOO+": lambda bandit: lb.HOO(bandit.lipschitz, 0.5, tuned=True),
    "HOO": lambda bandit: lb.HOO(bandit.lipschitz, 0.5),
}
CONTEXT_HORIZON = 600


def stepped_bandit() -> lb.LipschitzBandit:
    """Nine arms whose peak stands out; L is half as much again as the slope."""
    return lb.LipschitzBandit([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.7, 0.6, 0.5], lipschitz=1.2)


def record(
    policy: lb.Policy, seed: int, horizon: int = HORIZON
) -> dict[int, tuple[dict[str, Any], NDArray[np.int_], NDArray[np.float64]]]:
    """The first run of a seed on the nine arms, as it stood before each round's play.

    Parameters
    ----------
    policy : Policy
        One for numbered arms.
    seed : int
        Of the rewards, which are those of ``simulate(…, stream="counter")`` and of the book's pages.
    horizon : int
        T, the number of rounds.

    Returns
    -------
    dict
        {round: (report, plays, means)}.
    """
    bandit = stepped_bandit()
    rewards = [rewards_of(bandit, arm, horizon, seed) for arm in range(bandit.n_arms)]
    policy.reset(bandit.geometry, np.random.default_rng(0))
    kept = {}
    for n in range(1, horizon + 1):
        report = policy.explain(n)
        kept[n] = report, policy.plays.copy(), policy.means
        arm = report["arm"]
        policy.update(arm, int(rewards[arm][policy.plays[arm]]))
    return kept


def rewards_of(bandit: lb.LipschitzBandit, arm: int, plays: int, seed: int, run: int = 0) -> NDArray[np.bool_]:
    """What the first plays of an arm pay in a run of ``simulate(…, stream="counter")``.

    Parameters
    ----------
    bandit : LipschitzBandit
        The instance.
    arm : int
        One of its arms.
    plays : int
        How many.
    seed : int
        Of all runs.
    run : int, default 0
        The number of the run.

    Returns
    -------
    (plays,) ndarray of bool
    """
    key = counter.key_of(checks.seed_sequence(seed))
    return counter.uniforms(key, run, counter.REWARDS, arm, range(plays)) < bandit.theta[arm]


def standing(
    bandit: lb.LipschitzBandit, policy: lb.Policy, n: int, seed: int = 0, run: int = 0
) -> tuple[lb.Policy, dict[str, Any]]:
    """A policy as it stands before round n of a run of ``simulate(…, stream="counter")``, and what it says of it.

    Parameters
    ----------
    bandit : LipschitzBandit
        The instance.
    policy : Policy
        One for numbered arms; a copy of it plays.
    n : int
        A round from 1 on.
    seed : int, default 0
        Of all runs.
    run : int, default 0
        The number of the run.

    Returns
    -------
    policy : Policy
        With its plays and sums.
    report : dict
        What ``policy.explain(n)`` says.

    Raises
    ------
    ValueError
        For a round below 1, or a policy that draws its arms by chance.

    Examples
    --------
    >>> policy, report = standing(stepped_bandit(), lb.CKLUCB(), n=89, seed=5)
    >>> report["arm"], report["rule"], int(policy.plays.sum())
    (3, "least played above the leader's index", 88)
    """
    n = checks.count("n", n)
    if isinstance(policy, lb.Uniform):
        raise ValueError("policy: Uniform draws its arms; expected one that chooses them")
    policy = policy.clone()
    policy.reset(bandit.geometry, np.random.default_rng(0))
    if n > 1:
        (plays,) = np.asarray(play_run(bandit, {"": policy.clone()}, [n - 1], seed, run, stream="counter")[1])
        policy.plays[:] = plays
        policy.sums[:] = [rewards_of(bandit, arm, int(t), seed, run).sum() for arm, t in enumerate(plays)]
    return policy, policy.explain(n)


def plays_and_sums(
    bandit: lb.LipschitzBandit, policy: lb.Policy, n: int, run: int, seed: int = 2014
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """What a policy has seen before round n of a run of `simulate`.

    Parameters
    ----------
    bandit : LipschitzBandit
        The instance.
    policy : Policy
        One for numbered arms.
    n : int
        A round from 2 on.
    run : int
        The number of the run, from 0.
    seed : int, default 2014
        Of all runs.

    Returns
    -------
    plays, sums : (K,) ndarray of int
        Counts and sums of rewards.
    """
    (plays,) = np.asarray(play_run(bandit, {"": policy}, [n - 1], seed, run)[1])
    stock = draw_run(bandit, n - 1, seed, run)[0].stock
    drawn = zip(stock.generators, plays, bandit.theta, strict=True)
    return plays, np.array([np.sum(generator.random(t) < mean) for generator, t, mean in drawn])


def record_points(
    policy: Any,
    bandit: lb.ContinuousBandit,
    rounds: Sequence[int] = POINT_ROUNDS,
    uniforms: NDArray[np.float64] = UNIFORMS,
) -> dict[int, dict[str, Any]]:
    """Reports of a policy for [0, 1] as it stood when it chose, and with what the round paid under "reward".

    Parameters
    ----------
    policy : ContinuousPolicy
        What plays.
    bandit : ContinuousBandit
        The instance.
    rounds : sequence of int
        Those to keep, increasing.
    uniforms : (T,) ndarray
        One for each round.

    Returns
    -------
    dict
        {round: report}.
    """
    policy.reset(bandit.geometry, None)
    kept = {}
    for n in range(1, rounds[-1] + 1):
        report = policy.explain(n) if n in rounds else {}
        point = policy.select(n)
        if n in rounds:
            kept[n] = report | snapshot(policy, report)
        reward = int(uniforms[n - 1] < bandit.mean(point))
        policy.update(point, reward)
        if n in rounds:
            kept[n]["reward"] = reward
    return kept


def snapshot(policy: Any, report: dict[str, Any]) -> dict[str, Any]:
    """What a report lacks: of HOO's tree, where its cells are; of centres, their averages.

    Parameters
    ----------
    policy : ContinuousPolicy
        What plays.
    report : dict
        What it explained.

    Returns
    -------
    dict
        What is to be added to the report.
    """
    if isinstance(policy, lb.HOO):
        edges = [policy.tree.centre_of_half(cell, side) for cell in range(len(policy.plays)) for side in (0, 1)]
        centres = np.mean(np.reshape(edges, (-1, 2)), axis=1)
        return {"centres": centres, "depths": np.array(policy.tree.depths, dtype=int), "counts": policy.plays.copy()}
    return {"means": np.divide(report["sums"], report["plays"], where=report["plays"] > 0, out=report["sums"] * 0.0)}


def facts_of_zooming(
    policy: lb.Zooming, bandit: lb.ContinuousBandit, uniforms: NDArray[np.float64] = UNIFORMS
) -> dict[str, Any]:
    """What the proof of Zooming's bound says of each round, measured in a run; gaps are those among the candidates.

    Parameters
    ----------
    policy : Zooming
        What plays.
    bandit : ContinuousBandit
        The instance.
    uniforms : (T,) ndarray
        One for each round.

    Returns
    -------
    dict
        "error", "played", "active": the largest ratios, to its radius, of an average's error and of the gaps of the
        point played and of any active one. "distance": the least of L times the distance of a new point from an older
        one, to the older one's gap. "rings": for ε = 1, 1/2, …, where there are any, (ε, the most points with gaps in
        (ε/2, ε] that were active together, N(ε)).
    """
    places = lb.even_grid(policy.candidates)
    least = float(bandit.gap(places).min())
    policy.reset(bandit.geometry, np.random.default_rng(0))
    facts, together = {"error": 0.0, "played": 0.0, "active": 0.0, "distance": np.inf}, [np.zeros(0)]
    for n, uniform in enumerate(uniforms, start=1):
        point, before = policy.select(n), together[-1]
        radii, gaps = policy.radii(n, policy.plays), bandit.gap(policy.active) - least
        means = policy.sums / np.maximum(policy.plays, 1)
        ratios = {"error": np.abs(means - bandit.mean(policy.active)) / radii, "active": gaps / radii}
        ratios["played"] = ratios["active"][policy.active == point]
        facts |= {name: max(facts[name], float(found.max())) for name, found in ratios.items()}
        if len(gaps) > 1 and len(gaps) != len(before):
            apart = policy.lipschitz * np.abs(policy.active[:-1] - policy.active[-1])
            facts["distance"] = min(facts["distance"], float((apart / np.maximum(gaps[:-1], 1e-12)).min()))
        # Points leave at the end of a phase only, all of them.
        together[-1 if len(gaps) >= len(before) else len(together) :] = [gaps]
        policy.update(point, int(uniform < bandit.mean(point)))
    return facts | {"rings": _rings(together, places, bandit.gap(places) - least, policy.lipschitz)}


def _rings(
    together: list[NDArray[np.float64]], places: NDArray[np.float64], gaps: NDArray[np.float64], lipschitz: float
) -> list[tuple[float, int, int]]:
    found = []
    for eps in (0.5 ** np.arange(11)).tolist():
        count = max(int(np.count_nonzero((active > eps / 2) & (active <= eps))) for active in together)
        if count:
            found.append((eps, count, packing_number(places[gaps <= eps], eps / lipschitz)))
    return found


def packing_number(points: NDArray[np.float64], distance: float) -> int:
    """How many of some points of a line can be pairwise more than a distance apart: the lowest, and so on.

    Parameters
    ----------
    points : (P,) ndarray
        Increasing.
    distance : float
        At least 0.

    Returns
    -------
    int
    """
    count, last = 0, -np.inf
    for point in points:
        if point - last > distance:
            count, last = count + 1, point
    return count


@cache
def stepped_contexts() -> lb.ContextualBandit:
    """Four contexts of seven arms, peaks 0.3 apart in all, L = 1.5 times the least of the function."""
    return with_contexts.cones(4, 7, slack=1.5, shift=0.3)


def record_contexts(seed: int, rounds: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """A run of CCKL-UCB on the four contexts of ``stepped_contexts``, as it stood before the plays of some rounds.

    Parameters
    ----------
    seed : int
        Of the contexts that come and of the rewards.
    rounds : sequence of int
        Those to keep, from 1 to 600.

    Returns
    -------
    dict
        {round: (context, report, plays, means)}.
    """
    bandit, rng, policy = stepped_contexts(), np.random.default_rng(seed), lb.CCKLUCB()
    contexts = rng.integers(bandit.n_contexts, size=CONTEXT_HORIZON)
    rewards = rng.random((CONTEXT_HORIZON, *bandit.theta.shape)) < bandit.theta
    policy.reset(bandit.geometry, None)
    kept = {}
    for n, context in enumerate(contexts.tolist(), start=1):
        arm = policy.select(n, context)
        if n in rounds:
            kept[n] = context, policy.explain(n, context), policy.plays.copy(), policy.means.copy()
        policy.update(arm, int(rewards[n - 1, context, arm]))
    return kept
