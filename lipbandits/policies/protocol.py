"""What the simulator asks of a policy, ours or one's own: methods that can be called, and choices that are there."""

import copy
import inspect
from typing import Any

from lipbandits import checks
from lipbandits.policies.policy import ContextualPolicy, ContinuousPolicy, Policy


def fresh(policy: Any) -> Any:
    """A policy like the given one that has played nothing and shares nothing with it.

    A `Policy` is made anew from its settings; any other object is copied by ``copy.deepcopy``, as it is.
    """
    return policy.clone() if isinstance(policy, Policy) else copy.deepcopy(policy)


def checked_methods(name: str, policy: Any) -> None:
    """A policy's methods are there.

    Raises
    ------
    TypeError
        If one is not.
    """
    accepted = "expected an object with reset, select and update, such as"
    if isinstance(policy, type):
        raise TypeError(f"{name}: the class {policy.__name__} itself; {accepted} {policy.__name__}()")
    missing = [method for method in ("reset", "select", "update") if not callable(getattr(policy, method, None))]
    if missing:
        raise TypeError(f"{name}: {checks.shown(policy)} has no {' and no '.join(missing)}; {accepted} CKLUCB()")


def checked_select(name: str, policy: Any, given: tuple[str, ...], otherwise: str) -> None:
    """A policy's select can be called with what is `given`.

    Raises
    ------
    TypeError
        If not; it says what else would do.
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


def checked_for_arms(policy: Any, example: str) -> Any:
    """A policy for numbered arms, ours or one's own.

    Raises
    ------
    TypeError
        For a class, a policy that plays points or is shown contexts, or what is no policy.
    """
    accepted = f"a policy for numbered arms, such as {example}"
    if isinstance(policy, type | ContinuousPolicy | ContextualPolicy) or not callable(getattr(policy, "select", None)):
        raise TypeError(f"policy: {checks.shown(policy)}; expected {accepted}")
    checked_methods("policy", policy)
    checked_select("policy", policy, ("n",), accepted)
    return policy


def chosen_arm(policy: Any, arm: Any, n: int, n_arms: int) -> int:
    """The arm that a policy chose in round n, as an int.

    Raises
    ------
    ValueError
        For one that there is not; it names the policy.
    """
    if type(arm) is int and 0 <= arm < n_arms:
        return arm
    try:
        return checks.arm("arm", arm, n_arms)
    except (TypeError, ValueError):
        accepted = f"a whole number from 0 to {n_arms - 1}{checks.as_int(arm)}"
        said = f"{checks.shown(policy)} chose {checks.shown(arm)} in round {n}"
        raise ValueError(f"policy: {said}; expected {accepted}") from None
