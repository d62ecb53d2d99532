"""What plays with contexts in the book: CCKL-UCB beside copies that learn in each context alone, and two tables.

``python -m lipbandits similarity`` and ``… popularity`` write the tables. The paper has no experiments with contexts:
the instances are ours.
"""

from functools import partial

import numpy as np

import lipbandits as lb
from lipbandits.examples import travelling_peak
from lipbandits.point_experiments import final_regret
from lipbandits.simulation import simulate

HORIZON = 100_000
NUMBERS_OF_CONTEXTS = (5, 20, 50)
# How far the peak moves from the first context to the last, and β: L grows by 1.17 and 1.10 for it.
PEAKS = {"far": (0.2, 0.8, 1.0), "near": (0.45, 0.55, 0.05)}
N_ARMS = 20

# The tables: β told in place of 1, and the share of the rounds that show the first of two contexts.
WEIGHTS = (0.001, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0)
SHARES = (0.5, 0.8, 0.9, 0.97, 0.99, 0.997)
POPULAR_HORIZON = 300_000


def peaks(kind, n_contexts, distribution=None):
    """A smooth peak that moves far or near with the context, 20 arms."""
    start, stop, weight = PEAKS[kind]
    bandit = travelling_peak(n_contexts, N_ARMS, start=start, stop=stop, context_weight=weight)
    if distribution is None:
        return bandit
    return lb.ContextualBandit(
        bandit.theta,
        contexts=bandit.contexts,
        lipschitz=bandit.lipschitz,
        context_weight=weight,
        distribution=distribution,
    )


def cones(n_contexts, n_arms, slack=1.0, shift=0.6, context_weight=1.0, distribution=None):
    """θ_k(j) = 0.8 − 0.5|x_k − p(y_j)| with p(y) = ½ + shift·(y − ½); L is `slack` times the least constant."""
    contexts, arms = np.linspace(0, 1, n_contexts), np.linspace(0, 1, n_arms)
    theta = 0.8 - 0.5 * np.abs(arms[None, :] - (0.5 + shift * (contexts - 0.5))[:, None])
    lipschitz = slack * 0.5 * np.hypot(1, shift / np.sqrt(context_weight))
    return lb.ContextualBandit(theta, arms, contexts, lipschitz, context_weight, distribution=distribution)


def sharers(slope):
    """CCKL-UCB, and copies that learn alone; those of CKL-UCB are told the L that arms of one context need."""
    return {
        "CCKLUCB": lb.CCKLUCB(),
        "CKLUCB alone": lb.PerContext(lb.CKLUCB(lipschitz=slope)),
        "KLUCB alone": lb.PerContext(lb.KLUCB()),
    }


# Instances whose β is 1.
PROMISED = {"cone, 5 contexts": partial(cones, 5, N_ARMS, slack=2.0), "smooth, 20 contexts": partial(peaks, "far", 20)}


def slope_of(kind):
    """The steepest slope between arms of one context of `peaks`."""
    start, stop, weight = PEAKS[kind]
    return peaks(kind, 2).lipschitz / float(np.hypot(1, (stop - start) / np.sqrt(weight)))


def zipf(n_contexts):
    """(J,) probabilities proportional to 1, 1/2, 1/3, …"""
    shares = 1 / np.arange(1, n_contexts + 1)
    return shares / shares.sum()


def similarity(runs=40, seed=2014):
    """{"regret": (instances, weights, runs)}: CCKL-UCB on `PROMISED`, told each β of `WEIGHTS` where 1 is true."""
    found = []
    for bandit in PROMISED.values():
        for weight in WEIGHTS:
            found.append(final_regret(told(bandit(), weight), {"CCKLUCB": lb.CCKLUCB()}, HORIZON, runs, seed))
    return {"regret": np.array(found, dtype=np.float32).reshape(len(PROMISED), len(WEIGHTS), runs)}


def told(bandit, weight):
    """The same means and L, with a weight of the contexts that may promise too much."""
    return lb.ContextualBandit(
        bandit.theta, bandit.arms, bandit.contexts, bandit.lipschitz, context_weight=weight, check=False
    )


def keeps_promise(bandit):
    """Whether θ fits the geometry; one that was told another weight need not."""
    try:
        bandit.with_lipschitz(bandit.lipschitz)
    except ValueError:
        return False
    return True


def popularity(runs=40, seed=2014):
    """{"regret": (shares, runs, C), "rounds": (C,)}: CCKL-UCB on two contexts, the first shown with each share."""
    found = [
        simulate(popular(share), [lb.CCKLUCB()], POPULAR_HORIZON, runs, seed, n_jobs=-1, progress=False)["CCKLUCB"]
        for share in SHARES
    ]
    kept = found[0].thinned()
    regret = np.array([each.regret[:, kept] for each in found], dtype=np.float32)
    return {"regret": regret, "rounds": found[0].rounds[kept]}


def popular(share):
    """Two contexts of five arms, their peaks 0.4 apart; the first is shown with this probability."""
    return cones(2, 5, slack=2.0, shift=0.4, distribution=[share, 1 - share])


TABLES = {
    "similarity": (
        similarity,
        f"regret of CCKL-UCB at T = {HORIZON} told another weight β of the contexts than the true 1: 0.8 - 0.5|x - p|, "
        "5 contexts, L twice the least, and a smooth peak, 20 contexts; p from 0.2 to 0.8, 20 arms",
    ),
    "popularity": (
        popularity,
        f"regret of CCKL-UCB up to T = {POPULAR_HORIZON} on two contexts of five arms, peaks 0.4 apart, L = twice the "
        "least, by the share of rounds that show the first",
    ),
}
