"""Runs: replay a table of rewards, or simulate many seeded runs in parallel, with progress and checkpoints."""

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.play.checkpoint import Checkpoint, Result
from lipbandits.play.regret import Regret, recorded_rounds
from lipbandits.play.rewards import Rewards, TableOfRewards, Uniforms, draw_contexts
from lipbandits.play.runs import Bandit, play, run_on
from lipbandits.policies import OSLB
from lipbandits.policies.policy import ContextualPolicy, ContinuousPolicy, Policy
from lipbandits.policies.protocol import checked_methods, checked_select, fresh

T = TypeVar("T")

# What a policy for each kind of bandit does, and what to pass where another was expected.
_KINDS: dict[type, tuple[str, str]] = {
    LipschitzBandit: ("plays numbered arms", "a policy for numbered arms, as CKLUCB()"),
    ContinuousBandit: (
        "plays points of [0, 1]",
        "a policy for [0, 1], such as HOO(nu1, rho) or Discretised(policy, arms)",
    ),
    ContextualBandit: ("is shown contexts", "a policy that is shown contexts, such as CCKLUCB() or PerContext(policy)"),
}


def replay(
    bandit: Bandit,
    policy: Any,
    rewards: ArrayLike,
    contexts: ArrayLike | None = None,
    engine: bool = True,
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
        Zeros and ones; T is the horizon. For a `ContextualBandit` (J, K, T): the s-th play of arm k in context j pays
        rewards[j, k, s − 1]. For a `ContinuousBandit` (T,) uniforms in [0, 1]: a point of mean μ pays 1 in round n if
        rewards[n − 1] < μ. (Zeros and ones would be read as their opposite, and are refused.).
    contexts : (T,) array_like, optional
        The context of each round, for a `ContextualBandit` only.
    engine : bool, default True
        Whether the compiled twin may play in place of the policy.
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
        exist.
    TypeError
        For a policy for another kind of bandit, or contexts where there are none.

    Examples
    --------
    >>> from lipbandits import HOO, paper_triangle
    >>> replay(paper_triangle(), HOO(nu1=0.5, rho=0.5), [0.9, 0.1, 0.4, 0.6]).tolist()
    [0.25, 0.75, 0.625, 0.875]
    """
    _checked_bandit(bandit)
    _checked_policy("policy", policy, bandit)
    engine = checks.flag("engine", engine)
    stock, shown, played = _given(bandit, rewards, contexts)
    run = run_on(bandit, stock, len(played), shown, played)
    play(_copied("policy", policy), run, np.random.default_rng(checks.seed_sequence(seed)), [len(played)], engine)
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
    table = _table(rewards, bandit.theta.shape)
    played = np.empty(table.shape[1], dtype=np.int32)
    shown = _contexts(contexts, bandit.n_contexts, len(played)) if isinstance(bandit, ContextualBandit) else None
    return TableOfRewards(table), shown, played


def _table(rewards: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Rewards (K, T) or (J, K, T) as a table with a row for each arm or pair."""
    accepted = f"({', '.join(map(str, shape))}, T)"
    table = checks.array("rewards", rewards, f"{accepted} zeros and ones", bools=True)
    if table.ndim != len(shape) + 1 or table.shape[:-1] != shape or table.shape[-1] == 0:
        raise ValueError(f"rewards: shape {table.shape}; expected {accepted}, a row for each arm")
    bad = ~np.isin(table, (0, 1))
    if bad.any():
        place = tuple(np.argwhere(bad)[0].tolist())
        raise ValueError(f"rewards: entry {place} is {table[place]}; expected 0 or 1")
    return table.astype(np.uint8).reshape(-1, table.shape[-1])


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


@overload
def simulate(
    bandit: Bandit,
    policies: Mapping[str, Any] | list[Any] | tuple[Any, ...],
    horizon: float,
    runs: int = ...,
    seed: Any = ...,
    n_jobs: int = ...,
    checkpoint: str | os.PathLike[str] | None = ...,
    progress: bool | None = ...,
) -> dict[str, Regret]: ...
@overload
def simulate(
    bandit: Bandit,
    policies: Any,
    horizon: float,
    runs: int = ...,
    seed: Any = ...,
    n_jobs: int = ...,
    checkpoint: str | os.PathLike[str] | None = ...,
    progress: bool | None = ...,
) -> Regret: ...
def simulate(
    bandit: Bandit,
    policies: Any,
    horizon: float,
    runs: int = 100,
    seed: Any = 0,
    n_jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> dict[str, Regret] | Regret:
    """Play every policy on the same seeded runs.

    The policies of a run share its rewards, and its contexts, which are drawn from the bandit's distribution. They
    share nothing else: in each run a copy of each policy plays, with a geometry and a generator of its own. So results
    depend neither on the number of processes nor on joblib's backend, threads included, and your objects stay as
    they are.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    policies : dict, list or Policy
        A dict {name: policy}, a list named after its classes, or one policy.
    horizon : int
        T, rounds a run.
    runs : int, default 100
        How many.
    seed : int, SeedSequence, Generator or None, default 0
        A whole number ≥ 0 of any size, a numpy SeedSequence or Generator, or None for a new one each time; run r
        depends on it and on r alone.
    n_jobs : int, default 1
        Processes, as in joblib (−1: all cores).
    checkpoint : str or path, optional
        Finished runs are kept there, and taken from there by a later call of the same experiment. A process that is
        killed loses at most a tenth of a second of finished runs, or a twentieth of its time.
    progress : bool, optional
        True shows a bar on stderr; default: only in a terminal.

    Returns
    -------
    dict or Regret
        {name: `Regret`}; for one policy its `Regret`.

    Raises
    ------
    ValueError
        For a horizon or runs below 1, no policies, two of one name, or a checkpoint that cannot be read or belongs to
        another experiment, which is then left as it is, or has no seed to be known by.
    TypeError
        For a policy for another kind of bandit, or one that cannot be copied.

    Warns
    -----
    UserWarning
        For OSLB where several arms are best: its program divides by their gap, and Theorem 3 excludes ties.

    Examples
    --------
    >>> from lipbandits import KLUCB, triangle
    >>> simulate(triangle(5), [KLUCB()], horizon=1000, runs=3)["KLUCB"].regret.shape[0]
    3
    """
    alone = callable(getattr(policies, "select", None))
    if seed is None and checkpoint is not None:
        raise ValueError("seed: None beside a checkpoint; expected a seed, by which the experiment is known again")
    horizon, runs, seed = checks.horizon(horizon), checks.count("runs", runs), checks.seed_sequence(seed)
    n_jobs, progress = _jobs(n_jobs), None if progress is None else checks.flag("progress", progress)
    _checked_bandit(bandit)
    order = list(policies := _named([policies] if alone else policies, bandit))
    # Results are kept in the order of the names, so that a checkpoint does not depend on how the dict was written.
    policies = {name: _copied(f"policies[{name!r}]", policies[name]) for name in sorted(policies)}
    _warn_of_ties(bandit, policies)
    store = Checkpoint(checkpoint, bandit, policies, horizon, seed)
    _fill(store, bandit, policies, recorded_rounds(horizon), seed, runs, n_jobs, progress)
    results = _collected(store, list(policies), recorded_rounds(horizon), runs)
    return results[order[0]] if alone else {name: results[name] for name in order}


def _fill(
    store: Checkpoint,
    bandit: Bandit,
    policies: Mapping[str, Any],
    rounds: NDArray[np.int_],
    seed: np.random.SeedSequence,
    runs: int,
    n_jobs: int,
    progress: bool | None,
) -> None:
    """Play what the store lacks."""
    missing = [run for run in range(runs) if run not in store.results]
    bar = _progress(progress, total=runs, initial=runs - len(missing))
    try:
        for run, result in _results(bandit, policies, rounds, seed, missing, n_jobs):
            store.add(run, result)
            bar.update()
    finally:
        # Also what was finished when an error or Ctrl-C came.
        store.save()
        bar.close()


def _collected(store: Checkpoint, names: Sequence[str], rounds: NDArray[np.int_], runs: int) -> dict[str, Regret]:
    """{name: `Regret`} of the first runs in the store, in which policies are in the order of the names."""
    regret = np.array([store.results[run][0] for run in range(runs)])
    counted = [store.results[run][1] for run in range(runs)]
    plays = None if counted[0] is None else np.array(counted)
    return {name: Regret(rounds, regret[:, p], None if plays is None else plays[:, p]) for p, name in enumerate(names)}


def play_run(
    bandit: Bandit, policies: Mapping[str, Any], rounds: Sequence[int] | NDArray[np.int_], seed: Any, run: int
) -> Result:
    """One run of every policy.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    policies : dict
        {name: policy}.
    rounds : (C,) sequence of int
        Rounds whose regret is wanted, increasing; the last is the horizon.
    seed : int, SeedSequence or Generator
        Of all runs.
    run : int
        The number of this one, from 0.

    Returns
    -------
    regret : (P, C) ndarray
        A row for each policy.
    plays : (P, K) or (P, J, K) ndarray of int, or None
        None for a `ContinuousBandit`.
    """
    regret, plays = np.empty((len(policies), len(rounds))), []
    for p, (name, policy) in enumerate(policies.items()):
        try:
            drawn, rng = _drawn(bandit, int(rounds[-1]), seed, run)
            regret[p] = play(_copied(f"policies[{name!r}]", policy), drawn, rng, rounds)
        except Exception as error:
            error.add_note(f"This was policies[{name!r}] in run {run}.")
            raise
        plays.append(drawn.plays)
    if isinstance(bandit, ContinuousBandit):
        return regret, None
    return regret, np.array(plays, dtype=np.int64).reshape(-1, *bandit.theta.shape)


def _drawn(bandit: Bandit, horizon: int, seed: Any, run: int) -> tuple[Any, np.random.Generator]:
    """(run, the policy's own generator), drawn anew for each policy: all of them play the same."""
    root = checks.seed_sequence(seed)
    rewards, contexts, own = np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, run)).spawn(3)
    rng = np.random.default_rng(own)
    if isinstance(bandit, ContinuousBandit):
        return run_on(bandit, Uniforms.drawn(rewards), horizon), rng
    shown = draw_contexts(bandit.distribution, horizon, contexts) if isinstance(bandit, ContextualBandit) else None
    return run_on(bandit, Rewards(bandit.theta.ravel(), rewards), horizon, shown), rng


