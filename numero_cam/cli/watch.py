"""``numero-cam game watch`` and ``numero-cam watch``: a game at a real table, and a table without one."""

import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, cast

import typer

from numero_cam.base.errors import GameError, NumeroCamError
from numero_cam.catalogue import ngettext, tr
from numero_cam.cli.keyboard import TypedLines, ctrl_c_noted
from numero_cam.cli.options import (
    BadArgumentsError,
    BriefOption,
    DeckOption,
    GameOptions,
    JsonOption,
    LanguageOption,
    MirroredOption,
    OutputFormat,
    PictureOptions,
    RuleOptions,
    SeatOption,
    grouped,
    make_options,
    make_output_format,
    packs_of,
    print_json,
    raw_game,
    reader_file,
    refuse_options,
    refused,
    settings_of,
    written_options,
)
from numero_cam.games.numero.rules.choices import Hands

if TYPE_CHECKING:
    from numero_cam.app.watch import GameWatch, WatchEnd
    from numero_cam.app.watch_recording import WatchedGame
    from numero_cam.app.watch_table import TableSeen
    from numero_cam.games.numero.engine import Game
    from numero_cam.games.numero.engine.log_entry import LogEntry
    from numero_cam.games.numero.watching.game_setup import GameSetup, PackChoice

#: Options that may be given with a game that goes on; the values of all others are in its text.
WITH_A_GAME = {"source", "mirrored", "near", "hands", "set", "start", "text", "record", "deck", "json"}
#: The questions that may be answered beforehand, each with its answers, what is assumed first.
ANSWERS_BEFOREHAND = {"pack": ("learned", "named")}
#: Options that may be given with a recording; the values of all others are in it, unless the players are named anew.
WITH_A_RECORDING = {"source", "mirrored", "text", "record", "json"}


class WatchOptions(NamedTuple):
    """Which game is watched; see the help of these options."""

    players: Annotated[
        str | None,
        typer.Option(metavar="NAMES", show_default=False, help="The players in the order of play, such as Ann,Ben; the first begins."),
    ] = None
    near: Annotated[
        str | None,
        typer.Option(metavar="NAME", show_default="the first", help="Who sits at the picture's lower edge; from there clockwise."),
    ] = None
    hands: Annotated[Hands, typer.Option(help="Hands lie face up before the players, or are held out of view.")] = "open"
    start: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", show_default=False, help="A game as text that goes on at this table.")
    ] = None
    set: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            show_default="pack=learned",
            help="Answer a question beforehand: pack=named, the pack has no card that you did not name; pack=learned, "
            "it is asked and counts until you say no. May be repeated.",
        ),
    ] = None


def _watched_game(
    source: str, watched: WatchOptions, deck: str | None, rules: Mapping[str, str], written: Collection[str]
) -> "WatchedGame":
    """Return the game of the recording, if the source is one and neither players nor a text are given; else that of the options."""
    from numero_cam.app.watch_recording import WatchedGame, recorded_game

    if watched.players is None and watched.start is None:
        recorded = recorded_game(source)
        if recorded is not None:
            refuse_options(written, WITH_A_RECORDING, source)
            return recorded
    setting = _setting(watched, rules, written)
    return WatchedGame(setting, _near_player(watched.near, setting.names), deck)


def _setting(watched: WatchOptions, rules: Mapping[str, str], written: Collection[str]) -> "GameSetup":
    """Return the players, options and hands of a game by the options of the command; those of a game that goes on are in its text."""
    from numero_cam.app.kept_games import load_whole_game
    from numero_cam.games.numero.engine import OptionsError, read_game
    from numero_cam.games.numero.engine.game import check_names
    from numero_cam.games.numero.engine.options import MAX_PLAYERS
    from numero_cam.games.numero.watching.game_setup import GameSetup
    from numero_cam.games.shared.names import split_names

    pack = _pack_choice(watched.set or ())
    if (path := watched.start) is not None:
        refuse_options(written, WITH_A_GAME, path)
        game = load_whole_game(str(path), raw_game(path), read_game)
        if game.options.is_solitaire:
            raise GameError(tr("{file}: is a solitaire; a game of two to {most} players can be watched", file=path, most=MAX_PLAYERS))
        return GameSetup(game.options, game.names, watched.hands, game, pack)
    if watched.players is None:
        raise BadArgumentsError(tr("say who plays: --players Ann,Ben, the first begins"))
    names = tuple(split_names(watched.players))
    if not 2 <= len(names) <= MAX_PLAYERS:
        raise BadArgumentsError(
            ngettext(
                "--players: {n} is named; 2 to {most} play", "--players: {n} are named; 2 to {most} play", len(names), most=MAX_PLAYERS
            )
        )
    with refused(OptionsError, "--players: "):
        check_names(names)
    return GameSetup(make_options(rules, len(names)), names, watched.hands, pack=pack)


