"""Writes where the package's release is found: once in pyproject.toml, and from there in each notebook's first cell.

    python tools/address.py owner/name    the repository's release of this version, on GitHub
    python tools/address.py               only brings the notebooks up to date

In Colab a notebook arrives alone, so its first cell installs the release: the package, and its data in it. A cell
cannot ask the package for that address before the package is there, hence the copies; a test compares them. It names
no folder, since a path means another place after each change of directory; and it installs a copy, not a link to the
source (`-e`), for Python reads those links only when it starts.
"""

import re
import sys
import tomllib
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = ROOT / "pyproject.toml"
CELL = """\
# In Colab this installs the book's package, with its data. Elsewhere it does nothing: if the package is missing
# there, the page of the book that has this file's name says at its end, under "Run it yourself", how to install it.
# Does the text below show marks such as :::{{admonition}} or {{doc}}? Then this notebook does not know MyST. The pages
# of the book do, and so does JupyterLab with the extension jupyterlab-myst: solutions are folded, theorems boxed.
# This file holds no pictures: run its cells, or open the page of the book that has its name, where all answers at once.
import sys

if "google.colab" in sys.modules:
    import importlib

    RELEASE = "{address}"
    %pip install -q $RELEASE
    importlib.invalidate_caches()
    # The sliders of ipywidgets 8 need it there.
    sys.modules["google.colab.output"].enable_custom_widget_manager()
"""


def release():
    """Return the address of the release that the package's metadata names."""
    return tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["urls"]["Release"]


def first_cell(address):
    """Return the source of every notebook's first cell."""
    return CELL.format(address=address).rstrip()


def main(arguments):
    if len(arguments) > 1:
        sys.exit(f"{' '.join(arguments)!r} is not one owner/name")
    if arguments:
        (repository,) = arguments
        if not re.fullmatch(r"[\w-]+/[\w.-]+", repository):
            sys.exit(f"{repository!r} is not owner/name")
        version = re.search(r'__version__ = "(.+)"', (ROOT / "lipbandits" / "__init__.py").read_text()).group(1)
        address = f"https://github.com/{repository}/archive/refs/tags/v{version}.tar.gz"
        text = PYPROJECT.read_text(encoding="utf-8")
        PYPROJECT.write_text(re.sub(r'^Release = ".*"$', f'Release = "{address}"', text, flags=re.MULTILINE))
    for path in sorted((ROOT / "book").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        if not notebook.cells[0].source.startswith("# In Colab"):
            notebook.cells.insert(0, nbformat.v4.new_code_cell(id="release", metadata={"tags": ["remove-cell"]}))
        notebook.cells[0].source = first_cell(release())
        nbformat.write(notebook, path)
    print(f"Colab fetches {release()}" + ("; commit what changed" if arguments else ", as before: no owner/name given"))


if __name__ == "__main__":
    main(sys.argv[1:])
