"""The exercises of the errata."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "errata-1",
    "Plays of arm 1, a fifth won, from which on the paper's set for the index of arm 0 is empty.",
    "Too few: the evidence at q = 0.9 does not exceed the level yet.",
    "Enough, but fewer would do.",
    "A fifth of that is no whole number of wins.",
    field=Field("Plays of arm 1", whole=True),
)
exercise(
    "errata-2",
    "The power of ten from which on log n exceeds (3K + 1) log log n for K = 46.",
    "Too small: there 139 log log n is still larger.",
    "It does there, but from a smaller power of ten on.",
    "That is n itself. Which power of ten is it?",
    "That is log n itself. Which power of ten is n?",
    "Up to n = e and a little beyond it does, but not from there on: the other solution is meant.",
    field="The power of ten",
    huge=True,
)
exercise(
    "errata-3",
    "The largest η for which the raised tent of the example costs at most 1 % more nats than λᵏ.",
    "Too large: the raised tent gives more than 1 % more.",
    "Small enough, but a larger η is, too.",
    "Give a number above 0 and at most 0.1.",
    field="The largest η",
)
