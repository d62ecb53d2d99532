"""IMED-UB (Saber, Ménard and Maillard 2020, 2021): the least evidence, among the best average and its neighbours."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.geometry import Geometry
from lipbandits.policies.policy import Policy, lowest_of_the_largest


class IMEDUB(Policy):
    """Indexed minimum empirical divergence for unimodal bandits: arms on a line, means that rise to one peak and fall.

    Play the arm of the least t_k I(θ̂_k, θ̂*) + log t_k among those of the best average θ̂* and their neighbours on the
    line. An arm without plays has the index −∞. No level f(n), no forced plays, and no L: distances do not matter,
    only who is next to whom.

    Parameters
    ----------
    once : bool, default False
        Whether each arm is played once first. Otherwise an arm is not played before it is next to the best average, and
        a run climbs from neighbour to neighbour: for long where arms are close and many, as on the 46 of the recipe
        "unimodal-triangle", where its mean regret is then five times as large at half a million rounds.

    Notes
    -----
    Saber, Ménard and Maillard ("Forced-exploration free strategies for unimodal bandits", arXiv 2006.16569; "Indexed
    minimum empirical divergence for unimodal bandits", NeurIPS 2021) prove that its regret is asymptotically that of
    the bound for unimodal means, `unimodal_lower_bound`: for Gaussian and Bernoulli rewards in the first paper, for
    exponential families of one parameter in the second, where one arm is best and every other has a better neighbour.
    They have a graph in the place of the line. Where a suboptimal arm has no better neighbour nothing is proved, and a
    run may stay there, with a regret in proportion to T; `simulate` warns.

    We know the rule from the abstracts and from the first author's program (hsaber-ai/multimodal_bandits on GitHub),
    not from the text of the papers. What they leave to chance is settled here: of equal indexes, as everywhere in this
    package up to 1e-9, the lowest arm. Averages are equal only if they are so exactly; then all of them, with all
    their neighbours, are in question, as in that program. An arm without plays has the smallest average there is: 0,
    where others can be as bad, or −∞. The program plays an arm K times before it begins, which seems not to be meant,
    and has playing each arm once as a line that is switched off: ``once``.

    With θ̂* = 1, of rewards in [0, 1], an arm with a lower average has the index +∞: it is not played while that lasts,
    and the best arm with θ* = 1 is played for good once it and its neighbours have been tried. Where all arms are
    equal, every choice is right.
    """

    def __init__(self, once: bool = False) -> None:
        self.once = checks.flag("once", once)

    def reset(self, geometry: Geometry, rng: np.random.Generator | None) -> None:
        """Forget everything.

        Parameters
        ----------
        geometry : Geometry
            What the player knows; IMED-UB looks at the order of the arms only.
        rng : numpy.random.Generator or None
            Not asked.

        Raises
        ------
        TypeError
            For what is no `Geometry`, or neither a Generator nor None.
        ValueError
            For a geometry that is no line.
        """
        checks.instance("geometry", geometry, Geometry)
        # The arms of pairs with contexts are on no line either.
        if geometry.arms is None or len(geometry.arms) != geometry.n_arms:
            raise ValueError(
                f"geometry: {geometry!r}; expected arms on a line, Geometry(arms, lipschitz): IMED-UB asks which arms "
                "are next to each other"
            )
        super().reset(geometry, rng)

    def explain(self, n: int) -> dict[str, Any]:
        checks.count("n", n)
        t, theta = self.plays, self.means
        if self.once and t.min() == 0:
            return {"arm": int(np.argmin(t)), "rule": "play each arm once"}
        # 1. Who is in question: the best averages and those next to them.
        best = theta == theta.max()
        near = best.copy()
        near[1:] |= best[:-1]
        near[:-1] |= best[1:]
        # 2. t_k I(θ̂_k, θ̂*), in nats, and the log of what they cost.
        played = t > 0
        indexes = np.full(len(t), -np.inf)
        indexes[played] = t[played] * self.geometry.family.kl_of(theta[played], theta.max()) + np.log(t[played])
        arm = lowest_of_the_largest(np.where(near, -indexes, -np.inf))
        leader = int(np.argmax(best))
        rule = "least index of the best average and its neighbours"
        return {"arm": arm, "rule": rule, "indexes": indexes, "leader": leader, "near": np.flatnonzero(near)}
