"""What all policies share: counts, settings, and the conventions for ties."""

import copy
import inspect
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from lipbandits import checks
from lipbandits.model import geometry as geometries
from lipbandits.model.contextual import PairGeometry
from lipbandits.model.geometry import Geometry, Interval
from lipbandits.theory.indexes import empirical_means

# "b > c" between indexes means b > c + 1e-9; every tie goes to the lowest arm.
TOLERANCE = 1e-9
# What `Policy.reset` sets.
STATE = ("geometry", "rng", "plays", "sums")


class Policy:
    """Counts of plays and rewards; a subclass adds `select`, or `explain` with the choice under "arm".

    Its settings are the arguments of ``__init__``, each kept as an attribute of the same name, as scikit-learn has it.
    They are all that tells it from another policy of its class: its repr shows them, a checkpoint knows it by them, and
    `clone` makes a new one of them. What it learns belongs into `reset` and after.

    Attributes
    ----------
    geometry : Geometry
        What `reset` was given; it sets this and all below.
    rng : numpy.random.Generator or None
        A source of randomness of the policy's own.
    plays, sums : (K,) arrays
        Plays and sums of rewards of each arm since then.
    """

    geometry: Any
    rng: np.random.Generator | None
    plays: NDArray[Any]
    sums: NDArray[np.float64]

    def settings(self) -> dict[str, Any]:
        """The arguments of ``__init__`` by name, with their values.

        Returns
        -------
        dict

        Raises
        ------
        TypeError
            For an ``__init__`` with arguments that have no names of their own, or that were not kept under theirs.
        ValueError
            For a setting called like something that `reset` sets.
        """
        kind = type(self).__name__
        names = _names_of_settings(type(self))
        for name in names:
            if name in STATE:
                raise ValueError(f"{kind}.{name}: a setting; expected another name, for reset sets this one")
            if not hasattr(self, name):
                raise TypeError(f"{kind}.{name}: not there; expected __init__ to keep the argument under its own name")
        return {name: getattr(self, name) for name in names}

    def clone(self) -> Self:
        """A new policy with the same settings, which has played nothing.

        Raises
        ------
        TypeError
            As `settings` does; and, before a `reset`, for attributes that ``__init__`` does not make of its arguments:
            a new policy would lack them.
        """
        new = type(self)(**copy.deepcopy(self.settings()))
        added = sorted(vars(self).keys() - vars(new).keys())
        if added and "geometry" not in vars(self):
            kind, names = type(self).__name__, ", ".join(added)
            raise TypeError(f"{kind}.{names}: set from outside; expected settings to be arguments of {kind}.__init__")
        return new

    def reset(self, geometry: Any, rng: np.random.Generator | None) -> None:
        """Forget everything.

        Parameters
        ----------
        geometry : Geometry
            What the player knows.
        rng : numpy.random.Generator or None
            A source of randomness of the policy's own.

        Raises
        ------
        TypeError
            For what is no `Geometry`, or neither a Generator nor None.
        """
        self.geometry = checks.instance("geometry", geometry, Geometry)
        self.rng = _checked_rng(rng)
        self.plays = np.zeros(geometry.n_arms, dtype=int)
        self.sums = np.zeros(geometry.n_arms)

    def explain(self, n: int) -> dict[str, Any]:
        """The choice of round n and what led to it, a dict: "arm", and for ours others such as "rule" and "leader".

        It plays nothing: counts stay as they are, so a choice can be looked at before it is made. It needs a `reset`
        first, and a policy that draws from its ``rng`` draws anew at each call.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        dict
        """
        raise NotImplementedError(f"{type(self).__name__} has neither select nor explain; expected one of them")

    # Any: with points it is a float.
    def select(self, n: int) -> Any:
        """The arm to play in a round.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        int
            An arm from 0 to K − 1.
        """
        return self._chosen(self.explain(n), "arm")

    def update(self, arm: int, reward: float) -> None:
        """Count a play and its reward.

        Parameters
        ----------
        arm : int
            From 0 to K − 1.
        reward : float
            Of the geometry's family; from 0 to 1 for Bernoulli's.

        Raises
        ------
        TypeError
            For an arm or a reward that is no number.
        ValueError
            For an arm or a reward out of range.
        """
        arm, reward = checks.arm("arm", arm, len(self.plays)), self.geometry.family.checked_reward(reward)
        self.plays[arm] += 1
        self.sums[arm] += reward

    @property
    def means(self) -> NDArray[np.float64]:
        """The averages θ̂ (K,); of an unplayed arm the smallest mean there is, 0 or −∞."""
        return empirical_means(self.plays, self.sums, self.geometry.family)

    def generator(self) -> np.random.Generator:
        """The generator that `reset` was given, for a policy that draws.

        Returns
        -------
        numpy.random.Generator

        Raises
        ------
        TypeError
            If it was given None.
        """
        if self.rng is None:
            raise TypeError(
                "rng: None; expected a numpy Generator in reset(geometry, rng), which this policy draws from"
            )
        return self.rng

    def _chosen(self, report: Any, name: str) -> Any:
        if not isinstance(report, dict) or name not in report:
            raise TypeError(
                f"{type(self).__name__}.explain: {report!r}; expected a dict with the choice under {name!r}"
            )
        return report[name]

    def __repr__(self) -> str:
        shown = {name: getattr(self, name) for name in _names_of_settings(type(self)) if hasattr(self, name)}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


