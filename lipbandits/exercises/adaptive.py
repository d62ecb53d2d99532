"""The exercises of the chapter on cells that adapt; most are named as when it was a part of the one before."""

from lipbandits.exercises.checking import Field, exercise

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
    "continuous-5",
    "A centre of adaptive CKL-UCB in the first round: those of the halves of [0, 1].",
    "That is the border of the first two cells.",
    "No cell has its centre there in the first round.",
    field="The point",
)
exercise(
    "adaptive-1",
    "The point of round 4 of HOO+ with ν₁ = 1 and ρ = 1/2, after rewards of 1, 0 and 0.",
    "That is a half of the right half, whose bound is 1.241; the left half has more.",
    "That cell is in the tree already. Of two halves, one that is not in the tree has B = ∞ and goes first.",
    "It is the middle of a cell at depth 2: 1/8, 3/8, 5/8 or 7/8.",
    field="The point",
)
