"""What plays with contexts in the book: CCKL-UCB beside copies that learn in each context alone, and two tables.

``python -m lipbandits similarity`` and ``… popularity`` write the tables. The paper has no experiments with contexts:
the instances are ours.
"""

import numpy as np

import lipbandits as lb
from lipbandits.examples import travelling_peak
from lipbandits.simulation import recorded_rounds, simulate

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


def cones(n_contexts, n_arms, slack=1.0, shift=0.6, context_weight=1.0, distribution=None, check=True):
    """θ_k(j) = 0.8 − 0.5|x_k − p(y_j)| with p(y) = ½ + shift·(y − ½); L is `slack` times the least constant."""
    contexts, arms = np.linspace(0, 1, n_contexts), np.linspace(0, 1, n_arms)
    theta = 0.8 - 0.5 * np.abs(arms[None, :] - (0.5 + shift * (contexts - 0.5))[:, None])
    lipschitz = slack * 0.5 * np.hypot(1, shift / np.sqrt(context_weight))
    return lb.ContextualBandit(theta, arms, contexts, lipschitz, context_weight, None, distribution, check)


def sharers(slope):
    """CCKL-UCB, and copies that learn alone; those of CKL-UCB are told the L that arms of one context need."""
    return {
        "CCKLUCB": lb.CCKLUCB(),
        "CKLUCB alone": lb.PerContext(lb.CKLUCB(lipschitz=slope)),
        "KLUCB alone": lb.PerContext(lb.KLUCB()),
    }


def slope_of(kind):
    """The steepest slope between arms of one context of `peaks`."""
    start, stop, weight = PEAKS[kind]
    return peaks(kind, 2).lipschitz / float(np.hypot(1, (stop - start) / np.sqrt(weight)))


def zipf(n_contexts):
    """(J,) probabilities proportional to 1, 1/2, 1/3, …"""
    shares = 1 / np.arange(1, n_contexts + 1)
    return shares / shares.sum()


def similarity(runs=40, seed=2014):
    """{"regret": (weights, runs)}: CCKL-UCB told each β of `WEIGHTS` where 1 is true, 20 contexts."""
    bandit, found = peaks("far", 20), []
    for weight in WEIGHTS:
        told = lb.ContextualBandit(
            bandit.theta, contexts=bandit.contexts, lipschitz=bandit.lipschitz, context_weight=weight, check=False
        )
        found.append(simulate(told, [lb.CCKLUCB()], HORIZON, runs, seed, n_jobs=-1, progress=False)["CCKLUCB"])
    return {"regret": np.array([each.regret[:, -1] for each in found], dtype=np.float32)}


def popularity(runs=40, seed=2014):
    """{"regret": (shares, runs, C), "rounds": (C,)}: CCKL-UCB on two contexts, the first shown with each share."""
    found = [
        simulate(popular(share), [lb.CCKLUCB()], POPULAR_HORIZON, runs, seed, n_jobs=-1, progress=False)["CCKLUCB"]
        for share in SHARES
    ]
    kept = np.unique(np.linspace(0, len(found[0].rounds) - 1, 64).round().astype(int))
    regret = np.array([each.regret[:, kept] for each in found], dtype=np.float32)
    return {"regret": regret, "rounds": recorded_rounds(POPULAR_HORIZON)[kept]}


def popular(share):
    """Two contexts of five arms, their peaks 0.4 apart; the first is shown with this probability."""
    return cones(2, 5, slack=2.0, shift=0.4, distribution=[share, 1 - share])


TABLES = {
    "similarity": (
        similarity,
        f"regret of CCKL-UCB at T = {HORIZON} told another weight β of the contexts; 20 contexts, 20 arms, smooth peak "
        "that travels from 0.2 to 0.8, true β = 1",
    ),
    "popularity": (
        popularity,
        f"regret of CCKL-UCB up to T = {POPULAR_HORIZON} on two contexts of five arms, peaks 0.4 apart, L = twice the "
        "least, by the share of rounds that show the first",
    ),
}
