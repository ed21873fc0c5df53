"""Text and tables for the terminal of the moment: lines break between words, and a table that does not fit becomes a list."""

import sys

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

PLAIN_WIDTH = 200
"""Columns where the output is no terminal: wide enough that no table is cut."""
NARROW = 60
"""In a terminal of fewer columns a table that would have to wrap is read more easily as a list."""


def make_console() -> Console:
    """Made for each call: it asks the stream of the moment for terminal and width, and heeds NO_COLOR."""
    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def say(console: Console, text: str | Text, *, bold: bool = False) -> None:
    """Prints a line; a terminal breaks it between words, a pipe gets it whole."""
    styled = Text(text) if isinstance(text, str) else text
    if bold:
        styled.stylize("bold")
    console.print(styled, soft_wrap=not console.is_terminal)


def lay(console: Console, table: Table) -> None:
    """Prints a table, or its rows as a list where the terminal is too narrow: nothing is cut off, and no word is broken."""
    needs = Measurement.get(console, console.options, table)
    wanted = Measurement.get(console, console.options.update(width=10_000), table).maximum
    if needs.minimum <= console.width and (wanted <= console.width or console.width >= NARROW):
        console.print(table)
        return
    heads = [str(column.header) for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        cells = [cell if isinstance(cell, Text) else Text(str(cell)) for cell in row]
        if not table.show_header:
            say(console, Text("  ").join(cell for cell in cells if cell.plain))
            continue
        titles = 1 if table.columns[1].justify == "right" else 2  # a number says nothing without the name of its column
        say(console, Text("  ").join(cells[:titles]))
        for head, cell in zip(heads[titles:], cells[titles:], strict=True):
            if cell.plain not in ("", "-"):
                say(console, Text.assemble(f"    {head}: " if head else "    ", cell))
