"""The labs' scripts and style as one text each: a classic script, for pages in a folder too, and an ES module."""

import base64
import re
from functools import cache
from pathlib import Path

from lipbandits import style as looks

PAGE = Path(__file__).parent / "page"
WASM = PAGE / "engine.wasm"
FRAME = Path(__file__).parents[1] / "explorers" / "page"
# Files of `page/` that go together, in the order in which they need each other.
GROUPS = {
    "common": ("engine", "work", "crew", "draw", "take", "labs"),
    "means": ("means_engine", "means_state", "means_families", "means_picture", "means_hands", "means"),
    "tent": ("tent_picture", "tent_pairs", "tent_words", "tent_take", "tent"),
    "run": ("run_engine",),
    "played": ("played_state", "played"),
    "bound": ("race_bound",),
    "race": ("race_engine", "race_state", "race_runs", "race_picture", "race_words", "race_take", "race"),
    "pasted": ("pasted_table", "pasted"),
    "tail": (
        *("tail_engine", "tail_state", "tail_runs", "tail_picture", "tail_words", "tail_take", "tail_hands"),
        *("tail",),
    ),
    "steps": ("steps_engine", "steps_state", "steps_picture", "steps_words", "steps_take", "steps"),
    "lockin": ("lockin_picture", "lockin_words", "lockin"),
    "curve": ("curve_engine", "curve_state", "curve_picture", "curve_words", "curve_take", "curve"),
    "contexts": (
        *("contexts_engine", "contexts_state", "contexts_picture", "contexts_words", "contexts_take", "contexts"),
    ),
    "ferry": ("ferry_engine", "ferry_state", "ferry_days", "ferry_picture", "ferry_words", "ferry_take", "ferry"),
}
# What is asked of the engine, its own script first: each adds functions to ``lipbandits.engine``.
ENGINE = tuple(PAGE / f"{each}.js" for names in GROUPS.values() for each in names if each.endswith("engine"))
# What each kind of lab needs beside "common".
KINDS = {
    "tent": ("means", "tent"),
    "race": ("means", "run", "played", "bound", "race"),
    "pasted": ("means", "run", "played", "bound", "race", "pasted"),
    "steps": ("means", "run", "played", "steps"),
    "lockin": ("means", "run", "played", "steps", "lockin"),
    "contexts": ("means", "run", "played", "race", "contexts"),
    "tail": ("means", "tail"),
    "ferry": ("run", "ferry"),
    "curve": ("means", "run", "played", "race", "curve"),
}


def groups_of(*kinds: str) -> tuple[str, ...]:
    """The groups of scripts that some kinds of labs need, each once and in their order.

    Parameters
    ----------
    *kinds : str
        Names of `KINDS`; all of them, if there are none.

    Returns
    -------
    tuple of str
        Names of `GROUPS`.
    """
    wanted = {"common"}.union(*(KINDS[kind] for kind in kinds or KINDS))
    return tuple(name for name in GROUPS if name in wanted)


def group(name: str, with_engine: bool = True) -> str:
    """The scripts of a group as one classic script; the engine comes with what is common.

    Parameters
    ----------
    name : str
        One of `GROUPS`.
    with_engine : bool, default True
        Whether it does.

    Returns
    -------
    str
        JavaScript.
    """
    parts = [_bare(_text(PAGE / f"{each}.js")) for each in GROUPS[name]]
    return "\n".join([engine(), *parts] if name == "common" and with_engine else parts)


def script(*kinds: str, with_engine: bool = True) -> str:
    """Labs as a classic script, with the frame of explorers and the engine in it.

    Parameters
    ----------
    *kinds : str
        The kinds of labs; all of them, if there are none.
    with_engine : bool, default True
        Whether the engine is.

    Returns
    -------
    str
        JavaScript.
    """
    return "\n".join([_bare(_text(FRAME / "frame.js")), *(group(name, with_engine) for name in groups_of(*kinds))])


def module(*kinds: str) -> str:
    """The same as an ES module for notebooks, whose default export is ``lipbandits``.

    Parameters
    ----------
    *kinds : str
        See `script`.

    Returns
    -------
    str
        JavaScript.
    """
    return f"{script(*kinds)}\n{_text(FRAME / 'notebook.js')}\nexport default globalThis.lipbandits;\n"


def style() -> str:
    """The style sheet of explorers and labs, with the colours of `lipbandits.style`.

    Returns
    -------
    str
        CSS.
    """
    return "\n".join([_text(FRAME / "explorer.css"), own_style()])


def own_style() -> str:
    """What labs add to the style sheet of explorers.

    Returns
    -------
    str
        CSS.
    """
    return "\n".join([looks.colours_as_css(), _text(PAGE / "labs.css")])


@cache
def engine() -> str:
    """The compiled engine as a script that sets ``lipbandits.engine.base64``; pages from a folder fetch no files.

    Returns
    -------
    str
        JavaScript.
    """
    packed = base64.b64encode(WASM.read_bytes()).decode()
    return f'((globalThis.lipbandits = globalThis.lipbandits ?? {{}}).engine ??= {{}}).base64 = "{packed}";'


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _bare(script: str) -> str:
    """A script without its indentation, its types and the lines that are comments: a page loads a quarter less."""
    lines = (line.strip() for line in re.sub(r"/\*\* @type .*?\*/ ?", "", script).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
