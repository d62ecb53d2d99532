"""The exercises of the page on reproduction."""

from lipbandits.exercises.checking import exercise

exercise(
    "reproduction-1",
    "Runs for an interval a third as wide as that of 1000 runs.",
    "Too small: half the width takes four times the runs.",
    "Too large: a third of the width is asked for.",
    field="Runs, about",
)
exercise(
    "reproduction-2",
    "Half the width of the usual 95 % interval for a share of 19 in 40.",
    "Too small: 95 % takes about two standard deviations of the share.",
    "Too large. Is that the whole width, or the spread of a single run?",
    field="On either side",
)
exercise(
    "reproduction-3",
    "The share of draws of 40 among 600 runs with none of 28 bad ones.",
    "Too small: each of the 40 draws misses the bad runs with a probability of 1 - 28/600.",
    "Too large: to miss them once is likely, but forty times in a row?",
    field="The share of draws",
)
