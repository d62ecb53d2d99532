"""The page `api` shows every public name, and every public name says what it is."""

import importlib
import inspect
import re
import sys
from pathlib import Path

import pytest

import lipbandits

BOOK = Path(__file__).resolve().parents[1] / "book"
SHOWN = re.findall(r"^\.\. auto(?:class|function):: lipbandits\.(\S+)$", (BOOK / "api.md").read_text(), re.MULTILINE)
PUBLIC = {
    "": [name for name in lipbandits.__all__ if not inspect.ismodule(getattr(lipbandits, name))],
    "theory.concentration.": lipbandits.concentration.__all__,
    **{f"{name}.": importlib.import_module(f"lipbandits.{name}").__all__ for name in ("explorers", "exercises")},
}
# These have no __all__: what they define is what they offer.
for _name in ("study.recipes", "study.results", "study.cli", "plots"):
    _module = importlib.import_module(f"lipbandits.{_name}")
    PUBLIC[f"{_name}."] = [
        name
        for name, value in vars(_module).items()
        if getattr(value, "__module__", None) == _module.__name__ and callable(value) and not name.startswith("_")
    ]


@pytest.fixture(scope="module")
def docstrings():
    """The extension of the book that reads docstrings."""
    sys.path.insert(0, str(BOOK / "_ext"))
    yield importlib.import_module("docstrings")
    sys.path.remove(str(BOOK / "_ext"))


@pytest.mark.parametrize("module", PUBLIC)
def test_the_page_shows_every_public_name(module):
    missing = [module + name for name in PUBLIC[module] if module + name not in SHOWN]
    assert missing == [], "without a line in book/api.md"


def test_the_page_shows_no_name_twice():
    assert sorted(SHOWN) == sorted(set(SHOWN))


@pytest.mark.parametrize("name", SHOWN)
def test_what_the_page_shows_has_a_docstring_of_one_sentence_first(name):
    module, _, last = f"lipbandits.{name}".rpartition(".")
    value = getattr(importlib.import_module(module), last)
    assert value.__doc__ and not value.__doc__.startswith(f"{last}("), "no docstring"
    if inspect.isclass(value):
        silent = [
            method
            for method, function in vars(value).items()
            # A method that does what its base class says says nothing itself.
            if inspect.isfunction(function)
            and not method.startswith("_")
            and not inspect.getdoc(getattr(value, method))
        ]
        assert silent == []


def test_symbols_in_a_docstring_are_no_markup(docstrings):
    line = "|θ_i − θ_k| ≤ L for the mean θ*, t_k plays and *args"
    assert docstrings.inline(line, "lipbandits.kl") == r"\|θ\_i − θ\_k\| ≤ L for the mean θ\*, t\_k plays and \*args"


def test_a_name_of_the_package_becomes_a_link_and_other_code_does_not(docstrings):
    assert docstrings.inline("see `Geometry`", "lipbandits.kl") == "see :py:obj:`Geometry <lipbandits.Geometry>`"
    assert docstrings.inline("see `save`", "lipbandits.Regret.load").endswith("<lipbandits.Regret.save>`")
    assert docstrings.inline("`LowerBound`", "lipbandits.lower_bound").endswith(
        "<lipbandits.theory.lower_bounds.LowerBound>`"
    )
    assert docstrings.inline("`nothing` and ``check=False``", "lipbandits.kl") == "``nothing`` and ``check=False``"


def test_a_section_becomes_a_list_with_one_item_an_entry(docstrings):
    section = [
        "Means.",
        "",
        "Parameters",
        "----------",
        "runs : how many. seed : an integer; run r",
        "    depends on it.",
    ]
    untitled = ["Means.", "", "n_jobs : processes; -1 is", "    one for each core."]
    listed = ["Means.", "", "* **n\\_jobs**: processes; -1 is one for each core."]
    assert docstrings.markup(untitled, "lipbandits.simulate") == listed
    assert docstrings.markup([*section, "", ">>> 1 | 2", "3"], "lipbandits.simulate") == [
        "Means.",
        "",
        ":Parameters:",
        "    * **runs**: how many.",
        "    * **seed**: an integer; run r depends on it.",
        "",
        "",
        ">>> 1 | 2",
        "3",
    ]
