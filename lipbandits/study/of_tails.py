"""What the concentration chapter simulates ahead of time: ``python -m lipbandits tails`` and ``… levels``.

Two tables, each an .npz file with its provenance: the tail of the evidence under several sampling rules, and the level
that it exceeds with probability 1/(n log n) under two of them.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import lipbandits as lb
from lipbandits import checks
from lipbandits.engine import evidence as compiled
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.theory import concentration

# Five arms, as CKL-UCB plays them; the other rules ignore the geometry.
BANDIT = lb.triangle(5, lipschitz=1.0)
DELTAS = np.arange(0, 20.25, 0.25)
ROUNDS = (11, 31, 101, 301, 1001)
ENDINGS = ("plays on", "stops at the right moment")
RULES = ("round robin", "uniform", "least evidence", "CKL-UCB")

LEVEL_ARMS = (1, 2, 3, 5, 8, 16, 46)
LEVEL_ROUNDS = (30, 100, 1000, 10_000, 100_000, 1_000_000)
# Beyond these, stopping rules take too long to simulate.
MOST_ARMS_STOPPING, MOST_ROUNDS_STOPPING = 8, 10_000
# Beyond this, arms times rounds, a few of the weighted runs decide the estimate.
MOST_ARM_ROUNDS_STOPPING = 50_000


def tails(runs: int = 20_000, seed: int = 2014) -> dict[str, NDArray[np.float64]]:
    """Simulated P[evidence against the truth ≥ δ], n = round.

    Parameters
    ----------
    runs : int, default 20_000
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "tails": (rules, rounds, endings, deltas).
    """
    found = np.empty((len(RULES), len(ROUNDS), len(ENDINGS), len(DELTAS)))
    theta = BANDIT.theta
    rules = (concentration.round_robin, concentration.uniform, concentration.least_evidence(theta))
    for r, rule in enumerate(rules):
        for place, n in enumerate(ROUNDS):
            for e in range(len(ENDINGS)):
                found[r, place, e] = _survival(
                    concentration.simulate_evidence(theta, rule, n, runs, seed, largest=bool(e))
                )
    last, peak = _evidence_under_ckl_ucb(runs, seed)
    for place in range(len(ROUNDS)):
        found[-1, place] = _survival(last[:, place]), _survival(peak[:, place])
    return {"tails": found}


def levels(runs: int = 60_000, seed: int = 2014) -> dict[str, NDArray[np.float64]]:
    """The δ with tail 1/(n log n) when all θ = ½.

    Parameters
    ----------
    runs : int, default 60_000
        How many.
    seed : int, default 2014
        A whole number ≥ 0.

    Returns
    -------
    dict
        "fixed", "stopping", "error": (arms, rounds) each. "fixed" is exact to 0.05; "error" is the relative standard
        error of the tail behind "stopping"; nan where not computed.
    """
    fixed, stopping, error = (np.full((len(LEVEL_ARMS), len(LEVEL_ROUNDS)), np.nan) for _ in range(3))
    for i, n_arms in enumerate(LEVEL_ARMS):
        for j, n in enumerate(LEVEL_ROUNDS):
            if n - 1 < n_arms:
                continue
            fixed[i, j] = level_of_fixed_counts(n_arms, n)
            if can_stop(n_arms, n):
                stopping[i, j], error[i, j] = level_of_stopping(n_arms, n, fixed[i, j], runs, seed)
    return {"fixed": fixed, "stopping": stopping, "error": error}


def can_stop(n_arms: int, n: int) -> bool:
    """Whether the level of a rule that stops can be simulated."""
    within = n_arms <= MOST_ARMS_STOPPING and n <= MOST_ROUNDS_STOPPING
    return within and n_arms * n <= MOST_ARM_ROUNDS_STOPPING


def level_of_fixed_counts(n_arms: int, n: int) -> float:
    """The δ with tail 1/(n log n) for ⌊(n − 1)/K⌋ plays an arm, to 0.05: the middle of a bracket.

    Parameters
    ----------
    n_arms : int
        K, the number of arms.
    n : int
        The round.

    Returns
    -------
    float
        δ.
    """
    # Evidence has a tail of about e^{−δ} times a power of δ, so this is far enough.
    low, high = 0.0, 4 * np.log(n) + n_arms + 10
    low, high = _bracket_of_level(n_arms, n, low, high, cells=2000)
    # A bracket of tails is as wide as K δ / cells in δ.
    low, high = _bracket_of_level(n_arms, n, low, high, cells=max(8000, int(10 * n_arms * high)))
    return float((low + high) / 2)


def level_of_stopping(n_arms: int, n: int, start: float, runs: int, seed: int) -> tuple[float, float]:
    """The δ with tail 1/(n log n) for a rule that samples in turn and stops once the evidence reached δ.

    Where the tail falls in steps, as with one arm and few rounds, the δ is near the one where it passes 1/(n log n).

    Parameters
    ----------
    n_arms : int
        K, the number of arms.
    n : int
        The round.
    start : float
        A δ to begin with.
    runs : int
        How many.
    seed : int
        A whole number ≥ 0.

    Returns
    -------
    delta : float
        δ.
    error : float
        The relative standard error of the tail.
    """
    theta, wanted, delta = [0.5] * n_arms, -np.log(n * np.log(n)), start + np.log(np.log(n))
    rough = max(runs // 10, 200)
    for each in (rough, rough, runs):
        rule = concentration.stop_at(theta, delta, concentration.round_robin)
        found = concentration.simulate_tail(theta, rule, n, delta, each, seed, importance=True, confidence=0.95)
        # On a log scale the tail falls nearly one for one.
        delta += np.log(found.value) - wanted
    return float(delta), (found.high - found.value) / 1.96 / found.value


def level_of_bound(bound: Callable[[int, int, float], float], n_arms: int, n: int) -> float:
    """The δ at which a bound is 1/(n log n): the level of one who knows nothing but the bound.

    Parameters
    ----------
    bound : callable
        Of (K, n, δ), as `bound`.
    n_arms : int
        K, the number of arms.
    n : int
        The round.

    Returns
    -------
    float
        δ.
    """
    return concentration.level_for(bound, n_arms, n, 1 / (n * np.log(n)))


def evidence(
    bandit: LipschitzBandit, rule: str, n: int, runs: int = 10_000, seed: int = 0, largest: bool = False
) -> NDArray[np.float64]:
    """The evidence against the true means at round n, drawn on counted random numbers as the book's pages draw it.

    Parameters
    ----------
    bandit : LipschitzBandit
        θ, and the L that CKL-UCB is told.
    rule : str
        One of ``RULES``. CKL-UCB has f(n) = log n and forced exploration.
    n : int
        The round, n ≥ 2; n − 1 rounds have been played.
    runs : int, default 10_000
        How many.
    seed : int, default 0
        A whole number from 0 to 2⁵³ − 1. Run r of it meets the rewards of run r of `simulate` with
        ``stream="counter"``.
    largest : bool, default False
        The largest evidence at any round up to n instead: what the rule reaches that stops at the right moment.

    Returns
    -------
    (runs,) ndarray
        Evidence, in nats.

    Raises
    ------
    ValueError
        For a rule that is none of these.

    Examples
    --------
    >>> evidence(lb.LipschitzBandit([0.5, 0.5]), "round robin", 101, runs=3).round(3)
    array([1.454, 0.361, 2.646])
    """
    if rule not in RULES:
        raise ValueError(f"rule: {checks.shown(rule)}; expected one of {', '.join(RULES)}")
    n, runs = checks.count("n", n, 2), checks.count("runs", runs)
    seed = checks.count("seed", seed, 0, most=2**53 - 1)
    checks.instance("bandit", bandit, LipschitzBandit)
    if bandit.arms is None:
        raise ValueError("bandit: its arms have no positions; expected arms of [0, 1]")
    found = np.empty(runs)
    told = [RULES.index(rule), n, checks.flag("largest", largest), bandit.lipschitz, seed & 0xFFFFFFFF, seed >> 32]
    compiled.simulate_evidence(bandit.theta, bandit.arms, np.array(told, dtype=float), 0, found)
    return found


def estimate(evidence: NDArray[np.float64], delta: float) -> concentration.Estimate:
    """The share of runs whose evidence reaches δ, with Clopper and Pearson's 95 % interval.

    Parameters
    ----------
    evidence : (runs,) ndarray
        As `evidence` returns it.
    delta : float
        δ > 0.

    Returns
    -------
    Estimate
        The tail, with its interval.
    """
    found = np.empty((len(compiled.ESTIMATE), 1))
    compiled.estimate(np.asarray(evidence, dtype=float), np.array([checks.number("delta", delta)]), found)
    hits, value, low, high = found[:, 0].tolist()
    return concentration.Estimate(value, low, high, hits)


TABLES = {
    "tails": (tails, "evidence against the truth, 0.8 - 0.5|x - 1/2|, 5 arms, CKL-UCB with L = twice the slope"),
    "levels": (levels, "the level with tail 1/(n log n), all means 1/2, in turn to the end, and stopping when reached"),
}


def _bracket_of_level(n_arms: int, n: int, low: float, high: float, cells: int) -> tuple[float, float]:
    """δ between which the tail for equal counts passes 1/(n log n), looked for from low to high."""
    deltas = np.linspace(low, high, 2001)[1:]
    tails = concentration.tail_bracket([0.5] * n_arms, [(n - 1) // n_arms] * n_arms, deltas, cells)
    at, beyond = (int(np.argmax(tail <= 1 / (n * np.log(n)))) for tail in tails)
    return deltas[at] - (deltas[1] - deltas[0]), deltas[beyond]


def _survival(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    ordered = np.sort(evidence)
    return 1 - np.searchsorted(ordered, DELTAS * (1 - 1e-12)) / len(ordered)


def _evidence_under_ckl_ucb(runs: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Evidence against the truth at each of ``ROUNDS``, and its largest value so far, (runs, rounds) each."""
    theta, horizon = BANDIT.theta, ROUNDS[-1] - 1
    rng = np.random.default_rng(seed)
    last, peak = np.empty((runs, len(ROUNDS))), np.empty((runs, len(ROUNDS)))
    for run in range(runs):
        table = (rng.random((len(theta), horizon)) < theta[:, None]).astype(np.uint8)
        played = lb.replay(BANDIT, lb.CKLUCB(), table)
        plays = (played[:, None] == np.arange(len(theta))).cumsum(axis=0)
        totals = np.pad(table.cumsum(axis=1), ((0, 0), (1, 0)))
        evidence = concentration.evidence_at(theta, plays, totals[np.arange(len(theta)), plays])
        taken = np.array(ROUNDS) - 2
        last[run], peak[run] = evidence[taken], np.maximum.accumulate(evidence)[taken]
    return last, peak
