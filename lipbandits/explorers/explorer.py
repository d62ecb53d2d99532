"""What an explorer is: one question, a grid of states, and a picture that can draw each of them."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import pairwise, product
from math import isclose, isfinite, prod
from numbers import Real
from typing import Any

from lipbandits import checks

MAX_CONTROLS = 3
MAX_STATES = 600


def require(holds, argument, value, expected):
    """Raise a ValueError that names the argument, the value it has and what is expected, unless it holds."""
    if not holds:
        raise ValueError(f"{argument}: {checks.shown(value)}; expected {expected}")


@dataclass(frozen=True)
class Slider:
    """A control over an increasing grid of numbers.

    ``name`` is the keyword the picture's ``update`` receives, and the name in links; ``label`` is what a reader sees,
    ``unit`` follows the number, ``start`` is the first value shown (by default the first of ``values``), and
    ``play=True`` adds a button that steps through the grid. ``tip`` is the tooltip in a kernel.
    """

    name: str
    values: Sequence[float]
    label: str = ""
    unit: str = ""
    start: float | None = None
    play: bool = False
    tip: str = ""

    def __post_init__(self):
        # A numpy number prints as np.float64(0.5) and is no JSON.
        values = tuple(value.item() if hasattr(value, "item") else value for value in self.values)
        require(
            all(isinstance(value, int | float) and isfinite(value) for value in values)
            and all(left < right for left, right in pairwise(values)),
            f"values of slider {self.name!r}",
            self.values,
            "increasing finite numbers",
        )
        object.__setattr__(self, "values", values)
        _complete(self)

    @property
    def texts(self):
        """The values as they are written beside the slider and in links."""
        return tuple(f"{value:g}" if isinstance(value, float) else str(value) for value in self.values)

    def index(self, value):
        """Return the place of a value on the grid; rounding errors do not matter."""
        for i, other in enumerate(self.values):
            if isinstance(value, Real) and isclose(value, other, rel_tol=1e-9, abs_tol=1e-12):
                return i
        raise ValueError(f"{self.name}: {checks.shown(value)}; expected one of {', '.join(self.texts)}")


@dataclass(frozen=True)
class Choice:
    """A control over a few named options; the arguments are those of `Slider`."""

    name: str
    options: Sequence[str]
    label: str = ""
    start: str | None = None
    tip: str = ""

    unit = ""
    play = False

    def __post_init__(self):
        require(
            all(isinstance(option, str) and option.strip() for option in self.options),
            f"options of choice {self.name!r}",
            self.options,
            "non-empty names",
        )
        object.__setattr__(self, "options", tuple(self.options))
        _complete(self)

    @property
    def values(self):
        return self.options

    @property
    def texts(self):
        return self.options

    def index(self, value):
        """Return the place of an option."""
        require(value in self.options, self.name, value, f"one of {', '.join(self.options)}")
        return self.options.index(value)


def _complete(control):
    """Check what sliders and choices share, and fill in the label, the start and the tip."""
    require(
        isinstance(control.name, str) and control.name.isidentifier(),
        "name of a control",
        control.name,
        "a Python name",
    )
    require(len(control.values) >= 2, f"values of {control.name!r}", control.values, "at least two")
    require(
        len(set(control.texts)) == len(control.texts),
        f"values of {control.name!r}",
        control.texts,
        "values that differ when written with six digits",
    )
    start = control.values[0] if control.start is None else control.values[control.index(control.start)]
    label = control.label or control.name
    tip = control.tip or f"{label}: {control.texts[0]} to {control.texts[-1]} {control.unit}".rstrip()
    for attribute, value in {"start": start, "label": label, "tip": tip}.items():
        object.__setattr__(control, attribute, value)


@dataclass(frozen=True)
class Panel:
    """One axes in a figure of its own; ``alt`` says what to see, sizes are in pixels at the scale of text."""

    name: str
    alt: str
    width: int = 350
    height: int = 260

    def __post_init__(self):
        require(
            isinstance(self.alt, str) and self.alt.strip(), f"alt of panel {self.name!r}", self.alt, "a description"
        )
        for side in ("width", "height"):
            size = getattr(self, side)
            require(100 <= size <= 1000, f"{side} of panel {self.name!r}", size, "100 to 1000 pixels")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Explorer:
    """A question, at most three controls, and a picture that answers for every state of their grid.

    ``picture`` is a class: ``picture(axes)`` receives a dict from panel name to Axes and makes the artists once;
    ``update(**state)`` receives the controls' values by name, changes the artists, and returns the status sentence.
    ``presets`` maps two to four labels to states; a control a preset leaves out takes its start value.
    ``reads`` names the stored studies that the picture shows: where one changes, it is drawn anew.

    As the last line of a notebook cell an explorer shows itself; ``explorer(L=1.5)`` is a view that starts elsewhere.
    Raises ValueError for a definition that breaks a rule, naming the argument, the value and what is expected.
    """

    name: str
    question: str
    caption: str
    controls: Sequence[Slider | Choice]
    panels: Sequence[Panel]
    picture: type
    presets: dict[str, dict[str, Any]]
    reads: Sequence[str] = ()

    def __post_init__(self):
        object.__setattr__(self, "controls", tuple(self.controls))
        object.__setattr__(self, "panels", tuple(self.panels))
        require(re.fullmatch(r"[a-z][a-z0-9-]*", self.name), "name", self.name, "small letters, digits and -")
        require(str(self.question).strip(), "question", self.question, "a sentence")
        require(str(self.caption).strip(), "caption", self.caption, "a sentence")
        require(1 <= len(self.controls) <= MAX_CONTROLS, "controls", len(self.controls), f"1 to {MAX_CONTROLS}")
        require(len(self) <= MAX_STATES, "number of states", len(self), f"at most {MAX_STATES}")
        require(self.panels, "panels", self.panels, "at least one")
        for what, named in {"controls": self.controls, "panels": self.panels}.items():
            names = [each.name for each in named]
            require(len(set(names)) == len(names), f"names of {what}", names, "different names")
        require(2 <= len(self.presets) <= 4, "number of presets", len(self.presets), "2 to 4")
        for label, preset in self.presets.items():
            try:
                self.state(**preset)
            except ValueError as error:
                raise ValueError(f"preset {label!r}: {error}") from None

    def __len__(self):
        """The number of states."""
        return prod(len(control.values) for control in self.controls)

    def __repr__(self):
        return f"<Explorer {self.name!r}: {len(self)} states>"

    def __call__(self, **start):
        """Return a view that starts at this state; controls left out start where the explorer says."""
        return View(self, self.state(**start))

    def state(self, **changes):
        """Return the start state with these changes, each value on its control's grid."""
        names = [control.name for control in self.controls]
        for name in changes:
            require(name in names, "control", name, f"one of {', '.join(names)}")
        return {
            control.name: control.values[control.index(changes.get(control.name, control.start))]
            for control in self.controls
        }

    def states(self):
        """Yield every state of the grid; the last control runs fastest, as in the baked page."""
        for values in product(*(control.values for control in self.controls)):
            yield dict(zip((control.name for control in self.controls), values, strict=True))

    def indexes(self, state):
        """Return a state as places on the controls' grids."""
        return [control.index(state[control.name]) for control in self.controls]

    def panels_html(self, svgs):
        """Return the panels' SVGs as HTML; each is an image whose name says what to see."""
        images = [
            f'<div class="lb-panel" role="img" aria-label="{escape(panel.alt)}" style="--lb-width:{panel.width}px">'
            f"{svg}</div>"
            for panel, svg in zip(self.panels, svgs, strict=True)
        ]
        return f'<div class="lb-panels">{"".join(images)}</div>'

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self()._repr_mimebundle_()

    def _ipython_display_(self):
        self()._ipython_display_()


class View:
    """An explorer on display, at a state of its own."""

    def __init__(self, explorer, start):
        self.explorer = explorer
        self.start = start

    def __repr__(self):
        return f"<View of {self.explorer.name!r} from {self.start}>"

    @cached_property
    def widget(self):
        """The view in a kernel, an ``Explored``; made when first needed, since a baked page needs none."""
        from .notebook import Explored

        return Explored(self.explorer, self.start)

    @property
    def state(self):
        """The state shown now, as a dict from control name to value."""
        return dict(self.widget.state)

    @property
    def status(self):
        """The sentence that says what the picture shows."""
        return self.widget.draw(self.state)[1]

    def set(self, **changes):
        """Move some controls, and draw once."""
        self.widget.state = changes
        self.widget.draw(self.state)

    def _repr_mimebundle_(self, include=None, exclude=None):
        cache = os.environ.get("LIPBANDITS_BAKE")
        if cache:
            from .bake import page_bundle

            return page_bundle(self.explorer, self.start, cache)
        return self.widget._repr_mimebundle_()

    def _ipython_display_(self):
        if os.environ.get("LIPBANDITS_BAKE"):
            raise NotImplementedError  # IPython takes the bundle above.
        self.widget._ipython_display_()
