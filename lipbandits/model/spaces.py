"""Finite metric spaces, as the distances of their points: arms that lie on no line."""

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks


def circle(n_arms: int) -> NDArray[np.float64]:
    """Distances along a circle of K evenly spaced arms; the farthest point of the circle is at distance 1.

    Parameters
    ----------
    n_arms : int
        K ≥ 1.

    Returns
    -------
    (K, K) ndarray
        A metric.

    Examples
    --------
    >>> circle(4)[0].tolist()
    [0.0, 0.5, 1.0, 0.5]
    """
    places = np.arange(checks.count("n_arms", n_arms))
    steps = np.abs(places[:, None] - places[None, :])
    return 2 * np.minimum(steps, len(places) - steps) / len(places)


def binary_tree(depth: int) -> NDArray[np.float64]:
    """Distances between the K = 2^(depth + 1) − 1 nodes of a full binary tree, along its branches.

    Node 0 is the root, nodes 2k + 1 and 2k + 2 are below node k, and two leaves on either side of the root are at
    distance 1.

    Parameters
    ----------
    depth : int
        How many levels there are below the root, ≥ 1.

    Returns
    -------
    (K, K) ndarray
        A metric.

    Examples
    --------
    >>> binary_tree(1).tolist()
    [[0.0, 0.5, 0.5], [0.5, 0.0, 1.0], [0.5, 1.0, 0.0]]
    """
    depth = checks.count("depth", depth)
    n_arms = 2 ** (depth + 1) - 1
    steps = np.zeros((n_arms, n_arms))
    for node in range(1, n_arms):
        steps[node, :node] = steps[:node, node] = steps[(node - 1) // 2, :node] + 1
    return steps / (2 * depth)


def grid_2d(rows: int, columns: int) -> NDArray[np.float64]:
    """Distances in the plane between the K = rows · columns points of an even grid on the unit square.

    Point (r, c) is arm r · columns + c.

    Parameters
    ----------
    rows : int
        ≥ 1.
    columns : int
        ≥ 1.

    Returns
    -------
    (K, K) ndarray
        A metric.

    Examples
    --------
    >>> grid_2d(2, 2)[0].round(3).tolist()
    [0.0, 1.0, 1.0, 1.414]
    """
    rows, columns = checks.count("rows", rows), checks.count("columns", columns)
    across, down = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows))
    points = (across + 1j * down).ravel()
    return np.abs(points[:, None] - points[None, :])
