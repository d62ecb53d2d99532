"""Figures that cells draw, as a page of the book shows them."""

import re
from types import SimpleNamespace

import nbclient
import nbformat
import pytest
from matplotlib.figure import Figure

from lipbandits import style
from lipbandits.explorers import figures
from tests.test_notebooks import extension


def figure(width=4.8, height=3.2):
    """A figure with a curve in each colour, black, grey and a word."""
    made = Figure(figsize=(width, height))
    ax = made.add_subplot()
    for color in (*style.OKABE_ITO.values(), "black", "0.8"):
        ax.plot([0, 1], color=color)
    ax.set_title("a word")
    return made


@pytest.mark.parametrize(("size", "box"), [((4.8, 3.2), "0 0 600 400"), ((9, 3.8), "0 0 688 380")])
def test_a_figure_is_as_wide_as_the_column_at_most(size, box):
    assert figures.drawn(figure(*size)).startswith(f'<svg viewBox="{box}"')


def test_a_figure_has_no_colours_of_its_own():
    picture = figures.drawn(figure())
    for name, colour in style.OKABE_ITO.items():
        assert f"var(--lab-{style.PAGE_ROLES[name]}, {colour})" in picture
    assert re.findall(r"(?<!, )#[0-9a-f]{3,6}\b", picture) == []
    assert "stroke: currentColor; stroke-opacity: 0.20" in picture
    assert "a word" in picture and "font-family" not in picture


def test_every_colour_of_figures_has_its_place_among_those_of_the_page():
    assert set(style.PAGE_ROLES) == set(style.OKABE_ITO)
    roles = list(style.PAGE_ROLES.values())
    assert set(roles) <= set(style.PAGE_COLOURS) and len(set(roles)) == len(roles)
    for mode in (0, 1):
        assert len({style.PAGE_COLOURS[role][mode] for role in roles}) == len(roles)


def test_a_figure_in_the_page_says_what_it_shows():
    found = extension("figures").in_page(figures.drawn(figure()), 'regret & "bounds"')
    assert 'role="img" aria-label="regret &amp; &quot;bounds&quot;" style="--lb-width: 600px"' in found
    assert found.startswith('<div class="lb-drawn-box"><svg ') and found.endswith("</svg></div>")


def test_kernels_of_the_book_draw_so_and_no_others(tmp_path, monkeypatch):
    cell = "import matplotlib.pyplot as plt\nplt.subplots()[1].plot([0, 1]);"

    def shown():
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
        nbclient.NotebookClient(notebook).execute()
        return {kind for output in notebook.cells[0].outputs for kind in output.get("data", {})}

    assert "image/svg+xml" not in shown()
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    extension("figures").tell_the_kernels(SimpleNamespace(outdir=tmp_path / "html"))
    assert shown() == {"text/plain", "image/svg+xml"}
