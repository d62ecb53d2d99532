"""Finished runs on disk, and what experiment they belong to."""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lipbandits
from lipbandits import checks
from lipbandits.files import read_arrays, writable, write_atomically
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.model.families import BERNOULLI
from lipbandits.model.payoffs import Payoffs
from lipbandits.play.identity import Unreadable, digest
from lipbandits.play.runs import Bandit

# Of one run: regret (P, C), and plays (P, K) or (P, J, K), or None on [0, 1].
Result = tuple[NDArray[np.float64], NDArray[np.int_] | None]

# Saving may take this share of the time: where runs are short, several of them are saved together.
_SHARE = 0.05


class Kept:
    """Finished runs on disk, of one experiment, saved atomically; without a path nowhere.

    Parameters
    ----------
    path : str or path or None
        A file, which need not be there yet.
    identity : callable
        What says, as JSON, what the experiment is; not asked without a path.
    clock : callable
        What tells the time, in seconds.

    Attributes
    ----------
    results : dict
        {run: what came out of it}, by any key that can be sorted.

    Raises
    ------
    TypeError
        For what is no path.
    ValueError
        For a file that cannot be read or belongs to another experiment, or one that cannot be written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        identity: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = None if path is None else writable("checkpoint", path)
        self.results: dict[Any, Any] = {}
        self.clock, self.due, self.saved = clock, 0.0, 0
        if self.path is not None:
            self.identity = identity()
            if self.path.exists():
                self.results = self._read(self.path)
                self.saved = len(self.results)

    def add(self, run: Any, result: Any) -> None:
        self.results[run] = result
        # A process that is killed says nothing before it goes, so not only at the end.
        if self.clock() >= self.due:
            self.save()

    def save(self) -> None:
        """Write what is not yet on disk."""
        if self.path is None or self.saved == len(self.results):
            return
        begun = self.clock()
        arrays = self.arrays()
        write_atomically(self.path, lambda file: np.savez(file, identity=self.identity, **arrays))
        self.saved = len(self.results)
        now = self.clock()
        self.due = now + (now - begun) / _SHARE

    def arrays(self) -> dict[str, Any]:
        """The results as arrays; a subclass says how."""
        raise NotImplementedError

    def from_arrays(self, arrays: Mapping[str, Any]) -> dict[Any, Any]:
        """The results from the arrays of a file; a subclass says how. A name that is not there is a KeyError."""
        raise NotImplementedError

    def belongs_to_another(self, differs: Iterable[str]) -> ValueError:
        """The error for a file of another experiment, with what differs."""
        words = ", ".join(sorted(differs))
        return ValueError(
            f"checkpoint: {self.path} belongs to another experiment (it differs in: {words}); it is left as it is"
        )

    def _read(self, path: Path) -> dict[Any, Any]:
        arrays = read_arrays(path, "checkpoint: {} is not a readable checkpoint; it is left as it is")
        try:
            identity = str(arrays["identity"])
            if identity != self.identity:
                raise self.belongs_to_another(_differences(json.loads(identity), json.loads(self.identity)))
            return self.from_arrays(arrays)
        except KeyError:
            raise ValueError(f"checkpoint: {self.path} is not a readable checkpoint; it is left as it is") from None


class Checkpoint(Kept):
    """Finished runs of `simulate`.

    Parameters
    ----------
    path : str or path or None
        A file, which need not be there yet.
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    policies : dict
        {name: policy}.
    horizon : int
        T, the number of rounds.
    seed : SeedSequence
        Of the experiment.
    clock : callable
        What tells the time, in seconds.
    stream : str, default "numpy"
        As for `simulate`.

    Attributes
    ----------
    results : dict
        {run: (regret (P, C), plays (P, K), (P, J, K) or None)}.

    Raises
    ------
    TypeError
        For what is no path.
    ValueError
        For a file that cannot be read or belongs to another experiment, or one that cannot be written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        bandit: Bandit,
        policies: Mapping[str, Any],
        horizon: int,
        seed: np.random.SeedSequence,
        clock: Callable[[], float] = time.monotonic,
        *,
        stream: str = "numpy",
    ) -> None:
        super().__init__(path, lambda: identity_of(bandit, policies, horizon, seed, stream), clock)

    def arrays(self) -> dict[str, Any]:
        runs = sorted(self.results)
        arrays: dict[str, Any] = {"runs": runs, "regret": np.array([self.results[run][0] for run in runs])}
        if self.results[runs[0]][1] is not None:
            arrays["plays"] = np.array([self.results[run][1] for run in runs])
        return arrays

    def from_arrays(self, arrays: Mapping[str, Any]) -> dict[int, Result]:
        runs, regret = arrays["runs"], arrays["regret"]
        plays = arrays.get("plays", [None] * len(runs))
        return {int(run): (regret[i], plays[i]) for i, run in enumerate(runs)}


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[str]:
    # Not every experiment says which stream, family and rewards it has.
    for key in {"stream", "family", "rewards", *here}:
        value, other = here.get(key), there.get(key)
        if key == "policies" and value and other and set(other) == set(value):
            yield from (f"policies[{name!r}]" for name in value if value[name] != other[name])
        elif value != other:
            yield key


def identity_of(bandit: Bandit, policies: Mapping[str, Any], horizon: int, seed: Any, stream: str = "numpy") -> str:
    """What an experiment is, as text: two of them differ if their runs may.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.
    policies : dict
        {name: policy}.
    horizon : int
        T, the number of rounds.
    seed : int, SeedSequence or Generator
        Of the experiment.
    stream : str, default "numpy"
        As for `simulate`.

    Returns
    -------
    str
        JSON.

    Raises
    ------
    ValueError
        For a policy, a mean, a family or rewards whose code or settings cannot be read, and so not be told from
        another's.
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
        }
        # Checkpoints are older than these choices.
        | ({} if stream == "numpy" else {"stream": stream})
        | ({} if bandit.family == BERNOULLI else {"family": _read("family", bandit.family)})
        | ({} if type(bandit.payoffs) is Payoffs else {"rewards": _read("rewards", bandit.payoffs)}),
        sort_keys=True,
    )


def _seed(sequence: np.random.SeedSequence) -> Any:
    """The number or numbers that a seed sequence was made from, and its place among its siblings if it has one."""
    entropy: Any = sequence.entropy
    entropy = int(entropy) if isinstance(entropy, int | np.integer) else [int(each) for each in entropy]
    return [entropy, list(sequence.spawn_key)] if sequence.spawn_key else entropy


def _instance(bandit: Bandit) -> dict[str, Any]:
    if isinstance(bandit, ContinuousBandit):
        # Two functions may agree wherever one looks.
        values = bandit.mean(np.linspace(0, 1, 1001)).tolist()
        return {"mean": values, "function": _read("mean", bandit.function), "best": bandit.best}
    if isinstance(bandit, ContextualBandit):
        # The distances of a thousand pairs would take 20 MB as text.
        distances = hashlib.sha256(bandit.geometry.distances.tobytes()).hexdigest()
        return {"theta": bandit.theta.tolist(), "distribution": bandit.distribution.tolist(), "distances": distances}
    return {"theta": bandit.theta.tolist(), "distances": bandit.geometry.distances.tolist()}


def _read(name: str, value: object) -> str:
    """A name for people, and a digest of the settings and the code."""
    try:
        return f"{type(value).__module__}.{type(value).__qualname__} {digest(value)}"
    except Unreadable as error:
        raise ValueError(
            f"checkpoint: {name} cannot be told from another, so its runs could be taken for another's ({error}); "
            "expected one whose code and settings can be read, or no checkpoint"
        ) from None
