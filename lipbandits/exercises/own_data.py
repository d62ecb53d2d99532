"""The exercises of the page on one's own data."""

from lipbandits.exercises.checking import exercise

exercise(
    "own-data-1",
    "The smallest L on [0, 1] of the prices 2, 4, 10 with the means 0.6, 0.5, 0.38.",
    "That is per euro. How long is [0, 1] in euros?",
    "That is between the two ends. Is any piece steeper?",
    "No: which two neighbours are steepest, and how far apart are they on [0, 1]?",
    field="The smallest L",
)
exercise(
    "own-data-2",
    "L on [0, 1] of a sweep from 0.0001 to 0.1 whose accuracy changes by at most 0.15 per factor of ten.",
    "That is per factor of ten. How many such factors are there from 0.0001 to 0.1?",
    "The other way round: all of [0, 1] is longer than one factor of ten.",
    "No: count the factors of ten from the lowest rate to the highest.",
    field="L",
)
exercise(
    "own-data-3",
    "The mean of the smallest L of two arms at 0 and 1, both of mean 1/2, each measured by 100 coins.",
    "Too small: the difference of two measured means has the variance of both.",
    "Too large: how uncertain is a mean of 100 coins?",
    "That is the standard deviation of the difference. Its absolute value has a smaller mean, by the factor √(2/π).",
    field="The mean of the smallest L",
)
