"""Random means from a stated prior, for comparisons on instances that nobody chose.

A prior draws a function on [0, 1] that is L-Lipschitz, and the arms look at it: the same number gives the same function
for any number of arms. So one can ask what a finer grid costs on the same functions.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.examples import geometry_of

Function = Callable[[NDArray[np.float64]], NDArray[np.float64]]

# Between which all means lie.
LOWEST, HIGHEST = 0.05, 0.95
# Beyond it a random zigzag could leave [0, 1].
LARGEST_LIPSCHITZ = 5.0
_FINE = np.linspace(0, 1, 1001)


def _peak(lipschitz: float, rng: np.random.Generator) -> Function:
    """Both flanks fall by the same slope to a random depth, and from there on by a tenth of L, or of what is left."""
    place, top, slope = rng.uniform(0, 1), rng.uniform(0.5, HIGHEST), rng.uniform(0.25, 1) * lipschitz
    depth = rng.uniform(0.1, top - 0.1 - LOWEST)
    gentle = min(slope, 0.1)

    def mean(x: NDArray[np.float64]) -> NDArray[np.float64]:
        fall = slope * np.abs(x - place)
        return top - np.where(fall <= depth, fall, depth + gentle * (np.abs(x - place) - depth / slope))

    return mean


def _smooth(lipschitz: float, rng: np.random.Generator) -> Function:
    """One to five Gaussian bumps on a floor, as high as the random top says and as the promise allows."""
    bumps = rng.integers(1, 6)
    centres, widths = rng.uniform(0, 1, bumps), rng.uniform(0.05, 0.25, bumps)
    heights, top = rng.uniform(0.2, 1, bumps), rng.uniform(0.5, HIGHEST)

    def sum_of_bumps(x: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.exp(-((x[..., None] - centres) ** 2) / (2 * widths**2)) @ heights

    # A bump of height a and width w is nowhere steeper than a / (w √e).
    steepest = float((heights / widths).sum() * np.exp(-0.5))
    scale = min((top - LOWEST) / float(sum_of_bumps(_FINE).max()), lipschitz / steepest)
    return lambda x: LOWEST + scale * sum_of_bumps(x)


def _rough(lipschitz: float, rng: np.random.Generator) -> Function:
    """The largest L-Lipschitz function below random heights at 6 to 15 places, one in each part of [0, 1]."""
    knots = rng.integers(6, 16)
    places = (np.arange(knots) + rng.uniform(0, 1, knots)) / knots
    # Two neighbours are at most a third apart, and the ends at most a sixth from a knot.
    heights = rng.uniform(LOWEST, HIGHEST - lipschitz / 6, knots)
    return lambda x: (heights + lipschitz * np.abs(x[..., None] - places)).min(axis=-1)


SHAPES: dict[str, Callable[[float, np.random.Generator], Function]] = {
    "peak": _peak,
    "smooth": _smooth,
    "rough": _rough,
}


def from_prior(shape: str, arms: ArrayLike, lipschitz: float = 2.0, number: int = 0) -> LipschitzBandit:
    """A random L-Lipschitz θ from one of three priors, all of which keep means between 0.05 and 0.95.

    Parameters
    ----------
    shape : {"peak", "smooth", "rough"}
        The prior, see the notes.
    arms : int or (K,) array_like
        K, for evenly spaced arms, or their increasing positions in [0, 1].
    lipschitz : float, default 2.0
        L, which the bandit tells its policies, above 0 and at most 5; θ may need less.
    number : int, default 0
        Which θ of the prior, a whole number ≥ 0. It means the same function of [0, 1] for any arms.

    Returns
    -------
    LipschitzBandit
        K arms.

    Raises
    ------
    TypeError
        For a shape, an L or a number of another type.
    ValueError
        For another shape, an L that is too small or too large, a number below 0, or arms that cannot be.

    Notes
    -----
    Every draw is uniform and independent of the others.

    ``peak``: one peak at p in [0, 1], of height h in [0.5, 0.95], from which θ falls by a slope in [L/4, L] until it
    has lost d in [0.1, h − 0.15]; from there on by 0.1, or by the slope if that is less. So θ rises to one peak and
    falls. ``smooth``: 0.05 and one to five Gaussian bumps with places in [0, 1], widths in [0.05, 0.25] and relative
    heights in [0.2, 1], scaled so that the highest point has a height in [0.5, 0.95], or so far as a bound on their
    slope stays below L. ``rough``: 6 to 15 heights in [0.05, 0.95 − L/6], each at a place in its own part of [0, 1],
    and below them the largest L-Lipschitz function, as in `random_bandit`; it has slopes L and −L and no other.

    Examples
    --------
    >>> from_prior("peak", 5).theta.round(3).tolist()
    [0.47, 0.495, 0.545, 0.558, 0.498]
    >>> from_prior("rough", 9, number=3).n_arms
    9
    """
    if not isinstance(shape, str):
        raise TypeError(f"shape: {checks.shown(shape)}; expected one of {', '.join(map(repr, SHAPES))}")
    if shape not in SHAPES:
        raise ValueError(f"shape: {shape!r}; expected one of {', '.join(map(repr, SHAPES))}")
    lipschitz = checks.number(
        "lipschitz", lipschitz, "a number above 0, at most 5", float(np.nextafter(0, 1)), LARGEST_LIPSCHITZ
    )
    number = checks.count("number", number, least=0, most=None)
    rng = np.random.default_rng([list(SHAPES).index(shape), number])
    geometry, places = geometry_of(arms, lipschitz)
    return LipschitzBandit(SHAPES[shape](lipschitz, rng)(places), geometry=geometry)
