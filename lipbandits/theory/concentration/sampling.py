"""Monte Carlo for the tail of the paper's Theorem 2 under any rule, its proof's martingale as likelihood ratio.

A rule is a function ``rule(plays, sums, n, rng)``: it gets the counts and sums of many runs at once, (runs, K) each,
the round n and a generator, and returns (runs,) arms to sample, or −1 where it stops for good. It sees the past alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, logsumexp, ndtri, xlog1py, xlogy

from lipbandits import checks
from lipbandits.model.bandits import checked_means
from lipbandits.model.families import BERNOULLI
from lipbandits.theory.concentration.tails import _counts, _evidence, _fixed, evidence_at, reaches

# Tilted models that importance sampling mixes.
_TILTS = 256
_RULE = "a function rule(plays, sums, n, rng)"
# Rows whose likelihoods are compared with all tilts at once.
_CHUNK = 20_000


# Whom to sample next, in many runs at once; see above.
Rule = Callable[[NDArray[np.int_], NDArray[np.int_], int, np.random.Generator], NDArray[np.int_]]


@dataclass(frozen=True)
class Estimate:
    """A probability found by simulation.

    Attributes
    ----------
    value : float
        The estimate.
    low, high : float
        Its interval, Clopper and Pearson's, or a normal one under importance sampling.
    effective : float
        (Σ w)² / Σ w² over the runs that reached δ, w their weights: so many equally weighted runs tell as much.
    """

    value: float
    low: float
    high: float
    effective: float


def round_robin(plays: NDArray[np.int_], sums: NDArray[np.int_], n: int, rng: np.random.Generator) -> NDArray[np.int_]:
    """Each arm in turn.

    Parameters
    ----------
    plays, sums : (runs, K) ndarray
        Counts and sums of rewards before round n.
    n : int
        The round.
    rng : Generator
        Not used.

    Returns
    -------
    (runs,) ndarray of int
        Arms.
    """
    return np.full(len(plays), (n - 1) % plays.shape[1])


def uniform(plays: NDArray[np.int_], sums: NDArray[np.int_], n: int, rng: np.random.Generator) -> NDArray[np.int_]:
    """An arm at random.

    Parameters
    ----------
    plays, sums : (runs, K) ndarray
        Counts and sums of rewards before round n.
    n : int
        The round.
    rng : Generator
        What arms are drawn from.

    Returns
    -------
    (runs,) ndarray of int
        Arms.
    """
    return rng.integers(plays.shape[1], size=len(plays))


def least_evidence(theta: ArrayLike) -> Rule:
    """The rule that samples the arm with the least evidence against its mean, and leaves arms alone that look bad.

    Parameters
    ----------
    theta : (K,) array_like
        Means.

    Returns
    -------
    callable
        ``rule(plays, sums, n, rng)``, with ties to the arm with the fewest plays.
    """
    theta = checked_means(theta)

    def rule(plays: NDArray[np.int_], sums: NDArray[np.int_], n: int, rng: np.random.Generator) -> NDArray[np.int_]:
        evidence = _evidence(theta, plays, sums)
        # Ties, as between arms that show nothing bad, go to the fewest plays.
        return np.lexsort((plays, evidence), axis=1)[:, 0]

    return rule


def stop_at(theta: ArrayLike, delta: float, rule: Rule) -> Rule:
    """The same rule, but it stops for good once the evidence against θ has reached δ: no luck is lost again.

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    delta : float
        δ.
    rule : callable
        ``rule(plays, sums, n, rng)``.

    Returns
    -------
    callable
        ``rule(plays, sums, n, rng)``.
    """
    theta, delta = checked_means(theta), checks.number("delta", delta)
    checks.function("rule", rule, 4, _RULE)

    def stopping(plays: NDArray[np.int_], sums: NDArray[np.int_], n: int, rng: np.random.Generator) -> NDArray[np.int_]:
        reached = reaches(_evidence(theta, plays, sums).sum(axis=1), delta)
        return np.where(reached, -1, rule(plays, sums, n, rng))

    return stopping


def simulate_counts(
    theta: ArrayLike, rule: Rule | ArrayLike, n: int, runs: int = 10_000, seed: int = 0
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Plays and sums at round n, simulated.

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    rule : callable or (K,) array_like
        ``rule(plays, sums, n, rng)``, or fixed counts, each below n.
    n : int
        The round; n − 1 rounds have been played.
    runs : int, default 10_000
        How many.
    seed : int, default 0
        A whole number ≥ 0.

    Returns
    -------
    plays, sums : (runs, K) ndarray of int
        Counts and sums of rewards.

    Raises
    ------
    ValueError
        As `simulate_evidence`.
    """
    theta, n = checked_means(theta), checks.count("n", n)
    runs, rng = checks.count("runs", runs), np.random.default_rng(checks.seed(seed))
    return _sample(theta, rule, n, np.tile(theta, (runs, 1)), rng)


