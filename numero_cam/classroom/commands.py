"""``numero-cam class``, ``week`` and ``mark``: classes of pupils, the prints of a week, and marking of slips."""

import random
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.extras import need
from numero_cam.cli.options import (
    BadArgumentsError,
    CsvOption,
    JsonOption,
    PaperOption,
    check_forms,
    check_out,
    command_group,
    print_json,
    say_notices,
)
from numero_cam.cli.pages import PAGE_PACKAGES, BrowserOption, PortOption, need_network, server_output
from numero_cam.games.numero.rules.choices import By, PuzzleKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numero_cam.classroom.mark import Marked
    from numero_cam.classroom.results import ClassTable
    from numero_cam.classroom.server import ClassGuest
    from numero_cam.classroom.slip_store import SlipStore
    from numero_cam.classroom.week import PrintedWeek

class_app = command_group()
NameArgument = Annotated[str, typer.Argument(metavar="CLASS", help="What the class is called, such as 5B.")]


@class_app.callback()
def classes() -> None:
    """Classes: pupils, weeks, records and the ladder, in one file on this computer. Nothing leaves it."""


@class_app.command("new")
def new(
    *,
    name: NameArgument,
    pupils: Annotated[Path, typer.Argument(metavar="FILE.csv", help="number,name,level: a line for each pupil; names may be left out.")],
    update: Annotated[bool, typer.Option("--update", help="The class is there: take names, levels and new pupils from the list.")] = False,
) -> None:
    """Remembers a class from a list of its pupils.

    Levels are those of puzzle make: silver:12, gold:30, or a card set such as 3. Semicolons and tabs part the columns as well. With
    --update nobody is removed and no result is lost; to remove somebody: class forget.

    \b
    Examples:
      numero-cam class new 5B 5B.csv
      numero-cam class new 5B 5B.csv --update
    """
    from numero_cam.classroom.classes import read_class_list
    from numero_cam.classroom.slip_store import open_classes
    from numero_cam.text.words import count

    listed = read_class_list(pupils)
    with open_classes() as classes:
        if update:
            for pupil in classes.update(name, listed):
                command = f"numero-cam class forget {name} {pupil.number}"
                print(tr("{pupil.label}: not in {file}; stays ({command} removes)", pupil=pupil, file=pupils, command=command))
        else:
            classes.add(name, listed, random.SystemRandom())
        stored_name = classes.room(name).name
    counted_pupils = count(len(listed), "pupil")
    print(
        tr("{name}: {pupils} taken from {file}", name=stored_name, pupils=counted_pupils, file=pupils)
        if update
        else tr("{name}: {pupils} in {file}", name=stored_name, pupils=counted_pupils, file=pupils)
    )


@class_app.command("list")
def list_() -> None:
    """Lists the classes.

    \b
    Example:
      numero-cam class list
    """
    from numero_cam.classroom.slip_store import open_classes
    from numero_cam.text.console import print_lines, print_table

    with open_classes() as classes:
        rooms = [classes.room(name) for name in classes.names()]
    if not rooms:
        print_lines([tr("There is no class yet; make one: numero-cam class new 5B FILE.csv")])
        return
    rows = [(room.name, str(len(room.pupils)), str(len(room.weeks))) for room in rooms]
    print_table((tr("class"), tr("pupils"), tr("weeks")), rows, numbers=(1, 2))


@class_app.command("export")
def export(*, name: NameArgument, out: Annotated[Path, typer.Argument(metavar="OUT.csv", help="The file to write.")]) -> None:
    """Writes a class as a table for a spreadsheet: a line for each result of each pupil, with his place on the ladder.

    \b
    Example:
      numero-cam class export 5B 5B-results.csv
    """
    from numero_cam.base.errors import ClassError
    from numero_cam.base.outputs import write_atomically
    from numero_cam.classroom.classes import class_csv
    from numero_cam.classroom.slip_store import open_classes
    from numero_cam.text.words import count

    check_out(out, (".csv",), "OUT.csv")
    if out.exists():
        raise ClassError(tr("{file} is there already; name another file, or move that one away", file=out))
    with open_classes() as classes:
        room = classes.room(name)
    write_atomically(out, class_csv(room))
    pupils, results = count(len(room.pupils), "pupil"), count(len(room.results), "result")
    print(tr("{file}: class {name}, {pupils}, {results}", file=out, name=room.name, pupils=pupils, results=results))


