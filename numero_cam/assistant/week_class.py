"""The pupils of a class, from a file that a teacher edits: ``number,name,level``, a pupil a line."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.errors import NumeroCamError

MOST_NUMBER = 99
"""A number has two digits, because spare slips have circles for tens and units."""
MOST_PUPILS = 200
COLUMNS = ("number", "name", "level")


class ClassError(NumeroCamError):
    """A class that cannot be used: its file is empty, or a line of it is wrong."""


@dataclass(frozen=True, slots=True)
class Pupil:
    """One pupil.

    Attributes:
        number: 1 to 99.
        name: May be empty.
        level: Of the puzzles.
    """

    number: int
    name: str
    level: str


def read_class(path: Path) -> tuple[Pupil, ...]:
    """Read the pupils of a class in the order of their numbers.

    Args:
        path: Text with commas or semicolons; the first line names the columns. Names may be empty or left out.

    Raises:
        ClassError: It cannot be read, has no pupil, or a line of it is wrong: the line is named.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        message = f"{path}: cannot be read: {(error.strerror or str(error)).lower()}"
        raise ClassError(message) from error
    except UnicodeDecodeError as error:
        message = f'{path}: is not text in UTF-8; save it from the spreadsheet as "CSV UTF-8"'
        raise ClassError(message) from error
    first = text.split("\n", 1)[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    names = [(name or "").strip().lower() for name in rows.fieldnames or ()]
    missing = [name for name in ("number", "level") if name not in names]
    if missing:
        message = f'{path}: the first line has no column "{missing[0]}"; it reads: {",".join(COLUMNS)}'
        raise ClassError(message)
    rows.fieldnames = names
    pupils = [
        _pupil(f"{path}, line {rows.line_num}", row)
        for row in rows
        if any((value or "").strip() for value in row.values() if isinstance(value, str))
    ]
    return _checked(path, pupils)


def _pupil(where: str, row: dict[str, str]) -> Pupil:
    number, level = (row.get("number") or "").strip(), (row.get("level") or "").strip()
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_NUMBER):
        message = f'{where}: "{number[:20]}" is no pupil number; numbers are 1 to {MOST_NUMBER}'
        raise ClassError(message)
    if not level:
        message = f"{where}: pupil {number} has no level; write one such as silver:12"
        raise ClassError(message)
    return Pupil(int(number), " ".join((row.get("name") or "").split()), level)


def _checked(path: Path, pupils: list[Pupil]) -> tuple[Pupil, ...]:
    if not pupils:
        message = f"{path}: the class has no pupil; write a line for each below the first one: 17,Ann,silver:12"
        raise ClassError(message)
    if len(pupils) > MOST_PUPILS:
        message = f"{path}: {len(pupils)} pupils are too many for one class; at most {MOST_PUPILS}"
        raise ClassError(message)
    numbers = [pupil.number for pupil in pupils]
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        message = f"{path}: two pupils have the number {twice}; give each a number of his own"
        raise ClassError(message)
    return tuple(sorted(pupils, key=lambda pupil: pupil.number))
