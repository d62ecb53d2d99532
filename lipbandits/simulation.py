"""Runs: replay a table of rewards, or simulate many seeded runs in parallel, with progress and checkpoints."""

import numbers
from dataclasses import dataclass
from functools import partial

import numpy as np

from lipbandits import checks
from lipbandits import engine as compiled
from lipbandits.bandits import LipschitzBandit
from lipbandits.checkpoint import Checkpoint, identity_of
from lipbandits.continuous import ContinuousBandit
from lipbandits.files import read_arrays, write_atomically
from lipbandits.policies import Discretised
from lipbandits.policies.policy import ContinuousPolicy, Policy
from lipbandits.rewards import Rewards, RewardsOfRounds, TableOfRewards, Uniforms

# Regret is recorded at so many rounds, evenly spaced on a log scale, less the small ones that coincide.
RECORDS = 250


def replay(bandit, policy, rewards, engine=True):
    """What a policy plays when the s-th play of arm k pays rewards[k, s − 1].

    Parameters
    ----------
    bandit : the instance; of a `LipschitzBandit` only its geometry matters.
    policy : one of ours, or any object with reset(geometry, rng), select(n) and update(arm, reward).
    rewards : (K, T) zeros and ones; T is the horizon. For a `ContinuousBandit` (T,) uniforms in [0, 1]: a point of
        mean μ pays 1 in round n if rewards[n − 1] < μ.
    engine : whether the compiled twin may play in place of the policy.

    Returns
    -------
    (T,) arms, as integers; for a `ContinuousBandit` points.

    Raises
    ------
    ValueError : for rewards of another shape or with other entries, or a policy that plays what is not there.
    TypeError : for a policy that plays arms where there are points, or the reverse.

    >>> from lipbandits import HOO, paper_triangle
    >>> replay(paper_triangle(), HOO(nu1=0.5, rho=0.5), [0.9, 0.1, 0.4, 0.6]).tolist()
    [0.25, 0.75, 0.625, 0.875]
    """
    _checked_bandit(bandit)
    _checked_policy("policy", policy, bandit)
    rng = np.random.default_rng(0)
    if isinstance(bandit, ContinuousBandit):
        uniforms = _uniforms(rewards)
        points = np.empty(len(uniforms))
        _play_points(bandit, policy, Uniforms.given(uniforms), rng, [len(points)], points, engine)
        return points
    table = _table(rewards, bandit.n_arms)
    played = np.empty(table.shape[1], dtype=np.int32)
    _play_arms(policy, bandit.geometry, bandit.gaps, TableOfRewards(table), rng, [len(played)], played, engine)
    return played.astype(int)


def _table(rewards, n_arms):
    if isinstance(rewards, np.ndarray) and rewards.dtype.kind == "b":
        rewards = rewards.astype(int)
    table = checks.array("rewards", rewards, f"({n_arms}, T) zeros and ones")
    if table.ndim != 2 or table.shape[0] != n_arms or table.shape[1] == 0:
        raise ValueError(f"rewards: shape {table.shape}; expected ({n_arms}, T), a row for each arm")
    bad = ~np.isin(table, (0, 1))
    if bad.any():
        k, s = np.argwhere(bad)[0]
        raise ValueError(f"rewards: entry ({k}, {s}) is {table[k, s]}; expected 0 or 1")
    return table.astype(np.uint8)


def _uniforms(rewards):
    uniforms = checks.array("rewards", rewards, "(T,) uniforms in [0, 1]")
    if uniforms.ndim != 1 or len(uniforms) == 0:
        raise ValueError(f"rewards: shape {uniforms.shape}; expected (T,) uniforms, one for each round")
    bad = ~((uniforms >= 0) & (uniforms <= 1))
    if bad.any():
        n = int(np.argmax(bad))
        raise ValueError(f"rewards: entry {n} is {uniforms[n]}; expected uniforms in [0, 1]")
    return uniforms


