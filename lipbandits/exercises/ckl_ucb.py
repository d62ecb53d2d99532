"""Checks of the exercises of the CKL-UCB chapter."""

import numpy as np

import lipbandits as lb
from lipbandits.exercises.checking import THREE_DECIMALS, a_number, a_whole_number, compare, exercise, numbers


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
    return compare(answer, expected, "Too small.", high, THREE_DECIMALS)


@exercise("ckl-ucb-3")
def _(answer):
    """The first round in which an arm that was played twice is forced: log log n > 2."""
    n = a_whole_number(answer)
    if n <= 2 or np.log(np.log(n)) <= 2:
        return "Too early: log log n does not exceed 2 yet."
    return None if np.log(np.log(n - 1)) <= 2 else "It is forced there, but also earlier."


@exercise("ckl-ucb-4")
def _(answer):
    """Plays and sums of three arms at which KL-UCB and CKL-UCB, with L too large to matter, play different arms."""
    plays, sums = numbers(answer, 6).reshape(2, 3)
    if np.any((plays != np.floor(plays)) | (plays < 1) | (plays > 10**6)):
        return "Plays are whole numbers from 1 to a million."
    if np.any((sums != np.floor(sums)) | (sums < 0) | (sums > plays)):
        return "An arm wins a whole number of times, at most as often as it is played."
    n = int(plays.sum()) + 1
    chosen = []
    for policy in lb.CKLUCB(), lb.KLUCB():
        policy.reset(lb.Geometry([0.0, 0.5, 1.0], 10.0), None)
        policy.plays[:], policy.sums[:] = plays, sums
        chosen.append(policy.explain(n))
    if chosen[0]["rule"].startswith("forced"):
        return f"Arm {chosen[0]['arm']} is forced in round {n}: give it more plays."
    return None if chosen[0]["arm"] != chosen[1]["arm"] else f"Both play arm {chosen[0]['arm']} in round {n}."
