"""Notebooks as they are committed: text outputs of checked cells only, nothing else that a diff would have to show."""

import importlib.util
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
CHECKED = "# NBVAL_CHECK_OUTPUT"

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def tool():
    spec = importlib.util.spec_from_file_location("strip_notebooks", ROOT / "tools" / "strip_notebooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def strip(*arguments):
    return tool().main([str(argument) for argument in arguments])


def test_there_are_notebooks():
    assert NOTEBOOKS


@every_notebook
def test_notebook_is_valid_and_in_the_form_it_is_committed_in(path):
    nbformat.validate(nbformat.read(path, as_version=4))
    assert strip("--check", path) == 0, "run tools/strip_notebooks.py"


@every_notebook
def test_every_checked_cell_has_an_output_to_be_checked_against(path):
    empty = [cell.source for cell in code_cells(path) if CHECKED in cell.source and not cell.outputs]
    assert empty == [], "run `make record`"


@every_notebook
def test_no_output_shows_a_memory_address(path):
    outputs = [str(output) for cell in code_cells(path) for output in cell.outputs]
    assert [output for output in outputs if " at 0x" in output] == []


@every_notebook
def test_cells_are_about_ten_lines(path):
    """More than that belongs in the package; a cell that is the lesson itself says so with the tag `lesson`."""
    long = [
        cell.source.splitlines()[0]
        for cell in code_cells(path)
        if len(cell.source.splitlines()) > 15 and "lesson" not in cell.metadata.get("tags", [])
    ]
    assert long == []


def test_stripping_keeps_the_text_of_checked_cells_and_nothing_else(tmp_path):
    v4 = nbformat.v4
    picture = {"image/png": "aGVsbG8=", "text/plain": "<Figure>"}
    outputs = [v4.new_output("execute_result", data=picture, execution_count=7), v4.new_output("stream", text="2\n")]
    notebook = v4.new_notebook(
        cells=[
            v4.new_code_cell(f"{CHECKED}\nf()", outputs=outputs, execution_count=7),
            v4.new_code_cell("f()", outputs=outputs, execution_count=8, metadata={"tags": ["hide-input"]}),
        ],
        metadata={"widgets": {"state": {}}, "kernelspec": {"name": "mine", "display_name": "Mine"}},
    )
    path = tmp_path / "chapter.ipynb"
    nbformat.write(notebook, path)
    assert strip("--check", path) == 1
    assert strip(path) == 0
    assert strip("--check", path) == 0

    checked, other = (after := nbformat.read(path, as_version=4)).cells
    assert [output.get("data", output.get("text")) for output in checked.outputs] == [{"text/plain": "<Figure>"}, "2\n"]
    assert other.outputs == [] and other.metadata.tags == ["hide-input"]
    assert (checked.execution_count, other.execution_count) == (1, None)
    assert after.metadata.kernelspec.name == "python3"
    assert "widgets" not in after.metadata
