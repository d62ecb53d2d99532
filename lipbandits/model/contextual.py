"""Contextual bandits with similarities (Section 6 of the paper): the means depend on a context that is shown first."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit, _check_lipschitz, _gaps, checked_means, least_lipschitz
from lipbandits.model.families import BERNOULLI, Family, checked_family
from lipbandits.model.geometry import Geometry, _metric, _positions, _shown
from lipbandits.model.immutable import Immutable
from lipbandits.model.payoffs import Quantile, checked_payoffs

# Probabilities computed in floating point may miss 1 by rounding.
_SUM_TOLERANCE = 1e-9


class PairGeometry(Geometry):
    """The J·K pairs (context, arm) as one metric space: pair (j, k) is row j·K + k.

    Parameters
    ----------
    contexts : (J,) array_like
        Strictly increasing positions in [0, 1].
    arms : (K,) array_like
        Strictly increasing positions in [0, 1].
    lipschitz : float
        L ≥ 0.
    context_weight : float, default 1.0
        β > 0 in the paper's metric √(β(y_i − y_j)² + (x_k − x_l)²).
    family : Family, default Bernoulli
        Of the rewards.

    Attributes
    ----------
    shape : (int, int)
        (J, K).
    n_arms : int
        J·K, as a pair counts as an arm here.
    n_contexts : int
        J, the number of contexts.
    distances : (J·K, J·K) ndarray
        Distances between pairs; read-only.
    contexts : (J,) ndarray or None
        Positions of the contexts.
    arms : (K,) ndarray or None
        Positions of the arms.
    context_weight : float or None
        β, or None for a metric of one's own.
    lipschitz : float
        The constant L.

    Raises
    ------
    ValueError
        For positions as in `Geometry`, or a ``context_weight`` that is not > 0.

    Examples
    --------
    >>> PairGeometry([0.0, 0.3], [0.1, 0.5], lipschitz=1.0).distances[0].round(2).tolist()
    [0.0, 0.4, 0.3, 0.5]
    """

    def __init__(
        self,
        contexts: ArrayLike,
        arms: ArrayLike,
        lipschitz: float,
        context_weight: float = 1.0,
        family: Family = BERNOULLI,
    ) -> None:
        contexts, arms = _positions("contexts", contexts), _positions("arms", arms)
        weight = checks.number("context_weight", context_weight, "a finite number > 0", low=np.nextafter(0, 1))
        between = weight * (contexts[:, None] - contexts[None, :]) ** 2
        squares = between[:, None, :, None] + ((arms[:, None] - arms[None, :]) ** 2)[None, :, None, :]
        size = len(contexts) * len(arms)
        if np.count_nonzero(squares) < size * (size - 1):
            raise ValueError(f"context_weight: {weight:g}; two pairs so near are at distance 0; expected more")
        self._place((len(contexts), len(arms)), contexts, weight)
        self._set(arms, np.sqrt(squares).reshape(size, size), lipschitz, family)

    @classmethod
    def from_metric(
        cls,
        metric: ArrayLike,
        shape: Sequence[int],
        lipschitz: float,
        contexts: ArrayLike | None = None,
        arms: ArrayLike | None = None,
        family: Family = BERNOULLI,
    ) -> Self:
        """The geometry of J × K pairs under any metric; positions are for pictures only.

        Parameters
        ----------
        metric : (J·K, J·K) array_like
            Distances; row j·K + k is that of pair (j, k).
        shape : (int, int)
            (J, K).
        lipschitz : float
            L ≥ 0.
        contexts : (J,) array_like, optional
            Increasing positions in [0, 1]; default: evenly spaced.
        arms : (K,) array_like, optional
            Increasing positions in [0, 1]; default: evenly spaced.
        family : Family, default Bernoulli
            Of the rewards.

        Returns
        -------
        PairGeometry
            Its ``context_weight`` is None.

        Raises
        ------
        ValueError
            If the matrix is not a metric; the message names the pairs (context, arm) at fault.
        """
        shape = _shape(shape)
        contexts, arms = (
            None if positions is None else _fitting(name, positions, size, of)
            for name, positions, size, of in (
                ("contexts", contexts, shape[0], "row"),
                ("arms", arms, shape[1], "column"),
            )
        )
        size = shape[0] * shape[1]
        metric = checks.array("metric", metric, f"a matrix ({size}, {size}) of numbers")
        if metric.shape != (size, size):
            raise ValueError(
                f"metric: shape {metric.shape}; expected ({size}, {size}), row j·K + k for pair (j, k) of {shape}"
            )
        geometry = cls.__new__(cls)
        geometry._place(shape, contexts, None)
        geometry._set(arms, _metric(metric, "metric", geometry.pair), lipschitz, family)
        return geometry

    def _place(self, shape: tuple[int, int], contexts: NDArray[np.float64] | None, weight: float | None) -> None:
        self.shape = shape
        self.contexts = contexts
        self.context_weight = weight

    @property
    def n_contexts(self) -> int:
        return self.shape[0]

    def pair(self, row: int) -> tuple[int, int]:
        """(context, arm) of a row of the matrix.

        Parameters
        ----------
        row : int
            From 0 to J·K − 1.

        Returns
        -------
        (int, int)
            Context and arm.
        """
        return divmod(checks.arm("row", row, self.shape[0] * self.shape[1], "a row"), self.shape[1])

    def rows(self, context: int) -> slice:
        """The rows of the pairs of one context.

        Parameters
        ----------
        context : int
            From 0 to J − 1.

        Returns
        -------
        slice
            Of length K.
        """
        context = checks.arm("context", context, self.n_contexts, "a context")
        return slice(context * self.shape[1], (context + 1) * self.shape[1])

    def within(self, context: int) -> Geometry:
        """The `Geometry` of the K arms in one context alone.

        Parameters
        ----------
        context : int
            From 0 to J − 1.

        Returns
        -------
        Geometry
            K arms, with the same L.
        """
        rows = self.rows(context)
        if self.context_weight is not None and self.arms is not None:
            return Geometry(self.arms, self.lipschitz, self.family)
        geometry = Geometry.__new__(Geometry)
        geometry._set(None, self.distances[rows, rows].copy(), self.lipschitz, self.family)
        return geometry

    def __repr__(self) -> str:
        kind = "own metric" if self.context_weight is None else f"context_weight={self.context_weight:g}"
        promised = f"lipschitz={self.lipschitz:g}{_shown(self.family)}"
        return f"PairGeometry({self.shape[0]} contexts × {self.shape[1]} arms, {kind}, {promised})"


class ContextualBandit(Immutable):
    """K arms in each of J contexts, whose means are Lipschitz in both (Section 6 of the paper).

    In round n a context j is drawn from ψ and shown; arm k then pays 1 with probability θ_k(j), or, of another family,
    a reward of that mean. The means satisfy
    ``|θ_k(i) − θ_l(j)| ≤ L·D((i, k), (j, l))`` for all pairs: θ ∈ Θ_{L,2}.

    Parameters
    ----------
    theta : (J, K) array_like
        Means, in [0, 1] for Bernoulli rewards; a row for each context.
    arms : (K,) array_like, optional
        Increasing positions x in [0, 1]; default: evenly spaced.
    contexts : (J,) array_like, optional
        Increasing positions y in [0, 1]; default: evenly spaced.
    lipschitz : float, optional
        L ≥ 0; default: the smallest constant that fits θ.
    context_weight : float, default 1.0
        β > 0 in the paper's metric D = √(β(y_i − y_j)² + (x_k − x_l)²).
    metric : (J·K, J·K) array_like, optional
        Distances in place of that metric, row j·K + k for pair (j, k).
    distribution : (J,) array_like, optional
        ψ, positive, of sum 1; default: uniform. The decision maker does not know it.
    check : bool, default True
        False admits a θ that breaks L, as estimates do.
    family : Family, default Bernoulli
        Of the rewards.
    quantile : callable, optional
        Of rewards from 0 to 1 that are no coins, as of a `LipschitzBandit`.

    Attributes
    ----------
    theta : (J, K) ndarray
        Means; read-only.
    geometry : PairGeometry
        All pairs, with their distances and L.
    arms : (K,) ndarray
        Positions, as in ``geometry``.
    contexts : (J,) ndarray
        Positions, as in ``geometry``.
    lipschitz : float
        L, as in ``geometry``.
    family : Family
        Of the rewards, as in ``geometry``.
    payoffs : object
        What plays pay, which the player is not told.
    best_means : (J,) ndarray
        θ*(j).
    best : (J,) ndarray of int
        The lowest index among the best arms of each context.
    gaps : (J, K) ndarray
        θ*(j) − θ_k(j); exactly 0 for every best arm (means within 1e-12 of θ*(j) are ties).
    distribution : (J,) ndarray
        ψ; read-only.
    n_contexts : int
        J, the number of contexts.
    n_arms : int
        K, the number of arms.

    Raises
    ------
    ValueError
        For means that the family does not have, shapes that do not fit each other, a matrix that is no metric (the
        message names the triple), a ψ with a zero or of another sum, or, unless ``check=False``, a θ outside Θ_{L,2}
        beyond 1e-9; the message names the steepest two pairs and the smallest L that fits. For a quantile as of a
        `LipschitzBandit`.

    Examples
    --------
    >>> bandit = ContextualBandit([[0.2, 0.6], [0.5, 0.4]], lipschitz=1.0)
    >>> bandit.best.tolist(), bandit.gaps.round(1).tolist()
    ([1, 0], [[0.4, 0.0], [0.0, 0.1]])
    >>> ContextualBandit([[0.2, 0.6], [0.5, 0.4]], lipschitz=0.3)
    Traceback (most recent call last):
        ...
    ValueError: theta: pairs (0, 0) and (0, 1) differ by 0.4 over a distance of 1, more than lipschitz=0.3 allows; \