def simulate_evidence(
    theta: ArrayLike, rule: Rule | ArrayLike, n: int, runs: int = 10_000, seed: int = 0, largest: bool = False
) -> NDArray[np.float64]:
    """The evidence Σ_k t_k I⁺(θ̂_k, θ_k) at round n, simulated.

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    rule : callable or (K,) array_like
        ``rule(plays, sums, n, rng)``, a function that gets the counts and sums of many runs at once, (runs, K) each,
        the round and a generator, and returns (runs,) arms, or −1 where it stops for good; or fixed counts, each below
        n.
    n : int
        The round; n − 1 rounds have been played.
    runs : int, default 10_000
        How many.
    seed : int, default 0
        A whole number ≥ 0.
    largest : bool, default False
        The largest evidence at any round up to n instead: what the rule reaches that stops at the right moment.

    Returns
    -------
    (runs,) ndarray
        Evidence, in nats.

    Raises
    ------
    ValueError
        For means outside [0, 1], counts of n or more, or a rule that returns something else than arms.
    """
    theta, n = checked_means(theta), checks.count("n", n)
    runs, seed = checks.count("runs", runs), checks.seed(seed)
    if not checks.flag("largest", largest):
        return evidence_at(theta, *simulate_counts(theta, rule, n, runs, seed))
    if not callable(rule):
        raise ValueError("largest: counts fixed in advance have no order; expected a function as rule")
    peak = np.zeros(runs)
    _sample(theta, rule, n, np.tile(theta, (runs, 1)), np.random.default_rng(seed), peak)
    return peak


def simulate_tail(
    theta: ArrayLike,
    rule: Rule | ArrayLike,
    n: int,
    delta: float,
    runs: int = 100_000,
    seed: int = 0,
    importance: bool = False,
    confidence: float = 0.999,
) -> Estimate:
    """P[Σ_k t_k I⁺(θ̂_k, θ_k) ≥ δ] at round n under a sampling rule, simulated.

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    rule : callable or (K,) array_like
        As for `simulate_evidence`.
    n : int
        The round; n − 1 rounds have been played.
    delta : float
        δ > 0.
    runs : int, default 100_000
        How many.
    seed : int, default 0
        A whole number ≥ 0.
    importance : bool, default False
        Draw rewards from a mixture of models in which the evidence tends to δ, and weight them by the likelihood ratio,
        the inverse of the proof's martingale: for tails below 1e-5.
    confidence : float, default 0.999
        Of the interval.

    Returns
    -------
    Estimate
        The tail, with its interval.

    Raises
    ------
    ValueError
        As `simulate_evidence`.
    """
    theta, n = checked_means(theta), checks.count("n", n)
    delta = checks.number("delta", delta)
    confidence = checks.number("confidence", confidence, "a number in (0, 1)", low=1e-9, high=1 - 1e-9)
    if not checks.flag("importance", importance):
        reached = int(np.sum(reaches(simulate_evidence(theta, rule, n, runs, seed), delta)))
        return clopper_pearson(reached, runs, confidence)
    runs, seed = checks.count("runs", runs, least=2), checks.seed(seed)
    rng = np.random.default_rng(seed)
    tilts = _tilted_means(theta, rule, n, delta, rng)
    means = tilts[np.arange(runs) % len(tilts)]
    plays, sums = _sample(theta, rule, n, means, rng)
    hit = reaches(evidence_at(theta, plays, sums), delta)
    weights = np.zeros(runs)
    weights[hit] = _weights(theta, tilts, plays[hit], sums[hit])
    half = -ndtri((1 - confidence) / 2) * weights.std(ddof=1) / np.sqrt(runs)
    value, squares = weights.mean(), np.sum(weights**2)
    effective = weights.sum() ** 2 / squares if squares > 0 else 0.0
    return Estimate(float(value), float(max(value - half, 0.0)), float(value + half), float(effective))


