"""Many seeded runs, in parallel, with progress and checkpoints."""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.play.arguments import checked_bandit, checked_stream, copied, named_policies
from lipbandits.play.checkpoint import Checkpoint, Result
from lipbandits.play.counter import CounterRewards, contexts_of, key_of, of_rounds
from lipbandits.play.parallel import checked_jobs, in_parallel, progress_bar
from lipbandits.play.regret import Regret, recorded_rounds
from lipbandits.play.rewards import Rewards, Uniforms, draw_contexts
from lipbandits.play.runs import Bandit, play, run_on
from lipbandits.policies import IMEDUB, OSLB, OSSB, PerContext
from lipbandits.theory.unimodal import second_peaks


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
    stream: str = ...,
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
    stream: str = ...,
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
    stream: str = "numpy",
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
    stream : {"numpy", "counter"}, default "numpy"
        Where rewards come from: numpy's generators, or what the book's pages draw from; see the
        notes.

    Returns
    -------
    dict or Regret
        {name: `Regret`}; for one policy its `Regret`.

    Raises
    ------
    ValueError
        For a horizon or runs below 1, no policies, two of one name, or a checkpoint that cannot be read or belongs to
        another experiment, which is then left as it is, or has no seed to be known by, or whose policies, mean or
        rewards cannot be told from others, as of compiled code. For rewards outside [0, 1] where they were promised to
        be within, and on the stream "counter" for rewards that a function draws.
    TypeError
        For a policy for another kind of bandit, or one that cannot be copied.

    Warns
    -----
    UserWarning
        For OSLB and OSSB where several arms are best: their program divides by the gap, and what is proved for them
        excludes ties. For IMED-UB where a suboptimal arm has no better neighbour: it may stay there. Within
        `PerContext` for the first context of which that is so.

    Notes
    -----
    The book's pages play the stream "counter": Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011), in which a number
    depends on the seed and its own place alone. So run r of a seed is the same there and here.

    The key is the seed if that is a whole number below ``2**64``, a SeedSequence of one without a spawn key, or a
    Generator, from which a number below ``2**63`` is drawn. For any other it is
    ``generate_state(1, np.uint64)[0]`` of the seed's SeedSequence. The words of the counter are
    (s // 2, row, r, purpose), the lowest first. Two words of the output, the first two for an even s and the last two
    for an odd one, give ``u = ((w0 >> 5) * 2**26 + (w1 >> 6)) / 2**53``.

    Purpose 0 is rewards: play s = 0, 1, … of arm k pays 1 if u of row k is below θ_k; with contexts the row of arm k
    in context j is j·K + k, and on [0, 1] a point x played in round n pays 1 if u of row 0 with s = n − 1 is below
    μ(x). Where rewards are no coins, u pays what the family's ``rewards_of`` or the bandit's quantile says; of m
    samples, sorted, it pays number ⌊u m⌋, counted from 0. Purpose 3 is contexts: round n shows the first context j
    with ψ(0) + … + ψ(j) > u, with s = n − 1 and row 0. Purpose 1 is `Uniform`: in round n it plays the arm ⌊u K⌋,
    with s = n − 1 and row 0. It is `ThompsonSampling`, too, which takes s = 0, 1, … of row 0 in turn, 2³³ at most. Any
    policy of your own, a subclass of these two as well, and what plays within another one, has the same generator as
    on the stream "numpy": the SeedSequence of run r is the seed's with r after its spawn key, and its third child seeds
    the generator.

    Examples
    --------
    >>> from lipbandits import KLUCB, triangle
    >>> simulate(triangle(5), [KLUCB()], horizon=1000, runs=3)["KLUCB"].regret.shape[0]
    3
    >>> simulate(triangle(5), KLUCB(), horizon=1000, runs=1, seed=7, stream="counter").plays.tolist()
    [[34, 49, 826, 80, 11]]
    """
    alone = callable(getattr(policies, "select", None))
    if seed is None and checkpoint is not None:
        raise ValueError("seed: None beside a checkpoint; expected a seed, by which the experiment is known again")
    horizon, runs, seed = checks.horizon(horizon), checks.count("runs", runs), checks.seed_sequence(seed)
    n_jobs, progress = checked_jobs(n_jobs), None if progress is None else checks.flag("progress", progress)
    checked_bandit(bandit)
    stream = checked_stream(stream, bandit, horizon, runs)
    order = list(policies := named_policies([policies] if alone else policies, bandit))
    # Results are kept in the order of the names, so that a checkpoint does not depend on how the dict was written.
    policies = {name: copied(f"policies[{name!r}]", policies[name]) for name in sorted(policies)}
    warn_of_instances(bandit, policies)
    store = Checkpoint(checkpoint, bandit, policies, horizon, seed, stream=stream)
    task = partial(play_run, bandit, policies, recorded_rounds(horizon), seed, stream=stream)
    _fill(store, task, runs, n_jobs, progress)
    results = _collected(store, list(policies), recorded_rounds(horizon), runs)
    return results[order[0]] if alone else {name: results[name] for name in order}


def _fill(store: Checkpoint, task: Callable[[int], Result], runs: int, n_jobs: int, progress: bool | None) -> None:
    """Play what the store lacks."""
    missing = [run for run in range(runs) if run not in store.results]
    bar = progress_bar(progress, total=runs, initial=runs - len(missing))
    try:
        found = in_parallel([partial(task, run) for run in missing], n_jobs)
        for run, result in zip(missing, found, strict=True):
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
    bandit: Bandit,
    policies: Mapping[str, Any],
    rounds: Sequence[int] | NDArray[np.int_],
    seed: Any,
    run: int,
    stream: str = "numpy",
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
    stream : {"numpy", "counter"}, default "numpy"
        As for `simulate`.

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
            drawn, rng = draw_run(bandit, int(rounds[-1]), seed, run, stream=stream)
            regret[p] = play(copied(f"policies[{name!r}]", policy), drawn, rng, rounds)
        except Exception as error:
            error.add_note(f"This was policies[{name!r}] in run {run}.")
            raise
        plays.append(drawn.plays)
    if isinstance(bandit, ContinuousBandit):
        return regret, None
    return regret, np.array(plays, dtype=np.int64).reshape(-1, *bandit.theta.shape)


def draw_run(
    bandit: Bandit, horizon: int, seed: Any, run: int, played: NDArray[Any] | None = None, stream: str = "numpy"
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
    stream : {"numpy", "counter"}, default "numpy"
        As for `simulate`.

    Returns
    -------
    run : OnArms, OnPoints or InContexts
        What ``play`` takes.
    rng : Generator
        The policy's own.
    """
    checked_stream(stream, bandit, horizon, run + 1)
    root = checks.seed_sequence(seed)
    rewards, contexts, own = np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, run)).spawn(3)
    rng = np.random.default_rng(own)
    if stream == "counter" and not isinstance(bandit, ContinuousBandit):
        key, shown = key_of(root), None
        if isinstance(bandit, ContextualBandit):
            shown = contexts_of(bandit.distribution, horizon, key, run)
        stock = CounterRewards(bandit.theta.ravel(), key, run, bandit.payoffs)
        return run_on(bandit, stock, horizon, shown, played), rng
    if isinstance(bandit, ContinuousBandit):
        drawn = of_rounds(key_of(root), run) if stream == "counter" else Uniforms.drawn(rewards)
        return run_on(bandit, drawn, horizon, played=played), rng
    shown = draw_contexts(bandit.distribution, horizon, contexts) if isinstance(bandit, ContextualBandit) else None
    return run_on(bandit, Rewards(bandit.theta.ravel(), rewards, bandit.payoffs), horizon, shown, played), rng


