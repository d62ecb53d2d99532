"""The baseline for contextual bandits: a policy that learns in each context as if there were no other."""

import copy

from lipbandits import checks
from lipbandits.policies.policy import ContextualPolicy, checked_for_arms


class PerContext(ContextualPolicy):
    """An independent copy of a policy in each context, which sees the rounds of its context only.

    Copy j knows the K arms of context j, and counts its own rounds: the m-th time that context j is shown, it is in
    round m. So each copy plays as it would on ``ContextualBandit.alone(j)``. (With the global round in its f, a copy
    would explore for a horizon that is not its own; but `CCKLUCB` has that round, and so a higher level.) The state of
    copy j is in ``copies[j]``; ``plays`` and ``sums`` count what all of them played.

    Parameters
    ----------
    policy : a policy for numbered arms, such as KLUCB().

    Raises
    ------
    TypeError : for a policy that plays points, or is itself shown a context.
    """

    def __init__(self, policy):
        self.policy = checked_for_arms(policy, "KLUCB()")

    def reset(self, geometry, rng):
        super().reset(geometry, rng)
        self.copies = [copy.deepcopy(self.policy) for _ in range(geometry.n_contexts)]
        sources = [None] * geometry.n_contexts if rng is None else rng.spawn(geometry.n_contexts)
        for context, (own, source) in enumerate(zip(self.copies, sources, strict=True)):
            own.reset(geometry.within(context), source)

    def select(self, n, context):
        return self.copies[context].select(self.round_of(context))

    def explain(self, n, context):
        """What the copy of the context explains, in its own round."""
        context = checks.arm("context", context, len(self.copies), "a context")
        return self.copies[context].explain(self.round_of(context))

    def update(self, arm, reward):
        super().update(arm, reward)
        self.copies[self.context].update(arm, reward)

    def round_of(self, context):
        """The round that the copy of a context is in."""
        return int(self.plays[context].sum()) + 1
