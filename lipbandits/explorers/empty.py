"""A panel's axes without what is drawn in them, for a reader who draws a guess first."""

from .svg import Drawing, style, write


def empty_panel(explorer, name):
    """Return the empty axes of a panel as SVG, and the frame in which a curve is drawn.

    The frame has ``panel``, the place of the panel in the explorer; ``box``, the SVG's width and height; ``rect``, the
    left, top, right and bottom of the axes in it; and for ``x`` and ``y`` the ``low`` and ``high`` end, whether the
    scale is a ``log`` one or shows ``powers`` of ten, and the ``label``. Raises KeyError for a name that no panel has.
    """
    drawing = Drawing(explorer)
    axes = drawing.axes[name]
    kept = {axes.xaxis, axes.yaxis, axes.patch, *axes.spines.values()}
    for artist in axes.get_children():
        artist.set_visible(artist in kept and artist.get_visible())
    figure, place = axes.get_figure(), axes.get_position()
    width, height = figure.get_size_inches() * 72
    with style():
        svg = write(figure)
    frame = {
        "panel": list(drawing.axes).index(name),
        "box": [round(width), round(height)],
        "rect": [place.x0 * width, (1 - place.y1) * height, place.x1 * width, (1 - place.y0) * height],
        "x": _scale(axes.xaxis),
        "y": _scale(axes.yaxis),
    }
    return svg, {**frame, "rect": [round(float(value), 2) for value in frame["rect"]]}


def _scale(axis):
    low, high = axis.get_view_interval()
    return {
        "low": float(low),
        "high": float(high),
        "log": axis.get_scale() == "log",
        "powers": any(label.get_text().startswith("1e") for label in axis.get_ticklabels()),
        "label": axis.label.get_text().replace("\n", " "),
    }
