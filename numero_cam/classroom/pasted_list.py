"""Reads a class list that somebody pasted from a spreadsheet: the columns need no names, and what is missing is filled in."""

import re
from collections.abc import Sequence

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import CLASS_LIST_EXAMPLE, MAX_PUPIL_NUMBER, Pupil, pupils_of_rows
from numero_cam.classroom.spreadsheets import cells_of_text, rows_of_text
from numero_cam.games.numero.puzzles import LevelError, parse_level

COLUMNS = ("number", "name", "level")
_NUMBERED_NAME = re.compile(r"(\d{1,2})[.)]?\s+(\D.*)")


def read_pasted_list(text: str, level: str) -> tuple[Pupil, ...]:
    """Return the pupils of a pasted list, in the order of their numbers.

    A list with a head such as ``number,name,level`` is read by its head. In any other list a whole number is a pupil's number, a level such
    as ``silver:12`` his level, and all else his name, which may have the number before it: ``17. Ann``. Pupils without a number are counted
    in their order.

    Args:
        text: The list, a line for each pupil; tabs, semicolons or commas separate its columns.
        level: The level of pupils without one.

    Raises:
        ClassError: The list is empty, or a line is wrong; the message names the line.
    """
    rows = _rows(text)
    if not rows:
        message = tr("the list is empty; write a line for each pupil, at least a number")
        raise ClassError(message)
    unnumbered = not any(row["number"] for _, row in rows)
    if unnumbered and len(rows) > MAX_PUPIL_NUMBER:
        message = tr("the list has {lines} lines; a class has at most {most} pupils", lines=len(rows), most=MAX_PUPIL_NUMBER)
        raise ClassError(message)
    filled = [
        (line, {**row, "number": str(place) if unnumbered else row["number"], "level": row["level"] or level})
        for place, (line, row) in enumerate(rows, start=1)
    ]
    return tuple(sorted(pupils_of_rows(tr("the list"), filled), key=lambda pupil: pupil.number))


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """Return the line number and the cells of each line, by column; a cell is empty where the line has none."""
    lines = [line for line in text.splitlines() if line.strip()]
    head = re.split(r"[\t;,]", lines[0].lower()) if lines else []
    if {cell.strip() for cell in head} & {"number", "level"}:
        rows = rows_of_text(text, tr("the list"), ("number",), CLASS_LIST_EXAMPLE)
        return [(line, {column: row.get(column, "") for column in COLUMNS}) for line, row in rows]
    return [(line, _by_kind(cells)) for line, cells in cells_of_text(text, tr("the list"))]


def _by_kind(cells: Sequence[str]) -> dict[str, str]:
    """Return the cells of a line by what they look like."""
    found = dict.fromkeys(COLUMNS, "")
    for cell in cells:
        kind = "number" if re.fullmatch(r"-?\d+", cell) and not found["number"] else "level" if _is_level(cell) else "name"
        found[kind] = f"{found[kind]} {cell}".strip()
    numbered = None if found["number"] else _NUMBERED_NAME.fullmatch(found["name"])
    return {**found, "number": numbered[1], "name": numbered[2]} if numbered else found


def _is_level(cell: str) -> bool:
    try:
        parse_level(cell)
    except LevelError:
        return False
    return not cell.isdigit() and bool(cell)
