"""Makes the puzzles of a week and prints them as one PDF: pages to project, a slip for each pupil, spare slips, the solutions."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from numero_cam.app.choices import Paper
from numero_cam.base.errors import ClassError
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import PrintedSlip, Printing, SlipPuzzle, fits_slip
from numero_cam.games.numero.puzzles import LevelError, PuzzleRequest, generate_puzzles, parse_level
from numero_cam.games.numero.rules.choices import By
from numero_cam.marking.slip_code import MAX_PRINTING, MAX_SLIPS, SlipCode
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.printing.slips import SlipContent, can_be_printed, slip_pages
from numero_cam.printing.week_pages import ProjectedPuzzle, answer_pages, project_page
from numero_cam.text.words import unit_word

CENTRE_CARDS = 6
"""Number of cards in the centre of a puzzle."""


def week_puzzle(name: str, seed: int | str, by: By) -> SlipPuzzle:
    """Return a puzzle of a level that has room on a slip.

    Args:
        name: Name of the level: ``silver:12``, ``gold:30``, or a card set such as ``3``.
        seed: Seed of the cards: the same seed, the same puzzle.
        by: What the best take has most of.

    Raises:
        LevelError: There is no such level, or no puzzle of it was found.
    """
    level = parse_level(name)
    wanted = PuzzleRequest(level.set_name, level.cards, level.band, by, centre=CENTRE_CARDS)
    fitting = (puzzle for puzzle in generate_puzzles(wanted, seed) if fits_slip(puzzle.position, puzzle.play))
    for puzzle in islice(fitting, 1):
        return SlipPuzzle.of(level.name, puzzle)
    message = tr("level {level}: no puzzle was found", level=level.name)  # never: most deals are puzzles
    raise LevelError(message)


@dataclass(frozen=True)
class PrintedWeek:
    """A week that was printed.

    Attributes:
        printing: What is on the slips.
        pages: Number of pages of the file.
        without_name: Numbers of pupils whose names no font here can print.
    """

    printing: Printing
    pages: int
    without_name: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WeekOptions:
    """How a week is named and printed.

    Attributes:
        week: Name of the week.
        paper: Size of the paper.
        by: What the best take has most of.
        seed: Seed of the cards; None for other cards each time.
        spares: Number of spare slips of each puzzle, for pupils who lose theirs.
    """

    week: str
    paper: Paper = "a4"
    by: By = "cards"
    seed: int | str | None = None
    spares: int = 2


def write_week(out: Path, class_name: str, pupils: Sequence[Pupil], options: WeekOptions, *, file: Path | None = None) -> PrintedWeek:
    """Make the puzzles of a week, write the PDF, and store what is on each slip.

    Args:
        out: The PDF to write.
        class_name: Name of the class.
        pupils: Its pupils.
        options: How the week is named and printed.
        file: The file of the classes; by default the file of this user.

    Raises:
        ClassError: There is no such level, or there are more slips than a printing has numbers for.
        NumeroCamError: A file cannot be written.
    """
    seed = random.randrange(1 << 31) if options.seed is None else options.seed  # noqa: S311 - cards are no secrets
    levels = list(dict.fromkeys(pupil.level for pupil in pupils))
    try:
        puzzles = tuple(week_puzzle(level, f"{seed} {level}", options.by) for level in levels)
    except LevelError as error:
        raise ClassError(str(error)) from error
    owners: list[tuple[Pupil | None, int]] = [(pupil, levels.index(pupil.level)) for pupil in pupils]
    owners += [(None, place) for place in range(len(levels)) for _ in range(options.spares)]
    if len(owners) > MAX_SLIPS:
        message = tr(
            "{slips} slips are too many for one printing; at most {most}: leave spare ones out, or part the class",
            slips=len(owners),
            most=MAX_SLIPS,
        )
        raise ClassError(message)
    slips = tuple(
        PrintedSlip(number, place, pupil.number if pupil else None, pupil.name if pupil else "")
        for number, (pupil, place) in enumerate(owners)
    )
    with open_slip_store(file) as store:
        # Not by the seed: the slips of two printings of the same puzzles have different numbers.
        numbers = iter(lambda: random.randint(1, MAX_PRINTING), 0)  # noqa: S311
        number = next(number for number in numbers if store.printing(number) is None)
        printing = Printing(number, class_name, options.week, puzzles, slips)
        pages = week_pages(printing, paper=options.paper)
        write_atomically(out, pdf_bytes(pages, f"numero-cam {printing.heading}"))
        store.add_printing(printing)
    return PrintedWeek(printing, len(pages), tuple(p.number for p in pupils if not can_be_printed(p.name)))


def week_pages(printing: Printing, *, paper: Paper) -> tuple[PaperPage, ...]:
    """Return the pages of a week: a page to project for each puzzle, the slips, the solutions last.

    Raises:
        PaperError: A puzzle cannot be printed.
    """
    art = read_art()
    shown = [_projected(printing, puzzle) for puzzle in printing.puzzles]
    slips = [printed_slip(printing, slip) for slip in printing.slips]
    return (
        *(project_page(one, art, paper=paper) for one in shown),
        *slip_pages(slips, art, paper=paper),
        *answer_pages(printing.heading, shown, paper=paper),
    )


def _projected(printing: Printing, puzzle: SlipPuzzle) -> ProjectedPuzzle:
    question = tr("Find the take with the most {unit}. Every card is used once.", unit=unit_word(puzzle.by))
    title = f"{printing.heading}: {puzzle.level}"
    return ProjectedPuzzle(title, puzzle.centre, (*puzzle.takers, *puzzle.wilds), question, puzzle.solution_text)


def printed_slip(printing: Printing, slip: PrintedSlip) -> SlipContent:
    """Return what is printed on a slip."""
    puzzle = printing.puzzles[slip.puzzle]
    owner = tr("Spare slip ({level}): shade your number", level=puzzle.level)
    if slip.pupil is not None:
        owner = tr("Pupil {number}  {name}", number=slip.pupil, name=slip.name if can_be_printed(slip.name) else "").rstrip()
    code = SlipCode(printing.number, slip.slip)
    return SlipContent(code, printing.heading, owner, puzzle.centre, puzzle.takers, puzzle.wilds, spare=slip.pupil is None)
