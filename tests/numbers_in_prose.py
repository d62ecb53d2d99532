"""Find the numbers that a page states, and those that its cells produce.

What is no claim of ours is blanked out and not cut, so that a finding can be shown with the words around it.
"""

import ast
import math
import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from importlib import import_module

import nbformat
import numpy as np

import lipbandits as lb
from lipbandits.explorers import Explorer
from lipbandits.explorers.svg import Drawing
from tests.test_exercises import ANSWERS

CHECKED = "# NBVAL_CHECK_OUTPUT"
SMALL = 10

REFERENCE = "Theorem|Lemma|Corollary|Proposition|Definition|Assumption|Section|Figure|Table|Chapter|Exercise|Page"
NO_CLAIMS = [
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"<!--[\s\S]*?-->|</?[a-zA-Z][^>]*>",
        r"^ *(```|~~~)\w[\s\S]*?^ *\1",  # code
        r"^[`:]{3,}\{(?:solution|figure|image|bibliography)\}.*",  # after these names come labels and paths
        r"^ *:[\w-]+:.*|^\(\S+\)=$",  # options and labels
        r"^- .*\n(?=(?:- .*\n)*:::$)",  # what a reader may answer, of which test_predictions.py knows the right one
        r"(?<=[`:])\{[a-z][\w:-]*\}|\{[a-z][\w:]*\}`[^`]*`",  # a directive's name, but not its title; roles
        r"(?<!`)(`{1,2})(?!`)[^`]+?\1(?!`)",  # code in a sentence
        r"(?<=\])\([^)\s]*\)|https?://\S+",  # where a link leads
        r"_(?:\{[^{}]*\}|\d)",  # a subscript is part of a name
        rf"\b(?i:{REFERENCE})s?\s+\d+(?:\.\d+)*(?:(?:, | and | or | to |–)\d+(?:\.\d+)*)*",
        r"^(?:#+ | *)\d+\. ",  # a place in a list
        r"\*\*Time:\*\* \d+ minutes",  # an estimate, which no cell could produce
        r"(?:(?!\n\n)(?:[^.?!]|[.?!](?=\S)))*\?(?=\s|$)",  # a question claims nothing
    )
]