@class_app.command("forget")
def forget(
    *,
    name: NameArgument,
    number: Annotated[int | None, typer.Argument(metavar="[NUMBER]", show_default=False, help="Of the pupil.")] = None,
    whole: Annotated[bool, typer.Option("--whole-class", help="Forget the whole class.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Removes everything of a pupil, or of a whole class, so that nothing stays in the file. It asks first.

    Copies that you made are not touched.

    \b
    Examples:
      numero-cam class forget 5B 17
      numero-cam class forget 5B --whole-class --yes
    """
    if (number is None) != whole:
        raise BadArgumentsError(tr("give either the number of a pupil, or --whole-class"))
    from numero_cam.classroom.pupil_data import remove_for_good

    if not yes and not _is_to_be_forgotten(name, number):
        print(tr("Nothing was removed."))
        return
    stored_name = remove_for_good(name, number)
    forgotten = (
        tr("class {name}: forgotten.", name=stored_name)
        if number is None
        else tr("pupil {number} of {name}: forgotten.", number=number, name=stored_name)
    )
    print(tr("{forgotten} Copies of the file, and printed or written pages, are yours to remove.", forgotten=forgotten))


def _is_to_be_forgotten(name: str, number: int | None) -> bool:
    """Ask the user whether a pupil, or without a number the class, is to be removed; return the answer."""
    from numero_cam.classroom.slip_store import open_classes

    with open_classes() as classes:
        room = classes.room(name)
    if number is None:
        question = tr("Remove class {name} with its {pupils} pupils? It cannot be brought back.", name=room.name, pupils=len(room.pupils))
    else:
        pupil = room.pupil(number).label
        question = tr("Remove {pupil} of class {name} with all results? It cannot be brought back.", pupil=pupil, name=room.name)
    if not sys.stdin.isatty():
        raise BadArgumentsError(tr("nobody is there to be asked; say --yes to remove what is to be forgotten"))
    return typer.confirm(question)


@class_app.command("backup")
def backup(*, name: NameArgument, out: Annotated[Path, typer.Argument(metavar="OUT.backup", help="The file to write.")]) -> None:
    """Writes a class with all its weeks, marks, records and challenges into one file.

    \b
    Example:
      numero-cam class backup 5B 5B.backup
    """
    from numero_cam.classroom.backup import back_up
    from numero_cam.text.words import count

    held = back_up(name, out)
    pupils, answers = count(held.pupils, "pupil"), count(held.answers, "answer")
    print(tr("{file}: class {name}, {pupils}, {answers}", file=out, name=held.class_name, pupils=pupils, answers=answers))


@class_app.command("restore")
def restore(
    *,
    source: Annotated[Path, typer.Argument(metavar="FILE.backup", help="A file that class backup wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace a class of this name, with all that is stored of it.")] = False,
) -> None:
    """Brings a class back from a backup. A class that is there stays, unless you say --replace.

    \b
    Example:
      numero-cam class restore 5B.backup
    """
    from numero_cam.classroom import backup as backups
    from numero_cam.text.words import count

    held = backups.restore(source, replace=replace)
    pupils, answers = count(held.pupils, "pupil"), count(held.answers, "answer")
    print(tr("class {name}: restored, {pupils}, {answers}", name=held.class_name, pupils=pupils, answers=answers))


def week(
    *,
    class_: Annotated[str, typer.Argument(metavar="CLASS", help="A class of numero-cam class, or a list number,name,level.")],
    out: Annotated[Path | None, typer.Option(metavar="OUT.pdf", show_default=False, help="The file to write; else CLASS-WEEK.pdf.")] = None,
    called: Annotated[
        str | None,
        typer.Option(
            "--week",
            metavar="NAME",
            show_default=False,
            help="What the week is called, 49/2027 where an earlier year has a 49; else the calendar's number.",
        ),
    ] = None,
    paper: PaperOption = "a4",
    by: Annotated[By, typer.Option(help="What the best take has most of.")] = "cards",
    spares: Annotated[int, typer.Option(min=0, max=50, metavar="N", help="Spare slips of each level, for slips that were lost.")] = 2,
    new_puzzles: Annotated[bool, typer.Option("--new-puzzles", help="Make other puzzles, although this week was made before.")] = False,
    printing: Annotated[
        int | None, typer.Option(metavar="N", show_default=False, help="Print this printing again: the number below the code strip.")
    ] = None,
    pupil: Annotated[
        list[int] | None,
        typer.Option(metavar="NUMBER", show_default=False, help="Print only the slip of this pupil; may be given again."),
    ] = None,
    only_spares: Annotated[bool, typer.Option("--only-spares", help="Print only the spare slips.")] = False,
    kind: Annotated[
        PuzzleKind | None, typer.Option(show_default=False, help="What new puzzles ask; else what the course of the year wants.")
    ] = None,
    large: Annotated[bool, typer.Option("--large", help="Two large slips a page in place of four; of slips with one puzzle.")] = False,
    puzzles: Annotated[
        int | None,
        typer.Option(
            metavar="1|3|5", show_default=False, help="Puzzles on each new slip: one on A6, three on A5, five on A4; else as last time."
        ),
    ] = None,
    versions: Annotated[
        int | None,
        typer.Option(metavar="1|2|3", show_default=False, help="Versions of new slips, for neighbours, equally hard; else as last time."),
    ] = None,
) -> None:
    """Makes the puzzles of a week for a class, as one PDF to print.

    First a page to project for each level that has one puzzle, then a slip for each pupil with the puzzles of his level, the answers last.
    Through the year the puzzles ask for the best take, two sets, a fraction, all cards that take everything, or a covered card.
    Print at 100 %, cut, let pupils shade what they take, and photograph the slips: numero-cam mark reads them. What is on which slip is
    remembered on this computer. The same class and week give the same file, until you ask for --new-puzzles. From week to week the levels
    of a class go on, as the class page shows before it prints.

    \b
    Examples:
      numero-cam week 5B
      numero-cam week 5B.csv --week 12 --paper letter --out monday.pdf
      numero-cam week 5B --week 12 --pupil 17
    """
    from numero_cam.classroom.course import write_class_weeks
    from numero_cam.classroom.sheets import printed_sheets
    from numero_cam.classroom.slip_store import open_classes, room_of
    from numero_cam.classroom.week import SlipChoice, WeekOptions, write_week

    if new_puzzles and (printing is not None or pupil or only_spares):
        raise BadArgumentsError(tr("--new-puzzles makes a whole week; leave --printing, --pupil and --only-spares out"))
    if out:
        check_out(out, (".pdf",), "--out")
    room, is_stored = room_of(class_)
    called = called or room.year.week_to_print(date.today())  # noqa: DTZ011 - the week where the teacher is
    only = SlipChoice(tuple(pupil or ()), only_spares) if pupil or only_spares else None
    year = room.year.with_slips(room.year.puzzles if puzzles is None else puzzles, room.year.versions if versions is None else versions)
    options = WeekOptions(called, paper, by, None, spares, new_puzzles, printing, kind, large, year.puzzles, year.versions)
    if is_stored and year != room.year:
        with open_classes() as classes:
            classes.put_year(room.name, year)
    if is_stored:
        made = write_class_weeks(out, room.name, [called], options, only=only)
    else:
        made = write_week(out, room.name, room.pupils, options, only=only)
    sheets = printed_sheets(made.printing, paper=paper, is_large=large).words if only is None else ""
    monday = room.year.mondays.get(made.printing.week)
    _print_made_week(made, monday, None if puzzles is versions is None else (year.puzzles, year.versions), sheets)


def _print_made_week(made: "PrintedWeek", monday: date | None, wanted: tuple[int, int] | None, sheets: str) -> None:
    """Print what was written, and what a person should know of it.

    Args:
        made: What was written.
        monday: The first day of the week; None where it is unknown.
        wanted: The puzzles a slip and the versions that were asked for.
        sheets: How many sheets of paper it needs, in words; empty for single slips.
    """
    from numero_cam.classroom.pupil_data import removed_line
    from numero_cam.text.words import count

    pages, slips = count(made.pages, "page"), count(made.slips, "slip")
    print(tr("{file}: {pages}, {slips}, printing {number}", file=made.file, pages=pages, slips=slips, number=made.printing.number))
    if sheets:
        print(sheets)
    layout = (made.printing.puzzles_per_slip, made.printing.versions)
    if not made.is_new and wanted not in (None, layout):
        print(tr("It keeps its slips of {puzzles}; another choice holds for new puzzles.", puzzles=count(layout[0], "puzzle")))
    if not made.is_new:
        same = tr("These are the slips of the week from {day}, with the same puzzles. For others: --new-puzzles")
        old = tr("These are the slips that were made before, maybe in another year. For others: --new-puzzles, or --week with the year")
        print(same.format(day=monday) if monday else old)
    if gone := removed_line(made.printing):
        print(gone)
    for number in made.without_name:
        print(tr("The name of pupil {number} has letters that no font here can print; the slip has the number alone.", number=number))


def mark(
    *,
    photos: Annotated[
        list[str] | None, typer.Argument(metavar="[PHOTO]...", show_default=False, help="Photos of filled slips, or folders.")
    ] = None,
    answers: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="Take typed answers, number,answer; with --printing.")
    ] = None,
    printing: Annotated[
        int | None,
        typer.Option(
            metavar="N", show_default=False, help="The number below the code strip: of typed answers, and of slips with a torn strip."
        ),
    ] = None,
    keep_doubtful: Annotated[
        Path | None, typer.Option(metavar="FOLDER", show_default=False, help="Keep pictures of slips that were not clear, without names.")
    ] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Marks photos of filled slips: who took what, and who found the best take.

    Lay six to nine slips side by side and take a sharp photo; several photos make a pile. A slip with clear marks that are a take is
    accepted. All others wait on the class page, with their pictures: decide there. Nothing is mended by itself, and the same photos twice
    change nothing. Pictures are kept only until you decide.

    \b
    Examples:
      numero-cam mark week12/*.jpg
      numero-cam mark week12/*.jpg --csv > week12.csv
      numero-cam mark --printing 483920 --answers answers.csv
    """
    from numero_cam.classroom.mark import take_answers
    from numero_cam.classroom.results import class_table
    from numero_cam.classroom.slip_store import open_slip_store
    from numero_cam.text.words import count

    check_forms(as_json=json, as_csv=csv)
    if not photos and answers is None:
        raise BadArgumentsError(tr("give photos of slips, or --answers"))
    if answers is not None and printing is None:
        raise BadArgumentsError(tr("--answers needs --printing: the number below the strip of the slips, which week printed too"))
    problems: list[str] = []
    printings: set[int] = set()
    with open_slip_store() as store:
        printed = None if printing is None else store.printing(printing)
        if printing is not None and printed is None:
            raise BadArgumentsError(tr("--printing {printing}: nothing was printed under this number on this computer", printing=printing))
        if photos:
            marked = _mark_photos(photos, store, printing, keep_doubtful, quiet=json or csv)
            problems += marked.problems
            printings |= set(marked.printings)
        if answers and printed:
            taken = take_answers(answers, store, printed)
            if not (json or csv):
                print(tr("{entries} taken from {file}", entries=count(taken.count, "answer"), file=answers))
            problems += taken.problems
            printings |= set(taken.printings)
        tables = tuple(class_table(store, number) for number in sorted(printings))
        known = {table.printing.class_name for table in tables if store.classes.has(table.printing.class_name)}
    if json or csv:
        _print_data(tables, as_csv=csv)
    else:
        _print_results(tables, known)
    sys.stdout.flush()
    say_notices(problems)
    if problems:
        raise typer.Exit(1)


def _mark_photos(photos: list[str], store: "SlipStore", printing: int | None, doubtful_folder: Path | None, *, quiet: bool) -> "Marked":
    """Mark photos with a bar of progress, and print how many slips are in them unless `quiet`."""
    from numero_cam.classroom.mark import files_of_slips, mark_photos
    from numero_cam.text.console import progress
    from numero_cam.text.words import count

    with progress(len(files_of_slips(photos)), tr("Marking"), quiet=quiet) as done:
        marked = mark_photos(photos, store, fallback_printing=printing, doubtful_folder=doubtful_folder, on_photo_done=done)
    if not quiet:
        slips, seen = count(marked.slips, "slip"), count(marked.photos, "photo")
        print(tr("{slips} in {photos}, {clear} of them clear", slips=slips, photos=seen, clear=marked.accepted))
    return marked


def _print_data(tables: "Iterable[ClassTable]", *, as_csv: bool) -> None:
    """Print the results for other programs: JSON, one object a printing, or one table of all."""
    from numero_cam.classroom.results import CSV_COLUMNS, result_lines, results_json
    from numero_cam.cli.photos import open_table

    if not as_csv:
        for table in tables:
            print_json(results_json(table))
        return
    writer = open_table(("class", "week", "printing", *CSV_COLUMNS))
    for table in tables:
        about = {"class": table.printing.class_name, "week": table.printing.week, "printing": table.printing.number}
        for line in result_lines(table):
            writer.write({**about, **line})


def _print_results(tables: "Iterable[ClassTable]", known: "Collection[str]") -> None:
    """Print the results for people; `known` are the names of the classes that the class page shows."""
    from numero_cam.classroom.results import result_row
    from numero_cam.text.console import print_table
    from numero_cam.text.words import count

    for table in tables:
        print(
            tr(
                "{week}: {answers} of {pupils} have an answer, {best} found the best take",
                week=table.printing.heading,
                answers=len({row.number for row in table.answered}),
                pupils=count(len(table.pupils), "pupil"),
                best=len(table.best),
            )
        )
        head = (tr("number"), tr("name"), tr("level"), tr("result"), tr("cards"), tr("points"), tr("best"), tr("marks"))
        print_table(head, [result_row(row).cells for row in table.rows], numbers=(0, 4, 5, 6))
        if table.waiting:
            print(_waiting_line(table, is_known=table.printing.class_name in known))


def _waiting_line(table: "ClassTable", *, is_known: bool) -> str:
    """Return the line on waiting slips; `is_known` is whether the class is stored."""
    from numero_cam.text.words import count

    slips, name = count(len(table.waiting), "slip"), table.printing.class_name
    if is_known:
        return tr("{slips} to look at: decide on the class page, numero-cam class page", slips=slips)
    return tr("{slips} to look at on the class page; it needs the class: numero-cam class new {name} FILE.csv", slips=slips, name=name)


@class_app.command("page")
def page(
    *,
    network: Annotated[
        bool, typer.Option("--network", help="Let telephones of the local network give photos, by HTTPS and with codes.")
    ] = False,
    port: PortOption = None,
    browser: BrowserOption = True,
) -> None:
    """Opens the class page in the browser: classes, the week to print, mark and project, results.

    The page is for you alone, on this computer. With --network a telephone of yours may give photos of slips, and sees nothing else.
    Nothing leaves the computer; Ctrl-C ends the page. Needs the extra live, --network also phone, and a scanner's PDF scan; numero-cam
    doctor says how extras are installed.

    \b
    Examples:
      numero-cam class page
      numero-cam class page --network
    """
    need(PAGE_PACKAGES, lambda packages: tr("the class page needs {packages}", packages=packages))
    need_network(wanted=network)
    from numero_cam.classroom.server import serve_class
    from numero_cam.web.serve import ServerOptions

    serve_class(server_output(private=not browser), ServerOptions(port, network, browser))


class DeskOptions(NamedTuple):
    """Whether the class page is beside a live table; see the help of this option."""

    with_class: Annotated[bool, typer.Option("--class", help="Serve the class page beside the table, for the teacher alone.")] = False

    def guest(self) -> "ClassGuest | None":
        """Return the class page as a guest of the table; None where it is not wanted."""
        if not self.with_class:
            return None
        from numero_cam.classroom.server import ClassGuest

        return ClassGuest()
