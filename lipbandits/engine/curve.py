"""A run on all of [0, 1] for pages: a mean that is a polyline, a policy on a grid of it or one made for an interval.

Rewards are uniforms of `lipbandits.engine.streams`, one a round and the same for all policies, so that Python plays the
same run. The state is arrays alone, and each function here takes all of them, in the order of STATE:

knots : (2, P) increasing positions and the means there. told : (8,) what TOLD names. curve : (2, M) the rounds whose
regret is wanted, increasing, and that regret. now : (3,) what NOW names. lost : (1,) regret so far. places : (2,) how
many uniforms of `block` are used, and how many were drawn in all. block : (B,) uniforms. real : (6, C) and whole :
(7, C) what a policy knows, C the arms of a grid, the candidates of Zooming, or room for cells. cells, path : (T + 1,)
the tree of HOO. stock : (C, B) uint8, reach, which : (C, C) and distinct : (C·C,) what a policy on a grid needs, as in
`lipbandits.engine.race`. What a policy does not need is of size 0 or 1.
"""

import math

import numpy as np
from numba import njit

from lipbandits.engine import adaptive, ckl_ucb, hoo, kl_ucb, zooming
from lipbandits.engine.families import COINS
from lipbandits.engine.race import fill_distinct, key_of
from lipbandits.engine.streams import REWARDS, pair
from lipbandits.engine.tent import fill_reach
from lipbandits.policies.adaptive import NARROWEST

POLICIES = ("KL-UCB", "CKL-UCB", "HOO", "Zooming", "Adaptive")
KL_UCB, CKL_UCB, HOO, ZOOMING, ADAPTIVE = range(5)
# The seed's words stand where `race.key_of` reads them.
TOLD = ("policy", "lipschitz", "factor", "tuned", "quarter", "seed_low", "seed_high", "run")
POLICY, LIPSCHITZ, FACTOR, TUNED, QUARTER, SEED_LOW, SEED_HIGH, RUN = range(8)
NOW = ("round", "reached", "distinct")
ROUND, REACHED, DISTINCT = range(3)
STATE = (
    *("knots", "told", "curve", "now", "lost", "places", "block", "real", "whole"),
    *("cells", "path", "stock", "reach", "which", "distinct"),
)
# What `describe` fills.
DESCRIBED = ("best", "best_mean", "grid_best", "least_lipschitz")
# How many cells adaptive CKL-UCB has room for.
CELLS = 4096
_BLOCK = 1024


def new_state(
    policy, knots, means, marks, n_arms=8, lipschitz=1.0, factor=0.0, tuned=True, quarter=True, seed=0, run=0
):
    """The arrays of a run before its first round, begun; n_arms : those of the grid, or the candidates of Zooming."""
    number = POLICIES.index(policy)
    grid, tree = number in (KL_UCB, CKL_UCB), number == HOO
    room = CELLS if number == ADAPTIVE else 2 if tree else n_arms
    near = n_arms if number == CKL_UCB else 0
    told = [number, lipschitz, factor, tuned, quarter, seed & 0xFFFFFFFF, seed >> 32, run]
    state = (
        np.array([knots, means], dtype=float),
        np.array(told, dtype=float),
        np.array([marks, np.zeros(len(marks))], dtype=float),
        *(np.zeros(len(NOW)), np.zeros(1), np.zeros(2, dtype=np.int64), np.zeros(_BLOCK)),
        *(np.zeros((6, room)), np.zeros((7, room), dtype=np.int64)),
        np.zeros(int(marks[-1]) + 1 if tree else 0, dtype=hoo.CELL),
        np.zeros(int(marks[-1]) + 1 if tree else 0, dtype=np.int32),
        np.zeros((n_arms if grid else 0, _BLOCK), dtype=np.uint8),
        *(np.zeros((near, near)), np.zeros((near, near), dtype=np.int32), np.zeros(near * near)),
    )
    begin(*state)
    return state


@njit(cache=True)
def mean_at(knots, x):
    """The polyline at a point, as numpy.interp has it; flat beyond its ends."""
    places, means = knots[0], knots[1]
    last = len(places) - 1
    if x >= places[last]:
        return means[last]
    j = -1
    while places[j + 1] <= x:
        j += 1
    if j < 0:
        return means[0]
    return (means[j + 1] - means[j]) / (places[j + 1] - places[j]) * (x - places[j]) + means[j]


@njit(cache=True)
def peak_of(knots):
    """The first point where the polyline is largest."""
    return knots[0, np.argmax(knots[1])]


