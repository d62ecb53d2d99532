"""Checks of the exercises of the chapter on continuous arms."""

import lipbandits as lb
from lipbandits.exercises.checking import a_number, a_whole_number, compare, exercise


@exercise("continuous-1")
def _(answer):
    """The floor of 50 arms on the paper's triangle at T = 25000, peak half a step from the nearest."""
    floor = lb.linear_floor(lb.paper_triangle(), lb.even_grid(50), 25_000)
    high = "Too large: half a step is 1/(2·50), and the mean falls by half of that."
    return compare(answer, floor, "Too small: the nearest arm is half a step away, not a quarter.", high)


@exercise("continuous-2")
def _(answer):
    """Plays from which on the ball of one point of plain Zooming told 1/2 no longer reaches 1 away, in phase 14."""
    plays = a_whole_number(answer)
    radius = lb.Zooming(0.5).radii(2**14, plays)
    if radius >= 0.5:
        return "Too few: radius over L is still 1 or more."
    return None if lb.Zooming(0.5).radii(2**14, plays - 1) >= 0.5 else "Enough, but fewer would do."


@exercise("continuous-3")
def _(answer):
    """The near-optimality dimension of 0.9 − |x − 1/2|³ for balls that shrink like ε: d = 1 − 1/3."""
    found = a_number(answer)
    if abs(found - 1 / 3) < 5e-3:
        return "That is the exponent of the width of the near-optimal set. Divide it by the width of a ball."
    return compare(found, 2 / 3, "Too small.", "Too large: the set shrinks, so d is below 1.", 5e-3)


@exercise("continuous-4")
def _(answer):
    """L for revenue x·P(V ≥ x) when no more than a share 2h of the buyers has a limit in an interval of length h."""
    high = "It fits, but a smaller constant does for all demands with this promise."
    return compare(answer, 2.0, "Too small: near x = 1 a sale brings 1, and the demand may fall that fast.", high)


@exercise("continuous-5")
def _(answer):
    """A centre of adaptive CKL-UCB in the first round: those of the halves of [0, 1]."""
    point = a_number(answer)
    if abs(point - 0.5) < 1e-9:
        return "That is the border of the first two cells."
    return (
        None if min(abs(point - 0.25), abs(point - 0.75)) < 1e-9 else "No cell has its centre there in the first round."
    )