the smallest lipschitz that fits is 0.4
    """

    def __init__(
        self,
        theta: ArrayLike,
        arms: ArrayLike | None = None,
        contexts: ArrayLike | None = None,
        lipschitz: float | None = None,
        context_weight: float = 1.0,
        metric: ArrayLike | None = None,
        distribution: ArrayLike | None = None,
        check: bool = True,
        family: Family = BERNOULLI,
        quantile: Quantile | None = None,
    ) -> None:
        self.theta = checked_means(theta, ndim=2, family=checked_family(family))
        self.payoffs = checked_payoffs(None, quantile, family)
        self.payoffs.fitting(self.theta.ravel())
        arms = _fitting("arms", arms, self.n_arms, "column")
        contexts = _fitting("contexts", contexts, self.n_contexts, "row")
        if metric is None:
            geometry = PairGeometry(contexts, arms, 0.0, context_weight, family)
        elif checks.number("context_weight", context_weight, "none other than 1 beside a metric") == 1:
            geometry = PairGeometry.from_metric(metric, self.theta.shape, 0.0, contexts, arms, family)
        else:
            raise ValueError(
                f"context_weight: {checks.shown(context_weight)} together with a metric; expected one or the other"
            )
        if lipschitz is None:
            lipschitz = least_lipschitz(self.theta.ravel(), geometry, geometry.pair)
        self.geometry = geometry.with_lipschitz(lipschitz)
        self.distribution = _distribution(distribution, self.n_contexts)
        if checks.flag("check", check):
            self._check_lipschitz()
        self.best_means = self.theta.max(axis=1)
        self.gaps = _gaps(self.best_means[:, None], self.theta)
        self.best = np.argmin(self.gaps, axis=1)
        self._seal()

    def _check_lipschitz(self) -> None:
        _check_lipschitz(self.theta.ravel(), self.geometry, "pairs", self.geometry.pair)

    @property
    def n_contexts(self) -> int:
        return self.theta.shape[0]

    @property
    def n_arms(self) -> int:
        return self.theta.shape[1]

    @property
    def arms(self) -> NDArray[np.float64] | None:
        return self.geometry.arms

    @property
    def contexts(self) -> NDArray[np.float64] | None:
        return self.geometry.contexts

    @property
    def lipschitz(self) -> float:
        return self.geometry.lipschitz

    @property
    def family(self) -> Family:
        return self.geometry.family

    def with_lipschitz(self, lipschitz: float, check: bool = True) -> Self:
        """The same means under another constant L.

        Parameters
        ----------
        lipschitz : float
            L ≥ 0.
        check : bool, default True
            False admits an L that θ breaks.

        Returns
        -------
        ContextualBandit
            A new one.

        Raises
        ------
        ValueError
            If θ is not L-Lipschitz, unless ``check=False``.
        """
        bandit = self._changed(geometry=self.geometry.with_lipschitz(lipschitz))
        if checks.flag("check", check):
            bandit._check_lipschitz()
        return bandit

    def alone(self, context: int) -> LipschitzBandit:
        """The `LipschitzBandit` of one context, as if there were no other.

        Parameters
        ----------
        context : int
            From 0 to J − 1.

        Returns
        -------
        LipschitzBandit
            K arms, with the same L.

        Raises
        ------
        ValueError
            If there is no such context.
        """
        j = checks.arm("context", context, self.n_contexts, "a context")
        geometry = self.geometry.within(j)
        return LipschitzBandit(self.theta[j], geometry=geometry, check=False, quantile=self.payoffs.quantile)

    def __repr__(self) -> str:
        size = f"{self.n_contexts} contexts, {self.n_arms} arms"
        return f"ContextualBandit({size}, {self.geometry!r}{self.payoffs.shown()})"


def _shape(shape: Sequence[int]) -> tuple[int, int]:
    if not isinstance(shape, list | tuple) or len(shape) != 2:
        raise TypeError(f"shape: {checks.shown(shape)}; expected (J, K), the numbers of contexts and arms")
    n_contexts, n_arms = (checks.count("shape", size, accepted="whole numbers ≥ 1") for size in shape)
    return n_contexts, n_arms


def _fitting(name: str, positions: ArrayLike | None, size: int, of: str) -> NDArray[np.float64]:
    if positions is None:
        return np.linspace(0, 1, size)
    positions = _positions(name, positions)
    if len(positions) != size:
        raise ValueError(f"{name}: {len(positions)} positions for {size} {of}s of theta; expected one for each {of}")
    return positions


def _distribution(distribution: ArrayLike | None, n_contexts: int) -> NDArray[np.float64]:
    if distribution is None:
        distribution = np.full(n_contexts, 1 / n_contexts)
    psi = checks.array("distribution", distribution, "a probability > 0 for each context")
    if psi.shape != (n_contexts,):
        raise ValueError(f"distribution: shape {psi.shape}; expected ({n_contexts},), a probability for each context")
    bad = ~(psi > 0)
    if bad.any():
        j = int(np.argmax(bad))
        raise ValueError(f"distribution: context {j} has {psi[j]}; expected probabilities > 0")
    if not abs(psi.sum() - 1) <= _SUM_TOLERANCE:
        raise ValueError(f"distribution: sums to {psi.sum():.12g}; expected probabilities of sum 1")
    return psi
