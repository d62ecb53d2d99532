"""The labs' scripts and style as one text each: a classic script, for pages in a folder too, and an ES module."""

import base64
from functools import cache
from pathlib import Path

from lipbandits import style as looks

PAGE = Path(__file__).parent / "page"
FRAME = Path(__file__).parents[1] / "explorers" / "page"
# In the order in which they need each other.
SCRIPTS = (
    *("engine", "work", "crew", "draw", "take", "labs", "means_state", "means_picture", "means_hands", "means"),
    *("tent_picture", "tent_words", "tent_take", "tent"),
    *("race_state", "race_runs", "race_picture", "race_words", "race_take", "race"),
)


def script(frame: bool = True) -> str:
    """All labs as a classic script, with the engine in it.

    Parameters
    ----------
    frame : bool, default True
        Whether the frame of explorers is in it, too; a page of the book has it already.

    Returns
    -------
    str
        JavaScript.
    """
    frames = [_text(FRAME / "frame.js")] if frame else []
    return "\n".join([*frames, engine(), *(_bare(_text(PAGE / f"{name}.js")) for name in SCRIPTS)])


def module() -> str:
    """The same as an ES module for notebooks, whose default export is ``lipbandits``.

    Returns
    -------
    str
        JavaScript.
    """
    return f"{script()}\n{_text(FRAME / 'notebook.js')}\nexport default globalThis.lipbandits;\n"


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
    packed = base64.b64encode((PAGE / "engine.wasm").read_bytes()).decode()
    return f'((globalThis.lipbandits = globalThis.lipbandits ?? {{}}).engine ??= {{}}).base64 = "{packed}";'


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _bare(script: str) -> str:
    """A script without its indentation and the lines that are comments: a page loads a quarter less."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
