"""What many runs say together: curves over runs, intervals that are honest, shares of runs.

`lipbandits.study.statistics` is the readable form of `difference`, with numpy's random numbers in place of these; what
an interval is, and when there is none, is told there.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine.streams import RESAMPLES, uniform

# Rows of what `summarise` fills, and what `difference` and `share` fill.
CURVES = ("mean", "median", "low", "high")
DIFFERENCE = ("value", "low", "high", "worst", "held")
_QUANTILES = (0.5, 0.1, 0.9)
_LEVEL = 0.95
_HALVINGS = 60


@njit(cache=True)
def quantile(ordered, q):
    """As numpy.quantile: what stands at the share q of a row in order, linear between its entries."""
    place = q * (len(ordered) - 1)
    before = int(place)
    if before + 1 >= len(ordered):
        return ordered[before]
    share, step = place - before, ordered[before + 1] - ordered[before]
    return ordered[before] + step * share if share < 0.5 else ordered[before + 1] - step * (1 - share)


@njit(cache=True)
def summarise(regret, scratch, curves):
    """Mean, median and the ends of eight runs of ten. regret : (R, M). scratch : (R,). curves : (4, M), as CURVES."""
    for m in range(regret.shape[1]):
        total = 0.0
        for run in range(len(scratch)):
            scratch[run] = regret[run, m]
            total += scratch[run]
        scratch.sort()
        curves[0, m] = total / len(scratch)
        for row in range(len(_QUANTILES)):
            curves[row + 1, m] = quantile(scratch, _QUANTILES[row])


@njit(cache=True)
def student_within(angle, freedom):
    """P(|T| ≤ √ν tan(angle)) of Student's T with ν degrees of freedom: Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    sine, square = math.sin(angle), math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for j in range(2 + odd, freedom - 1, 2):
        term *= square * (j - 1) / j
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


@njit(cache=True)
def student(freedom):
    """The t that |T| is below 95 times in 100."""
    low, high = 0.0, math.pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if student_within(middle, freedom) < _LEVEL:
            low = middle
        else:
            high = middle
    return math.sqrt(freedom) * math.tan((low + high) / 2)


@njit(cache=True)
def half_of(values, mean, t):
    """Half the length of the interval about their mean."""
    squares = 0.0
    for value in values:
        squares += (value - mean) ** 2
    return t * math.sqrt(squares / (len(values) - 1) / len(values))


@njit(cache=True)
def difference(one, other, scratch, first, last, found):
    """The mean of one − other over paired runs, with Student's interval, and how often such an interval holds it.

    one, other, scratch : (R,), R ≥ 2. Of the draws of R runs with replacement those from `first` to before `last` are
    made: the caller may ask in parts, and `found`, the entries of DIFFERENCE, counts those that held. worst : the
    share of the variance that a single run makes.
    """
    n_runs = len(one)
    total = 0.0
    for run in range(n_runs):
        total += one[run] - other[run]
    value, t = total / n_runs, student(n_runs - 1)
    squares = most = 0.0
    for run in range(n_runs):
        square = (one[run] - other[run] - value) ** 2
        squares += square
        most = max(most, square)
    half = t * math.sqrt(squares / (n_runs - 1) / n_runs)
    found[0], found[1], found[2] = value, value - half, value + half
    found[3] = most / squares if squares > 0 else 0.0
    for draw in range(first, last):
        total = 0.0
        for i in range(n_runs):
            run = int(uniform(np.uint64(0), 0, RESAMPLES, draw, i) * n_runs)
            scratch[i] = one[run] - other[run]
            total += scratch[i]
        mean = total / n_runs
        # Rounding must not put a value outside an interval of no length.
        if abs(mean - value) <= half_of(scratch, mean, t) + 1e-9:
            found[4] += 1


@njit(cache=True)
def log_factorial(count):
    """log(1 · 2 · … · count), by Stirling's series where it is long."""
    if count < 16:
        total = 1.0
        for k in range(2, count + 1):
            total *= k
        return math.log(total)
    inverse = 1 / count
    square = inverse * inverse
    series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)))
    return (count + 0.5) * math.log(count) - count + 0.5 * math.log(2 * math.pi) + series


@njit(cache=True)
def at_most(hits, trials, p):
    """P(X ≤ hits) for a binomial X: its terms down from `hits`, or up from the next one, until they vanish."""
    if hits < 0 or p >= 1.0:
        return 1.0 if hits >= trials else 0.0
    if hits >= trials or p <= 0.0:
        return 1.0
    below, odds = hits < trials * p, p / (1 - p)
    k = hits if below else hits + 1
    ways = log_factorial(trials) - log_factorial(k) - log_factorial(trials - k)
    first = math.exp(ways + k * math.log(p) + (trials - k) * math.log1p(-p))
    term = total = 1.0
    while 0 < k < trials and term > 1e-17 * total:
        term *= k / ((trials - k + 1) * odds) if below else (trials - k) * odds / (k + 1)
        k += -1 if below else 1
        total += term
    # A loop that ends at k = trials or k = 0 has added that last term.
    return min(first * total, 1.0) if below else 1 - min(first * total, 1.0)


@njit(cache=True)
def share(hits, trials, ends):
    """The exact 95 % interval (Clopper and Pearson) of a probability after `hits` in so many trials. ends : (2,)."""
    tail = (1 - _LEVEL) / 2
    for side in range(2):
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            # The upper end: so few hits are rare above it. The lower one: so many are rare below it.
            above = at_most(hits, trials, middle) < tail if side == 1 else 1 - at_most(hits - 1, trials, middle) > tail
            if above:
                high = middle
            else:
                low = middle
        ends[side] = (low + high) / 2
    if hits == 0:
        ends[0] = 0.0
    if hits == trials:
        ends[1] = 1.0
