"""CKL-UCB on cells that are split where it plays much: our answer to the paper's closing remark, without a proof."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.geometry import Geometry, Interval
from lipbandits.model.grids import even_grid
from lipbandits.policies.ckl_ucb import CKLUCB
from lipbandits.policies.policy import ContinuousPolicy, checked_width
from lipbandits.theory.indexes import exploration_level

# A cell as narrow as this stays whole, so that centres remain distinct numbers.
NARROWEST = 1e-9


class AdaptiveCKLUCB(ContinuousPolicy):
    """CKL-UCB on the centres of cells; a cell is cut in three when its confidence radius falls below L times its width.

    It starts with two cells, [0, 1/2] and [1/2, 1]. At the start of round n every cell of width w whose centre was
    played t times with √(f(n) / (2t)) < L·w is cut in three equal cells, and again if the middle one is still too wide.
    The middle one keeps the centre, and with it all that was seen there; the others are new. Then CKL-UCB, without
    forced plays and with f(n) = log n, chooses among the centres. It needs no horizon. Nothing is
    proved about its regret; the chapter on continuous arms shows where it wins, where it loses, and a function on which
    its regret grows in proportion to the rounds, as far as it was run.

    Parameters
    ----------
    lipschitz : float
        L > 0, what the algorithm assumes.

    Raises
    ------
    ValueError
        For L ≤ 0.

    Examples
    --------
    >>> from lipbandits import paper_triangle, replay
    >>> replay(paper_triangle(), AdaptiveCKLUCB(1.0), [0.6, 0.6, 0.6, 0.7, 0.7, 0.7]).round(3).tolist()
    [0.25, 0.25, 0.25, 0.25, 0.083, 0.417]
    """

    def __init__(self, lipschitz: float) -> None:
        self.lipschitz = checks.number("lipschitz", lipschitz, "a finite number > 0", low=np.nextafter(0, 1))

    def reset(self, geometry: Interval, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.width = checked_width(self, geometry)
        self.active, self.widths = even_grid(2), np.full(2, 0.5)
        self.plays, self.sums = np.zeros(2, dtype=int), np.zeros(2)

    def explain(self, n: int) -> dict[str, Any]:
        """What CKL-UCB explains on the centres ``active``, their widths and counts, and the point.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        dict
        """
        active, widths, plays, sums = self.active, self.widths, self.plays, self.sums
        level = exploration_level(n, len(plays))
        while (due := due_for_division(widths, plays, self.lipschitz / self.width, level)).any():
            active, widths, plays, sums = divided(active, widths, plays, sums, due)
        chooser = CKLUCB(forced=False)
        chooser.reset(Geometry(active, self.lipschitz, self.geometry.family), None)
        chooser.plays, chooser.sums = plays, sums
        report = chooser.explain(n)
        cells = {"active": active, "widths": widths, "plays": plays, "sums": sums}
        return (
            report | cells | {"point": float(active[report["arm"]]), "divided": (len(active) - len(self.active)) // 2}
        )

    def select(self, n: int) -> float:
        report = self.explain(n)
        self.active, self.widths, self.plays, self.sums = (
            report[name].copy() for name in ("active", "widths", "plays", "sums")
        )
        return report["point"]

    def update(self, point: float, reward: float) -> None:
        self._count_active(point, reward)


def due_for_division(
    widths: NDArray[np.float64], plays: NDArray[Any], lipschitz: float, level: float
) -> NDArray[np.bool_]:
    """(A,) which cells have a confidence radius √(f / (2t)) below L times their width."""
    sizes = lipschitz * widths
    with np.errstate(over="ignore"):
        return (2 * plays * sizes * sizes > level) & (plays > 0) & (widths > NARROWEST)


def divided(
    active: NDArray[np.float64],
    widths: NDArray[np.float64],
    plays: NDArray[Any],
    sums: NDArray[np.float64],
    due: NDArray[np.bool_],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[Any], NDArray[np.float64]]:
    """Centres, widths, plays and sums, from left to right, when the cells ``due`` (A,) are cut in three."""
    thirds = widths[due] / 3
    kept, unseen = widths.copy(), np.zeros(2 * len(thirds))
    kept[due] = thirds
    centres = np.concatenate([active, active[due] - thirds, active[due] + thirds])
    order = np.argsort(centres)
    return (
        centres[order],
        np.concatenate([kept, thirds, thirds])[order],
        np.concatenate([plays, unseen.astype(plays.dtype)])[order],
        np.concatenate([sums, unseen])[order],
    )
