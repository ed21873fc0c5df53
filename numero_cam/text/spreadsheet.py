"""Tables for spreadsheets."""

import csv
import io
from collections.abc import Mapping, Sequence


def escape_formula(text: str) -> str:
    """Return a text with a quote before it if a spreadsheet would take it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def table_csv(columns: Sequence[str], rows: Sequence[Mapping[str, object]]) -> str:
    """Return a table with its header as CSV; texts that a spreadsheet would take for formulas begin with a quote.

    Args:
        columns: Names of the columns, which are the keys of the rows.
        rows: Texts and numbers; a missing one is left empty.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: escape_formula(value) if isinstance(value, str) else value for name, value in row.items()})
    return out.getvalue()