def _copied(name: str, policy: T) -> T:
    """A policy that can be played without a trace on the given one."""
    if isinstance(policy, Policy):
        # Whose errors say more than that it cannot be copied.
        policy.settings()
    try:
        return fresh(policy)
    except Exception as error:
        raise TypeError(
            f"{name}: {checks.shown(policy)} cannot be copied ({type(error).__name__}: {error}); expected a policy "
            "that copy.deepcopy takes, or its settings, for a copy of it plays each run"
        ) from error


def _warn_of_ties(bandit: Bandit, policies: Mapping[str, Any]) -> None:
    if not isinstance(bandit, LipschitzBandit) or np.count_nonzero(bandit.gaps == 0) < 2:
        return
    for name, policy in policies.items():
        if isinstance(policy, OSLB):
            warnings.warn(
                f"policies[{name!r}]: {checks.shown(policy)} on {np.count_nonzero(bandit.gaps == 0)} best arms; "
                "Theorem 3 is for one, and OSLB explores without end to tell equal arms apart",
                stacklevel=3,
            )


def _results(
    bandit: Bandit,
    policies: Mapping[str, Any],
    rounds: NDArray[np.int_],
    seed: np.random.SeedSequence,
    missing: Sequence[int],
    n_jobs: int,
) -> Iterator[tuple[int, Result]]:
    if n_jobs == 1 or len(missing) <= 1:
        for run in missing:
            yield run, play_run(bandit, policies, rounds, seed, run)
        return
    import joblib

    # A worker without a run would be started for nothing.
    parallel = joblib.Parallel(n_jobs=min(joblib.effective_n_jobs(n_jobs), len(missing)), return_as="generator")
    # As part of the function, not as arguments: joblib's dask backend keeps large arguments on one worker, and they
    # are lost with it.
    task = joblib.delayed(partial(play_run, bandit, policies, rounds, seed))
    tasks = (task(run) for run in missing)
    yield from zip(missing, parallel(tasks), strict=True)


