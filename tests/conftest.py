"""What every test shares."""

import json
import os
from pathlib import Path

import hypothesis
import matplotlib
import pytest

matplotlib.use("Agg")

# Derandomised, so that a red run is red again; no deadline, so that a busy machine does not fail a right answer.
hypothesis.settings.register_profile("book", derandomize=True, deadline=None)
hypothesis.settings.load_profile("book")

# A shell that built the book may still carry this; explorers must not bake during the tests.
os.environ.pop("LIPBANDITS_BAKE", None)


@pytest.fixture(scope="session")
def reference():
    """The independent values of tests/data/README.md, by section."""
    return json.loads((Path(__file__).parent / "data" / "reference.json").read_text())
