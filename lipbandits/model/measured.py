"""From a table of measured means to an instance: a demand curve, a dose response, a sweep of learning rates."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit, checked_means, steepest_pair
from lipbandits.model.families import BERNOULLI, Bernoulli, Family, checked_family
from lipbandits.model.rows import Rows, read_numbers, read_rows

# The bound's program has a row and a column an arm. Means of a smooth curve take it a third of a second at 1000 arms,
# three at 2000 and eighteen at 3000.
MOST_ROWS = 1000


@dataclass(frozen=True, eq=False, repr=False)
class Measured:
    """Measured means of arms on a line, in the table's own units and on [0, 1]; `read_means` makes it.

    Attributes
    ----------
    positions : (K,) ndarray
        In the unit of the table, increasing.
    means : (K,) ndarray
        Of these positions.
    arms : (K,) ndarray
        Positions on [0, 1]: (x − lowest) / (highest − lowest), of log x where ``log`` is True.
    labels : tuple of str
        How the table counts the rows, as in "row 3", in the order of the positions.
    log : bool
        Whether distances are those of logarithms.
    family : Family
        Of the rewards behind the means.
    counts : (K,) ndarray or None
        How many rewards each mean comes from.
    errors : (K,) ndarray or None
        Standard errors of the means.
    names : (str, str)
        What the table calls positions and means.
    lipschitz : float
        The smallest L that fits, on [0, 1].
    pair : (int, int)
        The two arms that force it.
    """

    positions: NDArray[np.float64]
    means: NDArray[np.float64]
    arms: NDArray[np.float64]
    labels: tuple[str, ...]
    log: bool
    family: Family
    counts: NDArray[np.float64] | None
    errors: NDArray[np.float64] | None
    names: tuple[str, str]
    lipschitz: float
    pair: tuple[int, int]

    @property
    def n_arms(self) -> int:
        return len(self.means)

    @property
    def span(self) -> float:
        """The length of [0, 1] in the table's unit, or in powers of ten where ``log`` is True."""
        ends = np.log10(self.positions) if self.log else self.positions
        return float(ends[-1] - ends[0])

    @property
    def own_lipschitz(self) -> float:
        """The smallest L as change of the mean per unit of position of the table, or per factor of ten."""
        return self.lipschitz / self.span

    @property
    def unit(self) -> str:
        """What ``own_lipschitz`` is counted in, in words."""
        return f"{self.names[1]} per {'factor of ten' if self.log else 'unit'} of {self.names[0]}"

    def bandit(self, lipschitz: float | None = None) -> LipschitzBandit:
        """The instance whose means are the measured ones, taken for true.

        Parameters
        ----------
        lipschitz : float, optional
            L on [0, 1]; default: the smallest that fits.

        Returns
        -------
        LipschitzBandit
            Of K arms.

        Raises
        ------
        ValueError
            For an L that the means break.
        """
        lipschitz = self.lipschitz if lipschitz is None else lipschitz
        return LipschitzBandit(self.means, self.arms, lipschitz, family=self.family)

    def resampled(self, draws: int = 2000, seed: int = 0) -> "Resampled":
        """What noise does to the smallest L: the table drawn anew, and a flat one with the same noise.

        Parameters
        ----------
        draws : int, default 2000
            How many tables of each kind.
        seed : int, default 0
            A whole number ≥ 0.

        Returns
        -------
        Resampled
            The smallest L of each.

        Raises
        ------
        ValueError
            For a table without counts and errors.

        Notes
        -----
        A mean of n coins is drawn as such; any other is normal, with its standard error, or with that of n rewards
        of its family, and coins stay in [0, 1]. A table drawn around the measured means has their noise twice, so its
        L exceeds the measured one by about as much as that may exceed the true one.
        """
        draws, rng = checks.count("draws", draws), np.random.default_rng(checks.seed(seed))
        if self.counts is None and self.errors is None:
            raise ValueError("table: without counts and standard errors; expected read_means(…, count=…) or error=…")
        steepest, least = self._steepest(self._drawn(self.means, draws, rng))
        flat = np.full(self.n_arms, np.average(self.means, weights=self.counts))
        _, of_noise = self._steepest(self._drawn(flat, draws, rng))
        return Resampled(self.lipschitz, least, of_noise, float(np.mean(steepest == self.pair[0])))

    def _drawn(self, means: NDArray[np.float64], draws: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """(draws, K), tables around some means."""
        size = (draws, self.n_arms)
        if self.counts is not None and isinstance(self.family, Bernoulli):
            return rng.binomial(self.counts.astype(np.int64), means, size) / self.counts
        if self.counts is not None:
            return rng.normal(means, np.sqrt(self.family.variance_of(means) / self.counts), size)
        drawn: NDArray[np.float64] = rng.normal(means, np.asarray(self.errors), size)
        return np.clip(drawn, self.family.low, self.family.high)

    def _steepest(self, means: NDArray[np.float64]) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
        """Of tables (draws, K), which arm begins the steepest piece, and how steep it is."""
        slopes = np.abs(np.diff(means)) / np.diff(self.arms)
        return slopes.argmax(axis=1), slopes.max(axis=1)

    def __repr__(self) -> str:
        if self.lipschitz == 0:
            return f"Measured({self.n_arms} rows, all means {self.means[0]:.4g}, so that any L fits)"
        one, other = (self.labels[arm] for arm in self.pair)
        own = f"{self.own_lipschitz:.4g} {self.unit}"
        return f"Measured({self.n_arms} rows, smallest L {self.lipschitz:.4g} on [0, 1], {own}, by {one} and {other})"


@dataclass(frozen=True, eq=False, repr=False)
class Resampled:
    """The smallest L of tables drawn around measured means, and around a flat curve with the same noise.

    Attributes
    ----------
    measured : float
        That of the table itself, on [0, 1].
    least : (draws,) ndarray
        Of tables drawn around the measured means.
    of_noise : (draws,) ndarray
        Of tables drawn around their average, the same at each position.
    same_pair : float
        The share of tables around the measured means in which the same two rows force L.
    """

    measured: float
    least: NDArray[np.float64]
    of_noise: NDArray[np.float64]
    same_pair: float

    def __repr__(self) -> str:
        return (
            f"smallest L {self.measured:.3g}; measured again {_spread(self.least)}, "
            f"by the same two rows in {self.same_pair:.0%}; a flat curve {_spread(self.of_noise)}"
        )


def _spread(values: NDArray[np.float64]) -> str:
    low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
    return f"{middle:.3g} (nine in ten {low:.3g} to {high:.3g})"


def read_means(
    table: Any,
    *,
    position: str | int | None = None,
    mean: str | int | None = None,
    count: str | int | None = None,
    error: str | int | None = None,
    successes: str | int | None = None,
    log: bool = False,
    family: Family | None = None,
) -> Measured:
    """Read measured means of arms on a line, and find the smallest L that fits them.

    Nothing is guessed. Text in a file is set apart by tabs if its first line has one, else by semicolons, else by
    commas; its first row is a heading if it has no digit and no word for what is missing, or a name that is asked for,
    and must be all numbers else; blank rows are left out. Numbers have a decimal point, or a comma where none has a
    point and it cannot set thousands apart. The order of rows does not matter.

    Parameters
    ----------
    table : path, file, data frame, dict or pair
        The path of a CSV file, a file open as text, such as ``io.StringIO(text)``, a data frame, {name: column}, or
        (positions, means).
    position, mean : str or int, optional
        Names of the columns, or their places from 0; without them the two columns that there are, in this order.
    count : str or int, optional
        A column that says how many rewards each mean comes from. The means of a Bernoulli family are then taken for
        shares of so many coins, in `Measured.resampled`; for others in [0, 1], such as revenues, give ``error``.
    error : str or int, optional
        In place of ``count``, a column of standard errors.
    successes : str or int, optional
        In place of ``mean``, with ``count``: a column of how many of so many paid 1, such as conversions of visitors.
    log : bool, default False
        Whether distances are those of log positions, as of learning rates.
    family : Family, optional
        Of the rewards behind the means; default: Bernoulli, coins or anything else in [0, 1].

    Returns
    -------
    Measured
        Means, positions, and L.

    Raises
    ------
    TypeError
        For what is no table.
    ValueError
        For a table that cannot be read so. The message names the row, as a file counts its lines, a data frame its
        index, and a sequence from 0: cells that are missing, infinite or no numbers, means outside the family,
        repeated positions, fewer than two rows, or more than 1000.

    Notes
    -----
    Measured means are noisy. The smallest L that fits them is an estimate, and noise makes it larger: a flat curve,
    measured, has slopes. `Measured.resampled` says how much.

    Examples
    --------
    >>> measured = read_means({"price": [9, 5, 7], "bought": [0.31, 0.62, 0.52]})
    >>> measured
    Measured(3 rows, smallest L 0.42 on [0, 1], 0.105 bought per unit of price, by row 2 and row 0)
    >>> measured.arms.tolist(), measured.bandit().lipschitz == measured.lipschitz
    ([0.0, 0.5, 1.0], True)
    """
    family = BERNOULLI if family is None else checked_family(family)
    log, rows = (
        checks.flag("log", log),
        read_rows(table, [name for name in (position, mean, count, error, successes) if name is not None]),
    )
    _check_size(rows)
    if successes is not None:
        _check_successes(mean, count, family)
    means_of = {"mean": mean} if successes is None else {"successes": successes}
    columns = _columns(rows, {"position": position, **means_of, "count": count, "error": error})
    found = {what: np.array(numbers) for what, numbers in read_numbers(rows, columns).items()}
    if successes is not None:
        found["mean"] = _shares(found, rows.labels)
    _check_numbers(found, rows.labels, log, family)
    order = np.argsort(found["position"], kind="stable")
    labels = tuple(rows.labels[row] for row in order)
    positions, means = found["position"][order], checked_means(found["mean"][order], family=family)
    arms = _scaled(positions, labels, log)
    lipschitz, pair = _steepest(means, arms, labels)
    counts, errors = (found[what][order] if what in found else None for what in ("count", "error"))
    names = rows.name(columns["position"], "position"), _mean_name(rows, columns)
    return Measured(positions, means, arms, labels, log, family, counts, errors, names, lipschitz, pair)


def _check_size(rows: Rows) -> None:
    count = len(rows.labels)
    if count < 2:
        raise ValueError(f"table: {rows.labels[0]} alone; expected two rows or more, since L is a slope between two")
    if count > MOST_ROWS:
        raise ValueError(
            f"table: {count} rows; expected at most {MOST_ROWS}, each of them an arm: the bound's program takes "
            "time like the cube of that. Average rows that are next to each other"
        )


def _columns(rows: Rows, asked: dict[str, str | int | None]) -> dict[str, int]:
    """Which column is what."""
    if asked["count"] is not None and asked["error"] is not None:
        raise ValueError("count: given together with error; expected one or the other")
    columns = {what: rows.index(what, name) for what, name in asked.items() if name is not None}
    left = [column for column in range(len(rows.columns)) if column not in columns.values()]
    missing = [what for what in ("position", "mean") if what in asked and what not in columns]
    if len(left) != len(missing) and missing:
        names = ", ".join(map(repr, rows.names)) or "without names"
        raise ValueError(f"{missing[0]}: not given, of {len(rows.columns)} columns, {names}; expected one of them")
    columns |= dict(zip(missing, left, strict=False))
    if len(set(columns.values())) < len(columns):
        raise ValueError(f"{', '.join(asked)}: {columns}; expected different columns")
    return columns


def _check_successes(mean: str | int | None, count: str | int | None, family: Family) -> None:
    if count is None or mean is not None:
        raise ValueError("successes: without count, or with mean; expected successes and count in place of mean")
    if not isinstance(family, Bernoulli):
        raise ValueError(f"successes: for {family!r}; expected the Bernoulli family, of coins")


def _shares(found: dict[str, NDArray[np.float64]], labels: tuple[str, ...]) -> NDArray[np.float64]:
    """Of successes in so many tries."""
    successes, counts = found["successes"], found["count"]
    bad = np.flatnonzero(~((successes >= 0) & (successes <= counts) & (successes % 1 == 0) & (counts >= 1)))
    if bad.size:
        both = f"{successes[bad[0]]:g} successes of {counts[bad[0]]:g}"
        raise ValueError(f"table: {labels[bad[0]]} has {both}; expected whole numbers from 0 to a count ≥ 1")
    return successes / counts


def _mean_name(rows: Rows, columns: dict[str, int]) -> str:
    if "successes" not in columns:
        return rows.name(columns["mean"], "mean")
    return f"{rows.name(columns['successes'], 'successes')} / {rows.name(columns['count'], 'count')}"


def _check_numbers(found: dict[str, NDArray[np.float64]], labels: tuple[str, ...], log: bool, family: Family) -> None:
    """Refuse numbers that cannot be what they are to be, by row."""
    hint = ""
    if isinstance(family, Bernoulli):
        below = np.any(found["mean"] < 0)
        hint = (
            "; for means below 0 another family=, as Gaussian(sd)"
            if below
            else "; per cent divided by 100, a revenue by the largest there can be, or another family=, as Gaussian(sd)"
        )
    sensible = {
        "position": (found["position"] > 0 if log else np.isfinite(found["position"]), "numbers > 0 with log=True"),
        "mean": (family.are_means(found["mean"]), f"{family.means} for {family!r}{hint}"),
    }
    if "count" in found:
        whole = (found["count"] >= 1) & (found["count"] % 1 == 0) & (found["count"] < 2**53)
        sensible["count"] = whole, "whole numbers ≥ 1"
    if "error" in found:
        sensible["error"] = found["error"] >= 0, "numbers ≥ 0"
    for what, (good, accepted) in sensible.items():
        bad = np.flatnonzero(~good)
        if bad.size:
            more = f", and {bad.size - 1} more" if bad.size > 1 else ""
            raise ValueError(
                f"table: {labels[bad[0]]} has the {what} {found[what][bad[0]]:g}{more}; expected {accepted}"
            )


def _scaled(positions: NDArray[np.float64], labels: tuple[str, ...], log: bool) -> NDArray[np.float64]:
    """Increasing positions on [0, 1]."""
    # Half of each, as the difference of two floats may be none.
    places = np.log(positions) if log else positions / 2
    arms = np.clip((places - places[0]) / max(places[-1] - places[0], np.finfo(float).tiny), 0, 1)
    near = np.flatnonzero(np.diff(arms) <= 0)
    if near.size:
        one, other = near[0], near[0] + 1
        both = f"{labels[one]} and {labels[other]}"
        if positions[one] == positions[other]:
            raise ValueError(f"table: {both} have the position {positions[one]:g}; expected one mean for each position")
        where = f"{float(positions[one])!r} and {float(positions[other])!r}"
        raise ValueError(f"table: {both} have the positions {where}; expected some that are told apart on [0, 1]")
    return arms


def _steepest(
    means: NDArray[np.float64], arms: NDArray[np.float64], labels: tuple[str, ...]
) -> tuple[float, tuple[int, int]]:
    """The smallest L, and the two neighbours that force it; on a line no others do, but for rounding."""
    least, _ = steepest_pair(means, np.abs(arms[:, None] - arms))
    with np.errstate(over="ignore"):
        steepest = int(np.argmax(np.abs(np.diff(means)) / np.diff(arms)))
    if not np.isfinite(least):
        both = f"{labels[steepest]} and {labels[steepest + 1]}"
        raise ValueError(f"table: {both} are too close for their means; expected a difference that a finite L allows")
    return least, (steepest, steepest + 1)
