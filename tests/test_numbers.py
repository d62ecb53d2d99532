"""Every number in the prose of the book is produced by a cell beside it, or has its source in data/numbers.toml."""

import re
import tomllib
from decimal import Decimal
from functools import cache
from importlib import import_module

import nbformat
import pytest

from tests.book import PAGES, ROOT, path_of, source
from tests.numbers_in_prose import Number, Section, blank, claims, equations, numbers, printed, sections

EXCEPTIONS = tomllib.loads((ROOT / "tests" / "data" / "numbers.toml").read_text(encoding="utf-8"))["exception"]


PATHS = [path_of(page) for page in PAGES]
every_page = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


@cache
def read(path):
    """Return the sections of a page; one without cells may take numbers from the checked cells of all notebooks."""
    if path.suffix == ".ipynb":
        return sections(path)
    text = source(path.stem)
    if path.stem == "teaching":
        # What explorers say is quoted there, after a link to the state; test_teaching.py asks them.
        text = blank(re.compile("“[^”]*”"), text)
    if path.stem == "reading_map":
        # Minutes are those that the pages state, and their sums: test_repository.py compares.
        text = blank(re.compile(r"(?<= \| )\d+(?= \|)"), text)
    return [Section([text], printed_anywhere())]


@cache
def printed_anywhere():
    notebooks = [nbformat.read(path, as_version=4) for path in PATHS if path.suffix == ".ipynb"]
    return [n for notebook in notebooks for cell in notebook.cells if "outputs" in cell for n in printed(cell)]


@cache
def unproduced(path):
    return [claim for section in read(path) for claim in section.unproduced()]


def excuses(exception, path, claim):
    """Say whether an exception is about this claim; where it names a constant of the package, that must agree."""
    if (exception["page"], exception["number"]) != (path.stem, claim.text):
        return False
    module, _, name = exception.get("constant", "").rpartition(".")
    agrees = not name or claim.rounds(Number(Decimal(repr(getattr(import_module(module), name)))))
    return exception["words"] in claim.context and agrees


@every_page
def test_every_number_in_prose_is_produced_by_a_cell_beside_it(path):
    left = [claim for claim in unproduced(path) if not any(excuses(each, path, claim) for each in EXCEPTIONS)]
    assert [f"{claim.text}: … {claim.context} …" for claim in left] == []


@every_page
def test_equations_of_numbers_add_up(path):
    texts = [text for section in read(path) for text in section.texts]
    assert [equation for text in texts for equation, holds in equations(text) if not holds] == []


@every_page
def test_every_exception_is_needed(path):
    of_page = [each for each in EXCEPTIONS if each["page"] == path.stem]
    assert [each for each in of_page if not any(excuses(each, path, claim) for claim in unproduced(path))] == []


def test_exceptions_are_few_belong_to_a_page_and_have_their_sources():
    assert len(EXCEPTIONS) <= 40
    assert {each["page"] for each in EXCEPTIONS} <= {path.stem for path in PATHS}
    assert [each for each in EXCEPTIONS if len(each["source"].split()) < 3] == []


# What follows shows that the tests above can fail.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a regret of 12.5 after 10,000 rounds", ["12.5", "10000"]),
        ("$42{,}640$, $25\\,000$ and 30\u202f000 rounds", ["42640", "25000", "30000"]),
        ("$10^{-9}$, $5 \\cdot 10^5$ and $1.3 \\times 10^{31}$", ["1e-9", "5e5", "1.3e31"]),
        ("$\\frac{1}{32}$, $\\tfrac{3}{20}$, $1/16$ and $T^{1.2}$", ["0.03125", "0.15", "0.0625", "1.2"]),
        ("seventeen arms, half a million rounds, a hundred thousand, twenty-one", ["17", "500000", "100000", "21"]),
        ("from 5 to 25 %, $2\\,\\%$, the 17-arm triangle, €14, −0.25", ["0.05", "0.25", "0.02", "17", "14", "0.25"]),
        ("2 arms, three plays, $K \\ge 4$, $\\frac12$, 3/4", []),
        ("Theorem 12, Section 7.2, Figures 13 and 14, $\\theta_{17}$, $\\theta_{k_{11}}$", []),
        ("`f(99)`, {cite}`a2014`, [a link](https://x.org/21), <b id=22>", []),
        ("````{exercise} Of 44\n:label: ex-12\n```python\nx = 33\n```\n````\n**Time:** 45 minutes", ["44"]),
        ("Is it 17, or 0.25? It is 18.", ["18"]),
    ],
)
def test_numbers_of_a_text_are_found(text, expected):
    assert [claim.value for claim in claims(text)] == [Decimal(value) for value in expected]


