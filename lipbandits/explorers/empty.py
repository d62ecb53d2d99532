"""A panel's empty axes, for a reader who draws a guess first, and the curve that is asked for."""

import numpy as np

from .svg import Drawing, style, write

# So many places of a curve, evenly spaced on the screen.
COLUMNS = 25
# What a question asks for: from where to where on the horizontal axis, and which lines of the picture answer it.
ASKED = {
    "assumed-l": ((0, 100), lambda picture: (picture.runs.right, picture.runs.marked)),
    "number-of-arms": ((2, 128), lambda picture: (picture.total,)),
}


def empty_panel(explorer, name):
    """Return the empty axes of a panel as SVG, and the frame in which a curve is drawn.

    The frame has ``panel``, the place of the panel in the explorer; ``box``, the SVG's width and height; ``rect``, the
    left, top, right and bottom in it of what may be drawn on: the part of the axes where there is something to be had,
    at which the lines of the axes end; for ``x`` and ``y`` its ``low`` and ``high`` end, whether the scale is a ``log``
    one or shows ``powers`` of ten, and the ``label``; and ``truth``, the heights of the right curve as shares of that
    of ``rect``, None where it has none. Raises KeyError for a name that no panel has, and for an explorer that is not
    in ``ASKED``.
    """
    drawing = Drawing(explorer)
    axes = drawing.axes[name]
    x_ends, lines = ASKED[explorer.name]
    y_low, y_high = axes.yaxis.get_view_interval()
    # Nothing that is asked for is negative.
    ends = np.array([x_ends, (max(0.0, y_low), y_high)]).T
    corners = axes.transAxes.inverted().transform(axes.transData.transform(ends))
    truth = _heights(axes, corners, lines(drawing.picture))
    kept = {axes.xaxis, axes.yaxis, axes.patch, *axes.spines.values()}
    for artist in axes.get_children():
        artist.set_visible(artist in kept and artist.get_visible())
    axes.spines["bottom"].set_bounds(*ends[:, 0])
    axes.spines["left"].set_bounds(*ends[:, 1])
    figure, place = axes.get_figure(), axes.get_position()
    width, height = figure.get_size_inches() * 72
    with style():
        svg = write(figure)
    left, right = (place.x0 + place.width * corners[:, 0]) * width
    bottom, top = (1 - place.y0 - place.height * corners[:, 1]) * height
    return svg, {
        "panel": list(drawing.axes).index(name),
        "box": [round(width), round(height)],
        "rect": [round(float(value), 2) for value in (left, top, right, bottom)],
        "x": _scale(axes.xaxis, ends[:, 0]),
        "y": _scale(axes.yaxis, ends[:, 1]),
        "truth": truth,
    }


def _heights(axes, corners, lines):
    """The lines' heights, as one curve, at evenly spaced places between two corners."""
    points = np.concatenate([line.get_xydata() for line in lines])
    points = points[np.argsort(points[:, 0], kind="stable")]
    on_axes = axes.transAxes.inverted().transform(axes.transData.transform(points))
    (left, bottom), (right, top) = corners
    found = np.interp(np.linspace(left, right, COLUMNS), *on_axes.T)
    shares = (found - bottom) / (top - bottom)
    return [round(float(np.clip(share, 0, 1)), 4) if np.isfinite(share) else None for share in shares]


def _scale(axis, ends):
    low, high = ends
    return {
        "low": float(low),
        "high": float(high),
        "log": axis.get_scale() == "log",
        "powers": any(label.get_text().startswith("1e") for label in axis.get_ticklabels()),
        "label": axis.label.get_text().replace("\n", " "),
    }
