"""Self-checks of the book's exercises: each says "right", or what is wrong, without giving the answer away.

A notebook calls ``check("model-1", answer)``. An answer left as ``...`` is not checked yet.
"""

import numpy as np

import lipbandits as lb
from lipbandits import checks

_CHECKS = {}


def check(name, answer):
    """Print whether an answer is right, or what is wrong with it.

    Raises
    ------
    ValueError : if there is no exercise of that name.

    >>> check("model-1", ...)
    model-1: no answer yet. In the notebook, put yours in place of the dots.
    """
    print(f"{name}: {verdict(name, answer)}")


def verdict(name, answer):
    """What `check` prints, as a sentence; "Right." exactly when the answer is right."""
    if not isinstance(name, str) or name not in _CHECKS:
        raise ValueError(f"name: {name!r}; expected one of {', '.join(map(repr, _CHECKS))}")
    if answer is ...:
        return "no answer yet. In the notebook, put yours in place of the dots."
    try:
        return _CHECKS[name](answer) or "Right."
    except Unreadable as error:
        return str(error)


class Unreadable(Exception):
    """What was given is no answer of the kind asked for; says what is."""


def exercise(name):
    """Register a function that returns what is wrong with an answer, or None if nothing is."""

    def register(function):
        _CHECKS[name] = function
        return function

    return register


def a_number(answer):
    """The answer as a finite float."""
    try:
        return checks.number("answer", answer)
    except (TypeError, ValueError):
        raise Unreadable(f"One number is needed; this is {answer!r}.") from None


def a_whole_number(answer):
    """The answer as an int from 1 to a million."""
    number = a_number(answer)
    if number != int(number) or not 1 <= number <= 10**6:
        raise Unreadable(f"A whole number of 1 or more is needed; this is {answer!r}.")
    return int(number)


def numbers(answer, how_many):
    """The answer as an array of so many finite floats."""
    try:
        found = checks.array("answer", answer, "numbers")
    except TypeError:
        found = np.array(np.nan)
    if found.shape != (how_many,) or not np.isfinite(found).all():
        raise Unreadable(f"A list of {how_many} numbers is needed; this is {answer!r}.")
    return found


def compare(answer, expected, low="Too small.", high="Too large.", tolerance=1e-6):
    """What is wrong with a number, or None."""
    number = a_number(answer)
    if abs(number - expected) <= tolerance * max(1.0, abs(expected)):
        return None
    return low if number < expected else high


@exercise("intro-1")
def _(answer):
    """The regret, in good days, of a year at €10."""
    from lipbandits.explorers.intro import PRICES, ferry

    gap = ferry().gaps[PRICES.index(10)]
    low = "Too small: each day at €10 loses the difference to €14, and a loss is counted as positive."
    return compare(answer, 365 * gap, low, "Too large: compare €10 with €14, do not just count days.", 1e-3)


@exercise("intro-2")
def _(answer):
    """The smallest L that the ferry's shares fit, when the nine prices lie on [0, 1]."""
    low = "Too small: two neighbouring prices differ by more than that. (The whole line, €4 to €20, has length 1.)"
    return compare(answer, 0.8, low, "It fits, but a smaller constant does too.")


@exercise("intro-3")
def _(answer):
    """Days at €4, a fifth of them good, until the bar of €8 no longer reaches 0.7 (L = 0.8, evidence 100 to 1)."""
    from lipbandits.explorers.intro import LEVEL, PRICES, ferry

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


@exercise("errata-1")
def _(answer):
    """Plays of arm 1, a fifth won, from which on the paper's set for the index of arm 0 is empty."""
    level = lb.exploration_level(66, 3)

    def is_empty(plays):
        return plays * lb.kl_plus(0.2, 0.9 - 0.1) > level

    plays = a_whole_number(answer)
    if not is_empty(plays):
        return "Too few: the evidence at q = 0.9 does not exceed the level yet."
    return None if not is_empty(plays - 1) else "Enough, but fewer would do."


@exercise("oslb-1")
def _(answer):
    """The three indexes after one lost play of arm 0; arms at 0, 0.25 and 1, L = 1, f = log 2."""
    found = numbers(answer, 3)
    expected = lb.lipschitz_indexes([1, 0, 0], [0, 0, 0], lb.Geometry([0.0, 0.25, 1.0], 1.0), np.log(2))
    wrong = np.flatnonzero(np.abs(found - expected) > 1e-6)
    if len(wrong) == 0:
        return None
    direction = "low" if found[wrong[0]] < expected[wrong[0]] else "high"
    return f"The index of arm {wrong[0]} is too {direction}."


@exercise("oslb-2")
def _(answer):
    """The evidence against "arm 1 has at least 0.6": 40 plays at 0.5, and 10 at 0.3, 0.2 away, L = 1."""
    high = "Too large: an average that is higher than it need be says nothing."
    return compare(answer, 10 * lb.kl(0.3, 0.6), "Too small: count each of the ten plays of arm 1.", high, 5e-3)


@exercise("oslb-3")
def _(answer):
    """Plays from which on the least played arm is left alone: K = 17, ε = 0.5, 680 plays of the arm to explore."""
    return compare(a_whole_number(answer), 20, "Too small: such an arm is still played.", "It was left alone earlier.")


@exercise("ckl-ucb-1")
def _(answer):
    """The arm CKL-UCB plays: averages 0.6, 0.5, 0.2, indexes 0.7, 0.75, 0.9, plays 50, 9, 20."""
    arm = a_number(answer)
    if arm not in (0, 1, 2):
        return "Name one of the arms 0, 1 and 2."
    return {0: "The leader's index is not the largest.", 2: "That one has more plays than another candidate."}.get(arm)


@exercise("ckl-ucb-2")
def _(answer):
    """β_k / (1/I) of the arm next to the end of the 5-arm triangle, L = slope."""
    bandit = lb.triangle(5)
    expected = lb.beta(bandit)[1] / lb.lai_robbins(bandit).rates[1]
    high = "Too large: plays of the end arm count against arm 1 as well."
    return compare(answer, expected, "Too small.", high, 2e-3)


@exercise("ckl-ucb-3")
def _(answer):
    """The first round in which an arm that was played twice is forced: log log n > 2."""
    n = a_whole_number(answer)
    if np.log(np.log(n)) <= 2 if n > 2 else True:
        return "Too early: log log n does not exceed 2 yet."
    return None if np.log(np.log(n - 1)) <= 2 else "It is forced there, but also earlier."


@exercise("concentration-1")
def _(answer):
    """P[10 I⁺(θ̂, ½) ≥ 6] for ten throws of a fair coin."""
    low = "Too small: how many throws give more than 6 nats, if all are lost?"
    high = "Too large: one head leaves 10 I(0.1, 0.5) nats. Compare that with 6."
    found = a_number(answer)
    return compare(found * 1000, lb.concentration.exact_tail([0.5], [10], 6.0) * 1000, low, high, 0.01)


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
    return compare(answer, np.e, "Too small: do not forget the factor between e^{1−δ} and e^{−δ}.", high, 5e-3)


@exercise("concentration-5")
def _(answer):
    """(e/3)^6, the limit of n log n times the bound with thicker slices, K = 3."""
    low = "Too small: the powers of log n cancel, and e^{2K} stays."
    return compare(answer, (np.e / 3) ** 6, low, "Too large: both factors K in the bound are raised to K.", 5e-3)
