"""Policies for numbered arms on [0, 1]: they play some of its points only."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.geometry import Geometry, Interval
from lipbandits.policies.policy import ContinuousPolicy
from lipbandits.policies.protocol import checked_for_arms, chosen_arm


class Discretised(ContinuousPolicy):
    """A policy for numbered arms that plays a `ContinuousBandit` at some points (Section 7.2 of the paper).

    Its regret counts from the maximum over all of [0, 1], so it keeps what the best of these points lacks.

    Parameters
    ----------
    policy : Policy or any object like one
        Such as ``CKLUCB()``. It is told of the points, and of the bandit's L unless it assumes one of its own.
    arms : (K,) array_like
        Increasing positions in [0, 1]; see `even_grid` and `grid_off_peak`.

    Raises
    ------
    TypeError
        For a policy that plays points itself, or is shown a context.
    ValueError
        For positions outside [0, 1] or out of order.

    Examples
    --------
    >>> from lipbandits import CKLUCB, Discretised, even_grid, paper_triangle, replay
    >>> replay(paper_triangle(), Discretised(CKLUCB(), even_grid(4)), np.full(6, 0.7)).tolist()
    [0.125, 0.375, 0.625, 0.875, 0.375, 0.375]
    """

    def __init__(self, policy: Any, arms: ArrayLike) -> None:
        self.policy = checked_for_arms(policy, "CKLUCB()")
        positions: Any = Geometry(arms, 0.0).arms
        self.arms: NDArray[np.float64] = positions

    def reset(self, geometry: Interval, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.policy.reset(Geometry(self.arms, geometry.lipschitz, geometry.family), rng)

    def explain(self, n: int) -> dict[str, Any]:
        """What the policy on the arms explains, and the point.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        dict
        """
        report = self.policy.explain(n)
        return report | {"point": float(self.arms[report["arm"]])}

    def select(self, n: int) -> float:
        return float(self.arms[chosen_arm(self.policy, self.policy.select(n), n, len(self.arms))])

    def update(self, point: float, reward: float) -> None:
        point = checks.number("point", point, "one of the arms, as select(n) returned it")
        arm = int(np.searchsorted(self.arms, point))
        if arm == len(self.arms) or self.arms[arm] != point:
            raise ValueError(f"point: {point}; expected one of the arms, as select(n) returned it")
        self.policy.update(arm, reward)

    # What the policy within has counted.
    @property
    def plays(self) -> NDArray[Any]:  # type: ignore[override]
        return self.policy.plays

    @property
    def sums(self) -> NDArray[np.float64]:  # type: ignore[override]
        return self.policy.sums

    def __repr__(self) -> str:
        where = f"{len(self.arms)} arms in [{self.arms[0]:g}, {self.arms[-1]:g}]"
        return f"{type(self).__name__}({self.policy!r}, {where})"