def simulate(bandit, policies, horizon, runs=100, seed=0, n_jobs=1, checkpoint=None, progress=None):
    """Play every policy on the same seeded runs.

    Parameters
    ----------
    bandit : the instance, a `LipschitzBandit` or a `ContinuousBandit`.
    policies : a dict {name: policy}, or a list named after its classes.
    horizon : T, rounds a run. runs : how many. seed : an integer; run r depends on it and on r alone.
    n_jobs : processes, as in joblib (−1: all cores); results do not depend on it, nor on joblib's backend.
    checkpoint : a path; finished runs are kept there, and taken from there by a later call of the same experiment.
    progress : True shows a bar on stderr; default: only in a terminal.

    Returns
    -------
    {name: `Regret`}.

    Raises
    ------
    ValueError : for a horizon or runs below 1, no policies, two of one name, or a checkpoint that cannot be read or
        belongs to another experiment; it is then left as it is.
    TypeError : for a policy that plays arms where there are points, or the reverse.

    >>> from lipbandits import KLUCB, triangle
    >>> simulate(triangle(5), [KLUCB()], horizon=1000, runs=3)["KLUCB"].regret.shape[0]
    3
    """
    horizon, runs, seed = (
        checks.count("horizon", horizon),
        checks.count("runs", runs),
        checks.count("seed", seed, least=0),
    )
    n_jobs = _jobs(n_jobs)
    _checked_bandit(bandit)
    order = list(policies := _named(policies, bandit))
    # Results are kept in the order of the names, so that a checkpoint does not depend on how the dict was written.
    policies = dict(sorted(policies.items()))
    rounds = recorded_rounds(horizon)
    store = Checkpoint(checkpoint, identity_of(bandit, policies, horizon, seed))
    missing = [run for run in range(runs) if run not in store.results]
    bar = _progress(progress, total=runs, initial=runs - len(missing))
    try:
        for run, result in _results(bandit, policies, rounds, seed, missing, n_jobs):
            store.add(run, result)
            bar.update()
    finally:
        bar.close()
    regret = np.array([store.results[run][0] for run in range(runs)])
    plays = None
    if isinstance(bandit, LipschitzBandit):
        plays = np.array([store.results[run][1] for run in range(runs)])
    places = {name: p for p, name in enumerate(policies)}
    return {
        name: Regret(rounds, regret[:, places[name]], None if plays is None else plays[:, places[name]])
        for name in order
    }


def recorded_rounds(horizon):
    """The rounds at which regret is recorded: 1 to `horizon`, about evenly spaced on a log scale."""
    if horizon <= RECORDS:
        return np.arange(1, horizon + 1)
    return np.unique(np.round(np.geomspace(1, horizon, RECORDS)).astype(int))


@dataclass(frozen=True, eq=False)
class Regret:
    """Pseudo-regret Σ (θ* − θ of what was played) of several runs.

    Attributes
    ----------
    rounds : (C,) rounds at which it is recorded; the last is the horizon.
    regret : (runs, C). plays : (runs, K) plays of each arm at the horizon; None for a `ContinuousBandit`.
    """

    rounds: np.ndarray
    regret: np.ndarray
    plays: np.ndarray | None = None

    def mean(self):
        """(C,) the average over runs."""
        return self.regret.mean(axis=0)

    def quantile(self, q):
        """(C,) or (len(q), C): quantiles over runs."""
        return np.quantile(self.regret, q, axis=0)

    def save(self, path):
        """Write to an .npz file, whole or not at all."""
        arrays = {"rounds": self.rounds, "regret": self.regret}
        if self.plays is not None:
            arrays["plays"] = self.plays
        write_atomically(path, lambda file: np.savez_compressed(file, **arrays))

    @classmethod
    def load(cls, path):
        """Read what `save` wrote.

        Raises
        ------
        ValueError : if the file is not one of those.
        """
        arrays = read_arrays(path, "path: {} is not a saved Regret")
        if not {"rounds", "regret"} <= set(arrays):
            raise ValueError(f"path: {path} is not a saved Regret")
        return cls(arrays["rounds"], arrays["regret"], arrays.get("plays"))

    def to_frame(self):
        """A pandas DataFrame with a row for each run and round.

        Raises
        ------
        ImportError : without pandas, which this package does not install.
        """
        try:
            import pandas
        except ImportError:
            raise ImportError("Regret.to_frame needs pandas: install it with `pip install pandas`") from None
        runs, records = self.regret.shape
        return pandas.DataFrame(
            {
                "run": np.repeat(np.arange(runs), records),
                "round": np.tile(self.rounds, runs),
                "regret": self.regret.ravel(),
            }
        )


