"""The wall, a page to project while slips come in: numbers only, no name and no answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.classroom.results import ClassTable, PuzzleFinders
from numero_cam.text.page_templates import page_html


@dataclass(frozen=True, slots=True)
class Wall:
    """The numbers on the wall."""

    heading: str  #: Class and week.
    pupils: int  #: Number of pupils with a slip.
    handed_in: int  #: Number of pupils who handed in, those whose slip waits included.
    best: int  #: Number of answers that no take beats.
    cards: int  #: Number of cards that the class took together.
    levels: tuple[PuzzleFinders, ...]  #: The numbers of the puzzle of each level, in the order of the printing.


def wall_of(table: ClassTable) -> Wall:
    """Return the numbers on the wall for a week."""
    cards = sum(row.worth.cards for row in table.takes if row.worth and row.puzzle.kind.asks_for_take)
    counts = len(table.rows), len(table.handed_in), len(table.best)
    return Wall(table.printing.heading, *counts, cards, table.puzzle_finders)


def wall_page(wall: Wall, *, at: str | None = None) -> str:
    """Return the wall as an HTML page; `at` is the address of its styles and scripts, None for a file that loads nothing."""
    numbers = [WallNumber(f"{wall.handed_in} / {wall.pupils}", tr("handed in")), WallNumber(str(wall.best), tr("found the best"))]
    numbers += [WallNumber(str(wall.cards), tr("cards taken together"))] if wall.cards else []
    rows = [(one.puzzle.level, one.pupils, one.handed_in, one.finders) for one in wall.levels if one.pupils]
    return wall_html(wall.heading, numbers, rows, at=at)


@dataclass(frozen=True, slots=True)
class WallNumber:
    """A large number and what it counts."""

    number: str
    what: str


def wall_html(heading: str, numbers: Sequence[WallNumber], levels: Sequence[tuple[str, int, int, int]], *, at: str | None = None) -> str:
    """Return the page of a heading, large numbers, and (name, pupils, handed in, best takes) of each level; see `wall_page` for `at`."""
    return page_html("classroom/templates/wall.html", at=at, heading=heading, numbers=numbers, levels=levels)
