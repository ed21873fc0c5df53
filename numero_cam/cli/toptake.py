"""``numero-cam toptake``: the page, the entries, the standings."""

import secrets
import sys
import webbrowser
from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path
from typing import NamedTuple

from numero_cam.assistant.answers import Question
from numero_cam.assistant.classes import Classroom, Result, open_classes
from numero_cam.assistant.toptake import EntryError, Standing, TopTake, count_of, parted, read_entries, read_teams, standings_json
from numero_cam.base.errors import NumeroCamError
from numero_cam.base.outputs import write_whole
from numero_cam.cli.answers import print_json
from numero_cam.cli.keyboard import Keyboard
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.outputs import check_out
from numero_cam.cli.typed import typed_position
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve import Settings
from numero_cam.tell.console import print_lines, print_table
from numero_cam.tell.judged import right_line, wrong_line
from numero_cam.tell.toptake_page import toptake_html
from numero_cam.tell.wording import sentence


class Asked(NamedTuple):
    """What is played: see the options of the command."""

    level: str | None
    centre: str | None
    hand: str | None
    by: By
    seconds: int
    class_: str | None
    week: str | None
    teams: Path | None
    entries: Path | None
    out: Path
    no_open: bool
    seed: str | None
    as_json: bool
    file: Path | None


def run_toptake(asked: Asked) -> None:
    """Plays a round.

    Raises:
        BadArgumentsError: No puzzle can be made of what was asked.
        NumeroCamError: A file cannot be read or written; some of the entries of a file could not be taken.
    """
    check_out(asked.out, (".html", ".htm"), "--out")
    room = _room(asked)
    known = _known(room) if room else {}
    position = _position(asked)
    game = TopTake(position, Question(Settings(by=asked.by)), read_teams(asked.teams, known) if asked.teams else {}, known)
    handed = read_entries(asked.entries) if asked.entries else None
    title = f"Top Take{f', {room.name}' if room else ''}: most {asked.by}"
    write_whole(asked.out, toptake_html(title, position, asked.seconds).encode())
    if not asked.as_json:
        print_lines([f"Centre  {' '.join(map(str, position.centre))}", f"Hand    {' '.join(map(str, position.hand))}"])
        print(f"The page: {asked.out}")
    if not asked.no_open and handed is None and not webbrowser.open(asked.out.resolve().as_uri()):
        print("No browser could be opened; open the page yourself.")
    wrong = _taken(game, handed) if handed is not None else _typed(game)
    if room is not None:
        _remember(game, room, asked)
    if asked.as_json:
        print_json(standings_json(game))
    else:
        _print(game)
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise NumeroCamError(f"{wrong[0]}{more}; the other entries were taken")


def _position(asked: Asked) -> Position:
    if asked.level is None:
        position = typed_position(asked.centre, asked.hand)
        if not any(card.is_number for card in position.hand):
            raise BadArgumentsError("--hand: a take needs a number card in the hand")
        return position
    from numero_cam.assistant.puzzles import PuzzlesAsked, make_puzzles
    from numero_cam.games.numero.puzzles import LevelError

    try:
        made = make_puzzles(PuzzlesAsked(level=asked.level, seed=asked.seed or secrets.token_hex(8), by=asked.by))
    except LevelError as error:
        raise BadArgumentsError(str(error)) from error
    if not made.puzzles:
        raise NumeroCamError(f"no puzzle of level {asked.level} was found; try another --seed")
    return made.puzzles[0].position


def _room(asked: Asked) -> Classroom | None:
    if asked.class_ is None:
        return None
    with open_classes(asked.file) as classes:
        return classes.room(asked.class_)


def _known(room: Classroom) -> dict[str, str]:
    """Pupils by their numbers, and by names that one pupil has alone."""
    names = [pupil.name.casefold() for pupil in room.pupils]
    alone = {pupil.name.casefold(): pupil.called for pupil in room.pupils if pupil.name and names.count(pupil.name.casefold()) == 1}
    return {**alone, **{str(pupil.number): pupil.called for pupil in room.pupils}}


def _taken(game: TopTake, handed: list[tuple[str, str, str]]) -> list[str]:
    """Take the entries of a file; what was wrong with others."""
    wrong = []
    for where, who, text in handed:
        try:
            game.enter(who, text)
        except EntryError as error:
            wrong.append(f"{where}: {error}")
    return wrong


def _typed(game: TopTake) -> list[str]:
    """Take entries from the keyboard until an empty line; what is wrong is said at once."""
    keyboard = Keyboard()
    if keyboard.is_terminal:
        print_lines(["Entries, such as 17: (13 + 12) x 2/5 - an empty line ends."])
    while True:
        try:
            line = keyboard.line("> " if keyboard.is_terminal else "")
        except EOFError:
            return []
        if not line:
            return []
        try:
            name, checked = game.enter(*parted(line))
        except EntryError as error:
            sys.stderr.write(f"numero-cam: {error}\n")
            continue
        wrong = checked.verdict.wrong
        print(f"{name}: {f'Not a take: {wrong_line(wrong)}' if wrong else right_line(checked.verdict)}")


def _remember(game: TopTake, room: Classroom, asked: Asked) -> None:
    numbers = {pupil.called: pupil.number for pupil in room.pupils}
    week = asked.week or next(name for name in _by_date() if name not in room.weeks)
    results = [
        Result(numbers[who], week, "take", count_of(entry, "cards"), count_of(entry, "points"), entry.missing == 0)
        for who, entry in game.entries.items()
    ]
    with open_classes(asked.file) as classes:
        classes.put(room.name, results)


def _by_date() -> Iterator[str]:
    """Names of a round of today, one after the other."""
    today = f"Top Take {date.today().isoformat()}"  # noqa: DTZ011 - the day where the teacher is
    yield today
    for number in count(2):
        yield f"{today} {number}"


def _print(game: TopTake) -> None:
    if not game.entries:
        print("Nobody handed anything in.")
        return
    _print_standings("who", game, game.standings())
    if game.teams:
        _print_standings("team", game, game.team_standings())
    best = next((entry.best for entry in game.entries.values() if entry.best), None)
    if best is not None:
        print_lines([f"Best take: {sentence(best)}"])


def _print_standings(head: str, game: TopTake, standings: tuple[Standing, ...]) -> None:
    rows = [(str(one.place), one.who, str(one.count), one.entry.text if one.entry else "") for one in standings]
    width = 4 if any(row[3] for row in rows) else 3
    print_table(("place", head, game.by, "answer")[:width], [row[:width] for row in rows], numbers=(0, 2))