@pytest.mark.parametrize(
    ("stated", "printed", "agree"),
    [
        ("0.53", "0.5349", True),
        ("0.53", "0.5351", False),
        ("0.53", "0.5", False),  # more digits than there are
        ("12", "11.9", True),
        ("55 %", "ratio 0.549", True),
        ("0.55", "55%", True),
        ("55 %", "ratio 0.56", False),
        ("55 %", "55 runs", False),
        ("10,000", "10000", True),
        ("$1.3 \\cdot 10^{31}$", "1.31e+31", True),
        ("about $10^{109}$", "10^109", True),
        ("about 2900", "2881.4", True),
        ("2900", "2881.4", False),
        ("half a million", "500000", True),
        ("$1/32$", "0.03125", True),
        ("$1/32$", "0.0312", False),
    ],
)
def test_a_number_may_be_rounded_but_not_to_digits_that_nobody_computed(stated, printed, agree):
    (claim,), [(_, number), *_] = claims(stated), numbers(printed)
    assert claim.rounds(number) == agree


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("$365 \\times 0.2 = 73$", True),
        ("$365 \\times 0.2 = 74$", False),
        ("$1/0.2828 + 1/0.3244 = 6.62$", True),
        ("$\\frac{0.5}{17} \\times 680 = 20$", True),
        ("$10\\, I(0.1, 0.5) = 3.68$", True),
        ("$n > e^{e^2} = 1618.2$", True),
        ("$L = \\max(1, 40 \\cdot 0.12) = 4.7$", False),
        ("$f(51) = \\log 51 = 3.93$", True),
        ("$\\log\\log 20000 = 2.29$", True),
        ("$-0.2/0.5 = -0.4$", True),
    ],
)
def test_equations_are_checked(text, holds):
    assert [result for _, result in equations(text)] == [holds]


def test_formulas_with_letters_are_no_equations_of_numbers():
    assert list(equations("$K/4 = 3$, $L = 0.5$ and $c_1 = 2\\,t$")) == []


@pytest.fixture
def chapter(tmp_path):
    """A page of two sections and an exercise, with a wrong number in each place where one may stand."""
    v4 = nbformat.v4
    output = [v4.new_output("stream", text="regret 41.7\n")]
    figure = {"mystnb": {"figure": {"caption": "Runs: 150, or 151."}, "image": {"alt": "A curve up to 41.7."}}}
    cells = [
        v4.new_markdown_cell(
            "It ends at 41.7, not at 41.8, after 5000 rounds, and $2 \\times 7.5 = 15$.\n\n## Next\n\nAnd 41.7."
        ),
        v4.new_code_cell("simulate(runs=150)", metadata=figure),
        v4.new_markdown_cell("```{exercise} One\n:label: ex-1\nTake 12.5.\n```"),
        v4.new_code_cell('check("intro-1", ...)'),
        v4.new_markdown_cell("```{solution} ex-1\n:class: dropdown\n12.5 gives 73, and 74.\n```"),
    ]
    cells.insert(0, v4.new_code_cell("# NBVAL_CHECK_OUTPUT\nprint_regret(horizon=5000)", outputs=output))
    cells.insert(0, v4.new_code_cell("if more:\n    !print 41.8", outputs=[v4.new_output("stream", text="41.8\n")]))
    path = tmp_path / "chapter.ipynb"
    nbformat.write(v4.new_notebook(cells=cells), path)
    return path


def test_wrong_numbers_are_reported(chapter):
    first, second, exercise = sections(chapter)
    assert [claim.text for claim in first.unproduced()] == ["41.8"]
    assert [claim.text for claim in second.unproduced()] == ["41.7", "151", "41.7"]
    assert [claim.text for claim in exercise.unproduced()] == ["74"]
