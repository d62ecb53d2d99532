"""Figures that cells draw, on a page of the book: in the labs' look, with the page's ink, colours and font."""

import io
import re
from typing import Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from lipbandits.explorers import svg
from lipbandits.style import OKABE_ITO, PAGE_ROLES

# In pixels: the labs' text, what an inch of `figsize` takes, in height at least, and the column of the book.
TEXT = 14
INCH = 125
LEAST = 100
COLUMN = 688
_SIZES = ("font.size", "axes.titlesize", "axes.labelsize", "xtick.labelsize", "ytick.labelsize", "legend.fontsize")
STYLE: dict[Any, Any] = {**svg.STYLE, **dict.fromkeys(_SIZES, TEXT), "lines.linewidth": 2.0}
_GREY = re.compile(r"\b(fill|stroke): #([0-9a-f]{2})\2\2\b")


def follow_the_page() -> None:
    """Let the cells that this kernel runs from now on show figures as a page of the book has them."""
    import matplotlib.pyplot as plt
    from IPython import get_ipython

    # The kernel's own backend; where it comes later, it takes all formatters away.
    plt.switch_backend(matplotlib.get_backend())
    matplotlib.rcParams.update(STYLE)
    formatters = get_ipython().display_formatter.formatters
    for formatter in formatters.values():
        formatter.pop(Figure, None)
    formatters["image/svg+xml"].for_type(Figure, drawn)


def drawn(figure: Figure) -> str:
    """SVG of a figure, a pixel a unit, in colours of the page.

    Parameters
    ----------
    figure : Figure
        As wide as the column at most.

    Returns
    -------
    str
        One element, without ids of other figures.
    """
    width, height = figure.get_size_inches()
    # What the column makes narrower loses less of its height, since its text stays as large.
    pixels = min(INCH * width, COLUMN)
    file = io.StringIO()
    figure.set_size_inches(pixels / 72, max(pixels / width, LEAST) / 72 * height)
    try:
        with matplotlib.rc_context(STYLE):
            FigureCanvasSVG(figure).print_svg(file, metadata={"Date": None})
    finally:
        figure.set_size_inches(width, height)
    return in_page_colours(svg.clean(file.getvalue()))


def in_page_colours(picture: str) -> str:
    """The same SVG with the page's variables for Okabe and Ito's colours, and its ink, thinned, for greys."""
    for name, colour in OKABE_ITO.items():
        picture = picture.replace(colour.lower(), f"var(--lab-{PAGE_ROLES[name]}, {colour})")
    return _GREY.sub(
        lambda found: f"{found[1]}: currentColor; {found[1]}-opacity: {1 - int(found[2], 16) / 255:.2f}", picture
    )