@njit(cache=True)
def fill_grid(peak, quarter, points):
    """As many points a step apart: the nearest to the peak a quarter of a step from it, or midpoints of equal cells."""
    count, offset = len(points), 0.5
    if quarter:
        cells = count * peak - 0.25
        offset = cells % 1.0 if cells >= 0 else cells + 0.5
    for i in range(count):
        points[i] = (i + offset) / count


@njit(cache=True)
def describe(knots, quarter, numbers, grid):
    """Fill what DESCRIBED names, and `grid` (2, K): its points and their means."""
    numbers[0], numbers[1] = peak_of(knots), knots[1].max()
    fill_grid(numbers[0], quarter != 0, grid[0])
    for i in range(grid.shape[1]):
        grid[1, i] = mean_at(knots, grid[0, i])
    numbers[2] = grid[1].max()
    numbers[3] = 0.0
    for i in range(1, knots.shape[1]):
        numbers[3] = max(numbers[3], abs(knots[1, i] - knots[1, i - 1]) / (knots[0, i] - knots[0, i - 1]))


@njit(cache=True)
def begin_tree(told, whole, cells):
    """The root alone."""
    cells[0].bonus, cells[0].centre, cells[0].width = told[LIPSCHITZ], 0.5, 1.0
    cells[0].left, cells[0].right, cells[0].source = -1, -1, -1
    whole[0, 0] = 1


@njit(cache=True)
def begin(knots, told, curve, now, lost, places, block, real, whole, cells, path, stock, reach, which, distinct):
    """Prepare a state of zeros whose knots, told and marks are given."""
    policy, count = told[POLICY], real.shape[1]
    now[ROUND], places[0] = 1, len(block)
    if policy == HOO:
        begin_tree(told, whole, cells)
    elif policy == ADAPTIVE:
        whole[6, 0] = 2
        for k in range(2):
            real[0, k], real[1, k] = (k + 0.5) / 2, 0.5
            real[4, k] = mean_at(knots, real[0, k])
    else:
        fill_grid(peak_of(knots), policy != ZOOMING and told[QUARTER] != 0, real[0])
        for k in range(count):
            real[1, k] = mean_at(knots, real[0, k])
            whole[0, k] = whole[1, k] = k
        if policy == CKL_UCB:
            fill_reach(COINS, real[0], told[LIPSCHITZ], reach)
            now[DISTINCT] = fill_distinct(reach, which, distinct)


