"""The exercises of the model chapter."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "model-1",
    "The smallest L that θ = (0.3, 0.5, 0.6) at x = (0, 0.5, 0.6) fits.",
    "Too small: one pair is steeper than that.",
    "It fits, but look at the steepest pair again.",
    field="The smallest L",
)
exercise(
    "model-2",
    "Expected regret after 600 rounds of playing arms 0, 1, 2 in turn, means (0.2, 0.6, 0.5).",
    "Too small: two of the three arms lose something each time.",
    "Too large: count what is lost, not earned.",
    field="Regret",
)
exercise(
    "model-3",
    "A θ that fits L = 1 on nine evenly spaced arms, with exactly two best arms, and a worse one between them.",
    "Exactly two arms should be best; here {0:.0f} are.",
    "The two best arms are neighbours: leave at least one worse arm between them.",
    # As `LipschitzBandit` has it.
    "theta: arm {0:.0f} has {1}; expected means in [0, 1], such as a revenue divided by the largest there can be",
    "theta: arms {0:.0f} and {1:.0f} differ by {2:.6g} over a distance of {3:.6g}, more than lipschitz=1 allows; "
    "the smallest lipschitz that fits is {4:.12g}",
    field=Field("Nine means", count=9),
)
exercise(
    "model-4",
    "The smallest L that the means 0.3, 0.4, 0.5, 0.6 fit on a circle of circumference 1, arms evenly spaced.",
    "Too small: a circle has one pair of neighbours more than a line.",
    "It fits, but a smaller constant does too.",
    field="The smallest L",
)
exercise(
    "model-5",
    "The limit of the share of averages that break L = 1, where L is attained by one pair of neighbours only.",
    "Too small: one pair of arms has no slack, however many plays there are.",
    "Too large: the average difference of the tight pair errs in both directions.",
    field="Share of draws",
)
