"""``numero-cam game watch`` and ``numero-cam watch`` at work: lines typed meanwhile, a game, a table without one."""

import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from numero_cam.app.answers import Question
from numero_cam.app.kept_games import GameChoice, load_whole_game, write_game
from numero_cam.app.watch_open import open_table_watch
from numero_cam.app.watch_table import TableSeen
from numero_cam.base.errors import GameError, NumeroCamError
from numero_cam.cli.game_replay import make_options, print_sheet
from numero_cam.cli.keyboard import TypedLines, ctrl_c_noted
from numero_cam.cli.options import (
    BadArgumentsError,
    Manner,
    PhotoOptions,
    print_json,
    raw_game,
)
from numero_cam.cli.solve import print_solved
from numero_cam.games.numero.engine import Game, OptionsError, Phase, read_game
from numero_cam.games.numero.engine.game import check_names
from numero_cam.games.numero.engine.options import MOST_PLAYERS
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.events import Decided, Event, Setting, TakenBack
from numero_cam.games.shared.names import names_of
from numero_cam.text import game_words
from numero_cam.text.console import make_console, say
from numero_cam.text.game_words import event_json, event_lines

if TYPE_CHECKING:
    from numero_cam.app.watch import GameWatch, WatchEnd
    from numero_cam.app.watch_recording import Recorded

WITH_A_GAME = {"source", "near", "hands", "start", "text", "record", "deck", "config", "json"}
"""Options that go with a game that goes on; all others are in its text."""
WITH_A_RECORDING = {"source", "text", "record", "config", "json"}
"""Options that go with a recording; all others are in it, unless the players are named anew."""


class Watched(NamedTuple):
    """What is watched, as the options say it; see their help for what each means."""

    source: str
    players: str | None
    near: str | None
    hands: Hands
    start: Path | None
    deck: str | None
    config: Path | None


class Told(NamedTuple):
    """How it is told, as the options say it; see their help for what each means."""

    as_json: bool
    text: Path | None
    record: Path | None = None


def run_watch(watched: Watched, choice: GameChoice, told: Told, *, given: Collection[str]) -> None:
    """Watches until the source ends or the user stops it.

    Args:
        watched: What is watched.
        choice: What is played, where no game goes on.
        told: How it is told.
        given: Names of the options that were written: none is left unheeded without a word.

    Raises:
        BadArgumentsError: Options that do not exist, or do not go together.
        NumeroCamError: The source, a file or a model cannot be used; or no game was seen.
    """
    played = _played(watched, choice, given)
    from numero_cam.app.watch import check_text_place
    from numero_cam.app.watch_open import open_game_watch

    if told.text is not None:
        check_text_place(told.text)
    watch, left_out = open_game_watch(watched.source, played, config=watched.config, record=told.record)
    for line in left_out:
        _complain(f"left out: {line}")
    try:
        _Teller(watch, told).run()
    finally:
        watch.close()


def _played(watched: Watched, choice: GameChoice, given: Collection[str]) -> "Recorded":
    """The game: as the options say it, or as the recording does where they say nothing of it."""
    from numero_cam.app.watch_recording import Recorded, recorded_game

    if watched.players is None and watched.start is None:
        recorded = recorded_game(watched.source)
        if recorded is not None:
            _refuse_others(given, WITH_A_RECORDING, watched.source)
            return recorded
    setting = _setting(watched, choice, given)
    return Recorded(setting, _place(watched.near, setting.names), watched.deck)


def _refuse_others(given: Collection[str], heeded: Collection[str], source: object) -> None:
    """Refuses options that would not be heeded."""
    if others := set(given) - set(heeded):
        shown = ", ".join(f"--{'playing-cards' if other == 'playing' else other.replace('_', '-')}" for other in sorted(others))
        raise BadArgumentsError(f"{shown}: {source} says itself who plays, with which cards and by which rules; leave this out")


def _setting(watched: Watched, choice: GameChoice, given: Collection[str]) -> Setting:
    if watched.start is not None:
        return _going_on(watched.start, watched.hands, given)
    if watched.players is None:
        raise BadArgumentsError("say who plays: --players Ann,Ben, the first begins")
    names = tuple(names_of(watched.players))
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise BadArgumentsError(f"--players: {len(names)} {'is' if len(names) == 1 else 'are'} named; 2 to {MOST_PLAYERS} play")
    try:
        check_names(names)
    except OptionsError as error:
        raise BadArgumentsError(f"--players: {error}") from error
    return Setting(make_options(choice, len(names)), names, watched.hands)


