"""Results as a table: HTML where a page or a notebook shows it, text elsewhere."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from tabulate import tabulate

# Classes in place of tabulate's inline styles, which no style sheet could change.
HTML = (
    ("<table>", '<table class="lb-table">'),
    (' style="text-align: right;"', ' class="lb-number"'),
    ("<th ", '<th scope="col" '),
    ("<th>", '<th scope="col">'),
)
# What names no column, that of the rows' own names, is no heading.
EMPTY = re.compile(r"<th [^>]*>\s*</th>")
# An interval stands in one line.
RANGE = re.compile(r"(?<=\d) to (?=-?\d)")
# And a minus that is one.
MINUS = re.compile(r"(>\s*|\(|\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE})-(?=\d)")


class Table:
    """Rows under headings, as the last line of a cell shows them.

    A minus is a hyphen in the text, as Python prints it.

    Parameters
    ----------
    headings : sequence of str
        One for each column.
    rows : iterable of sequences
        As many entries each as there are headings; None is an empty place.
    formats : str or sequence of str, default ".3g"
        How floating-point numbers are written, as in ``format``: for all columns, or one for each.
    note : str, optional
        A sentence below the table.

    Raises
    ------
    ValueError
        If a row has more or fewer entries than there are headings, or there are more or fewer formats.

    Examples
    --------
    >>> Table(["K", "naive"], [(2, 36.53), (8, 157.7)], ".1f")
      K    naive
    ---  -------
      2     36.5
      8    157.7
    """

    def __init__(
        self,
        headings: Sequence[str],
        rows: Iterable[Sequence[Any]],
        formats: str | Sequence[str] = ".3g",
        note: str = "",
    ):
        self.note = note
        self.headings = list(headings)
        self.rows = [list(row) for row in rows]
        self.formats = formats if isinstance(formats, str) else list(formats)
        for number, row in enumerate(self.rows):
            if len(row) != len(self.headings):
                raise ValueError(
                    f"rows: row {number} has {len(row)} entries, but there are {len(self.headings)} headings"
                )
        if isinstance(self.formats, list) and len(self.formats) != len(self.headings):
            raise ValueError(f"formats: {len(self.formats)} for {len(self.headings)} columns; one string serves all")

    def __repr__(self) -> str:
        return "\n".join(filter(None, [self._as("simple"), self.note]))

    def _repr_html_(self) -> str:
        html = self._as("html")
        for found, instead in HTML:
            html = html.replace(found, instead)
        html = RANGE.sub("\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}", EMPTY.sub("<td></td>", html))
        note = f"<p>{escape(self.note)}</p>" if self.note else ""
        return MINUS.sub("\\1\N{MINUS SIGN}", html) + note

    def _as(self, kind: str) -> str:
        return tabulate(self.rows, self.headings, tablefmt=kind, floatfmt=self.formats, missingval="")
