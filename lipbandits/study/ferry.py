"""The ferry of the introduction: its prices, its seasons, and the rules that play against the reader."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lipbandits as lb
from lipbandits.engine.account import possible_means
from lipbandits.play.counter import uniforms

PRICES = tuple(range(4, 21, 2))
# A mean is ruled out when it makes what was seen over a hundred times less likely than the best guess does.
LEVEL = float(np.log(100))


def ferry(lipschitz: float = 0.8) -> lb.LipschitzBandit:
    """The ferry of the introduction: nine prices, and the share of days whose takings cover the day's cost.

    Parameters
    ----------
    lipschitz : float, default 0.8
        L, per distance between the lowest price and the highest.

    Returns
    -------
    LipschitzBandit
        Nine arms.
    """
    return lb.triangle(len(PRICES), peak=0.625, top=0.7, slope=0.8, lipschitz=lipschitz)


def possible_range(
    bandit: lb.LipschitzBandit, plays: ArrayLike, sums: ArrayLike, level: float = LEVEL
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The means of every arm that all counts leave possible at the given level of evidence, by the promise of L.

    A mean q of arm k is possible if some L-Lipschitz θ with θ_k = q makes what was seen less likely than the best
    L-Lipschitz θ does by a factor of e^level at most: min Σ_i t_i I(θ̂_i, θ_i) over the θ through q exceeds its minimum
    over all by no more than the level. So some mean always is possible, and the average of an arm is not where the
    other arms' counts deny it. The index b_k of the policies is another thing: it never is below the average.

    Parameters
    ----------
    bandit : LipschitzBandit
        Arms on a line, in increasing order, and L; its means are not used.
    plays, sums : (K,) array_like
        Counts and sums of rewards.
    level : float
        In nats.

    Returns
    -------
    lowest, highest : (K,) ndarray
        Means.
    """
    # It refuses counts that cannot be.
    lb.lipschitz_indexes(plays, sums, bandit.geometry, level)
    rows = np.empty((4, bandit.n_arms))
    given: list[Any] = [np.array(each, dtype=float) for each in (plays, sums, bandit.arms)]
    possible_means(*given, float(bandit.lipschitz), float(level), rows)  # type: ignore[call-arg]
    return rows[2], rows[3]


def possible_alone(
    plays: ArrayLike, sums: ArrayLike, level: float = LEVEL
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The means of every arm that its own counts leave possible at the given level of evidence.

    Parameters
    ----------
    plays, sums : (K,) array_like
        Counts and sums of rewards.
    level : float
        In nats.

    Returns
    -------
    lowest, highest : (K,) ndarray
        Means.
    """
    high = lb.kl_ucb_indexes(plays, sums, level)
    low = 1 - lb.kl_ucb_indexes(plays, np.subtract(plays, sums), level)
    return low, high


DAYS = 60
RIVALS = {"UCB": lb.UCB(), "KL-UCB": lb.KLUCB(), "CKL-UCB": lb.CKLUCB(), "OSLB": lb.OSLB()}
# With them plays one without a plan: a day at each price, and then always the best average.
PLAYERS = {**RIVALS, "Greedy": lb.Greedy()}
# The hills of each season: the place of a peak among the prices, and the share there. Seasons have different best
# prices, and none has the ferry's, so that what a reader knows of one is of no use in another.
SEASONS = (
    ((2, 0.7),),
    ((6, 0.8),),
    ((4, 0.6),),
    ((1, 0.6), (7, 0.8)),
    ((3, 0.7),),
    ((1, 0.8),),
)


def season(hills: Sequence[tuple[int, float]]) -> lb.LipschitzBandit:
    """The ferry in another season: shares that fall from their peaks as the ferry's do, and fit the same L.

    Parameters
    ----------
    hills : sequence of (int, float)
        Peaks: the place among the prices, and the share there.

    Returns
    -------
    LipschitzBandit
        Nine arms.
    """
    shares = [lb.triangle(len(PRICES), peak=k / 8, top=top, slope=0.8, floor=0.1).theta for k, top in hills]
    return lb.LipschitzBandit(np.round(np.max(shares, axis=0), 3), lipschitz=0.8)


class Score(NamedTuple):
    """What some days are worth: days at each price, good days at each, good days in all, and pseudo-regret."""

    plays: NDArray[np.int64]
    sums: NDArray[np.int64]
    good: int
    regret: float


def rewards_of(bandit: lb.LipschitzBandit, seed: int = 0, days: int = DAYS) -> NDArray[np.int64]:
    """The rewards of a season, as the page draws them: those of run 0 of `simulate` with ``stream="counter"``.

    Parameters
    ----------
    bandit : LipschitzBandit
        The season's.
    seed : int
        From 0 to 2**64 − 1.
    days : int
        How many.

    Returns
    -------
    (K, days) ndarray
        Zeros and ones: the s-th play of arm k pays everyone ``rewards[k, s − 1]``.
    """
    drawn = [uniforms(seed, 0, 0, arm, range(days)) < share for arm, share in enumerate(bandit.theta)]
    return np.array(drawn, dtype=int)


def score(bandit: lb.LipschitzBandit, rewards: NDArray[np.int64], played: ArrayLike) -> Score:
    """What a sequence of arms is worth on a table of rewards.

    Parameters
    ----------
    bandit : LipschitzBandit
        The season's.
    rewards : (K, T) ndarray
        See `rewards_of`.
    played : (T,) array_like
        An arm a day.

    Returns
    -------
    Score
        Of these days.
    """
    plays = np.bincount(np.asarray(played, dtype=int), minlength=bandit.n_arms)
    sums = np.array([row[:n].sum() for row, n in zip(rewards, plays, strict=True)])
    return Score(plays, sums, int(sums.sum()), round(float(plays @ bandit.gaps), 9))