def _going_on(path: Path, hands: Hands, given: Collection[str]) -> Setting:
    """The setting of a game that goes on: who plays what stands in its text."""
    _refuse_others(given, WITH_A_GAME, path)
    game = load_whole_game(str(path), raw_game(path), read_game)
    if game.options.is_solitaire:
        raise GameError(f"{path}: is a solitaire; a game of two to {MOST_PLAYERS} players can be watched")
    return Setting(game.options, game.names, hands, game)


def _place(near: str | None, names: tuple[str, ...]) -> int:
    """The number of the player who sits at the lower edge."""
    if near is None:
        return 0
    name = " ".join(near.split())
    if name not in names:
        raise BadArgumentsError(f'--near: "{near}" is none of the players {", ".join(names)}')
    return names.index(name)


class _Teller:
    """Tells what is seen while it is watched.

    Args:
        watch: The game being watched.
        told: How it is told.
    """

    def __init__(self, watch: "GameWatch", told: Told) -> None:
        self._watch = watch
        self._told = told
        self._notice = ""
        self._unwritten = ""
        self._over = False

    def run(self) -> None:
        """Watch and tell until the end, then print the score sheet.

        Raises:
            NumeroCamError: No game was seen.
            typer.Exit: A file that was asked for could not be written to the end.
        """
        typed = TypedLines()
        with ctrl_c_noted() as stopped:
            while self._watch.running and not stopped:
                for line in typed.new():
                    self._tell(self._watch.execute(parse_command(line)))
                self._tell(self._watch.step())
                self._warn(self._watch.notice)
            for line in typed.new():
                self._tell(self._watch.execute(parse_command(line)))
            events, end = self._watch.finish()
        self._tell(events)
        self._end(end)

    def _tell(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if self._told.as_json:
                print_json(event_json(self._watch.game.names, event))
            else:
                console = make_console()
                for line in event_lines(self._watch.game.names, event):
                    say(console, line)
        over = self._watch.game.state.phase is Phase.OVER
        if over and not self._over and not self._told.as_json:
            say(make_console(), game_words.end_line(self._watch.game))
        self._over = over
        if any(isinstance(event, Decided | TakenBack) for event in events):
            self._write(self._watch.game)

    def _write(self, game: Game) -> None:
        """Writes the game's text; where that fails the watching goes on, and the next play tries again."""
        if self._told.text is None:
            return
        try:
            write_game(self._told.text, game)
            self._unwritten = ""
        except GameError as error:
            if str(error) != self._unwritten:
                _complain(str(error))
            self._unwritten = str(error)

    def _warn(self, notice: str) -> None:
        if notice and notice != self._notice:
            _complain(notice)
        self._notice = notice

    def _end(self, end: "WatchEnd") -> None:
        if self._told.as_json:
            print_json(end.to_dict())
        elif end.begun:
            if not end.over:
                say(make_console(), game_words.end_line(self._watch.game))
            say(make_console(), "")
            print_sheet(self._watch.game)
        if not end.frames:
            raise NumeroCamError(end.why or "no picture came")
        if end.why and not self._told.as_json:
            _complain(end.why)
        if not end.begun:
            raise NumeroCamError("no game was seen: at first each player's cards and the centre must lie as after the deal")
        self._end_files()

    def _end_files(self) -> None:
        """Leaves with the status of a failure where a file that was asked for lacks something; why was said when it happened."""
        if self._unwritten:
            self._write(self._watch.game)
        self._warn(self._watch.unrecorded)
        if self._unwritten or self._watch.unrecorded:
            raise typer.Exit(1)


def _complain(line: str) -> None:
    sys.stderr.write(f"numero-cam: {line}\n")
    sys.stderr.flush()


def run_watch_table(source: str, question: Question, options: PhotoOptions, manner: Manner) -> None:
    """Watches until the source ends or the user stops it.

    Raises:
        NumeroCamError: The source, a file or a model cannot be used.
    """
    watch, warnings = open_table_watch(source, question, config=options.config, deck=options.deck, calibration=options.calibration,
                                       seat=options.seat)  # fmt: skip
    for line in warnings:
        sys.stderr.write(f"numero-cam: left out: {line}\n")
    notice = ""
    try:
        with ctrl_c_noted() as stopped:
            while watch.running and not stopped:
                if (seen := watch.step()) is not None:
                    _tell(seen, manner)
                if watch.notice and watch.notice != notice:
                    sys.stderr.write(f"numero-cam: {watch.notice}\n")
                    sys.stderr.flush()
                notice = watch.notice
        if watch.ended:
            sys.stderr.write(f"numero-cam: {watch.ended}\n")
    finally:
        watch.close()


def _tell(seen: TableSeen, manner: Manner) -> None:
    if manner.as_json:
        print_json(seen.to_dict())
        return
    print_solved(seen.solved, manner)
    if not manner.brief:
        say(make_console(), "-" * 40)
    sys.stdout.flush()