def _pack_choice(texts: Iterable[str]) -> "PackChoice":
    """Return the answer of ``--set`` to the question whether a card is in the pack."""
    said: dict[str, str] = {}
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        if name in said:
            raise BadArgumentsError(tr("--set {name} is there twice", name=name))
        if value not in ANSWERS_BEFOREHAND.get(name, ()):
            known = ", ".join(f"{each}={answer}" for each, answers in ANSWERS_BEFOREHAND.items() for answer in answers)
            raise BadArgumentsError(tr("--set {text!r}: write one of {known}", text=text, known=known))
        said[name] = value
    return cast("PackChoice", said.get("pack", "learned"))


def _near_player(near: str | None, names: tuple[str, ...]) -> int:
    """Return the index of the player who sits at the lower edge of the picture."""
    if near is None:
        return 0
    name = " ".join(near.split())
    if name not in names:
        raise BadArgumentsError(tr('--near: "{name}" is none of the players {names}', name=near, names=", ".join(names)))
    return names.index(name)


#: The forms of the lines that a person may type while a game is watched, by their first word.
FORMS = {"challenge": "challenge NAME", "answer": "answer NUMBER CHOICE", "end": "end", "undo": "undo", "redo": "redo"}


def execute_typed(watch: "GameWatch", line: str) -> "tuple[LogEntry, ...]":
    """Execute a typed line and return the log entries that it made; for a line of none of ``FORMS``, an entry that refuses it."""
    from numero_cam.games.numero.watching.command_text import MAX_SHOWN, parse_command
    from numero_cam.games.numero.watching.game_commands import AddPlay, AnswerQuestion, RedoEntry, UndoEntry, UnreadableLine

    words = line.split()
    word, command = words[0].lower() if words else "", parse_command(line)
    if word == "end" and len(words) == 1:
        command = AddPlay(f"{watch.game.player}: end")
    elif not (
        word == "challenge" or isinstance(command, AnswerQuestion) or (len(words) == 1 and isinstance(command, UndoEntry | RedoEntry))
    ):
        why = tr(
            '"{line}" is not understood; there are {forms}. What is wrong further back is mended on the page of numero-cam live, '
            "or in the text of the game",
            line=" ".join(words)[:MAX_SHOWN],
            forms=", ".join(FORMS.values()),
        )
        command = UnreadableLine(line, why)
    return watch.execute(command)


class _GamePrinter:
    """Prints the events of a game while it is watched.

    Args:
        watch: The game that is watched.
        text: The file for the text of the game; None for none.
        as_json: Whether JSON is printed.
    """

    def __init__(self, watch: "GameWatch", text: Path | None, *, as_json: bool) -> None:
        self._watch = watch
        self._text = text
        self._as_json = as_json
        self._notice = ""  # the last printed one
        self._unwritten = ""  # why the text could not be written the last time
        self._ended: tuple[int, ...] = ()  # the scores at the last events, if the game was over

    def run(self) -> None:
        """Watch and print until the end, then print the score sheet."""
        typed = TypedLines()
        with ctrl_c_noted() as stopped:
            while self._watch.running and not stopped:
                for line in typed.new():
                    self._print(execute_typed(self._watch, line))
                self._print(self._watch.step())
                self._print_notice(self._watch.notice)
            for line in typed.new():
                self._print(execute_typed(self._watch, line))
            events, end = self._watch.finish()
        self._print(events)
        self._end(end)

    def _print(self, events: "tuple[LogEntry, ...]") -> None:
        """Print new events, and write the text of the game where a play came or was undone."""
        from numero_cam.games.numero.engine import Phase
        from numero_cam.text import game_words
        from numero_cam.text.console import make_console, print_line
        from numero_cam.text.watched_words import event_json, event_lines

        for event in events:
            if self._as_json:
                print_json(event_json(self._watch.game.names, event))
            else:
                console = make_console()
                for line in event_lines(self._watch.game.names, event):
                    print_line(console, line)
        state = self._watch.game.state
        ended = tuple(seat.score for seat in state.seats) if state.phase is Phase.OVER else ()
        if ended and ended != self._ended and not self._as_json:  # again where hands that are shown change it
            print_line(make_console(), game_words.end_line(self._watch.game))
        self._ended = ended
        if any(event.kind in ("operation", "undo") for event in events):
            self._write(self._watch.game)

    def _write(self, game: "Game") -> None:
        """Write the text of the game; where that fails the watching goes on, and the next play tries again."""
        from numero_cam.app.kept_games import write_game

        if self._text is None:
            return
        try:
            write_game(self._text, game)
            self._unwritten = ""
        except GameError as error:
            if str(error) != self._unwritten:
                _warn(str(error))
            self._unwritten = str(error)

    def _print_notice(self, notice: str) -> None:  # once, until it changes
        if notice and notice != self._notice:
            _warn(notice)
        self._notice = notice

    def _end(self, end: "WatchEnd") -> None:
        """Print the score sheet and why the watching ended."""
        from numero_cam.cli.play import print_sheet
        from numero_cam.text import game_words
        from numero_cam.text.console import make_console, print_line

        if self._as_json:
            print_json(end.to_dict())
        elif end.begun:
            if not end.over:
                print_line(make_console(), game_words.end_line(self._watch.game))
            print_line(make_console(), "")
            print_sheet(self._watch.game)
        if end.frames and end.why and not self._as_json:
            _warn(end.why)
        if end.failure:
            raise NumeroCamError(end.failure)
        self._end_files()

    def _end_files(self) -> None:
        """Exit with status 1 where a file that was asked for lacks something; the reason was printed when it happened."""
        if self._unwritten:
            self._write(self._watch.game)
        self._print_notice(self._watch.unrecorded)
        if self._unwritten or self._watch.unrecorded:
            raise typer.Exit(1)


SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE", help="A camera's number (0 is the first), a film, a folder of pictures, a recording, a stream's address."
    ),
]


@grouped
def watch_game(
    context: typer.Context,
    *,
    source: SourceArgument,
    watched: WatchOptions,
    text: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="Write the game as text there after each play, for numero-cam game replay."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", show_default=False, help="Keep what is watched there, as a SOURCE that shows the same again."),
    ] = None,
    rules: GameOptions,
    mirrored: MirroredOption = False,
    deck: DeckOption = None,
    json: JsonOption = False,
) -> None:
    """Watches a game at a real table and keeps its score.

    Every play is told when the hands have left the cards. Type challenge and a name, answer and two numbers, undo, or redo.
    Three questions may come, each with what holds without an answer: is a card in your pack (yes); what was played, and is the stock
    used up (what follows shows it).
    Ctrl-C ends the watching; then comes the score sheet. docs/watching.md says where the camera stands and how the table is used.

    \b
    Examples:
      numero-cam game watch 0 --players Ann,Ben --level 2
      numero-cam game watch evening.mp4 --players Ann,Ben --near Ben --hands hidden --text evening.txt
      numero-cam game watch 0 --from evening.txt --text evening.txt
      numero-cam game watch 0 --players Ann,Ben --record evening
      numero-cam game watch evening
    """
    from numero_cam.app.watch import check_text_place, open_game_watch

    said = rules.read(level="all", by="points")
    recorded = _watched_game(source, watched, deck, said, written_options(context))
    if text is not None:
        check_text_place(text)
    watch, left_out = open_game_watch(source, recorded, config=reader_file(), record=record, mirrored=mirrored)
    for line in left_out:
        _warn(tr("left out: {line}", line=line))
    try:
        _GamePrinter(watch, text, as_json=json).run()
    finally:
        watch.close()


@grouped
def watch(
    *,
    source: SourceArgument,
    rules: RuleOptions,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many takes to show, best first.")] = 1,
    seat: SeatOption = "near",
    picture_options: PictureOptions,
    brief: BriefOption = False,
    language: LanguageOption = "fractions",
    json: JsonOption = False,
) -> None:
    """Watches a table without a game: says what lies there and the best take, again whenever the cards have changed.

    Nothing is said while hands are over the table. Ctrl-C ends the watching.

    \b
    Examples:
      numero-cam watch 0
      numero-cam watch 1 --brief --by cards
      numero-cam watch practice.mp4 --json
    """
    from numero_cam.app.answers import Question
    from numero_cam.app.watch import open_table_watch

    said = rules.read()
    output_format = make_output_format(as_json=json, as_csv=False, brief=brief, language=language)
    question = Question(settings_of(said), top=top, packs=packs_of(said))
    watched, left_out = open_table_watch(source, question, config=reader_file(), seat=seat, **picture_options._asdict())
    for line in left_out:
        _warn(tr("left out: {line}", line=line))
    notice = ""
    try:
        with ctrl_c_noted() as stopped:
            while watched.running and not stopped:
                if (seen := watched.step()) is not None:
                    _print_table(seen, output_format)
                if watched.notice and watched.notice != notice:
                    _warn(watched.notice)
                notice = watched.notice
        if watched.ended:
            _warn(watched.ended)
    finally:
        watched.close()


def _print_table(seen: "TableSeen", output_format: OutputFormat) -> None:
    from numero_cam.cli.solve import print_solved
    from numero_cam.text.console import make_console, print_line

    if output_format.as_json:
        print_json(seen.to_dict())
        return
    print_solved(seen.solved, output_format)
    if not output_format.brief:
        print_line(make_console(), "-" * 40)
    sys.stdout.flush()


def _warn(line: str) -> None:
    sys.stderr.write(f"numero-cam: {line}\n")
    sys.stderr.flush()
