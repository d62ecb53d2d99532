"""Checks of the exercises of the introduction."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import a_whole_number, compare, exercise


@exercise("intro-1")
def _(answer):
    """The regret, in good days, of a year at €10."""
    from lipbandits.study.ferry import PRICES, ferry

    gap = ferry().gaps[PRICES.index(10)]
    low = "Too small: each day at €10 loses the difference to €14, and a loss is counted as positive."
    return compare(answer, 365 * gap, low, "Too large: compare €10 with €14, do not just count days.")


@exercise("intro-2")
def _(answer):
    """The smallest L that the ferry's shares fit, when the nine prices lie on [0, 1]."""
    low = "Too small: two neighbouring prices differ by more than that. (The whole line, €4 to €20, has length 1.)"
    return compare(answer, 0.8, low, "It fits, but a smaller constant does too.")


@exercise("intro-3")
def _(answer):
    """Days at €4, a fifth of them good, until the bar of €8 no longer reaches 0.7 (L = 0.8, evidence 100 to 1)."""
    from lipbandits.study.ferry import LEVEL, PRICES, ferry

    bandit, tried, far = ferry(), PRICES.index(4), PRICES.index(8)
    days = a_whole_number(answer)

    def reaches(days):
        plays = np.where(np.arange(bandit.n_arms) == tried, days, 0)
        return lb.lipschitz_indexes(plays, plays // 5, bandit.geometry, LEVEL)[far] >= 0.7

    if days % 5:
        return "A fifth of that many days is no whole number."
    if reaches(days):
        return "Too few: the bar of €8 still reaches 0.7."
    return None if reaches(days - 5) else "Enough days, but fewer would do."


@exercise("intro-4")
def _(answer):
    """The highest share that L = 0.4 leaves for €14, after very many days at €8, two fifths of them good."""
    low = "Too small: going from €8 to €14, the share may rise by L times the distance."
    return compare(answer, 0.55, low, "Too large: the promise with L = 0.4 rules that out.")


@exercise("intro-5")
def _(answer):
    """The first T from which on T times the ferry's mean gap exceeds C(θ) log T for good."""
    from lipbandits.study.ferry import ferry

    bandit = ferry()
    constant = lb.lower_bound(bandit).value

    def turns_lose_more(days):
        return days * bandit.gaps.mean() > constant * np.log(days)

    days = a_whole_number(answer)
    if not turns_lose_more(days):
        return "Too early: C(θ) log T is still larger there."
    if days == 1:
        return "On the first day it does, as log 1 = 0, but not for good."
    return "It loses more there, but does so from an earlier day on." if turns_lose_more(days - 1) else None
