"""A game at the live table: begun, resumed, watched, corrected and told to pages."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from numero_cam.app.table_games import keep_snapshot, kept_history, parse_setting, replay_log, setting_text
from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import WatchedGame, recording_header
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource
from numero_cam.games.numero.engine import Game, Phase, game_text
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import GameHistory
from numero_cam.games.numero.engine.log_entry import CHANGES, LogEntry
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Move
from numero_cam.games.numero.watching.game_commands import AddPlay, CorrectPlay, GameCommand, UnreadableLine
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.live.game_messages import game_fields
from numero_cam.live.hint_messages import hint_message
from numero_cam.live.hints import HintLevel
from numero_cam.live.page_messages import Message
from numero_cam.live.play_draft import draft_message, question_play_messages
from numero_cam.live.table_commands import DraftPlay
from numero_cam.store.lines import KeptGames
from numero_cam.table.tracked_table import TableFollower
from numero_cam.text.words import cards_in_words

#: Commands that a person writes in the notation: the texts of their events keep it.
NOTATION_COMMANDS = CorrectPlay | AddPlay | UnreadableLine


def _in_words(events: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """Return events with the cards of each problem and refusal in words, for people who did not write the notation."""
    sentences = ("problem", "question", "note", "refusal", "referee", *CHANGES)
    return tuple(replace(event, text=cards_in_words(event.text)) if event.kind in sentences else event for event in events)


class NumeroSession:
    """A game at the table, from its deal to its end. One thread alone uses it; `past` is what happened in a game that goes on."""

    def __init__(self, played: WatchedGame, past: GameHistory | None = None) -> None:
        self._played = played
        self.past = past or GameHistory()  #: What happened before.
        self._watcher = GameWatcher(played.setting, past)
        self._skips_deal = played.setting.start is not None  # it was kept when the game began
        self._watch: GameWatch | None = None
        #: The players in the order of play, and the index of the one at the lower edge of the picture.
        self.names, self.near = played.setting.names, played.near

    @property
    def corrected(self) -> dict[int, str | None]:
        """The card as a person corrected it, None for no card, by its number in the sights."""
        return self._watcher.corrected

    @property
    def held(self) -> dict[int, int]:
        """Tracks that a person returned to a hand, with the index of the player."""
        return self._watcher.held

    @property
    def question(self) -> LogEntry | None:
        """The question that waits for an answer; None where there is none."""
        return self._watcher.question

    @property
    def waits(self) -> bool:
        """Whether the deal was not seen yet."""
        return self._game.state.phase is Phase.DEAL

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._game.state.phase is Phase.OVER

    @property
    def watched(self) -> bool:
        """Whether pictures are looked at; a session that is not watched can be corrected only."""
        return self._watch is not None

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        return self._watch.notice if self._watch is not None else ""

    def setting_text(self) -> str:
        """Return how the game is played, for the store."""
        return setting_text(self._played)

    def watch(self, source: FrameSource, follower: TableFollower) -> None:
        """Begin to look at pictures."""
        self._watch = GameWatch(source, follower, self._watcher)

    def step(self, seconds: float) -> tuple[LogEntry, ...]:
        """Look at the next picture, for which it waits these seconds; return what was decided."""
        if self._watch is None:
            return ()
        events = _in_words(self._watch.step(seconds))
        if self._skips_deal and any(event.kind == "deal" for event in events):
            self._skips_deal = False
            return tuple(event for event in events if event.kind != "deal")
        return events

    def execute(self, command: GameCommand) -> tuple[LogEntry, ...]:
        """Carry out a command of the game; a refusal is an event."""
        events = self._watch.execute(command) if self._watch is not None else self._watcher.execute(command)
        if not isinstance(command, NOTATION_COMMANDS):
            events = _in_words(events)
        return events

    def finish(self) -> tuple[LogEntry, ...]:
        """End the watching: what is open is decided."""
        if self._watch is None:
            return ()
        events, _ = self._watch.finish()
        self._watch = None
        return _in_words(events)

    def record(self, recorder: Recorder | None) -> None:
        """Record from now on; None ends the recording."""
        if self._watch is not None:
            self._watch.record(recorder)

    def recording_header(self) -> dict[str, object]:
        """Return the header of a recording that begins now."""
        return recording_header(self._played.going_on(None if self.waits else self._game))

    def close(self) -> None:
        """Release the recording and the source."""
        if self._watch is not None:
            self._watch.close()

    def deal_text(self) -> str:
        """Return the text of the game up to its deal."""
        return game_text(self._game.replayed(1))

    @property
    def line(self) -> NumeroLine | None:
        """The game up to now in the tree of games; None where the deal was not seen yet."""
        return None if self.waits else self._game.line

    def revised(self, log: Sequence[LogEntry]) -> list[LogEntry]:
        """Return the entries of the operations after the deal as the game has them now: a card may have become known."""
        lines = [*self._game.line.back_to(1)][::-1]
        return [_revised(self.names, entry, line) for entry, line in zip(log, lines, strict=True)]

    def keep_snapshot(self, store: KeptGames, number: int, line_count: int) -> None:
        """Store a summary of the game under its number and its number of stored lines; an error of the store is ignored."""
        keep_snapshot(store, number, line_count, self._game)

    def message_fields(self, log: Sequence[LogEntry]) -> Message:
        """Return the game's own fields of the message `game`, given the entry of each operation after the deal."""
        return game_fields(self._game, self._played.setting.hands, log)

    def play_messages(self, plays: Sequence[Move]) -> tuple[Message, ...]:
        """Return a message for each play that may come next."""
        return question_play_messages(self._game, plays)

    def draft(self, asked: DraftPlay, log: Sequence[LogEntry]) -> Callable[[], Message]:
        """Copy the game, and return a function, for any thread, that makes the message about a play that somebody enters card by card."""
        game, k = self._game.copy(), asked.k
        likely = self._watcher.likely_plays if k is None else log[k - 1].others if 1 <= k <= len(log) else ()
        return lambda: draft_message(game, asked, likely)

    def rematch(self) -> "NumeroSession":
        """Return a new game with the same players and rules: the order of play is turned by one, the seats stay."""
        setting, near = self._played.setting, self._played.near
        names, players = (*setting.names[1:], setting.names[0]), len(setting.names)
        return NumeroSession(
            WatchedGame(GameSetup(self._watcher.setup.options, names, setting.hands), (near - 1) % players, self._played.deck)
        )

    def hint(self, level: HintLevel) -> Callable[[], Message]:
        """Copy the game, and return a function that any thread may call for its hint."""
        game = self._game.copy()
        return lambda: hint_message(game, level)

    @property
    def _game(self) -> Game:
        """The game as it is decided up to now."""
        return self._watcher.game


def _revised(names: Sequence[str], entry: LogEntry, line: NumeroLine) -> LogEntry:
    """Return an entry with the operation of a line of the tree of games, and its text."""
    operation = line.operation
    assert isinstance(operation, Move)  # noqa: S101 - nobody deals twice
    return replace(entry, text=play_line(names, line.parent.state, operation), operation=operation, line=line)


def resume_session(setting: str) -> Callable[[Sequence[LogEntry]], tuple[NumeroSession, tuple[LogEntry, ...]]]:
    """Read how a kept game is played; return a function from its log to the game and the entries of the operations after the deal."""
    played = parse_setting(setting)

    def replay(log: Sequence[LogEntry]) -> tuple[NumeroSession, tuple[LogEntry, ...]]:
        """Return the game that a log leads to, and the entries of its operations after the deal."""
        game, active = replay_log(log) or (None, ())
        past, line = kept_history(log), None if game is None else game.line
        return NumeroSession(played.going_on(game), past if past.line is line else GameHistory(line)), active

    return replay
