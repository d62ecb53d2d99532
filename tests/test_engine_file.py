"""The engine of the pages is the one that today's sources give. `make engine-check` builds it; here it is only told."""

import gzip
import hashlib
import importlib.util
import json
import re
import tomllib

from lipbandits.labs.assets import WASM
from lipbandits.model import quantiles
from lipbandits.theory import levels
from tests.book import ROOT

FILE = WASM.read_bytes()
RECORD = json.loads(WASM.with_suffix(".json").read_text(encoding="utf-8"))
AGAIN = "run make engine"
CHECK = re.compile(r'check\(\\"([a-z-]+-\d+)\\"')


def builder():
    spec = importlib.util.spec_from_file_location("build_of_the_engine", ROOT / "tools" / "engine.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def number(data, at):
    """A whole number of the format (LEB128, unsigned), and what follows it."""
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 0x80:
            return value, at


def sections():
    """{number: content} of the sections of the file."""
    assert FILE[:8] == b"\0asm\1\0\0\0"
    found, at = {}, 8
    while at < len(FILE):
        kind, (size, begin) = FILE[at], number(FILE, at + 1)
        found[kind], at = FILE[begin : begin + size], begin + size
    return found


def test_it_was_built_from_these_sources():
    assert RECORD["sources"] == builder().digest(), AGAIN


def test_it_is_the_file_that_was_built():
    assert RECORD["file"] == hashlib.sha256(FILE).hexdigest(), AGAIN


def test_it_was_built_with_the_versions_that_are_locked():
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    assert (RECORD["numba"], RECORD["llvmlite"]) == (locked["numba"], locked["llvmlite"])
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert extras["engine"] == [f"ziglang=={RECORD['ziglang']}"]


def test_the_digest_knows_every_file_that_is_compiled_in_and_every_constant_from_elsewhere():
    files, constants = builder().sources()
    names = {path.name for path in files}
    assert {"page.py", "tent.py", "race.py", "steps.py", "streams.py", "core.py", "oslb.py", "ckl_ucb.py"} <= names
    of_rewards = {name: constants.pop(name) for name in list(constants) if name.startswith("lipbandits.model.")}
    assert of_rewards and all(getattr(quantiles, name.rpartition(".")[2]) == of_rewards[name] for name in of_rewards)
    of_levels = {name: constants.pop(name) for name in list(constants) if name.startswith("lipbandits.theory.levels.")}
    assert of_levels and all(getattr(levels, name.rpartition(".")[2]) == of_levels[name] for name in of_levels)
    names = ("policy.TOLERANCE", "adaptive.NARROWEST")
    assert constants == {f"lipbandits.policies.{name}": 1e-9 for name in names}


def exports():
    """Names of what the file gives to the page."""
    content = sections()[7]
    count, at = number(content, 0)
    found = set()
    for _ in range(count):
        size, at = number(content, at)
        found.add(content[at : at + size].decode())
        # After the name what it is, and which.
        _, at = number(content, at + size + 1)
    return found


def test_it_knows_each_exercise_that_a_page_of_the_book_checks():
    """An engine that is older than a page would leave its readers without an answer."""
    asked = {name for page in (ROOT / "book").glob("*.ipynb") for name in CHECK.findall(page.read_text("utf-8"))}
    assert len(asked) > 60 and asked - exports() == set(), AGAIN


def test_it_asks_nothing_of_the_page():
    """No section of imports: mathematics and memory are its own."""
    assert 2 not in sections()


def test_it_holds_no_path_of_the_machine_that_built_it():
    assert b".py" not in FILE and b"builtins" in FILE


def test_its_stack_lies_below_all_that_could_be_overwritten():
    """One that outgrows its megabyte leaves the memory, and traps."""
    content = sections()[11]
    count, at = number(content, 0)
    assert count >= 1
    for _ in range(count):
        # An active segment of the only memory: its offset is a constant, signed; what is above 2^20 needs three bytes.
        assert content[at : at + 2] == b"\0\x41"
        offset, at = number(content, at + 2)
        assert content[at] == 0x0B
        size, at = number(content, at + 1)
        at += size
        assert offset >= 2**20


def test_it_is_small():
    assert len(gzip.compress(FILE)) < 130_000
