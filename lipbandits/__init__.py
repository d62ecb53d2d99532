"""Lipschitz bandits: regret lower bounds and optimal algorithms (Magureanu, Combes and Proutiere, COLT 2014)."""

from lipbandits import concentration
from lipbandits.bandits import LipschitzBandit
from lipbandits.divergences import kl, kl_plus
from lipbandits.examples import plateau, quadratic, random, triangle
from lipbandits.geometry import Geometry
from lipbandits.indexes import exploration_level, kl_ucb_indexes, lipschitz_indexes
from lipbandits.lower_bounds import beta, confusing_divergences, confusing_parameter, lai_robbins, lower_bound
from lipbandits.policies import CKLUCB, KLUCB, OSLB, UCB, Greedy, Uniform
from lipbandits.simulation import Regret, replay, simulate

__version__ = "0.1.0"

__all__ = [
    "CKLUCB",
    "KLUCB",
    "OSLB",
    "UCB",
    "Geometry",
    "Greedy",
    "LipschitzBandit",
    "Regret",
    "Uniform",
    "beta",
    "concentration",
    "confusing_divergences",
    "confusing_parameter",
    "exploration_level",
    "kl",
    "kl_plus",
    "kl_ucb_indexes",
    "lai_robbins",
    "lipschitz_indexes",
    "lower_bound",
    "plateau",
    "quadratic",
    "random",
    "replay",
    "simulate",
    "triangle",
]
