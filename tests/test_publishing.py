"""What Binder and Colab need from the repository, and a chapter that was downloaded, without asking any of them."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import nbformat
import pytest

import lipbandits
from tests.machine import OFFLINE, Machine, printed, release

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
RELEASE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Release"]
# What Colab's kernel has and no other: modules that are loaded before the first cell. The function of the second one is
# Colab's as far as a kernel can see it.
COLAB = """
import sys, types
from IPython import get_ipython

colab, output = (types.ModuleType(name) for name in ("google.colab", "google.colab.output"))
sys.modules |= {"google.colab": colab, "google.colab.output": output}

def mark(message):
    for kind, metadata in [(kind, message["content"]["metadata"]) for kind in message["content"]["data"]]:
        if kind.startswith("application/vnd.jupyter.widget-view"):
            metadata[kind] = {"colab": {"custom_widget_manager": {"url": "manager.js"}}}
    return message

def enable():
    get_ipython().display_pub.register_hook(mark)

output.enable_custom_widget_manager = enable
"""
WHERE = "import lipbandits, os\nprint(lipbandits.__file__)\nprint(os.getcwd())"
# Those that take seconds in every run, the others with `make slow`: what they use of the engine is compiled anew.
QUICK = ("errata", "reproduction")
DOWNLOADED = [
    pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else pytest.mark.slow) for path in NOTEBOOKS
]


def first_cell(path):
    return nbformat.read(path, as_version=4).cells[0]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_first_cell_installs_the_release_that_the_metadata_names(path):
    cell = first_cell(path)
    assert cell.cell_type == "code" and "remove-cell" in cell.metadata.tags
    assert re.findall(r'RELEASE = "(.*)"', cell.source) == [RELEASE]
    assert cell.source == first_cell(NOTEBOOKS[0]).source


def test_the_first_cell_says_what_helps_where_the_marks_of_the_text_are_not_drawn():
    assert "jupyterlab-myst" in first_cell(NOTEBOOKS[0]).source
    assert re.search("^jupyterlab-myst==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_text_of_a_notebook_needs_no_style_sheet_of_the_book(path):
    """A notebook has none, so an element that it colours would be empty there."""
    text = "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown")
    assert re.findall(r"<\w+[^>]*\s(?:class|style)=[^>]*>", text) == []


def test_the_release_is_that_of_this_version():
    assert RELEASE.endswith(f"/v{lipbandits.__version__}.tar.gz"), "make address REPOSITORY=owner/name writes it"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where a release like GitHub's lies on this machine."""
    return release(tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory, address):
    """A machine on which the release is installed."""
    machine = Machine(tmp_path_factory.mktemp("installed") / "python")
    machine.install(address)
    return machine


@pytest.fixture
def empty(tmp_path):
    """An empty folder."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    return folder


def code_of(path):
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def colab_cell(address):
    """The first cell, with the release of this machine in place of the one on the network."""
    source = first_cell(NOTEBOOKS[0]).source
    assert RELEASE in source and source.count("%pip install ") == 1
    return source.replace(RELEASE, address).replace("%pip install ", f"%pip install {OFFLINE} ")


def test_the_first_cell_does_nothing_outside_colab(installed, empty):
    first, last = installed.run([first_cell(NOTEBOOKS[0]).source, WHERE], empty)
    assert first.outputs == [] and list(empty.iterdir()) == []
    assert printed(last).splitlines()[1] == str(empty)


def test_in_a_new_kernel_of_colab_the_first_cells_of_a_chapter_run(address, empty, tmp_path):
    """Also when the first is run again, from another folder."""
    machine = Machine(tmp_path / "python")
    seconds = [code_of(ROOT / "book" / f"{name}.ipynb")[1] for name in ("lower_bound", "intro")]
    cells = machine.run([COLAB, colab_cell(address), *seconds, "%cd -q ..", colab_cell(address), WHERE], empty)
    file, here = printed(cells[-1]).splitlines()
    assert Path(file).is_relative_to(machine.folder) and here == str(empty.parent)
    # The reader's folder, which Colab shows beside the notebook, is left as it was.
    assert list(empty.iterdir()) == []


def test_in_colab_a_plain_interact_has_the_manager_of_its_widgets_too(address, empty, tmp_path):
    shows = "from ipywidgets import interact\ninteract(lambda n: n, n=3);"
    cells = Machine(tmp_path / "python").run([COLAB, colab_cell(address), shows], empty)
    (view,) = [each for each in cells[2].outputs if each.output_type == "display_data"]
    kinds = [kind for kind in view.data if kind.startswith("application/vnd.jupyter.widget-view")]
    assert [view.metadata[kind]["colab"]["custom_widget_manager"]["url"] for kind in kinds] == ["manager.js"]


def test_in_colab_explorers_and_labs_ask_for_the_manager_of_their_widgets(installed, empty):
    show = "from lipbandits.explorers.chapters.oslb import epsilon\nepsilon"
    lab = "from lipbandits.labs import tent\ntent"
    cells = installed.run([COLAB, show, "epsilon(epsilon=0.5)", lab, "lab = tent()\nlab", "epsilon.question"], empty)
    for cell in cells[1:5]:
        picture, live = cell.outputs
        assert "\n" in picture.data["text/plain"] and "<svg" in picture.data["text/html"]
        (kind,) = live.data
        assert kind.startswith("application/vnd.jupyter.widget-view")
        assert live.metadata[kind] == {"colab": {"custom_widget_manager": {"url": "manager.js"}}}
    assert cells[5].outputs[0].output_type == "execute_result"


@pytest.mark.parametrize("path", DOWNLOADED)
def test_a_chapter_that_was_downloaded_runs_alone_in_an_empty_folder(path, installed, empty):
    """Without the book's folder; it leaves nothing behind either."""
    shutil.copy(path, empty)
    installed.run(code_of(empty / path.name), empty)
    assert [each.name for each in empty.iterdir()] == [path.name]


def test_binder_gets_the_oldest_python_that_the_package_supports():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (ROOT / "runtime.txt").read_text().strip() == f"python-{project['requires-python'].removeprefix('>=')}"


def test_binder_can_run_what_warms_the_engine():
    assert os.access(ROOT / "postBuild", os.X_OK)
    subprocess.run(["bash", "-n", ROOT / "postBuild"], check=True)


def test_every_policy_with_a_twin_is_warmed(monkeypatch):
    from lipbandits.play.__main__ import warm
    from lipbandits.play.twins import TWINS

    warmed = set()
    simulate = lipbandits.simulate

    def noting(bandit, policies, *arguments, **options):
        warmed.update(type(policy) for policy in policies)
        return simulate(bandit, policies, *arguments, **options)

    monkeypatch.setattr(lipbandits, "simulate", noting)
    warm()
    assert set(TWINS) <= warmed
