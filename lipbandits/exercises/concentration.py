"""Checks of the exercises of the concentration chapter."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import a_number, a_whole_number, compare, exercise, numbers


@exercise("concentration-1")
def _(answer):
    """P[10 I⁺(θ̂, ½) ≥ 6] for ten throws of a fair coin."""
    low = "Too small: how many throws give more than 6 nats, if all are lost?"
    high = "Too large: one head leaves 10 I(0.1, 0.5) nats. Compare that with 6."
    found = a_number(answer)
    return compare(found * 1000, lb.concentration.exact_tail([0.5], [10], 6.0) * 1000, low, high, 4e-3)


@exercise("concentration-2")
def _(answer):
    """The smallest whole δ at which Theorem 2 is useful for K = 2, n = 1000."""
    delta = a_whole_number(answer)
    if delta < 3:
        return "Theorem 2 needs δ ≥ K + 1."
    if lb.concentration.bound(2, 1000, delta) >= 1:
        return "Too small: the bound is still 1 or more."
    return None if lb.concentration.bound(2, 1000, delta - 1) >= 1 else "The bound is below 1 there, but also earlier."


@exercise("concentration-3")
def _(answer):
    """A mean, a round and a δ < 2 at which the formula of Theorem 2 is below the exact tail."""
    theta, n, delta = numbers(answer, 3)
    if not (0 <= theta <= 1 and n == int(n) and 2 <= n <= 10**4 and 0 < delta < 2):
        return "Give a mean from 0 to 1, a whole round from 2 to 10000, and 0 < δ < 2."
    if (theta, n, delta) == (0.5, 3, 0.01):
        return "That is the example in the text: find another."
    tail = lb.concentration.exact_tail([theta], [int(n) - 1], delta)
    formula = np.exp(2 - delta) * np.ceil(delta * np.log(n)) * delta
    return None if tail > formula else f"The tail is {tail:.4f}, but the formula {formula:.4f}: not below it."


@exercise("concentration-4")
def _(answer):
    """The limit of δ e^{1−δ} over (1 + δ) e^{−δ}."""
    high = "Too large: divide one by the other and let δ grow."
    return compare(answer, np.e, "Too small: do not forget the factor between e^{1−δ} and e^{−δ}.", high, 1e-3)


@exercise("concentration-5")
def _(answer):
    """(e/3)^6, the limit of n log n times the bound with thicker slices, K = 3."""
    low = "Too small: the powers of log n cancel, and e^{2K} stays."
    return compare(answer, (np.e / 3) ** 6, low, "Too large: both factors K in the bound are raised to K.", 5e-3)


@exercise("concentration-6")
def _(answer):
    """5/2, the multiple of log log n that the best rule for one arm makes necessary, as n grows."""
    found = a_number(answer)
    if abs(found - 0.5) < 5e-3:
        return "That is what a fixed number of samples needs. What does the best rule gain?"
    if abs(found - 1.5) < 5e-3:
        return "One factor of log n is missing: what the best rule gains grows with δ as well, and δ is about log n."
    if abs(found - 3) < 5e-3:
        return "That is enough, by the bound for one arm. What is needed is less."
    return compare(found, 2.5, "Too small: how does the gain of the best rule grow with δ?", "Too large.", 5e-3)
