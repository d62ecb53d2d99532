"""The baseline for contextual bandits: a policy that learns in each context as if there were no other."""

from typing import Any

import numpy as np

from lipbandits import checks
from lipbandits.model.contextual import PairGeometry
from lipbandits.policies.policy import ContextualPolicy
from lipbandits.policies.protocol import checked_for_arms, fresh


class PerContext(ContextualPolicy):
    """An independent copy of a policy in each context, which sees the rounds of its context only.

    Copy j knows the K arms of context j, and counts its own rounds: the m-th time that context j is shown, it is in
    round m. So each copy plays as it would on ``ContextualBandit.alone(j)``. (With the global round in its f, a copy
    would explore for a horizon that is not its own; but `CCKLUCB` has that round, and so a higher level.) The state of
    copy j is in ``copies[j]``; ``plays`` and ``sums`` count what all of them played.

    Parameters
    ----------
    policy : Policy or any object like one
        For numbered arms, such as ``KLUCB()``.

    Raises
    ------
    TypeError
        For a policy that plays points, or is itself shown a context.
    """

    def __init__(self, policy: Any) -> None:
        self.policy = checked_for_arms(policy, "KLUCB()")

    def reset(self, geometry: PairGeometry, rng: np.random.Generator | None) -> None:
        super().reset(geometry, rng)
        self.copies = [fresh(self.policy) for _ in range(geometry.n_contexts)]
        sources = [None] * geometry.n_contexts if rng is None else rng.spawn(geometry.n_contexts)
        for context, (own, source) in enumerate(zip(self.copies, sources, strict=True)):
            own.reset(geometry.within(context), source)

    def select(self, n: int, context: int) -> Any:  # type: ignore[override]
        self.context = context = checks.arm("context", context, len(self.copies), "a context")
        return self.copies[context].select(self.round_of(context))

    def explain(self, n: int, context: int) -> dict[str, Any]:  # type: ignore[override]
        """What the copy of the context explains, in its own round.

        Parameters
        ----------
        n : int
            The round, from 1 on.
        context : int
            The one shown, from 0 to J − 1.

        Returns
        -------
        dict
        """
        context = checks.arm("context", context, len(self.copies), "a context")
        return self.copies[context].explain(self.round_of(context))

    def update(self, arm: int, reward: float) -> None:
        super().update(arm, reward)
        assert self.context is not None  # or the line above would have said so
        self.copies[self.context].update(arm, reward)

    def round_of(self, context: int) -> int:
        """The round that the copy of a context is in.

        Parameters
        ----------
        context : int
            From 0 to J − 1.

        Returns
        -------
        int
        """
        return int(self.plays[context].sum()) + 1