def _checked_bandit(bandit: object) -> None:
    if not isinstance(bandit, tuple(_KINDS)):
        raise TypeError(
            f"bandit: {checks.shown(bandit)}; expected a LipschitzBandit, a ContinuousBandit or a ContextualBandit"
        )


def _checked_policy(name: str, policy: object, bandit: Bandit) -> None:
    checked_methods(name, policy)
    if not isinstance(policy, Policy):
        # A reader's own: what it plays shows only when it does, but not what it asks for.
        given = ("n", "context") if isinstance(bandit, ContextualBandit) else ("n",)
        return checked_select(name, policy, given, _wanted(bandit))
    if isinstance(policy, ContinuousPolicy):
        kind: type = ContinuousBandit
    else:
        kind = ContextualBandit if isinstance(policy, ContextualPolicy) else LipschitzBandit
    if not isinstance(bandit, kind):
        raise TypeError(f"{name}: {checks.shown(policy)} {_KINDS[kind][0]}; expected {_wanted(bandit)}")


def _wanted(bandit: Bandit) -> str:
    return next(accepted for kind, (_, accepted) in _KINDS.items() if isinstance(bandit, kind))


def _named(policies: Any, bandit: Bandit) -> dict[str, Any]:
    if isinstance(policies, dict):
        if not all(isinstance(name, str) for name in policies):
            raise TypeError(f"policies: named {checks.shown(list(policies))}; expected strings as names")
        named = dict(policies)
    else:
        if not isinstance(policies, list | tuple):
            raise TypeError(
                f"policies: {checks.shown(policies)}; expected a policy, a list of them or a dict {{name: policy}}"
            )
        for place, policy in enumerate(policies):
            checked_methods(f"policies[{place}]", policy)
        named = {}
        for policy in policies:
            name = type(policy).__name__
            if name in named:
                raise ValueError(f"policies: two of class {name} need names; expected a dict {{name: policy}}")
            named[name] = policy
    if not named:
        raise ValueError("policies: none given; expected at least one")
    for name, policy in named.items():
        _checked_policy(f"policies[{name!r}]", policy, bandit)
    return named


def _jobs(n_jobs: Any) -> int:
    accepted = "a whole number ≥ 1, or −1 for all cores"
    # A word, such as "all", is a value that another library might take.
    if isinstance(n_jobs, str) or (found := checks.count("n_jobs", n_jobs, -np.inf, accepted)) == 0:
        raise ValueError(f"n_jobs: {checks.shown(n_jobs)}; expected {accepted}")
    return found


def _progress(progress: bool | None, total: int, initial: int) -> Any:
    from tqdm import tqdm

    return tqdm(total=total, initial=initial, unit="run", disable=None if progress is None else not progress)
