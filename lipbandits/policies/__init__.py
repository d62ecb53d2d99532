"""The algorithms, one file each, as close to their pseudo-code as Python allows: the specification.

A policy has ``reset(geometry, rng)``, ``select(n) -> arm`` and ``update(arm, reward)``, keeps its counts in ``plays``
and ``sums``, and can ``explain(n)`` its choice. Anything else with the first three can be simulated as well.
Policies for a `ContinuousBandit` select a point of [0, 1] in place of an arm, those for a `ContextualBandit` are shown
the context: ``select(n, context)``.
"""

from lipbandits.policies.adaptive import AdaptiveCKLUCB
from lipbandits.policies.baselines import UCB, Greedy, Uniform
from lipbandits.policies.cckl_ucb import CCKLUCB
from lipbandits.policies.ckl_ucb import CKLUCB
from lipbandits.policies.discretised import Discretised
from lipbandits.policies.hoo import HOO
from lipbandits.policies.imed import IMED
from lipbandits.policies.imed_ub import IMEDUB
from lipbandits.policies.kl_ucb import KLUCB
from lipbandits.policies.moss import MOSS
from lipbandits.policies.oslb import OSLB
from lipbandits.policies.ossb import OSSB
from lipbandits.policies.per_context import PerContext
from lipbandits.policies.thompson import ThompsonSampling
from lipbandits.policies.zooming import Zooming

__all__ = [
    "CCKLUCB",
    "CKLUCB",
    "HOO",
    "IMED",
    "IMEDUB",
    "KLUCB",
    "MOSS",
    "OSLB",
    "OSSB",
    "UCB",
    "AdaptiveCKLUCB",
    "Discretised",
    "Greedy",
    "PerContext",
    "ThompsonSampling",
    "Uniform",
    "Zooming",
]
