"""What simulations return: the regret of many runs, at rounds spaced evenly on a log scale."""

from dataclasses import dataclass

import numpy as np

from lipbandits import checks
from lipbandits.files import read_arrays, write_atomically

# Regret is recorded at so many rounds, evenly spaced on a log scale, less the small ones that coincide.
RECORDS = 250


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
    regret : (runs, C).
    plays : (runs, K) plays of each arm at the horizon; (runs, J, K) of each pair for a `ContextualBandit`; None for a
        `ContinuousBandit`.
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

    def thinned(self, records=64):
        """(records,) places in `rounds`, evenly spread and ending with the horizon: enough for a curve."""
        return np.unique(np.linspace(0, len(self.rounds) - 1, records).round().astype(int))

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


def checked_results(results):
    """{name: `Regret`}, as `simulate` returns it.

    Raises
    ------
    TypeError : for anything else.
    """
    if not isinstance(results, dict) or not results:
        found = "none" if isinstance(results, dict) else f"a {type(results).__name__}"
        raise TypeError(f"results: {found}; expected {{name: Regret}}, as simulate returns it")
    for name, regret in results.items():
        checks.instance(f"results[{name!r}]", regret, Regret)
    return results
