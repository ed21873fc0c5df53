"""Tables for spreadsheets: the one writer of CSV, so that every table opens right in every program."""

import codecs
import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import TextIO

from numero_cam.catalogue import language

BYTE_ORDER_MARK = "\ufeff"  #: First character of a table, by which spreadsheets know UTF-8.
#: Languages that write decimals with a comma: their spreadsheets part columns by semicolons.
COMMA_LANGUAGES = frozenset(("cs", "da", "de", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "ru", "sv", "uk"))
TEXT_MARK = "'"  #: First character of a text that a spreadsheet would take for a formula, a date, a time or another number.

_MONTHS = "jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_TAKEN_FOR_ANOTHER = re.compile(
    rf"""\s*(?:
        [=+@＝＋＠\-－].*                                      # a formula, or a number with its sign: -4
        | [0-9.,]+\s*[$€£¥%] | [$€£¥]\s*[0-9].*                 # an amount
        | (?=[.,]?[0-9])[0-9\s]*[./:,\-–][0-9\s./:,\-–]*        # a date, a time, a fraction: 1/2, 12:30, 3.5
        | 0[0-9]+ | [0-9]{{16,}}                                # a number that loses digits
        | [0-9.,]+\s*e\s*[+\-]?[0-9]+ | [0-9:]+\s*[ap]m?        # powers of ten, hours: 5E1, 3 p
        | [0-9]{{1,4}}[\s./\-]*(?:{_MONTHS})[a-zä]*[\s./\-]*[0-9]*  # a day with its month, two ways: 5 May, May 5
        | (?:{_MONTHS})[a-zä]*[\s./\-]*[0-9]+
    )\s*""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def as_text(text: str) -> str:
    """Return a text so that a spreadsheet leaves it as it is; ``from_spreadsheet`` is the reverse.

    A plain whole number stays one. What a spreadsheet would take for something else gets ``TEXT_MARK`` before it.
    """
    return TEXT_MARK + text if _is_taken_for_another(text) else text


def from_spreadsheet(text: str) -> str:
    """Return the text of a cell that ``as_text`` made, or that a person typed."""
    return text[1:] if text.startswith(TEXT_MARK) and _is_taken_for_another(text[1:]) else text


def _is_taken_for_another(text: str) -> bool:
    """Return whether a spreadsheet takes a text, which may have marks before it, for something else."""
    return _TAKEN_FOR_ANOTHER.fullmatch(text.lstrip(TEXT_MARK)) is not None


class TableWriter:
    """Writes a table row by row."""

    def __init__(self, out: TextIO, columns: Sequence[str]) -> None:
        self._has_comma = language()[:2] in COMMA_LANGUAGES
        self._rows = csv.DictWriter(out, columns, restval="", lineterminator="\n", delimiter=";" if self._has_comma else ",")
        self._rows.writeheader()

    def write(self, row: Mapping[str, object]) -> None:
        """Write a row of texts and numbers; a missing one is left empty, and a text becomes one line."""
        self._rows.writerow({name: self._cell(value) for name, value in row.items()})

    def _cell(self, value: object) -> object:
        """Return a text in one line that stays text, and a float with the decimal sign of the language; other values as they are."""
        if isinstance(value, str):
            return as_text(" ".join(value.splitlines()))
        return str(value).replace(".", ",") if isinstance(value, float) and self._has_comma else value


def table_csv(columns: Sequence[str], rows: Sequence[Mapping[str, object]]) -> bytes:
    """Return a table with its header as the content of a CSV file."""
    out = io.StringIO()
    writer = TableWriter(out, columns)
    for row in rows:
        writer.write(row)
    return codecs.BOM_UTF8 + out.getvalue().encode(errors="backslashreplace")
