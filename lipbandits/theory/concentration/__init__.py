"""The paper's Theorem 2: its bound, the tail that it bounds, exactly and by simulation, and the steps of its proof.

The tail is P[Σ_k t_k I⁺(θ̂_k, θ_k) ≥ δ], the probability that the evidence against the true means reaches δ.
"""

from lipbandits.theory.concentration.bounds import (
    bound,
    geometric_mixture_bound,
    kaufmann_koolen_bound,
    level_for,
    log_bound,
    mixture_bound,
    self_normalised_bound,
    sequential_mixture_bound,
    union_bound,
)
from lipbandits.theory.concentration.corollary import Corollary1, corollary_1
from lipbandits.theory.concentration.sampling import (
    Estimate,
    best_tilt,
    least_evidence,
    log_martingale,
    round_robin,
    simulate_counts,
    simulate_evidence,
    simulate_tail,
    stop_at,
    uniform,
)
from lipbandits.theory.concentration.steps import gamma_tail, lattice_bound, log_peeling_bound, moment_bound, slices
from lipbandits.theory.concentration.tails import evidence_at, exact_tail, largest_tail, tail_bracket

__all__ = [
    "Corollary1",
    "Estimate",
    "best_tilt",
    "bound",
    "corollary_1",
    "evidence_at",
    "exact_tail",
    "gamma_tail",
    "geometric_mixture_bound",
    "kaufmann_koolen_bound",
    "largest_tail",
    "lattice_bound",
    "least_evidence",
    "level_for",
    "log_bound",
    "log_martingale",
    "log_peeling_bound",
    "mixture_bound",
    "moment_bound",
    "round_robin",
    "self_normalised_bound",
    "sequential_mixture_bound",
    "simulate_counts",
    "simulate_evidence",
    "simulate_tail",
    "slices",
    "stop_at",
    "tail_bracket",
    "uniform",
    "union_bound",
]
