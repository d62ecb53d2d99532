"""Checks of the exercises of the lower bound chapter."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import a_number, compare, exercise, numbers


@exercise("lower-bound-1")
def _(answer):
    """λᵏ of the 5-arm triangle (top 0.8, slope 0.5), L = 0.5, k = 0."""
    vector = numbers(answer, 5)
    expected = lb.confusing_parameter(lb.triangle(5), 0)
    theta = lb.triangle(5).theta
    if np.any(vector < theta - 1e-9):
        return f"Arm {int(np.argmax(vector < theta - 1e-9))} is lower than in θ: λᵏ never lowers an arm."
    if abs(vector[0] - 0.8) > 1e-9:
        return "Arm 0 should reach the best mean, 0.8."
    if np.any(np.abs(np.diff(vector)) > 0.5 * 0.25 + 1e-9):
        return "Two neighbours differ by more than L allows."
    if np.any(vector > expected + 1e-9):
        return f"Arm {int(np.argmax(vector > expected + 1e-9))} is higher than it must be, so easier to tell apart."
    return None


@exercise("lower-bound-2")
def _(answer):
    """Any feasible plan for the 5-arm triangle (L = 0.5) that costs less than Lai–Robbins."""
    rates = numbers(answer, 5)
    bandit = lb.triangle(5)
    if np.any(rates < 0):
        return "Rates cannot be negative."
    for k in bandit.suboptimal:
        information = rates @ lb.kl(bandit.theta, lb.confusing_parameter(bandit, int(k)))
        if information < 1 - 1e-9:
            return f"The model of arm {k} is not ruled out: the information against it is {information:.3f}, not 1."
    if rates @ bandit.gaps >= lb.lai_robbins(bandit).value:
        return "Feasible, but it costs no less than Lai–Robbins."
    return None


@exercise("lower-bound-3")
def _(answer):
    """The smallest L from which C(θ) equals Lai–Robbins for the 17-arm triangle (top 0.8, slope 0.5)."""
    # Arm k's tent reaches no neighbour that is lower than it would make it: from L = (θ* − θ_min)/spacing on.
    bandit = lb.triangle(17)
    largest = bandit.gaps.max() * 16
    return compare(
        answer,
        largest,
        "Too small: somewhere a tent still lifts a neighbour, and one play pays twice.",
        "C(θ) is Lai–Robbins there, but also for a smaller L.",
        1e-3,
    )


@exercise("lower-bound-5")
def _(answer):
    """The mean of the worst arm at which the optimal plan of the "only the worst arm" instance jumps."""

    def explores_only_the_worst(mean):
        bandit = lb.LipschitzBandit([0.51, 0.37, mean, 0.35], arms=[0.5, 0.7, 0.8, 0.9], lipschitz=1.5)
        return lb.lower_bound(bandit).rates[1] < 1e-6

    mean = a_number(answer)
    if not 0.2201 <= mean <= 0.3499:
        return "Stay between 0.2201 and 0.35: elsewhere the means do not fit L, or arm 2 is no longer the worst."
    if not explores_only_the_worst(mean - 1e-4):
        return "Too large: the plan mixes already below this mean."
    if explores_only_the_worst(mean + 1e-4):
        return "Too small: only arm 2 is explored there and a little above."
    return None
