"""Tables that people write in a spreadsheet: commas, semicolons or tabs, a line each."""

import codecs
import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError

LARGEST = 1_000_000
"""Bytes; no list of a class, its answers or its teams is longer."""
_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?[,;\t| ]*\r?\n', re.IGNORECASE)


def read_sheet(path: Path, columns: Sequence[str], example: str) -> list[tuple[int, dict[str, str]]]:
    """Return the lines of a table below the first, which names the columns; empty ones are left out.

    Above it a line such as `sep=;` may say what parts the columns, as Excel writes and reads it.

    Args:
        path: The file, in UTF-8 or, with its mark, UTF-16.
        columns: Those that must be there, in small letters; others may be, and their order does not matter.
        example: A table of two lines, parted by ``/``, for whoever wrote another.

    Returns:
        The number of each line in the file, and its texts without spaces at their ends by column, nothing where it is short.

    Raises:
        ClassError: It cannot be read, is empty, or lacks a column.
    """
    text = _text(path)
    told = _SEPARATOR.match(text)
    above, text = (1, text[told.end() :]) if told else (0, text)
    first = next((line for line in text.splitlines() if line.strip()), "")
    head, _, line = example.partition("/")
    if not first:
        message = f"{path}: is empty; its first line is {head}, then lines such as {line}"
        raise ClassError(message)
    delimiter = told[1] if told else max(",;\t", key=first.count)
    rows = csv.DictReader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
    try:
        names = [(name or "").strip().lower() for name in rows.fieldnames or ()]
        for column in columns:
            if column not in names:
                message = f'{path}, line {above + 1}: there is no column "{column}"; the first line is {head}'
                raise ClassError(message)
        rows.fieldnames = names
        found = [(above + rows.line_num, {name: " ".join((row.get(name) or "").split()) for name in names}) for row in rows]
    except csv.Error as error:
        message = f"{path}, line {above + rows.line_num}: {error}"
        raise ClassError(message) from error
    return [(number, row) for number, row in found if any(row.values())]


def _text(path: Path) -> str:
    data = read_bytes(path, LARGEST, ClassError)
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        message = f'{path}: is not text in UTF-8; save it from the spreadsheet as "CSV UTF-8"'
        raise ClassError(message) from error
