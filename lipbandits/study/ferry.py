"""The ferry of the introduction: its prices, its seasons, and the rules that play against the reader."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lipbandits as lb

PRICES = tuple(range(4, 21, 2))
# A mean is ruled out when it makes what was seen a hundred times less likely than the mean seen does.
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
    """The means of every arm that the counts leave possible at the given level of evidence.

    Parameters
    ----------
    bandit : LipschitzBandit
        d and L; its means are not used.
    plays, sums : (K,) array_like
        Counts and sums of rewards.
    level : float
        In nats.

    Returns
    -------
    lowest, highest : (K,) ndarray
        Means.
    """
    high = lb.lipschitz_indexes(plays, sums, bandit.geometry, level)
    # A mean is small exactly when the mean of the opposite reward, 1 − X, is large.
    low = 1 - lb.lipschitz_indexes(plays, np.subtract(plays, sums), bandit.geometry, level)
    return low, high


DAYS = 60
RIVALS = {"UCB": lb.UCB(), "KL-UCB": lb.KLUCB(), "CKL-UCB": lb.CKLUCB(), "OSLB": lb.OSLB()}
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
