"""Reads tables that people write in a spreadsheet, whatever separates their columns and however they are encoded."""

import codecs
import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.text.spreadsheet import from_spreadsheet

MAX_SHEET_BYTES = 1_000_000  #: Maximum size of a file; no list of a class, its answers or its teams is larger.
MAX_DIGITS = 9  #: Maximum number of digits of a number in a file or form.
_SEPARATOR_LINE = re.compile(r'"?sep=([,;\t|])"?[,;\t| ]*\r?\n', re.IGNORECASE)


def is_number(text: str) -> bool:
    """Return whether a text that people write is a whole number, 0 and more."""
    plain = text.strip()
    return plain.isascii() and plain.isdigit() and len(plain) <= MAX_DIGITS


def read_sheet(path: Path, columns: Sequence[str], example: str) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of a table; its first line names the columns, and empty rows are left out.

    A line such as `sep=;` may stand above it and say what separates the columns, as Excel writes and reads it.

    Args:
        path: The file, in UTF-8, or in UTF-16 with a byte order mark.
        columns: Names of the columns that are needed, in lower case; others may be there, in any order.
        example: The head and a row, separated by ``/``, for the message to a person whose table lacks a column.

    Returns:
        The line number of each row in the file, and its cells by column, without spaces at their ends, empty where the row is short.
    """
    return rows_of_bytes(read_bytes(path, MAX_SHEET_BYTES, ClassError), str(path), columns, example)


def rows_of_bytes(data: bytes, name: str, columns: Sequence[str], example: str) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of the content of a file; `name` is its name in messages, see ``read_sheet``."""
    return rows_of_text(_decoded(data, name), name, columns, example)


def rows_of_text(text: str, name: str, columns: Sequence[str], example: str) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of the text of a table, as (line number, cells by column); `name` is its name in messages, see ``read_sheet``."""
    separator = _SEPARATOR_LINE.match(text)
    lines_above, text = (1, text[separator.end() :]) if separator else (0, text)
    first = next((line for line in text.splitlines() if line.strip()), "")
    head, _, line = example.partition("/")
    if not first:
        raise ClassError(tr("{file}: is empty; its first line is {head}, then lines such as {line}", file=name, head=head, line=line))
    delimiter = separator[1] if separator else max(",;\t", key=first.count)
    rows = csv.DictReader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
    try:
        names = [(name or "").strip().lower() for name in rows.fieldnames or ()]
        for column in columns:
            if column not in names:
                missing = tr('there is no column "{column}"; the first line is {head}', column=column, head=head)
                raise ClassError(tr("{file}, line {line}: {error}", file=name, line=lines_above + 1, error=missing))
        rows.fieldnames = names
        numbered = [(lines_above + rows.line_num, {name: _cell(row.get(name) or "") for name in names}) for row in rows]
    except csv.Error as error:
        raise ClassError(tr("{file}, line {line}: {error}", file=name, line=lines_above + rows.line_num, error=error)) from error
    return [(number, row) for number, row in numbered if any(row.values())]


def cells_of_text(text: str, name: str) -> list[tuple[int, list[str]]]:
    """Return the lines of a table whose columns have no names; empty lines are left out.

    Returns:
        The line number of each line, and its cells with single spaces.
    """
    separator = _SEPARATOR_LINE.match(text)
    lines_above, text = (1, text[separator.end() :]) if separator else (0, text)
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = separator[1] if separator else max("\t;,", key=lambda sign: (sign == "\t" in first, first.count(sign), sign in text))
    rows = csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True, strict=True)
    numbered = [(0, list[str]())]
    try:
        numbered.extend((lines_above + rows.line_num, [_cell(cell) for cell in row]) for row in rows)
    except csv.Error as error:
        stray = tr("quotation marks stand around a whole cell or not at all; remove the others")
        raise ClassError(tr("{file}, line {line}: {error}", file=name, line=numbered[-1][0] + 1, error=stray)) from error
    return [(number, row) for number, row in numbered if any(row)]


def _cell(text: str) -> str:
    """Return a cell with single spaces, without the apostrophe that the program's own tables put before a formula."""
    return from_spreadsheet(" ".join(text.split())).lstrip()


def _decoded(data: bytes, name: str) -> str:  # the text of a file, in UTF-8 or UTF-16
    is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise ClassError(tr('{file}: is not text in UTF-8; save it from the spreadsheet as "CSV UTF-8"', file=name)) from error
