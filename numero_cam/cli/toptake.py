"""``numero-cam toptake`` and its options."""

import secrets
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import count as counted
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from numero_cam.base.errors import NumeroCamError
from numero_cam.cli.classroom import FileOption
from numero_cam.cli.deck import PaperOption
from numero_cam.cli.options import BadArgumentsError, JsonOption, check_out
from numero_cam.cli.solve import typed_position
from numero_cam.games.numero.rules.choices import By

if TYPE_CHECKING:
    from numero_cam.classroom.classes import Classroom, Pupil
    from numero_cam.classroom.slips import Printing
    from numero_cam.classroom.toptake import Standing, TopTake
    from numero_cam.games.numero.rules import Position


class Puzzle(NamedTuple):
    """What is played: see the options of the command."""

    level: str | None
    centre: str | None
    hand: str | None
    by: By
    seed: str | None
    printing: int | None


class Asked(NamedTuple):
    """How it is played: see the options of the command."""

    puzzle: Puzzle
    seconds: int
    class_: str | None
    week: str | None
    teams: Path | None
    entries: Path | None
    photos: tuple[str, ...]
    slips: Path | None
    paper: str
    out: Path
    no_open: bool
    as_json: bool
    file: Path | None


def run_toptake(asked: Asked) -> None:
    """Plays a round, or prints its slips.

    Raises:
        BadArgumentsError: No puzzle can be made of what was asked.
        NumeroCamError: A file cannot be read or written; some of the entries could not be taken.
    """
    from numero_cam.app.answers import Question
    from numero_cam.classroom.toptake import TopTake, printed_round, pupils_of_round, read_entries, read_teams, standings_json
    from numero_cam.cli.answers import print_json
    from numero_cam.games.numero.solve import Settings

    check_out(asked.out, (".html", ".htm"), "--out")
    room = _room(asked)
    if asked.slips is not None and room is not None:
        _print_slips(asked.slips, room, asked)
        return
    printing = None if asked.puzzle.printing is None else printed_round(asked.puzzle.printing, asked.file)
    pupils = pupils_of_round(printing) if printing else room.pupils if room else ()
    known = _known(pupils)
    position = printing.puzzles[0].position if printing else _position(asked.puzzle)
    settings = printing.puzzles[0].settings if printing else Settings(by=asked.puzzle.by)
    game = TopTake(position, Question(settings), read_teams(asked.teams, known) if asked.teams else {}, known)
    handed = read_entries(asked.entries) if asked.entries else None
    _show(game, f", {printing.heading}" if printing else f", {room.name}" if room else "", asked)
    wrong = _photographed(game, printing, asked) if printing and asked.photos else []
    if handed is not None:
        wrong += _taken(game, handed)
    elif not asked.photos:
        _typed(game)
    _remember(game, pupils, printing.class_name if printing else room.name if room else None, printing, asked)
    if asked.as_json:
        print_json(standings_json(game))
    else:
        _print(game)
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise NumeroCamError(f"{wrong[0]}{more}; the other entries were taken")


def _show(game: "TopTake", whose: str, asked: Asked) -> None:
    """Write the page, and open it where people play now."""
    from numero_cam.base.outputs import write_atomically
    from numero_cam.text.console import print_lines
    from numero_cam.text.toptake_page import toptake_html

    write_atomically(asked.out, toptake_html(f"Top Take{whose}: most {game.by}", game.position, asked.seconds).encode())
    if not asked.as_json:
        print_lines([f"Centre  {' '.join(map(str, game.position.centre))}", f"Hand    {' '.join(map(str, game.position.hand))}"])
        print(f"The page: {asked.out}")
    now = asked.entries is None and not asked.photos
    if now and not asked.no_open and not webbrowser.open(asked.out.resolve().as_uri()):
        print("No browser could be opened; open the page yourself.")


def _print_slips(out: Path, room: "Classroom", asked: Asked) -> None:
    from numero_cam.classroom.toptake import write_slips
    from numero_cam.classroom.week import WeekAsked

    check_out(out, (".pdf",), "--slips")
    called = asked.week or _new_name(room)
    week = WeekAsked(called, asked.paper, asked.puzzle.by, asked.puzzle.seed)
    made = write_slips(out, room, asked.puzzle.level or "", week, asked.file)
    number = made.printing.number
    print(f"{out}: {len(made.printing.slips)} slips, printing {number}; the answer is on the last page")
    print(f"Play it: numero-cam toptake --printing {number}")
    print(f"Then:    numero-cam toptake --printing {number} PHOTO...")