def warn_of_instances(bandit: Bandit, policies: Mapping[str, Any]) -> None:
    """Warn of policies on an instance for which nothing is proved of them; see `simulate`.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    policies : dict
        {name: policy}.

    Warns
    -----
    UserWarning
        For OSLB, OSSB and IMED-UB.
    """
    instances: Iterable[tuple[str, Any, LipschitzBandit]]
    for name, policy in policies.items():
        if isinstance(bandit, LipschitzBandit):
            instances = [("", policy, bandit)]
        elif isinstance(bandit, ContextualBandit) and isinstance(policy, PerContext):
            instances = ((f" in context {j}", policy.policy, bandit.alone(j)) for j in range(bandit.n_contexts))
        else:
            continue
        # One word about a policy, of the first context that asks for it.
        said = next(filter(None, (_unfit(own, alone, where) for where, own, alone in instances)), "")
        if said:
            warnings.warn(f"policies[{name!r}]: {checks.shown(policy)} {said}", stacklevel=3)


def _unfit(policy: Any, bandit: LipschitzBandit, where: str) -> str:
    """What a policy counts on that is not so; empty if all is."""
    if isinstance(policy, IMEDUB) and len(stays := second_peaks(bandit)) > 0:
        return (
            f"on means of which{where} arm {stays[0]} has no better neighbour; "
            "IMED-UB is for means that rise to one peak and fall, and may stay at another for good"
        )
    if isinstance(policy, OSLB | OSSB) and (n_best := np.count_nonzero(bandit.gaps == 0)) > 1:
        kind, proved = ("OSLB", "the paper's Theorem 3") if isinstance(policy, OSLB) else ("OSSB", "its Theorem 2")
        explores = f"{kind} explores without end to tell equal arms apart"
        return f"on {n_best} best arms{where}; {proved} is for one, and {explores}"
    return ""
