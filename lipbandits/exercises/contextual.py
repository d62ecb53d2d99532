"""The exercises of the chapter on contexts."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "contextual-1",
    "The least β for which two contexts 0.5 apart with means that differ by 0.3 at one arm fit L = 1.",
    "Too small: then the two pairs are closer than 0.3.",
    "It fits, but a smaller β does too.",
    field="The least β",
)
exercise(
    "contextual-2",
    "λ^{0,0} for θ = ((0.2, 0.6), (0.2, 0.5)), contexts 0 and 0.1, arms 0 and 1, L = 1, β = 1, row by row.",
    "The mean of arm {0:.0f} in context {1:.0f} is too low.",
    "The mean of arm {0:.0f} in context {1:.0f} is too high.",
    fields=(Field("Context 0, two means", count=2), Field("Context 0.1, two means", count=2)),
)
exercise(
    "contextual-3",
    "Rounds until a context shown in 1 % of the rounds has shown enough for 40 log T plays of one of its arms.",
    "Too early: 40 log T is more than a hundredth of T.",
    "Late enough, but earlier would do.",
    "A number of rounds above 1 is needed.",
    "Near 1 the two are equal, too, but after that 40 log T is larger again: not from there on.",
    field="T",
)
exercise(
    "contextual-4",
    "C′(θ) of identical contexts with β → 0: that of one context, here the 5-arm triangle.",
    "Too small: every model of one context has still to be ruled out once.",
    "Too large: a play in one context rules out the model in all.",
    field="The limit of C′(θ)",
)
exercise(
    "contextual-5",
    "The most forced plays in 20,000 rounds with 20 contexts of 20 arms: 400 pairs, and ⌈log log 20000⌉ plays each.",
    "Too small: a pair is forced as long as the whole number of its plays is below log log n.",
    "Too large: from some number of plays on a pair is left alone in all of these rounds.",
    field=Field("Forced plays", whole=True),
)
