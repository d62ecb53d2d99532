"""Finished runs of a comparison on disk."""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from lipbandits.play.checkpoint import Kept, identity_of
from lipbandits.play.runs import Bandit


def digest_of(bandit: Bandit) -> str:
    """What an instance is, in 64 digits; one whose code cannot be read is known by its object alone.

    Parameters
    ----------
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        The instance.

    Returns
    -------
    str
        Equal for two that pay the same.
    """
    try:
        return sha256(identity_of(bandit, {}, 1, 0).encode()).hexdigest()
    except ValueError:
        return f"unreadable {id(bandit)}"


class KeptPlays(Kept):
    """Finished runs of `compare`, by the name of the instance and the number of the run.

    Parameters
    ----------
    path : str or path or None
        A file, which need not be there yet.
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        An instance, of the kind of all.
    policies : dict
        {name: policy}.
    horizons : list of int
        When one looks.
    seed : SeedSequence
        Of the comparison.
    digests : dict
        {name of an instance: what it is}. The file may hold others, of other names.

    Raises
    ------
    TypeError
        For what is no path.
    ValueError
        For a file that cannot be read or belongs to another comparison, or one that cannot be written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        bandit: Bandit,
        policies: Mapping[str, Any],
        horizons: Sequence[int],
        seed: np.random.SeedSequence,
        digests: Mapping[str, str],
    ) -> None:
        self.digests = dict(digests)
        self.of_file: dict[str, str] = {}

        def identity() -> str:
            of_one = json.loads(identity_of(bandit, policies, horizons[-1], seed))
            shared = {key: of_one[key] for key in ("version", "policies", "seed")}
            kinds = {"kind": type(bandit).__name__, "horizons": list(horizons)}
            for name, digest in self.digests.items():
                if digest.startswith("unreadable"):
                    raise ValueError(
                        f"checkpoint: instances[{name!r}] cannot be told from another, so its runs could be taken for "
                        "another's; expected one whose code and settings can be read, or no checkpoint"
                    )
            return json.dumps(shared | kinds, sort_keys=True)

        super().__init__(path, identity)

    def arrays(self) -> dict[str, Any]:
        keys = sorted(self.results)
        digests = self.of_file | self.digests
        return {
            "names": [name for name, _ in keys],
            "runs": [run for _, run in keys],
            "digests": [digests[name] for name, _ in keys],
            "found": np.array([self.results[key] for key in keys]),
        }

    def from_arrays(self, arrays: Mapping[str, Any]) -> dict[tuple[str, int], Any]:
        names, found = [str(name) for name in arrays["names"]], arrays["found"]
        self.of_file = dict(zip(names, map(str, arrays["digests"]), strict=True))
        differ = [name for name, digest in self.digests.items() if self.of_file.get(name, digest) != digest]
        if differ:
            raise self.belongs_to_another(f"instances[{name!r}]" for name in differ)
        return {(name, int(run)): found[i] for i, (name, run) in enumerate(zip(names, arrays["runs"], strict=True))}
