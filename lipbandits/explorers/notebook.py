"""A figure of the page in a notebook: the page's own scripts, by anywidget, and a picture for when no kernel is there.

JupyterLab keeps of a widget no more than its number, so each figure is shown twice: as a picture, which is saved with
the notebook and redrawn when the live figure has come to rest, and live. Only one of the two is seen.
"""

import os
import re
from collections.abc import Mapping
from itertools import islice
from typing import Any
from uuid import uuid4

import anywidget
from IPython.display import display
from traitlets import Dict, Unicode

from .bake import PAGE, figure_html
from .svg import Drawing

SCRIPTS = ("frame", "explorer", "notebook")
VIEW = "application/vnd.jupyter.widget-view+json"
EXPORT = "export default globalThis.lipbandits;"
# Where no live figure follows the picture, there is only a complaint to hide.
ALONE = ".jp-OutputArea-child:has(.lb-still) + .jp-OutputArea-child:not(:has(.lb-live)) {display: none}"
AS_LEFT = "This is a picture, as it was left; run the cell to move it."


class State(Dict):
    """The state of a figure; a part of it may be assigned, and what cannot be is refused by name."""

    def validate(self, obj, value):
        return obj.asked(super().validate(obj, value))


class Figure(anywidget.AnyWidget):
    """A live figure, and the picture of it that is saved.

    A kind of figure says what ``asked(changes)`` makes of the state, and how the page writes it, unless it is JSON as
    it is (``to_page``, ``from_page``).
    """

    state = State().tag(
        sync=True,
        to_json=lambda value, figure: figure.to_page(value),
        from_json=lambda value, figure: figure.from_page(value),
    )
    _figure = Unicode().tag(sync=True)
    _number = Unicode().tag(sync=True)

    def __init__(self, html: str, words: str, state: Mapping[str, Any]) -> None:
        self.shown = False
        # Without what a script would take for a figure to begin with.
        bare = re.sub(r"<(no)?script.*?</(no)?script>", "", html, flags=re.DOTALL)
        self.still = re.sub(r'^(<figure class="[^"]*")[^>]*', r"\1", bare)
        self.words = words
        number = uuid4().hex
        super().__init__(state=state, _figure=html, _number=number, model_id=number)
        self.on_msg(lambda _, content, buffers: self.heard(content, buffers))

    def asked(self, changes):
        """The whole state, with some changes."""
        raise NotImplementedError

    def to_page(self, state):
        """A state as the page's script writes it."""
        return state

    def from_page(self, state):
        """And back."""
        return state

    def heard(self, content: dict[str, Any], buffers: list[memoryview]) -> None:
        """The page has drawn another picture, which is kept; or a view was opened, and may have missed something."""
        if "opened" in content:
            self.send_state("state")
        if "still" in content:
            self.still, self.words = content["still"], content["words"]
            if self.shown:
                display(self._picture(), raw=True, display_id=self._number, update=True)

    def _picture(self):
        html = f'<div class="lb-still lb-still-{self._number}">{self.still}<p class="lb-hint">{AS_LEFT}</p></div>'
        return {"text/html": f"<style>{self._css}{ALONE}</style>{html}", "text/plain": self.words}

    def _ipython_display_(self) -> None:
        if os.environ.get("LIPBANDITS_BAKE"):
            raise NotImplementedError  # A built book shows what it has without a kernel.
        display(self._picture(), raw=True, display_id=self._number)
        self.shown = True
        # Colab adds to what is displayed where the manager of its widgets is; anywidget has asked for that one.
        display({VIEW: super(anywidget.AnyWidget, self)._repr_mimebundle_()[VIEW]}, raw=True)


class Explored(Figure):
    """An explorer whose states the kernel draws, each when it is asked for."""

    _esm = "\n".join(
        [
            *((PAGE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
            EXPORT,
        ]
    )
    _css = (PAGE / "explorer.css").read_text(encoding="utf-8")

    def __init__(self, explorer, start):
        self.explorer, self.drawing, self.drawn = explorer, Drawing(explorer), None
        svgs, status = self.draw(start)
        html = figure_html(explorer, start, svgs, status)
        super().__init__(html, f"{status}\n{explorer.caption}", start)

    def draw(self, state):
        """The panels' SVGs and the status sentence at a state; the one that was drawn last is not drawn again."""
        if self.drawn is None or self.drawn[0] != state:
            self.drawn = None
            self.drawn = state, self.drawing.draw(state)
        return self.drawn[1]

    def asked(self, changes):
        return self.explorer.state(**{**self._trait_values.get("state", {}), **changes})

    def to_page(self, state):
        return {control.name: control.texts[control.index(state[control.name])] for control in self.explorer.controls}

    def from_page(self, state):
        values = {
            control.name: dict(zip(control.texts, control.values, strict=True)) for control in self.explorer.controls
        }
        return {name: values[name][text] for name, text in state.items()}

    def heard(self, content, buffers):
        """The page wants a state drawn, by its number."""
        super().heard(content, buffers)
        if "draw" not in content:
            return
        state = next(islice(self.explorer.states(), content["draw"], None))
        try:
            svgs, status = self.draw(state)
        except Exception as error:
            # A frontend hides what a callback raises in a log, so the reader is told here too.
            self.send({"number": content["draw"], "error": f"{type(error).__name__} at {state}: {error}"})
            raise
        self.send({"number": content["draw"], "panels": svgs, "status": status})