def _names_of_settings(kind: type) -> list[str]:
    """The names of the arguments of a class's ``__init__``."""
    arguments = inspect.signature(kind).parameters.values()
    for each in arguments:
        if each.kind not in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY):
            raise TypeError(f"{kind.__name__}.__init__: has {each}; expected named arguments only, its settings")
    return [each.name for each in arguments]


class LipschitzPolicy(Policy):
    """A policy that relies on the geometry; an assumed L may take the place of the geometry's."""

    lipschitz: float | None

    def reset(self, geometry: Geometry, rng: np.random.Generator | None) -> None:
        checks.instance("geometry", geometry, Geometry)
        super().reset(geometry if self.lipschitz is None else geometry.with_lipschitz(self.lipschitz), rng)


class ContextualPolicy(Policy):
    """A policy that is shown a context first; a subclass adds `explain` or `select`.

    Both take (n, context). A `select` of one's own begins with ``self.context = context``, for `update` counts there.

    Attributes
    ----------
    geometry : PairGeometry
        What `reset` was given.
    rng : numpy.random.Generator or None
        Likewise.
    context : int or None
        The one last selected for.
    plays, sums : (J, K) arrays
        Plays and sums of rewards of each arm in each context since `reset`.
    """

    context: int | None

    def reset(self, geometry: PairGeometry, rng: np.random.Generator | None) -> None:
        """Forget everything.

        Parameters
        ----------
        geometry : PairGeometry
            Over all pairs of a context and an arm.
        rng : numpy.random.Generator or None
            A source of randomness of the policy's own.

        Raises
        ------
        TypeError
            For another geometry.
        """
        self.geometry = checks.instance("geometry", geometry, PairGeometry)
        self.rng = _checked_rng(rng)
        self.plays = np.zeros(geometry.shape, dtype=int)
        self.sums = np.zeros(geometry.shape)
        self.context = None

    # With a context more than a policy without.
    def explain(self, n: int, context: int) -> dict[str, Any]:  # type: ignore[override]
        """The choice of round n in a context and what led to it.

        Parameters
        ----------
        n : int
            The round, from 1 on.
        context : int
            The one shown, from 0 to J − 1.

        Returns
        -------
        dict
            With the choice under "arm".
        """
        return super().explain(n)

    def select(self, n: int, context: int) -> Any:  # type: ignore[override]
        """The arm to play in a round and a context, which is remembered for `update`.

        Parameters
        ----------
        n : int
            The round, from 1 on.
        context : int
            The one shown, from 0 to J − 1.

        Returns
        -------
        int
            An arm from 0 to K − 1.
        """
        self.context = checks.arm("context", context, len(self.plays), "a context")
        return self._chosen(self.explain(n, self.context), "arm")

    def update(self, arm: int, reward: float) -> None:
        """Count a play in the context last selected for, and its reward.

        Parameters
        ----------
        arm : int
            From 0 to K − 1.
        reward : float
            Of the geometry's family; from 0 to 1 for Bernoulli's.

        Raises
        ------
        TypeError
            For an arm or a reward that is no number.
        ValueError
            For an arm or a reward out of range, or before the first `select`.
        """
        if self.context is None:
            raise ValueError("update: no context so far; expected select(n, context) first, which sets self.context")
        arm, reward = checks.arm("arm", arm, self.plays.shape[1]), self.geometry.family.checked_reward(reward)
        self.plays[self.context, arm] += 1
        self.sums[self.context, arm] += reward