def best_tilt(mean: ArrayLike, theta: ArrayLike) -> Any:
    """λ ≤ 0 that maximises λ·mean − log(θ e^λ + 1 − θ): the maximum is I(mean, θ).

    Parameters
    ----------
    mean : float or array_like
        0 ≤ mean ≤ θ.
    theta : float or array_like
        In [0, 1], broadcast against ``mean``.

    Returns
    -------
    float or ndarray
        λ; 0 where mean = θ, and −inf where mean = 0 < θ.

    Raises
    ------
    ValueError
        For a mean outside [0, θ], or shapes that do not fit each other.
    """
    mean, theta = (checks.array(*each, "numbers in [0, 1]") for each in (("mean", mean), ("theta", theta)))
    try:
        np.broadcast_shapes(mean.shape, theta.shape)
    except ValueError:
        raise ValueError(f"mean, theta: shapes {mean.shape} and {theta.shape}; expected shapes that fit") from None
    if not np.all((mean >= 0) & (mean <= theta) & (theta <= 1)):
        raise ValueError("mean: some lie outside 0 to theta; expected 0 ≤ mean ≤ theta ≤ 1")
    with np.errstate(divide="ignore", invalid="ignore"):
        tilt = np.log(mean) + np.log1p(-theta) - np.log(theta) - np.log1p(-mean)
    tilt = np.where(mean == theta, 0.0, tilt)
    return float(tilt) if tilt.ndim == 0 else tilt


