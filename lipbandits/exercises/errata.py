"""Checks of the exercises of the errata."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import a_number, a_whole_number, compare, exercise


@exercise("errata-1")
def _(answer):
    """Plays of arm 1, a fifth won, from which on the paper's set for the index of arm 0 is empty."""
    level = lb.exploration_level(66, 3)

    def is_empty(plays):
        return plays * lb.kl_plus(0.2, 0.9 - 0.1) > level

    plays = a_whole_number(answer)
    if plays % 5:
        return "A fifth of that is no whole number of wins."
    if not is_empty(plays):
        return "Too few: the evidence at q = 0.9 does not exceed the level yet."
    return None if not is_empty(plays - 5) else "Enough, but fewer would do."


@exercise("errata-2")
def _(answer):
    """The power of ten from which on log n exceeds (3K + 1) log log n for K = 46."""
    log_n = 1000.0
    for _ in range(200):
        log_n = 139 * np.log(log_n)
    if isinstance(answer, int) and answer > 10**300:
        return "That is n itself. Which power of ten is it?"
    found, expected = a_number(answer), log_n / np.log(10)
    if abs(found - log_n) < 2:
        return "That is log n itself. Which power of ten is n?"
    if found < 0.46:
        return "Up to n = e and a little beyond it does, but not from there on: the other solution is meant."
    # The next whole power is an answer, too.
    if found > expected and found <= np.ceil(expected):
        return None
    low = "Too small: there 139 log log n is still larger."
    return compare(found, expected, low, "It does there, but from a smaller power of ten on.", 5e-4)


@exercise("errata-3")
def _(answer):
    """The largest η for which the raised tent of the example costs at most 1 % more nats than λᵏ."""
    eta = a_number(answer)
    if not 0 < eta <= 0.1:
        return "Give a number above 0 and at most 0.1."
    bandit, k = lb.triangle(9, slope=0.5, lipschitz=1.0), 2

    def more(eta):
        raised = np.maximum(bandit.theta, bandit.best_mean + eta - bandit.geometry.distances[k])
        limit = lb.kl(bandit.theta, lb.confusing_parameter(bandit, k)).sum()
        return lb.kl(bandit.theta, raised).sum() / limit - 1

    if more(0.99 * eta) > 0.01:
        return "Too large: the raised tent gives more than 1 % more."
    return "Small enough, but a larger η is, too." if more(1.01 * eta) < 0.01 else None
