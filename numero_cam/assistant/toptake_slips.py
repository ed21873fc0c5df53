"""A Top Take on paper: slips of one puzzle for all, and the photos of them as entries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from numero_cam.assistant.class_list import Pupil
from numero_cam.assistant.classes import Classroom
from numero_cam.assistant.mark_run import mark_photos, write_results
from numero_cam.assistant.slip_records import Printing
from numero_cam.assistant.slip_store import SlipStore, open_store
from numero_cam.assistant.toptake import Entered, TopTake
from numero_cam.assistant.week import Week, WeekAsked, write_week
from numero_cam.base.errors import ClassError


def write_slips(out: Path, room: Classroom, level: str, asked: WeekAsked, file: Path | None = None) -> Week:
    """Write a slip of the same puzzle for each pupil of a class, and remember what is on them.

    Raises:
        ClassError: A level that there is not, or too many slips.
        NumeroCamError: A file cannot be written.
    """
    return write_week(out, room.name, [replace(pupil, level=level) for pupil in room.pupils], asked, file=file)


def printed_round(number: int, file: Path | None = None) -> Printing:
    """Return a printing that a Top Take can be played with.

    Raises:
        ClassError: Nothing was printed under this number, or puzzles of several levels were.
    """
    with open_store(file) as store:
        printing = store.printing(number)
    if printing is None:
        message = f"nothing was printed under the number {number} on this computer; it stands below the strip of each slip"
        raise ClassError(message)
    if len(printing.puzzles) != 1:
        message = f"printing {number} has {len(printing.puzzles)} puzzles; a Top Take has one for all: print it with --slips"
        raise ClassError(message)
    return printing


def pupils_of_round(printing: Printing) -> tuple[Pupil, ...]:
    """Return whose slips were printed, those that were forgotten left out."""
    level = printing.puzzles[0].level
    return tuple(Pupil(slip.pupil, slip.name, level) for slip in printing.slips if slip.pupil)


@dataclass(frozen=True)
class Photographed:
    """What came of photos of slips.

    Attributes:
        entered: Of how many pupils an entry stands now.
        waiting: Slips that somebody has to look at: whose, and why.
        problems: What could not be read, a line each.
        page: Where the slips that wait are shown.
    """

    entered: int
    waiting: tuple[str, ...]
    problems: tuple[str, ...]
    page: Path


def enter_photos(
    game: TopTake, printing: Printing, store: SlipStore, names: Sequence[str], folder: Path, *, done: Callable[[], None] | None = None
) -> Photographed:
    """Take slips of photos as entries; a slip that is not clear, or no take, waits and is no entry.

    Args:
        game: The round.
        printing: Its slips.
        store: Knows the printing, and takes what is read.
        names: Photos, folders and patterns.
        folder: Where the page with the slips that wait is written.
        done: Called after each photo.

    Raises:
        NumeroCamError: The store or a file cannot be used.
    """
    marked = mark_photos(names, store, given=printing.number, done=done)
    (written,) = write_results(store, [printing.number], folder)
    rows = [row for row in written.table.rows if row.judged is not None]
    for row in rows:
        if row.judged is not None:
            worth = row.judged
            who = Pupil(row.number, row.name, row.puzzle.level).called
            game.entries[who] = Entered(row.marks, worth.wrong, worth.cards, worth.points, row.found_best)
    waiting = tuple(f"slip {one.slip}{f' of pupil {one.pupil}' if one.pupil else ''}: {one.reason}" for one in written.table.waiting)
    return Photographed(len(rows), waiting, marked.problems, written.page)
