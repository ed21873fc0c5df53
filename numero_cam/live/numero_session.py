"""A game at the live table: begun, resumed, watched, corrected and told to pages."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from numero_cam.app.table_games import keep_snapshot, replay_lines, setting_of, setting_text
from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import WatchedGame, recording_header
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource
from numero_cam.games.numero.engine import Game, Phase, game_text
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.games.numero.watching.events import Event, GameBegun, GameSetup, Unexplained
from numero_cam.games.numero.watching.game_commands import AddPlay, CorrectCard, CorrectPlay, GameCommand, UnreadableLine
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.live.game_messages import game_fields, say_message
from numero_cam.live.hint_messages import hint_message
from numero_cam.live.hints import HintLevel
from numero_cam.live.page_messages import Message, PlayConfidence
from numero_cam.live.play_draft import draft_message, tell_lines
from numero_cam.live.table_commands import DraftPlay
from numero_cam.store.lines import GameLine, KeptGames
from numero_cam.table.tracked_table import TableFollower
from numero_cam.text.words import cards_in_words

TYPED = CorrectPlay | AddPlay | UnreadableLine  #: What a person wrote in the notation; so is the answer.


def _in_words(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return events as a page tells them: nobody who did not write the notation reads it."""
    return tuple(replace(event, text=cards_in_words(event.text)) if isinstance(event, Unexplained) else event for event in events)


class NumeroSession:
    """A game at the table, from its deal to its end. One thread alone uses it.

    Args:
        played: How it is played, and the game that goes on.
    """

    def __init__(self, played: WatchedGame) -> None:
        self._played = played
        self._watcher = GameWatcher(played.setting)
        self._watch: GameWatch | None = None
        self.names, self.near, self.packs = played.setting.names, played.near, played.setting.options.packs
        self.corrected: dict[int, str | None] = {}

    @property
    def held(self) -> dict[int, int]:
        """Tracks that a person returned to a hand, with the index of the player."""
        return self._watcher.held

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

    def step(self, seconds: float) -> tuple[Event, ...]:
        """Look at the next picture, for which it waits this long; return what was decided."""
        if self._watch is None:
            return ()
        events = _in_words(self._watch.step(seconds))
        if self._played.setting.start is None:
            return events
        return tuple(event for event in events if not isinstance(event, GameBegun))  # its deal was kept when it began

    def execute(self, command: GameCommand) -> tuple[Event, ...]:
        """Carry out a command of the game; a refusal is an event."""
        events = self._watch.execute(command) if self._watch is not None else self._watcher.execute(command)
        if not isinstance(command, TYPED):
            events = _in_words(events)
        refused = any(isinstance(event, Unexplained) and event.refused for event in events)
        if isinstance(command, CorrectCard) and not refused:
            self.corrected[command.track] = None if command.card is None else str(command.card)
        return events

    def finish(self) -> tuple[Event, ...]:
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

    def play_texts(self) -> tuple[str, ...]:
        """Return the line of each operation after the deal."""
        played = zip(self._game.states, self._game.operations, strict=False)
        return tuple(operation_lines(self._game, state, operation)[0] for state, operation in played)[1:]

    def keep_snapshot(self, store: KeptGames, number: int, lines: int) -> None:
        """Keep how the game stands, of which so many lines were kept, where that is possible."""
        keep_snapshot(store, number, lines, self._game)

    def command_text(self, command: GameCommand) -> str:
        """Return a command as a line."""
        return command_text(command)

    def message_fields(self, standing: Sequence[PlayConfidence]) -> Message:
        """Return the game's own fields of the message `game`, given the confidence of each play."""
        return game_fields(self._game, self._played.setting.hands, standing)

    def say_message(self, events: Sequence[Event]) -> Message | None:
        """Return what is said aloud of events; None for nothing."""
        return say_message(self.names, events)

    def tell_lines(self, lines: Sequence[str]) -> tuple[Message, ...]:
        """Return how pages are told of plays that may come next, given as lines of the game's text."""
        return tell_lines(self._game, lines)

    def draft(self, asked: DraftPlay, standing: Sequence[PlayConfidence]) -> Callable[[], Message]:
        """Copy the game, and return a function that any thread may call for what may come next in a play that is built.

        Args:
            asked: The play so far.
            standing: The confidence of each play of the game.
        """
        game, k = self._game.copy(), asked.k
        likely = self._watcher.likely_plays if k is None else standing[k - 1].others if 1 <= k <= len(standing) else ()
        return lambda: draft_message(game, asked, likely)

    def rematch(self) -> "NumeroSession":
        """Return a new game with the same players and rules: the order of play is turned by one, the seats stay."""
        setting, near = self._played.setting, self._played.near
        names, players = (*setting.names[1:], setting.names[0]), len(setting.names)
        return NumeroSession(WatchedGame(GameSetup(setting.options, names, setting.hands), (near - 1) % players, self._played.deck))

    def hint(self, level: HintLevel) -> Callable[[], Message]:
        """Copy the game, and return a function that any thread may call for its hint."""
        game = self._game.copy()
        return lambda: hint_message(game, level)

    @property
    def _game(self) -> Game:
        return self._watcher.game


def resume_session(setting: str) -> Callable[[Sequence[GameLine]], tuple[NumeroSession, tuple[GameLine, ...]]]:
    """Read how a kept game is played, and return a function from its lines to the game and the lines that stand after the deal."""
    played = setting_of(setting)

    def replay(lines: Sequence[GameLine]) -> tuple[NumeroSession, tuple[GameLine, ...]]:
        again = replay_lines(lines)
        return NumeroSession(played.going_on(again.game if again else None)), again.lines if again else ()

    return replay
