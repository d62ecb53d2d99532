"""What a policy on [0, 1] knows in the middle of a run of `lipbandits.engine.curve`, for pages to draw."""

import math

import numpy as np
from numba import njit

from lipbandits.engine import hoo, zooming
from lipbandits.engine.core import level_of
from lipbandits.engine.curve import ADAPTIVE, CKL_UCB, FACTOR, HOO, LIPSCHITZ, POLICY, ROUND, TUNED, ZOOMING
from lipbandits.engine.families import COINS
from lipbandits.engine.steps import lipschitz_index

# Rows of what there is at each point, and numbers. A width is that of a cell, or of what a ball of Zooming covers.
ROWS = ("points", "widths", "plays", "averages", "indexes")
POINTS, WIDTHS, PLAYS, AVERAGES, INDEXES = range(5)
SEEN = ("round", "size", "depth")
# Down to which depth a tree is told, and at how many points its least bound.
DEPTHS, SAMPLES = 12, 257


@njit(cache=True)
def inside_grid(told, n, real, reach, rows):
    """The arms of a grid as their policy sees them before round n, each as wide as a step."""
    count, level = real.shape[1], level_of(n, told[FACTOR])
    averages = np.zeros(count)
    for k in range(count):
        averages[k] = real[3, k] / real[2, k] if real[2, k] > 0 else 0.0
    # Without structure an arm speaks of itself alone.
    near = reach if told[POLICY] == CKL_UCB else 2.0 - 2.0 * np.eye(count)
    for k in range(count):
        rows[POINTS, k], rows[WIDTHS, k], rows[PLAYS, k], rows[AVERAGES, k] = (
            real[0, k], 1.0 / count, real[2, k], averages[k]
        )  # fmt: skip
        rows[INDEXES, k] = lipschitz_index(COINS, real[2], averages, near, k, level)
    return count


@njit(cache=True)
def inside_balls(told, n, real, whole, rows):
    """The active points of Zooming, each with what its ball covers, infinite before its first play."""
    size, tuned, phase = whole[6, 0], told[TUNED] != 0, math.floor(math.log2(n + 1))
    # Where a phase begins, what was before it is forgotten.
    if not tuned and n == (1 << phase) - 1:
        return 0
    for a in range(size):
        radius = zooming.radius(real[2, a], n, phase, tuned, 1.0)
        rows[POINTS, a], rows[WIDTHS, a], rows[PLAYS, a], rows[AVERAGES, a] = (
            real[0, whole[2, a]], 2 * radius / told[LIPSCHITZ], real[2, a], real[4, a]
        )  # fmt: skip
        rows[INDEXES, a] = real[4, a] + 2 * radius
    return size


@njit(cache=True)
def inside_cells(told, n, real, whole, rows):
    """The cells of adaptive CKL-UCB with the indexes of their centres."""
    size, level = whole[6, 0], level_of(n, 0.0)
    active, averages = real[0, :size], np.zeros(size)
    reach = told[LIPSCHITZ] * np.abs(active.reshape(-1, 1) - active.reshape(1, -1))
    for k in range(size):
        averages[k] = real[3, k] / real[2, k] if real[2, k] > 0 else 0.0
    for k in range(size):
        rows[POINTS, k], rows[WIDTHS, k], rows[PLAYS, k], rows[AVERAGES, k] = (
            real[0, k], real[1, k], real[2, k], averages[k]
        )  # fmt: skip
        rows[INDEXES, k] = lipschitz_index(COINS, real[2, :size], averages, reach, k, level)
    return size


@njit(cache=True)
def inside_tree(told, n, whole, cells, rows):
    """Of HOO's tree: the plays of cell i of depth h at 2^h − 1 + i, and the least U at samples of [0, 1].

    Returns the depth of the deepest cell.
    """
    used, deepest = whole[0, 0], 1.0
    squared = (0.5 if told[TUNED] != 0 else 2.0) * math.log(max(n - 1, 1))
    rows[PLAYS, : 2 ** (DEPTHS + 1) - 1] = 0.0
    for number in range(used):
        cell = cells[number]
        deepest = min(deepest, cell.width)
        if cell.width >= 2.0**-DEPTHS:
            rows[PLAYS, round(1 / cell.width) - 1 + int(cell.centre / cell.width)] = cell.plays
    for sample in range(SAMPLES):
        x, number, least = sample / (SAMPLES - 1), 0, math.inf
        while number >= 0:
            cell = cells[number]
            if cell.plays > 0:
                least = min(least, hoo.upper(cell, math.sqrt(squared)))
            number = cell.left if x <= cell.centre else cell.right
        rows[POINTS, sample], rows[INDEXES, sample] = x, least
    return round(-math.log2(deepest))


@njit(cache=True)
def inside(
    knots, told, curve, now, lost, places, block, real, whole, cells, path, stock, reach, which, distinct, seen, rows
):
    """What a policy knows before the next round. seen : (3,) and rows : (5, W), filled with what SEEN and ROWS name."""
    n, policy, depth = int(now[ROUND]), told[POLICY], 0
    if policy == HOO:
        depth = inside_tree(told, n, whole, cells, rows)
        size = int(whole[0, 0])
    elif policy == ZOOMING:
        size = int(inside_balls(told, n, real, whole, rows))
    elif policy == ADAPTIVE:
        size = int(inside_cells(told, n, real, whole, rows))
    else:
        size = int(inside_grid(told, n, real, reach, rows))
    seen[0], seen[1], seen[2] = n, size, depth
