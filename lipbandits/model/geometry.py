"""What the player knows: where the arms are, how fast the mean may change between them, and the family of rewards."""

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.families import BERNOULLI, Family, checked_family
from lipbandits.model.immutable import Immutable

# Rounding in the distances must not make a metric fail the triangle inequality.
_METRIC_TOLERANCE = 1e-12


class Geometry(Immutable):
    """Arms, their pairwise distances and the Lipschitz constant L (Section 2 of the paper).

    Parameters
    ----------
    arms : (K,) array_like
        K ≥ 1 positions in [0, 1], strictly increasing.
    lipschitz : float
        L ≥ 0, finite; unit: mean reward per unit of distance.
    family : Family, default Bernoulli
        Of the rewards.

    Attributes
    ----------
    arms : (K,) ndarray or None
        Positions; None for a geometry made from distances.
    family : Family
        Of the rewards: a policy finds here which divergence to use.
    n_arms : int
        K, the number of arms.
    distances : (K, K) ndarray
        Matrix of ``|x_i − x_k|``; read-only.
    lipschitz : float
        The constant L.

    Raises
    ------
    ValueError
        If the positions are unsorted, repeated or outside [0, 1], or L is negative, NaN or infinite.
    AttributeError
        For an attempt to change it; `with_lipschitz` makes a new one.

    Examples
    --------
    >>> Geometry([0.0, 0.25, 1.0], lipschitz=2.0).distances[0]
    array([0.  , 0.25, 1.  ])
    """

    def __init__(self, arms: ArrayLike, lipschitz: float, family: Family = BERNOULLI) -> None:
        arms = _positions("arms", arms)
        self._set(arms, np.abs(arms[:, None] - arms[None, :]), lipschitz, family)

    @classmethod
    def from_distances(cls, distances: ArrayLike, lipschitz: float, family: Family = BERNOULLI) -> Self:
        """The geometry of any finite metric space, from its (K, K) distance matrix.

        Section 2 of the paper remarks that its results extend to metric spaces; nothing in this package uses
        more of the arms than their distances.

        Parameters
        ----------
        distances : (K, K) array_like
            A metric: 0 on the diagonal and > 0 elsewhere, symmetric, with the triangle inequality.
        lipschitz : float
            L ≥ 0.
        family : Family, default Bernoulli
            Of the rewards.

        Returns
        -------
        Geometry
            Its ``arms`` are None.

        Raises
        ------
        ValueError
            If the matrix is not a metric; the message names the entry or the triple at fault.
        """
        geometry = cls.__new__(cls)
        geometry._set(None, _metric(distances), lipschitz, family)
        return geometry

    def with_lipschitz(self, lipschitz: float) -> Self:
        """The same arms under another constant L.

        Parameters
        ----------
        lipschitz : float
            L ≥ 0.

        Returns
        -------
        Geometry
            A new one, with the same distances.
        """
        return self._changed(lipschitz=checked_lipschitz(lipschitz))

    def with_family(self, family: Family) -> Self:
        """The same arms and L for other rewards.

        Parameters
        ----------
        family : Family
            Of the rewards.

        Returns
        -------
        Geometry
            A new one, with the same distances.
        """
        return self._changed(family=checked_family(family))

    def _set(
        self, arms: NDArray[np.float64] | None, distances: NDArray[np.float64], lipschitz: float, family: Family
    ) -> None:
        self.arms = arms
        self.distances = distances
        self.lipschitz = checked_lipschitz(lipschitz)
        self.family = checked_family(family)
        self._seal()

    @property
    def n_arms(self) -> int:
        return len(self.distances)

    def __repr__(self) -> str:
        where = "a metric space" if self.arms is None else f"[{self.arms[0]:g}, {self.arms[-1]:g}]"
        return f"Geometry({self.n_arms} arms in {where}, lipschitz={self.lipschitz:g}{_shown(self.family)})"


