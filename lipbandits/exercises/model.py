"""Checks of the exercises of the model chapter."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import compare, exercise, numbers


@exercise("model-1")
def _(answer):
    """The smallest L that θ = (0.3, 0.5, 0.6) at x = (0, 0.5, 0.6) fits."""
    return compare(
        answer, 1.0, "Too small: one pair is steeper than that.", "It fits, but look at the steepest pair again."
    )


@exercise("model-2")
def _(answer):
    """Expected regret after 600 rounds of playing arms 0, 1, 2 in turn, means (0.2, 0.6, 0.5)."""
    low, high = (
        "Too small: two of the three arms lose something each time.",
        "Too large: count what is lost, not earned.",
    )
    return compare(answer, 200 * 0.5, low, high)


@exercise("model-3")
def _(answer):
    """A θ that fits L = 1 on nine evenly spaced arms, with exactly two best arms, and a worse one between them."""
    theta = numbers(answer, 9)
    try:
        bandit = lb.LipschitzBandit(theta, lipschitz=1.0)
    except ValueError as error:
        return str(error)
    best = np.flatnonzero(bandit.gaps == 0)
    if len(best) != 2:
        return f"Exactly two arms should be best; here {len(best)} are."
    if best[1] - best[0] < 2:
        return "The two best arms are neighbours: leave at least one worse arm between them."
    return None


@exercise("model-4")
def _(answer):
    """The smallest L that the means 0.3, 0.4, 0.5, 0.6 fit on a circle of circumference 1, arms evenly spaced."""
    low = "Too small: a circle has one pair of neighbours more than a line."
    return compare(answer, 0.3 / 0.25, low, "It fits, but a smaller constant does too.")


@exercise("model-5")
def _(answer):
    """The limit of the share of averages that break L = 1, where L is attained by one pair of neighbours only."""
    low = "Too small: one pair of arms has no slack, however many plays there are."
    high = "Too large: the average difference of the tight pair errs in both directions."
    return compare(answer, 0.5, low, high, 5e-3)
