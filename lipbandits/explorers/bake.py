"""An explorer in a rendered page: every state drawn ahead of time, on all cores, and kept until something changes."""

import base64
import gzip
import json
import os
from hashlib import sha256
from html import escape
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from joblib import Parallel, cpu_count, delayed

from .sources import sources
from .svg import Drawing

PAGE = Path(__file__).parent / "page"
# What shows a picture, and does not draw it.
SHOWING = ("lipbandits.explorers.bake", "lipbandits.explorers.notebook")
# Below this many states, starting workers takes longer than drawing.
FEW = 50
# Said where the page's script cannot do its work, and where there are no scripts.
STILL = "This is the first state; the others need scripts, and a browser from the middle of 2023 or later."


def page_bundle(explorer, start, cache):
    """Return the MIME bundle for the book: the figure as HTML, and its words as text; `cache` is a directory."""
    frames = cached_frames(explorer, Path(cache))
    status = json.loads(gzip.decompress(frames))["status"][_number(explorer, start)]
    return {"text/html": page_html(explorer, start, frames), "text/plain": f"{status}\n{explorer.caption}"}


def page_html(explorer, start, frames):
    """Return the figure: complete without scripts at its first state, with all frames packed beside it."""
    unpacked = json.loads(gzip.decompress(frames))
    state = _number(explorer, start)
    svgs = [pictures[i] for pictures, i in zip(unpacked["panels"], unpacked["frames"][state], strict=True)]
    longest = max(unpacked["status"], key=len)
    packed = f'<script type="application/octet-stream" class="lb-frames">{base64.b64encode(frames).decode()}</script>'
    return figure_html(explorer, start, svgs, unpacked["status"][state], longest, packed)


def figure_html(explorer, start, svgs, status, longest="", packed=""):
    """Return the figure at its first state; the status line reserves room for the longest sentence."""
    return (
        f'<figure class="lb-explorer" id="{explorer.name}" data-explorer="{explorer.name}" '
        f'data-still="{STILL}">'
        f'<div class="lb-question">{escape(explorer.question)}</div>'
        f"{explorer.panels_html(svgs)}"
        f'<p class="lb-status" aria-live="polite" data-longest="{escape(longest)}">'
        f"<span>{escape(status)}</span></p>"
        f"<noscript><p>{STILL}</p></noscript>"
        f"<figcaption>{escape(explorer.caption)}</figcaption>"
        f'<script type="application/json" class="lb-spec">{embedded(_spec(explorer, start))}</script>'
        f"{packed}</figure>"
    )


def cached_frames(explorer, cache):
    """Return `pack(draw_all(explorer))` from the cache directory, drawing it if nothing there has its key."""
    file = _file(explorer, cache)
    if file.exists():
        return file.read_bytes()
    frames = pack(draw_all(explorer))
    keep(explorer, frames, cache)
    return frames


def keep(explorer, frames, cache):
    """Put an explorer's packed frames into the cache directory."""
    file = _file(explorer, cache)
    file.parent.mkdir(parents=True, exist_ok=True)
    # Written aside and moved, so that a build that is stopped half-way leaves no broken file.
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(frames)
    part.replace(file)


def draw_all(explorer, n_jobs=None):
    """Return (SVGs, status) for every state of the grid, drawn on all cores unless there are few states."""
    states = list(explorer.states())
    n_jobs = n_jobs or (1 if len(states) < FEW else cpu_count())
    size = -(-len(states) // n_jobs)
    chunks = [states[i : i + size] for i in range(0, len(states), size)]
    drawn = Parallel(n_jobs=n_jobs)(delayed(_draw)(explorer, chunk) for chunk in chunks)
    return [each for chunk in drawn for each in chunk]


def pack(drawn):
    """Return drawn states as gzipped JSON: each panel's different SVGs once, which of them a state shows, and words."""
    panels = [list(dict.fromkeys(svgs)) for svgs in zip(*(svgs for svgs, _ in drawn), strict=True)]
    numbers = [{svg: i for i, svg in enumerate(pictures)} for pictures in panels]
    frames = [[number[svg] for number, svg in zip(numbers, svgs, strict=True)] for svgs, _ in drawn]
    data = {"panels": panels, "frames": frames, "status": [status for _, status in drawn]}
    return gzip.compress(_json(data).encode(), compresslevel=9, mtime=0)


def _draw(explorer, states):
    drawing = Drawing(explorer)
    return [drawing.draw(state) for state in states]


def _number(explorer, state):
    """Return the place of a state in the order of `explorer.states()`."""
    number = 0
    for control, index in zip(explorer.controls, explorer.indexes(state), strict=True):
        number = number * len(control.values) + index
    return number


def _spec(explorer, start):
    """Return what the page's script needs to make the controls."""
    return {
        "controls": [
            {
                "name": control.name,
                "label": control.label,
                "unit": control.unit,
                "play": control.play,
                "kind": type(control).__name__,
                "texts": control.texts,
                "start": index,
            }
            for control, index in zip(explorer.controls, explorer.indexes(start), strict=True)
        ],
        "presets": [
            {"label": label, "state": explorer.indexes(explorer.state(**preset))}
            for label, preset in explorer.presets.items()
        ],
    }


def _file(explorer, cache):
    return cache / f"{explorer.name}-{_key(explorer)}.json.gz"


def _key(explorer):
    """Return a digest of all that the frames depend on: the code that draws them, the studies they show, the libraries.

    The code is that of the explorer's own modules and of what these import.
    """
    digest, stored = sha256(), files("lipbandits.study.data")
    drawing = {*sources(explorer.picture.__module__, SHOWING), *sources("lipbandits.explorers.svg", SHOWING)}
    for file in sorted(drawing):
        digest.update(file.name.encode() + file.read_bytes())
    for name in explorer.reads:
        digest.update(name.encode() + (stored / f"{name}.npz").read_bytes())
    versions = [version(name) for name in ("matplotlib", "numpy", "scipy")]
    digest.update(repr((explorer.controls, explorer.panels, explorer.picture.__qualname__, versions)).encode())
    return digest.hexdigest()[:16]


def _json(data):
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def embedded(data: Any) -> str:
    # A "</script>" in a label would end the element.
    return _json(data).replace("<", "\\u003c")