class Interval(Immutable):
    """All points of [0, 1] and the Lipschitz constant L: what a policy is told that plays points.

    Parameters
    ----------
    lipschitz : float
        L ≥ 0, finite; unit: mean reward per unit of distance.
    family : Family, default Bernoulli
        Of the rewards.

    Attributes
    ----------
    lipschitz : float
        The constant L.
    family : Family
        Of the rewards.

    Raises
    ------
    ValueError
        If L is negative, NaN or infinite.
    AttributeError
        For an attempt to change it.
    """

    def __init__(self, lipschitz: float, family: Family = BERNOULLI) -> None:
        self.lipschitz = checked_lipschitz(lipschitz)
        self.family = checked_family(family)
        self._seal()

    def with_lipschitz(self, lipschitz: float) -> "Interval":
        """The same points under another constant L.

        Parameters
        ----------
        lipschitz : float
            L ≥ 0.

        Returns
        -------
        Interval
            A new one.
        """
        return Interval(lipschitz, self.family)

    def __repr__(self) -> str:
        return f"Interval(lipschitz={self.lipschitz:g}{_shown(self.family)})"


def _shown(family: Family) -> str:
    """What a repr says of the family: nothing of the paper's own."""
    return "" if family == BERNOULLI else f", family={family!r}"


def _positions(name: str, positions: ArrayLike) -> NDArray[np.float64]:
    positions = checks.array(name, positions, "increasing numbers in [0, 1]")
    if positions.ndim != 1 or positions.size == 0:
        raise ValueError(f"{name}: shape {positions.shape}; expected a sequence of at least one position in [0, 1]")
    bad = ~((positions >= 0) & (positions <= 1))
    if bad.any():
        k = int(np.argmax(bad))
        raise ValueError(
            f"{name}: position {k} is {positions[k]}; expected numbers in [0, 1], such as (x - low) / (high - low), "
            "and an L for these"
        )
    steps = np.diff(positions)
    if (steps <= 0).any():
        k = int(np.argmax(steps <= 0))
        word = "repeated" if steps[k] == 0 else "out of order"
        raise ValueError(
            f"{name}: positions {k} and {k + 1} are {word} ({positions[k]}, {positions[k + 1]}); "
            "expected strictly increasing"
        )
    return positions


def checked_lipschitz(lipschitz: float) -> float:
    """L as a float, if it is finite and ≥ 0."""
    return checks.number("lipschitz", lipschitz, "a finite number ≥ 0", low=0)


def _metric(distances: ArrayLike, name: str = "distances", label: Callable[[Any], Any] = int) -> NDArray[np.float64]:
    """The matrix, if it is a metric; ``label`` says how a message names a row."""
    d = checks.array(name, distances, "a square matrix (K, K) of numbers")
    if d.ndim != 2 or d.shape[0] != d.shape[1] or d.size == 0:
        raise ValueError(f"{name}: shape {d.shape}; expected a square matrix (K, K)")

    def entry(bad: NDArray[np.bool_]) -> tuple[float, float, Any, Any]:
        i, j = np.argwhere(bad)[0]
        return d[i, j], d[j, i], label(i), label(j)

    bad = ~(np.isfinite(d) & (d >= 0))
    if bad.any():
        value, _, i, j = entry(bad)
        raise ValueError(f"{name}: entry ({i}, {j}) is {value}; expected finite numbers ≥ 0")
    bad = (d > 0) == np.eye(len(d), dtype=bool)
    if bad.any():
        value, _, i, j = entry(bad)
        raise ValueError(f"{name}: entry ({i}, {j}) is {value}; expected 0 on the diagonal and > 0 elsewhere")
    tolerance = _METRIC_TOLERANCE * d.max()
    bad = np.abs(d - d.T) > tolerance
    if bad.any():
        one, other, i, j = entry(bad)
        raise ValueError(f"{name}: entries ({i}, {j}) and ({j}, {i}) are {one} and {other}; expected equal")
    # One matrix for all k: a thousand rows take a second, and new matrices would take four.
    excess = np.empty_like(d)
    for k in range(len(d)):
        np.add(d[:, k, None], d[None, k, :], out=excess)
        np.subtract(d, excess, out=excess)
        if excess.max() > tolerance:
            i, j = np.unravel_index(int(np.argmax(excess)), d.shape)
            raise ValueError(
                f"{name}: the triple ({label(i)}, {label(k)}, {label(j)}) breaks the triangle inequality: "
                f"{d[i, j]} > {d[i, k]} + {d[k, j]}; expected a metric"
            )
    return d
