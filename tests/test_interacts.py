"""While the book is built, a widget of a cell becomes what it shows first, and an error within it is told."""

import importlib
import sys
from pathlib import Path

import nbformat
import pytest

EXTENSIONS = Path(__file__).resolve().parents[1] / "book" / "_ext"
IMPORT = "from ipywidgets import IntSlider, interact"


@pytest.fixture(scope="module")
def run():
    """Run cells as the book does: their outputs, what is warned of, and what is left in the notebook's metadata."""
    config, inline = pytest.importorskip("myst_nb.core.config"), nbformat.v4
    sys.path.insert(0, str(EXTENSIONS))
    interacts = importlib.import_module("interacts")
    sys.path.remove(str(EXTENSIONS))

    def outcome(*sources):
        notebook = inline.new_notebook(cells=[inline.new_code_cell(source) for source in sources])
        told = Told()
        interacts.WithoutSliders(notebook, None, config.NbParserConfig(execution_in_temp=True), told).start_client()
        return [cell.outputs for cell in notebook.cells], told.warnings, notebook.metadata

    return outcome


class Told:
    """A logger that keeps its warnings."""

    def __init__(self):
        self.warnings = []

    def info(self, *_):
        pass

    def warning(self, text, **_):
        self.warnings.append(text)


def test_of_a_plain_interact_the_first_answer_is_left(run):
    words = "interact(lambda L=2: print('L is', L), L=(0, 5));"
    (first, plain, alone), warnings, metadata = run(f"{IMPORT}\n{words}", "print('before')\n1 + 1", "IntSlider()")
    assert [(output.output_type, output.text) for output in first] == [("stream", "L is 2\n")]
    assert [output.output_type for output in plain] == ["stream", "execute_result"]
    assert [list(output.data) for output in alone] == [["text/plain", "application/vnd.jupyter.widget-view+json"]]
    assert warnings == [] and "widgets" not in metadata


def test_an_error_within_a_widget_is_a_warning_which_stops_the_book(run):
    _, warnings, _ = run(f"{IMPORT}\ninteract(lambda L=2: 1 / 0, L=(0, 5));")
    assert warnings == ["ZeroDivisionError in a widget: division by zero"]


def test_where_a_notebook_stops_its_own_error_is_told(run):
    (first, _), warnings, _ = run(f"{IMPORT}\ninteract(lambda L=2: print(L), L=(0, 5));", "1 / 0")
    assert len(first) == 1 and warnings == ["Executing notebook failed: CellExecutionError"]
