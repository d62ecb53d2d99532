"""Checks of the exercises of the lower bound chapter."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import THREE_DECIMALS, a_number, compare, exercise, numbers


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
    # Rates just below those of Lai–Robbins are feasible up to rounding, and no cheaper.
    if rates @ bandit.gaps >= (1 - 1e-6) * lb.lai_robbins(bandit).value:
        return "Feasible, but it costs no less than Lai–Robbins."
    return None


@exercise("lower-bound-3")
def _(answer):
    """The smallest L from which C(θ) equals Lai–Robbins for the 17-arm triangle (top 0.8, slope 0.5)."""
    # From L = (θ* − θ_min)/spacing on, no tent is higher than a neighbour.
    bandit = lb.triangle(17)
    largest = bandit.gaps.max() * 16
    return compare(
        answer,
        largest,
        "Too small: somewhere a tent still lifts a neighbour, and one play pays twice.",
        "C(θ) is Lai–Robbins there, but also for a smaller L.",
        1e-4,
    )


@exercise("lower-bound-5")
def _(answer):
    """The mean of the worst arm at which the optimal plan of the "only the worst arm" instance jumps."""

    def explores_only_the_worst(mean):
        bandit = lb.LipschitzBandit([0.51, 0.37, mean, 0.35], arms=[0.5, 0.7, 0.8, 0.9], lipschitz=1.5)
        return lb.lower_bound(bandit).rates[1] < 1e-6

    mean = a_number(answer)
    if not 0.2201 <= mean <= 0.3499:
        return "Stay between 0.2201 and 0.3499: elsewhere the means do not fit L, or arm 2 is no longer the worst."
    # Four decimals are asked for.
    if not explores_only_the_worst(mean - 6e-5):
        return "Too large: the plan mixes already below this mean."
    if explores_only_the_worst(mean + 6e-5):
        return "Too small: only arm 2 is explored there and a little above."
    return None


@exercise("lower-bound-4")
def _(answer):
    """y_0, the optimal price of model λ⁰ of the 5-arm triangle."""
    prices = lb.lower_bound(lb.triangle(5)).prices
    low = "Too small: arm 0 then sells below its cost."
    high = "Too large: plays of arm 0 count against model 1 as well, and what they sell there is part of their worth."
    return compare(answer, prices[0], low, high, THREE_DECIMALS)


@exercise("lower-bound-9")
def _(answer):
    """Four means on evenly spaced arms, with the smallest L that fits, with C(θ) below 0.27 of Lai–Robbins."""
    theta = numbers(answer, 4)
    try:
        bandit = lb.LipschitzBandit(theta)
    except ValueError as error:
        return str(error)
    plain = lb.lai_robbins(bandit).value
    if plain == 0:
        return "Both bounds are 0 there: no arm is suboptimal, or the best mean is 1."
    ratio = lb.lower_bound(bandit).value / plain
    return None if ratio < 0.27 else f"C(θ) is {ratio:.4f} of Lai–Robbins: not below 0.27."
