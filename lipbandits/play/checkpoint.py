"""Finished runs on disk, and what experiment they belong to."""

import hashlib
import json
import time

import numpy as np

import lipbandits
from lipbandits import checks
from lipbandits.files import read_arrays, writable, write_atomically
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.play.identity import Unreadable, digest

# Saving may take this share of the time: where runs are short, several of them are saved together.
_SHARE = 0.05


class Checkpoint:
    """Finished runs on disk: {run: (regret (P, C), plays (P, K), (P, J, K) or None)}; saved atomically, without a path
    nowhere."""

    def __init__(self, path, bandit, policies, horizon, seed, clock=time.monotonic):
        self.path = None if path is None else writable("checkpoint", path)
        self.results = {}
        self.clock, self.due, self.saved = clock, 0.0, 0
        if self.path is not None:
            self.identity = identity_of(bandit, policies, horizon, seed)
            if self.path.exists():
                self.results = self._read()
                self.saved = len(self.results)

    def add(self, run, result):
        self.results[run] = result
        # A process that is killed says nothing before it goes, so not only at the end.
        if self.clock() >= self.due:
            self.save()

    def save(self):
        """Write what is not yet on disk."""
        if self.path is None or self.saved == len(self.results):
            return
        begun = self.clock()
        runs = sorted(self.results)
        arrays = {"runs": runs, "regret": np.array([self.results[run][0] for run in runs])}
        if self.results[runs[0]][1] is not None:
            arrays["plays"] = np.array([self.results[run][1] for run in runs])
        write_atomically(self.path, lambda file: np.savez(file, identity=self.identity, **arrays))
        self.saved = len(runs)
        now = self.clock()
        self.due = now + (now - begun) / _SHARE

    def _read(self):
        arrays = read_arrays(self.path, "checkpoint: {} is not a readable checkpoint; it is left as it is")
        try:
            identity, runs = str(arrays["identity"]), arrays["runs"]
            regret, plays = arrays["regret"], arrays.get("plays", [None] * len(runs))
        except KeyError:
            raise ValueError(f"checkpoint: {self.path} is not a readable checkpoint; it is left as it is") from None
        if identity != self.identity:
            there, here = json.loads(identity), json.loads(self.identity)
            differs = ", ".join(sorted(_differences(there, here)))
            raise ValueError(
                f"checkpoint: {self.path} belongs to another experiment (it differs in: {differs}); it is left as it is"
            )
        return {int(run): (regret[i], plays[i]) for i, run in enumerate(runs)}


def _differences(there, here):
    for key, value in here.items():
        other = there.get(key)
        if key == "policies" and other and set(other) == set(value):
            yield from (f"policies[{name!r}]" for name in value if value[name] != other[name])
        elif value != other:
            yield key


def identity_of(bandit, policies, horizon, seed):
    """What an experiment is, as text: two of them differ if their runs may.

    Raises
    ------
    ValueError : for a policy or a mean whose code or settings cannot be read, and so not be told from another's.
    """
    known = {name: _read(f"policies[{name!r}]", policy) for name, policy in policies.items()}
    return json.dumps(
        _instance(bandit)
        | {
            "version": lipbandits.__version__,
            "lipschitz": bandit.lipschitz,
            "policies": known,
            "horizon": horizon,
            "seed": _seed(checks.seed_sequence(seed)),
        },
        sort_keys=True,
    )


def _seed(sequence):
    """The number or numbers that a seed sequence was made from, and its place among its siblings if it has one."""
    entropy = sequence.entropy if isinstance(sequence.entropy, int) else [int(each) for each in sequence.entropy]
    return [entropy, list(sequence.spawn_key)] if sequence.spawn_key else entropy


def _instance(bandit):
    if isinstance(bandit, ContinuousBandit):
        # Two functions may agree wherever one looks.
        values = bandit.mean(np.linspace(0, 1, 1001)).tolist()
        return {"mean": values, "function": _read("mean", bandit.function), "best": bandit.best}
    if isinstance(bandit, ContextualBandit):
        # The distances of a thousand pairs would take 20 MB as text.
        distances = hashlib.sha256(bandit.geometry.distances.tobytes()).hexdigest()
        return {"theta": bandit.theta.tolist(), "distribution": bandit.distribution.tolist(), "distances": distances}
    return {"theta": bandit.theta.tolist(), "distances": bandit.geometry.distances.tolist()}


def _read(name, value):
    """A name for people, and a digest of the settings and the code."""
    try:
        return f"{type(value).__module__}.{type(value).__qualname__} {digest(value)}"
    except Unreadable as error:
        raise ValueError(
            f"checkpoint: {name} cannot be told from another, so its runs could be taken for another's ({error}); "
            "expected one whose code and settings can be read, or no checkpoint"
        ) from None
