"""A week of a class: the puzzles of its levels, a slip for each pupil, spare ones, and the answers, as one PDF."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from numero_cam.base.errors import ClassError
from numero_cam.base.outputs import write_atomically
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.slip_store import open_store
from numero_cam.classroom.slips import PrintedSlip, Printing, SlipPuzzle, fits
from numero_cam.games.numero.puzzles import LevelError, PuzzleRequest, generate_puzzles, parse_level
from numero_cam.games.numero.rules.choices import By
from numero_cam.marking.slip_code import MAX_PRINTING, MAX_SLIPS, SlipCode
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.printing.slips import SlipContent, can_be_printed, slip_pages
from numero_cam.printing.week_pages import ProjectedPuzzle, answer_pages, project_page

CENTRE = 6
"""Cards in the centre."""


def week_puzzle(name: str, seed: int | str, by: By) -> SlipPuzzle:
    """Return a puzzle of a level.

    Args:
        name: ``silver:12``, ``gold:30``, or a card set such as ``3``.
        seed: Decides on the cards.
        by: What counts.

    Raises:
        LevelError: There is no such level, or no puzzle of it was found.
    """
    level = parse_level(name)
    wanted = PuzzleRequest(level.set_name, level.cards, level.band, by, centre=CENTRE)
    fitting = (puzzle for puzzle in generate_puzzles(wanted, seed) if fits(puzzle.position, puzzle.play))
    for puzzle in islice(fitting, 1):
        return SlipPuzzle.of(level.name, puzzle)
    message = f"level {level.name}: no puzzle was found"  # never: most deals are puzzles
    raise LevelError(message)


SPARES = 2
"""Spare slips of each puzzle."""


@dataclass(frozen=True)
class Week:
    """What was printed.

    Attributes:
        printing: What is on the slips.
        pages: How many pages the file has.
        without_name: Numbers of pupils whose names cannot be printed.
    """

    printing: Printing
    pages: int
    without_name: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WeekAsked:
    """How a week is called and printed.

    Attributes:
        week: What it is called.
        paper: ``a4`` or ``letter``.
        by: What counts.
        seed: Decides on the cards; None for others each time.
        spares: Spare slips of each puzzle, for pupils who lost theirs.
    """

    week: str
    paper: str = "a4"
    by: By = "cards"
    seed: int | str | None = None
    spares: int = SPARES


def write_week(out: Path, class_name: str, pupils: Sequence[Pupil], asked: WeekAsked, *, file: Path | None = None) -> Week:
    """Make the puzzles of a week, write the PDF, and remember what is on each slip.

    Args:
        out: The file to write.
        class_name: Of the class.
        pupils: Its pupils.
        asked: How the week is called and printed.
        file: The file of the classes; by default that of this user.

    Raises:
        ClassError: A level that there is not, or more slips than one printing has numbers for.
        NumeroCamError: A file cannot be written.
    """
    seed = random.randrange(1 << 31) if asked.seed is None else asked.seed  # noqa: S311 - cards are no secrets
    levels = list(dict.fromkeys(pupil.level for pupil in pupils))
    try:
        puzzles = tuple(week_puzzle(level, f"{seed} {level}", asked.by) for level in levels)
    except LevelError as error:
        raise ClassError(str(error)) from error
    owners: list[tuple[Pupil | None, int]] = [(pupil, levels.index(pupil.level)) for pupil in pupils]
    owners += [(None, place) for place in range(len(levels)) for _ in range(asked.spares)]
    if len(owners) > MAX_SLIPS:
        message = f"{len(owners)} slips are too many for one printing; at most {MAX_SLIPS}: leave spare ones out, or part the class"
        raise ClassError(message)
    slips = tuple(
        PrintedSlip(number, place, pupil.number if pupil else None, pupil.name if pupil else "")
        for number, (pupil, place) in enumerate(owners)
    )
    with open_store(file) as store:
        # Not by the seed: two printings of the same puzzles have slips that are told apart.
        number = next(number for number in iter(_any_number, 0) if store.printing(number) is None)
        printing = Printing(number, class_name, asked.week, puzzles, slips)
        pages = week_pages(printing, paper=asked.paper)
        write_atomically(out, pdf_bytes(pages, f"numero-cam {printing.heading}"))
        store.add_printing(printing)
    return Week(printing, len(pages), tuple(p.number for p in pupils if not can_be_printed(p.name)))


def _any_number() -> int:
    return random.randint(1, MAX_PRINTING)  # noqa: S311


def week_pages(printing: Printing, *, paper: str) -> tuple[PaperPage, ...]:
    """The pages of a week: to project, slips, answers last.

    Raises:
        PaperError: A puzzle that cannot be printed.
    """
    art = read_art()
    shown = [_shown(printing, puzzle) for puzzle in printing.puzzles]
    slips = [printed_slip(printing, slip) for slip in printing.slips]
    return (
        *(project_page(one, art, paper=paper) for one in shown),
        *slip_pages(slips, art, paper=paper),
        *answer_pages(printing.heading, shown, paper=paper),
    )


def _shown(printing: Printing, puzzle: SlipPuzzle) -> ProjectedPuzzle:
    question = f"Find the take with the most {puzzle.by}. Every card is used once."
    title = f"{printing.heading}: {puzzle.level}"
    return ProjectedPuzzle(title, puzzle.centre, (*puzzle.takers, *puzzle.wilds), question, puzzle.told)


def printed_slip(printing: Printing, slip: PrintedSlip) -> SlipContent:
    """What is printed on a slip."""
    puzzle = printing.puzzles[slip.puzzle]
    owner = f"Spare slip ({puzzle.level}): shade your number"
    if slip.pupil is not None:
        owner = f"Pupil {slip.pupil}  {slip.name if can_be_printed(slip.name) else ''}".rstrip()
    code = SlipCode(printing.number, slip.slip)
    return SlipContent(code, printing.heading, owner, puzzle.centre, puzzle.takers, puzzle.wilds, spare=slip.pupil is None)