@njit(cache=True)
def refill(told, places, block):
    """Draw the uniforms of further rounds, where those at hand are used up."""
    key, first = key_of(told), places[1]
    for m in range(0, len(block), 2):
        block[m], block[m + 1] = pair(key, told[RUN], REWARDS, 0, (first + m) // 2)
    places[0], places[1] = 0, first + len(block)


@njit(cache=True)
def play_grid(told, now, places, block, real, stock, reach, which, distinct, n, stop, played):
    """Rounds n to `stop` of a policy on the grid; a column of the stock is a round, so all arms use up the same."""
    arms, plays, sums = np.empty(stop, dtype=np.int32), real[2], real[3]
    used = np.lib.stride_tricks.as_strided(places, shape=(real.shape[1],), strides=(0,))
    first = n
    while True:
        if told[POLICY] == KL_UCB:
            n, exhausted = kl_ucb.advance(COINS, plays, sums, stock, used, n, stop, arms, told[FACTOR])
        else:
            size = int(now[DISTINCT])
            n, exhausted = ckl_ucb.advance(
                COINS, plays, sums, stock, used, n, stop, arms, reach, which, distinct[:size], told[FACTOR], True
            )
        if exhausted < 0:
            break
        refill(told, places, block)
        for k in range(len(stock)):
            for m in range(len(block)):
                stock[k, m] = 1 if block[m] < real[1, k] else 0
    for each in range(first - 1, n - 1):
        played[each] = real[0, arms[each]]
    return n


@njit(cache=True)
def play_tree(knots, told, lost, places, block, real, whole, cells, path, n, stop, played, best_mean):
    """Rounds n to `stop` of HOO."""
    tree = hoo.Tree(cells, path, whole[0, :1], whole[1, :1], whole[2, :1], real[0, :2], lost)
    squared = 0.5 if told[TUNED] != 0 else 2.0
    while n <= stop:
        n = hoo.advance(COINS, tree, block, places[:1], n, stop, played, 0.5, squared, best_mean)
        if n <= stop and places[0] == len(block):
            refill(told, places, block)
        elif n <= stop:
            for number in range(tree.known[0], tree.used[0]):
                quarter = cells[number].width / 4
                cells[number].mean_left = mean_at(knots, cells[number].centre - quarter)
                cells[number].mean_right = mean_at(knots, cells[number].centre + quarter)
            tree.known[0] = tree.used[0]
    return n


@njit(cache=True)
def balls(real, whole, lost):
    """What Zooming knows, as `zooming.new_state` has it."""
    return zooming.State(
        *(real[0], real[1], whole[0], whole[1], whole[2], real[2], real[3], real[4], real[5]),
        *(whole[3], whole[4], whole[5], whole[6, :1], lost),
    )


@njit(cache=True)
def play_balls(told, lost, places, block, real, whole, n, stop, played, best_mean):
    """Rounds n to `stop` of Zooming."""
    state, tuned = balls(real, whole, lost), told[TUNED] != 0
    while n <= stop:
        n = zooming.advance(
            COINS, state, block, places[:1], n, stop, played, told[LIPSCHITZ], tuned, 2.0, not tuned, best_mean, 1.0
        )
        if n <= stop:
            refill(told, places, block)
    return n


@njit(cache=True)
def divide(knots, lipschitz, level, real, whole):
    """Cut the cells that are due in three, from right to left, as `policies.adaptive.divided` does."""
    size, due = whole[6, 0], 0
    for k in range(size):
        whole[0, k] = is_due(real[1, k], real[2, k], lipschitz, level)
        due += whole[0, k]
    if size + 2 * due > real.shape[1]:
        raise IndexError
    to = size + 2 * due - 1
    for k in range(size - 1, -1, -1):
        centre, third = real[0, k], real[1, k] / 3
        if whole[0, k] == 0:
            for row in range(5):
                real[row, to] = real[row, k]
            to -= 1
            continue
        plays, sums, truth = real[2, k], real[3, k], real[4, k]
        for side in range(1, -2, -1):
            real[0, to] = centre + side * third if side != 0 else centre
            real[1, to] = third
            real[2, to], real[3, to], real[4, to] = plays, sums, truth
            if side != 0:
                real[2, to] = real[3, to] = 0.0
                real[4, to] = mean_at(knots, real[0, to])
            to -= 1
    whole[6, 0] = size + 2 * due


@njit(cache=True)
def is_due(width, plays, lipschitz, level):
    """Whether a cell is to be cut, as `policies.adaptive.due_for_division` says it."""
    wide = lipschitz * width
    return 1 if 2 * plays * wide * wide > level and plays > 0 and width > NARROWEST else 0


@njit(cache=True)
def play_cells(knots, told, lost, places, block, real, whole, n, stop, played, best_mean):
    """Rounds n to `stop` of adaptive CKL-UCB."""
    lipschitz = told[LIPSCHITZ]
    while True:
        size = whole[6, 0]
        active, widths, plays, sums, truth = (
            real[0, :size], real[1, :size], real[2, :size], real[3, :size], real[4, :size]
        )  # fmt: skip
        n = adaptive.advance(
            COINS,
            active,
            widths,
            plays,
            sums,
            truth,
            block,
            places[:1],
            n,
            stop,
            played,
            lost,
            lipschitz,
            best_mean,
            1.0,
        )
        if n > stop:
            return n
        if places[0] == len(block):
            refill(told, places, block)
        else:
            divide(knots, lipschitz, math.log(n), real, whole)


@njit(cache=True)
def advance(
    knots,
    told,
    curve,
    now,
    lost,
    places,
    block,
    real,
    whole,
    cells,
    path,
    stock,
    reach,
    which,
    distinct,
    rounds,
    played,
):
    """Play so many further rounds, at most to the last mark, and keep the regret of the marks passed.

    played : (T,) float64, filled with the points.
    """
    policy, best_mean = told[POLICY], knots[1].max()
    n, reached = int(now[ROUND]), int(now[REACHED])
    stop = min(n + rounds - 1, int(curve[0, -1]))
    while n <= stop:
        until = min(stop, int(curve[0, reached]))
        if policy == HOO:
            n = play_tree(knots, told, lost, places, block, real, whole, cells, path, n, until, played, best_mean)
        elif policy == ZOOMING:
            n = play_balls(told, lost, places, block, real, whole, n, until, played, best_mean)
        elif policy == ADAPTIVE:
            n = play_cells(knots, told, lost, places, block, real, whole, n, until, played, best_mean)
        else:
            n = play_grid(told, now, places, block, real, stock, reach, which, distinct, n, until, played)
            lost[0] = 0.0
            for k in range(real.shape[1]):
                lost[0] += real[2, k] * max(best_mean - real[1, k], 0.0)
        if until == curve[0, reached]:
            curve[1, reached] = lost[0]
            reached += 1
    now[ROUND], now[REACHED] = n, reached


@njit(cache=True)
def spread(played, rounds, counts):
    """How many of the first rounds were played in each of so many equal parts of [0, 1]."""
    counts[:] = 0
    for n in range(rounds):
        counts[min(int(played[n] * len(counts)), len(counts) - 1)] += 1
