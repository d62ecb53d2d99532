"""Checks of the exercises of the page on reproduction."""

from lipbandits.exercises.checking import compare, exercise


@exercise("reproduction-1")
def _(answer):
    """Runs for an interval a third as wide as that of 1000 runs."""
    low = "Too small: half the width takes four times the runs."
    return compare(answer, 9 * 1000, low, "Too large: a third of the width is asked for.", 0.1)


@exercise("reproduction-2")
def _(answer):
    """Half the width of the usual 95 % interval for a share of 19 in 40."""
    half = 1.96 * (0.475 * 0.525 / 40) ** 0.5
    high = "Too large. Is that the whole width, or the spread of a single run?"
    return compare(answer, half, "Too small: 95 % takes about two standard deviations of the share.", high, 0.005)


@exercise("reproduction-3")
def _(answer):
    """The share of draws of 40 among 600 runs with none of 28 bad ones."""
    low = "Too small: each of the 40 draws misses the bad runs with a probability of 1 - 28/600."
    high = "Too large: to miss them once is likely, but forty times in a row?"
    # Without replacement it is a little less, and counts as well.
    return compare(answer, (1 - 28 / 600) ** 40, low, high, 0.01)
