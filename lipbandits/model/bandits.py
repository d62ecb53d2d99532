"""Validated bandit instances: the means, and the structure that the decision maker knows."""

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.families import BERNOULLI, Family, checked_family
from lipbandits.model.geometry import Geometry
from lipbandits.model.immutable import Immutable
from lipbandits.model.payoffs import Generator, Quantile, checked_payoffs

# θ computed in floating point may exceed L·d by rounding; two means this close count as one.
LIPSCHITZ_TOLERANCE = 1e-9
TIE_TOLERANCE = 1e-12


class LipschitzBandit(Immutable):
    """K arms whose means θ satisfy ``|θ_i − θ_k| ≤ L·d(i, k)`` (Section 2 of the paper).

    Parameters
    ----------
    theta : (K,) array_like, optional
        Means, in [0, 1] for Bernoulli rewards; default: those of the samples that ``rewards`` are.
    arms : (K,) array_like, optional
        Increasing positions in [0, 1]; default: evenly spaced.
    lipschitz : float, optional
        L ≥ 0; default: the smallest constant that fits θ.
    check : bool, default True
        False admits a θ that breaks L, as estimates do.
    geometry : Geometry, optional
        In place of ``arms``, ``lipschitz`` and ``family``.
    family : Family, optional
        Of the rewards; default: Bernoulli.
    rewards : sequence of array_like, or callable, optional
        Rewards from 0 to 1 that are no coins: samples, one array an arm, of which a play pays each with the same
        chance; or a function ``rewards(arm, rng, size)`` that draws ``size`` rewards from a numpy Generator and has no
        memory. That their mean is θ is then taken on trust.
    quantile : callable, optional
        In place of ``rewards``: a function ``quantile(u, m)`` of two arrays (N,) that gives what uniforms u in [0, 1)
        pay under the means m, from 0 to 1 and never less for a larger u, such as
        ``lambda u, m: scipy.stats.beta.ppf(u, 4 * m, 4 * (1 - m))``.

    Attributes
    ----------
    theta : (K,) ndarray
        Means; read-only.
    geometry : Geometry
        Arms, distances and L.
    arms : (K,) ndarray or None
        Positions, as in ``geometry``.
    lipschitz : float
        L, as in ``geometry``.
    family : Family
        Of the rewards, as in ``geometry``.
    payoffs : object
        What plays pay, which the player is not told.
    n_arms : int
        K, the number of arms.
    best_mean : float
        θ*, the largest mean.
    best : int
        The lowest index among the best arms.
    gaps : (K,) ndarray
        θ* − θ_k; exactly 0 for every best arm (means within 1e-12 of θ* are ties).

    Raises
    ------
    ValueError
        For means that the family does not have, a shape that does not fit the arms, or, unless ``check=False``, a θ
        that is not L-Lipschitz beyond 1e-9; the message names the steepest pair and the smallest L that fits. For
        rewards outside [0, 1], whose mean differs from θ by more than 1e-9 (samples) or 0.001 (a quantile), or given
        beside another family than Bernoulli's.

    Examples
    --------
    >>> bandit = LipschitzBandit([0.2, 0.6, 0.5], lipschitz=1.0)
    >>> bandit.best, bandit.gaps.round(1).tolist()
    (1, [0.4, 0.0, 0.1])
    >>> LipschitzBandit([0.2, 0.6, 0.5], lipschitz=0.5)
    Traceback (most recent call last):
        ...
    ValueError: theta: arms 0 and 1 differ by 0.4 over a distance of 0.5, more than lipschitz=0.5 allows; \
the smallest lipschitz that fits is 0.8
    >>> LipschitzBandit(rewards=[[0.0, 0.25, 0.5], [0.5, 0.75]]).theta.tolist()
    [0.25, 0.625]
    """

    def __init__(
        self,
        theta: ArrayLike | None = None,
        arms: ArrayLike | None = None,
        lipschitz: float | None = None,
        check: bool = True,
        geometry: Geometry | None = None,
        family: Family | None = None,
        rewards: Sequence[ArrayLike] | Generator | None = None,
        quantile: Quantile | None = None,
    ) -> None:
        known = _family(family, geometry)
        self.payoffs = checked_payoffs(rewards, quantile, known)
        self.theta = self.payoffs.fitting(theta if theta is None else checked_means(theta, family=known))
        self.geometry = _geometry(self.theta, arms, lipschitz, geometry, family)
        if checks.flag("check", check):
            _check_lipschitz(self.theta, self.geometry)
        self.best_mean = float(self.theta.max())
        self.gaps = _gaps(self.best_mean, self.theta)
        self.best = int(np.argmin(self.gaps))
        self._seal()

    @property
    def n_arms(self) -> int:
        return len(self.theta)

    @property
    def arms(self) -> NDArray[np.float64] | None:
        return self.geometry.arms

    @property
    def lipschitz(self) -> float:
        return self.geometry.lipschitz

    @property
    def family(self) -> Family:
        return self.geometry.family

    @property
    def suboptimal(self) -> NDArray[np.int_]:
        """K⁻, the indices of the arms with a positive gap, increasing."""
        return np.flatnonzero(self.gaps > 0)

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
        LipschitzBandit
            A new one.

        Raises
        ------
        ValueError
            If θ is not L-Lipschitz, unless ``check=False``.
        """
        bandit = self._changed(geometry=self.geometry.with_lipschitz(lipschitz))
        if checks.flag("check", check):
            _check_lipschitz(bandit.theta, bandit.geometry)
        return bandit

    def __repr__(self) -> str:
        best = f"best {self.best} with {self.best_mean:g}"
        return f"LipschitzBandit({self.n_arms} arms, {best}, {self.geometry!r}{self.payoffs.shown()})"


def steepest_pair(theta: NDArray[np.float64], distances: NDArray[np.float64]) -> tuple[float, tuple[int, int]]:
    """The smallest L that fits θ, and the pair (i, k), i < k, that needs it.

    Parameters
    ----------
    theta : (K,) ndarray
        Means.
    distances : (K, K) ndarray
        Distances between the arms.

    Returns
    -------
    lipschitz : float
        The smallest L.
    pair : (int, int)
        (i, k); (0, 0) where there is one arm only.

    Examples
    --------
    >>> steepest_pair(np.array([0.25, 0.75, 0.5]), Geometry([0, 0.5, 1], 0).distances)
    (1.0, (0, 1))
    """
    if len(theta) == 1:
        return 0.0, (0, 0)
    rows, columns = np.triu_indices(len(theta), 1)
    with np.errstate(over="ignore"):
        slopes = np.abs(theta[rows] - theta[columns]) / distances[rows, columns]
    steepest = int(np.argmax(slopes))
    return float(slopes[steepest]), (int(rows[steepest]), int(columns[steepest]))


def least_lipschitz(theta: NDArray[np.float64], geometry: Geometry, label: Callable[[int], Any] = int) -> float:
    """The smallest L that fits θ.

    Parameters
    ----------
    theta : (m,) ndarray
        Means.
    geometry : Geometry
        The m arms or pairs; its own L is not used.
    label : callable
        How a message names one of the m.

    Raises
    ------
    ValueError
        Where two are too close for a float to hold it.
    """
    smallest, (i, k) = steepest_pair(theta, geometry.distances)
    if not np.isfinite(smallest):
        raise ValueError(
            f"theta: {label(i)} and {label(k)} differ by {abs(theta[i] - theta[k]):.6g} over a distance of "
            f"{geometry.distances[i, k]:.6g}; expected a difference that a finite lipschitz allows"
        )
    return smallest


def checked_means(theta: ArrayLike, ndim: int = 1, family: Family = BERNOULLI) -> NDArray[np.float64]:
    """Means as an array of floats.

    Parameters
    ----------
    theta : array_like
        Means.
    ndim : int, default 1
        How many dimensions they are to have.
    family : Family, default Bernoulli
        Of the rewards.

    Returns
    -------
    ndarray
        (K,), or (J, K) if ``ndim`` is 2.

    Raises
    ------
    TypeError
        For what is no array of numbers.
    ValueError
        For another shape, no mean, or one outside [0, 1].
    """
    kind, of = ("a sequence", "arm") if ndim == 1 else ("an array (J, K)", "pair")
    expected = family.means.replace("numbers", "means", 1)
    theta = checks.array("theta", theta, f"{kind} of {expected}")
    if theta.ndim != ndim or theta.size == 0:
        raise ValueError(f"theta: shape {theta.shape}; expected {kind} of at least one of {expected}")
    bad = ~family.are_means(theta)
    if bad.any():
        place = tuple(np.argwhere(bad)[0].tolist())
        hint = ", such as a revenue divided by the largest there can be" if family == BERNOULLI else f" for {family!r}"
        raise ValueError(f"theta: {of} {place if ndim > 1 else place[0]} has {theta[place]}; expected {expected}{hint}")
    return theta


def _gaps(best_means: float | NDArray[np.float64], theta: NDArray[np.float64]) -> NDArray[np.float64]:
    gaps = best_means - theta
    return np.where(gaps <= TIE_TOLERANCE, 0.0, gaps)


def _family(family: Family | None, geometry: Geometry | None) -> Family:
    """The family of the rewards, from the one of the two that is given."""
    if family is not None:
        return checked_family(family)
    return BERNOULLI if geometry is None else checks.instance("geometry", geometry, Geometry).family


def _geometry(
    theta: NDArray[np.float64],
    arms: ArrayLike | None,
    lipschitz: float | None,
    geometry: Geometry | None,
    family: Family | None,
) -> Geometry:
    if geometry is None:
        arms = np.linspace(0, 1, len(theta)) if arms is None else arms
        geometry = Geometry(arms, 0.0 if lipschitz is None else lipschitz, _family(family, None))
        _check_size(theta, geometry)
        return geometry if lipschitz is not None else geometry.with_lipschitz(least_lipschitz(theta, geometry))
    if arms is not None or lipschitz is not None or family is not None:
        raise ValueError("geometry: given together with arms, lipschitz or family; expected one or the other")
    _check_size(theta, geometry)
    return geometry


def _check_size(theta: NDArray[np.float64], geometry: Geometry) -> None:
    if geometry.n_arms != len(theta):
        raise ValueError(f"theta: {len(theta)} means for {geometry.n_arms} arms; expected one for each arm")


def _check_lipschitz(
    theta: NDArray[np.float64], geometry: Geometry, of: str = "arms", label: Callable[[int], Any] = int
) -> None:
    """Refuse means (K,) that break L; ``of`` and ``label`` say how the message names the steepest two."""
    excess = np.abs(theta[:, None] - theta[None, :]) - geometry.lipschitz * geometry.distances
    if excess.max() > LIPSCHITZ_TOLERANCE:
        smallest, (i, k) = steepest_pair(theta, geometry.distances)
        raise ValueError(
            f"theta: {of} {label(i)} and {label(k)} differ by {abs(theta[i] - theta[k]):.6g} over a distance of "
            f"{geometry.distances[i, k]:.6g}, more than lipschitz={geometry.lipschitz:g} allows; "
            f"the smallest lipschitz that fits is {smallest:.12g}"
        )
