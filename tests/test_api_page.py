"""The page `api` shows every public name, and every name says what it is, in the form that standard tools read."""

import importlib
import inspect
import re
import tomllib
from functools import cached_property
from pathlib import Path

import pytest
import yaml

import lipbandits

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "book" / "api.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^\.\. auto(?:class|function):: lipbandits\.(\S+)$", PAGE, re.MULTILINE)
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
SECTIONS = ("Parameters", "Returns", "Attributes", "Raises", "Warns", "Notes", "Examples")
# The rooms whose docstrings have them.
ROOMS = ("model", "theory", "policies", "play", "study", "plots", "checks", "files")


def named(name):
    """The object that the page calls `name`."""
    module, _, last = f"lipbandits.{name}".rpartition(".")
    return getattr(importlib.import_module(module), last)


def members(value):
    """{name: member} of what a class itself defines and autodoc shows."""
    shown = property, cached_property, classmethod, staticmethod
    return {
        name: member
        for name, member in vars(value).items()
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, shown)) and member.__doc__
    }


def documented():
    """{name: object} of everything that the page documents, methods too."""
    found = {name: named(name) for name in SHOWN}
    for name, value in list(found.items()):
        if inspect.isclass(value):
            found |= {f"{name}.{member}": getattr(value, member) for member in members(value)}
    return found


DOCUMENTED = documented()


def sections(value):
    """{title: [(entry, lines below it)]} of a docstring."""
    lines, found, title = inspect.getdoc(value).splitlines(), {}, None
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if below and set(below) == {"-"}:
            title, found[line] = line, []
        elif title and line.startswith(" "):
            found[title][-1][1].append(line)
        elif title and line.strip("-"):
            found[title].append((line, []))
    return found


def entries(value, title):
    """The names of the entries of a section: "low, high : float" has two."""
    names = [entry.partition(" : ")[0] for entry, _ in sections(value).get(title, ())]
    return [name.lstrip("*") for each in names for name in each.split(", ")]


def parameters(value):
    """The names in a signature; a class has that of its constructor."""
    try:
        asked = inspect.signature(value).parameters
    except (TypeError, ValueError):
        return []
    return [name for name in asked if name not in ("self", "cls") and not name.startswith("_")]


def is_new_form(name):
    value = DOCUMENTED[name]
    ours = f"{getattr(value, '__module__', '')}.".startswith(tuple(f"lipbandits.{room}." for room in ROOMS))
    return ours and (inspect.isroutine(value) or inspect.isclass(value))


NEW_FORM = [name for name in DOCUMENTED if is_new_form(name)]


@pytest.mark.parametrize("module", PUBLIC)
def test_the_page_shows_every_public_name(module):
    missing = [module + name for name in PUBLIC[module] if module + name not in SHOWN]
    assert missing == [], "without a line in book/api.md"


def test_the_page_shows_no_name_twice():
    assert sorted(SHOWN) == sorted(set(SHOWN))


@pytest.mark.parametrize("name", SHOWN)
def test_what_the_page_shows_has_a_docstring_of_one_sentence_first(name):
    value = named(name)
    assert value.__doc__ and not value.__doc__.startswith(f"{value.__name__}("), "no docstring"
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


@pytest.mark.parametrize("name", NEW_FORM)
def test_every_parameter_of_a_signature_has_an_entry_and_the_other_way_round(name):
    value = DOCUMENTED[name]
    said = entries(value, "Parameters")
    if inspect.isclass(value) and hasattr(value, "__dataclass_fields__") and not said:
        # Nobody but the package makes one: its fields are what one reads.
        said = entries(value, "Attributes")
    assert said == parameters(value)


@pytest.mark.parametrize("name", NEW_FORM)
def test_a_docstring_has_sections_of_numpydoc_in_their_order(name):
    found = sections(DOCUMENTED[name])
    assert list(found) == sorted(found, key=SECTIONS.index)
    for title in ("Parameters", "Attributes"):
        for entry, text in found.get(title, ()):
            assert re.fullmatch(r"\**\w+(, \w+)* : \S.*", entry), entry
            assert text, f"{entry}: no description"
            assert not re.match(r" *\(?[A-Za-z0-9#][.)]( |$)", text[0]), f"{entry}: reads as an item of a numbered list"
    for entry, text in found.get("Raises", ()):
        assert re.fullmatch(r"\w+", entry) and text, entry
    doc = inspect.getdoc(DOCUMENTED[name])
    assert ">>>" not in doc or "Examples" in found, "an example outside of the section of examples"


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_name_in_single_backquotes_is_one_that_the_page_documents(name):
    text = re.sub(r"``.+?``", "", inspect.getdoc(DOCUMENTED[name]))
    unknown = [
        found
        for found in re.findall(r"`([^`]+)`", text)
        if found not in DOCUMENTED and not any(each.endswith(f".{found}") for each in DOCUMENTED)
    ]
    assert unknown == [], "other code stands in double backquotes"


def test_the_book_reads_docstrings_with_the_standard_extension():
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["sphinx"]["config"]
    assert "sphinx.ext.napoleon" in config["extensions"]
    assert not config["napoleon_google_docstring"]


def test_the_package_says_that_it_is_typed():
    assert (ROOT / "lipbandits" / "py.typed").exists()
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    assert "py.typed" in setuptools["package-data"]["lipbandits"]
