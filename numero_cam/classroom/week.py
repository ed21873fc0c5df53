"""Makes the puzzles of a week and prints them as one PDF: pages to project, a slip for each pupil, spare slips, the solutions."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from numero_cam.app.choices import Paper, PerPage
from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError
from numero_cam.base.outputs import write_atomically, write_new
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.slip_prints import SlipContent, slip_pages
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import FORGOTTEN_PUPIL, PrintedSlip, Printing, SlipPuzzle, face_of
from numero_cam.classroom.week_prints import ProjectedPuzzle, answer_pages, project_page
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.puzzles import LevelError, parse_level
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.marking.slip_layout import MAX_PRINTING, MAX_SLIPS, SlipCode
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.lettering import can_be_printed
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.text.words import all_called


@dataclass(frozen=True)
class PrintedWeek:
    """A week that was printed."""

    file: Path  #: The PDF.
    printing: Printing  #: The whole printing: all slips of the week.
    pages: int  #: Number of pages of the file.
    slips: int  #: Number of slips of the file.
    without_name: tuple[int, ...]  #: Numbers of pupils whose names no font here can print.
    is_new: bool  #: Whether the puzzles were made now; False where the week was printed before.


@dataclass(frozen=True, slots=True)
class WeekOptions:
    """Name and options of the prints of a week."""

    week: str  #: Name of the week.
    paper: Paper = "a4"  #: Size of the paper.
    by: By = "cards"  #: What the best take has most of.
    seed: int | str | None = None  #: Seed of the cards; None for the seed that follows from class and week.
    spares: int = 2  #: Minimum number of spare slips of each puzzle, for pupils who lose theirs.
    new_puzzles: bool = False  #: Whether other puzzles are made although the week was printed before.
    printing: int | None = None  #: Number of the printing that is printed again; None for the latest of the class and week.
    kind: PuzzleKind | None = None  #: Kind of new puzzles; None for the kind of this week in the course of the year.
    per_page: PerPage = 4  #: Number of slips on a page: four, or two large ones.


@dataclass(frozen=True, slots=True)
class SlipChoice:
    """Which slips of a printing are printed again."""

    pupils: tuple[int, ...] = ()  #: Numbers of the pupils whose slips are printed.
    spares: bool = False  #: Whether the spare slips are printed.


def write_week(
    out: Path | None,
    class_name: str,
    pupils: Sequence[Pupil],
    options: WeekOptions,
    *,
    only: SlipChoice | None = None,
    file: Path | None = None,
) -> PrintedWeek:
    """Write the PDF of a week, and store its printing.

    The same class and week give the same puzzles, slip numbers and bytes, until new puzzles are asked for. Pupils and spare slips that a
    printing does not have yet get slips after the others.

    Args:
        out: The PDF to write; None for one named after class and week in the current folder. A file that holds anything else stays.
        class_name: Name of the class.
        pupils: Its pupils.
        options: Name of the week, and options of its prints.
        only: The slips that are printed, without the pages to project and the answers; None for everything.
        file: The file of the classes; by default the file of this user.
    """
    with open_slip_store(file) as store:
        earlier = store.printings_of(class_name)
        before = _printed_before(earlier, class_name, options)
        try:
            printing = _with_slips(before or _empty_printing(store, earlier, class_name, options), pupils, options)
        except LevelError as error:
            raise ClassError(str(error)) from error
        shown = printing.with_only(_chosen(printing, only))
        pages_of = week_pages if only is None else slips_of
        pages = pages_of(shown, paper=options.paper, per_page=options.per_page)
        place = out or _default_file(printing, only)
        write_pdf(place, pdf_bytes(pages, f"numero-cam {printing.heading}"))
        store.put_printing(printing)
    names = {pupil.number: pupil.name for pupil in pupils}
    without = tuple(pupil for pupil in shown.pupils if not can_be_printed(names.get(pupil, "")))
    return PrintedWeek(place, printing, len(pages), len(shown.slips), without, before is None)


def _printed_before(earlier: Sequence[Printing], class_name: str, options: WeekOptions) -> Printing | None:
    """Return which of the earlier printings of a class is printed again; None where puzzles are to be made."""
    if options.printing is not None:
        found = next((printing for printing in earlier if printing.number == options.printing), None)
        if found is None:
            raise ClassError(tr("{class_name} has no printing {number} on this computer", class_name=class_name, number=options.printing))
        return found
    if options.new_puzzles:
        return None
    matching = [printing for printing in _printings_of_week(earlier, options) if options.seed is None or printing.seed == str(options.seed)]
    return matching[-1] if matching else None


def _printings_of_week(printings: Sequence[Printing], options: WeekOptions) -> list[Printing]:  # of the name and `by` of these options
    return [printing for printing in printings if printing.week == options.week and printing.by == options.by]


def _seed(class_name: str, options: WeekOptions, edition: int) -> str:
    """Return the seed of a week's cards, if no other is asked for; editions after the first are new puzzles of the same week."""
    if options.seed is not None:
        return str(options.seed)
    return f"{class_name.casefold()} {options.week} {options.by}" + (f" {edition}" if edition else "")


def _empty_printing(store: SlipStore, earlier: Sequence[Printing], class_name: str, options: WeekOptions) -> Printing:
    """Return a printing without slips, whose number no other printing has; the same class, week and edition give the same number."""
    seed = _seed(class_name, options, len(_printings_of_week(earlier, options)))
    number = free_number(store, f"{class_name.casefold()} {options.week} {seed}")
    return Printing(number, class_name, options.week, (), (), seed)


