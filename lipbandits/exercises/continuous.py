"""The exercises of the chapter on continuous arms."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "continuous-1",
    "The floor of 50 arms on the paper's triangle at T = 25000, peak half a step from the nearest.",
    "Too small: the nearest arm is half a step away, not a quarter.",
    "Too large: half a step is 1/(2·50), and the mean falls by half of that.",
    field="The floor",
)
exercise(
    "continuous-2",
    "Plays from which on the ball of one point of plain Zooming told 1/2 no longer reaches 1 away, in phase 14.",
    "Too few: radius over L is still 1 or more.",
    "Enough, but fewer would do.",
    field=Field("Plays", whole=True),
)
exercise(
    "continuous-3",
    "The near-optimality dimension of 0.9 − |x − 1/2|³ for balls that shrink like ε: d = 1 − 1/3.",
    "Too small.",
    "Too large: the set shrinks, so d is below 1.",
    "That is the exponent of the width of the near-optimal set. Divide it by the width of a ball.",
    field="d",
)
exercise(
    "continuous-4",
    "L for revenue x·P(V ≥ x) when no more than a share 2h of the buyers has a limit in an interval of length h.",
    "Too small: near x = 1 a sale brings 1, and the demand may fall that fast.",
    "It fits, but a smaller constant does for all demands with this promise.",
    field="The smallest L",
)
exercise(
    "continuous-5",
    "A centre of adaptive CKL-UCB in the first round: those of the halves of [0, 1].",
    "That is the border of the first two cells.",
    "No cell has its centre there in the first round.",
    field="The point",
)