class ContinuousPolicy(Policy):
    """A policy that plays points of [0, 1]; a subclass adds `update`, and `select`, or `explain` with it under "point".

    What it counts, and where, is the subclass's own: ``plays`` and ``sums``, if it has them, give the averages `means`.

    Attributes
    ----------
    geometry : Interval
        What `reset` was given.
    rng : numpy.random.Generator or None
        Likewise.
    """

    # Of a policy that counts with `_count_active`: (A,) the points that it may play.
    active: NDArray[np.float64]

    def reset(self, geometry: Interval, rng: np.random.Generator | None) -> None:
        """Forget everything; a subclass adds counts of its own.

        Parameters
        ----------
        geometry : Interval
            [0, 1], with L.
        rng : numpy.random.Generator or None
            A source of randomness of the policy's own.

        Raises
        ------
        TypeError
            For another geometry.
        """
        self.geometry, self.rng = checks.instance("geometry", geometry, Interval), _checked_rng(rng)

    def explain(self, n: int) -> dict[str, Any]:
        """The choice of round n and what led to it.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        dict
            With the choice under "point".
        """
        return super().explain(n)

    def select(self, n: int) -> float:
        """The point to play in a round.

        Parameters
        ----------
        n : int
            The round, from 1 on.

        Returns
        -------
        float
            In [0, 1].
        """
        return self._chosen(self.explain(n), "point")

    def update(self, point: float, reward: float) -> None:
        """Take note of what a play paid.

        Parameters
        ----------
        point : float
            In [0, 1].
        reward : float
            Of the geometry's family; from 0 to 1 for Bernoulli's.
        """
        raise NotImplementedError(f"{type(self).__name__} has no update; expected update(point, reward)")

    def _count_active(self, point: float, reward: float) -> None:
        """Count a reward for the one of the points ``active`` that was played."""
        point = checks.number("point", point, "an active point, as select(n) returned it")
        played = np.flatnonzero(self.active == point)
        if len(played) == 0:
            raise ValueError(f"point: {point}; expected an active point, as select(n) returned it")
        reward = self.geometry.family.checked_reward(reward)
        self.plays[played] += 1
        self.sums[played] += reward


def _checked_rng(rng: Any) -> np.random.Generator | None:
    return None if rng is None else checks.instance("rng", rng, np.random.Generator)


def checked_width(policy: Policy, geometry: Any) -> float:
    """What a policy with confidence radii for rewards in [0, 1] multiplies them by; see ``Family.width``."""
    width = geometry.family.width
    if width is None:
        raise ValueError(
            f"geometry: rewards are {geometry.family!r}, for which {type(policy).__name__} has no confidence radius; "
            "expected Bernoulli() or Gaussian(sd)"
        )
    return width


def checked_lipschitz(lipschitz: float | None) -> float | None:
    return None if lipschitz is None else geometries.checked_lipschitz(lipschitz)


def lowest_of_the_largest(indexes: NDArray[np.float64]) -> int:
    """The lowest arm whose index is within the tolerance of the largest.

    Parameters
    ----------
    indexes : (K,) ndarray
        Any numbers, infinite ones too.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        For no indexes, or one that is not a number.
    """
    if len(indexes) == 0 or np.isnan(indexes).any():
        raise ValueError(f"indexes: {indexes}; expected numbers, one an arm")
    return int(np.argmax(indexes >= np.max(indexes) - TOLERANCE))


def least_played(plays: NDArray[Any], arms: NDArray[np.intp]) -> int:
    """The least played of some arms, the lowest if several."""
    return int(arms[np.argmin(plays[arms])])
