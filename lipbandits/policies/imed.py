"""IMED (Honda and Takemura 2015): each arm as often as its evidence against being best allows, without a level f(n)."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.policies.policy import Policy, lowest_of_the_largest


class IMED(Policy):
    """Indexed minimum empirical divergence: play each arm once, then the least of t_k I(θ̂_k, θ̂*) + log t_k.

    The index of an arm is the evidence that it is not best, and the logarithm of its plays. That of an arm of the
    largest average is log t_k, so that it is played until another one's evidence is the less. L is not used.

    Honda and Takemura prove that regret is asymptotically that of Lai and Robbins' bound, for all rewards that have
    an upper bound, with the least divergence to any such rewards in the place of I; for coins this is I. Saber, Ménard
    and Maillard (2020) prove it for Gaussian rewards: where every arm is a neighbour of every other, their IMED-UB is
    this policy. For counts and exponential rewards it would follow in the same way from Saber, Ménard and Maillard
    (2021), whose exact assumptions we have not read. For a family of one's own it is the same rule with its I, and we
    know of no proof; nor of one for other rewards in [0, 1] with the I of coins, which is less than the least
    divergence and so makes the policy explore more.

    Of indexes within 1e-9 of the least the lowest arm's counts: where all arms are equally good so far, the least
    played. Where θ̂* is the largest mean there is, I is infinite, and only arms that have that average are played.
    """

    def explain(self, n: int) -> dict[str, Any]:
        checks.count("n", n)
        if self.plays.min() == 0:
            return {"arm": int(np.argmin(self.plays)), "rule": "play each arm once"}
        leader, theta = int(np.argmax(self.means)), self.means
        indexes = self.plays * self.geometry.family.kl_plus(theta, theta[leader]) + np.log(self.plays)
        arm = lowest_of_the_largest(-indexes)
        return {"arm": arm, "rule": "least index", "leader": leader, "indexes": indexes}
