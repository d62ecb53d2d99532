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
    "continuous-4",
    "L for revenue x·P(V ≥ x) when no more than a share 2h of the buyers has a limit in an interval of length h.",
    "Too small: near x = 1 a sale brings 1, and the demand may fall that fast.",
    "It fits, but a smaller constant does for all demands with this promise.",
    field="The smallest L",
)
exercise(
    "continuous-8",
    "Arms from which on the floor on the paper's triangle at T = 25000, a quarter of a step off, is below 50.",
    "Too few: the floor is still 50 or more.",
    "Enough, but fewer would do.",
    field=Field("Arms", whole=True),
)
exercise(
    "continuous-9",
    "The K, not rounded, at which the first two terms of the bound for UCB on a grid are least: L = 3.2, T = 25000.",
    "Too small: there the floor still falls faster than the other term grows.",
    "Too large: there the second term grows faster than the floor falls.",
    "That is for L = 0.5. The quadratic has L = 3.2.",
    "That makes the two terms equal. Least is their sum where one falls as fast as the other grows.",
    field="K",
)
