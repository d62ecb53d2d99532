"""Checks of the exercises of the chapter on contexts."""

import numpy as np
from scipy.optimize import brentq

import lipbandits as lb
from lipbandits.exercises.checking import a_number, a_whole_number, compare, exercise, numbers


@exercise("contextual-1")
def _(answer):
    """The least β for which two contexts 0.5 apart with means that differ by 0.3 at one arm fit L = 1."""
    low = "Too small: then the two pairs are closer than 0.3."
    return compare(answer, 0.36, low, "It fits, but a smaller β does too.")


@exercise("contextual-2")
def _(answer):
    """λ^{0,0} for θ = ((0.2, 0.6), (0.2, 0.5)), contexts 0 and 0.1, arms 0 and 1, L = 1, β = 1, row by row."""
    found = numbers(answer, 4)
    expected = [0.6, 0.6, 0.5, 0.5]
    wrong = np.flatnonzero(np.abs(found - expected) > 1e-6)
    if len(wrong) == 0:
        return None
    direction = "low" if found[wrong[0]] < expected[wrong[0]] else "high"
    return f"The mean of arm {wrong[0] % 2} in context {wrong[0] // 2} is too {direction}."


@exercise("contextual-3")
def _(answer):
    """Rounds until a context shown in 1 % of the rounds has shown enough for 40 log T plays of one of its arms."""
    number = a_number(answer)
    if number <= 1:
        return "A number of rounds above 1 is needed."
    if number < 1.01:
        return "Near 1 the two are equal, too, but after that 40 log T is larger again: not from there on."
    expected = brentq(lambda rounds: 0.01 * rounds - 40 * np.log(rounds), 1e4, 1e6)
    low = "Too early: 40 log T is more than a hundredth of T."
    return compare(number, expected, low, "Late enough, but earlier would do.", 0.02)


@exercise("contextual-4")
def _(answer):
    """C′(θ) of identical contexts with β → 0: that of one context, here the 5-arm triangle."""
    low = "Too small: every model of one context has still to be ruled out once."
    high = "Too large: a play in one context rules out the model in all."
    return compare(answer, lb.lower_bound(lb.triangle(5)).value, low, high, 1e-3)


@exercise("contextual-5")
def _(answer):
    """The most forced plays in 20,000 rounds with 20 contexts of 20 arms: 400 pairs, and ⌈log log 20000⌉ plays each."""
    low = "Too small: a pair is forced as long as the whole number of its plays is below log log n."
    high = "Too large: from some number of plays on a pair is left alone in all of these rounds."
    return compare(a_whole_number(answer), 400 * np.ceil(np.log(np.log(20_000))), low, high)