def free_number(store: SlipStore, what: str) -> int:
    """Return a number for a new printing that no stored one has, derived from the text `what` by SHA-256: 1 to ``MAX_PRINTING``."""
    digests = (hashlib.sha256(f"{what} {n}".encode()).digest() for n in count())
    numbers = (int.from_bytes(digest[:4], "big") % MAX_PRINTING + 1 for digest in digests)
    return next(number for number in numbers if store.printing(number) is None)


def _with_slips(printing: Printing, pupils: Sequence[Pupil], options: WeekOptions) -> Printing:
    """Return the printing with a slip for each pupil, and ``options.spares`` spare slips of each puzzle; its own slips stay."""
    if printing.is_challenge:
        return printing
    have = set(printing.pupils)
    coming = [pupil for pupil in pupils if pupil.number not in have]
    levels = {puzzle.level: place for place, puzzle in enumerate(printing.puzzles)}
    puzzles = list(printing.puzzles)
    for name in dict.fromkeys(pupil.level for pupil in coming):
        level = parse_level(name).name
        if level not in levels:
            levels[level] = len(puzzles)
            puzzles.append(week_puzzle(level, f"{printing.seed} {level}", printing.by or options.by, options.kind))
    owners: list[tuple[Pupil | None, int]] = [(pupil, levels[parse_level(pupil.level).name]) for pupil in coming]
    for place in range(len(puzzles)):
        spares = sum(slip.puzzle == place and slip.pupil is None for slip in printing.slips)
        owners += [(None, place)] * (options.spares - spares)
    if len(printing.slips) + len(owners) > MAX_SLIPS:
        raise ClassError(
            tr(
                "{slips} slips are too many for one printing; at most {most}: leave spare ones out, or part the class",
                slips=len(printing.slips) + len(owners),
                most=MAX_SLIPS,
            )
        )
    slips = tuple(
        PrintedSlip(number, place, pupil.number if pupil else None, pupil.name if pupil else "")
        for number, (pupil, place) in enumerate(owners, start=len(printing.slips))
    )
    return replace(printing, puzzles=tuple(puzzles), slips=printing.slips + slips)


def _chosen(printing: Printing, only: SlipChoice | None) -> tuple[PrintedSlip, ...]:
    """Return the slips that are printed: the chosen ones, or all but those of pupils who were removed from the class."""
    if only is None:
        return tuple(slip for slip in printing.slips if slip.pupil != FORGOTTEN_PUPIL)
    missing = [number for number in only.pupils if number not in printing.pupils]
    if missing:
        raise ClassError(tr("{class_name} has no pupil {number}", class_name=printing.class_name, number=missing[0]))
    return tuple(slip for slip in printing.slips if (slip.pupil in only.pupils if slip.pupil is not None else only.spares))


def _default_file(printing: Printing, only: SlipChoice | None) -> Path:
    """Return the file of a week: named after class and week, later editions also after their number, single slips after their owners."""
    first = _seed(printing.class_name, WeekOptions(printing.week, by=printing.by or "cards"), 0)
    parts = [printing.class_name, printing.week]
    parts += [str(printing.number)] if printing.seed != first else []
    if only is not None:
        parts += [*map(str, only.pupils), *(["spares"] if only.spares else [])]
    return Path(f"{'-'.join(parts)}.pdf".replace("/", "-"))


def write_pdf(out: Path, data: bytes) -> None:
    """Write a PDF; a file that holds other bytes stays and raises ``ClassError``."""
    if out.exists() and not out.is_file():  # a device or a pipe
        write_atomically(out, data)
    elif not write_new(out, data) and (out.stat().st_size != len(data) or read_bytes(out, len(data), ClassError) != data):
        raise ClassError(tr("{file} is there already and holds something else; name another file, or move that one away", file=out))


def week_pages(printing: Printing, *, paper: Paper, per_page: PerPage = 4) -> tuple[PaperPage, ...]:
    """Return the pages of a week: a page to project for each puzzle, the slips, the solutions last."""
    art = read_art()
    shown = [projected(printing, puzzle) for puzzle in printing.puzzles]
    return (
        *(project_page(one, art, paper=paper) for one in shown),
        *slips_of(printing, paper=paper, per_page=per_page),
        *answer_pages(printing.heading, shown, paper=paper),
    )


def slips_of(printing: Printing, *, paper: Paper, per_page: PerPage) -> tuple[PaperPage, ...]:
    """Return the pages with the slips of a printing."""
    slips = [printed_slip(printing, slip) for slip in printing.slips]
    return tuple(slip_pages(slips, read_art(), paper=paper, per_page=per_page))


def projected(printing: Printing, puzzle: SlipPuzzle) -> ProjectedPuzzle:
    """Return the faces and texts of a page that projects a puzzle of a printing."""
    title = printing.heading if printing.is_challenge else f"{printing.heading}: {puzzle.level}"
    cards = tr("Middle: {centre}. Hand: {hand}.", centre=all_called(puzzle.centre), hand=all_called(puzzle.hand))
    return ProjectedPuzzle(
        title, tuple(map(face_of, puzzle.centre)), tuple(map(str, puzzle.hand)), puzzle.task, cards, puzzle.solution_text
    )


def printed_slip(printing: Printing, slip: PrintedSlip) -> SlipContent:
    """Return the code, texts and faces of a slip."""
    puzzle = printing.puzzles[slip.puzzle]
    owner = tr("Spare slip ({level}): shade your number", level=puzzle.level)
    if slip.pupil is not None:
        owner = tr("Pupil {number}  {name}", number=slip.pupil, name=slip.name if can_be_printed(slip.name) else "").rstrip()
    code = SlipCode(printing.number, slip.slip, printing.layout)
    cards = tuple(map(face_of, puzzle.centre)), tuple(map(str, puzzle.takers)), tuple(map(str, puzzle.wilds))
    return SlipContent(code, printing.heading, owner, *cards, slip.pupil is None, puzzle.goal, puzzle.kind)
