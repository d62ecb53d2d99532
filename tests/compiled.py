"""How much a comparison of policy and twin plays: less where nothing is compiled, as in `make coverage`."""

from numba import config

COMPILED = not config.DISABLE_JIT


def rounds(horizon):
    """So many rounds, or 60: a twin that is not compiled is as slow as the policy."""
    return horizon if COMPILED else min(horizon, 60)


def cases(number):
    """0, 1, …, so many, or 6."""
    return range(number if COMPILED else min(number, 6))
