"""Policies on many instances: each instance is one draw, and all policies meet the same rewards on it.

A mean over instances speaks of whatever these were drawn from. So what is repeated is the instance, and not the run: a
hundred runs on one θ say much about that θ, and nothing about the next one.
"""

import os
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.play.arguments import copied, named_policies
from lipbandits.play.parallel import checked_jobs, in_parallel, processes, progress_bar
from lipbandits.play.runs import Bandit, play
from lipbandits.play.simulation import draw_run, warn_of_instances
from lipbandits.study.comparison import Comparison
from lipbandits.study.kept import KeptPlays, digest_of

# What tells the time; a comparison that takes longer than so many seconds says so, if it has so many rounds at all.
CLOCK = time.monotonic
LONG, MANY_ROUNDS = 600.0, 1_000_000
# Rounds from which the time of all others is reckoned.
_TRIED = (100, 1000)
_KINDS = LipschitzBandit, ContinuousBandit, ContextualBandit
_INSTANCES = "a list of bandits, a dict {name: bandit}, or one {group: list of bandits}"


class Instance(NamedTuple):
    """A bandit of a comparison, its group, and the name by which its runs are seeded."""

    group: str
    name: str
    bandit: Bandit


def compare(
    policies: Any,
    instances: Any,
    horizon: Any,
    runs: int = 1,
    seed: Any = 0,
    n_jobs: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Play every policy on every instance, and compare them, paired, over the instances.

    On each instance the policies of a run share its rewards. What a run draws depends on the seed, the number of the
    run and the name of its instance, and on nothing else: not on the other instances, on the number of processes or on
    joblib's backend. So a part of a comparison gives the same numbers alone.

    Parameters
    ----------
    policies : dict or list
        A dict {name: policy}, or a list named after its classes.
    instances : dict or list
        Bandits of one kind: a list of them, a dict {name: bandit}, or {group: list of bandits}, as for several priors.
    horizon : int or list of int
        T, or several, increasing: all are read off the same runs of the last one. So a policy that is told a horizon,
        as MOSS may be, plays for that one, whichever of them is read.
    runs : int, default 1
        How many on each instance. More of them make each instance's mean more exact; how sure one can be of a
        difference depends on how many instances there are.
    seed : int, SeedSequence, Generator or None, default 0
        As for `simulate`.
    n_jobs : int, default 1
        Processes, as in joblib (−1: all cores).
    checkpoint : str or path, optional
        A file in which finished runs are kept, and from which a later call goes on. That may ask for more instances or
        runs; for other policies, horizons or another seed the file is refused.
    progress : bool, optional
        True shows a bar on stderr; default: only in a terminal.

    Returns
    -------
    Comparison
        With tables, a picture, and differences with their intervals.

    Raises
    ------
    TypeError
        For instances of different kinds, a policy for another kind of bandit, or what is none of these.
    ValueError
        For no instances or no policies, two of one name, an instance that is there twice, horizons that do not
        increase, or a checkpoint that belongs to another comparison, which is then left as it is.

    Warns
    -----
    UserWarning
        As `simulate`, once for each policy.

    Notes
    -----
    Where it may take more than ten minutes, a line on stderr says so before it begins. That is reckoned from the first
    thousand rounds of each policy; most policies that explore by solving a program are faster later.

    Examples
    --------
    >>> from lipbandits import CKLUCB, KLUCB, from_prior
    >>> found = compare([CKLUCB(), KLUCB()], [from_prior("peak", 9, number=i) for i in range(20)], [100, 1000])
    >>> found.regret.shape
    (20, 1, 2, 2)
    """
    horizons = checked_horizons(horizon)
    known = checked_instances(instances)
    named = named_policies(policies, known[0].bandit)
    if seed is None and checkpoint is not None:
        raise ValueError("seed: None beside a checkpoint; expected a seed, by which the comparison is known again")
    runs, seed, n_jobs = checks.count("runs", runs), checks.seed_sequence(seed), checked_jobs(n_jobs)
    progress = None if progress is None else checks.flag("progress", progress)
    # In the order of the names, so that a checkpoint does not depend on how the dict was written.
    players = {name: copied(f"policies[{name!r}]", named[name]) for name in sorted(named)}
    digests = _digests(known)
    _warn(known, players)
    store = KeptPlays(checkpoint, known[0].bandit, players, horizons, seed, digests)
    missing = [(each, run) for each in known for run in range(runs) if (each.name, run) not in store.results]
    if missing and progress is not False:
        _say_if_long(missing, players, horizons[-1], n_jobs, checkpoint)
    tasks = [partial(play_instance, *each, players, horizons, seed) for each in missing]
    bar = progress_bar(progress, total=runs * len(known), initial=runs * len(known) - len(missing))
    try:
        for (each, run), result in zip(missing, in_parallel(tasks, n_jobs), strict=True):
            store.add((each.name, run), result)
            bar.update()
    finally:
        # Also what was finished when an error or Ctrl-C came.
        store.save()
        bar.close()
    order = [list(players).index(name) for name in named]
    found = np.array([[store.results[each.name, run] for run in range(runs)] for each in known])[..., order, :]
    groups, names = tuple(each.group for each in known), tuple(each.name for each in known)
    return Comparison(tuple(named), groups, names, np.array(horizons), found[:, :, 0], found[:, :, 1])


def play_instance(
    instance: Instance, run: int, policies: Mapping[str, Any], horizons: Sequence[int], seed: Any
) -> NDArray[np.float64]:
    """One run of every policy on an instance.

    Parameters
    ----------
    instance : Instance
        The bandit and its name.
    run : int
        The number of the run, from 0.
    policies : dict
        {name: policy}.
    horizons : (H,) sequence of int
        When one looks, increasing.
    seed : SeedSequence
        Of the comparison.

    Returns
    -------
    (2, P, H) ndarray
        Regret, and the gap of the arm that was played most: 0 for a best one, with contexts its mean over them, nan on
        [0, 1], where there are no arms.
    """
    bandit, total = instance.bandit, horizons[-1]
    found = np.full((2, len(policies), len(horizons)), np.nan)
    for p, (name, policy) in enumerate(policies.items()):
        played = np.empty(total, dtype=float if isinstance(bandit, ContinuousBandit) else np.int32)
        try:
            drawn, rng = draw_run(bandit, total, seed_of(seed, instance.name), run, played)
            found[0, p] = play(copied(f"policies[{name!r}]", policy), drawn, rng, horizons)
        except Exception as error:
            error.add_note(f"This was policies[{name!r}] on {instance.name!r} in run {run}.")
            raise
        if not isinstance(bandit, ContinuousBandit):
            contexts = drawn.contexts if isinstance(bandit, ContextualBandit) else np.zeros(total, dtype=int)
            found[1, p] = [_gap_of_most(bandit, contexts[:stop], played[:stop]) for stop in horizons]
    return found


def seed_of(seed: np.random.SeedSequence, name: str) -> np.random.SeedSequence:
    """The seed of an instance, by its name.

    Parameters
    ----------
    seed : SeedSequence
        Of the comparison.
    name : str
        Of the instance.

    Returns
    -------
    SeedSequence
        For `simulate`, to play the same runs.
    """
    word = int.from_bytes(sha256(name.encode()).digest()[:8], "little")
    return np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, word))


def _gap_of_most(bandit: Any, contexts: NDArray[np.int_], played: NDArray[np.int_]) -> float:
    gaps = bandit.gaps.reshape(-1, bandit.n_arms)
    plays = np.bincount(contexts * bandit.n_arms + played, minlength=gaps.size).reshape(gaps.shape)
    return float(gaps[np.arange(len(gaps)), plays.argmax(axis=1)].mean())


def checked_horizons(horizon: Any) -> list[int]:
    """One horizon or several, increasing, as a list."""
    if isinstance(horizon, list | tuple) or (isinstance(horizon, np.ndarray) and horizon.ndim == 1):
        found = [checks.horizon(each) for each in horizon]
        if not found or any(one >= other for one, other in pairwise(found)):
            raise ValueError(
                f"horizon: {checks.shown(found)}; expected a number of rounds, or an increasing list of them"
            )
        return found
    return [checks.horizon(horizon)]


def checked_instances(instances: Any) -> list[Instance]:
    """The bandits of a comparison with their names; those of groups are named "group 0", "group 1" and so on."""
    if not isinstance(instances, dict | list | tuple):
        raise TypeError(f"instances: {checks.shown(instances)}; expected {_INSTANCES}")
    if not isinstance(instances, dict):
        return _of_one_kind([Instance("all", f"all {i}", each) for i, each in enumerate(instances)])
    if not all(isinstance(name, str) for name in instances):
        raise TypeError(f"instances: named {checks.shown(list(instances))}; expected strings as names")
    grouped = {name: each for name, each in instances.items() if isinstance(each, list | tuple)}
    if grouped and len(grouped) < len(instances):
        raise TypeError(f"instances: {next(iter(grouped))!r} is a list, but not every other one; expected {_INSTANCES}")
    if not grouped:
        return _of_one_kind([Instance("all", name, each) for name, each in instances.items()])
    for group, each in grouped.items():
        if not each:
            raise ValueError(f"instances[{group!r}]: none given; expected at least one bandit")
    return _of_one_kind(
        [Instance(group, f"{group} {i}", each) for group, bandits in grouped.items() for i, each in enumerate(bandits)]
    )


def _of_one_kind(known: list[Instance]) -> list[Instance]:
    if not known:
        raise ValueError(f"instances: none given; expected {_INSTANCES}")
    for each in known:
        if not isinstance(each.bandit, _KINDS):
            raise TypeError(f"instances: {each.name!r} is {checks.shown(each.bandit)}; expected {_INSTANCES}")
        if type(each.bandit) is not type(known[0].bandit):
            kinds = f"a {type(each.bandit).__name__} after a {type(known[0].bandit).__name__}"
            raise TypeError(f"instances: {each.name!r} is {kinds}; expected bandits of one kind")
    names = [each.name for each in known]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"instances: two are named {twice!r}; expected other names of groups")
    return known


def _digests(known: Sequence[Instance]) -> dict[str, str]:
    """{name: what the instance is}, each another: who repeats one would count it as two draws."""
    seen: dict[str, str] = {}
    for each in known:
        digest = digest_of(each.bandit)
        if digest in seen:
            raise ValueError(
                f"instances: {each.name!r} is {seen[digest]!r} once more; expected different ones, for each counts as "
                "a draw of its own (`runs` plays one more often)"
            )
        seen[digest] = each.name
    return {name: digest for digest, name in seen.items()}


def _warn(known: Sequence[Instance], policies: Mapping[str, Any]) -> None:
    for name, policy in policies.items():
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            for each in known:
                warn_of_instances(each.bandit, {name: policy})
        if found:
            of = f"{len(found)} of {len(known)} instances, such as this: " if len(known) > 1 else ""
            warnings.warn(f"{of}{found[0].message}", stacklevel=3)


def _say_if_long(
    missing: Sequence[tuple[Instance, int]], policies: Mapping[str, Any], horizon: int, n_jobs: int, kept: Any
) -> None:
    if len(missing) * len(policies) * horizon < MANY_ROUNDS:
        return
    sizes: dict[Any, list[Bandit]] = {}
    for each, _ in missing:
        sizes.setdefault(getattr(each.bandit, "n_arms", None), []).append(each.bandit)
    used = max(1, min(processes(n_jobs), len(missing)))
    rounds = sum(len(alike) * _seconds_a_round(alike[0], policies, horizon) for alike in sizes.values())
    seconds = horizon * rounds / used
    if seconds >= LONG:
        time_of_it = f"{seconds / 3600:.1f} hours" if seconds >= 5400 else f"{seconds / 60:.0f} minutes"
        where = "nothing is kept if it is stopped: give a checkpoint" if kept is None else f"runs are kept in {kept}"
        print(
            f"compare: {len(missing)} runs of {len(policies)} policies, {horizon:,} rounds each, may take {time_of_it} "
            f"on {used} {'process' if used == 1 else 'processes'}; {where}",
            file=sys.stderr,
        )


def _seconds_a_round(bandit: Bandit, policies: Mapping[str, Any], horizon: int) -> float:
    """What a round of all policies takes, from the first rounds of each; what they draw is used nowhere else."""
    total = 0.0
    for policy in policies.values():
        took = 0.0
        for rounds in (1, *_TRIED):
            rounds = min(rounds, horizon)
            # What is slow at a hundred rounds is not asked for a thousand; the first round compiles.
            if took < 0.1:
                drawn, rng = draw_run(bandit, rounds, 0, 0)
                player, begun = copied("policies", policy), CLOCK()
                play(player, drawn, rng, [rounds])
                took = CLOCK() - begun if rounds > 1 else 0.0
                each = took / rounds
        total += each
    return total
