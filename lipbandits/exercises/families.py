"""The exercises of the page on other rewards than coins."""

from lipbandits.exercises.checking import exercise

exercise(
    "families-1",
    "How often C(θ) is too large for a reward that is the average of ten coins, played as one coin.",
    "The other way round: by what do you divide C(θ)?",
    "An average of ten is not as uncertain as one: what do ten coins say together?",
    "No: a day of ten customers is evidence of ten coins.",
    field="C(θ) is divided by",
)
exercise(
    "families-2",
    "Lai and Robbins' constant of two Gaussian arms with means 0.7 and 0.8, sd = 1/2.",
    "So many plays for each unit of log T; each of them costs the gap.",
    "That is what one play says, I(0.7, 0.8). How many are needed for a unit of log T, and what do they cost?",
    "No: the constant is the gap over I(0.7, 0.8) = 0.1²/(2·0.5²).",
    field="The constant",
)
exercise(
    "families-3",
    "By what C(θ) is multiplied when all means of Poisson rewards are doubled, and L.",
    "So it is for exponential rewards, whose divergence stays. What becomes of x log(x/y) + y − x?",
    "So it is for Gaussian rewards of the same sd, whose divergence becomes four times as large.",
    "No: what becomes of a gap, and what of a divergence?",
    field="The factor",
)
exercise(
    "families-4",
    "KL-UCB's index of an arm with one exponential reward, 2, at level 4.6.",
    "Too low: the long mean that you name is still in keeping with one short wait.",
    "Too high: against that mean one wait says more than 4.6 nats.",
    "That is for Gaussian rewards of standard deviation 2. I(2, q) grows like log q here, more slowly than any square.",
    field="The index",
)