def log_martingale(theta: ArrayLike, tilts: ArrayLike, plays: ArrayLike, sums: ArrayLike) -> NDArray[np.float64]:
    """log G(n) = Σ_k λ_k S_k − t_k log(θ_k e^{λ_k} + 1 − θ_k), the martingale in the proof of the paper's Theorem 2.

    Parameters
    ----------
    theta : (K,) array_like
        Means.
    tilts : (K,) array_like
        λ, with −inf for "any reward would be a miracle".
    plays, sums : (..., K) array_like
        Counts and sums of rewards.

    Returns
    -------
    (...,) ndarray
        Log G; G has mean 1 under every rule.

    Raises
    ------
    ValueError
        For tilts of another shape, nan or +∞, or counts and sums as in `evidence_at`.
    """
    theta, tilts = checked_means(theta), checks.array("tilts", tilts, "a tilt for each arm")
    if tilts.shape != theta.shape or np.isnan(tilts).any() or (tilts == np.inf).any():
        raise ValueError(f"tilts: {checks.shown(tilts.tolist())}; expected {len(theta)} numbers, or −inf")
    plays, sums = _counts(theta, plays, sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        gain = np.where(sums == 0, 0.0, tilts * sums)
        growth = np.where(plays == 0, 0.0, plays * np.logaddexp(np.log(theta) + tilts, np.log1p(-theta)))
        # An arm that always pays is always paid as expected, whatever the bet.
        terms = np.where((theta == 1) & (sums == plays), 0.0, gain - growth)
        return terms.sum(axis=-1)


def _sample(
    theta: NDArray[np.float64],
    rule: Rule | ArrayLike,
    n: int,
    means: NDArray[np.float64],
    rng: np.random.Generator,
    peak: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """(plays, sums), each (runs, K), at round n, when rewards are drawn with these means, one row a run."""
    runs, n_arms = means.shape
    if not callable(rule):
        _, counts = _fixed(theta, rule, "rule")
        if counts.max() >= n:
            raise ValueError(f"rule: an arm has {counts.max()} plays at round n={n}; expected at most {n - 1}")
        return np.tile(counts, (runs, 1)), rng.binomial(counts, means)
    checks.function("rule", rule, 4, _RULE)
    plays, sums = np.zeros((runs, n_arms), dtype=int), np.zeros((runs, n_arms), dtype=int)
    active = np.arange(runs)
    for now in range(1, n):
        arms = chosen_arms(rule(plays[active], sums[active], now, rng), len(active), n_arms)
        going = arms >= 0
        active, arms = active[going], arms[going]
        if len(active) == 0:
            break
        plays[active, arms] += 1
        sums[active, arms] += rng.random(len(active)) < means[active, arms]
        if peak is not None:
            peak[active] = np.maximum(peak[active], _evidence(theta, plays[active], sums[active]).sum(axis=1))
    return plays, sums


def chosen_arms(returned: ArrayLike, runs: int, n_arms: int) -> NDArray[np.int_]:
    chosen = np.asarray(returned)
    if chosen.shape != (runs,) or chosen.dtype.kind not in "iu" or np.any((chosen < -1) | (chosen >= n_arms)):
        raise ValueError(
            f"rule: returned {returned!r:.80}; expected ({runs},) whole numbers, arms 0 to {n_arms - 1} or −1 to stop"
        )
    return chosen


def _tilted_means(
    theta: NDArray[np.float64], rule: Rule | ArrayLike, n: int, delta: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """(tilts, K) means below θ under which evidence near δ is usual, divided among the arms in many ways.

    Counts that the rule decides are not known in advance; for them the nominal count varies as well.
    """
    n_arms = len(theta)
    share = rng.dirichlet(np.ones(n_arms), size=_TILTS)
    if callable(rule):
        most = max((n - 1) / n_arms, 1.0)
        nominal = np.exp(rng.uniform(0, np.log(most), size=(_TILTS, 1))) * np.ones(n_arms)
    else:
        nominal = np.maximum(_fixed(theta, rule)[1], 1)
    wanted = np.broadcast_to(share * delta / nominal, (_TILTS, n_arms))
    low, high = np.zeros((_TILTS, n_arms)), np.broadcast_to(theta, (_TILTS, n_arms))
    for _ in range(60):
        middle = (low + high) / 2
        more = BERNOULLI.kl_plus_of(middle, theta) > wanted
        low, high = np.where(more, middle, low), np.where(more, high, middle)
    # Never exactly 0: every outcome that θ allows must stay possible.
    return np.maximum((low + high) / 2, 1e-3 * theta)


def _weights(
    theta: NDArray[np.float64], tilts: NDArray[np.float64], plays: NDArray[np.int_], sums: NDArray[np.int_]
) -> NDArray[np.float64]:
    """Likelihood under θ over that under the mixture of tilts, for each row."""
    found = np.empty(len(plays))
    for start in range(0, len(plays), _CHUNK):
        wins = sums[start : start + _CHUNK]
        losses = plays[start : start + _CHUNK] - wins
        truth = (xlogy(wins, theta) + xlog1py(losses, -theta)).sum(axis=1)
        mixed = xlogy(wins[:, None, :], tilts).sum(axis=2) + xlog1py(losses[:, None, :], -tilts).sum(axis=2)
        found[start : start + _CHUNK] = np.exp(truth - logsumexp(mixed, axis=1) + np.log(len(tilts)))
    return found


def clopper_pearson(reached: int, runs: int, confidence: float = 0.95) -> Estimate:
    """The share of what happened in some of so many runs, with the exact interval of Clopper and Pearson.

    Parameters
    ----------
    reached : int
        In how many of them it did.
    runs : int
        How many there were.
    confidence : float, default 0.95
        Of the interval.

    Returns
    -------
    Estimate
        The share.
    """
    # Not by binomtest of scipy, whose root is good to 2e-12: one hit in a million gives a low end 3e-5 of itself off.
    tail = (1 - confidence) / 2
    low = betaincinv(reached, runs - reached + 1, tail) if reached > 0 else 0.0
    high = betaincinv(reached + 1, runs - reached, 1 - tail) if reached < runs else 1.0
    return Estimate(reached / runs, float(low), float(high), float(reached))
