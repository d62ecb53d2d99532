"""The exercises of the page on policies that are promised nothing."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "baselines-1",
    "The arm that IMED plays: 100, 20 and 5 plays, averages 0.6, 0.4 and 0.2.",
    "Its index is the logarithm of its plays, 4.605, and another one is smaller.",
    "The evidence against it is 20 times 0.0811, and the logarithm of its plays 2.996: more than arm 0 has.",
    "Name one of the arms 0, 1 and 2.",
    field="Arm",
)
exercise(
    "baselines-2",
    "The chance that a draw from Beta(1, 4), three losses under the uniform prior, exceeds 1/2.",
    "That is a chance of three plays of a fair coin; the prior adds one.",
    "Too small: how likely is it that no play of a fair coin pays?",
    "Too large: how likely is it that none of four plays of a fair coin pays?",
    field="The chance",
)
exercise(
    "baselines-3",
    "The least number of plays with which MOSS, told T = 100,000 and with 9 arms, adds nothing to an average.",
    "Too few: T/(K t) is still above 1.",
    "So it is there, but also earlier.",
    "That many rounds there are; how many of them are an arm's share?",
    field=Field("Plays", whole=True),
)
exercise(
    "baselines-4",
    "The constant for means with one peak, of the triangle of five arms.",
    "Too small: there are two neighbours, and each costs its gap over I.",
    "Too large.",
    "That is the constant of Lai and Robbins; who told of one peak may leave the ends alone.",
    field="The constant",
)
