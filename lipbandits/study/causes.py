"""Why CKL-UCB plays a suboptimal arm: its plays, sorted as the proof of the paper's Theorem 4 (i) sorts them."""

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.play.runs import play
from lipbandits.play.simulation import draw_run

# In the order of the proof, each for what is left; the last one should not occur.
CAUSES = (
    "first play",
    "forced",
    "index of the best arm low",
    "best arm badly estimated",
    "arm badly estimated",
    "arm well estimated",
    "none of these",
)


def plays_by_cause(
    bandit: lb.LipschitzBandit, policy: lb.CKLUCB, delta: float, horizon: int, run: int = 0, seed: int = 2014
) -> dict[str, NDArray[np.int_]]:
    """Plays of each suboptimal arm in a run of `simulate`, by their cause.

    Parameters
    ----------
    bandit : LipschitzBandit
        One with a single best arm.
    policy : CKLUCB
        What plays.
    delta : float
        δ of the theorem, below half of the smallest gap.
    horizon : int
        T, the number of rounds.
    run : int, default 0
        The number of the run.
    seed : int, default 2014
        Of all runs.

    Returns
    -------
    dict
        {cause: (K,) numbers of plays}, 0 for the best arm.

    Raises
    ------
    ValueError
        For several best arms, or another δ.
    """
    checks.instance("bandit", bandit, lb.LipschitzBandit)
    if np.count_nonzero(bandit.gaps == 0) > 1:
        raise ValueError(f"bandit: best arms {np.flatnonzero(bandit.gaps == 0).tolist()}; expected a single one")
    if not 0 < delta < np.sort(bandit.gaps)[1] / 2:
        raise ValueError(f"delta: {delta}; expected a number above 0 and below half of the smallest gap")
    policy = deepcopy(policy)
    played, plays, sums = trajectory(bandit, policy, horizon, run, seed)
    policy.reset(bandit.geometry, np.random.default_rng(0))
    found = {cause: np.zeros(bandit.n_arms, dtype=int) for cause in CAUSES}
    for n in np.flatnonzero(played != bandit.best) + 1:
        policy.plays[:], policy.sums[:] = plays[n - 1], sums[n - 1]
        report = policy.explain(int(n))
        found[cause_of_play(bandit, delta, report, plays[n - 1], policy.means)][report["arm"]] += 1
    return found


def cause_of_play(
    bandit: lb.LipschitzBandit,
    delta: float,
    report: dict[str, Any],
    plays: NDArray[np.int_],
    means: NDArray[np.float64],
) -> str:
    """Why a round plays a suboptimal arm, one of ``CAUSES``.

    Parameters
    ----------
    bandit : LipschitzBandit
        One with a single best arm.
    delta : float
        δ of the theorem.
    report : dict
        What `CKLUCB` explains of the round.
    plays, means : (K,) ndarray
        t_k and θ̂_k before it.

    Returns
    -------
    str
        The first cause that fits.
    """
    k, best, indexes = report["arm"], bandit.best, report["indexes"]
    close = np.abs(means - bandit.theta) < delta
    index_near_best = indexes[k] >= bandit.best_mean - delta
    holds = (
        plays[k] == 0,
        report["rule"].startswith("forced"),
        indexes[best] < bandit.best_mean,
        not index_near_best and plays[best] >= plays[k] and not close[best],
        index_near_best and not close[k],
        index_near_best,
        True,
    )
    return CAUSES[holds.index(True)]


def trajectory(
    bandit: lb.LipschitzBandit, policy: lb.CKLUCB, horizon: int, run: int, seed: int
) -> tuple[NDArray[np.int32], NDArray[np.int_], NDArray[np.int_]]:
    """A run of `simulate`, round by round.

    Parameters
    ----------
    bandit : LipschitzBandit
        Of coins.
    policy : CKLUCB
        What plays.
    horizon : int
        T, the number of rounds.
    run : int
        The number of the run.
    seed : int
        Of all runs.

    Returns
    -------
    tuple
        ``(played, plays, sums)``: the arm of each round (T,), and what had been seen before it (T, K).
    """
    played = np.empty(horizon, dtype=np.int32)
    play(deepcopy(policy), *draw_run(bandit, horizon, seed, run, played), [horizon])
    chosen = np.eye(bandit.n_arms, dtype=int)[played]
    won = np.zeros_like(chosen)
    for k, generator in enumerate(draw_run(bandit, horizon, seed, run)[0].stock.generators):
        rounds = np.flatnonzero(chosen[:, k])
        won[rounds, k] = generator.random(len(rounds)) < bandit.theta[k]
    return played, chosen.cumsum(axis=0) - chosen, won.cumsum(axis=0) - won
