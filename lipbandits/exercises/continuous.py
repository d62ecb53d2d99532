"""The exercises of the chapter on continuous arms."""

from lipbandits.exercises.checking import exercise

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
