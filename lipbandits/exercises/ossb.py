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
    "Rounds of exploration, with the present one, from which on an arm with 3 plays is forced; ε = 0.01.",
    "Too few: so early OSSB follows the plan.",
    "It would be forced earlier; 3 plays are enough of them only while they are more than εs.",
    field=Field("Rounds of exploration", whole=True),
)
exercise(
    "ossb-3",
    "The factor of the proposition for two arms, ε = γ = 0.1.",
    "That is what γ costs. Forced plays cost something, too.",
    "Nearly: but the forced rounds are rounds of exploration themselves, and make s larger.",
    "No: with two arms only one costs anything, and so the sum of gaps times the sum of rates is C(θ).",
    field="The factor",
)
