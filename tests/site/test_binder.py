"""What Binder builds, built here: `make binder`.

A new environment from `requirements.txt` alone, with the Python that `runtime.txt` names, warmed by `postBuild`; then
JupyterLab with every notebook of the book run whole and every slider moved.
"""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest
from jupyter_lab import boxes, end_with, last_words, move_sliders, opened_and_run, server

from lipbandits.explorers import Explorer

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted(path.name for path in (ROOT / "book").glob("*.ipynb"))
# What the environment took, in seconds, for a test to report.
TOOK = {}
LIMIT = 1000  # MB for a kernel; Binder gives at least 1 GB to all that runs.

pytestmark = [
    pytest.mark.binder,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Binder's machines run Linux"),
]


def named_python():
    """The interpreter that runtime.txt names."""
    name = (ROOT / "runtime.txt").read_text().strip().replace("-", "")
    if name == f"python{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    return shutil.which(name) or pytest.fail(f"there is no {name} here, which runtime.txt names")


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address of JupyterLab on a clone, in the environment that Binder would build."""
    root = tmp_path_factory.mktemp("binder")
    repository, environment = root / "repository", root / "environment"
    repository.mkdir()
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, files.split("\0")):
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, repository / name)
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "LIPBANDITS"))
    }
    clean["PATH"] = f"{environment / 'bin'}:{os.environ['PATH']}"

    def run(what, *command):
        began = time.monotonic()
        done = subprocess.run(command, cwd=repository, env=clean, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        TOOK[what] = time.monotonic() - began

    run("venv", named_python(), "-m", "venv", environment)
    pip = environment / "bin" / "pip"
    run("install", pip, "install", "--disable-pip-version-check", "--quiet", "-r", "requirements.txt")
    run("compile", "./postBuild")
    for path in (repository / "book").glob("*.ipynb"):
        end_with(path)
    with server(environment / "bin" / "python", repository / "book", root, clean) as address:
        yield address


def shown_in(chapter):
    """The names of the explorers that a notebook shows."""
    cells = nbformat.read(ROOT / "book" / chapter, as_version=4).cells
    code = "\n\n\n".join(cell.source for cell in cells if cell.cell_type == "code")
    places = re.findall(r"^from (lipbandits\.explorers\.[\w.]+) import (\w+)", code, re.MULTILINE)
    parts = [getattr(importlib.import_module(module), name) for module, name in places]
    return {part.name for part in parts if isinstance(part, Explorer)}


def peak_memory(kernel):
    """The most memory that a kernel has had, in MB, with the processes that it has started and not ended."""
    peaks, parents = {}, {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            status = dict(
                line.split(":\t", 1) for line in (process / "status").read_text().splitlines() if ":\t" in line
            )
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue  # It has ended meanwhile.
        if "VmHWM" in status:
            number = int(process.name)
            peaks[number] = int(status["VmHWM"].split()[0]) / 1000
            parents[number] = int(status["PPid"])
            if kernel.encode() in command:
                top = number
    found = {top}
    while more := {number for number, parent in parents.items() if parent in found} - found:
        found |= more
    return sum(peaks[number] for number in found)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_runs_whole_and_its_sliders_move(chapter, lab, browser, measure):
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    began = time.monotonic()
    page = opened_and_run(context, lab, chapter)
    last_words(page)
    measure("binder-chapter-s", chapter, time.monotonic() - began)
    for what, seconds in TOOK.items():
        measure("binder-build-s", what, seconds)
    explorers = boxes(page)
    assert set(explorers) == shown_in(chapter)
    for name, box in explorers.items():
        move_sliders(page, name, box)
    sessions = json.load(urllib.request.urlopen(f"{lab}/api/sessions"))
    (kernel,) = [each["kernel"]["id"] for each in sessions if each["path"] == chapter]
    used = peak_memory(kernel)
    measure("binder-kernel-mb", chapter, used)
    assert used <= LIMIT
    context.close()
