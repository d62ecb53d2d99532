"""The exercises of the page on OSSB."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "ossb-1",
    "The arm that OSSB plays: plays 500, 10, 20, targets 0, 12, 30, ε = γ = 0.01, 400 rounds of exploration so far.",
    "That is the leader. It is played when no arm has fewer plays than 1.01 times its target.",
    "That is the least played, which OSLB would choose; but 10 plays are no more than εs only from s = 1000 on.",
    "There are three arms: 0, 1 and 2.",
    field="The arm",
)
exercise(
    "ossb-2",
    "The round of exploration, counted from 1, in which an arm with 3 plays is forced; ε = 0.01.",
    "Too few: so early OSSB follows the plan.",
    "By then it has been forced already: find the first s with 3 ≤ 0.01 s.",
    field=Field("The round of exploration", whole=True),
)
exercise(
    "ossb-3",
    "The factor of the proposition for two arms, ε = γ = 0.1.",
    "That is what γ costs. Forced plays cost something, too.",
    "Nearly: but the forced rounds are rounds of exploration themselves, and make s larger.",
    "Not to three decimals. With two arms only one costs anything, and so c Δ = C(θ): what is left of F?",
    field="The factor",
)
