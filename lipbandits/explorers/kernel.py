"""An explorer in a kernel: ipywidgets beside one picture."""

from html import escape
from pathlib import Path

import ipywidgets as widgets

from .explorer import Slider
from .svg import Drawing

CSS = (Path(__file__).parent / "page" / "explorer.css").read_text(encoding="utf-8")


class ExplorerWidgets:
    """Controls, presets, picture and status of one view; ``box`` is the widget to display."""

    def __init__(self, explorer, start):
        self.explorer = explorer
        self.drawing = Drawing(explorer)
        self.status = ""
        self.drawn = None
        self.moving = False
        room = max(len(control.label) for control in explorer.controls)
        self.controls = [_control(control, start[control.name], room) for control in explorer.controls]
        self.buttons = [
            _button(label, "Show this state", lambda _, preset=preset: self.set(**explorer.state(**preset)))
            for label, preset in explorer.presets.items()
        ]
        self.reset = _button("Reset", "Back to the first state", lambda _: self.set(**start))
        self.large = widgets.ToggleButton(
            description="Large picture", tooltip="Fill the window, for class", layout={"width": "auto"}
        )
        self.large.observe(lambda change: self._enlarge(change.new), "value")
        self.picture = widgets.HTML()
        self.picture.add_class("lb-picture")
        self.sentence = widgets.HTML()
        for control in self.controls:
            control.observe(lambda _: self._draw(), "index")
        self._draw()
        self.box = self._lay_out()

    @property
    def state(self):
        """The state the controls are at."""
        controls = zip(self.explorer.controls, self.controls, strict=True)
        return {control.name: control.values[widget.index] for control, widget in controls}

    def set(self, **changes):
        """Move some controls, and draw once."""
        state = self.explorer.state(**{**self.state, **changes})
        self.moving = True
        try:
            for widget, index in zip(self.controls, self.explorer.indexes(state), strict=True):
                widget.index = index
        finally:
            self.moving = False
        self._draw()

    def _draw(self):
        state = self.state
        if self.moving or state == self.drawn:
            return
        self.drawn = None
        try:
            svgs, self.status = self.drawing.draw(state)
        except Exception as error:
            # A frontend hides what a callback raises in a log, so the reader is told here too.
            self.status = f"{type(error).__name__} at {state}: {error}"
            self.sentence.value = _sentence(self.status, "lb-status lb-error")
            raise
        self.drawn = state
        self.picture.value = self.explorer.panels_html(svgs)
        self.sentence.value = _sentence(self.status)

    def _enlarge(self, large):
        (self.box.add_class if large else self.box.remove_class)("lb-large")

    def _lay_out(self):
        rows = []
        for control, widget in zip(self.explorer.controls, self.controls, strict=True):
            rows.append(widgets.HBox([widget, *([_play(widget)] if control.play else [])]))
        buttons = widgets.HBox([*self.buttons, self.reset, self.large], layout={"flex_flow": "row wrap"})
        question = widgets.HTML(f'<div class="lb-question">{escape(self.explorer.question)}</div>')
        caption = widgets.HTML(f'<div class="lb-caption">{escape(self.explorer.caption)}</div>')
        name = f"lb-kernel-{self.explorer.name}"
        # Room for the longest value, so that every slider has and keeps the same length.
        room = max(len(text) for widget in self.controls for text in widget.options)
        style = widgets.HTML(f"<style>{CSS} .{name} {{--lb-room: {room}ch}}</style>", layout={"display": "none"})
        box = widgets.VBox([style, question, buttons, *rows, self.picture, self.sentence, caption])
        for css in ("lb-explorer", "lb-kernel", name):
            box.add_class(css)
        return box


def _control(control, start, room):
    """Return the widget of a control; the value is written with its unit, since the readout is all a reader sees."""
    kind = widgets.SelectionSlider if isinstance(control, Slider) else widgets.Dropdown
    return kind(
        options=[f"{text} {control.unit}".rstrip() for text in control.texts],
        index=control.index(start),
        description=control.label,
        tooltip=control.tip,
        style={"description_width": f"{room}ch"},
        layout={"width": "36em" if kind is widgets.SelectionSlider else "auto", "max_width": "100%"},
    )


def _play(widget):
    """Return a player that steps a slider; the link lives in the frontend, so that a step is one message, not two."""
    play = widgets.Play(
        max=len(widget.options) - 1,
        value=widget.index,
        interval=300,
        show_repeat=False,
        tooltip=f"Play {widget.description}",
        layout={"width": "6em"},
    )
    widgets.jslink((play, "value"), (widget, "index"))
    return play


def _button(label, tip, on_click):
    button = widgets.Button(description=label, tooltip=tip, layout={"width": "auto"})
    button.on_click(on_click)
    return button


def _sentence(text, css="lb-status"):
    return f'<p class="{css}" role="status" aria-live="polite">{escape(text)}</p>'
