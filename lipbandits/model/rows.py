"""Tables as they come: text with commas, semicolons or tabs, columns by name, a data frame, or two sequences.

What a reader finds wrong is said by the row as its source counts it, and nothing is guessed: a number that could be
read in two ways is refused.
"""

import csv
import io
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lipbandits import checks

SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
TABLES = "the path of a file, an open file of text, a data frame, {name: column}, or (positions, means)"
MISSING = {"", "-", "–", "na", "n/a", "nan", "null", "none"}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_WITH_COMMA = re.compile(r"[+-]?(\d+),(\d+)([eE][+-]?\d+)?")


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


def read_rows(table: Any) -> Rows:
    """The rows of whatever a table is.

    Parameters
    ----------
    table : path, file of text, data frame, dict or pair
        The table.

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
        return _of_text(_text_of(table))
    if hasattr(table, "read"):
        text = table.read()
        if not isinstance(text, str):
            raise TypeError(f"table: a file of {type(text).__name__}; expected one that is open as text")
        return _of_text(text)
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


def _of_text(text: str) -> Rows:
    first = next((line for line in text.splitlines() if line.strip()), None)
    if first is None:
        raise ValueError("table: empty; expected a heading and rows of numbers")
    separator = next((each for each in SEPARATORS if each in first), None)
    if separator is None:
        raise ValueError(f"table: {checks.shown(first)}; expected columns set apart by commas, semicolons or tabs")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    try:
        found = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise ValueError(f"table: row {reader.line_num}: {error}; expected rows with each quotation closed") from None
    found = [(line, row) for line, row in found if any(row)]
    if not found:
        raise ValueError("table: blank rows alone; expected rows of numbers")
    # Numbers alone are no heading.
    heading = [] if all(map(_as_number, found[0][1])) else found.pop(0)[1]
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
    commas = rows.text and _decimal_commas(rows, [rows.columns[column] for column in chosen.values()])
    return {
        what: [_number(rows, row, what, rows.columns[column][row], commas) for row in range(len(rows.labels))]
        for what, column in chosen.items()
    }


def _decimal_commas(rows: Rows, columns: list[Sequence[str]]) -> bool:
    """Whether the numbers of a file have decimal commas."""
    cells = [(label, cell) for column in columns for label, cell in zip(rows.labels, column, strict=True)]
    found = [(label, cell, match) for label, cell in cells if (match := _WITH_COMMA.fullmatch(cell))]
    if not found:
        return False
    label, cell, _ = found[0]
    point = next(((label, cell) for label, cell in cells if "." in cell and _NUMBER.fullmatch(cell)), None)
    if point:
        raise ValueError(f"table: {label} has {cell} and {point[0]} has {point[1]}; expected one decimal sign")
    # Three digits after one to three others may be thousands, unless the first is 0.
    if any(len(match[2]) != 3 or len(match[1]) > 3 or match[1].startswith("0") for _, _, match in found):
        return True
    raise ValueError(f"table: {label} has {cell}, with decimals or thousands; expected numbers with a decimal point")


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
            hint = ", such as 0.12 for 12 %" if "%" in cell else ""
            raise ValueError(f"table: {label} has the {what} {checks.shown(cell)}; expected {accepted}{hint}")
        cell = float(text)
    try:
        if not isinstance(cell, str) and cell != cell:
            raise ValueError(f"table: {label} has no {what}; expected a number in each row, or no such row")
        return checks.number(f"table: {what} in {label}", cell, accepted)
    except TypeError:
        raise ValueError(f"table: {label} has the {what} {checks.shown(cell)}; expected {accepted}") from None