def play_run(bandit, policies, rounds, seed, run):
    """One run of every policy: (regret (P, C), plays (P, K)); no plays, but None, for a `ContinuousBandit`."""
    continuous = isinstance(bandit, ContinuousBandit)
    regret = np.empty((len(policies), len(rounds)))
    plays = None if continuous else np.empty((len(policies), bandit.n_arms), dtype=np.int64)
    for p, policy in enumerate(policies.values()):
        # Fresh children each time: spawning changes a seed sequence, and all policies share one run.
        rewards, _contexts, own = np.random.SeedSequence(seed, spawn_key=(run,)).spawn(3)
        rng = np.random.default_rng(own)
        if continuous:
            regret[p] = _play_points(bandit, policy, Uniforms.drawn(rewards), rng, rounds)
        else:
            stock = Rewards(bandit.theta, rewards)
            regret[p], plays[p] = _play_arms(policy, bandit.geometry, bandit.gaps, stock, rng, rounds)
    return regret, plays


def _play_arms(policy, geometry, gaps, stock, rng, rounds, played=None, engine=True):
    """(regret at some rounds, plays (K,) at the last); `played` is filled with the arms."""
    start = compiled.start if engine and compiled.has_twin(policy) else _start
    advance, plays = start(policy, geometry, stock, rng, played)
    return _regret_at(rounds, advance, lambda: plays @ gaps), plays


def _play_points(bandit, policy, uniforms, rng, rounds, played=None, engine=True):
    """The regret at some rounds; `played` is filled with the points."""
    if engine and type(policy) is Discretised:
        arms = None if played is None else np.empty(len(played), dtype=np.int32)
        geometry = policy.geometry_under(bandit.lipschitz)
        stock = RewardsOfRounds(bandit.mean(policy.arms), uniforms)
        regret, _ = _play_arms(policy.policy, geometry, bandit.gap(policy.arms), stock, rng, rounds, arms)
        if played is not None:
            played[:] = policy.arms[arms]
        return regret
    start = compiled.start_on_points if engine and compiled.has_twin(policy) else _start_on_points
    advance, lost = start(policy, bandit, uniforms, rng, int(rounds[-1]), played)
    return _regret_at(rounds, advance, lambda: lost[0])


def _regret_at(rounds, advance, regret_so_far):
    regret, n = np.empty(len(rounds)), 1
    for record, stop in enumerate(rounds):
        n = advance(n, int(stop))
        regret[record] = regret_so_far()
    return regret


def _start(policy, geometry, rewards, rng, played):
    """Prepare a policy as it is, compiled or not: (advance(n, stop) -> next round, plays)."""
    policy.reset(geometry, rng)
    plays = np.zeros(geometry.n_arms, dtype=np.int64)

    def advance(n, stop):
        while n <= stop:
            arm = policy.select(n)
            if isinstance(arm, bool) or not (isinstance(arm, int | np.integer) and 0 <= arm < len(plays)):
                raise ValueError(f"policy: {policy!r} chose {arm!r} in round {n}; expected 0 to {len(plays) - 1}")
            policy.update(arm, rewards.draw(arm))
            plays[arm] += 1
            if played is not None:
                played[n - 1] = arm
            n += 1
        return n

    return advance, plays


