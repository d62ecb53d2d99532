"""The exercises of the introduction."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "intro-1",
    "The regret, in good days, of a year at €10.",
    "Too small: each day at €10 loses the difference to €14, and a loss is counted as positive.",
    "Too large: compare €10 with €14, do not just count days.",
    field="Good days lost",
)
exercise(
    "intro-2",
    "The smallest L that the ferry's Sunday shares fit, when its prices lie on [0, 1].",
    "Too small: two neighbouring prices differ by more than L times their distance, which is a step of 1/4. "
    "(L is per unit of length, and the whole line, €4 to €20, has length 1.)",
    "It fits, but a smaller constant does too.",
    field="The smallest L",
)
exercise(
    "intro-3",
    "Days at €4, a fifth of them good, until the bar of €8 no longer reaches 0.7 (L = 0.8, evidence 100 to 1).",
    "Too few: the bar of €8 still reaches 0.7.",
    "Enough days, but fewer would do.",
    "A fifth of that many days is no whole number.",
    field=Field("Days", whole=True),
)
exercise(
    "intro-4",
    "The highest share that L = 0.4 leaves for €14, after very many days at €8, two fifths of them good.",
    "Too small: going from €8 to €14, the share may rise by L times the distance.",
    "Too large: the promise with L = 0.4 rules that out.",
    field="Share of good days",
)
exercise(
    "intro-5",
    "The first T from which on T times the ferry's mean gap exceeds C(θ) log T for good.",
    "Too early: C(θ) log T is still larger there.",
    "It loses more there, but does so from an earlier day on.",
    "On the first day it does, as log 1 = 0, but not for good.",
    field=Field("T", whole=True),
)
