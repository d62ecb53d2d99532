"""The zooming algorithm (Kleinberg, Slivkins and Upfal 2008): arms are added where the confidence balls leave a gap."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.geometry import Interval
from lipbandits.model.grids import even_grid
from lipbandits.policies.policy import ContinuousPolicy, checked_width, lowest_of_the_largest

ORDERS = ("lowest", "random")


class Zooming(ContinuousPolicy):
    """Each round: activate a point that no active one covers, if any; then play the largest mean + 2·radius.

    An active point x covers all y with L|x − y| ≤ its radius. Phase i = 1, 2, … lasts 2^i rounds, forgets those before,
    and has the radius √(8i / (2 + t)). A tie within 1e-9 goes to the point activated first.

    Only the candidates (i + 1/2) / M are looked at, and one that is uncovered is activated, at most one a round.
    They reach from end to end: every point of [0, 1] is within 1/(2M) of one. So once all are covered, what is not lies
    in gaps narrower than 1/M, and no point of it is farther than 1/(2M) from what is.

    Parameters
    ----------
    lipschitz : float
        L > 0, what the algorithm assumes.
    tuned : bool, optional
        Zooming+ of the paper: the radius √(log n / (2t)), infinite at t = 0. The paper does not say whether it has
        phases; here it has none, unless ``phases``.
    candidates : int, optional
        How many candidates M there are.
    radii_added : float, optional
        How many radii an index adds to the average. The algorithm adds 2, one for chance and one for the distance to
        the best point of the ball; the paper does not say what Zooming+ does.
    phases : bool, optional
        Whether there are phases that forget; default: unless ``tuned``. The radius is that of ``tuned`` all the same.
    order : {"lowest", "random"}, optional
        Which uncovered candidate is activated, a choice that the algorithm leaves open: the lowest, or the first in a
        random order that ``reset`` draws.

    Raises
    ------
    ValueError
        For L ≤ 0, no candidates, no radii or another order.
    TypeError
        For phases other than True, False and None.
    """

    def __init__(
        self,
        lipschitz: float,
        tuned: bool = False,
        candidates: int = 1000,
        radii_added: float = 2,
        phases: bool | None = None,
        order: str = "lowest",
    ) -> None:
        self.lipschitz = checks.number("lipschitz", lipschitz, "a finite number > 0", low=np.nextafter(0, 1))
        self.tuned = checks.flag("tuned", tuned)
        self.candidates = checks.count("candidates", candidates)
        self.radii_added = checks.number("radii_added", radii_added, "a finite number > 0", np.nextafter(0, 1))
        if not (phases is None or isinstance(phases, bool | np.bool_)):
            raise TypeError(f"phases: {checks.shown(phases)}; expected True, False, or None for those of the algorithm")
        self.phases = not self.tuned if phases is None else bool(phases)
        if not isinstance(order, str) or order not in ORDERS:
            raise ValueError(f"order: {checks.shown(order)}; expected one of {', '.join(map(repr, ORDERS))}")
        self.order = order

    # What a radius is multiplied by, of rewards in [0, 1]; `reset` sets that of others.
    width = 1.0

    def reset(self, geometry: Interval, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.width = checked_width(self, geometry)
        self.active, self.plays, self.sums = np.zeros(0), np.zeros(0, dtype=int), np.zeros(0)
        places = np.arange(self.candidates)
        # (M,) numbers of the candidates in the order in which they are considered.
        self.considered = places if self.order == "lowest" else self.generator().permutation(places)

    def radii(self, n: int, plays: ArrayLike) -> NDArray[np.float64]:
        """The confidence radius of points.

        Parameters
        ----------
        n : int
            The round.
        plays : (A,) array_like
            How often each was played.

        Returns
        -------
        (A,) ndarray
        """
        n, plays = checks.count("n", n), np.asarray(plays)
        if self.tuned:
            return np.where(plays > 0, self.width * np.sqrt(np.log(n) / (2 * np.maximum(plays, 1))), np.inf)
        return self.width * np.sqrt(8 * phase_of(n) / (2 + plays))

    def uncovered(self, active: NDArray[np.float64], radii: NDArray[np.float64]) -> NDArray[np.float64]:
        """The candidates that no active point covers, in the order in which they are considered.

        Parameters
        ----------
        active, radii : (A,) ndarray
            Points, and how far each covers, in units of reward.

        Returns
        -------
        (B,) ndarray
        """
        points = even_grid(self.candidates)[self.considered]
        distances = self.lipschitz * np.abs(points[:, None] - active[None, :])
        return points[~(distances <= radii).any(axis=1)]

    def explain(self, n: int) -> dict[str, Any]:
        """The active points in the order of activation, their counts, radii and indexes, and which one is new.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        dict
        """
        n, active, plays, sums = checks.count("n", n), self.active, self.plays, self.sums
        if self.phases and phase_of(n) > phase_of(n - 1):
            active, plays, sums = active[:0], plays[:0], sums[:0]
        uncovered = self.uncovered(active, self.radii(n, plays))
        activated = float(uncovered[0]) if len(uncovered) else None
        if activated is not None:
            active, plays, sums = np.append(active, activated), np.append(plays, 0), np.append(sums, 0.0)
        radii = self.radii(n, plays)
        indexes = sums / np.maximum(plays, 1) + self.radii_added * radii
        if self.geometry.family.low < 0:
            # Where means may be as low as they like, 0 is no average for a point that was not played.
            indexes[plays == 0] = np.inf
        point = float(active[lowest_of_the_largest(indexes)])
        report = {"point": point, "active": active, "plays": plays, "sums": sums, "radii": radii, "indexes": indexes}
        return report | {"activated": activated}

    def select(self, n: int) -> float:
        report = self.explain(n)
        self.active, self.plays, self.sums = (report[name].copy() for name in ("active", "plays", "sums"))
        return report["point"]

    def update(self, point: float, reward: float) -> None:
        self._count_active(point, reward)


def phase_of(n: int) -> int:
    """i, the phase of round n: phase i is made of the 2^i rounds 2^i − 1, …, 2^{i+1} − 2."""
    return (int(n) + 1).bit_length() - 1
