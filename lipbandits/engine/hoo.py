"""HOO compiled: the plays of `lipbandits.policies.HOO`, touching little more than the path to the cell that is played.

U = mean + x / √t + ν₁ρ^h is linear in x = √(c log n), and B of a cell is U of one of the cells in it. Rounds are cut
into epochs over which x hardly changes. Each cell keeps B at both ends of the epoch, and its source: the cell whose U
is B all through the epoch, if it is one and the same. Two lines whose order is the same at both ends do not cross
between them. So a play changes this for the cells on its path only, and only cells without a source are evaluated from
those below.
"""

import math
from collections import namedtuple

import numpy as np
from numba import config, njit

from lipbandits.engine.core import TOLERANCE
from lipbandits.engine.quantiles import reward_at

_NONE = -1
# A new epoch reckons with every cell, and is so much longer than the rounds before it; a longer one has fewer sources.
_EPOCH = 0.08

# bonus: ν₁ρ^h. low, high: B at the ends of the epoch. mean_left, mean_right: means of the midpoints of its halves.
# left, right, source: numbers of cells, or −1.
CELL = np.dtype(
    [(name, np.float64) for name in ("plays", "sums", "bonus", "low", "high", "centre", "mean_left", "mean_right")]
    + [("width", np.float64), ("left", np.int32), ("right", np.int32), ("source", np.int32)],
    align=True,
)
Tree = namedtuple("Tree", "cells path used known until ends lost")


def new_tree(horizon, nu1):
    """The root alone, with room for one cell a round.

    cells : (T + 1,) of type CELL, used (1,) of them in use, and known (1,) with the means of their halves.
    path : (T + 1,) room for the cells of a path. until : (1,) the last round of the epoch.
    ends : (2,) x in its first and its last round. lost : (1,) regret so far.
    """
    cells = np.zeros(horizon + 1, dtype=CELL)
    if config.DISABLE_JIT:
        # A cell has attributes in compiled code, and otherwise in a record array only, which is slow to index.
        cells = cells.view(np.recarray)
    cells[0] = (0, 0, nu1, 0, 0, 0.5, 0, 0, 1, _NONE, _NONE, _NONE)
    used, known, until = np.array([[1], [0], [0]])
    return Tree(cells, np.zeros(horizon + 1, dtype=np.int32), used, known, until, np.zeros(2), np.zeros(1))


def add_means(tree, mean):
    """Fill in the means of the halves of all cells that came into use since the last time."""
    new = tree.cells[tree.known[0] : tree.used[0]]
    quarters = new["width"] / 4
    means = mean(np.concatenate([new["centre"] - quarters, new["centre"] + quarters]))
    new["mean_left"], new["mean_right"] = means.reshape(2, -1)
    tree.known[0] = tree.used[0]


@njit(cache=True)
def upper(cell, x):
    """U of a cell, x = √(c log n)."""
    return cell.sums / cell.plays + x / math.sqrt(cell.plays) + cell.bonus


@njit(cache=True)
def exceeds(one, other):
    """Whether B of one cell is known to be at least that of another all through the epoch."""
    if one.source >= 0 and other.source >= 0:
        return one.low >= other.low and one.high >= other.high
    return one.low >= other.high


@njit(cache=True)
def refresh(cells, number, first, last):
    """B of a cell at the ends of the epoch, where x is `first` and `last`, and its source, from its halves."""
    cell = cells[number]
    low, high, source = upper(cell, first), upper(cell, last), number
    if cell.left >= 0 and cell.right >= 0:
        left, right = cells[cell.left], cells[cell.right]
        if exceeds(left, right):
            below, half_low, half_high = left.source, left.low, left.high
        elif exceeds(right, left):
            below, half_low, half_high = right.source, right.low, right.high
        else:
            below, half_low, half_high = np.int32(_NONE), max(left.low, right.low), max(left.high, right.high)
        if half_high <= low or (below >= 0 and half_low <= low and half_high <= high):
            low, high, source = half_low, half_high, below
        elif not (high <= half_low or (below >= 0 and low <= half_low and high <= half_high)):
            low, high, source = min(low, half_low), min(high, half_high), _NONE
    cell.low, cell.high, cell.source = low, high, source


@njit(cache=True)
def bound(cells, number, x):
    """B of a cell in the present round."""
    cell = cells[number]
    if cell.source >= 0:
        return upper(cells[cell.source], x)
    own = upper(cell, x)
    left, right = cells[cell.left], cells[cell.right]
    if max(left.low, right.low) >= own:
        return own
    if exceeds(left, right):
        return min(own, bound(cells, cell.left, x))
    if exceeds(right, left):
        return min(own, bound(cells, cell.right, x))
    return min(own, max(bound(cells, cell.left, x), bound(cells, cell.right, x)))


@njit(cache=True)
def goes_right(cells, number, x):
    """Whether the right half of a cell has the larger B, by more than the tolerance."""
    cell = cells[number]
    if cell.left < 0 or cell.right < 0:
        return cell.left >= 0
    left, right = cells[cell.left], cells[cell.right]
    if right.low > left.high + TOLERANCE:
        return True
    if right.high <= left.low + TOLERANCE:
        return False
    return bound(cells, cell.right, x) > bound(cells, cell.left, x) + TOLERANCE


@njit(cache=True)
def advance(family, tree, block, used, n, stop, played, rho, squared, best_mean):
    """Play rounds n to `stop`; returns the next round, not beyond `stop` if uniforms or means are needed before.

    block : (B,) uniforms. used : (1,) how many are gone. played : (T,) filled with the points, or empty.
    squared : c, 2 or 1/2, times the square of what radii are multiplied by.
    """
    cells, path, ends = tree.cells, tree.path, tree.ends
    while n <= stop and used[0] < len(block):
        x = math.sqrt(squared * math.log(max(n - 1, 1)))
        if n > tree.until[0]:
            tree.until[0] = n + int(_EPOCH * n)
            ends[0], ends[1] = x, math.sqrt(squared * math.log(max(tree.until[0] - 1, 1)))
            if n > 1:
                for number in range(tree.used[0] - 1, -1, -1):
                    refresh(cells, number, ends[0], ends[1])
        depth, number = 0, 0
        while True:
            path[depth] = number
            right = goes_right(cells, number, x)
            half = cells[number].right if right else cells[number].left
            if half < 0:
                break
            number = half
            depth += 1
        if number >= tree.known[0]:
            return n
        parent, new = cells[number], cells[tree.used[0]]
        mean = parent.mean_right if right else parent.mean_left
        reward = reward_at(family, block[used[0]], mean)
        used[0] += 1
        if right:
            parent.right = tree.used[0]
        else:
            parent.left = tree.used[0]
        new.plays, new.sums, new.bonus, new.left, new.right = 1.0, reward, parent.bonus * rho, _NONE, _NONE
        new.width = parent.width / 2
        new.centre = parent.centre + (0.5 if right else -0.5) * new.width
        refresh(cells, tree.used[0], ends[0], ends[1])
        tree.used[0] += 1
        for d in range(depth, -1, -1):
            cells[path[d]].plays += 1
            cells[path[d]].sums += reward
            refresh(cells, path[d], ends[0], ends[1])
        tree.lost[0] += max(best_mean - mean, 0.0)
        if len(played) > 0:
            played[n - 1] = new.centre
        n += 1
    return n
