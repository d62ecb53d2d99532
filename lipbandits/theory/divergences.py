"""Kullback–Leibler divergences between Bernoulli distributions, accurate also when the two means nearly agree."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks

# Below this size u − log(1+u) loses digits, and its series needs few terms: artanh(r) = r + r³/3 + r⁵/5 + …
_SERIES_RADIUS = 0.1
_SERIES = tuple(1 / n for n in range(3, 17, 2))
# A mean this small contributes x log x < 1e-297 beside d, and would overflow d/x.
_TINY = 1e-300


def kl(x: ArrayLike, y: ArrayLike) -> Any:
    """I(x, y), the divergence between Bernoulli(x), the truth, and Bernoulli(y), in nats (Section 3 of the paper).

    Parameters
    ----------
    x, y : float or array_like
        In [0, 1], broadcast against each other.

    Returns
    -------
    float or ndarray
        Of the common shape, a float for two numbers; +inf where y excludes an outcome that x allows.

    Raises
    ------
    ValueError
        If an entry is NaN or outside [0, 1], or the shapes do not fit each other.

    Examples
    --------
    >>> round(kl(0.3, 0.5), 6)
    0.082283
    >>> kl(0.5, 1.0)
    inf
    """
    x, y = _fitting(_mean("x", x), _mean("y", y))
    return _as_given(_kl(x, y))


def kl_plus(x: ArrayLike, y: ArrayLike) -> Any:
    """I⁺(x, y): I(x, y) if y > x, and 0 otherwise.

    The paper uses I⁺ without a definition; this is the one that its proofs need. A negative y gives 0 and
    y ≥ 1 > x gives +inf (I⁺(1, ·) is 0), so that y may be any real number, such as ``q − L|x_k − x_i|``.

    Parameters
    ----------
    x : float or array_like
        In [0, 1].
    y : float or array_like
        Not NaN; broadcast against x.

    Returns
    -------
    float or ndarray
        Of the common shape, a float for two numbers.

    Raises
    ------
    ValueError
        If x is outside [0, 1], an entry is NaN, or the shapes do not fit each other.

    Examples
    --------
    >>> kl_plus(0.5, 0.3), kl_plus(0.5, -0.2), kl_plus(0.5, 1.2)
    (0.0, 0.0, inf)
    """
    x, y = _fitting(_mean("x", x), checks.array("y", y, "real numbers"))
    if np.isnan(y).any():
        raise ValueError("y: NaN is not a mean; expected real numbers")
    return _as_given(_kl_plus(x, y))


def _kl(x: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
    # I(x, y) = x g(d/x) + (1−x) g(−d/(1−x)) with d = y − x and g(u) = u − log(1+u) ≥ 0: no term cancels another.
    x, y = np.broadcast_arrays(x, y)
    d = y - x
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ones = np.where(x > _TINY, x * _u_minus_log(d / x, y / x), d)
        zeros = np.where(x < 1, (1 - x) * _u_minus_log(-d / (1 - x), (1 - y) / (1 - x)), -d)
    return np.where(x == y, 0.0, ones + zeros)


def _kl_plus(x: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
    x, y = np.broadcast_arrays(x, y)
    above = y > x
    divergence = np.zeros(above.shape)
    divergence[above] = _kl(x[above], np.minimum(y[above], 1.0))
    return divergence


def _u_minus_log(u: NDArray[np.float64], ratio: NDArray[np.float64]) -> NDArray[np.float64]:
    """g(u) = u − log(1 + u), given also the ratio 1 + u to full precision."""
    value = np.asarray(u - np.log(ratio))
    small = np.abs(u) < _SERIES_RADIUS
    if small.any():
        # Near 0, with r = u/(2+u): log(1+u) = 2 artanh(r) and u = 2r/(1−r).
        r = u[small] / (2 + u[small])
        square = r * r
        series: Any = 0.0
        for coefficient in _SERIES[::-1]:
            series = series * square + coefficient
        value[small] = 2 * square / (1 - r) - 2 * square * r * series
    return value


def _mean(name: str, value: ArrayLike) -> NDArray[np.float64]:
    value = checks.array(name, value, "numbers in [0, 1]")
    bad = ~((value >= 0) & (value <= 1))
    if bad.any():
        raise ValueError(f"{name}: {value[bad].flat[0]} is not a Bernoulli mean; expected numbers in [0, 1]")
    return value


def _fitting(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise ValueError(f"x, y: shapes {x.shape} and {y.shape}; expected shapes that fit each other") from None
    return x, y


def _as_given(value: NDArray[np.float64]) -> Any:
    return float(value) if np.ndim(value) == 0 else value
