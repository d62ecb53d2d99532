"""The exercises of the OSLB chapter."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "oslb-1",
    "The three indexes after one lost play of arm 0; arms at 0, 0.25 and 1, L = 1, f = log 2.",
    "The index of arm {0:.0f} is too low.",
    "The index of arm {0:.0f} is too high.",
    field=Field("Three indexes", count=3),
)
exercise(
    "oslb-2",
    'The evidence against "arm 1 has at least 0.6": 40 plays at 0.5, and 10 at 0.3, 0.2 away, L = 1.',
    "Too small: count each of the ten plays of arm 1.",
    "Too large: an average that is higher than it need be says nothing. If you left it out, take more decimals.",
    field="Evidence, in nats",
)
exercise(
    "oslb-3",
    "Plays from which on the least played arm is left alone: K = 17, ε = 0.5, 680 plays of the arm to explore.",
    "Too small: such an arm is still played.",
    "It was left alone earlier.",
    field=Field("Plays", whole=True),
)
exercise(
    "oslb-4",
    "The level above which the two-arm example gets stuck: 350 I(0.4, 0.5).",
    "Too small: at that level and a little above no index exceeds the leader's average, and the leader is played.",
    "Too large: at a lower level, too, the index of arm 1 exceeds the leader's average.",
    field="The level",
)
