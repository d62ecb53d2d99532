"""Small, clean SVG from matplotlib, that takes its ink and its paper from the page it stands in."""

import io
import re
from hashlib import sha256

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.style import context

# Leaves 11 px on the screen when two panels of 350 px share the width of the book's column.
TEXT = 12.5
STYLE = {
    # Text stays text: a tenth of the size, sharp, and readable by machines.
    "svg.fonttype": "none",
    # Without a salt the ids are random, and the same state would not give the same bytes.
    "svg.hashsalt": "lipbandits",
    "font.size": TEXT,
    **dict.fromkeys(
        ("axes.titlesize", "axes.labelsize", "xtick.labelsize", "ytick.labelsize", "legend.fontsize"), TEXT
    ),
    "axes.titlelocation": "left",
    # A fixed height of the title: matplotlib otherwise looks for one at each drawing, for a fifth of the time.
    "axes.titley": 1.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "lines.linewidth": 1.8,
}


def style():
    """The context in which every picture is made and drawn, whatever the reader's own matplotlib settings."""
    return context(["default", STYLE])


class Drawing:
    """An explorer's picture on figures made once; `draw` changes the artists and writes the figures out.

    The figures never meet pyplot, so that nothing else shows or closes them. The margins are fitted to the start state
    once and stay, so that nothing jumps, and so that a view which starts elsewhere draws the same bytes.
    """

    def __init__(self, explorer):
        self.start = explorer.state()
        with style():
            # One point of an SVG is one pixel in the page.
            self.figures = [Figure(figsize=(panel.width / 72, panel.height / 72), dpi=72) for panel in explorer.panels]
            for figure in self.figures:
                FigureCanvasSVG(figure)
            panels = zip(explorer.panels, self.figures, strict=True)
            self.axes = {panel.name: figure.add_subplot() for panel, figure in panels}
            self.picture = explorer.picture(self.axes)
            self.picture.update(**self.start)
            for figure in self.figures:
                settle(figure)
                for axes in figure.axes:
                    for axis in (axes.xaxis, axes.yaxis):
                        axis.draw = DrawnOnce(axis)

    def draw(self, state):
        """Return the panels' SVGs and the status sentence at a state."""
        with style():
            status = self.picture.update(**state)
            if not isinstance(status, str) or not status.strip():
                raise TypeError(f"update of {type(self.picture).__name__} returned {status!r}; expected a sentence")
            return tuple(write(figure) for figure in self.figures), status


def settle(figure):
    """Fit the margins to what is in the figure now, and keep them and the places of the axis labels from then on."""
    figure.set_layout_engine("constrained")
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    figure.draw_without_rendering()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            # Otherwise matplotlib measures all tick labels at each drawing to place this one.
            axis.set_label_coords(*axis.label.get_position(), transform=axis.label.get_transform())


class DrawnOnce:
    """The `draw` of an axis that writes the SVG of its first drawing again, while it shows the same.

    Ticks and their labels are two thirds of the time that a picture takes, and hardly ever change from state to state.
    """

    def __init__(self, axis):
        self.axis, self.draw = axis, axis.draw
        self.shown, self.text, self.markers = None, "", {}

    def __call__(self, renderer, *arguments, **named):
        file = getattr(self.axis.get_figure().canvas, "file", None)
        if file is None:
            return self.draw(renderer, *arguments, **named)
        # A comment, which `clean` drops, for matplotlib to finish the tag that it is in.
        renderer.writer.comment("an axis")
        if self.shown == (shown := self._what_it_shows()):
            file.write(self.text)
            renderer._markers.update(self.markers)
            return
        start, known = file.tell(), set(renderer._markers)
        self.draw(renderer, *arguments, **named)
        renderer.writer.comment("drawn")
        # Marks are defined where they first occur, and referred to from then on.
        self.markers = {key: mark for key, mark in renderer._markers.items() if key not in known}
        self.shown, self.text = shown, file.getvalue()[start:]

    def _what_it_shows(self):
        axis = self.axis
        places = [(each.locator(), each.formatter) for each in (axis.major, axis.minor)]
        ticks = [(tuple(locations), tuple(formatter.format_ticks(locations))) for locations, formatter in places]
        return (*axis.get_view_interval(), *ticks, axis.label.get_text(), axis.get_visible())


def write(figure):
    """Return a figure as clean SVG text; call it inside `style()`."""
    file = figure.canvas.file = io.StringIO()
    try:
        figure.canvas.print_svg(file, metadata={"Date": None})
    finally:
        figure.canvas.file = None
    return clean(file.getvalue())


def clean(svg):
    """Return matplotlib's SVG without what a page does not need, and with the page's colours for black and white.

    Ids are named after the whole picture's content, so that no two different pictures in a page share one.
    """
    svg = svg[svg.index("<svg") :]
    # The style element would reach out to the whole page; its one rule that matters moves to the root below.
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    size = re.search(r'viewBox="([^"]*)"', svg).group(1)
    svg = re.sub(r"<svg[^>]*>", f'<svg viewBox="{size}" fill="currentColor" stroke-linejoin="round">', svg, count=1)
    svg = re.sub(r"\s*\n\s*", lambda gap: "" if gap.string[gap.end() :][:1] == "<" else " ", svg)
    svg = re.sub(r'font-family: [^;"]*;? ?| transform="rotate\(-0 [^"]*\)"', "", svg).replace(' style=""', "")
    svg = svg.replace("xlink:href", "href")
    # Only inside tags: a number between them is a label, and must stay as it is written.
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"-?\d+\.\d{3,}", _two_decimals, tag.group()), svg)
    # matplotlib leaves the fill out where it is black, so the root's fill covers those.
    svg = svg.replace("#000000", "currentColor").replace("#ffffff", "var(--lb-paper, #fff)")
    used = set(re.findall(r'(?:url\(|href=")#([^")]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in used else "", svg).strip()
    prefix = "lb" + sha256(svg.encode()).hexdigest()[:8]
    names = {}
    for name in re.findall(r' id="([^"]+)"', svg):
        names[name] = f"{prefix}-{len(names)}"
    return re.sub(r'( id="|href="#|url\(#)([^")]+)', lambda found: found[1] + names[found[2]], svg)


def _two_decimals(number):
    return f"{float(number.group()):.2f}".rstrip("0").rstrip(".")
