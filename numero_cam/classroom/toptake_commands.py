"""``numero-cam toptake``: plays a round with a page to project, prints its slips, takes entries, shows who has most."""

import secrets
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import count as counted
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.base.errors import NumeroCamError
from numero_cam.catalogue import tr
from numero_cam.cli.options import BadArgumentsError, JsonOption, PaperOption, check_out, print_json, refused, say_notices
from numero_cam.cli.solve import typed_position
from numero_cam.games.numero.rules.choices import By, PuzzleKind

if TYPE_CHECKING:
    from numero_cam.classroom.classes import Classroom, Pupil
    from numero_cam.classroom.slips import Printing
    from numero_cam.classroom.toptake import TopTake, TopTakeStanding
    from numero_cam.classroom.week import WeekOptions
    from numero_cam.games.numero.rules import Position


def toptake(
    *,
    photos: Annotated[
        list[str] | None, typer.Argument(metavar="[PHOTO]...", show_default=False, help="With --printing: photos of the slips as entries.")
    ] = None,
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", show_default=False, help="silver:1-40, gold:1-40, or a card set, as in puzzle make.")
    ] = None,
    centre: Annotated[
        str | None, typer.Option("--centre", "--center", metavar="CARDS", show_default=False, help="In place of a level: the middle.")
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
    from numero_cam.app.answers import Question
    from numero_cam.classroom.toptake import TopTake, labels_of, pupils_of_round, read_entries, read_teams, round_printing, standings_json
    from numero_cam.classroom.week import WeekOptions
    from numero_cam.games.numero.solve import Settings

    _check_together(level, centre or hand, printing, class_=class_, week=week, slips=slips, photos=bool(photos))
    if json and entries is None and not photos:
        raise BadArgumentsError(tr("--json goes with --entries or photos"))
    check_out(out, (".html", ".htm"), "--out")
    room = _room(class_)
    if slips is not None and room is not None:
        check_out(slips, (".pdf",), "--slips")
        _print_slips(slips, room, level or "", WeekOptions(week or _unused_week(room), paper, by, seed or secrets.token_hex(8)))
        return
    printed = None if printing is None else round_printing(printing)
    pupils = pupils_of_round(printed) if printed else room.pupils if room else ()
    labels = labels_of(pupils)
    position = printed.puzzles[0].position if printed else _position(level, centre, hand, by, seed)
    settings = printed.puzzles[0].settings if printed else Settings(by=by)
    game = TopTake(position, Question(settings), read_teams(teams, labels) if teams else {}, labels)
    typed_entries = read_entries(entries) if entries else None
    _write_page(game, printed.heading if printed else room.name if room else "", out, seconds, quiet=json)
    if typed_entries is None and not photos and not no_open and not webbrowser.open(out.resolve().as_uri()):
        print(tr("No browser could be opened; open the page yourself."))
    problems = _enter_photos(game, printed, photos, quiet=json) if printed and photos else []
    if typed_entries is not None:
        problems += _enter_rows(game, typed_entries)
    elif not photos:
        _ask_for_entries(game)
    _store_results(game, pupils, printed or room, week)
    if json:
        print_json(standings_json(game))
    else:
        _print_outcome(game)
    if problems:
        raise _others_taken(problems)


def _others_taken(problems: Sequence[str]) -> NumeroCamError:
    """Return the error that names the first entry that was not taken, and the number of the others."""
    first, more = problems[0], len(problems) - 1
    return NumeroCamError(
        tr("{problem} (and {more} more); the other entries were taken", problem=first, more=more)
        if more
        else tr("{problem}; the other entries were taken", problem=first)
    )


def _check_together(
    level: str | None,
    cards: str | None,
    printing: int | None,
    *,
    class_: str | None,
    week: str | None,
    slips: Path | None,
    photos: bool,
) -> None:
    """Refuse options that do not go together."""
    if sum((level is not None, cards is not None, printing is not None)) != 1:
        raise BadArgumentsError(tr("give --level, such as silver:12, or --centre and --hand, or --printing"))
    if week is not None and class_ is None:
        raise BadArgumentsError(tr("--week goes with --class"))
    if slips is not None and (level is None or class_ is None):
        raise BadArgumentsError(tr("--slips goes with --level and --class"))
    if printing is not None and class_ is not None:
        raise BadArgumentsError(tr("--printing knows its class; leave --class out"))
    if photos and printing is None:
        raise BadArgumentsError(tr("photos go with --printing: the number below the strip of the slips"))


def _room(class_: str | None) -> "Classroom | None":  # the class of --class, with its pupils
    from numero_cam.classroom.slip_store import open_classes

    if class_ is None:
        return None
    with open_classes() as classes:
        return classes.room(class_)


def _position(level: str | None, centre: str | None, hand: str | None, by: By, seed: str | None) -> "Position":
    """Return the typed puzzle, or one made of a level and a seed."""
    from numero_cam.app.puzzles import PuzzleOptions, make_puzzles
    from numero_cam.games.numero.puzzles import LevelError

    if level is None:
        position = typed_position(centre, hand)
        if not any(card.is_number for card in position.hand):
            raise BadArgumentsError(tr("--hand: a take needs a number card in the hand"))
        return position
    with refused(LevelError):
        made = make_puzzles(PuzzleOptions(level=level, seed=seed or secrets.token_hex(8), by=by))
    if not made.puzzles:
        raise NumeroCamError(tr("no puzzle of level {level} was found; try another --seed", level=level))
    return made.puzzles[0].position


def _print_slips(out: Path, room: "Classroom", level: str, options: "WeekOptions") -> None:
    """Write a slip of the same puzzle for each pupil of a class, and print how the round is played."""
    from numero_cam.classroom.week import write_week
    from numero_cam.text.words import count

    pupils = [replace(pupil, level=level) for pupil in room.pupils]
    made = write_week(out, room.name, pupils, replace(options, kind=PuzzleKind.BEST))
    number = made.printing.number
    slips = count(len(made.printing.slips), "slip")
    print(tr("{file}: {slips}, printing {number}; the answer is on the last page", file=out, slips=slips, number=number))
    print(tr("Play it: numero-cam toptake --printing {number}", number=number))
    print(tr("Then:    numero-cam toptake --printing {number} PHOTO...", number=number))


def _write_page(game: "TopTake", whose: str, out: Path, seconds: int, *, quiet: bool) -> None:
    """Write the page to project, and print the cards unless `quiet`; `whose` is the round in its title, or empty; `seconds` its clock."""
    from numero_cam.base.outputs import write_atomically
    from numero_cam.classroom.toptake import toptake_html
    from numero_cam.games.numero.rules.choices import PuzzleKind
    from numero_cam.text.console import print_lines
    from numero_cam.text.puzzles import goal_line, task_line
    from numero_cam.text.words import unit_word

    unit = unit_word(game.by)
    title = tr("Top Take, {round}: most {unit}", round=whose, unit=unit) if whose else tr("Top Take: most {unit}", unit=unit)
    write_atomically(out, toptake_html(title, game.position, seconds, game.by).encode())
    if not quiet:
        centre, hand = (" ".join(map(str, cards)) for cards in (game.position.centre, game.position.hand))
        print_lines(
            [task_line(goal_line(PuzzleKind.BEST, game.by)), tr("Middle  {centre}", centre=centre), tr("Hand    {hand}", hand=hand)]
        )
        print(tr("The page: {page}", page=out))


def _enter_photos(game: "TopTake", printing: "Printing", photos: Sequence[str], *, quiet: bool) -> list[str]:
    """Make slips in photos entries; return a line for unreadable slips, and one for those that a person has to look at, if any."""
    from numero_cam.classroom.mark import files_of_slips
    from numero_cam.classroom.slip_store import open_slip_store
    from numero_cam.classroom.toptake import enter_photos
    from numero_cam.text.console import progress
    from numero_cam.text.words import count

    with progress(len(files_of_slips(photos)), tr("Marking"), quiet=quiet) as done, open_slip_store() as store:
        outcome = enter_photos(game, printing, store, photos, on_photo_done=done)
    if not quiet:
        slips, waiting = count(outcome.entered, "slip"), len(outcome.waiting)
        print(tr("{slips} taken, {waiting} to look at", slips=slips, waiting=waiting))
    say_notices((*outcome.problems, *outcome.waiting))
    lines = []
    if outcome.problems:
        lines.append(tr("{slips} could not be read", slips=count(len(outcome.problems), "photo or slip")))
    if outcome.waiting:
        slips = count(len(outcome.waiting), "slip")
        lines.append(tr("{slips} to look at, no entry yet: decide on the class page, or type it", slips=slips))
    return lines


def _enter_rows(game: "TopTake", rows: list[tuple[str, str, str]]) -> list[str]:
    """Make rows of (place in the file, entrant, answer) entries; return why others were not taken, a line each."""
    from numero_cam.classroom.toptake import EntryError

    problems = []
    for where, entrant, text in rows:
        try:
            game.enter(entrant, text)
        except EntryError as error:
            problems.append(f"{where}: {error}")
    return problems


def _ask_for_entries(game: "TopTake") -> None:
    """Take entries from the keyboard until an empty line, and print the judgement or the error of each at once."""
    from numero_cam.classroom.toptake import EntryError, split_entry
    from numero_cam.cli.keyboard import Keyboard
    from numero_cam.text.advice import right_line, wrong_line
    from numero_cam.text.console import print_lines

    keyboard = Keyboard()
    if keyboard.is_terminal:
        print_lines([tr("Entries, such as 17: (13 + 12) x 2/5 - an empty line ends.")])
    while True:
        try:
            line = keyboard.line("> " if keyboard.is_terminal else "")
        except EOFError:
            return
        if not line:
            return
        try:
            label, checked = game.enter(*split_entry(line))
        except EntryError as error:
            say_notices([str(error)])
            continue
        wrong = checked.verdict.wrong
        said = tr("Not a take: {reason}", reason=wrong_line(wrong)) if wrong else right_line(checked.verdict)
        print(f"{label}: {said}")


def _store_results(game: "TopTake", pupils: "Sequence[Pupil]", played_by: "Printing | Classroom | None", week: str | None) -> None:
    """Store the entries as results of the class, under the week of the slips, the given week, or a name of today's date."""
    from numero_cam.classroom.classes import PupilResult, ResultKind
    from numero_cam.classroom.slip_store import open_classes
    from numero_cam.classroom.slips import Printing

    if played_by is None or not game.entries:
        return
    numbers = {pupil.label: pupil.number for pupil in pupils}
    with open_classes() as classes:
        if isinstance(played_by, Printing) and not classes.has(played_by.class_name):
            return  # slips of a list, or of a class that was removed
        room = classes.room(played_by.class_name if isinstance(played_by, Printing) else played_by.name)
        week = played_by.week if isinstance(played_by, Printing) else week or _unused_week(room)
        stored = {pupil.number for pupil in room.pupils}
        results = [
            PupilResult(numbers[label], week, ResultKind.TAKE, entry.cards, entry.points, entry.best)
            for label, entry in game.entries.items()
            if numbers[label] in stored
        ]
        classes.put(room.name, results)


def _unused_week(room: "Classroom") -> str:
    """Return a name of today's round that no week of the class has."""
    return next(name for name in _names_of_today() if name not in room.weeks)


def _names_of_today() -> Iterator[str]:  # without end, each for one more round
    today = tr("Top Take {date}", date=date.today().isoformat())  # noqa: DTZ011 - the day where the teacher is
    yield today
    for number in counted(2):
        yield f"{today} {number}"


def _print_outcome(game: "TopTake") -> None:
    from numero_cam.text.console import print_lines
    from numero_cam.text.plays import sentence

    if not game.entries:
        print(tr("Nobody handed anything in."))
        return
    _print_standings(tr("who"), game, game.standings())
    if game.teams:
        _print_standings(tr("team"), game, game.team_standings())
    best = game.best()
    if best is not None:
        print_lines([tr("Best take: {take}", take=sentence(best))])


def _print_standings(head: str, game: "TopTake", standings: "tuple[TopTakeStanding, ...]") -> None:
    from numero_cam.text.console import print_table
    from numero_cam.text.words import tied_places, unit_word

    places = tied_places([one.place for one in standings])
    rows = [(place, one.entrant, str(one.count), one.entry.text if one.entry else "") for place, one in zip(places, standings, strict=True)]
    width = 4 if any(row[3] for row in rows) else 3
    columns = (tr("place"), head, unit_word(game.by), tr("answer"))[:width]
    print_table(columns, [row[:width] for row in rows], numbers=(0, 2))
