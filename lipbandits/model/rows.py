"""Tables as they come: text with commas, semicolons or tabs, columns by name, a data frame, or two sequences.

What a reader finds wrong is said by the row as its source counts it, and nothing is guessed: a number that could be
read in two ways is refused, and so is a first row that is neither a heading nor numbers. `labs/page/pasted_table.js`
has the same rules.
"""

import csv
import io
import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lipbandits import checks

SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
TABLES = "the path of a file, an open file of text, a data frame, {name: column}, or (positions, means)"
MISSING = {"", "-", "–", "na", "n/a", "nan", "null", "none"}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_WITH_COMMA = re.compile(r"[+-]?(\d+),(\d+)([eE][+-]?\d+)?")
# A point before three digits may set thousands apart.
_WITH_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}([., \u00a0\u202f']\d{3})+")
_PER_CENT = re.compile(r"([+-]?)(\d+)(?:[.,](\d+))?\s*%")


@dataclass(frozen=True)
class Rows:
    """Columns of cells that are not yet numbers.

    Attributes
    ----------
    names : tuple of str
        Of the columns; empty where there is no heading.
    columns : tuple of sequences
        Of cells.
    labels : tuple of str
        How each row is called, as in "row 3".
    text : bool
        Whether cells are text that stands for numbers, as in a file.
    """

    names: tuple[str, ...]
    columns: tuple[Sequence[Any], ...]
    labels: tuple[str, ...]
    text: bool = False

    def index(self, argument: str, wanted: Any) -> int:
        """Where a column is, by its name or, counted from 0, by its place."""
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            return checks.arm(argument, wanted, len(self.columns), "a column")
        if wanted in self.names:
            return self.names.index(wanted)
        there = ", ".join(map(repr, self.names)) or f"a whole number from 0 to {len(self.columns) - 1}, without heading"
        raise ValueError(f"{argument}: no column {checks.shown(wanted)}; expected one of {there}")

    def name(self, column: int, otherwise: str) -> str:
        """What a column is called."""
        return self.names[column] if self.names else otherwise


def read_rows(table: Any, asked: Collection[Any] = ()) -> Rows:
    """The rows of whatever a table is.

    Parameters
    ----------
    table : path, file of text, data frame, dict or pair
        The table.
    asked : collection, default ()
        Columns that are asked for; a first row with the name of one is a heading, with digits too.

    Returns
    -------
    Rows
        Those that are not blank.

    Raises
    ------
    TypeError
        For something else.
    ValueError
        For what is no table with a heading and rows of one length; the message names the row.
    """
    if isinstance(table, str | os.PathLike):
        return _of_text(_text_of(table), asked)
    if hasattr(table, "read"):
        text = table.read()
        if not isinstance(text, str):
            raise TypeError(f"table: a file of {type(text).__name__}; expected one that is open as text")
        return _of_text(text, asked)
    if isinstance(table, Mapping) or hasattr(table, "columns"):
        return _of_columns(table)
    if isinstance(table, list | tuple) and len(table) == 2 and all(map(_is_column, table)):
        return _checked(Rows((), tuple(list(column) for column in table), _counted(table[0])))
    raise TypeError(f"table: {checks.shown(table)}; expected {TABLES}")


def _text_of(path: str | os.PathLike[str]) -> str:
    name = os.fspath(path)
    if "\n" in name:
        raise ValueError("table: text of several lines; expected a path, or io.StringIO(text)")
    try:
        # A mark in front, as some spreadsheets write it, is none of the first name.
        return Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"table: {checks.shown(name)}: {error.strerror}; expected {TABLES}") from None
    except UnicodeDecodeError:
        raise ValueError(
            f"table: {checks.shown(name)} is no text in UTF-8; expected a table saved as CSV in it"
        ) from None


def _of_text(text: str, asked: Collection[Any]) -> Rows:
    separator = _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    try:
        found = [(reader.line_num, [_bare(cell) for cell in row]) for row in reader]
    except csv.Error as error:
        raise ValueError(f"table: row {reader.line_num}: {error}; expected rows with each quotation closed") from None
    found = [(line, row) for line, row in found if any(row)]
    if not found:
        raise ValueError("table: blank rows alone; expected rows of numbers")
    # Separators at the end of each row are none.
    width = max(2, *(max(i for i, cell in enumerate(row) if cell) + 1 for _, row in found))
    found = [(line, row[:width]) for line, row in found]
    heading = found.pop(0)[1] if _has_heading(found, asked) else []
    columns = len(heading) or len(found[0][1])
    for line, row in found:
        if len(row) != columns:
            hint = "; a decimal comma needs semicolons or tabs between columns" if separator == "," else ""
            raise ValueError(
                f"table: row {line} has {len(row)} entries, set apart by {SEPARATORS[separator]}; "
                f"expected {columns}, as the first row has{hint}"
            )
    labels = tuple(f"row {line}" for line, _ in found)
    return _checked(Rows(tuple(heading), tuple([row[i] for _, row in found] for i in range(columns)), labels, True))


def _separator(text: str) -> str:
    """What sets columns apart, by the first line that is not blank."""
    lines = [(number, line.strip("\r\n ")) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise ValueError("table: empty; expected a heading and rows of numbers")
    number, first = lines[0]
    separator = next((each for each in SEPARATORS if each in first), None)
    if separator is not None:
        return separator
    if any(each in line for _, line in lines for each in SEPARATORS):
        raise ValueError(
            f"table: row {number} is {checks.shown(first)}, a title and no heading; expected a table without one"
        )
    blanks = " and not by blanks" if " " in first else ""
    accepted = f"columns set apart by commas, semicolons or tabs{blanks}"
    raise ValueError(f"table: row {number} is {checks.shown(first)}; expected {accepted}")


def _bare(cell: str) -> str:
    """A cell without blanks around it, and with the minus of a keyboard for that of a printer."""
    return cell.strip().replace("\N{MINUS SIGN}", "-")


def _has_heading(found: Sequence[tuple[int, list[str]]], asked: Collection[Any]) -> bool:
    """Whether the first row is a heading: names, or what has no digit in it and no word for what is missing."""
    line, first = found[0]
    if any(cell in asked for cell in first):
        return True
    if all(map(_as_number, first)):
        return False
    if not _is_heading(first):
        cells = ", ".join(map(repr, first))
        hint = next((_hint(cell) for cell in first if not _as_number(cell) and _hint(cell)), "")
        if not hint and not any(map(_as_number, first)):
            hint = "; a heading has no digit, unless one of its names is asked for"
        raise ValueError(
            f"table: row {line} is neither a heading nor numbers: {cells}; expected one or the other{hint}"
        )
    if len(found) > 1 and len(found[1][1]) > 1 and all(found[1][1]) and _is_heading(found[1][1]):
        raise ValueError(f"table: rows {line} and {found[1][0]} have no numbers; expected one heading and no title")
    return True


def _is_heading(row: Sequence[str]) -> bool:
    return not any(re.search(r"\d", cell) or (cell and cell.lower() in MISSING) for cell in row)


def _hint(cell: str) -> str:
    """What may have been meant by a cell that is no number."""
    if match := _PER_CENT.fullmatch(cell):
        sign, whole, rest = match.groups()
        return f", such as {float(f'{sign}{whole}.{rest or 0}') / 100:.6g} for {cell}"
    if "%" in cell:
        return ", such as 0.12 for 12 %"
    return ", and thousands without a sign, as 1024" if _WITH_THOUSANDS.fullmatch(cell) else ""


def _of_columns(table: Any) -> Rows:
    """Of a mapping, or of what has ``columns`` and gives each by its name, as data frames do."""
    names = list(table) if isinstance(table, Mapping) else list(table.columns)
    if len(set(names)) < len(names):
        _twice(names)
    columns = [table[name] for name in names]
    for name, column in zip(names, columns, strict=True):
        if not _is_column(column):
            raise TypeError(f"table: the column {checks.shown(name)} is {checks.shown(column)}; expected a sequence")
    index = getattr(table, "index", None)
    first = columns[0] if columns else []
    labels = _counted(first) if index is None or callable(index) else tuple(f"row {label}" for label in index)
    return _checked(Rows(tuple(map(str, names)), tuple(list(column) for column in columns), labels))


def _is_column(value: Any) -> bool:
    return hasattr(value, "__len__") and hasattr(value, "__iter__") and not isinstance(value, str | bytes | Mapping)


def _counted(column: Any) -> tuple[str, ...]:
    return tuple(f"row {place}" for place in range(len(column)))


def _checked(rows: Rows) -> Rows:
    if len(set(rows.names)) < len(rows.names):
        _twice(list(rows.names))
    lengths = {len(column) for column in rows.columns}
    if len(lengths) > 1:
        counts = ", ".join(str(len(column)) for column in rows.columns)
        raise ValueError(f"table: columns of {counts} rows; expected columns of one length")
    if not lengths or lengths == {0}:
        raise ValueError("table: empty; expected rows of numbers")
    return rows


def _twice(names: list[Any]) -> None:
    name = next(name for name in names if names.count(name) > 1)
    raise ValueError(f"table: {names.count(name)} columns are called {name!r}; expected each name once")


def _as_number(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell) or _WITH_COMMA.fullmatch(cell))


def read_numbers(rows: Rows, chosen: Mapping[str, int]) -> dict[str, list[float]]:
    """Columns as floats; a decimal comma is one where no number has a point and it can be nothing else.

    Parameters
    ----------
    rows : Rows
        The table.
    chosen : dict
        {what it is: which column}.

    Returns
    -------
    dict
        {what it is: numbers}.

    Raises
    ------
    ValueError
        For a cell that is missing or infinite, no number, or one that can be read in two ways; by row.
    """
    commas = rows.text and _decimal_commas(rows, chosen)
    return {
        what: [_number(rows, row, what, rows.columns[column][row], commas) for row in range(len(rows.labels))]
        for what, column in chosen.items()
    }


def _decimal_commas(rows: Rows, chosen: Mapping[str, int]) -> bool:
    """Whether the numbers of a file have decimal commas."""
    cells = [
        (label, cell, rows.name(column, what))
        for what, column in chosen.items()
        for label, cell in zip(rows.labels, rows.columns[column], strict=True)
    ]
    found = [(*each, match) for each in cells if (match := _WITH_COMMA.fullmatch(each[1]))]
    if not found:
        return False
    label, cell, name, _ = found[0]
    point = next((each for each in cells if "." in each[1] and _NUMBER.fullmatch(each[1])), None)
    if point:
        where = "" if point[0] == label else f"{point[0]} has "
        hint = next((_hint(each) for each in (point[1], cell) if _hint(each)), "")
        both = f"{label} has {cell} as {name} and {where}{point[1]} as {point[2]}"
        raise ValueError(f"table: {both}; expected one decimal sign{hint}")
    # Three digits after one to three others may be thousands, unless the first is 0.
    if any(len(match[2]) != 3 or len(match[1]) > 3 or match[1].startswith("0") for *_, match in found):
        return True
    raise ValueError(
        f"table: {label} has {cell} as {name}, with decimals or thousands; expected numbers with a decimal point, and "
        "thousands without a sign, as 1024"
    )


def _number(rows: Rows, row: int, what: str, cell: Any, commas: bool) -> float:
    label = rows.labels[row]
    # Only what is not equal to itself is no number at all, such as NaN; pandas' NA will not even say.
    missing = cell is None or type(cell).__name__ in ("NAType", "NaTType")
    if missing or (isinstance(cell, str) and cell.lower() in MISSING):
        raise ValueError(f"table: {label} has no {what}; expected a number in each row, or no such row")
    accepted = f"a finite number as {what}"
    if isinstance(cell, str) and rows.text:
        text = cell.replace(",", ".") if commas and _WITH_COMMA.fullmatch(cell) else cell
        if text.lower().lstrip("+-") in ("inf", "infinity", "∞"):
            raise ValueError(f"table: {label} has the {what} {cell}; expected {accepted}")
        if not _NUMBER.fullmatch(text):
            raise ValueError(f"table: {label} has the {what} {checks.shown(cell)}; expected {accepted}{_hint(cell)}")
        cell = float(text)
    try:
        if not isinstance(cell, str) and cell != cell:
            raise ValueError(f"table: {label} has no {what}; expected a number in each row, or no such row")
        return checks.number(f"table: {what} in {label}", cell, accepted)
    except TypeError:
        raise ValueError(f"table: {label} has the {what} {checks.shown(cell)}; expected {accepted}") from None
