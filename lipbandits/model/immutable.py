"""What is shared by many runs and must stay as it was made: bandits and geometries."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


class Immutable:
    """An object whose attributes, once sealed, can neither be replaced nor have their arrays written to.

    Policies are given a geometry and may do with it what they like; nothing of that may reach the bandit or another
    policy. A subclass may add attributes of its own, but not replace those of its base.
    """

    def _seal(self) -> None:
        """Call at the end of the constructor."""
        own = vars(self)
        for name, value in own.items():
            if isinstance(value, np.ndarray):
                own[name] = frozen(value)
        own["_sealed"] = frozenset(own)

    def _changed(self, **attributes: Any) -> Self:
        """A new object with some attributes changed; it shares the arrays of the others, which nobody can write to."""
        new = type(self).__new__(type(self))
        vars(new).update(vars(self), **attributes)
        new._seal()
        return new

    def __setattr__(self, name: str, value: object) -> None:
        self._refuse(name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._refuse(name)
        object.__delattr__(self, name)

    def _refuse(self, name: str) -> None:
        given = isinstance(getattr(type(self), name, None), property)
        if given or name in vars(self).get("_sealed", ()):
            raise AttributeError(
                f"{type(self).__name__}.{name}: cannot be changed, because runs share it; expected a new "
                f"{type(self).__name__}, such as with_lipschitz(L) returns"
            )

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        # Arrays that come from another process could be written to.
        vars(self).update(state)
        self._seal()


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The array, or a copy of it, in memory that cannot be written to, not even after setflags(write=True)."""
    owner: Any = array
    while isinstance(owner, np.ndarray):
        owner = owner.base
    if isinstance(owner, bytes):
        return array
    return np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)
