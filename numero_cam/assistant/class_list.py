"""The pupils of a class, from a file that a teacher edits: ``number,name,level``, a pupil a line."""

import codecs
import csv
import io
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.errors import ClassError
from numero_cam.games.numero.puzzles import LevelError, parse_level

MOST_NUMBER = 99
"""A number has two digits, because spare slips have circles for tens and units."""
MOST_PUPILS = MOST_NUMBER
LONGEST_NAME = 200
LARGEST = 1_000_000
"""Bytes; no list of a class is longer."""
COLUMNS = ("number", "name", "level")


@dataclass(frozen=True, slots=True)
class Pupil:
    """One pupil.

    Attributes:
        number: 1 to 99.
        name: May be empty.
        level: Of the puzzles, such as ``silver:12``.
    """

    number: int
    name: str
    level: str

    @property
    def called(self) -> str:
        """Number and name: `17 Ann`."""
        return f"{self.number} {self.name}".rstrip()


def read_class_list(path: Path) -> tuple[Pupil, ...]:
    """Return the pupils of a file in the order of their numbers.

    The first line names the columns ``number``, ``name`` and ``level``, in any order; names may be empty or left out. Commas, semicolons
    and tabs part them, as spreadsheets write them; other columns are not looked at.

    Args:
        path: The file, in UTF-8 or, with its mark, UTF-16.

    Raises:
        ClassError: It cannot be read, has no pupil, or a line of it is wrong; the line is named.
    """
    text = _text(path)
    first = next((line for line in text.splitlines() if line.strip()), "")
    if not first:
        message = f"{path}: is empty; its first line is {','.join(COLUMNS)}, then a line for each pupil: 17,Ann,silver:12"
        raise ClassError(message)
    parted = max(",;\t", key=first.count)
    rows = csv.DictReader(io.StringIO(text), delimiter=parted, skipinitialspace=True)
    rows.fieldnames = [(name or "").strip().lower() for name in rows.fieldnames or ()]
    missing = [name for name in ("number", "level") if name not in rows.fieldnames]
    if missing:
        message = f'{path}, line 1: there is no column "{missing[0]}"; the first line is {",".join(COLUMNS)}'
        raise ClassError(message)
    try:
        pupils = _pupils(path, rows)
    except csv.Error as error:
        message = f"{path}, line {rows.line_num}: {error}"
        raise ClassError(message) from error
    if not pupils:
        message = f"{path}: has no pupil; write a line for each below the first: 17,Ann,silver:12"
        raise ClassError(message)
    return tuple(sorted(pupils, key=lambda pupil: pupil.number))


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"{path}: cannot be read: {(error.strerror or str(error)).lower()}"
        raise ClassError(message) from error
    if len(data) > LARGEST:
        message = f"{path}: has {len(data)} bytes; a class is never so large"
        raise ClassError(message)
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        message = f'{path}: is not text in UTF-8; save it from the spreadsheet as "CSV UTF-8"'
        raise ClassError(message) from error


def _pupils(path: Path, rows: "csv.DictReader[str]") -> list[Pupil]:
    pupils: dict[int, Pupil] = {}
    lines: dict[int, int] = {}
    wrong: list[str] = []
    for row in rows:
        if not any((value or "").strip() for value in row.values() if isinstance(value, str)):
            continue
        try:
            pupil = _pupil(row, lines)
        except ClassError as error:
            wrong.append(f"line {rows.line_num}: {error}")
            continue
        pupils[pupil.number], lines[pupil.number] = pupil, rows.line_num
    if wrong:
        others = f" ({len(wrong) - 1} more {'line is' if len(wrong) == 2 else 'lines are'} wrong)" if len(wrong) > 1 else ""
        message = f"{path}, {wrong[0]}{others}"
        raise ClassError(message)
    return list(pupils.values())


def _pupil(row: dict[str, str], lines: dict[int, int]) -> Pupil:
    number, level = (row.get("number") or "").strip(), (row.get("level") or "").strip()
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and 1 <= int(number) <= MOST_NUMBER):
        message = f'"{number[:20]}" is no number of a pupil; numbers are 1 to {MOST_NUMBER}'
        raise ClassError(message)
    if int(number) in lines:
        message = f"pupil {int(number)} is in line {lines[int(number)]} already; give each a number of his own"
        raise ClassError(message)
    name = " ".join((row.get("name") or "").split())
    if len(name) > LONGEST_NAME:
        message = f"the name of pupil {int(number)} has {len(name)} characters; at most {LONGEST_NAME}, or leave it empty"
        raise ClassError(message)
    if not name.isprintable():
        message = f"the name of pupil {int(number)} has signs that cannot be written"
        raise ClassError(message)
    if not level:
        message = f"pupil {int(number)} has no level; write one such as silver:12"
        raise ClassError(message)
    try:
        return Pupil(int(number), name, parse_level(level).name)
    except LevelError as error:
        raise ClassError(str(error)) from error
