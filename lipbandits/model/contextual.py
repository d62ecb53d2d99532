"""Contextual bandits with similarities (Section 6 of the paper): the means depend on a context that is shown first."""

import numpy as np

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit, _check_lipschitz, _gaps, checked_means, least_lipschitz
from lipbandits.model.geometry import Geometry, _metric, _positions
from lipbandits.model.immutable import Immutable

# Probabilities computed in floating point may miss 1 by rounding.
_SUM_TOLERANCE = 1e-9


class PairGeometry(Geometry):
    """The J·K pairs (context, arm) as one metric space: pair (j, k) is row j·K + k.

    Parameters
    ----------
    contexts, arms : (J,) and (K,) strictly increasing positions in [0, 1].
    lipschitz : L ≥ 0.
    context_weight : β > 0 in the paper's metric √(β(y_i − y_j)² + (x_k − x_l)²).

    Attributes
    ----------
    shape : (J, K). n_arms : J·K, as a pair counts as an arm here. distances : (J·K, J·K); read-only.
    contexts, arms : the positions, or None. context_weight : β, or None for a metric of one's own.

    Raises
    ------
    ValueError : for positions as in `Geometry`, or a context_weight that is not > 0.

    >>> PairGeometry([0.0, 0.3], [0.1, 0.5], lipschitz=1.0).distances[0].round(2).tolist()
    [0.0, 0.4, 0.3, 0.5]
    """

    def __init__(self, contexts, arms, lipschitz, context_weight=1.0):
        contexts, arms = _positions("contexts", contexts), _positions("arms", arms)
        weight = checks.number("context_weight", context_weight, "a finite number > 0", low=np.nextafter(0, 1))
        between = weight * (contexts[:, None] - contexts[None, :]) ** 2
        squares = between[:, None, :, None] + ((arms[:, None] - arms[None, :]) ** 2)[None, :, None, :]
        size = len(contexts) * len(arms)
        if np.count_nonzero(squares) < size * (size - 1):
            raise ValueError(f"context_weight: {weight:g}; two pairs so near are at distance 0; expected more")
        self._place((len(contexts), len(arms)), contexts, weight)
        self._set(arms, np.sqrt(squares).reshape(size, size), lipschitz)

    @classmethod
    def from_metric(cls, metric, shape, lipschitz, contexts=None, arms=None):
        """The geometry of J × K pairs under any metric, a (J·K, J·K) matrix; positions are for pictures only.

        shape : (J, K).

        Raises
        ------
        ValueError : if the matrix is not a metric; the message names the pairs (context, arm) at fault.
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
        geometry._set(arms, _metric(metric, "metric", geometry.pair), lipschitz)
        return geometry

    def _place(self, shape, contexts, weight):
        self.shape = shape
        self.contexts = contexts
        self.context_weight = weight

    @property
    def n_contexts(self):
        return self.shape[0]

    def pair(self, row):
        """(context, arm) of a row of the matrix."""
        return divmod(checks.arm("row", row, self.shape[0] * self.shape[1], "a row"), self.shape[1])

    def rows(self, context):
        """The rows of the pairs of one context, a slice."""
        context = checks.arm("context", context, self.n_contexts, "a context")
        return slice(context * self.shape[1], (context + 1) * self.shape[1])

    def within(self, context):
        """The `Geometry` of the K arms in one context alone."""
        rows = self.rows(context)
        if self.context_weight is not None:
            return Geometry(self.arms, self.lipschitz)
        geometry = Geometry.__new__(Geometry)
        geometry._set(None, self.distances[rows, rows].copy(), self.lipschitz)
        return geometry

    def __repr__(self):
        kind = "own metric" if self.context_weight is None else f"context_weight={self.context_weight:g}"
        return f"PairGeometry({self.shape[0]} contexts × {self.shape[1]} arms, {kind}, lipschitz={self.lipschitz:g})"


class ContextualBandit(Immutable):
    """K Bernoulli arms in each of J contexts, whose means are Lipschitz in both (Section 6 of the paper).

    In round n a context j is drawn from ψ and shown; arm k then pays 1 with probability θ_k(j). The means satisfy
    |θ_k(i) − θ_l(j)| ≤ L·D((i, k), (j, l)) for all pairs: θ ∈ Θ_{L,2}.

    Parameters
    ----------
    theta : (J, K) means in [0, 1], a row for each context.
    arms : (K,) increasing positions x in [0, 1]; default: evenly spaced.
    contexts : (J,) increasing positions y in [0, 1]; default: evenly spaced.
    lipschitz : L ≥ 0; default: the smallest constant that fits θ.
    context_weight : β > 0 in the paper's metric D = √(β(y_i − y_j)² + (x_k − x_l)²).
    metric : (J·K, J·K) distances in place of that metric, row j·K + k for pair (j, k).
    distribution : (J,) ψ, positive, of sum 1; default: uniform. The decision maker does not know it.
    check : False admits a θ that breaks L, as estimates do.

    Attributes
    ----------
    theta : (J, K) means; read-only.
    geometry : the `PairGeometry` of all pairs, with their distances and L.
    best_means : (J,) θ*(j). best : (J,) the lowest index among the best arms of each context.
    gaps : (J, K) θ*(j) − θ_k(j); exactly 0 for every best arm (means within 1e-12 of θ*(j) are ties).
    distribution : (J,) ψ; read-only. n_contexts : J. n_arms : K.

    Raises
    ------
    ValueError : for means outside [0, 1], shapes that do not fit each other, a matrix that is no metric (the message
        names the triple), a ψ with a zero or of another sum, or, unless ``check=False``, a θ outside Θ_{L,2} beyond
        1e-9; the message names the steepest two pairs and the smallest L that fits.

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
        theta,
        arms=None,
        contexts=None,
        lipschitz=None,
        context_weight=1.0,
        metric=None,
        distribution=None,
        check=True,
    ):
        self.theta = checked_means(theta, ndim=2)
        arms = _fitting("arms", arms, self.n_arms, "column")
        contexts = _fitting("contexts", contexts, self.n_contexts, "row")
        if metric is None:
            geometry = PairGeometry(contexts, arms, 0.0, context_weight)
        elif checks.number("context_weight", context_weight, "none other than 1 beside a metric") == 1:
            geometry = PairGeometry.from_metric(metric, self.theta.shape, 0.0, contexts, arms)
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

    def _check_lipschitz(self):
        _check_lipschitz(self.theta.ravel(), self.geometry, "pairs", self.geometry.pair)

    @property
    def n_contexts(self):
        return self.theta.shape[0]

    @property
    def n_arms(self):
        return self.theta.shape[1]

    @property
    def arms(self):
        return self.geometry.arms

    @property
    def contexts(self):
        return self.geometry.contexts

    @property
    def lipschitz(self):
        return self.geometry.lipschitz

    def with_lipschitz(self, lipschitz, check=True):
        """The same means under another constant L."""
        bandit = self._changed(geometry=self.geometry.with_lipschitz(lipschitz))
        if checks.flag("check", check):
            bandit._check_lipschitz()
        return bandit

    def alone(self, context):
        """The `LipschitzBandit` of one context, as if there were no other.

        Raises
        ------
        ValueError : if there is no such context.
        """
        j = checks.arm("context", context, self.n_contexts, "a context")
        return LipschitzBandit(self.theta[j], geometry=self.geometry.within(j), check=False)

    def __repr__(self):
        return f"ContextualBandit({self.n_contexts} contexts, {self.n_arms} arms, {self.geometry!r})"


def _shape(shape):
    if not isinstance(shape, list | tuple) or len(shape) != 2:
        raise TypeError(f"shape: {checks.shown(shape)}; expected (J, K), the numbers of contexts and arms")
    return tuple(checks.count("shape", size, accepted="whole numbers ≥ 1") for size in shape)


def _fitting(name, positions, size, of):
    if positions is None:
        return np.linspace(0, 1, size)
    positions = _positions(name, positions)
    if len(positions) != size:
        raise ValueError(f"{name}: {len(positions)} positions for {size} {of}s of theta; expected one for each {of}")
    return positions


def _distribution(distribution, n_contexts):
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
