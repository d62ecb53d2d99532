"""What `advise` says of measured means, as values, as tables and in a few words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lipbandits.model.measured import Measured
from lipbandits.play.regret import Regret
from lipbandits.study.statistics import Interval

if TYPE_CHECKING:
    from lipbandits.plots.tables import Table

# A leader that plays a wrong arm most in a larger share of its runs than this has not found the best one.
OFTEN_WRONG = 1 / 3
FLOORS = (
    "C(θ) log T is what the regret of any policy that does well on every such θ grows like, at least, in the long run; "
    "it is no lower bound at this T. An empty place would be more than T times the largest gap, which nobody can lose."
)


@dataclass(frozen=True)
class Floor:
    """What regret grows like, at least, of any policy that does well on every θ of a promise; in the long run.

    Attributes
    ----------
    factor : float
        L over the smallest that fits; infinite for no promise, which is Lai and Robbins' bound.
    lipschitz : float
        L on [0, 1].
    value : float
        C(θ).
    losses : tuple of float
        C(θ) log T at each horizon, which is no lower bound there: it may be more than can be lost in T rounds.
    """

    factor: float
    lipschitz: float
    value: float
    losses: tuple[float, ...]


@dataclass(frozen=True)
class Price:
    """What CKL-UCB loses that is told some L.

    Attributes
    ----------
    horizon : int
        T, in rounds.
    factor : float
        The told L over the smallest that fits; below 1 it is broken.
    lipschitz : float
        The told L on [0, 1].
    regret : Interval
        Mean regret.
    more : Interval or None
        By how much more than the one that is told the smallest L, in the same runs; None for that one.
    wrong : float
        The share of runs that play a wrong arm most.
    """

    horizon: int
    factor: float
    lipschitz: float
    regret: Interval
    more: Interval | None
    wrong: float


@dataclass(frozen=True)
class Choice:
    """Who loses least by a horizon.

    Attributes
    ----------
    horizon : int
        T, in rounds.
    leader : str
        The policy with the least mean regret.
    regret : lipbandits.study.statistics.Interval
        Its mean regret.
    undecided : tuple of str
        Those that cannot be told from it: the paired interval of the difference holds 0, or there is no honest one.
    behind : dict
        {name: interval}, by how much more each of the others loses; all of these above 0.
    heavy : tuple of str
        Those whose mean regret has no honest interval: a few runs make it.
    wrong : float
        The share of the leader's runs that play a wrong arm most.
    """

    horizon: int
    leader: str
    regret: Interval
    undecided: tuple[str, ...]
    behind: Mapping[str, Interval]
    heavy: tuple[str, ...]
    wrong: float

    @property
    def words(self) -> str:
        """The recommendation in a few words, one name only where the intervals say so."""
        if not self.undecided:
            return self.leader
        return f"{self.leader}, which cannot be told from {', '.join(self.undecided)}"


@dataclass(frozen=True, eq=False, repr=False)
class Advice:
    """What `advise` found.

    Attributes
    ----------
    measured : Measured
        The table.
    horizons : tuple of int
        T of each comparison.
    floors : tuple of Floor
        For the smallest L that fits, larger ones, and no promise.
    prices : tuple of Price
        For each horizon and each L that CKL-UCB was told.
    choices : tuple of Choice
        One a horizon.
    results : dict
        {T: {name: `Regret`}}, all runs; CKL-UCB with another L is named as "CKL-UCB, 2 L".
    """

    measured: Measured
    horizons: tuple[int, ...]
    floors: tuple[Floor, ...]
    prices: tuple[Price, ...]
    choices: tuple[Choice, ...]
    results: Mapping[int, Mapping[str, Regret]]

    def floor(self) -> "Table":
        """The floors as a table.

        Returns
        -------
        Table
            A row for each L, and one for no promise. C(θ) log T is left out where it is more than T times the largest
            gap, as nobody can lose more.
        """
        own = f"L in {self.measured.unit}"
        most = [horizon * float(np.ptp(self.measured.means)) for horizon in self.horizons]
        rows = [
            (
                *(_times(each.factor), *self._lipschitz(each), each.value),
                *(loss if loss <= most_ else None for loss, most_ in zip(each.losses, most, strict=True)),
            )
            for each in self.floors
        ]
        heads = ["promise", "L on [0, 1]", own, "C(θ)"]
        heads += [f"C(θ) log T, T = {_rounds(each)}" for each in self.horizons]
        return _table(heads, rows, ("", ".4g", ".4g", *[".1f"] * (1 + len(self.horizons))), FLOORS)

    def _lipschitz(self, floor: Floor) -> tuple[float | None, float | None]:
        if np.isinf(floor.lipschitz):
            return None, None
        return floor.lipschitz, floor.lipschitz / self.measured.span

    def price(self) -> "Table":
        """What CKL-UCB loses with each told L, as a table.

        Returns
        -------
        Table
            A row for each horizon and told L.
        """
        rows = [
            (
                *(_rounds(each.horizon), _times(each.factor), each.regret.value, each.regret.range(".1f")),
                *((None, None) if each.more is None else (each.more.value, each.more.range(".1f"))),
                f"{each.wrong:.0%}",
            )
            for each in self.prices
        ]
        heads = ["rounds T", "told L", "mean regret", "95 %", "more than told L", "95 %, paired", "wrong arm most"]
        return _table(heads, rows, ".1f")

    def choice(self) -> "Table":
        """Who loses least by each horizon, as a table.

        Returns
        -------
        Table
            A row for each horizon.
        """
        rows = [
            (
                *(_rounds(each.horizon), each.leader, each.regret.value, each.regret.range(".1f")),
                *(", ".join(names) for names in (each.undecided, each.behind, each.heavy)),
                f"{each.wrong:.0%}",
            )
            for each in self.choices
        ]
        heads = ["rounds T", "least regret", "mean", "95 %", "cannot be told from", "loses less than", "heavy tails"]
        return _table([*heads, "wrong arm most"], rows, ".1f")

    def __repr__(self) -> str:
        words = [f"T = {_rounds(each.horizon)}: {each.words}{_short(each)}" for each in self.choices]
        floor = f"C(θ) = {self.floors[0].value:.4g} at the smallest L"
        return "\n".join([repr(self.measured), *self._noise(), floor, *words])

    def _noise(self) -> list[str]:
        """How L stands beside that of a flat curve, measured as the table is."""
        if self.measured.counts is None and self.measured.errors is None:
            return []
        flat = float(np.quantile(self.measured.resampled().of_noise, 0.95))
        if self.measured.lipschitz > flat:
            return [f"L is above noise: a flat curve, measured so, shows at most {flat:.3g} in 95 % of tables"]
        return [f"L may be noise alone: a flat curve, measured so, shows up to {flat:.3g} in 95 % of tables"]


def _times(factor: float) -> str:
    return "none" if np.isinf(factor) else "smallest L" if factor == 1 else f"{factor:g} L"


def _short(choice: Choice) -> str:
    if choice.wrong <= OFTEN_WRONG:
        return ""
    return f"; it plays a wrong arm most in {choice.wrong:.0%} of runs: T may be too short to find the best one"


def _rounds(horizon: int) -> str:
    return f"{horizon:,}"


def _table(headings: list[str], rows: list[Any], formats: Any, note: str = "") -> "Table":
    # Pictures come with it, which nobody needs who has no table.
    from lipbandits.plots.tables import Table

    return Table(headings, rows, formats, note)
