"""The wall to project while slips come in: numbers only, no name and no answer."""

from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.classroom.results import ClassTable, PuzzleFinders, week_table
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.text.wall_page import WallNumber, wall_html


@dataclass(frozen=True, slots=True)
class Wall:
    """What is projected.

    Attributes:
        heading: Class and week.
        pupils: Number of pupils with a slip.
        handed_in: Number of pupils who handed in, those whose slip waits included.
        best: Number of answers that no take beats.
        cards: Number of cards that the class took together.
        levels: The numbers of the puzzle of each level, in the order of the printing.
    """

    heading: str
    pupils: int
    handed_in: int
    best: int
    cards: int
    levels: tuple[PuzzleFinders, ...]


def wall_of(table: ClassTable) -> Wall:
    """Return what is projected of a week."""
    cards = sum(row.worth.cards for row in table.takes if row.worth and row.puzzle.kind.asks_for_take)
    counts = len(table.rows), len(table.handed_in), len(table.best)
    return Wall(table.printing.heading, *counts, cards, table.puzzle_finders)


def wall_page(wall: Wall, *, at: str | None = None) -> str:
    """Return the wall as an HTML page.

    Args:
        wall: What is projected.
        at: See ``page_html``: None for a file that loads nothing.
    """
    numbers = [WallNumber(f"{wall.handed_in} / {wall.pupils}", tr("handed in")), WallNumber(str(wall.best), tr("found the best"))]
    numbers += [WallNumber(str(wall.cards), tr("cards taken together"))] if wall.cards else []
    rows = [(one.puzzle.level, one.pupils, one.handed_in, one.finders) for one in wall.levels if one.pupils]
    return wall_html(wall.heading, numbers, rows, at=at)


def write_wall(out: Path, class_name: str, week: str | None = None, *, file: Path | None = None) -> None:
    """Write the wall of a week as a page for a browser.

    Raises:
        ClassError: There is no such class, or nothing was handed in.
        NumeroCamError: A file cannot be used.
    """
    with open_slip_store(file) as store:
        wall = wall_of(week_table(store, class_name, week))
    write_atomically(out, wall_page(wall).encode())
