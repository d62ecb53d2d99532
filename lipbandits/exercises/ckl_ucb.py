"""The exercises of the CKL-UCB chapter."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "ckl-ucb-1",
    "The arm CKL-UCB plays: averages 0.6, 0.5, 0.2, indexes 0.7, 0.75, 0.9, plays 50, 9, 20.",
    "Name one of the arms 0, 1 and 2.",
    "The leader's index is not the largest.",
    "That one has more plays than another candidate.",
    field=Field("It plays", choices=(("arm 0", 0), ("arm 1", 1), ("arm 2", 2))),
)
exercise(
    "ckl-ucb-2",
    "β_k / (1/I) of the arm next to the end of the 5-arm triangle, L = slope.",
    "Too small.",
    "Too large: plays of the end arm count against arm 1 as well.",
    field="The share",
)
exercise(
    "ckl-ucb-3",
    "The first round in which an arm that was played twice is forced: log log n > 2.",
    "Too early: log log n does not exceed 2 yet.",
    "It is forced there, but also earlier.",
    field=Field("Round n", whole=True),
)
exercise(
    "ckl-ucb-4",
    "Plays and sums of three arms at which KL-UCB and CKL-UCB, with L too large to matter, play different arms.",
    "Plays are whole numbers from 1 to a million.",
    "An arm wins a whole number of times, at most as often as it is played.",
    "Arm {0:.0f} is forced in round {1:.0f}: give it more plays.",
    "Both play arm {0:.0f} in round {1:.0f}.",
    fields=(Field("Plays t₀, t₁, t₂", count=3), Field("Won s₀, s₁, s₂", count=3)),
)
