"""Kullback–Leibler divergences between rewards of one family; the formulas are in `lipbandits.model.families`."""

from typing import Any

from numpy.typing import ArrayLike

from lipbandits.model.families import BERNOULLI, Family, checked_family


def kl(x: ArrayLike, y: ArrayLike, family: Family = BERNOULLI) -> Any:
    """I(x, y), the divergence of mean y from mean x, the truth, in nats (Section 3 of the paper).

    Parameters
    ----------
    x, y : float or array_like
        Means, in [0, 1] for Bernoulli rewards; broadcast against each other.
    family : Family, default Bernoulli
        Of the rewards.

    Returns
    -------
    float or ndarray
        Of the common shape, a float for two numbers; +inf where y excludes an outcome that x allows.

    Raises
    ------
    ValueError
        If an entry is no mean of the family, or the shapes do not fit each other.
    TypeError
        For what is no family.

    Examples
    --------
    >>> round(kl(0.3, 0.5), 6)
    0.082283
    >>> kl(0.5, 1.0)
    inf
    """
    return checked_family(family).kl(x, y)


def kl_plus(x: ArrayLike, y: ArrayLike, family: Family = BERNOULLI) -> Any:
    """I⁺(x, y): I(x, y) if y > x, and 0 otherwise.

    The paper uses I⁺ without a definition; this is the one that its proofs need. Of Bernoulli rewards a negative y
    gives 0 and y ≥ 1 > x gives +inf (I⁺(1, ·) is 0), so that y may be any real number, such as ``q − L|x_k − x_i|``.

    Parameters
    ----------
    x : float or array_like
        Means, in [0, 1] for Bernoulli rewards.
    y : float or array_like
        Not NaN; broadcast against x.
    family : Family, default Bernoulli
        Of the rewards.

    Returns
    -------
    float or ndarray
        Of the common shape, a float for two numbers.

    Raises
    ------
    ValueError
        If x is no mean of the family, an entry is NaN, or the shapes do not fit each other.
    TypeError
        For what is no family.

    Examples
    --------
    >>> kl_plus(0.5, 0.3), kl_plus(0.5, -0.2), kl_plus(0.5, 1.2)
    (0.0, 0.0, inf)
    """
    return checked_family(family).kl_plus(x, y)
