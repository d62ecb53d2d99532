"""Validated bandit instances: the means, and the structure that the decision maker knows."""

import numpy as np

from lipbandits import checks
from lipbandits.model.geometry import Geometry
from lipbandits.model.immutable import Immutable

# θ computed in floating point may exceed L·d by rounding; two means this close count as one.
LIPSCHITZ_TOLERANCE = 1e-9
TIE_TOLERANCE = 1e-12


class LipschitzBandit(Immutable):
    """K Bernoulli arms whose means θ satisfy |θ_i − θ_k| ≤ L·d(i, k) (Section 2 of the paper).

    Parameters
    ----------
    theta : (K,) means in [0, 1].
    arms : (K,) increasing positions in [0, 1]; default: evenly spaced.
    lipschitz : L ≥ 0; default: the smallest constant that fits θ.
    check : False admits a θ that breaks L, as estimates do.
    geometry : a `Geometry`, in place of `arms` and `lipschitz`.

    Attributes
    ----------
    theta : (K,) means; read-only.
    geometry : the `Geometry` with arms, distances and L.
    best_mean : θ*, the largest mean.
    best : the lowest index among the best arms.
    gaps : (K,) θ* − θ_k; exactly 0 for every best arm (means within 1e-12 of θ* are ties).

    Raises
    ------
    ValueError : for means outside [0, 1], a shape that does not fit the arms, or, unless ``check=False``, a θ that
        is not L-Lipschitz beyond 1e-9; the message names the steepest pair and the smallest L that fits.

    >>> bandit = LipschitzBandit([0.2, 0.6, 0.5], lipschitz=1.0)
    >>> bandit.best, bandit.gaps.round(1).tolist()
    (1, [0.4, 0.0, 0.1])
    >>> LipschitzBandit([0.2, 0.6, 0.5], lipschitz=0.5)
    Traceback (most recent call last):
        ...
    ValueError: theta: arms 0 and 1 differ by 0.4 over a distance of 0.5, more than lipschitz=0.5 allows; \
the smallest lipschitz that fits is 0.8
    """

    def __init__(self, theta, arms=None, lipschitz=None, check=True, geometry=None):
        self.theta = checked_means(theta)
        self.geometry = _geometry(self.theta, arms, lipschitz, geometry)
        if checks.flag("check", check):
            _check_lipschitz(self.theta, self.geometry)
        self.best_mean = float(self.theta.max())
        self.gaps = _gaps(self.best_mean, self.theta)
        self.best = int(np.argmin(self.gaps))
        self._seal()

    @property
    def n_arms(self):
        return len(self.theta)

    @property
    def arms(self):
        return self.geometry.arms

    @property
    def lipschitz(self):
        return self.geometry.lipschitz

    @property
    def suboptimal(self):
        """K⁻: the indices of the arms with a positive gap, increasing."""
        return np.flatnonzero(self.gaps > 0)

    def with_lipschitz(self, lipschitz, check=True):
        """The same means under another constant L."""
        return LipschitzBandit(self.theta, geometry=self.geometry.with_lipschitz(lipschitz), check=check)

    def __repr__(self):
        return f"LipschitzBandit({self.n_arms} arms, best {self.best} with {self.best_mean:g}, {self.geometry!r})"


def steepest_pair(theta, distances):
    """The smallest L that fits θ, and the pair (i, k), i < k, that needs it.

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


def least_lipschitz(theta, geometry, label=int):
    """The smallest L that fits θ (m,); `label` says how a message names one of the m.

    Raises
    ------
    ValueError : where two are too close for a float to hold it.
    """
    smallest, (i, k) = steepest_pair(theta, geometry.distances)
    if not np.isfinite(smallest):
        raise ValueError(
            f"theta: {label(i)} and {label(k)} differ by {abs(theta[i] - theta[k]):.6g} over a distance of "
            f"{geometry.distances[i, k]:.6g}; expected a difference that a finite lipschitz allows"
        )
    return smallest


def checked_means(theta, ndim=1):
    """Means (K,), or (J, K) if ndim is 2; read-only."""
    kind, of = ("a sequence", "arm") if ndim == 1 else ("an array (J, K)", "pair")
    theta = checks.array("theta", theta, f"{kind} of means in [0, 1]")
    if theta.ndim != ndim or theta.size == 0:
        raise ValueError(f"theta: shape {theta.shape}; expected {kind} of at least one mean in [0, 1]")
    bad = ~((theta >= 0) & (theta <= 1))
    if bad.any():
        place = tuple(np.argwhere(bad)[0].tolist())
        raise ValueError(
            f"theta: {of} {place if ndim > 1 else place[0]} has {theta[place]}; expected means in [0, 1], such as a "
            "revenue divided by the largest there can be"
        )
    return theta


def _gaps(best_means, theta):
    gaps = best_means - theta
    return np.where(gaps <= TIE_TOLERANCE, 0.0, gaps)


def _geometry(theta, arms, lipschitz, geometry):
    if geometry is None:
        arms = np.linspace(0, 1, len(theta)) if arms is None else arms
        geometry = Geometry(arms, 0.0 if lipschitz is None else lipschitz)
        _check_size(theta, geometry)
        return geometry if lipschitz is not None else geometry.with_lipschitz(least_lipschitz(theta, geometry))
    if arms is not None or lipschitz is not None:
        raise ValueError("geometry: given together with arms or lipschitz; expected one or the other")
    if not isinstance(geometry, Geometry):
        raise TypeError(f"geometry: {checks.shown(geometry)}; expected a Geometry")
    _check_size(theta, geometry)
    return geometry


def _check_size(theta, geometry):
    if geometry.n_arms != len(theta):
        raise ValueError(f"theta: {len(theta)} means for {geometry.n_arms} arms; expected one for each arm")


def _check_lipschitz(theta, geometry, of="arms", label=int):
    """Refuse means (K,) that break L; `of` and `label` say how the message names the steepest two."""
    excess = np.abs(theta[:, None] - theta[None, :]) - geometry.lipschitz * geometry.distances
    if excess.max() > LIPSCHITZ_TOLERANCE:
        smallest, (i, k) = steepest_pair(theta, geometry.distances)
        raise ValueError(
            f"theta: {of} {label(i)} and {label(k)} differ by {abs(theta[i] - theta[k]):.6g} over a distance of "
            f"{geometry.distances[i, k]:.6g}, more than lipschitz={geometry.lipschitz:g} allows; "
            f"the smallest lipschitz that fits is {smallest:.12g}"
        )
