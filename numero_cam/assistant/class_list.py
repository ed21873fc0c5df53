"""The pupils of a class, from a file that a teacher edits: ``number,name,level``, a pupil a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numero_cam.assistant.sheets import read_sheet
from numero_cam.base.errors import ClassError
from numero_cam.games.numero.puzzles import LevelError, parse_level

MOST_NUMBER = 99
"""A number has two digits, because spare slips have circles for tens and units."""
MOST_PUPILS = MOST_NUMBER
LONGEST_NAME = 200
EXAMPLE = "number,name,level/17,Ann,silver:12"


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
    pupils = _pupils(path, read_sheet(path, ("number", "level"), EXAMPLE))
    if not pupils:
        message = f"{path}: has no pupil; write a line for each below the first: {EXAMPLE.partition('/')[2]}"
        raise ClassError(message)
    return tuple(sorted(pupils, key=lambda pupil: pupil.number))


def _pupils(path: Path, rows: Sequence[tuple[int, dict[str, str]]]) -> list[Pupil]:
    pupils: list[Pupil] = []
    lines: dict[int, int] = {}
    wrong: list[str] = []
    for line, row in rows:
        try:
            pupils.append(_pupil(row, lines))
            lines[pupils[-1].number] = line
        except ClassError as error:
            wrong.append(f"line {line}: {error}")
    if wrong:
        others = f" ({len(wrong) - 1} more {'line is' if len(wrong) == 2 else 'lines are'} wrong)" if len(wrong) > 1 else ""
        message = f"{path}, {wrong[0]}{others}"
        raise ClassError(message)
    return pupils


def _pupil(row: dict[str, str], lines: dict[int, int]) -> Pupil:
    number, level = row["number"], row["level"]
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and 1 <= int(number) <= MOST_NUMBER):
        message = f'"{number[:20]}" is no number of a pupil; numbers are 1 to {MOST_NUMBER}'
        raise ClassError(message)
    if int(number) in lines:
        message = f"pupil {int(number)} is in line {lines[int(number)]} already; give each a number of his own"
        raise ClassError(message)
    name = row.get("name", "")
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
