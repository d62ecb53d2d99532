"""A digest of what a reader's object is and does: of its settings, its code, and all that this code refers to.

Two policies with one digest play the same. The reverse need not hold: what only might differ counts as different. It
reads functions and classes themselves and not their source, so it works in a notebook, where there is no file.
Installed packages are known by name: their code is taken to stay as it is.
"""

import copyreg
import dis
import functools
import site
import sys
import sysconfig
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from scipy import special

from lipbandits.policies.policy import Policy

_PLAIN = (type(None), bool, int, float, complex, str, bytes, range, slice, type(Ellipsis), type(NotImplemented))
# What a class is made of beside its members, or says in words only.
_BESIDE = {
    "__dict__",
    "__weakref__",
    "__doc__",
    "__module__",
    "__qualname__",
    "__annotations__",
    "__firstlineno__",
    "__static_attributes__",
}
_INSTALLED = tuple(
    Path(folder).resolve()
    for folder in {
        *(sysconfig.get_paths()[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")),
        *site.getsitepackages(),
        site.getusersitepackages(),
    }
)


class Unreadable(ValueError):
    """Something whose code or state cannot be read; the message says what."""


def digest(value: object) -> str:
    """A digest of what an object is and does.

    Parameters
    ----------
    value : object
        A policy, or a function.

    Returns
    -------
    str
        16 hexadecimal digits.

    Raises
    ------
    Unreadable
        If the value, or something that it refers to, cannot be read.
    """
    return _Reader().digest(value)


class _Reader:
    def __init__(self) -> None:
        # What is being read or was: objects may refer to each other in a circle. Kept alive, for ids to stay theirs.
        self.seen: dict[int, object] = {}

    def digest(self, value: object) -> str:
        hashed = sha256()
        for token in self.tokens(value):
            hashed.update(f"{len(token)}:".encode() + token)
        return hashed.hexdigest()[:16]

    def tokens(self, value: Any) -> Iterator[bytes]:
        """What tells a value from others, as bytes."""
        yield type(value).__qualname__.encode()
        if isinstance(value, _PLAIN):
            yield repr(value).encode()
        elif id(value) in self.seen:
            yield str(list(self.seen).index(id(value))).encode()
        else:
            self.seen[id(value)] = value
            yield from _how(value)(self, value)

    def all_of(self, values: Iterable[Any]) -> Iterator[bytes]:
        return chain.from_iterable(self.tokens(value) for value in values)

    def array(self, value: Any) -> Iterator[bytes]:
        yield f"{value.dtype.str} {value.shape}".encode()
        yield from self.tokens(value.tolist()) if value.dtype.hasobject else [np.ascontiguousarray(value).tobytes()]

    def sequence(self, value: Any) -> Iterator[bytes]:
        yield str(len(value)).encode()
        yield from self.all_of(value)

    def unordered(self, value: Any) -> Iterator[bytes]:
        # Each by itself: the order of a set changes from one process to the next.
        yield from sorted(digest(each).encode() for each in value)

    def mapping(self, value: Any) -> Iterator[bytes]:
        yield from self.sequence(list(chain.from_iterable(value.items())))

    def module(self, value: Any) -> Iterator[bytes]:
        yield value.__name__.encode()
        if not _is_installed(value.__name__):
            try:
                yield Path(value.__file__).read_bytes()
            except (AttributeError, TypeError, OSError):
                raise Unreadable(f"module {value.__name__} has no source") from None

    def kind(self, value: Any) -> Iterator[bytes]:
        yield f"{value.__module__}.{value.__qualname__}".encode()
        if not _is_installed(value.__module__):
            yield from self.all_of(value.__bases__)
            for name, member in sorted(vars(value).items()):
                if name not in _BESIDE:
                    yield name.encode()
                    yield from self.tokens(member)

    def function(self, value: Any) -> Iterator[bytes]:
        yield f"{value.__module__}.{value.__qualname__}".encode()
        yield from self.all_of((value.__defaults__, value.__kwdefaults__))
        for cell in value.__closure__ or ():
            try:
                yield from self.tokens(cell.cell_contents)
            except ValueError as error:
                if isinstance(error, Unreadable):
                    raise
                yield b"empty"
        if not _is_installed(value.__module__):
            yield from self.tokens(value.__code__)
            for name in sorted(_global_names(value.__code__)):
                if name in value.__globals__:
                    yield name.encode()
                    yield from self.tokens(value.__globals__[name])

    def code(self, value: Any) -> Iterator[bytes]:
        yield value.co_code
        yield getattr(value, "co_exceptiontable", b"")
        yield from self.all_of((value.co_names, value.co_freevars, value.co_cellvars, value.co_argcount))
        yield from self.all_of(value.co_consts)

    def method(self, value: Any) -> Iterator[bytes]:
        yield from self.all_of((value.__func__, value.__self__))

    def built_in(self, value: Any) -> Iterator[bytes]:
        owner = getattr(value, "__self__", None)
        yield value.__qualname__.encode()
        yield from self.tokens(None if isinstance(owner, types.ModuleType) else owner)

    def partial(self, value: Any) -> Iterator[bytes]:
        yield from self.all_of((value.func, value.args, value.keywords))

    def wrapped(self, value: Any) -> Iterator[bytes]:
        yield from self.tokens(value.__func__)

    def property(self, value: Any) -> Iterator[bytes]:
        yield from self.all_of((value.fget, value.fset, value.fdel))

    def compiled(self, value: Any) -> Iterator[bytes]:
        yield from self.tokens(value.py_func)

    def ufunc(self, value: Any) -> Iterator[bytes]:
        name = value.__name__
        for module in (np, special):
            if getattr(module, name, None) is value:
                yield f"{module.__name__}.{name}".encode()
                return
        raise Unreadable(f"the ufunc {name} says nothing of the function that it was made from")

    def policy(self, value: Any) -> Iterator[bytes]:
        # What it learned is none of it: a run is played by a new one.
        yield from self.all_of((type(value), value.settings()))

    def generator(self, value: Any) -> Iterator[bytes]:
        yield from self.tokens(value.bit_generator.state)

    def instance(self, value: Any) -> Iterator[bytes]:
        """Any other object, as it would be copied."""
        try:
            registered = copyreg.dispatch_table.get(type(value))
            parts: Any = registered(value) if registered else value.__reduce_ex__(4)
        except Exception as error:
            raise Unreadable(f"a {type(value).__qualname__} cannot be read ({error})") from None
        if isinstance(parts, str):
            yield f"{type(value).__module__}.{parts}".encode()
            return
        yield from self.all_of(list(part) if hasattr(part, "__next__") else part for part in parts)


_READERS = (
    (np.ndarray | np.generic, _Reader.array),
    (list | tuple | deque, _Reader.sequence),
    (set | frozenset, _Reader.unordered),
    (dict | types.MappingProxyType, _Reader.mapping),
    (types.ModuleType, _Reader.module),
    (type, _Reader.kind),
    (types.FunctionType, _Reader.function),
    (types.CodeType, _Reader.code),
    (types.MethodType, _Reader.method),
    (types.BuiltinFunctionType, _Reader.built_in),
    (functools.partial, _Reader.partial),
    (staticmethod | classmethod, _Reader.wrapped),
    (property, _Reader.property),
    (np.random.Generator, _Reader.generator),
    (np.ufunc, _Reader.ufunc),
    (Policy, _Reader.policy),
)


def _how(value: object) -> Callable[[_Reader, Any], Iterator[bytes]]:
    for kinds, reader in _READERS:
        if isinstance(value, kinds):
            return reader
    # A function that numba compiled carries the one it was made from.
    if isinstance(getattr(value, "py_func", None), types.FunctionType):
        return _Reader.compiled
    return _Reader.instance


def _global_names(code: types.CodeType) -> set[str]:
    """The names that a function, or one inside it, looks up in its module."""
    own = {each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return own.union(*(_global_names(each) for each in inner))


@functools.cache
def _is_installed(module: str | None) -> bool:
    """Whether a module is ours, Python's, or an installed package's, and not a reader's own."""
    top = (module or "").partition(".")[0]
    if top == __package__.partition(".")[0] or (top in sys.stdlib_module_names and top != "__main__"):
        return True
    file = getattr(sys.modules.get(module or ""), "__file__", None)
    return file is not None and any(folder in Path(file).resolve().parents for folder in _INSTALLED)
