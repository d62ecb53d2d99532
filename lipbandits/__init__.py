"""Lipschitz bandits: regret lower bounds and optimal algorithms (Magureanu, Combes and Proutiere, COLT 2014)."""

import importlib
from typing import TYPE_CHECKING, Any

from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit, PairGeometry
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.model.examples import (
    plateau,
    quadratic,
    random_bandit,
    travelling_peak,
    triangle,
)
from lipbandits.model.examples_on_points import paper_quadratic, paper_triangle
from lipbandits.model.families import Bernoulli, Exponential, Family, Gaussian, Poisson
from lipbandits.model.geometry import Geometry, Interval
from lipbandits.model.grids import even_grid, grid_off_peak, linear_floor, n_arms_minimax, n_arms_smooth, n_arms_sqrt
from lipbandits.model.measured import Measured, read_means
from lipbandits.model.priors import from_prior
from lipbandits.play.regret import Regret
from lipbandits.play.replay import replay
from lipbandits.play.simulation import simulate
from lipbandits.policies import (
    CCKLUCB,
    CKLUCB,
    HOO,
    IMED,
    IMEDUB,
    KLUCB,
    MOSS,
    OSLB,
    OSSB,
    UCB,
    AdaptiveCKLUCB,
    Discretised,
    Greedy,
    PerContext,
    ThompsonSampling,
    Uniform,
    Zooming,
)
from lipbandits.policies.policy import ContextualPolicy, ContinuousPolicy, Policy
from lipbandits.theory import concentration
from lipbandits.theory.contextual_bounds import contextual_confusing_parameter, contextual_lower_bound
from lipbandits.theory.divergences import kl, kl_plus
from lipbandits.theory.indexes import exploration_level, kl_ucb_indexes, lipschitz_indexes
from lipbandits.theory.lower_bounds import beta, confusing_divergences, confusing_parameter, lai_robbins, lower_bound
from lipbandits.theory.unimodal import unimodal_lower_bound

if TYPE_CHECKING:
    from lipbandits.study.comparing import compare
    from lipbandits.study.comparison import Comparison
    from lipbandits.study.own_data import advise

__version__ = "0.1.0"

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
    "Bernoulli",
    "Comparison",
    "ContextualBandit",
    "ContextualPolicy",
    "ContinuousBandit",
    "ContinuousPolicy",
    "Discretised",
    "Exponential",
    "Family",
    "Gaussian",
    "Geometry",
    "Greedy",
    "Interval",
    "LipschitzBandit",
    "Measured",
    "PairGeometry",
    "PerContext",
    "Poisson",
    "Policy",
    "Regret",
    "ThompsonSampling",
    "Uniform",
    "Zooming",
    "advise",
    "beta",
    "compare",
    "concentration",
    "confusing_divergences",
    "confusing_parameter",
    "contextual_confusing_parameter",
    "contextual_lower_bound",
    "even_grid",
    "exploration_level",
    "from_prior",
    "grid_off_peak",
    "kl",
    "kl_plus",
    "kl_ucb_indexes",
    "lai_robbins",
    "linear_floor",
    "lipschitz_indexes",
    "lower_bound",
    "n_arms_minimax",
    "n_arms_smooth",
    "n_arms_sqrt",
    "paper_quadratic",
    "paper_triangle",
    "plateau",
    "quadratic",
    "random_bandit",
    "read_means",
    "replay",
    "simulate",
    "travelling_peak",
    "triangle",
    "unimodal_lower_bound",
]

# From a room above, whose modules import this one: they come when they are asked for.
_LATER = {
    "Comparison": "lipbandits.study.comparison",
    "advise": "lipbandits.study.own_data",
    "compare": "lipbandits.study.comparing",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
