"""``numero-cam class strips``, ``wall``, ``needs``, ``backup``, ``restore`` and ``challenge``: what comes back of the weeks of a class."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.classroom import FileOption, NameArgument, class_app
from numero_cam.cli.deck import PaperOption
from numero_cam.cli.options import BadArgumentsError, JsonOption, check_out, command_group, print_json
from numero_cam.games.numero.rules.choices import By

__all__ = ["class_app"]

WeekOption = Annotated[
    str | None, typer.Option("--week", metavar="NAME", show_default=False, help="The week or challenge; else the last week with answers.")
]


@class_app.command("strips")
def strips(
    *,
    name: NameArgument,
    out: Annotated[Path, typer.Option(metavar="OUT.pdf", help="The file to write.")] = Path("strips.pdf"),
    week: WeekOption = None,
    by: Annotated[By, typer.Option(help="What the class's table counts.")] = "cards",
    paper: PaperOption = "a4",
    file: FileOption = None,
) -> None:
    """Prints a strip for each pupil: what was taken, what was possible, one hint; then table, ladder with changes and records.

    \b
    Examples:
      numero-cam class strips 5B
      numero-cam class strips 5B --week 12 --out strips-12.pdf
    """
    from numero_cam.classroom.strips import write_strips
    from numero_cam.text.words import count

    check_out(out, (".pdf",), "--out")
    made = write_strips(out, name, week, by=by, paper=paper, file=file)
    amount, pages = count(made.strips, "strip"), count(made.pages, "page")
    print(tr("{file}: {strips} of {heading}, {pages}", file=out, strips=amount, heading=made.heading, pages=pages))
    if made.missing:
        print(made.missing)


@class_app.command("wall")
def wall(
    *,
    name: NameArgument,
    out: Annotated[Path, typer.Option(metavar="OUT.html", help="The page to write.")] = Path("wall.html"),
    week: WeekOption = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page.")] = False,
    file: FileOption = None,
) -> None:
    """Writes a page to project: how many have handed in and found the best take. It has no name and no answer.

    \b
    Example:
      numero-cam class wall 5B
    """
    from numero_cam.classroom.wall import write_wall

    check_out(out, (".html", ".htm"), "--out")
    write_wall(out, name, week, file=file)
    if no_open or not webbrowser.open(out.resolve().as_uri()):
        print(tr("The page: {page}", page=out))


@class_app.command("needs")
def needs(
    *,
    name: NameArgument,
    out: Annotated[
        Path | None, typer.Option(metavar="OUT", show_default=False, help="Write it too: .csv for a spreadsheet, .pdf to print.")
    ] = None,
    paper: PaperOption = "a4",
    json: JsonOption = False,
    file: FileOption = None,
) -> None:
    """Says which kinds of steps the class misses, which pupils need another level, and how the weeks went.

    \b
    Examples:
      numero-cam class needs 5B
      numero-cam class needs 5B --out needs.csv
    """
    from numero_cam.classroom.needs import class_needs, needs_json, step_rows, week_rows, write_needs
    from numero_cam.classroom.slip_store import open_slip_store
    from numero_cam.text.console import print_lines, print_table

    if out is not None:
        check_out(out, (".csv", ".pdf"), "--out")
        found = write_needs(out, name, paper=paper, file=file)
    else:
        with open_slip_store(file) as store:
            found = class_needs(store, name)
    if json:
        print_json(needs_json(found))
        return
    if not found.weeks:
        print_lines([tr("Nothing was handed in yet.")])
        return
    if found.steps:
        print_table(*step_rows(found))
    print_lines([one for one in (found.without_take_line, *(one.line for one in found.levels)) if one])
    print_table(*week_rows(found), numbers=(2, 3, 4))
    if out is not None:
        print(tr("Written: {file}", file=out))


@class_app.command("backup")
def backup(
    *, name: NameArgument, out: Annotated[Path, typer.Argument(metavar="OUT.backup", help="The file to write.")], file: FileOption = None
) -> None:
    """Writes a class with all its weeks, marks, records and challenges into one file.

    \b
    Example:
      numero-cam class backup 5B 5B.backup
    """
    from numero_cam.classroom.backup import back_up
    from numero_cam.text.words import count

    held = back_up(name, out, file=file)
    pupils, answers = count(held.pupils, "pupil"), count(held.answers, "answer")
    print(tr("{file}: class {name}, {pupils}, {answers}", file=out, name=held.class_name, pupils=pupils, answers=answers))


@class_app.command("restore")
def restore(
    *,
    source: Annotated[Path, typer.Argument(metavar="FILE.backup", help="A file that class backup wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace a class of this name, with all that is stored of it.")] = False,
    file: FileOption = None,
) -> None:
    """Brings a class back from a backup. A class that is there stays, unless you say --replace.

    \b
    Example:
      numero-cam class restore 5B.backup
    """
    from numero_cam.classroom import backup as backups
    from numero_cam.text.words import count

    held = backups.restore(source, replace=replace, file=file)
    pupils, answers = count(held.pupils, "pupil"), count(held.answers, "answer")
    print(tr("class {name}: restored, {pupils}, {answers}", name=held.class_name, pupils=pupils, answers=answers))


challenge_app = command_group()
class_app.add_typer(challenge_app, name="challenge")


@challenge_app.callback()
def challenge() -> None:
    """Top Challenge: puzzles that pupils set for the others, ranked by how few solved them."""


@challenge_app.command("add")
def challenge_add(
    *,
    name: NameArgument,
    pupil: Annotated[int, typer.Argument(metavar="NUMBER", help="The pupil who set the puzzle.")],
    photo: Annotated[
        Path | None, typer.Argument(metavar="[PHOTO]", show_default=False, help="The cards laid out, the hand at the lower edge.")
    ] = None,
    centre: Annotated[
        str | None, typer.Option("--centre", "--center", metavar="CARDS", show_default=False, help='In place of a photo: "7r 3g 8o 2b".')
    ] = None,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", show_default=False, help='With --centre: "10o x2".')] = None,
    by: Annotated[By, typer.Option(help="What the best take has most of.")] = "cards",
    file: FileOption = None,
) -> None:
    """Takes a pupil's puzzle and proves its best take; without a take it is refused.

    \b
    Examples:
      numero-cam class challenge add 5B 17 --centre "7r 3g 8o 2b" --hand "10o x2"
      numero-cam class challenge add 5B 17 cards.jpg
    """
    if (photo is None) == (centre is None) or (centre is None) != (hand is None):
        raise BadArgumentsError(tr("give either a photo, or --centre and --hand"))
    from numero_cam.classroom.challenges import add_challenge, photographed_position, typed_position
    from numero_cam.classroom.slip_store import open_slip_store

    position = photographed_position(photo) if photo is not None else typed_position(centre or "", hand or "")
    with open_slip_store(file) as store:
        added = add_challenge(store, name, pupil, position, by)
    cards = " ".join(added.puzzle.centre), " ".join((*added.puzzle.takers, *added.puzzle.wilds))
    print(tr("Challenge {number}: middle {centre}, hand {hand}", number=added.number, centre=cards[0], hand=cards[1]))
    print(tr("The best take: {solution}", solution=added.puzzle.solution_text))


@challenge_app.command("print")
def challenge_print(
    *,
    name: NameArgument,
    number: Annotated[
        list[int] | None, typer.Option("--number", metavar="N", show_default=False, help="Only this challenge; may be given again.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="OUT.pdf", help="The file to write.")] = Path("challenges.pdf"),
    paper: PaperOption = "a4",
    large: Annotated[bool, typer.Option("--large", help="Two large slips a page in place of four.")] = False,
    file: FileOption = None,
) -> None:
    """Prints a slip of each challenge for all pupils but its author; numero-cam mark reads them as those of a week.

    \b
    Example:
      numero-cam class challenge print 5B
    """
    from numero_cam.classroom.challenges import print_challenges
    from numero_cam.text.words import count

    check_out(out, (".pdf",), "--out")
    made = print_challenges(out, name, tuple(number or ()), paper=paper, per_page=2 if large else 4, file=file)
    pages, slips = count(made.pages, "page"), count(made.slips, "slip")
    print(tr("{file}: {pages}, {slips}", file=out, pages=pages, slips=slips))


@challenge_app.command("remove")
def challenge_remove(
    *,
    name: NameArgument,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the challenge.")],
    file: FileOption = None,
) -> None:
    """Removes a challenge whose cards were misread or mistyped; one that was printed stays.

    \b
    Example:
      numero-cam class challenge remove 5B 3
    """
    from numero_cam.classroom.challenges import remove_challenge
    from numero_cam.classroom.slip_store import open_slip_store

    with open_slip_store(file) as store:
        remove_challenge(store, name, number)
    print(tr("Challenge {number} is removed.", number=number))


@challenge_app.command("rank")
def challenge_rank(*, name: NameArgument, file: FileOption = None) -> None:
    """Ranks the challenges: the Top Challenge is the one that fewest solved, but somebody.

    \b
    Example:
      numero-cam class challenge rank 5B
    """
    from numero_cam.classroom.challenges import rank_challenges
    from numero_cam.classroom.slip_store import open_slip_store
    from numero_cam.text.console import print_lines, print_table

    with open_slip_store(file) as store:
        ranked = rank_challenges(store, name)
    if not ranked:
        print_lines([tr("There is no challenge yet.")])
        return
    rows = [
        (str(one.place or ""), str(one.challenge.number), one.author, tr("{solved} of {answers}", solved=one.solved, answers=one.answers))
        for one in ranked
    ]
    print_table((tr("place"), tr("challenge"), tr("set by"), tr("solved")), rows, numbers=(0, 1))
