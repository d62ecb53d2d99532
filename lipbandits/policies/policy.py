"""What all policies share: counts, and the conventions for ties."""

import functools
import inspect

import numpy as np

from lipbandits import checks
from lipbandits.model import geometry as geometries
from lipbandits.model.contextual import PairGeometry
from lipbandits.model.geometry import Geometry, Interval
from lipbandits.theory.indexes import empirical_means

# "b > c" between indexes means b > c + 1e-9; every tie goes to the lowest arm.
TOLERANCE = 1e-9
# What `Policy.reset` sets.
STATE = ("geometry", "rng", "plays", "sums")


def _keeping_settings(reset):
    """A `reset` before which an object notes what it has: these are its settings, whatever `reset` sets."""

    @functools.wraps(reset)
    def noting(self, *arguments, **named):
        self._keep_settings()
        return reset(self, *arguments, **named)

    return noting


class Policy:
    """Counts of plays and rewards; a subclass adds `select`, or `explain` with the choice under "arm".

    Its settings are what it has before its first `reset`; its repr shows them, and a checkpoint knows it by them.

    Attributes
    ----------
    geometry, rng : what `reset` was given.
    plays, sums : (K,) plays and sums of rewards of each arm since then.
    """

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        if "reset" in vars(cls):
            cls.reset = _keeping_settings(cls.reset)

    def reset(self, geometry, rng):
        """Forget everything; ``geometry`` is what the player knows, ``rng`` a source of randomness of the policy's own.

        Raises
        ------
        TypeError : for what is no `Geometry`, or neither a numpy Generator nor None. ValueError : for a setting that is
            called as what `reset` sets.
        """
        self._keep_settings()
        for name in STATE:
            if name in self._before_reset:
                raise ValueError(
                    f"{type(self).__name__}.{name}: a setting; expected another name, for reset sets this one"
                )
        self.geometry = checks.instance("geometry", geometry, Geometry)
        self.rng = _checked_rng(rng)
        self.plays = np.zeros(geometry.n_arms, dtype=int)
        self.sums = np.zeros(geometry.n_arms)

    def explain(self, n):
        """The choice of round n and what led to it, a dict: "arm", and for ours "rule", "leader", "indexes", "level".

        It plays nothing: counts stay as they are, so a choice can be looked at before it is made. It needs a `reset`
        first, and a policy that draws from its ``rng`` draws anew at each call.
        """
        raise NotImplementedError(f"{type(self).__name__} has neither select nor explain; expected one of them")

    def select(self, n):
        """The arm to play in round n = 1, 2, …"""
        return self._chosen(self.explain(n), "arm")

    def update(self, arm, reward):
        """Count a play of ``arm`` and its reward.

        Raises
        ------
        TypeError : for an arm or a reward that is no number. ValueError : for one that there is not.
        """
        arm, reward = checks.arm("arm", arm, len(self.plays)), checks.reward(reward)
        self.plays[arm] += 1
        self.sums[arm] += reward

    @property
    def means(self):
        """θ̂, the average reward of each arm, 0 for an unplayed one."""
        return empirical_means(self.plays, self.sums)

    def __getattr__(self, name):
        # Python asks here for what is missing only.
        said = f"{type(self).__name__!r} object has no attribute {name!r}"
        if "_before_reset" not in vars(self):
            said += "; expected reset(geometry, rng) first, if that sets it"
        elif name in (*STATE, "means"):
            said += "; expected super().reset(geometry, rng) in its reset"
        raise AttributeError(said)

    def _chosen(self, report, name):
        if not isinstance(report, dict) or name not in report:
            raise TypeError(
                f"{type(self).__name__}.explain: {report!r}; expected a dict with the choice under {name!r}"
            )
        return report[name]

    def _keep_settings(self):
        if "_before_reset" not in vars(self):
            self._before_reset = tuple(vars(self))

    def _settings(self):
        """{name: value} of what tells this policy from another of its class: what it had before its first `reset`."""
        own = vars(self)
        first = own.get("_before_reset", own)
        # Also what the class itself has a default for.
        return {name: value for name, value in own.items() if name in first or hasattr(type(self), name)}

    def __repr__(self):
        settings = ", ".join(f"{name}={value!r}" for name, value in self._settings().items())
        return f"{type(self).__name__}({settings})"


class LipschitzPolicy(Policy):
    """A policy that relies on the geometry; an assumed L may take the place of the geometry's."""

    def reset(self, geometry, rng):
        checks.instance("geometry", geometry, Geometry)
        super().reset(geometry if self.lipschitz is None else geometry.with_lipschitz(self.lipschitz), rng)


def _showing(select):
    """A `select` that notes the context for `update`."""

    @functools.wraps(select)
    def noting(self, n, context):
        self._show(context)
        return select(self, n, context)

    return noting


