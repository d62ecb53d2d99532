"""Notebooks as they are committed: text outputs of checked cells only, nothing else that a diff would have to show."""

import ast
import importlib.util
from inspect import signature
from itertools import product
from pathlib import Path

import ipywidgets
import matplotlib.pyplot as plt
import nbformat
import pytest

from tests.numbers_in_prose import Section, literals, printed

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
CHECKED = "# NBVAL_CHECK_OUTPUT"

# Parameters of a plain `interact` that are θ, or give it its shape, or are L; beside one a chapter may have its own.
OF_THETA_OR_L = {"mean", "slope", "L"}

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def module(*path):
    spec = importlib.util.spec_from_file_location(path[-1], ROOT.joinpath(*path).with_suffix(".py"))
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def extension(name):
    # Extensions import each other by their bare names, as they are for Sphinx.
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "book" / "_ext"))
        return module("book", "_ext", name)


def tool():
    return module("tools", "strip_notebooks")


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
    """More than that belongs in the package; a cell that is the lesson itself says so with the tag `lesson`.

    Lines are short, as the column is, so that a few more are let through; and what is folded may be twice as long.
    """
    most = {False: 18, True: 36}
    long = [
        cell.id
        for cell in code_cells(path)
        if len(cell.source.splitlines()) > most["verdict" in cell.metadata]
        and "lesson" not in cell.metadata.get("tags", [])
    ]
    assert long == []


def interact_cells(path):
    """The cells that call `interact`, each with the names that the cells before it import."""
    found, imports = [], []
    for cell in code_cells(path):
        if "interact(" in cell.source:
            found.append((cell.source, "\n".join(imports)))
        if "%pip" not in cell.source:
            imports += [
                ast.unparse(n) for n in ast.parse(cell.source).body if isinstance(n, ast.Import | ast.ImportFrom)
            ]
    return found


def called(path, monkeypatch):
    """The function that the cell gives to `interact`, and the sliders that this makes of its parameters."""
    calls = []
    monkeypatch.setattr(ipywidgets, "interact", lambda function, **sliders: calls.append((function, sliders)))
    [(source, imports)] = interact_cells(path)
    names = {}
    exec(imports, names)
    exec(source, names)
    [(function, sliders)] = calls
    widget = ipywidgets.interactive(function, {"manual": True}, **sliders)
    return function, {each.description: each for each in widget.kwargs_widgets}


@every_notebook
def test_a_notebook_has_one_plain_interact_which_a_student_can_read(path, monkeypatch):
    [(source, _)] = interact_cells(path)
    lines = [line for line in source.splitlines() if line.strip()]
    assert "from ipywidgets import interact" in lines and lines[-1].startswith("interact(") and len(lines) <= 18
    _, sliders = called(path, monkeypatch)
    assert 1 <= len(sliders) <= 2 and OF_THETA_OR_L & set(sliders)


@every_notebook
def test_a_plain_interact_answers_wherever_its_sliders_are(path, monkeypatch, capsys):
    """At both ends, at the first value, half-way. `interact` drops a default that does not fit, and says nothing."""
    function, sliders = called(path, monkeypatch)
    defaults = {name: each.default for name, each in signature(function).parameters.items()}
    assert {name: slider.value for name, slider in sliders.items()} == defaults
    places = [{each.min, each.value, (each.min + each.max) / 2, each.max} for each in sliders.values()]
    for values in product(*places):
        state = {name: type(defaults[name])(value) for name, value in zip(sliders, values, strict=True)}
        function(**state)
        assert plt.get_fignums() or capsys.readouterr().out, state
        plt.close("all")


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


@every_notebook
def test_a_verdict_says_what_its_cell_prints(path):
    """A check is folded under its verdict, so something must be checked, and numbers be those of the cell."""
    for cell in code_cells(path):
        if "verdict" not in cell.metadata:
            continue
        verdict = cell.metadata["verdict"]
        assert CHECKED in cell.source or "assert" in cell.source, f"{cell.id} checks nothing"
        assert 0 < len(verdict) <= 90 and not verdict.endswith("."), f"{cell.id}: {verdict}"
        own = Section([verdict], [*printed(cell), *literals(ast.parse(cell.source))])
        assert [claim.text for claim in own.unproduced()] == [], f"{cell.id}: {verdict}"


def test_a_cell_with_a_verdict_is_folded_under_it():
    cell = nbformat.v4.new_code_cell("assert 1 < 2", metadata={"verdict": "one is less", "tags": ["lesson"]})
    plain = nbformat.v4.new_code_cell("1")
    text = nbformat.writes(nbformat.v4.new_notebook(cells=[cell, plain]))
    first, second = nbformat.reads(extension("verdicts").folded(text), as_version=4).cells
    assert first.metadata["tags"] == ["lesson", "hide-cell"]
    assert first.metadata["mystnb"]["code_prompt_show"] == "Checked: one is less"
    assert second.metadata == {} and second.source == "1"