def _photographed(game: "TopTake", printing: "Printing", asked: Asked) -> list[str]:
    """Take photos of slips; what was wrong with others."""
    from numero_cam.app.photo_files import photos_of
    from numero_cam.classroom.slip_store import open_store
    from numero_cam.classroom.toptake import enter_photos
    from numero_cam.text.console import progress
    from numero_cam.text.words import count

    with progress(len(photos_of(asked.photos)), "Marking", quiet=asked.as_json) as done, open_store(asked.file) as store:
        found = enter_photos(game, printing, store, asked.photos, asked.out.parent / "marked", done=done)
    if not asked.as_json:
        print(f"{count(found.entered, 'slip')} taken, {len(found.waiting)} to look at: {found.page}")
    for line in (*found.problems, *found.waiting):
        sys.stderr.write(f"numero-cam: {line}\n")
    waiting = f"{count(len(found.waiting), 'slip')} to look at, no entry yet: decide on {found.page}, or type it" if found.waiting else ""
    unread = f"{count(len(found.problems), 'photo or slip')} could not be read" if found.problems else ""
    return [line for line in (unread, waiting) if line]


def _position(asked: Puzzle) -> "Position":
    if asked.level is None:
        position = typed_position(asked.centre, asked.hand)
        if not any(card.is_number for card in position.hand):
            raise BadArgumentsError("--hand: a take needs a number card in the hand")
        return position
    from numero_cam.app.puzzles import PuzzlesAsked, make_puzzles
    from numero_cam.games.numero.puzzles import LevelError

    try:
        made = make_puzzles(PuzzlesAsked(level=asked.level, seed=asked.seed or secrets.token_hex(8), by=asked.by))
    except LevelError as error:
        raise BadArgumentsError(str(error)) from error
    if not made.puzzles:
        raise NumeroCamError(f"no puzzle of level {asked.level} was found; try another --seed")
    return made.puzzles[0].position


def _room(asked: Asked) -> "Classroom | None":
    from numero_cam.classroom.classes import open_classes

    if asked.class_ is None:
        return None
    with open_classes(asked.file) as classes:
        return classes.room(asked.class_)


def _known(pupils: "Sequence[Pupil]") -> dict[str, str]:
    """Pupils by their numbers, and by names that one pupil has alone."""
    names = [pupil.name.casefold() for pupil in pupils]
    alone = {pupil.name.casefold(): pupil.called for pupil in pupils if pupil.name and names.count(pupil.name.casefold()) == 1}
    return {**alone, **{str(pupil.number): pupil.called for pupil in pupils}}


def _taken(game: "TopTake", handed: list[tuple[str, str, str]]) -> list[str]:
    """Take the entries of a file; what was wrong with others."""
    from numero_cam.classroom.toptake import EntryError

    wrong = []
    for where, who, text in handed:
        try:
            game.enter(who, text)
        except EntryError as error:
            wrong.append(f"{where}: {error}")
    return wrong


def _typed(game: "TopTake") -> None:
    """Take entries from the keyboard until an empty line; what is wrong is said at once."""
    from numero_cam.classroom.toptake import EntryError, parted
    from numero_cam.cli.keyboard import Keyboard
    from numero_cam.text.advice import right_line, wrong_line
    from numero_cam.text.console import print_lines

    keyboard = Keyboard()
    if keyboard.is_terminal:
        print_lines(["Entries, such as 17: (13 + 12) x 2/5 - an empty line ends."])
    while True:
        try:
            line = keyboard.line("> " if keyboard.is_terminal else "")
        except EOFError:
            return
        if not line:
            return
        try:
            name, checked = game.enter(*parted(line))
        except EntryError as error:
            sys.stderr.write(f"numero-cam: {error}\n")
            continue
        wrong = checked.verdict.wrong
        print(f"{name}: {f'Not a take: {wrong_line(wrong)}' if wrong else right_line(checked.verdict)}")


def _remember(game: "TopTake", pupils: "Sequence[Pupil]", name: str | None, printing: "Printing | None", asked: Asked) -> None:
    """The results stand with the class, under the name of the slips or one of today."""
    from numero_cam.classroom.classes import Result, open_classes

    if name is None or not game.entries:
        return
    numbers = {pupil.called: pupil.number for pupil in pupils}
    with open_classes(asked.file) as classes:
        if printing is not None and not classes.has(name):
            return  # slips of a list, or of a class that was forgotten
        room = classes.room(name)
        week = printing.week if printing else asked.week or _new_name(room)
        there = {pupil.number for pupil in room.pupils}
        results = [
            Result(numbers[who], week, "take", entry.cards, entry.points, entry.best)
            for who, entry in game.entries.items()
            if numbers[who] in there
        ]
        classes.put(room.name, results)


def _new_name(room: "Classroom") -> str:
    return next(name for name in _by_date() if name not in room.weeks)


