"""Makes the puzzles of a week and prints them as one PDF: pages to project, a slip for each pupil, spare slips, the solutions."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from numero_cam.app.choices import Paper
from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError
from numero_cam.base.outputs import write_atomically, write_new
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import MAX_WEEK_CHARACTERS, Pupil, plain_name
from numero_cam.classroom.slip_prints import PrintedPuzzle, SlipContent, slip_pages
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import PrintedSlip, Printing, face_of
from numero_cam.classroom.week_prints import ProjectedPuzzle, answer_pages, project_page
from numero_cam.classroom.week_puzzles import week_puzzles
from numero_cam.games.numero.puzzles import LevelError, parse_level
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.marking.slip_layout import LAYOUT_OF_PUZZLES, MAX_PRINTING, MAX_SLIPS, SlipCode
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.lettering import can_be_printed
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.text.words import all_called

SPARES = 2  #: Number of spare slips of each level, unless another is wanted.


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
    spares: int = SPARES  #: Minimum number of spare slips of each level, for pupils who lose theirs.
    new_puzzles: bool = False  #: Whether other puzzles are made although the week was printed before.
    printing: int | None = None  #: Number of the printing that is printed again; None for the latest of the class and week.
    kind: PuzzleKind | None = None  #: Kind of new puzzles; None for the kind of this week in the course of the year.
    large: bool = False  #: Whether slips with one puzzle are printed large, two a page in place of four.
    puzzles: int = 1  #: Number of puzzles on each slip of a new printing, a key of ``LAYOUT_OF_PUZZLES``.
    versions: int = 1  #: Number of versions of the slips of each level of a new printing, so that neighbours have other puzzles.
    shown: Mapping[int, str] = field(default_factory=dict)  #: Levels that a page showed, by number of the pupil; other ones are refused.
    anew: frozenset[int] = frozenset()  #: Numbers of the pupils who get another slip of a printed week, at the level that was typed since.


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
        options = replace(options, week=week_name(store.printings_of(class_name), options.week))
        printing, is_new = made_week(store, class_name, pupils, options)
        return write_printings(out, [printing], options, only=only, is_new=is_new)


def made_week(store: SlipStore, class_name: str, pupils: Sequence[Pupil], options: WeekOptions) -> tuple[Printing, bool]:
    """Return the stored printing of a week with a slip for each pupil, and whether its puzzles were made now; see ``write_week``."""
    earlier = store.printings_of(class_name)
    before = _printed_before(earlier, class_name, options)
    try:
        printing = _with_slips(before or _empty_printing(store, earlier, class_name, options), pupils, options)
    except LevelError as error:
        raise ClassError(str(error)) from error
    store.put_printing(printing)
    return printing, before is None


def write_printings(
    out: Path | None, printings: Sequence[Printing], options: WeekOptions, *, only: SlipChoice | None = None, is_new: bool = False
) -> PrintedWeek:
    """Write the pages of one or more printings, one after the other, as one PDF; the record is of the last one. See ``write_week``."""
    last = printings[-1]
    shown = [replace(printing, slips=_chosen(printing, only)) for printing in printings]
    pages_of = week_pages if only is None else slips_of
    pages = [page for one in shown for page in pages_of(one, paper=options.paper, is_large=options.large)]
    place = out or _default_file(last, only)
    write_pdf(place, pdf_bytes(pages, f"numero-cam {last.heading}"))
    names = {slip.pupil: slip.name for one in shown for slip in one.slips if slip.pupil}
    without = tuple(pupil for pupil, name in names.items() if not can_be_printed(name))
    return PrintedWeek(place, last, len(pages), sum(len(one.slips) for one in shown), without, is_new)


def week_name(printings: Sequence[Printing], week: str) -> str:
    """Return the name of a week with single spaces; refuse one that no result could have. A week that was printed keeps its name."""
    return week if any(one.week == week for one in printings) else plain_name(week, "week", MAX_WEEK_CHARACTERS)


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


def _printings_of_week(printings: Sequence[Printing], options: WeekOptions) -> list[Printing]:
    """Return the printings of the name and, where they are of a week, the ``by`` of these options."""
    return [one for one in printings if one.week == options.week and (one.is_occasion or one.by == options.by)]


def _seed(class_name: str, options: WeekOptions, edition: int) -> str:
    """Return the seed of a week's cards, if no other is asked for; editions after the first are new puzzles of the same week."""
    if options.seed is not None:
        return str(options.seed)
    return f"{class_name.casefold()} {options.week} {options.by}" + (f" {edition}" if edition else "")


def _empty_printing(store: SlipStore, earlier: Sequence[Printing], class_name: str, options: WeekOptions) -> Printing:
    """Return a printing without slips, whose number no other printing has; the same class, week and edition give the same number."""
    seed = _seed(class_name, options, len(_printings_of_week(earlier, options)))
    number = free_number(store, f"{class_name.casefold()} {options.week} {seed}")
    return Printing(number, class_name, options.week, (), (), seed, LAYOUT_OF_PUZZLES[options.puzzles], options.versions)


def free_number(store: SlipStore, what: str) -> int:
    """Return a number for a new printing that no stored one has, derived from the text `what` by SHA-256: 1 to ``MAX_PRINTING``."""
    digests = (hashlib.sha256(f"{what} {n}".encode()).digest() for n in count())
    numbers = (int.from_bytes(digest[:4], "big") % MAX_PRINTING + 1 for digest in digests)
    return next(number for number in numbers if store.printing(number) is None)


