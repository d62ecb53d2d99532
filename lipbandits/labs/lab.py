"""What a lab is in Python: a question, a first state with its picture, and the figure that scripts bring to life."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lipbandits import checks
from lipbandits.explorers.bake import embedded

if TYPE_CHECKING:
    from lipbandits.labs.live import Live

# What a live lab has, and a definition has not.
LIVE = (
    *("theta", "arms", "lipschitz", "k", "policies", "policy", "horizon", "runs", "round", "seed", "bandit", "results"),
    *("set", "family", "contexts", "weight", "distribution", "sharing", "j", "bound"),
    *("rule", "stops", "n", "delta"),
)
# Who plays in races, as the page's scripts have them, which a test compares.
POLICIES = (
    *("UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform"),
    *("Thompson", "MOSS", "IMED", "OSSB", "IMED-UB"),
)
# Whom a race offers that names nobody; and who has a radius for rewards in [0, 1] and for Gaussian ones only.
OFFERED = ("UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy", "Uniform")
WITH_RADIUS = ("UCB", "MOSS")
STILLS = Path(__file__).parent / "stills"
# Where there are no scripts, or no WebAssembly.
STILL = "This is the first state; the others need scripts and WebAssembly."


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Lab:
    """A question, and a picture that the page computes for whatever instance the reader makes.

    In the built book, the page brings the scripts. In a notebook a lab as the last line of a cell shows itself, live,
    and the kernel draws nothing; ``lab = tent()`` is a live one to read from and to set, ``tent(lipschitz=2.0)`` one
    that starts elsewhere: see ``lipbandits.labs.live.Live``.
    ``shapes`` are the instances it knows by name: ``theta``, ``lipschitz`` and, unless evenly spaced, ``arms``.
    ``start`` is the first state, ``presets`` maps labels to states; ``still`` names its first picture and words in
    ``stills/``.
    """

    name: str
    question: str
    hint: str
    caption: str
    alt: str
    shapes: Mapping[str, Mapping[str, Any]]
    start: Mapping[str, Any]
    presets: Mapping[str, Mapping[str, Any]]
    still: str
    # Whether it speaks to those who have read nothing yet.
    plain: bool = False
    # Whether the reader may choose another family of rewards than coins.
    families: bool = False
    # Who may play in a race, in this order, one for all rewards among them; without names those of the paper, Greedy
    # and Uniform.
    offers: tuple[str, ...] = ()
    # What else its kind's scripts are to know of the place, such as which controls stand open there.
    view: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "offers", _checked_offers(self.offers))

    def __repr__(self) -> str:
        return f"<Lab {self.name!r}: {self.question}>"

    def __call__(self, **start: Any) -> "Live":
        """A live lab in a notebook, at the first state or with other values of ``theta``, ``lipschitz`` and so on."""
        from lipbandits.labs.live import KINDS

        return KINDS[self.name](self, start)

    def __getattr__(self, name: str) -> Any:
        hint = f"; `lab = {self.name}()` is live, and has `lab.{name}`" if name in LIVE else ""
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")

    def variant(self, **changes: Any) -> "Lab":
        """The same lab with another first state, whose picture ``still`` names, other words or presets."""
        return replace(self, **changes)

    @property
    def spec(self) -> dict[str, Any]:
        """What the page's script needs to know."""
        presets = [{"label": label, "state": dict(state)} for label, state in self.presets.items()]
        shapes = {name: dict(shape) for name, shape in self.shapes.items()}
        spec = {"shapes": shapes, "start": dict(self.start), "presets": presets, "plain": self.plain}
        spec = {**spec, "families": True} if self.families else spec
        spec = {**spec, "offers": list(self.offers)} if self.offers else spec
        return {**spec, "view": dict(self.view)} if self.view else spec

    @property
    def words(self) -> dict[str, Any]:
        """The first state's sentence, numbers and line about its arm, as the page's script says them."""
        return json.loads((STILLS / f"{self.still}.json").read_text(encoding="utf-8"))

    @property
    def picture(self) -> str:
        """The first state as SVG text, drawn by the page's script."""
        return (STILLS / f"{self.still}.svg").read_text(encoding="utf-8")

    def html(self) -> str:
        """The figure, complete without scripts at its first state."""
        return self.figure(self.picture, self.words)

    def figure(self, picture: str, words: Mapping[str, Any]) -> str:
        """The figure of a picture and its words."""
        numbers = "".join(f'<span class="lb-number">{escape(number)}</span>' for number in words["numbers"])
        arm = escape(words["arm"])
        return (
            f'<figure class="lb-explorer lb-lab" data-lab="{self.name}" data-file="{self.still}.html" '
            f'data-still="{STILL}">'
            f'<div class="lb-question">{escape(self.question)}</div>'
            f'<p class="lb-hint">{escape(self.hint)}</p>'
            f'<p class="lb-numbers">{numbers}</p>'
            f'<div class="lb-panels"><div class="lb-picture" {self.stop(words)}>{picture}</div></div>'
            f'<div class="lb-of-arm"><span class="lb-of-arm-words">{arm}</span></div>'
            f'<p class="lb-status"><span>{escape(words["status"])}</span></p>'
            f"{_table(*words['table']) if 'table' in words else ''}"
            f"<noscript><p>{STILL}</p></noscript>"
            f"<figcaption>{escape(self.caption)}</figcaption>"
            f'<script type="application/json" class="lb-spec">{embedded(self.spec)}</script></figure>'
        )

    def stop(self, words: Mapping[str, Any]) -> str:
        """What the picture is to a keyboard and a screen reader: a stop at which arrow keys move a mean."""
        label = f'role="slider" tabindex="0" aria-orientation="vertical" aria-label="{escape(self.alt)}"'
        values = f'aria-valuenow="{words["now"]}" aria-valuetext="{escape(words["arm"])}"'
        return f'{label} aria-valuemin="0" aria-valuemax="1" {values}'

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        if not os.environ.get("LIPBANDITS_BAKE"):
            return self()._repr_mimebundle_()
        return {"text/html": self.html(), "text/plain": f"{self.words['status']}\n{self.caption}"}

    def _ipython_display_(self) -> None:
        if os.environ.get("LIPBANDITS_BAKE"):
            raise NotImplementedError  # IPython takes the bundle above.
        self()._ipython_display_()


def _checked_offers(offers: Any) -> tuple[str, ...]:
    accepted = f"some of {', '.join(POLICIES)}, each once, and not {' and '.join(WITH_RADIUS)} alone"
    if not isinstance(offers, list | tuple) or not all(isinstance(name, str) for name in offers):
        raise TypeError(f"offers: {checks.shown(offers)}; expected {accepted}")
    if len({*offers}) < len(offers) or not {*offers} <= {*POLICIES} or (offers and {*offers} <= {*WITH_RADIUS}):
        raise ValueError(f"offers: {checks.shown(offers)}; expected {accepted}")
    return tuple(offers)


def _table(columns: list[str], *rows: list[str]) -> str:
    """A table of words; a row's first cell names it."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in rows
    )
    # It may be wider than a phone; then it is scrolled by keys, too.
    table = f'<table class="lb-results"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="lb-wide" role="region" aria-label="results" tabindex="0">{table}</div>'
