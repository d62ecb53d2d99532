"""HOO, from "X-armed bandits" (Bubeck, Munos, Stoltz and Szepesvári 2011): optimism down a binary tree of cells."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.geometry import Interval
from lipbandits.policies.policy import TOLERANCE, ContinuousPolicy, checked_width


class Tree:
    """The cells in use, numbered in the order of their first play; cell 0 is the root, all of [0, 1].

    Attributes
    ----------
    centres : (N,) ndarray
        Midpoints.
    depths : (N,) ndarray
        h; a cell is 2^−h wide.
    children : (N, 2) ndarray
        Numbers of the left and the right half, −1 for one not in use.
    levels : list of lists
        For each depth, its cells.
    chosen : tuple or None
        (path, side): the cells from the root to the parent of the one to play, and which half of it that is.
    """

    def __init__(self) -> None:
        self.centres, self.depths, self.children = np.array([0.5]), np.array([0]), np.array([[-1, -1]])
        self.levels: list[list[int]] = [[0]]
        self.chosen: tuple[list[int], int] | None = None

    def centre_of_half(self, cell: int, side: int) -> float:
        """The midpoint of the left (0) or the right (1) half of a cell."""
        return self.centres[cell] + (side - 0.5) * 2.0 ** -(self.depths[cell] + 1)

    def add(self, parent: int, side: int) -> int:
        """Take a half of a cell into use; returns its number."""
        cell, depth = len(self.centres), self.depths[parent] + 1
        self.centres = np.append(self.centres, self.centre_of_half(parent, side))
        self.depths = np.append(self.depths, depth)
        self.children = np.vstack([self.children, [-1, -1]])
        self.children[parent, side] = cell
        if depth == len(self.levels):
            self.levels.append([])
        self.levels[depth].append(cell)
        return cell


class HOO(ContinuousPolicy):
    """Hierarchical optimistic optimisation: from the root, go to the half with the larger bound B until one is new.

    After round n a cell at depth h with t plays in it has U = mean + √(2 log n / t) + ν₁ρ^h and
    B = min(U, the larger B of its halves), where a half not in use has B = ∞. The midpoint of the new cell is played.
    The root is in use from the start. Bounds within 1e-9 of each other are a tie, which goes left.

    Parameters
    ----------
    nu1, rho : float
        ν₁ > 0 and 0 < ρ < 1: a cell at depth h is taken to vary by at most ν₁ρ^h. With L and 1/2 every cell of an
        L-Lipschitz mean does.
    tuned : bool, optional
        HOO+ of the paper: the radius √(log n / (2t)) in place of √(2 log n / t).

    Raises
    ------
    ValueError
        For ν₁ ≤ 0 or ρ outside (0, 1); in ``reset`` for rewards that are neither in [0, 1] nor Gaussian, whose radius
        is 2 sd times as large.
    """

    def __init__(self, nu1: float, rho: float, tuned: bool = False) -> None:
        self.nu1 = checks.number("nu1", nu1, "a finite number > 0", low=np.nextafter(0, 1))
        self.rho = checks.number("rho", rho, "a number between 0 and 1", np.nextafter(0, 1), np.nextafter(1, 0))
        self.tuned = checks.flag("tuned", tuned)

    def reset(self, geometry: Interval, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.width = checked_width(self, geometry)
        self.tree = Tree()
        self.plays, self.sums = np.zeros(1, dtype=int), np.zeros(1)

    def bounds(self, n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """U and B of every cell in use after a round.

        Parameters
        ----------
        n : int
            The round.

        Returns
        -------
        upper, bounds : (N,) ndarray
        """
        squared = (0.5 if self.tuned else 2.0) * np.log(max(n, 1)) / np.maximum(self.plays, 1)
        upper = self.means + self.width * np.sqrt(squared) + self.nu1 * self.rho**self.tree.depths
        upper[self.plays == 0] = np.inf
        # Its last entry is what −1, no cell, refers to.
        bounds = np.append(upper, np.inf)
        for level in reversed(self.tree.levels):
            halves = bounds[self.tree.children[level]]
            bounds[level] = np.minimum(upper[level], halves.max(axis=1))
        return upper, bounds[:-1]

    def explain(self, n: int) -> dict[str, Any]:
        """The path of cells from the root, U and B of all cells, and the half of the last one that is played next.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        dict
        """
        upper, bounds = self.bounds(checks.count("n", n) - 1)
        path = [0]
        while True:
            left, right = (bounds[half] if half >= 0 else np.inf for half in self.tree.children[path[-1]])
            side = int(right > left + TOLERANCE)
            half = self.tree.children[path[-1], side]
            if half < 0:
                break
            path.append(int(half))
        centre, width = self.tree.centre_of_half(path[-1], side), 2.0 ** -(self.tree.depths[path[-1]] + 1.0)
        cell = (float(centre - width / 2), float(centre + width / 2))
        return {"point": float(centre), "path": path, "side": side, "cell": cell, "upper": upper, "bounds": bounds}

    def select(self, n: int) -> float:
        report = self.explain(n)
        self.tree.chosen = report["path"], report["side"]
        return report["point"]

    def update(self, point: float, reward: float) -> None:
        """Count the reward in the cell last selected, and in all that contain it, whatever point of it was played.

        Parameters
        ----------
        point : float
            In [0, 1].
        reward : float
            Of the geometry's family; from 0 to 1 for Bernoulli's.

        Raises
        ------
        ValueError
            Before a ``select``, for a point outside [0, 1], or a reward that there is not.
        """
        if self.tree.chosen is None:
            raise ValueError("update: no cell so far; expected select(n) first")
        checks.number("point", point, "a point of [0, 1]", 0, 1)
        reward = self.geometry.family.checked_reward(reward)
        path, side = self.tree.chosen
        self.tree.chosen = None
        path = [*path, self.tree.add(path[-1], side)]
        self.plays, self.sums = np.append(self.plays, 0), np.append(self.sums, 0.0)
        self.plays[path] += 1
        self.sums[path] += reward
