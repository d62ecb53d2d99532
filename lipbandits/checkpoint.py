"""Finished runs on disk, and what experiment they belong to."""

import hashlib
import inspect
import json
import sys

import numpy as np

from lipbandits.contextual import ContextualBandit
from lipbandits.continuous import ContinuousBandit
from lipbandits.files import read_arrays, writable, write_atomically
from lipbandits.policies import Discretised, PerContext
from lipbandits.policies.policy import Policy


class Checkpoint:
    """Finished runs on disk: {run: (regret (P, C), plays (P, K), (P, J, K) or None)}; saved atomically after each."""

    def __init__(self, path, identity):
        self.path = None if path is None else writable("checkpoint", path)
        self.identity = identity
        self.results = {}
        if self.path is not None:
            for name, what in json.loads(identity)["policies"].items():
                if " at 0x" in what:
                    raise ValueError(
                        f"checkpoint: policies[{name!r}] shows an address in place of a setting, so its runs could be "
                        "taken for another's; expected a policy with a __repr__ of its own, or without a checkpoint"
                    )
            if self.path.exists():
                self.results = self._read()

    def add(self, run, result):
        self.results[run] = result
        # After every run: a process that is killed says nothing before it goes.
        if self.path is not None:
            self._save()

    def _save(self):
        runs = sorted(self.results)
        arrays = {"runs": runs, "regret": np.array([self.results[run][0] for run in runs])}
        if self.results[runs[0]][1] is not None:
            arrays["plays"] = np.array([self.results[run][1] for run in runs])
        write_atomically(self.path, lambda file: np.savez(file, identity=self.identity, **arrays))

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
    """What an experiment is, as text: two of them differ if their runs may."""
    # Arrays in full: two of a thousand entries look alike otherwise.
    with np.printoptions(threshold=sys.maxsize, precision=17, floatmode="unique"):
        known = {name: _what_it_is(policy) for name, policy in policies.items()}
    return json.dumps(
        _instance(bandit)
        | {
            "lipschitz": bandit.lipschitz,
            "policies": known,
            "horizon": horizon,
            "seed": seed,
        },
        sort_keys=True,
    )


def _instance(bandit):
    if isinstance(bandit, ContinuousBandit):
        return {"mean": bandit.mean(np.linspace(0, 1, 1001)).tolist(), "best": bandit.best}
    if isinstance(bandit, ContextualBandit):
        # The distances of a thousand pairs would take 20 MB as text.
        digest = hashlib.sha256(bandit.geometry.distances.tobytes()).hexdigest()
        return {"theta": bandit.theta.tolist(), "distribution": bandit.distribution.tolist(), "distances": digest}
    return {"theta": bandit.theta.tolist(), "distances": bandit.geometry.distances.tolist()}


def _what_it_is(policy):
    """Class and settings of a policy: its own repr, or all that it had before its first `reset`."""
    kind = type(policy)
    if kind is Discretised:
        return f"Discretised at {policy.arms.tolist()}: {_what_it_is(policy.policy)}"
    if kind is PerContext:
        return f"PerContext: {_what_it_is(policy.policy)}"
    if "__repr__" in vars(kind):
        settings = repr(policy)
    elif isinstance(policy, Policy):
        settings = {key: repr(value) for key, value in sorted(policy._settings().items())}
    else:
        settings = repr(policy)
    return f"{kind.__module__}.{kind.__qualname__} {settings}{_code_of(kind)}"


def _code_of(kind):
    """A digest of the source of a reader's class, where Python can find it: it changes with the class."""
    sources = []
    for each in kind.__mro__:
        if each is not object and each.__module__.partition(".")[0] != __package__:
            try:
                sources.append(inspect.getsource(each))
            except (OSError, TypeError):
                return ""
    return f" {hashlib.sha256(''.join(sources).encode()).hexdigest()[:16]}" if sources else ""
