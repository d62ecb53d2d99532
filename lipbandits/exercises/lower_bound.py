"""Checks of the exercises of the lower bound chapter."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import ONE_DECIMAL, THREE_DECIMALS, a_number, compare, exercise, numbers


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


@exercise("lower-bound-6")
def _(answer):
    """Plays of arm 1 at regret 100, T = 10⁶: with η = 0.2, and with the best η, for θ = (0.6, 0.2)."""
    given, most = numbers(answer, 2)
    often = 1 - 2 * (100 / 0.4) / 1e6

    def plays(eta):
        return lb.kl(often, 2 * (100 / eta) / 1e6) / lb.kl(0.2, 0.6 + eta)

    if abs(given - (often * np.log(1e3) - np.log(2)) / lb.kl(0.2, 0.8)) < 0.06:
        return "The first is what p log(1/q) − log 2 gives; the lemma has I(p, q) itself, which is more."
    if abs(given - plays(0.2)) > ONE_DECIMAL:
        return "The first number is another one: bound p and q by Markov's inequality, and divide by I(0.2, 0.8)."
    best = max(plays(eta) for eta in np.arange(0.02, 0.1, 0.0005))
    if abs(most - best) > ONE_DECIMAL:
        return "The second is too small: some η gives more." if most < best else "The second is more than any η gives."
    return None


@exercise("lower-bound-7")
def _(answer):
    """The first step that fails for a policy that always plays arm 0, and for one that follows the larger average."""
    always, larger = numbers(answer, 2)
    if not {always, larger} <= {1, 2, 3, 4}:
        return "The steps have the numbers 1 to 4."
    if 1 in (always, larger):
        return "Step 1 is the lemma, which holds for every policy."
    if 4 in (always, larger):
        return "The inequality of step 4 holds for all p and q; look at what is put into it."
    if always != 3:
        return "(a): under θ the policy is perfect, p = 1; where does it fail?"
    return None if larger == 2 else "(b): step 3 fails, too, but is p → 1?"


@exercise("lower-bound-8")
def _(answer):
    """C(θ) of five arms without sharing, with a tie and with arm 3 at 0.69."""
    tied, apart = numbers(answer, 2)
    alone = lb.kl([0.6, 0.69], 0.7)
    at_tie, fourth = 0.3 / alone[0], 0.01 / alone[1]
    if abs(tied - at_tie - 0.1 / alone[0]) < 0.06:
        return "At the tie there are three suboptimal arms, not four."
    if abs(tied - at_tie) > ONE_DECIMAL:
        return "The first number is another one: each of the suboptimal arms pays gap/I for itself."
    if abs(apart - fourth) < 0.06:
        return "The second is the part of arm 3 alone."
    # Also the sum of the two rounded parts.
    if abs(apart - at_tie - fourth) > 2 * ONE_DECIMAL:
        return "The second number is another one: arm 3 is now suboptimal as well, and its gap is small."
    return None


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
