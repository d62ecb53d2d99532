"""Laws of small experiments, computed exactly over all histories: what the proof of the lower bound speaks of."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks

MEAN = "a mean from 0 to 1"


def chance_of_a_lead(lead: int, win: float, rounds: int = 400) -> float:
    """The probability that losses of one arm ever get so far ahead of its wins.

    Parameters
    ----------
    lead : int
        By how much, at least 1.
    win : float
        The mean of the arm.
    rounds : int, default 400
        After how many plays to stop.

    Returns
    -------
    float
        The probability that this happens within the rounds.

    Raises
    ------
    TypeError
        For what are no numbers.
    ValueError
        For counts below 1, or a mean outside [0, 1].

    Examples
    --------
    >>> round(chance_of_a_lead(2, win=0.7), 4), round((3 / 7) ** 2, 4)
    (0.1837, 0.1837)
    """
    lead, rounds = checks.count("lead", lead), checks.count("rounds", rounds)
    win = checks.number("win", win, MEAN, 0, 1)
    missing = np.zeros(lead + rounds + 2)
    missing[lead] = 1  # by how much the lead is missed: the probability of each number
    for _ in range(rounds):
        lost, won = np.append(missing[1:] * (1 - win), 0), np.append([0, 0], missing[1:-1] * win)
        lost[0] += missing[0]
        missing = lost + won
    return float(missing[0])


def law_of_plays(means: ArrayLike, horizon: int, bonus: float) -> NDArray[np.float64]:
    """How often arm 0 of two is played by a rule that plays the larger of the averages plus a bonus.

    Each arm is played once at first; then in round n an arm's average plus ``bonus * sqrt(log(n) / plays)`` decides,
    and arm 0 is played where they are equal.

    Parameters
    ----------
    means : (2,) array_like
        Of the arms.
    horizon : int
        The number of rounds, at least 2.
    bonus : float
        The factor, at least 0.

    Returns
    -------
    (horizon,) ndarray
        The probability of each number of plays of arm 0, from 0 to horizon − 1.

    Raises
    ------
    TypeError
        For what are no numbers.
    ValueError
        For other than two means in [0, 1], a horizon below 2, or a negative bonus.

    Examples
    --------
    >>> law_of_plays((0.7, 0.3), 3, bonus=0).round(2)
    array([0.  , 0.09, 0.91])
    """
    horizon, bonus = checks.horizon(horizon, 2), checks.number("bonus", bonus, "a number ≥ 0", 0)
    wins = checks.array("means", means, "two means")
    if wins.shape != (2,) or wins.min() < 0 or wins.max() > 1:
        raise ValueError(f"means: {checks.shown(means)}; expected two means from 0 to 1")
    losses = 1 - wins
    mass = {1: np.outer([losses[0], wins[0]], [losses[1], wins[1]])}  # plays of arm 0: P[sums of both]
    for n in range(3, horizon + 1):
        later = {t: np.zeros((t + 1, n - t + 1)) for t in range(1, n)}
        for t, p in mass.items():
            zero, one = (np.arange(m + 1) / m + bonus * np.sqrt(np.log(n) / m) for m in (t, n - 1 - t))
            plays_one = p * (zero[:, None] < one)
            plays_zero = p - plays_one
            later[t + 1][:-1] += losses[0] * plays_zero
            later[t + 1][1:] += wins[0] * plays_zero
            later[t][:, :-1] += losses[1] * plays_one
            later[t][:, 1:] += wins[1] * plays_one
        mass = later
    return np.array([0, *(p.sum() for p in mass.values())])
