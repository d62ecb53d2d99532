"""The wheel, built from what is in git and installed outside the repository: what it holds, and that all of it works.

Everything runs in a Python that looks neither here nor in PYTHONPATH (-I); each script says where its package lies.
"""

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from lipbandits.explorers import catalogue
from lipbandits.study.league import COUNTS
from lipbandits.study.recipes import EXPERIMENTS, FIGURES, command_of
from lipbandits.study.tables import TABLES
from tests.machine import ROOT, Machine, release

DATA = ROOT / "lipbandits" / "study" / "data"
# As JSON on the last line, where the package lies; what the script found is beside it.
SAY = "\nimport json, lipbandits\nprint(json.dumps([lipbandits.__file__, found]))"

READ = """
from lipbandits.study import data, tables
found = {}
for name in NAMES:
    arrays, provenance = (data.table if name in tables.TABLES else data.results)(name)
    found[name] = [len(arrays), provenance["command"]]
"""
DRAW = """
from lipbandits.explorers import catalogue
from lipbandits.explorers.svg import Drawing
found = {}
for name in NAMES:
    explorer = catalogue()[name]
    drawing, states = Drawing(explorer), list(explorer.states())
    found[name] = [[min(map(len, svgs)), status] for svgs, status in map(drawing.draw, (states[0], states[-1]))]
"""
# The tables have no option for a horizon.
TABULATE = """
from lipbandits.study import of_tails, on_points, with_contexts
from lipbandits.study.cli import main
for module, name, value in [
    (on_points, "HORIZON", 60), (on_points, "HORIZONS", (60,)), (on_points, "LONG", (60,)),
    (on_points, "NUMBERS_OF_ARMS", (2, 5)), (on_points, "MORE_ARMS", (9,)),
    (with_contexts, "HORIZON", 60), (with_contexts, "POPULAR_HORIZON", 100),
    (of_tails, "ROUNDS", (11, 31)), (of_tails, "LEVEL_ARMS", (1, 2)), (of_tails, "LEVEL_ROUNDS", (30, 100)),
]:
    assert hasattr(module, name)
    setattr(module, name, value)
found = {name: main([name, "--runs", "2", "--out", f"{name}.npz"]) for name in NAMES}
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, and a machine on which it is installed."""
    machine = Machine(tmp_path_factory.mktemp("wheel") / "python")
    machine.pip("wheel", "--wheel-dir", str(machine.folder / "dist"), release(machine.folder))
    (path,) = (machine.folder / "dist").glob("*.whl")
    machine.install(str(path))
    return path, machine


def ask(machine, script, names, folder, **environment):
    """What a script finds for these names, in a package that is not the repository's."""
    code = f"NAMES = {list(names)!r}{script}{SAY}"
    file, found = json.loads(machine.python_says(["-I", "-c", code], folder, **environment).splitlines()[-1])
    assert Path(file).is_relative_to(machine.folder) and not Path(file).is_relative_to(ROOT)
    return found


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    held = {name for name in zipfile.ZipFile(wheel[0]).namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(["git", "ls-files", "lipbandits"], cwd=ROOT, check=True, capture_output=True, text=True)
    assert held == {name for name in tracked.stdout.splitlines() if (ROOT / name).exists()}


def test_every_stored_study_is_read_from_the_wheel(wheel, tmp_path):
    stored = {each.stem for each in DATA.glob("*.npz") if not each.stem.startswith("league-")}
    found = ask(wheel[1], READ, stored, tmp_path)
    assert stored and set(found) == stored
    # Leagues are comparisons, which are read by their number of arms.
    held = zipfile.ZipFile(wheel[0]).namelist()
    assert {f"lipbandits/study/data/league-{n_arms}.npz" for n_arms in COUNTS} <= set(held)
    assert [name for name, (arrays, made) in found.items() if not (arrays and made.startswith(command_of(name)))] == []


@pytest.mark.slow
def test_every_explorer_draws_its_first_and_its_last_state_from_the_wheel(wheel, tmp_path):
    found = ask(wheel[1], DRAW, catalogue(), tmp_path)
    assert set(found) == set(catalogue())
    assert [name for name, drawn in found.items() for size, words in drawn if size < 2000 or len(words) < 20] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["figure-1", *EXPERIMENTS])
def test_every_experiment_runs_from_the_wheel(name, wheel, tmp_path):
    if name == "figure-1":
        said = wheel[1].python_says(["-I", "-m", "lipbandits", name], tmp_path)
        assert (tmp_path / "figure-1.svg").read_text().startswith("<?xml") and said.startswith("figure-1.svg")
        return
    command = command_of(name).split()[1:]
    # Without compiling, which would take longer than these rounds; the next test compiles.
    options = ["--runs", "1", "--horizon", "60", "--jobs", "1"]
    said = wheel[1].python_says(["-I", *command, *options], tmp_path, NUMBA_DISABLE_JIT="1")
    assert said.splitlines()[-1] == f"{name}.npz" and (tmp_path / f"{name}.npz").exists()


@pytest.mark.slow
def test_compiled_policies_run_from_the_wheel(wheel, tmp_path):
    for figure in FIGURES:
        said = wheel[1].python_says(["-I", "-m", "lipbandits", figure, "--runs", "2", "--horizon", "500"], tmp_path)
        assert "CKLUCB: mean" in said


@pytest.mark.slow
def test_every_table_is_made_from_the_wheel(wheel, tmp_path):
    found = ask(wheel[1], TABULATE, TABLES, tmp_path, NUMBA_DISABLE_JIT="1")
    assert found == dict.fromkeys(TABLES, 0)
    assert {each.name for each in tmp_path.iterdir()} == {f"{name}.npz" for name in TABLES}
