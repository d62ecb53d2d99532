"""What simulations return: the regret of many runs, at rounds spaced evenly on a log scale."""

import os
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lipbandits import checks
from lipbandits.files import read_arrays, writable, write_atomically

# Regret is recorded at so many rounds, evenly spaced on a log scale, less the small ones that coincide.
RECORDS = 250


def recorded_rounds(horizon: int) -> NDArray[np.int_]:
    """The rounds at which regret is recorded: 1 to ``horizon``, about evenly spaced on a log scale."""
    if horizon <= RECORDS:
        return np.arange(1, horizon + 1)
    return np.unique(np.round(np.geomspace(1, horizon, RECORDS)).astype(int))


@dataclass(frozen=True, eq=False, repr=False)
class Regret:
    """Pseudo-regret Σ (θ* − θ of what was played) of several runs.

    Parameters
    ----------
    rounds : (C,) array_like
        Rounds at which it is recorded; the last is the horizon.
    regret : (runs, C) array_like
        Finite numbers.
    plays : (runs, K) or (runs, J, K) array_like, optional
        Plays of each arm at the horizon, of each pair for a `ContextualBandit`; None for a `ContinuousBandit`.

    Attributes
    ----------
    rounds, regret, plays : ndarray
        What was given; ``plays`` may be None.

    Raises
    ------
    TypeError
        For what is no array of numbers.
    ValueError
        For arrays of other shapes, or entries that are none of these.
    """

    rounds: NDArray[np.int_]
    regret: NDArray[np.float64]
    plays: NDArray[np.int_] | None = None

    def __post_init__(self) -> None:
        rounds = _array("rounds", self.rounds, "increasing whole numbers ≥ 1")
        if rounds.ndim != 1 or not _all(rounds, rounds >= 1, rounds % 1 == 0) or not (np.diff(rounds) > 0).all():
            raise ValueError(f"rounds: {checks.shown(rounds)}; expected increasing whole numbers ≥ 1")
        regret = _array("regret", self.regret, "(runs, C) finite numbers")
        if regret.ndim != 2 or regret.shape[1] != len(rounds) or not _all(regret, np.isfinite(regret)):
            fits = regret.size and regret.shape[1:] == rounds.shape
            found = "entries that are not finite" if fits else f"shape {regret.shape}"
            raise ValueError(f"regret: {found}; expected (runs, {len(rounds)}) finite numbers, one for each round")
        plays = self.plays
        if plays is not None:
            plays = _array("plays", plays, "whole numbers ≥ 0")
            if plays.ndim not in (2, 3) or len(plays) != len(regret) or not _all(plays, plays >= 0, plays % 1 == 0):
                shape = f"({len(regret)}, K) or ({len(regret)}, J, K)"
                raise ValueError(f"plays: {checks.shown(plays)}; expected {shape} whole numbers ≥ 0")
        for name, array in (("rounds", rounds), ("regret", regret), ("plays", plays)):
            object.__setattr__(self, name, array)

    def __repr__(self) -> str:
        return f"Regret({len(self.regret)} runs of {self.rounds[-1]} rounds, mean {self.final.mean():.4g} at the end)"

    @property
    def final(self) -> NDArray[np.float64]:
        """The regret at the horizon, (runs,)."""
        return self.regret[:, -1]

    def mean(self) -> NDArray[np.float64]:
        """The average over runs.

        Returns
        -------
        (C,) ndarray
            Regret.
        """
        return self.regret.mean(axis=0)

    def quantile(self, q: ArrayLike) -> NDArray[np.float64]:
        """Quantiles over runs.

        Parameters
        ----------
        q : float or array_like
            In [0, 1].

        Returns
        -------
        (C,) or (len(q), C) ndarray
            Regret.

        Raises
        ------
        TypeError
            For what is no number.
        ValueError
            For one outside [0, 1].
        """
        q = checks.array("q", q, "numbers in [0, 1]")
        if q.ndim > 1 or not _all(q, q >= 0, q <= 1):
            raise ValueError(f"q: {checks.shown(q.tolist())}; expected numbers in [0, 1], such as 0.5 for the median")
        return np.quantile(self.regret, q, axis=0)

    def thinned(self, records: int = 64) -> "Regret":
        """The same runs at so many of the rounds, evenly spread and ending with the horizon: enough for a curve.

        Parameters
        ----------
        records : int, default 64
            How many rounds, or all of them, where there are no more.

        Returns
        -------
        Regret

        Raises
        ------
        TypeError
            For what is no whole number.
        ValueError
            For fewer than one.

        Examples
        --------
        >>> found = Regret(np.arange(1, 8), np.zeros((2, 7)))
        >>> found.thinned(3).rounds.tolist(), found.thinned(1).rounds.tolist()
        ([1, 4, 7], [7])
        """
        records = min(checks.count("records", records, most=None), len(self.rounds))
        last = len(self.rounds) - 1
        kept = np.unique(np.linspace(last if records == 1 else 0, last, records).round().astype(int))
        return Regret(self.rounds[kept], self.regret[:, kept], self.plays)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write to an .npz file, whole or not at all.

        Parameters
        ----------
        path : str or path
            The file.

        Raises
        ------
        TypeError
            For what is no path.
        ValueError
            For a path that cannot be written to.
        """
        path = writable("path", path)
        arrays: dict[str, Any] = {"rounds": self.rounds, "regret": self.regret}
        if self.plays is not None:
            arrays["plays"] = self.plays
        write_atomically(path, lambda file: np.savez_compressed(file, **arrays))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read what `save` wrote.

        Parameters
        ----------
        path : str or path
            The file.

        Returns
        -------
        Regret
            What was saved.

        Raises
        ------
        ValueError
            If the file is not one of those.
        """
        arrays = read_arrays(path, "path: {} is not a saved Regret")
        try:
            return cls(arrays["rounds"], arrays["regret"], arrays.get("plays"))
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"path: {path} is not a saved Regret") from None

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each run and round.

        Returns
        -------
        DataFrame
            Columns "run", "round" and "regret".

        Raises
        ------
        ImportError
            Without pandas, which this package does not install.
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


def _array(name: str, value: Any, accepted: str) -> NDArray[Any]:
    """An array of numbers as it is, or a new one."""
    if type(value) is np.ndarray and value.dtype.kind in "fiu":
        return value
    found = checks.array(name, value, accepted)
    return found.astype(int) if name != "regret" and (found % 1 == 0).all() else found


def _all(array: NDArray[Any], *hold: NDArray[np.bool_]) -> bool:
    return array.size > 0 and all(each.all() for each in hold)


def checked_results(results: dict[str, Regret]) -> dict[str, Regret]:
    """Results of `simulate`, if they are some.

    Parameters
    ----------
    results : dict
        {name: Regret}.

    Returns
    -------
    dict
        The results.

    Raises
    ------
    TypeError
        For anything else.
    """
    if not isinstance(results, dict) or not results:
        found = "none" if isinstance(results, dict) else f"a {type(results).__name__}"
        raise TypeError(f"results: {found}; expected {{name: Regret}}, as simulate returns it")
    for name, regret in results.items():
        if not isinstance(name, str):
            raise TypeError(f"results: named {checks.shown(name)}; expected strings as names")
        checks.instance(f"results[{name!r}]", regret, Regret)
    return results
