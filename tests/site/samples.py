"""Which cases of a test are taken, where all of them are for a release."""


def spread(cases, count):
    """The places of so many of the cases, each {parameter: its value}: evenly, but new values before all.

    So as many values of each parameter are among them as there can be, where the cases are all combinations: both
    themes and both widths, not one theme at both.
    """
    kept, seen = set(), set()
    for i in range(min(count, len(cases))):
        even = i * len(cases) / count
        left = (place for place in range(len(cases)) if place not in kept)
        best = min(left, key=lambda place: (-len(set(cases[place].items()) - seen), abs(place - int(even))))
        kept.add(best)
        seen.update(cases[best].items())
    return kept
