"""A reader's machine: a Python that has all that the package needs, but not the package, and kernels of it."""

import json
import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from unittest import mock

import nbclient
import nbformat
import setuptools

import lipbandits

ROOT = Path(__file__).resolve().parents[1]
# Nothing is fetched: neither what the package needs nor what builds it.
OFFLINE = "--no-deps --no-build-isolation --disable-pip-version-check"


def release(folder):
    """The address of an archive like that of a release on GitHub: all files, in a folder of the version's name."""
    archive = folder / f"v{lipbandits.__version__}.tar.gz"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    with tarfile.open(archive, "w:gz") as tar:
        for name in filter(None, files.split("\0")):
            if (ROOT / name).exists():
                tar.add(ROOT / name, f"lipbandits-{lipbandits.__version__}/{name}")
    return archive.as_uri()


class Machine:
    """A virtual environment in the folder, with the packages of this one but not those that are installed as a link."""

    def __init__(self, folder):
        assert int(setuptools.__version__.split(".")[0]) >= 77, "setuptools is too old; `make test` installs the extra"
        self.folder, self.python = folder, folder / "bin" / "python"
        venv.create(folder, symlinks=True, with_pip=False)
        (packages,) = folder.glob("lib/python*/site-packages")
        # Python adds these folders, but does not read the .pth files in them, with which `pip install -e` makes links.
        outer = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
        (packages / "outer.pth").write_text("\n".join(outer))
        # A kernel gets the environment of the tests; the package must not be found by that.
        self.environment = {"PYTHONPATH": "", "IPYTHONDIR": str(folder / "ipython")}
        command = [str(self.python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        spec = {"argv": command, "display_name": "Reader", "language": "python", "env": self.environment}
        kernel = folder / "share" / "jupyter" / "kernels" / "reader"
        kernel.mkdir(parents=True)
        (kernel / "kernel.json").write_text(json.dumps(spec))
        look = "import importlib.util; print(importlib.util.find_spec('lipbandits'))"
        assert self.python_says(["-c", look], folder) == "None\n"

    def install(self, address):
        """Install the release, as a copy."""
        self.pip("install", address)

    def pip(self, command, *arguments):
        """Run a command of pip, without network."""
        command = [self.python, "-m", "pip", command, "--quiet", *OFFLINE.split(), *arguments]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def python_says(self, arguments, folder, **environment):
        """What Python prints that is run in the folder, with what a kernel has in its environment."""
        environment = {**os.environ, **self.environment, **environment}
        command = [self.python, *arguments]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def run(self, sources, folder):
        """Run cells in a new kernel in the folder; return them with their outputs, and fail where one fails."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
        client = nbclient.NotebookClient(
            notebook, kernel_name="reader", timeout=300, resources={"metadata": {"path": str(folder)}}
        )
        with mock.patch.dict(os.environ, JUPYTER_PATH=str(self.folder / "share" / "jupyter")):
            client.execute()
        return notebook.cells


def printed(cell):
    """What a cell has printed."""
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")
