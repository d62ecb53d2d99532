"""What a module depends on: the files of this package that it reaches by imports, and nothing else of it.

`import lipbandits as lb` reaches only what is used of it, as `lb.triangle`: the package's own list of names is no
reason to draw a picture anew.
"""

import ast
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

PACKAGE = __name__.partition(".")[0]


def sources(module, without=()):
    """The source files, sorted, of a module and of all in this package that it reaches, but not through some."""
    found, waiting = set(), {module}
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= _reached(name).difference(without)
    return sorted(filter(None, map(_file, found)))


@cache
def _reached(module):
    file = _file(module)
    if file is None:
        return frozenset()
    reached, aliases = set(), set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inside = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            reached |= {name.name for name in node.names if name.name.startswith(f"{PACKAGE}.")}
            aliases |= {name.asname or name.name for name in node.names if name.name == PACKAGE}
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(inside.split(".")[: len(inside.split(".")) - node.level + 1]) if node.level else ""
            source = ".".join(filter(None, (above, node.module)))
            if source.partition(".")[0] == PACKAGE:
                reached |= {_home(source, name.name) for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            reached.add(_home(PACKAGE, node.attr))
    # Of a package, whose file runs as well, only the list of names is passed over.
    return frozenset(reached - {PACKAGE})


def _home(source, name):
    """The module that a name is imported from really, or is."""
    if find_spec(f"{source}.{name}") is not None if _is_package(source) else False:
        return f"{source}.{name}"
    value = getattr(import_module(source), name)
    if isinstance(value, ModuleType):
        return value.__name__
    home = getattr(value, "__module__", None) or source
    return home if isinstance(home, str) and home.partition(".")[0] == PACKAGE else source


def _is_package(name):
    return hasattr(import_module(name), "__path__")


def _file(module):
    found = sys.modules.get(module) or import_module(module)
    file = getattr(found, "__file__", None)
    return None if file is None else Path(file)
