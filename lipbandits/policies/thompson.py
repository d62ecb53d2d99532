"""Thompson sampling: play an arm with the probability that it is best, given what was seen."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model import quantiles
from lipbandits.model.families import BERNOULLI, Bernoulli, Exponential, Gaussian, Poisson
from lipbandits.model.geometry import Geometry
from lipbandits.policies.policy import Policy

PRIORS = ("jeffreys", "uniform")


class ThompsonSampling(Policy):
    """Play each arm once, then the largest of one draw for each arm from the posterior of its mean (Thompson 1933).

    With t plays of sum S the posteriors under Jeffreys' prior are: of coins Beta(1/2 + S, 1/2 + t − S), of Gaussian
    rewards N(S/t, sd²/t), of counts Gamma(1/2 + S) / t, and of exponential rewards S / Gamma(t). Korda, Kaufmann and
    Munos (2013) prove for rewards of any of these families that the regret is asymptotically that of Lai and Robbins'
    bound; Kaufmann, Korda and Munos (2012) for coins with the uniform prior. L is not used. Where several arms are
    best, or θ* = 1, the rule is the same. Of equal draws the lowest arm's counts; there is no tolerance, since the
    policy and its compiled twin make the same draws to the last bit.

    Rewards in [0, 1] that are no coins are made coins first, as Agrawal and Goyal (2012) do it: a reward r counts in
    the posterior as 1 with probability r, and as 0 otherwise. The regret is then that of coins of the same means, for
    which the proofs hold, however small the variance of the rewards. ``sums`` and ``means`` have the rewards as they
    were.

    All randomness is of uniforms of the policy's generator, one after the other: of Gaussian rewards one an arm, by
    the quantile; else two for each try at a gamma of Marsaglia and Tsang (2000), pass after pass over those that have
    none yet, and before that one for each gamma of shape 1/2, half the square of a normal. The gammas of coins are
    S + … of every arm, then t − S + … of every arm. A reward that is made a coin takes one.

    Parameters
    ----------
    prior : {"jeffreys", "uniform"}, optional
        "uniform" is for rewards in [0, 1] only: Beta(1 + S, 1 + t − S).

    Raises
    ------
    ValueError
        For another prior; in ``reset`` for a family of one's own, or the uniform prior with rewards not in [0, 1].
    TypeError
        When it is to draw, if ``reset`` was given no generator.
    """

    def __init__(self, prior: str = "jeffreys") -> None:
        if not isinstance(prior, str) or prior not in PRIORS:
            raise ValueError(f"prior: {checks.shown(prior)}; expected one of {', '.join(map(repr, PRIORS))}")
        self.prior = str(prior)

    def reset(self, geometry: Geometry, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        family = geometry.family
        if type(family) not in (Bernoulli, Gaussian, Poisson, Exponential):
            raise ValueError(
                f"geometry: rewards are {family!r}, for which ThompsonSampling has no posterior; expected "
                "Bernoulli(), Gaussian(sd), Poisson() or Exponential()"
            )
        if self.prior == "uniform" and family != BERNOULLI:
            raise ValueError(f"prior: 'uniform' for rewards {family!r}; expected 'jeffreys', or Bernoulli() rewards")
        self.ones = np.zeros(geometry.n_arms)  # S of coins

    @property
    def added(self) -> float:
        """What the prior adds to the ones and to the zeros of coins."""
        return 0.5 if self.prior == "jeffreys" else 1.0

    def draws(self) -> NDArray[np.float64]:
        """A mean for each arm, drawn from its posterior; every arm has been played.

        Returns
        -------
        (K,) ndarray
            Means of the family.
        """
        rng, t, family = self.generator(), self.plays, self.geometry.family
        if isinstance(family, Gaussian):
            return self.sums / t + family.sd * quantiles.normal(rng.random(len(t))) / np.sqrt(t)
        if isinstance(family, Poisson):
            return gammas(0.5 + self.sums, rng) / t
        if isinstance(family, Exponential):
            return self.sums / gammas(t.astype(float), rng)
        both = gammas(np.concatenate([self.added + self.ones, self.added + (t - self.ones)]), rng)
        of_ones, of_zeros = np.split(both, 2)
        return of_ones / (of_ones + of_zeros)

    def explain(self, n: int) -> dict[str, Any]:
        checks.count("n", n)
        if self.plays.min() == 0:
            return {"arm": int(np.argmin(self.plays)), "rule": "play each arm once"}
        draws = self.draws()
        return {"arm": int(np.argmax(draws)), "rule": "largest draw", "draws": draws}

    def update(self, arm: int, reward: float) -> None:
        arm, reward = checks.arm("arm", arm, len(self.plays)), self.geometry.family.checked_reward(reward)
        one = reward
        if self.geometry.family == BERNOULLI and 0 < reward < 1:
            one = float(self.generator().random(1)[0] < reward)
        super().update(arm, reward)
        self.ones[arm] += one


def gammas(shapes: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """A draw from the gamma distribution of scale 1 for each shape.

    Parameters
    ----------
    shapes : (M,) ndarray
        Each 1/2, or at least 1.
    rng : numpy.random.Generator
        The source of the uniforms.

    Returns
    -------
    (M,) ndarray
        Above 0.
    """
    drawn, half = np.empty(len(shapes)), shapes < 1
    normals = quantiles.normal(rng.random(np.count_nonzero(half)))
    drawn[half] = normals * normals / 2
    left = np.flatnonzero(~half)
    while len(left) > 0:
        u = rng.random(2 * len(left))
        drawn[left] = quantiles.gamma_or_zero(shapes[left], u[::2], u[1::2])
        left = left[drawn[left] == 0]
    return drawn
