"""The arguments that `replay` and `simulate` have in common: a bandit, and a policy for its kind."""

from typing import Any, TypeVar

from lipbandits import checks
from lipbandits.model.bandits import LipschitzBandit
from lipbandits.model.contextual import ContextualBandit
from lipbandits.model.continuous import ContinuousBandit
from lipbandits.play.runs import Bandit
from lipbandits.policies.policy import ContextualPolicy, ContinuousPolicy, Policy
from lipbandits.policies.protocol import checked_methods, checked_select, fresh

T = TypeVar("T")
_STREAMS = "'numpy' or 'counter'"
# What a policy for each kind of bandit does, and what to pass where another was expected.
_KINDS: dict[type, tuple[str, str]] = {
    LipschitzBandit: ("plays numbered arms", "a policy for numbered arms, as CKLUCB()"),
    ContinuousBandit: (
        "plays points of [0, 1]",
        "a policy for [0, 1], such as HOO(nu1, rho) or Discretised(policy, arms)",
    ),
    ContextualBandit: ("is shown contexts", "a policy that is shown contexts, such as CCKLUCB() or PerContext(policy)"),
}


def copied(name: str, policy: T) -> T:
    """A policy that can be played without a trace on the given one."""
    if isinstance(policy, Policy):
        # Whose errors say more than that it cannot be copied.
        policy.settings()
    try:
        return fresh(policy)
    except Exception as error:
        raise TypeError(
            f"{name}: {checks.shown(policy)} cannot be copied ({type(error).__name__}: {error}); expected a policy "
            "that copy.deepcopy takes, or its settings, for a copy of it plays each run"
        ) from error


def checked_bandit(bandit: object) -> None:
    if not isinstance(bandit, tuple(_KINDS)):
        raise TypeError(
            f"bandit: {checks.shown(bandit)}; expected a LipschitzBandit, a ContinuousBandit or a ContextualBandit"
        )


def checked_stream(stream: object, bandit: Bandit, horizon: int = 1, runs: int = 1) -> str:
    """The name of a stream of random numbers that a bandit, with so many rounds and runs, can be played on."""
    if not isinstance(stream, str):
        raise TypeError(f"stream: {checks.shown(stream)}; expected {_STREAMS}")
    if stream not in ("numpy", "counter"):
        raise ValueError(f"stream: {checks.shown(stream)}; expected {_STREAMS}")
    if stream == "counter":
        if bandit.payoffs.needs_generator:
            raise ValueError(
                "stream: 'counter', which has one uniform for each play, for rewards that a function draws from a "
                "generator; expected 'numpy', or samples or a quantile as rewards"
            )
        # A place in the stream has 33 bits for the play and 32 for the run.
        checks.count("horizon", horizon, most=2**33)
        checks.count("runs", runs, most=2**32)
    return stream


def checked_policy(name: str, policy: object, bandit: Bandit) -> None:
    checked_methods(name, policy)
    if not isinstance(policy, Policy):
        # A reader's own: what it plays shows only when it does, but not what it asks for.
        given = ("n", "context") if isinstance(bandit, ContextualBandit) else ("n",)
        return checked_select(name, policy, given, _wanted(bandit))
    if isinstance(policy, ContinuousPolicy):
        kind: type = ContinuousBandit
    else:
        kind = ContextualBandit if isinstance(policy, ContextualPolicy) else LipschitzBandit
    if not isinstance(bandit, kind):
        raise TypeError(f"{name}: {checks.shown(policy)} {_KINDS[kind][0]}; expected {_wanted(bandit)}")


def named_policies(policies: Any, bandit: Bandit) -> dict[str, Any]:
    """The policies of a dict, or of a list by the names of their classes, each for this kind of bandit.

    Parameters
    ----------
    policies : dict or list
        {name: policy}, or policies of different classes.
    bandit : LipschitzBandit, ContinuousBandit or ContextualBandit
        Of the kind that they play.

    Returns
    -------
    dict
        {name: policy}.

    Raises
    ------
    TypeError
        For names that are no strings, what is no policy, or one for another kind of bandit.
    ValueError
        For none, or two of one name.
    """
    if isinstance(policies, dict):
        if not all(isinstance(name, str) for name in policies):
            raise TypeError(f"policies: named {checks.shown(list(policies))}; expected strings as names")
        named = dict(policies)
    else:
        if not isinstance(policies, list | tuple):
            raise TypeError(
                f"policies: {checks.shown(policies)}; expected a policy, a list of them or a dict {{name: policy}}"
            )
        for place, policy in enumerate(policies):
            checked_methods(f"policies[{place}]", policy)
        named = {}
        for policy in policies:
            name = type(policy).__name__
            if name in named:
                raise ValueError(f"policies: two of class {name} need names; expected a dict {{name: policy}}")
            named[name] = policy
    if not named:
        raise ValueError("policies: none given; expected at least one")
    for name, policy in named.items():
        checked_policy(f"policies[{name!r}]", policy, bandit)
    return named


def _wanted(bandit: Bandit) -> str:
    return next(accepted for kind, (_, accepted) in _KINDS.items() if isinstance(bandit, kind))
