"""The looks of the book: colours, lines and markers, legends and ticks, the same in figures and explorers."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axis import Axis

# What a curve is drawn with.
Look = dict[str, Any]

OKABE_ITO = {
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "green": "#009E73",
    "orange": "#E69F00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
}

# One look a role, in every picture of the book: colour, line style and marker all differ.
THETA: Look = {"color": OKABE_ITO["blue"], "linestyle": "-", "marker": "o", "markersize": 4.5}
CONFUSING: Look = {"color": OKABE_ITO["vermillion"], "linestyle": "--", "marker": "s", "markersize": 4.5}
STRUCTURED: Look = {"color": OKABE_ITO["green"], "linestyle": "-", "marker": "D", "markersize": 4.5}
PLAIN: Look = {"color": "black", "linestyle": ":", "marker": "^", "markersize": 4.5}
HERE: Look = {
    "color": OKABE_ITO["orange"],
    "linestyle": "none",
    "marker": "o",
    "markersize": 10,
    "markeredgecolor": "black",
}
UCB: Look = {"color": OKABE_ITO["orange"], "linestyle": "--", "marker": "v", "markersize": 4.5}
GREEDY: Look = {"color": OKABE_ITO["purple"], "linestyle": "-.", "marker": "P", "markersize": 4.5}
UNIFORM: Look = {"color": OKABE_ITO["sky"], "linestyle": "-", "marker": "X", "markersize": 4.5}
# Those that the book adds to the paper's; none of them has more than its colour or its line in common with another one.
THOMPSON: Look = {"color": OKABE_ITO["sky"], "linestyle": (0, (3, 1, 1, 1, 1, 1)), "marker": ">", "markersize": 4.5}
MOSS: Look = {"color": OKABE_ITO["vermillion"], "linestyle": "-.", "marker": "<", "markersize": 4.5}
IMED: Look = {"color": OKABE_ITO["purple"], "linestyle": (0, (8, 2)), "marker": "p", "markersize": 4.5}
OSSB: Look = {"color": OKABE_ITO["purple"], "linestyle": (0, (3, 1, 1, 1, 1, 1)), "marker": "d", "markersize": 4.5}
IMED_UB: Look = {"color": OKABE_ITO["orange"], "linestyle": "-.", "marker": "*", "markersize": 5.5}
# Policies by the names that readers see, in every figure, table and lab.
POLICIES: dict[str, Look] = {
    "UCB": UCB,
    "KL-UCB": PLAIN,
    "CKL-UCB": STRUCTURED,
    "OSLB": CONFUSING,
    "Greedy": GREEDY,
    "Uniform": UNIFORM,
    "Thompson": THOMPSON,
    "MOSS": MOSS,
    "IMED": IMED,
    "OSSB": OSSB,
    "IMED-UB": IMED_UB,
    "HOO": CONFUSING,
    "Zooming": GREEDY,
    "Adaptive": UNIFORM,
}
# Those that play with contexts: one that shares them, and copies of two others.
SHARED: Look = {"color": OKABE_ITO["purple"], "linestyle": "-", "marker": "P", "markersize": 4.5}
IN_CONTEXTS: dict[str, Look] = {"CCKL-UCB": SHARED, "CKL-UCB": STRUCTURED, "KL-UCB": PLAIN}
CONE: Look = {"color": OKABE_ITO["vermillion"], "alpha": 0.18, "linewidth": 0}
# The same roles on a page, on light and on dark paper; words need more contrast than lines.
PAGE_COLOURS = {
    "truth": (OKABE_ITO["blue"], OKABE_ITO["sky"]),
    "truth-text": ("#005A8C", "#7CC5F0"),
    "lie": (OKABE_ITO["vermillion"], "#FF9D5C"),
    "lie-text": ("#A84A00", "#FFB07D"),
    "plan": (OKABE_ITO["green"], "#35C79B"),
    "price": ("#A8558A", "#DD9CC2"),
    "plain": ("#000000", "#F0F2F5"),
    "ucb": ("#B87A00", "#F2B84B"),
    "uniform": ("#3A87B7", "#A6D8F6"),
}
# Which of these a page shows in the place of a colour of a figure.
PAGE_ROLES = {
    "blue": "truth",
    "vermillion": "lie",
    "green": "plan",
    "orange": "ucb",
    "purple": "price",
    "sky": "uniform",
}
# A legend above the axes, where no curve runs.
ABOVE: Look = {
    "loc": "lower center",
    "bbox_to_anchor": (0.45, 1.0),
    "ncols": 2,
    "columnspacing": 0.8,
    "handlelength": 1.8,
}


def title_of(name: str) -> str:
    """What readers see of a policy whose name is that of its class, or begins so: CKL-UCB for CKLUCB.

    Parameters
    ----------
    name : str
        Such as the names of results.

    Returns
    -------
    str
        The name, with its hyphen.
    """
    return re.sub(r"\b(C{0,2})KLUCB\b", r"\1KL-UCB", name)


def plain_ticks(axis: "Axis", values: Sequence[float]) -> None:
    """These ticks and no others, labelled as plain numbers; typesetting powers would slow an explorer down.

    Parameters
    ----------
    axis : matplotlib axis
        Such as ``ax.xaxis``.
    values : sequence of float
        Where the ticks are.
    """
    axis.set_ticks(values, [f"{value:,g}" for value in values])
    axis.set_ticks([], minor=True)


def powers_of_ten(axis: "Axis", powers: Sequence[int]) -> None:
    """Plain labels, as `plain_ticks` has them, for an axis that shows a logarithm to base 10.

    Parameters
    ----------
    axis : matplotlib axis
        Such as ``ax.xaxis``.
    powers : sequence of int
        Where the ticks are.
    """
    axis.set_ticks(powers, [_power_of_ten(power) for power in powers])


def _power_of_ten(power: int) -> str:
    """As the labs write it: as a number from 0.01 to 1,000, and beyond these with an exponent."""
    if -3 < power < 4:
        return f"{10**power:,g}"
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def colours_as_css() -> str:
    """The colours of `PAGE_COLOURS` as variables ``--lab-…``, for both modes of a page and in explorers.

    Returns
    -------
    str
        CSS.
    """
    light, dark = (
        "".join(f"  --lab-{role}: {inks[mode]};\n" for role, inks in PAGE_COLOURS.items()) for mode in (0, 1)
    )
    # Notebooks and pages without a theme of ours follow the system.
    system = (
        f"@media (prefers-color-scheme: dark) {{\n:root:not([data-theme], [data-jp-theme-light]) {{\n{dark}}}\n}}\n"
    )
    named = ':root[data-theme="dark"], [data-jp-theme-light="false"]'
    drawn = "".join(
        f'.lb-panel [style*="{ink}: {colour.lower()}"] {{ {ink}: var(--lab-{PAGE_ROLES[name]}) !important; }}\n'
        for name, colour in OKABE_ITO.items()
        for ink in ("fill", "stroke")
    )
    return f":root {{\n{light}}}\n{system}{named} {{\n{dark}}}\n{drawn}"
