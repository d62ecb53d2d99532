"""The exercises of the page on proved levels."""

from lipbandits.exercises.checking import Field, exercise

exercise(
    "levels-1",
    "The sequential level of 46 arms at round 5.",
    "Too small. Is it right to two decimals? Three are asked. If not: is it log 5 + log log 5, and what is paid for "
    "the arms that can have been sampled?",
    "Too large. Is it right to two decimals? Three are asked. If not: before round 5 one arm a round has been sampled. "
    "How many arms can that be?",
    "So it is if each of 46 arms may have 4 samples. Only 4 rounds have been played.",
    "That is log n + (3K + 1) log log n, proved at this round as well. The other one is lower.",
    field="The level",
)
exercise(
    "levels-2",
    "The round from which on the paper's level is the lower one for one arm.",
    "Too early: there 4 log log n is still more than log log n + log(2 √(n − 1)), what g(n) adds to log n.",
    "Too late: the paper's level is the lower one earlier.",
    "Between rounds 4 and 5 the two change places as well, but there the mixture's becomes the lower one.",
    "A round is 1 or more.",
    field=Field("The round"),
)
exercise(
    "levels-3",
    "By what KL-UCB's constant is multiplied at the level (1 + K/2) log n, K = 46.",
    "That is what is added to log n. What is the whole?",
    "To first order the level is not log n: the price of the mixture grows with n.",
    "No: which multiple of log n is it, as n grows?",
    field="The factor",
)
