"""Contexts that are more or less alike: what the lower bound makes of a promise, true or not."""

from functools import cache

import lipbandits as lb
from lipbandits.study import with_contexts

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


def apart(bandit: lb.ContextualBandit, lipschitz: float) -> float:
    """The sum of the bounds of each context alone, told a constant that may be smaller than that of all pairs.

    Parameters
    ----------
    bandit : ContextualBandit
        θ.
    lipschitz : float
        L along the arms.

    Returns
    -------
    float
        Mean reward per log T.
    """
    alone = (bandit.alone(j).with_lipschitz(lipschitz) for j in range(bandit.n_contexts))
    return sum(lb.lower_bound(each).value for each in alone)