def _with_slips(printing: Printing, pupils: Sequence[Pupil], options: WeekOptions) -> Printing:
    """Return the printing with a slip for each pupil, and ``options.spares`` spare slips of each puzzle; its own slips stay.

    A challenge and a Top Take stay as they are.
    """
    if printing.is_occasion:
        return printing
    have = {pupil: printing.level_of(pupil) for pupil in printing.own_slips}
    coming = [one for one in pupils if one.number not in have or (one.number in options.anew and one.level != have[one.number])]
    levels = list(printing.levels)
    for level in dict.fromkeys(parse_level(pupil.level).name for pupil in coming):
        if level not in levels:
            levels.append(level)
            about = level, f"{printing.seed} {level}", printing.by or options.by, options.kind, printing.puzzles_per_slip
            made = week_puzzles(*about, versions=printing.versions)
            printing = replace(printing, puzzles=printing.puzzles + made)
    sets = {level: printing.level_puzzles(level) for level in levels}
    given = {level: sum(slip.pupil is not None and slip.puzzles in sets[level] for slip in printing.slips) for level in levels}
    owners = list[tuple[Pupil | None, tuple[int, ...]]]()
    for pupil in coming:  # neighbours in the list have other versions
        level = parse_level(pupil.level).name
        owners.append((pupil, sets[level][given[level] % printing.versions]))
        given[level] += 1
    for level in levels:
        spares = sum(slip.puzzles == sets[level][0] and slip.pupil is None for slip in printing.slips)
        owners += [(None, sets[level][0])] * (options.spares - spares)
    if len(printing.slips) + len(owners) > MAX_SLIPS:
        raise ClassError(
            tr(
                "{slips} slips are too many for one printing; at most {most}: leave spare ones out, or part the class",
                slips=len(printing.slips) + len(owners),
                most=MAX_SLIPS,
            )
        )
    slips = tuple(
        PrintedSlip(number, puzzles, pupil.number if pupil else None, pupil.name if pupil else "")
        for number, (pupil, puzzles) in enumerate(owners, start=len(printing.slips))
    )
    return replace(printing, slips=printing.slips + slips)


def _chosen(printing: Printing, only: SlipChoice | None) -> tuple[PrintedSlip, ...]:
    """Return the slips that are printed: the chosen ones, or all but those that nobody owns any more."""
    if only is None:
        return printing.printed_slips
    missing = [number for number in only.pupils if number not in printing.own_slips]
    if missing:
        raise ClassError(tr("{class_name} has no pupil {number}", class_name=printing.class_name, number=missing[0]))
    return tuple(slip for slip in printing.printed_slips if (slip.pupil in only.pupils if slip.pupil else only.spares))


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


def week_pages(printing: Printing, *, paper: Paper, is_large: bool = False) -> tuple[PaperPage, ...]:
    """Return the pages of a week: pages to project where each level has one puzzle, the slips, the solutions last."""
    art = read_art()
    shown = [projected(printing, index) for index in printing.used_puzzles]
    is_single = printing.puzzles_per_slip * printing.versions == 1
    return (
        *(project_page(one, art, paper=paper) for one in (shown if is_single else ())),
        *slips_of(printing, paper=paper, is_large=is_large),
        *answer_pages(printing.heading, shown, paper=paper),
    )


def slips_of(printing: Printing, *, paper: Paper, is_large: bool = False) -> tuple[PaperPage, ...]:
    """Return the pages with the slips of a printing."""
    slips = [printed_slip(printing, slip) for slip in printing.slips]
    return tuple(slip_pages(slips, read_art(), paper=paper, is_large=is_large))


def projected(printing: Printing, index: int) -> ProjectedPuzzle:
    """Return the faces and texts of a page that projects a puzzle of a printing, by its index in it."""
    puzzle = printing.puzzles[index]
    title = printing.heading if printing.is_challenge else f"{printing.heading}: {puzzle.level} {printing.place_words(index)}".rstrip()
    cards = tr("Middle: {centre}. Hand: {hand}.", centre=all_called(puzzle.centre), hand=all_called(puzzle.hand))
    return ProjectedPuzzle(
        title, tuple(map(face_of, puzzle.centre)), tuple(map(str, puzzle.hand)), puzzle.task, cards, puzzle.solution_text
    )


def printed_slip(printing: Printing, slip: PrintedSlip) -> SlipContent:
    """Return the code, texts and faces of a slip."""
    puzzles = [printing.puzzles[index] for index in slip.puzzles]
    owner = tr("Spare slip ({level}): shade your number", level=puzzles[0].level)
    if slip.pupil is not None:
        owner = tr("Pupil {number}  {name}", number=slip.pupil, name=slip.name if can_be_printed(slip.name) else "").rstrip()
    shown = tuple(
        PrintedPuzzle(tuple(map(face_of, one.centre)), tuple(map(str, one.takers)), tuple(map(str, one.wilds)), one.goal, one.kind)
        for one in puzzles
    )
    heading = f"{printing.heading}  {printing.version_letter(slip.puzzles)}".rstrip()
    return SlipContent(SlipCode(printing.number, slip.slip, printing.layout), heading, owner, shown, slip.pupil is None)
