"""What plays with contexts in the book: CCKL-UCB beside copies that learn in each context alone, and three tables.

``python -m lipbandits similarity``, ``… popularity`` and ``… handicaps`` write the tables. The paper has no experiments
with contexts: the instances are ours.
"""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import lipbandits as lb
from lipbandits.model.examples import travelling_peak
from lipbandits.play.simulation import simulate
from lipbandits.study.on_points import final_regret

HORIZON = 100_000
NUMBERS_OF_CONTEXTS = (5, 20, 50)
# How far the peak moves from the first context to the last, and β: L grows by 1.17 and 1.10 for it.
PEAKS = {"far": (0.2, 0.8, 1.0), "near": (0.45, 0.55, 0.05)}
N_ARMS = 20

# What the book calls the policies of the stored results.
NAMES = {"CCKLUCB": "CCKL-UCB", "CKLUCB alone": "CKL-UCB alone", "KLUCB alone": "KL-UCB alone"}
# The tables: β told in place of 1, and the share of the rounds that show the first of two contexts.
WEIGHTS = (0.001, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0)
SHARES = (0.5, 0.8, 0.9, 0.97, 0.99, 0.997)
POPULAR_HORIZON = 300_000
# Of `handicaps`: from separate copies to CCKL-UCB, one change at a time; and CCKL-UCB where it has many pairs.
STEPS = (
    "CKL-UCB alone",
    "alone, all rounds in f",
    "alone, all rounds in f, L of the pairs",
    "CCKL-UCB",
    "CCKL-UCB, L of the arms",
)
LEVELS = {
    "log n": lb.CCKLUCB(),
    "log n, nothing forced": lb.CCKLUCB(forced=False),
    "log n + 3 log log n": lb.CCKLUCB("klucb3"),
}


def peaks(kind: str, n_contexts: int, distribution: ArrayLike | None = None) -> lb.ContextualBandit:
    """A smooth peak that moves far or near with the context, 20 arms.

    Parameters
    ----------
    kind : {"far", "near"}
        How far it moves.
    n_contexts : int
        J, the number of contexts.
    distribution : (J,) array_like, optional
        ψ; default: uniform.

    Returns
    -------
    ContextualBandit
        J contexts, 20 arms.
    """
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


def cones(
    n_contexts: int,
    n_arms: int,
    slack: float = 1.0,
    shift: float = 0.6,
    context_weight: float = 1.0,
    distribution: ArrayLike | None = None,
) -> lb.ContextualBandit:
    """θ_k(j) = 0.8 − 0.5|x_k − p(y_j)| with p(y) = ½ + shift·(y − ½).

    Parameters
    ----------
    n_contexts : int
        J, the number of contexts.
    n_arms : int
        K, the number of arms.
    slack : float, default 1.0
        L is so many times that of the function.
    shift : float, default 0.6
        How far the peak moves.
    context_weight : float, default 1.0
        β.
    distribution : (J,) array_like, optional
        ψ; default: uniform.

    Returns
    -------
    ContextualBandit
        J contexts, K arms.
    """
    contexts, arms = np.linspace(0, 1, n_contexts), np.linspace(0, 1, n_arms)
    theta = 0.8 - 0.5 * np.abs(arms[None, :] - (0.5 + shift * (contexts - 0.5))[:, None])
    lipschitz = slack * 0.5 * np.hypot(1, shift / np.sqrt(context_weight))
    return lb.ContextualBandit(theta, arms, contexts, lipschitz, context_weight, distribution=distribution)


def sharers(slope: float) -> dict[str, lb.ContextualPolicy]:
    """CCKL-UCB, and copies that learn alone; those of CKL-UCB are told the L along the arms of one context.

    Parameters
    ----------
    slope : float
        L along the arms of one context.

    Returns
    -------
    dict
        {name: policy}.
    """
    return {
        "CCKLUCB": lb.CCKLUCB(),
        "CKLUCB alone": lb.PerContext(lb.CKLUCB(lipschitz=slope)),
        "KLUCB alone": lb.PerContext(lb.KLUCB()),
    }


# Instances whose β is 1.
PROMISED = {"cone, 5 contexts": partial(cones, 5, N_ARMS, slack=2.0), "smooth, 20 contexts": partial(peaks, "far", 20)}


def slope_of(kind: str) -> float:
    """The steepest slope between arms of one context of ``peaks``.

    Parameters
    ----------
    kind : {"far", "near"}
        How far the peak moves.

    Returns
    -------
    float
        The constant L.
    """
    start, stop, weight = PEAKS[kind]
    return peaks(kind, 2).lipschitz / float(np.hypot(1, (stop - start) / np.sqrt(weight)))


def zipf(n_contexts: int) -> NDArray[np.float64]:
    """Probabilities proportional to 1, 1/2, 1/3, …

    Parameters
    ----------
    n_contexts : int
        J, the number of contexts.

    Returns
    -------
    (J,) ndarray
        ψ.
    """
    shares = 1 / np.arange(1, n_contexts + 1)
    return shares / shares.sum()