class ContextualPolicy(Policy):
    """A policy that is shown a context first; a subclass adds ``select(n, context)``, or ``explain(n, context)``.

    Attributes
    ----------
    geometry, rng : what `reset` was given. context : the one last selected for.
    plays, sums : (J, K) plays and sums of rewards of each arm in each context since then.
    """

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        if "select" in vars(cls):
            cls.select = _showing(cls.select)

    def reset(self, geometry, rng):
        """Forget everything; ``geometry`` is a `PairGeometry`, over all pairs of a context and an arm.

        Raises
        ------
        TypeError : for another geometry.
        """
        self.geometry = checks.instance("geometry", geometry, PairGeometry)
        self.rng = _checked_rng(rng)
        self.plays = np.zeros(geometry.shape, dtype=int)
        self.sums = np.zeros(geometry.shape)
        self.context = None

    def explain(self, n, context):
        """The choice of round n in a context and what led to it, a dict with the choice under "arm"."""
        return super().explain(n)

    def select(self, n, context):
        """The arm to play in round n = 1, 2, … in a context, which is remembered for `update`."""
        self._show(context)
        return self._chosen(self.explain(n, context), "arm")

    def _show(self, context):
        self.context = checks.arm("context", context, len(self.plays), "a context")

    def update(self, arm, reward):
        """Count a play of ``arm`` in the context last selected for, and its reward.

        Raises
        ------
        TypeError : for an arm or a reward that is no number. ValueError : for one that there is not, or before the
            first `select`.
        """
        if self.context is None:
            raise ValueError("update: no context so far; expected select(n, context) first")
        arm, reward = checks.arm("arm", arm, self.plays.shape[1]), checks.reward(reward)
        self.plays[self.context, arm] += 1
        self.sums[self.context, arm] += reward


class ContinuousPolicy(Policy):
    """A policy that plays points of [0, 1]; a subclass adds `update`, and `select`, or `explain` with it under "point".

    What it counts, and where, is the subclass's own: ``plays`` and ``sums``, if it has them, give the averages `means`.

    Attributes
    ----------
    geometry, rng : what `reset` was given.
    """

    def reset(self, geometry, rng):
        """Forget everything; a subclass adds counts of its own. ``geometry`` is the `Interval` with L.

        Raises
        ------
        TypeError : for another geometry.
        """
        self.geometry, self.rng = checks.instance("geometry", geometry, Interval), _checked_rng(rng)

    def explain(self, n):
        """The choice of round n and what led to it, a dict with the choice under "point"."""
        return super().explain(n)

    def select(self, n):
        """The point to play in round n = 1, 2, …"""
        return self._chosen(self.explain(n), "point")

    def update(self, point, reward):
        """Take note of what a play of ``point`` paid."""
        raise NotImplementedError(f"{type(self).__name__} has no update; expected update(point, reward)")

    def _count_active(self, point, reward):
        """Count a reward for the one of the points ``active`` that was played."""
        point = checks.number("point", point, "an active point, as select(n) returned it")
        played = np.flatnonzero(self.active == point)
        if len(played) == 0:
            raise ValueError(f"point: {point}; expected an active point, as select(n) returned it")
        reward = checks.reward(reward)
        self.plays[played] += 1
        self.sums[played] += reward


def _checked_rng(rng):
    return None if rng is None else checks.instance("rng", rng, np.random.Generator)


def checked_methods(name, policy):
    """A policy's methods are there.

    Raises
    ------
    TypeError : if one is not.
    """
    accepted = "expected an object with reset, select and update, such as"
    if isinstance(policy, type):
        raise TypeError(f"{name}: the class {policy.__name__} itself; {accepted} {policy.__name__}()")
    missing = [method for method in ("reset", "select", "update") if not callable(getattr(policy, method, None))]
    if missing:
        raise TypeError(f"{name}: {checks.shown(policy)} has no {' and no '.join(missing)}; {accepted} CKLUCB()")


def checked_select(name, policy, given, otherwise):
    """A policy's select can be called with what is ``given``.

    Raises
    ------
    TypeError : if not; it says what else would do.
    """
    try:
        asks = inspect.signature(policy.select)
    except ValueError:
        # Compiled code may not say.
        return
    try:
        asks.bind(*given)
    except TypeError:
        accepted = f"select({', '.join(given)}), or {otherwise}"
        raise TypeError(f"{name}: {checks.shown(policy)} has select{asks}; expected {accepted}") from None


def checked_for_arms(policy, example):
    """A policy for numbered arms, ours or one's own.

    Raises
    ------
    TypeError : for a class, a policy that plays points or is shown contexts, or what is no policy.
    """
    accepted = f"a policy for numbered arms, such as {example}"
    if isinstance(policy, type | ContinuousPolicy | ContextualPolicy) or not callable(getattr(policy, "select", None)):
        raise TypeError(f"policy: {checks.shown(policy)}; expected {accepted}")
    checked_methods("policy", policy)
    checked_select("policy", policy, ("n",), accepted)
    return policy


def chosen_arm(policy, arm, n, n_arms):
    """The arm that a policy chose in round n, as an int.

    Raises
    ------
    ValueError : for one that there is not; it names the policy.
    """
    if type(arm) is int and 0 <= arm < n_arms:
        return arm
    try:
        return checks.arm("arm", arm, n_arms)
    except (TypeError, ValueError):
        accepted = f"a whole number from 0 to {n_arms - 1}{checks.as_int(arm)}"
        said = f"{checks.shown(policy)} chose {checks.shown(arm)} in round {n}"
        raise ValueError(f"policy: {said}; expected {accepted}") from None


def checked_lipschitz(lipschitz):
    return None if lipschitz is None else geometries.checked_lipschitz(lipschitz)


def lowest_of_the_largest(indexes):
    """The lowest arm whose index is within the tolerance of the largest.

    Raises
    ------
    ValueError : for no indexes, or one that is not a number.
    """
    if len(indexes) == 0 or np.isnan(indexes).any():
        raise ValueError(f"indexes: {indexes}; expected numbers, one an arm")
    return int(np.argmax(indexes >= np.max(indexes) - TOLERANCE))


def least_played(plays, arms):
    """The least played of some arms, the lowest if several."""
    return int(arms[np.argmin(plays[arms])])
