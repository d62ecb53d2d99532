"""What every test shares."""

import json
import os
import re
from pathlib import Path

import hypothesis
import matplotlib
import pytest

matplotlib.use("Agg")

# Derandomised, so that a red run is red again; no deadline, so that a busy machine does not fail a right answer.
hypothesis.settings.register_profile("book", derandomize=True, deadline=None)
# For `make coverage`, where nothing is compiled: a few examples reach the lines, and comparing is not its purpose.
hypothesis.settings.register_profile("coverage", derandomize=True, deadline=None, max_examples=3)
hypothesis.settings.load_profile("book")

# A shell that built the book may still carry this; explorers must not bake during the tests.
os.environ.pop("LIPBANDITS_BAKE", None)


@pytest.fixture(scope="session")
def reference():
    """The independent values of tests/data/README.md, by section."""
    return json.loads((Path(__file__).parent / "data" / "reference.json").read_text())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Share tests out one by one, but those that use the same expensive thing to the same process.

    Xdist's own marker for this, `xdist_group`, has no effect with pytest 9.2.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Shares(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file, _, each = nodeid.rpartition("[")
            if "tests/test_explorers.py::" in file:
                return re.sub(r"(-\d+)?\]$", "", each)  # An explorer's grid is drawn once.
            if "test_numbers.py::" in file or "test_built_site.py::" in file:
                return f"{file.partition('::')[0]} {each}"  # A page is read once.
            if file.endswith("::test_what_may_be_typed"):
                return file  # A page is opened once.
            if "test_lab.py::" in nodeid:
                return "test_lab.py"  # One Jupyter server.
            return nodeid

    return Shares(config, log)
