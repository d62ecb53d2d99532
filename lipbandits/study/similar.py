"""Contexts that are more or less alike: what the lower bound makes of a promise, true or not."""

from functools import cache

import lipbandits as lb
from lipbandits.study import with_contexts

WEIGHTS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0)
SHIFTS = (0.0, 0.1, 0.3, 0.6)
CONTEXTS, ARMS = 6, 9


@cache
def similar(weight: float, shift: float) -> lb.ContextualBandit:
    """Six contexts of nine arms whose peaks move, told L = 0.6 and β, true or not.

    Parameters
    ----------
    weight : float
        β.
    shift : float
        How far the peaks move.

    Returns
    -------
    ContextualBandit
        Its θ may break L.
    """
    cones = with_contexts.cones(CONTEXTS, ARMS, shift=shift)
    return with_contexts.told(cones.with_lipschitz(0.6, check=False), weight)


@cache
def bounds_of(weight: float, shift: float) -> tuple[float, float]:
    """C′(θ), and the sum of the bounds of each context alone, told 0.5, which is enough for its arms.

    Parameters
    ----------
    weight : float
        β.
    shift : float
        How far the peaks move.

    Returns
    -------
    together, alone : float
        Mean reward per log T.
    """
    bandit = similar(weight, shift)
    alone = sum(lb.lower_bound(bandit.alone(j).with_lipschitz(0.5)).value for j in range(CONTEXTS))
    return lb.contextual_lower_bound(bandit).value, alone
