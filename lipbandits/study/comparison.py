"""What a comparison of policies over instances found: tables, a picture, differences with their intervals."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.files import read_results, writable, write_results
from lipbandits.theory.concentration.sampling import Estimate, clopper_pearson

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lipbandits.plots.tables import Table
    from lipbandits.study.statistics import Interval

_COMPLAINT = "path: {} holds no comparison"


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """What `compare` found: regret of every policy on every instance, at every horizon.

    Attributes
    ----------
    policies : tuple of str
        Names of the P policies.
    groups : tuple of str
        The group of each of the I instances; "all" where none was named.
    instances : tuple of str
        Their names.
    horizons : (H,) ndarray of int
        When one looked, increasing.
    regret : (I, R, P, H) ndarray
        Pseudo-regret of run r on instance i.
    gaps : (I, R, P, H) ndarray
        The gap of the arm that was played most until then, 0 for a best one; nan on [0, 1].
    """

    policies: tuple[str, ...]
    groups: tuple[str, ...]
    instances: tuple[str, ...]
    horizons: NDArray[np.int_]
    regret: NDArray[np.float64]
    gaps: NDArray[np.float64]

    def __post_init__(self) -> None:
        for array in (self.horizons, self.regret, self.gaps):
            array.setflags(write=False)

    def __repr__(self) -> str:
        count, runs = self.regret.shape[:2]
        rounds = ", ".join(f"{each:,}" for each in self.horizons)
        return f"Comparison({len(self.policies)} policies on {count} instances, {runs} runs each, T = {rounds})"

    def of(self, group: str | None = None, horizon: int | None = None) -> dict[str, NDArray[np.float64]]:
        """Mean regret on each instance, over its runs.

        Parameters
        ----------
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.

        Returns
        -------
        dict
            {policy: (I,) ndarray}, in the order of the instances, so that they are paired.

        Raises
        ------
        ValueError
            For a group or horizon that is not there.
        """
        rows, when = self._rows(group), self._when(horizon)
        return dict(zip(self.policies, self.regret[rows, :, :, when].mean(axis=1).T, strict=True))

    def difference(self, one: str, other: str, group: str | None = None, horizon: int | None = None) -> "Interval":
        """By how much one policy loses more than another in the mean over instances, with its interval.

        Parameters
        ----------
        one, other : str
            Policies; the second is subtracted.
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.

        Returns
        -------
        Interval
            Of the mean difference, paired over instances; none is given where it would not be honest.

        Raises
        ------
        ValueError
            For a name, group or horizon that is not there, or a single instance, which tells nothing of others.
        """
        from lipbandits.study.statistics import paired_difference

        first, second = self._two(one, other, group, horizon)
        if len(first) < 2:
            raise ValueError("instances: a single one; expected two or more, over which a difference may vary")
        return paired_difference(first, second)

    def loses_more_often(self, one: str, other: str, group: str | None = None, horizon: int | None = None) -> Estimate:
        """How often one policy loses more than another, with an interval that holds whatever the tails are.

        It says nothing of how much more. With one run of each instance it is about plays, that is, a random instance
        and one run of it: a chance over both the prior and the luck of the run. It is no share of the prior's
        instances: one policy may lose more in most plays of an instance, and less in the mean over them.

        Parameters
        ----------
        one, other : str
            Policies.
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.

        Returns
        -------
        Estimate
            The share of these instances on which its mean over the runs is larger, and Clopper and Pearson's 95 %
            interval for the chance of that, with so many runs, on a random instance. Where both lose the same it does
            not lose more.

        Raises
        ------
        ValueError
            For a name, group or horizon that is not there.
        """
        first, second = self._two(one, other, group, horizon)
        return clopper_pearson(int(np.count_nonzero(first > second)), len(first))

    def best(self, group: str | None = None, horizon: int | None = None) -> str:
        """The policy with the least mean regret here, by luck or not.

        Parameters
        ----------
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.

        Returns
        -------
        str
            Its name.

        Raises
        ------
        ValueError
            For a group or horizon that is not there.
        """
        found = self.of(group, horizon)
        return min(found, key=lambda name: found[name].mean())

    def beaten(self, group: str | None = None, horizon: int | None = None) -> list[str]:
        """The policies of which the data say that they lose more than the best one in the mean over the prior.

        These are those whose difference to the best has an honest interval that excludes 0. For any other one it cannot
        be told.

        Parameters
        ----------
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.

        Returns
        -------
        list of str
            Names, in the order of the policies.

        Raises
        ------
        ValueError
            For a group or horizon that is not there, or a single instance.
        """
        best = self.best(group, horizon)
        others = (name for name in self.policies if name != best)
        return [name for name in others if self.difference(name, best, group, horizon).excludes(0.0)]

    def shares(self, group: str | None = None, horizon: int | None = None) -> dict[str, tuple[float, float]]:
        """How often a policy lost least, and how often a run ended on a wrong arm.

        Parameters
        ----------
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.

        Returns
        -------
        dict
            {policy: (share of instances on which its mean is the least, share of runs that play most an arm that is not
            a best one)}. An instance with several least ones counts for each of them in part. The second is nan on
            [0, 1]; with contexts a run counts if this is so in one of them.

        Raises
        ------
        ValueError
            For a group or horizon that is not there.
        """
        values = np.array(list(self.of(group, horizon).values()))
        least = values == values.min(axis=0)
        gaps = self.gaps[self._rows(group), :, :, self._when(horizon)]
        wrong = np.where(np.isnan(gaps).any(), np.nan, gaps > 0).mean(axis=(0, 1))
        first = (least / least.sum(axis=0)).mean(axis=1)
        return {name: (float(first[p]), float(wrong[p])) for p, name in enumerate(self.policies)}

    def table(self, group: str | None = None, horizon: int | None = None, form: str = ".0f") -> "Table":
        """The policies by their mean regret, each beside the one with the least.

        Parameters
        ----------
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.
        form : str, default ".0f"
            How regret is written.

        Returns
        -------
        Table
            Mean and median over instances; the mean difference to the best, paired, with its 95 % interval if there is
            an honest one and two instances or more; on how many instances it lost least, and how many runs ended on a
            wrong arm.

        Raises
        ------
        ValueError
            For a group or horizon that is not there.
        """
        from lipbandits.plots.tables import Table
        from lipbandits.style import title_of

        found, shares, best = self.of(group, horizon), self.shares(group, horizon), self.best(group, horizon)
        rows: list[list[Any]] = []
        for name in sorted(found, key=lambda each: (found[each].mean(), each)):
            values, (first, wrong) = found[name], shares[name]
            difference = None if name == best or len(values) < 2 else self.difference(name, best, group, horizon)
            rows.append(
                [
                    *(title_of(name), float(values.mean()), float(np.median(values))),
                    *((None, None) if difference is None else (difference.value, difference.range(form))),
                    *(f"{first:.0%}", None if np.isnan(wrong) else f"{wrong:.0%}"),
                ]
            )
        headings = ["policy", "mean", "median", f"more than {title_of(best)}", "95 %", "lost least", "wrong arm"]
        return Table(headings, rows, form)

    def plot(self, ax: "Axes", group: str | None = None, horizon: int | None = None) -> None:
        """Draw the regret of each policy on each instance, with mean and median.

        Parameters
        ----------
        ax : Axes
            What to draw on.
        group : str, optional
            Whose instances; default: all.
        horizon : int, optional
            When; default: the last.

        Raises
        ------
        TypeError
            For what is no axes.
        ValueError
            For a group or horizon that is not there.
        """
        from lipbandits.plots.compared import regret_of_instances

        regret_of_instances(ax, self.of(group, horizon))

    def save(self, path: str | os.PathLike[str], **provenance: Any) -> None:
        """Write to an .npz file, whole or not at all.

        Parameters
        ----------
        path : str or path
            The file.
        **provenance : object
            What is kept with it, as JSON can hold it.

        Raises
        ------
        TypeError
            For what is no path, or a provenance that JSON cannot hold.
        ValueError
            For a path that cannot be written to.
        """
        names = {key: list(getattr(self, key)) for key in ("policies", "groups", "instances")}
        arrays = {key: getattr(self, key) for key in ("horizons", "regret", "gaps")}
        write_results(writable("path", path), names | arrays, provenance)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> tuple[Self, dict[str, Any]]:
        """Read what ``save`` wrote.

        Parameters
        ----------
        path : str or path
            The file.

        Returns
        -------
        comparison : Comparison
            What was saved.
        provenance : dict
            What was kept with it.

        Raises
        ------
        ValueError
            If the file is not one of those.
        """
        arrays, provenance = read_results(path, _COMPLAINT)
        try:
            policies, groups, names = (tuple(map(str, arrays[key])) for key in ("policies", "groups", "instances"))
            return cls(policies, groups, names, arrays["horizons"], arrays["regret"], arrays["gaps"]), provenance
        except (KeyError, TypeError, ValueError):
            raise ValueError(_COMPLAINT.format(path)) from None

    def _two(
        self, one: str, other: str, group: str | None, horizon: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(I,) each, what two policies lose on the same instances."""
        found = self.of(group, horizon)
        for name in (one, other):
            if name not in found:
                raise ValueError(f"policies: {checks.shown(name)}; expected one of {self._said(self.policies)}")
        return found[one], found[other]

    def _rows(self, group: str | None) -> NDArray[np.int_]:
        """The instances of a group."""
        if group is not None and group not in self.groups:
            raise ValueError(f"group: {checks.shown(group)}; expected one of {self._said(dict.fromkeys(self.groups))}")
        return np.flatnonzero([group in (None, each) for each in self.groups])

    def _when(self, horizon: int | None) -> int:
        """The place of a horizon."""
        if horizon is None:
            return len(self.horizons) - 1
        if checks.horizon(horizon) not in self.horizons:
            raise ValueError(f"horizon: {horizon}; expected one of {self._said(self.horizons.tolist())}")
        return int(np.searchsorted(self.horizons, horizon))

    @staticmethod
    def _said(values: Any) -> str:
        return ", ".join(map(repr, values))