COMMA = r"(?:,|\{,\}|\\,|[\u2009\u202f])"
DIGITS = rf"(?:[1-9]\d{{0,2}}(?:{COMMA}\d{{3}})+(?!\d)|\d+)(?:\.\d+)?"
PERCENT, TO = r"(?:\s|\\,)*\\?%", r"(?:[ ](?:to|or)[ ]|–)"
ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
WORDS = {word: n for n, word in enumerate([*ONES.split(), "eighteen", "nineteen"], start=1)}
WORDS |= {word: 10 * n for n, word in enumerate(TENS.split(), start=2)}
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}
WORD, SCALE = "|".join(WORDS), "|".join(SCALES)
NUMERAL = re.compile(
    rf"""
      (?<![\w.]) (?:(?P<times>{DIGITS})\s*(?:\\cdot|\\times|·|×)\s*)? 10\^\{{?(?P<power>[-−]?\d+)\}}?
    | (?<![\w./]) (?P<top>\d+)/(?P<under>\d+) (?![\w/]|\.\d)
    | (?<![\w.]) (?P<plain>{DIGITS}) (?:e(?P<exponent>[-+]?\d+))? (?P<percent>{PERCENT}|(?={TO}\d[\d.]*{PERCENT}))?
    | \b (?P<words>(?:(?:half[ ]a|a|{WORD})[ ])(?:{SCALE})(?:[ ](?:{SCALE}))?|(?:{WORD})(?:-(?:{WORD}))?) \b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# After these words the noughts at the end of a number are not digits of it, if two are left.
ABOUT = re.compile(r"\b(?:about|around|nearly|almost|some)\s+\$?$")


@dataclass(frozen=True)
class Number:
    """A number as it stands in a text; `unit` is one step of its last digit, or 0 for an exact number."""

    value: Decimal
    unit: Decimal = Decimal(0)
    is_small: bool = False
    text: str = ""
    context: str = ""

    def rounds(self, found):
        """Say whether this number is the other one, rounded to the digits shown here, and never to more digits."""
        near = abs(self.value - found.value) <= self.unit / 2 + abs(found.value) * Decimal("1e-12")
        return near and self.unit >= found.unit


def decimals(digits):
    """(value, unit) of a numeral such as 10,000 or 0.50."""
    digits = re.sub(COMMA, "", digits)
    return Decimal(digits), Decimal(1).scaleb(-len(digits.partition(".")[2]))


def spelled_out(words):
    """The value of words such as "half a million", "five hundred" or "twenty-one"."""
    total = Decimal(0)
    for word in re.split("[ -]", words.lower()):
        if word in SCALES:
            total = Decimal(total or 1) * SCALES[word]
        else:
            total += {"half": Decimal("0.5"), "a": 0, **WORDS}[word]
    return total


def numbers(text):
    """Yield (place, Number) for everything in a text that looks like one."""
    for found in NUMERAL.finditer(text):
        part, small = found.groupdict(), False
        percent = part["percent"] is not None
        shift = (part["power"] or part["exponent"] or "0").replace("−", "-")
        if part["words"]:
            value = spelled_out(part["words"])
            # A round number in words has two digits, as a power of ten has: 60,000 is not "a hundred thousand".
            unit = max(Decimal(1), Decimal(10) ** (value.adjusted() - 1)) if value >= 100 else Decimal(1)
        elif part["top"]:
            value = Decimal(part["top"]) / (Decimal(part["under"]) or 1)
            unit = value / 1000  # three digits are enough to know it by
            small = max(int(part["top"]), int(part["under"])) <= SMALL
        else:
            # A power of ten alone counts as 1.0 times it.
            value, unit = decimals(part["plain"] or part["times"] or "1.0")
            value, unit = value.scaleb(int(shift)), unit.scaleb(int(shift))
        if percent:
            value, unit = value / 100, unit / 100
        small |= unit == 1 and value <= SMALL
        yield found.start(), Number(value, unit, small, found.group().strip())


def prose(text):
    """Return a text with everything blanked out that is no claim, and with fractions on one line."""
    for pattern in NO_CLAIMS:
        text = blank(pattern, text)
    fraction = r"\\[dt]?frac(?:(\d)(\d)|\{(\d+)\}\{(\d+)\})"
    return re.sub(fraction, lambda found: "/".join(filter(None, found.groups())).ljust(len(found.group())), text)


def claims(text):
    """Return the numbers of a text that a cell should produce.

    Whole numbers up to ten, and fractions of them, are words: they count ("2 arms", "eight prices") or belong to a
    formula, and every page prints all of them somewhere, so that finding them would prove nothing. Percentages and
    numbers with decimals are results however small they are.
    """
    found, blanked = [], prose(text)
    for place, number in numbers(blanked):
        if number.is_small:
            continue
        if ABOUT.search(blanked[:place]) and number.unit == 1:
            digits = str(number.value)
            noughts = min(len(digits) - len(digits.rstrip("0")), len(digits) - 2)
            number = replace(number, unit=Decimal(10) ** noughts)
        context = " ".join(text[max(0, place - 60) : place + 60].split())
        found.append(replace(number, context=context))
    return found


def evaluate(latex):
    """Return the value of a formula that has numbers in it only, or None."""
    code = prose(latex).replace("$", " ")
    for pattern, by in (
        (r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))"),
        (r"\\(?:cdot|times)|×|·", "*"),
        (r"\\(?:left|right|big)|\\[,;]", " "),
        (r"\\log\\log *(\d+)", r"log(log(\1))"),
        (r"\\(?:log|sqrt|max|min|exp)\b", lambda found: found.group()[1:]),
        (r"\b(log|sqrt) *(\d+(?:\.\d+)?)", r"\1(\2)"),
        (r"\bI\^\+ *\(", "kl_plus("),
        (r"\bI *\(", "kl("),
        (r"\^", "**"),
        (r"\{", "("),
        (r"\}", ")"),
        (r"(?<=[\d)]) *(?=\(|[a-z])", "*"),
    ):
        code = re.sub(pattern, by, code)
    known = {"e": math.e, "log": math.log, "sqrt": math.sqrt, "exp": math.exp, "max": max, "min": min}
    known |= {"kl": lb.kl, "kl_plus": lb.kl_plus}
    unknown = set(re.findall(r"[^\W\d]\w*", code)) - set(known)
    if unknown or not re.fullmatch(r"[\w\s.,()+*/-]+", code):
        return None
    try:
        return Decimal(repr(float(eval(code.strip(), {"__builtins__": {}}, known))))
    except (SyntaxError, TypeError, ValueError, OverflowError):
        return None


def equations(text):
    """Yield (equation, whether it holds) for those with numbers only, such as $365 \\times 0.2 = 73$."""
    for formula in re.findall(r"\$+([^$]+)\$+", text):
        parts = re.split(r"(=|\\approx|\\[lg]eq?\b|<|>|\\text|;)", formula)
        for left, sign, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
            value, result, shown = evaluate(left), evaluate(right), read(right)
            if sign in ("=", r"\approx") and None not in (value, result) and len(shown) == 1:
                yield f"{left}{sign}{right}".strip(), replace(shown[0], value=result).rounds(Number(value))


EXERCISE = re.compile(r"^```\{exercise\}[\s\S]*?^```$", re.MULTILINE)
# A section ends at a heading, and each exercise, with its hint, its solution and their cells, is one of its own.
BREAK = re.compile(r"^(?=## |```\{exercise\})", re.MULTILINE)


@dataclass
class Section:
    """What stands between two headings of a page: its texts, and the numbers that they may take."""

    texts: list = field(default_factory=list)
    produced: list = field(default_factory=list)

    def claims(self):
        """Return every number of the texts that a cell should produce; what an exercise says is given, and no claim."""
        return [claim for text in self.texts for claim in claims(blank(EXERCISE, text))]

    def unproduced(self):
        """Return the claims that no cell produces, no exercise gives, and no equation that adds up contains.

        Arithmetic before the reader's eyes is checked as a whole: a slip in any of its numbers breaks it.
        """
        given = [number for text in self.texts for block in EXERCISE.findall(text) for _, number in numbers(block)]
        worked = [equation for text in self.texts for equation, holds in equations(text) if holds]
        known = [*self.produced, *given, *(number for equation in worked for number in read(equation))]
        return [claim for claim in self.claims() if not any(claim.rounds(number) for number in known)]


def blank(pattern, text):
    return pattern.sub(lambda found: re.sub(r"\S", " ", found.group()), text)


def read(text):
    return [number for _, number in numbers(prose(text))]


def sections(path):
    """Return a notebook's sections; a number in one is looked for in the cells of the same one.

    A whole chapter prints so many numbers that a wrong one would be found somewhere in it half of the time.
    """
    found = [Section()]
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            first, *others = BREAK.split(cell.source)
            found[-1].texts.append(first)
            found += [Section([text]) for text in others]
        else:
            settings = cell.metadata.get("mystnb", {})
            captions = settings.get("figure", {}).get("caption"), settings.get("image", {}).get("alt")
            found[-1].texts += filter(None, captions)
            # Lines for a shell are no Python.
            tree = ast.parse(re.sub(r"^( *)[!%].*", r"\1pass", cell.source, flags=re.MULTILINE))
            found[-1].produced += [*printed(cell), *literals(tree), *answers(tree), *said_by_explorers(tree)]
    return found


def printed(cell):
    """Return the numbers in the outputs of a cell, if it is checked."""
    outputs = cell.outputs if CHECKED in cell.source else []
    texts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    return [number for text in texts for _, number in numbers(text)]


def literals(tree):
    """Return the numbers that stand in code: settings, and what is asserted."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.expr))
    return [Number(value) for node in nodes if (value := constant(node)) is not None]


def constant(node):
    """Return the value of an expression made of numbers only, such as 10**6 or 1 / 16, or None."""
    if any(not isinstance(part, ast.Constant | ast.BinOp | ast.operator) for part in ast.walk(node)):
        return None
    try:
        value = eval(ast.unparse(node), {"__builtins__": {}})
    except (TypeError, OverflowError):
        return None
    return Decimal(repr(value)) if type(value) in (int, float) else None


def answers(tree):
    """Return the right answers of the exercises that a cell checks; tests/test_exercises.py has them all."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("check"), args=[ast.Constant(str(name)), *_]):
                right, _ = ANSWERS[name]
                found += [Number(Decimal(repr(float(value)))) for answer in right for value in np.ravel(answer)]
    return found


def said_by_explorers(tree):
    """Return the numbers that the explorers imported here say: states and status, at the start and at each preset."""
    found = []
    for explorer in explorers(tree):
        drawing = Drawing(explorer)
        for state in ({}, *explorer.presets.values()):
            state = explorer.state(**state)
            words = f"{drawing.picture.update(**state)} {state} {explorer.caption} {explorer.question}"
            found += [number for _, number in numbers(words)]
    return found


def explorers(tree):
    """Return the explorers that a cell imports."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    inside = [node for node in imports if node.module.startswith("lipbandits.explorers")]
    values = [getattr(import_module(node.module), each.name) for node in inside for each in node.names]
    return [value for value in values if isinstance(value, Explorer)]
