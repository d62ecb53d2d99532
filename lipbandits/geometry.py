"""Where the arms are, and how fast the mean reward may change between them."""

import numpy as np

from lipbandits import checks

# Rounding in the distances must not make a metric fail the triangle inequality.
_METRIC_TOLERANCE = 1e-12


class Geometry:
    """Arms, their pairwise distances and the Lipschitz constant L (Section 2 of the paper).

    Parameters
    ----------
    arms : sequence of K ≥ 1 positions in [0, 1], strictly increasing.
    lipschitz : L ≥ 0, finite; unit: mean reward per unit of distance.

    Attributes
    ----------
    arms : (K,) positions, or None for a geometry made from distances.
    n_arms : K.
    distances : (K, K) matrix of |x_i − x_k|; read-only.
    lipschitz : L.

    Raises
    ------
    ValueError : if the positions are unsorted, repeated or outside [0, 1], or L is negative, NaN or infinite.

    >>> Geometry([0.0, 0.25, 1.0], lipschitz=2.0).distances[0]
    array([0.  , 0.25, 1.  ])
    """

    def __init__(self, arms, lipschitz):
        arms = _positions(arms)
        self._set(arms, np.abs(arms[:, None] - arms[None, :]), lipschitz)

    @classmethod
    def from_distances(cls, distances, lipschitz):
        """The geometry of any finite metric space, from its (K, K) distance matrix.

        Section 2 of the paper remarks that its results extend to metric spaces; nothing in this package uses
        more of the arms than their distances.

        Raises
        ------
        ValueError : if the matrix is not a metric; the message names the entry or the triple at fault.
        """
        geometry = cls.__new__(cls)
        geometry._set(None, _metric(distances), lipschitz)
        return geometry

    def with_lipschitz(self, lipschitz):
        """The same arms under another constant L."""
        geometry = type(self).__new__(type(self))
        geometry._set(self.arms, self.distances, lipschitz)
        return geometry

    def _set(self, arms, distances, lipschitz):
        self.arms = arms
        self.distances = distances
        self.lipschitz = checked_lipschitz(lipschitz)
        for array in (arms, distances):
            if array is not None:
                array.setflags(write=False)

    @property
    def n_arms(self):
        return len(self.distances)

    def __repr__(self):
        where = "a metric space" if self.arms is None else f"[{self.arms[0]:g}, {self.arms[-1]:g}]"
        return f"Geometry({self.n_arms} arms in {where}, lipschitz={self.lipschitz:g})"


def _positions(arms):
    arms = checks.array("arms", arms, "increasing numbers in [0, 1]")
    if arms.ndim != 1 or arms.size == 0:
        raise ValueError(f"arms: shape {arms.shape}; expected a sequence of at least one position in [0, 1]")
    bad = ~((arms >= 0) & (arms <= 1))
    if bad.any():
        k = int(np.argmax(bad))
        raise ValueError(f"arms: position {k} is {arms[k]}; expected numbers in [0, 1]")
    steps = np.diff(arms)
    if (steps <= 0).any():
        k = int(np.argmax(steps <= 0))
        word = "repeated" if steps[k] == 0 else "out of order"
        raise ValueError(
            f"arms: positions {k} and {k + 1} are {word} ({arms[k]}, {arms[k + 1]}); expected strictly increasing"
        )
    return arms


def checked_lipschitz(lipschitz):
    """L as a float, if it is finite and ≥ 0."""
    return checks.number("lipschitz", lipschitz, "a finite number ≥ 0", low=0)


def _metric(distances):
    d = checks.array("distances", distances, "a square matrix (K, K) of numbers")
    if d.ndim != 2 or d.shape[0] != d.shape[1] or d.size == 0:
        raise ValueError(f"distances: shape {d.shape}; expected a square matrix (K, K)")
    bad = ~(np.isfinite(d) & (d >= 0))
    if bad.any():
        i, j = np.argwhere(bad)[0]
        raise ValueError(f"distances: entry ({i}, {j}) is {d[i, j]}; expected finite numbers ≥ 0")
    bad = (d > 0) == np.eye(len(d), dtype=bool)
    if bad.any():
        i, j = np.argwhere(bad)[0]
        raise ValueError(f"distances: entry ({i}, {j}) is {d[i, j]}; expected 0 on the diagonal and > 0 elsewhere")
    tolerance = _METRIC_TOLERANCE * d.max()
    if (np.abs(d - d.T) > tolerance).any():
        i, j = np.argwhere(np.abs(d - d.T) > tolerance)[0]
        raise ValueError(f"distances: entries ({i}, {j}) and ({j}, {i}) are {d[i, j]} and {d[j, i]}; expected equal")
    for k in range(len(d)):
        excess = d - (d[:, k, None] + d[None, k, :])
        if excess.max() > tolerance:
            i, j = np.unravel_index(int(np.argmax(excess)), d.shape)
            raise ValueError(
                f"distances: the triple ({i}, {k}, {j}) breaks the triangle inequality: "
                f"{d[i, j]} > {d[i, k]} + {d[k, j]}; expected a metric"
            )
    return d