def _start_on_points(policy, bandit, uniforms, rng, horizon, played):
    """Prepare a policy for [0, 1] as it is: (advance(n, stop) -> next round, (1,) the regret so far)."""
    policy.reset(policy.geometry_under(bandit.lipschitz) if isinstance(policy, Discretised) else bandit.geometry, rng)
    lost = np.zeros(1)

    def advance(n, stop):
        while n <= stop:
            point = policy.select(n)
            if isinstance(point, bool) or not (isinstance(point, numbers.Real) and 0 <= point <= 1):
                raise ValueError(
                    f"policy: {policy!r} chose {point!r} in round {n}; expected a point of [0, 1] "
                    "(a policy for numbered arms plays here as Discretised(policy, arms))"
                )
            mean = bandit.mean(point)
            policy.update(point, int(uniforms.draw() < mean))
            lost[0] += max(bandit.best_mean - mean, 0.0)
            if played is not None:
                played[n - 1] = point
            n += 1
        return n

    return advance, lost


def _results(bandit, policies, rounds, seed, missing, n_jobs):
    if n_jobs == 1:
        for run in missing:
            yield run, play_run(bandit, policies, rounds, seed, run)
        return
    import joblib

    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
    # As part of the function, not as arguments: joblib's dask backend keeps large arguments on one worker, and they
    # are lost with it.
    task = joblib.delayed(partial(play_run, bandit, policies, rounds, seed))
    tasks = (task(run) for run in missing)
    yield from zip(missing, parallel(tasks), strict=True)


def _checked_bandit(bandit):
    if not isinstance(bandit, LipschitzBandit | ContinuousBandit):
        raise TypeError(f"bandit: {bandit!r}; expected a LipschitzBandit or a ContinuousBandit")


def _checked_policy(name, policy, bandit):
    methods = ("reset", "select", "update")
    if isinstance(policy, type) or not all(callable(getattr(policy, method, None)) for method in methods):
        raise TypeError(f"{name}: {policy!r}; expected an object with reset, select and update, such as CKLUCB()")
    on_points = isinstance(policy, ContinuousPolicy)
    if on_points and isinstance(bandit, LipschitzBandit):
        raise TypeError(f"{name}: {policy!r} plays points of [0, 1]; expected a policy for numbered arms, as CKLUCB()")
    if isinstance(policy, Policy) and not on_points and isinstance(bandit, ContinuousBandit):
        raise TypeError(
            f"{name}: {policy!r} plays numbered arms; expected a policy for [0, 1], such as HOO(nu1, rho) "
            "or Discretised(policy, arms)"
        )


def _named(policies, bandit):
    if isinstance(policies, dict):
        if not all(isinstance(name, str) for name in policies):
            raise TypeError(f"policies: named {list(policies)}; expected strings as names")
        named = dict(policies)
    else:
        if not isinstance(policies, list | tuple):
            raise TypeError(f"policies: {policies!r}; expected a dict {{name: policy}} or a list of policies")
        named = {type(policy).__name__: policy for policy in policies}
        if len(named) < len(policies):
            raise ValueError("policies: two of one class need names; expected a dict {name: policy}")
    if not named:
        raise ValueError("policies: none given; expected at least one")
    for name, policy in named.items():
        _checked_policy(f"policies[{name!r}]", policy, bandit)
    return named


def _jobs(n_jobs):
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or n_jobs == 0:
        raise ValueError(f"n_jobs: {n_jobs!r}; expected a whole number ≥ 1, or −1 for all cores")
    return int(n_jobs)


def _progress(progress, total, initial):
    from tqdm import tqdm

    return tqdm(total=total, initial=initial, unit="run", disable=None if progress is None else not progress)
