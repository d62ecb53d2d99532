"""Runs: replay a table of rewards, or simulate many seeded runs in parallel, with progress and checkpoints."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from lipbandits import checks
from lipbandits import engine as compiled
from lipbandits.bandits import LipschitzBandit
from lipbandits.files import read_arrays, writable, write_atomically
from lipbandits.policies.policy import STATE, Policy

# Regret is recorded at so many rounds, evenly spaced on a log scale, less the small ones that coincide.
RECORDS = 250
# Rewards are drawn this many at a time for an arm, when it needs them.
STOCK = 4096


class Rewards:
    """The rewards of one run: the s-th play of arm k pays the same whichever policy plays it, and whenever.

    Each arm has a generator of its own, and draws a stock when its last one is used up.
    """

    def __init__(self, theta, seed):
        self.theta = theta
        self.generators = [np.random.default_rng(child) for child in seed.spawn(len(theta))]
        self.buffer = np.zeros((len(theta), STOCK), dtype=np.uint8)
        self.used = np.full(len(theta), STOCK)

    def refill(self, arm):
        self.buffer[arm] = self.generators[arm].random(STOCK) < self.theta[arm]
        self.used[arm] = 0

    def draw(self, arm):
        if self.used[arm] == STOCK:
            self.refill(arm)
        self.used[arm] += 1
        return int(self.buffer[arm, self.used[arm] - 1])


class TableOfRewards(Rewards):
    """Rewards given in advance: row k holds what the plays of arm k pay."""

    def __init__(self, table):
        self.buffer = table
        self.used = np.zeros(len(table), dtype=int)

    def refill(self, arm):
        raise AssertionError("a row as long as the horizon cannot run out")

    def draw(self, arm):
        self.used[arm] += 1
        return int(self.buffer[arm, self.used[arm] - 1])


def replay(bandit, policy, rewards, engine=True):
    """The arms that a policy plays when the s-th play of arm k pays rewards[k, s − 1].

    Parameters
    ----------
    bandit : the instance; only its geometry matters.
    policy : one of ours, or any object with reset(geometry, rng), select(n) and update(arm, reward).
    rewards : (K, T) zeros and ones; T is the horizon.
    engine : whether the compiled twin may play in place of the policy.

    Returns
    -------
    (T,) arms, as integers.

    Raises
    ------
    ValueError : for a table of another shape or with other entries, or a policy that plays an arm that is not there.
    """
    checks.instance("bandit", bandit, LipschitzBandit)
    _checked_policy("policy", policy)
    if isinstance(rewards, np.ndarray) and rewards.dtype.kind == "b":
        rewards = rewards.astype(int)
    table = checks.array("rewards", rewards, f"({bandit.n_arms}, T) zeros and ones")
    if table.ndim != 2 or table.shape[0] != bandit.n_arms or table.shape[1] == 0:
        raise ValueError(f"rewards: shape {table.shape}; expected ({bandit.n_arms}, T), a row for each arm")
    bad = ~np.isin(table, (0, 1))
    if bad.any():
        k, s = np.argwhere(bad)[0]
        raise ValueError(f"rewards: entry ({k}, {s}) is {table[k, s]}; expected 0 or 1")
    horizon = table.shape[1]
    played = np.empty(horizon, dtype=np.int32)
    rng = np.random.default_rng(0)
    _play(bandit, policy, TableOfRewards(table.astype(np.uint8)), rng, [horizon], played, engine)
    return played.astype(int)


def simulate(bandit, policies, horizon, runs=100, seed=0, n_jobs=1, checkpoint=None, progress=None):
    """Play every policy on the same seeded runs.

    Parameters
    ----------
    bandit : the instance.
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
    checks.instance("bandit", bandit, LipschitzBandit)
    order = list(policies := _named(policies))
    # Results are kept in the order of the names, so that a checkpoint does not depend on how the dict was written.
    policies = dict(sorted(policies.items()))
    rounds = recorded_rounds(horizon)
    store = Checkpoint(checkpoint, _identity(bandit, policies, horizon, seed))
    missing = [run for run in range(runs) if run not in store.results]
    bar = _progress(progress, total=runs, initial=runs - len(missing))
    try:
        for run, result in _results(bandit, policies, rounds, seed, missing, n_jobs):
            store.add(run, result)
            bar.update()
    finally:
        bar.close()
    places = {name: p for p, name in enumerate(policies)}
    return {
        name: Regret(
            rounds,
            np.array([store.results[run][0][places[name]] for run in range(runs)]),
            np.array([store.results[run][1][places[name]] for run in range(runs)]),
        )
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
    regret : (runs, C). plays : (runs, K) plays of each arm at the horizon.
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


class Checkpoint:
    """Finished runs on disk: {run: (regret (P, C), plays (P, K))}; saved atomically after each."""

    def __init__(self, path, identity):
        self.path = None if path is None else Path(path)
        self.identity = identity
        self.results = {}
        if self.path is not None:
            if " at 0x" in identity:
                raise ValueError(
                    "checkpoint: a policy shows nothing of itself but its address, so its runs could be taken for "
                    "another's; expected a policy with a __repr__ of its own, or without a checkpoint"
                )
            writable("checkpoint", self.path)
            if self.path.exists():
                self.results = self._read()

    def add(self, run, result):
        self.results[run] = result
        # After every run: a process that is killed says nothing before it goes.
        if self.path is not None:
            self._save()

    def _save(self):
        runs = sorted(self.results)
        regret = np.array([self.results[run][0] for run in runs])
        plays = np.array([self.results[run][1] for run in runs])
        write_atomically(
            self.path, lambda file: np.savez(file, identity=self.identity, runs=runs, regret=regret, plays=plays)
        )

    def _read(self):
        arrays = read_arrays(self.path, "checkpoint: {} is not a readable checkpoint; it is left as it is")
        try:
            identity, runs = str(arrays["identity"]), arrays["runs"]
            regret, plays = arrays["regret"], arrays["plays"]
        except KeyError:
            raise ValueError(f"checkpoint: {self.path} is not a readable checkpoint; it is left as it is") from None
        if identity != self.identity:
            there, here = json.loads(identity), json.loads(self.identity)
            differs = ", ".join(sorted(key for key in here if here[key] != there.get(key)))
            raise ValueError(
                f"checkpoint: {self.path} belongs to another experiment (it differs in: {differs}); it is left as it is"
            )
        return {int(run): (regret[i], plays[i]) for i, run in enumerate(runs)}


def play_run(bandit, policies, rounds, seed, run):
    """One run of every policy: (regret (P, C), plays (P, K))."""
    regret = np.empty((len(policies), len(rounds)))
    plays = np.empty((len(policies), bandit.n_arms), dtype=np.int64)
    for p, policy in enumerate(policies.values()):
        # Fresh children each time: spawning changes a seed sequence, and all policies share one run.
        rewards, _contexts, own = np.random.SeedSequence(seed, spawn_key=(run,)).spawn(3)
        stream = Rewards(bandit.theta, rewards)
        regret[p], plays[p] = _play(bandit, policy, stream, np.random.default_rng(own), rounds)
    return regret, plays


def _play(bandit, policy, rewards, rng, rounds, played=None, engine=True):
    start = compiled.start if engine and compiled.has_twin(policy) else _start
    advance, plays = start(policy, bandit.geometry, rewards, rng, played)
    regret, n = np.empty(len(rounds)), 1
    for record, stop in enumerate(rounds):
        n = advance(n, int(stop))
        regret[record] = plays @ bandit.gaps
    return regret, plays


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


def _identity(bandit, policies, horizon, seed):
    return json.dumps(
        {
            "theta": bandit.theta.tolist(),
            "distances": bandit.geometry.distances.tolist(),
            "lipschitz": bandit.lipschitz,
            "policies": {name: _what_it_is(policy) for name, policy in policies.items()},
            "horizon": horizon,
            "seed": seed,
        },
        sort_keys=True,
    )


def _what_it_is(policy):
    """Class and settings of a policy: its own repr, or all its attributes but what `Policy.reset` sets."""
    kind = type(policy)
    if "__repr__" in vars(kind):
        settings = repr(policy)
    elif isinstance(policy, Policy):
        settings = {key: repr(value) for key, value in sorted(vars(policy).items()) if key not in STATE}
    else:
        settings = repr(policy)
    return f"{kind.__module__}.{kind.__qualname__} {settings}"


def _checked_policy(name, policy):
    methods = ("reset", "select", "update")
    if isinstance(policy, type) or not all(callable(getattr(policy, method, None)) for method in methods):
        raise TypeError(f"{name}: {policy!r}; expected an object with reset, select and update, such as CKLUCB()")


def _named(policies):
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
        _checked_policy(f"policies[{name!r}]", policy)
    return named


def _jobs(n_jobs):
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or n_jobs == 0:
        raise ValueError(f"n_jobs: {n_jobs!r}; expected a whole number ≥ 1, or −1 for all cores")
    return int(n_jobs)


def _progress(progress, total, initial):
    from tqdm import tqdm

    return tqdm(total=total, initial=initial, unit="run", disable=None if progress is None else not progress)