def _by_date() -> Iterator[str]:
    """Names of a round of today, one after the other."""
    today = f"Top Take {date.today().isoformat()}"  # noqa: DTZ011 - the day where the teacher is
    yield today
    for number in counted(2):
        yield f"{today} {number}"


def _print(game: "TopTake") -> None:
    from numero_cam.text.console import print_lines
    from numero_cam.text.plays import sentence

    if not game.entries:
        print("Nobody handed anything in.")
        return
    _print_standings("who", game, game.standings())
    if game.teams:
        _print_standings("team", game, game.team_standings())
    best = game.best()
    if best is not None:
        print_lines([f"Best take: {sentence(best)}"])


def _print_standings(head: str, game: "TopTake", standings: "tuple[Standing, ...]") -> None:
    from numero_cam.text.console import print_table
    from numero_cam.text.words import tied_places

    places = tied_places([one.place for one in standings])
    rows = [(place, one.who, str(one.count), one.entry.text if one.entry else "") for place, one in zip(places, standings, strict=True)]
    width = 4 if any(row[3] for row in rows) else 3
    print_table(("place", head, game.by, "answer")[:width], [row[:width] for row in rows], numbers=(0, 2))


def toptake(
    *,
    photos: Annotated[
        list[str] | None, typer.Argument(metavar="[PHOTO]...", show_default=False, help="With --printing: photos of the slips as entries.")
    ] = None,
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", show_default=False, help="silver:1-40, gold:1-40, or a card set, as in puzzle make.")
    ] = None,
    centre: Annotated[
        str | None, typer.Option("--centre", "--center", metavar="CARDS", show_default=False, help="In place of a level: the centre.")
    ] = None,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", show_default=False, help="With --centre: the hand.")] = None,
    by: Annotated[By, typer.Option(help="What counts.")] = "cards",
    seconds: Annotated[int, typer.Option(min=10, max=3600, metavar="N", help="Of the clock.")] = 180,
    class_: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", show_default=False, help="Entries are of this class, and are remembered.")
    ] = None,
    week: Annotated[
        str | None, typer.Option(metavar="NAME", show_default=False, help="With --class: remembered under this name, else the date.")
    ] = None,
    teams: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="number,team: what the pupils of a team have together.")
    ] = None,
    entries: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="number,answer: in place of typing them here.")
    ] = None,
    slips: Annotated[
        Path | None,
        typer.Option(metavar="FILE.pdf", show_default=False, help="With --level and --class: print slips for a round, to be played later."),
    ] = None,
    printing: Annotated[
        int | None, typer.Option(metavar="N", show_default=False, help="Play the round of these slips: the number below their strip.")
    ] = None,
    paper: PaperOption = "a4",
    out: Annotated[Path, typer.Option(metavar="FILE.html", help="Where the page is written.")] = Path("toptake.html"),
    no_open: Annotated[bool, typer.Option("--no-open", help="Write the page, and leave the browser alone.")] = False,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", show_default=False, help="The same puzzle for the same text.")] = None,
    json: JsonOption = False,
    file: FileOption = None,
) -> None:
    """Plays a Top Take: a puzzle in large cards with a clock of three minutes on a page, then the entries and who has most.

    The page needs no network: project it, start the clock with the space bar. Then type the entries, who and a colon in front: a pupil's
    number or name, or a team's. The last entry of each counts. An empty line ends; standings and the best take follow.

    On paper: --slips prints a slip for each pupil and says its printing. Play it with --printing, and give photos of the slips as entries.

    \b
    Examples:
      numero-cam toptake --level silver:12
      numero-cam toptake --level gold:30 --class 5B --teams teams.csv
      numero-cam toptake --level gold:30 --class 5B --slips final.pdf
      numero-cam toptake --printing 483920 final/*.jpg
      numero-cam toptake --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2" --by points
    """
    if sum((level is not None, centre is not None or hand is not None, printing is not None)) != 1:
        raise BadArgumentsError("give --level, such as silver:12, or --centre and --hand, or --printing")
    if week is not None and class_ is None:
        raise BadArgumentsError("--week goes with --class")
    if slips is not None and (level is None or class_ is None):
        raise BadArgumentsError("--slips goes with --level and --class")
    if printing is not None and class_ is not None:
        raise BadArgumentsError("--printing knows its class; leave --class out")
    if photos and printing is None:
        raise BadArgumentsError("photos go with --printing: the number below the strip of the slips")
    if json and entries is None and not photos:
        raise BadArgumentsError("--json goes with --entries or photos")
    pictures = tuple(photos or ())
    puzzle = Puzzle(level, centre, hand, by, seed, printing)
    run_toptake(Asked(puzzle, seconds, class_, week, teams, entries, pictures, slips, paper, out, no_open, json, file))
