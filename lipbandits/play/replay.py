"""A policy on a table of rewards that the reader gives."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.model.families import Family
from lipbandits.play.arguments import checked_bandit, checked_policy, copied
from lipbandits.play.rewards import TableOfRewards, Uniforms
from lipbandits.play.runs import Bandit, play, run_on


def replay(
    bandit: Bandit,
    policy: Any,
    rewards: ArrayLike,
    contexts: ArrayLike | None = None,
    engine: bool | None = None,
    seed: Any = 0,
) -> NDArray[Any]:
    """What a policy plays when the s-th play of arm k pays rewards[k, s − 1].

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance; of a bandit with numbered arms only its geometry matters.
    policy : Policy
        One of ours, or any object with ``reset(geometry, rng)``, ``select(n)`` and ``update(arm, reward)``; for a
        `ContextualBandit` ``select(n, context)``. A copy of it plays; it stays as it is.
    rewards : (K, T), (J, K, T) or (T,) array_like
        Rewards of the bandit's family, for Bernoulli's any numbers from 0 to 1; T is the horizon. For a
        `ContextualBandit` (J, K, T): the s-th play of arm k in context j pays rewards[j, k, s − 1]. For a
        `ContinuousBandit` (T,) uniforms in [0, 1]: a point of mean μ pays 1 in round n if rewards[n − 1] < μ, or what
        the bandit's quantile or the ``rewards_of`` of its other family says. (Zeros and ones would be read as their
        opposite, and are refused.).
    contexts : (T,) array_like, optional
        The context of each round, for a `ContextualBandit` only.
    engine : bool, optional
        True asks for the policy's compiled twin, False for the policy as it is; default: the twin where there is one.
    seed : int, SeedSequence, Generator or None, default 0
        Of the policy's own generator; as in `simulate`.

    Returns
    -------
    (T,) ndarray
        Arms, as integers; for a `ContinuousBandit` points.

    Raises
    ------
    ValueError
        For rewards or contexts of another shape or with other entries, or a policy that plays an arm that does not
        exist; for ``engine=True`` where there is no twin, as there is none for a family of your own.
    TypeError
        For a policy for another kind of bandit, or contexts where there are none.

    Examples
    --------
    >>> from lipbandits import HOO, paper_triangle
    >>> replay(paper_triangle(), HOO(nu1=0.5, rho=0.5), [0.9, 0.1, 0.4, 0.6]).tolist()
    [0.25, 0.75, 0.625, 0.875]
    """
    checked_bandit(bandit)
    checked_policy("policy", policy, bandit)
    engine = None if engine is None else checks.flag("engine", engine)
    stock, shown, played = _given(bandit, rewards, contexts)
    run = run_on(bandit, stock, len(played), shown, played)
    play(copied("policy", policy), run, np.random.default_rng(checks.seed_sequence(seed)), [len(played)], engine)
    return played if isinstance(bandit, ContinuousBandit) else played.astype(int)


def _given(
    bandit: Bandit, rewards: ArrayLike, contexts: ArrayLike | None
) -> tuple[TableOfRewards | Uniforms, NDArray[np.int32] | None, NDArray[Any]]:
    """(rewards, contexts, room for what is played) of a replay."""
    if contexts is not None and not isinstance(bandit, ContextualBandit):
        raise TypeError(f"contexts: given for a {type(bandit).__name__}; expected none, but for a ContextualBandit")
    if isinstance(bandit, ContinuousBandit):
        uniforms = _uniforms(rewards)
        return Uniforms.given(uniforms), None, np.empty(len(uniforms))
    table = _table(rewards, bandit.theta.shape, bandit.family)
    played = np.empty(table.shape[1], dtype=np.int32)
    shown = _contexts(contexts, bandit.n_contexts, len(played)) if isinstance(bandit, ContextualBandit) else None
    return TableOfRewards(table), shown, played


def _table(rewards: ArrayLike, shape: tuple[int, ...], family: Family) -> NDArray[Any]:
    """Rewards (K, T) or (J, K, T) as a table with a row for each arm or pair."""
    accepted = f"({', '.join(map(str, shape))}, T)"
    table = checks.array("rewards", rewards, f"{accepted} rewards", bools=True)
    if table.ndim != len(shape) + 1 or table.shape[:-1] != shape or table.shape[-1] == 0:
        raise ValueError(f"rewards: shape {table.shape}; expected {accepted}, a row for each arm")
    bad = ~family.may_sum_to(np.ones(table.shape), table)
    if bad.any():
        place = tuple(np.argwhere(bad)[0].tolist())
        raise ValueError(f"rewards: entry {place} is {table[place]}; expected {family.rewards}")
    # As bytes coins need an eighth of the room.
    return table.astype(np.uint8 if np.isin(table, (0, 1)).all() else np.float64).reshape(-1, table.shape[-1])


def _contexts(contexts: Any, n_contexts: int, horizon: int) -> NDArray[np.int32]:
    accepted = f"({horizon},) whole numbers from 0 to {n_contexts - 1}, one for each round"
    found = checks.array("contexts", contexts, accepted)
    if found.shape != (horizon,):
        raise ValueError(f"contexts: shape {found.shape}; expected {accepted}")
    bad = ~np.isin(found, np.arange(n_contexts))
    if bad.any():
        n = int(np.argmax(bad))
        raise ValueError(f"contexts: entry {n} is {found[n]:g}; expected {accepted}")
    return found.astype(np.int32)


def _uniforms(rewards: ArrayLike) -> NDArray[np.float64]:
    uniforms = checks.array("rewards", rewards, "(T,) uniforms in [0, 1]")
    if uniforms.ndim != 1 or len(uniforms) == 0:
        raise ValueError(f"rewards: shape {uniforms.shape}; expected (T,) uniforms, one for each round")
    bad = ~((uniforms >= 0) & (uniforms <= 1))
    if bad.any():
        n = int(np.argmax(bad))
        raise ValueError(f"rewards: entry {n} is {uniforms[n]}; expected uniforms in [0, 1]")
    if np.isin(uniforms, (0, 1)).all():
        raise ValueError(
            f"rewards: {checks.shown(rewards)}, nothing but zeros and ones; expected (T,) uniforms: a point of mean μ "
            "pays 1 in round n if rewards[n − 1] < μ, and 0 if not"
        )
    return uniforms