def similarity(runs: int = 40, seed: int = 2014) -> dict[str, NDArray[Any]]:
    """CCKL-UCB on ``PROMISED``, told each β of ``WEIGHTS`` where 1 is true.

    Parameters
    ----------
    runs : int, default 40
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "regret": (instances, weights, runs).
    """
    found = []
    for bandit in PROMISED.values():
        for weight in WEIGHTS:
            found.append(final_regret(told(bandit(), weight), {"CCKLUCB": lb.CCKLUCB()}, HORIZON, runs, seed))
    return {"regret": np.array(found, dtype=np.float32).reshape(len(PROMISED), len(WEIGHTS), runs)}


def told(bandit: lb.ContextualBandit, weight: float) -> lb.ContextualBandit:
    """The same means and L, with a weight of the contexts that may promise too much.

    Parameters
    ----------
    bandit : ContextualBandit
        θ, L and the positions.
    weight : float
        β.

    Returns
    -------
    ContextualBandit
        Its θ may break L.
    """
    return lb.ContextualBandit(
        bandit.theta, bandit.arms, bandit.contexts, bandit.lipschitz, context_weight=weight, check=False
    )


def keeps_promise(bandit: lb.ContextualBandit) -> bool:
    """Whether θ fits the geometry; one that was told another weight need not."""
    try:
        bandit.with_lipschitz(bandit.lipschitz)
    except ValueError:
        return False
    return True


def popularity(runs: int = 40, seed: int = 2014) -> dict[str, NDArray[Any]]:
    """CCKL-UCB on two contexts, the first shown with each share.

    Parameters
    ----------
    runs : int, default 40
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "regret": (shares, runs, C). "rounds": (C,).
    """
    policies = [lb.CCKLUCB()]
    found = [
        simulate(popular(share), policies, POPULAR_HORIZON, runs, seed, n_jobs=-1, progress=False)["CCKLUCB"].thinned()
        for share in SHARES
    ]
    return {"regret": np.array([each.regret for each in found], dtype=np.float32), "rounds": found[0].rounds}


def handicaps(runs: int = 40, seed: int = 2014) -> dict[str, NDArray[Any]]:
    """From separate copies to CCKL-UCB, one change at a time, and CCKL-UCB where it has many pairs.

    Parameters
    ----------
    runs : int, default 40
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "few": (``STEPS``, runs), regret in five contexts far apart. "many", "settled": (``LEVELS``, runs), 50 contexts
        near each other, the regret and what of it the most played arm of each context makes; see ``most_played``.
    """
    few, slope = peaks("far", NUMBERS_OF_CONTEXTS[0]), slope_of("far")
    copies = {STEPS[0]: lb.PerContext(lb.CKLUCB(lipschitz=slope))}
    sharing = {STEPS[3]: lb.CCKLUCB(), STEPS[4]: lb.CCKLUCB(lipschitz=slope)}
    counting = {STEPS[1]: lb.CCKLUCB(lipschitz=slope), STEPS[2]: lb.CCKLUCB()}
    found = {
        **simulate(few, copies | sharing, HORIZON, runs, seed, n_jobs=-1, progress=False),
        **simulate(apart(few), counting, HORIZON, runs, seed, n_jobs=-1, progress=False),
    }
    many = peaks("near", NUMBERS_OF_CONTEXTS[-1])
    levels = simulate(many, LEVELS, HORIZON, runs, seed, n_jobs=-1, progress=False).values()
    return {
        "few": np.array([found[name].regret[:, -1] for name in STEPS], dtype=np.float32),
        "many": np.array([each.regret[:, -1] for each in levels], dtype=np.float32),
        "settled": np.array([most_played(many, each)[1].sum(axis=1) for each in levels], dtype=np.float32),
    }


def apart(bandit: lb.ContextualBandit) -> lb.ContextualBandit:
    """The same means in contexts so far apart that no play says anything about another context.

    CCKL-UCB then plays as copies of CKL-UCB that count the rounds of all contexts in f.

    Parameters
    ----------
    bandit : ContextualBandit
        θ and L.

    Returns
    -------
    ContextualBandit
        With a β that no distance reaches over.
    """
    return told(bandit, 1e6)


def most_played(bandit: lb.ContextualBandit, regret: lb.Regret) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of the most played arm of each context: its gap, and what its plays lost.

    Parameters
    ----------
    bandit : ContextualBandit
        The instance.
    regret : Regret
        Of one policy on it.

    Returns
    -------
    gaps, lost : (runs, J) ndarray
        Mean reward, and regret.
    """
    plays = np.asarray(regret.plays)
    gaps = np.take_along_axis(bandit.gaps, plays.argmax(axis=-1).T, axis=1).T
    return gaps, gaps * plays.max(axis=-1)


def popular(share: float) -> lb.ContextualBandit:
    """Two contexts of five arms, their peaks 0.4 apart; the first is shown with this probability.

    Parameters
    ----------
    share : float
        In (0, 1).

    Returns
    -------
    ContextualBandit
        ψ is (share, 1 − share).
    """
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
        "least of the function, by the share of rounds that show the first",
    ),
    "handicaps": (
        handicaps,
        f"regret at T = {HORIZON} on the smooth peak that travels: far, 5 contexts, from CKL-UCB alone to CCKL-UCB one "
        "change at a time, f = log n of its own or of all rounds; near, 50 contexts, CCKL-UCB with three levels",
    ),
}
