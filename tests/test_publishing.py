"""What Binder and Colab need from the repository, without asking either."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import nbformat
import pytest

import lipbandits

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
RELEASE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Release"]
# What Colab's kernel has and no other: the module, loaded before the first cell.
COLAB = """
import sys, types
sys.modules["google.colab"] = types.ModuleType("google.colab")
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
result = shell.run_cell(sys.stdin.read())
result.raise_error()
import lipbandits, os
print("PACKAGE", lipbandits.__file__)
print("HERE", os.getcwd())
"""


def first_cell(path):
    return nbformat.read(path, as_version=4).cells[0]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_first_cell_installs_the_release_that_the_metadata_names(path):
    cell = first_cell(path)
    assert cell.cell_type == "code" and "remove-cell" in cell.metadata.tags
    assert re.findall(r'RELEASE = "(.*)"', cell.source) == [RELEASE]
    assert cell.source == first_cell(NOTEBOOKS[0]).source


def test_the_release_is_that_of_this_version():
    assert RELEASE.endswith(f"/v{lipbandits.__version__}.tar.gz"), "make address REPOSITORY=owner/name writes it"


def test_the_first_cell_does_nothing_outside_colab(tmp_path):
    code = COLAB.replace('sys.modules["google.colab"]', "_")
    done = run(code, first_cell(NOTEBOOKS[0]).source, tmp_path)
    assert f"HERE {tmp_path}" in done and list(tmp_path.iterdir()) == []


def test_in_colab_the_first_cell_fetches_package_and_data(tmp_path):
    """Against an archive like GitHub's; pip only says what it would install."""
    archive, work = tmp_path / "v.tar.gz", tmp_path / "content"
    work.mkdir()
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    with tarfile.open(archive, "w:gz") as tar:
        for name in filter(None, files.split("\0")):
            if (ROOT / name).exists():
                tar.add(ROOT / name, f"lipbandits-{lipbandits.__version__}/{name}")
    source = first_cell(NOTEBOOKS[0]).source.replace(RELEASE, archive.as_uri())
    assert "%pip install -q " in source
    source = source.replace("%pip install ", f"%pip install --dry-run --no-deps --report {tmp_path / 'pip.json'} ")
    done = run(COLAB, source, work)
    (installed,) = json.loads((tmp_path / "pip.json").read_text())["install"]
    assert (installed["metadata"]["name"], installed["metadata"]["version"]) == ("lipbandits", lipbandits.__version__)
    assert (installed["requested"], installed["download_info"]["dir_info"]) == (True, {"editable": True})
    assert f"PACKAGE {work / 'lipbandits-release' / 'lipbandits'}" in done
    assert f"HERE {work / 'lipbandits-release' / 'book'}" in done
    assert (work / "lipbandits-release" / "lipbandits" / "data").is_dir()


def run(code, cell, folder):
    """What a fresh interpreter prints that runs the cell in the folder."""
    environment = {**os.environ, "IPYTHONDIR": str(folder.parent / "ipython")}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [sys.executable, "-c", code], input=cell, cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_binder_gets_the_oldest_python_that_the_package_supports():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (ROOT / "runtime.txt").read_text().strip() == f"python-{project['requires-python'].removeprefix('>=')}"


def test_binder_can_run_what_warms_the_engine():
    assert os.access(ROOT / "postBuild", os.X_OK)
    subprocess.run(["bash", "-n", ROOT / "postBuild"], check=True)


def test_every_policy_with_a_twin_is_warmed(monkeypatch):
    from lipbandits.engine import _TWINS
    from lipbandits.engine.__main__ import warm

    warmed = set()
    simulate = lipbandits.simulate

    def noting(bandit, policies, *arguments, **options):
        warmed.update(type(policy) for policy in policies)
        return simulate(bandit, policies, *arguments, **options)

    monkeypatch.setattr(lipbandits, "simulate", noting)
    warm()
    assert set(_TWINS) <= warmed
