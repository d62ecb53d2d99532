"""Many seeded runs, in parallel, with progress and checkpoints."""

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.play.arguments import checked_bandit, checked_policy, copied
from lipbandits.play.checkpoint import Checkpoint, Result
from lipbandits.play.regret import Regret, recorded_rounds
from lipbandits.play.rewards import Rewards, Uniforms, draw_contexts
from lipbandits.play.runs import Bandit, play, run_on
from lipbandits.policies import OSLB
from lipbandits.policies.protocol import checked_methods


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
    checked_bandit(bandit)
    order = list(policies := _named([policies] if alone else policies, bandit))
    # Results are kept in the order of the names, so that a checkpoint does not depend on how the dict was written.
    policies = {name: copied(f"policies[{name!r}]", policies[name]) for name in sorted(policies)}
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
            drawn, rng = draw_run(bandit, int(rounds[-1]), seed, run)
            regret[p] = play(copied(f"policies[{name!r}]", policy), drawn, rng, rounds)
        except Exception as error:
            error.add_note(f"This was policies[{name!r}] in run {run}.")
            raise
        plays.append(drawn.plays)
    if isinstance(bandit, ContinuousBandit):
        return regret, None
    return regret, np.array(plays, dtype=np.int64).reshape(-1, *bandit.theta.shape)


def draw_run(
    bandit: Bandit, horizon: int, seed: Any, run: int, played: NDArray[Any] | None = None
) -> tuple[Any, np.random.Generator]:
    """A run of `simulate` before its first round, drawn anew for each policy: all of them play the same.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    horizon : int
        T, the number of rounds.
    seed : int, SeedSequence or Generator
        Of all runs.
    run : int
        The number of this one, from 0.
    played : (T,) ndarray, optional
        As for ``run_on``.

    Returns
    -------
    run : OnArms, OnPoints or InContexts
        What ``play`` takes.
    rng : Generator
        The policy's own.
    """
    root = checks.seed_sequence(seed)
    rewards, contexts, own = np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, run)).spawn(3)
    rng = np.random.default_rng(own)
    if isinstance(bandit, ContinuousBandit):
        return run_on(bandit, Uniforms.drawn(rewards), horizon, played=played), rng
    shown = draw_contexts(bandit.distribution, horizon, contexts) if isinstance(bandit, ContextualBandit) else None
    return run_on(bandit, Rewards(bandit.theta.ravel(), rewards), horizon, shown, played), rng


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
        checked_policy(f"policies[{name!r}]", policy, bandit)
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
