"""Numero at the live table: what `live.live_rules` asks of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from numero_cam.app.answers import Question
from numero_cam.app.people import Person, forget_person, people
from numero_cam.app.session import Session
from numero_cam.app.table_games import TableGame, keep_snapshot, replay_lines, setting_of, setting_text, table_game, table_games
from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import WatchedGame, recording_header
from numero_cam.app.watch_table import TableWatch
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource
from numero_cam.games.numero.engine import Game, Phase, game_text
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.games.numero.watching.events import Event, GameBegun, GameSetup, Unexplained
from numero_cam.games.numero.watching.game_commands import AddPlay, ChallengeBuild, CorrectCard, CorrectPlay, GameCommand, UnreadableLine
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.games.shared.sight import TablePlace
from numero_cam.games.shared.watch_events import AnyEvent
from numero_cam.live.hints import HintLevel, is_same_player
from numero_cam.live.live_rules import KeptGamePage
from numero_cam.live.page_messages import Message, PlayConfidence
from numero_cam.live.table_commands import DraftPlay, StartGame
from numero_cam.numero.game_story import best_play, game_story, turning
from numero_cam.numero.live_commands import COMMANDS, PlaceCard, StartNumero, new_game_record
from numero_cam.numero.live_draft import DraftNumero, draft_message, tell_lines
from numero_cam.numero.live_hints import hint_message
from numero_cam.numero.live_messages import game_fields, practice_message, say_message
from numero_cam.store.lines import GameLine, KeptGames
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracked_table import TableFollower
from numero_cam.text.words import cards_in_words

if TYPE_CHECKING:  # a page without a server keeps games without a database
    from numero_cam.store.games import GameStore

TYPED = CorrectPlay | AddPlay | UnreadableLine  #: What a person wrote in the notation; so is the answer.


def _in_words(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return events as a page tells them: nobody who did not write the notation reads it."""
    return tuple(replace(event, text=cards_in_words(event.text)) if isinstance(event, Unexplained) else event for event in events)


class NumeroSession:
    """A game of Numero at the table; see `LiveSession`.

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
        """See `LiveSession`."""
        return self._watcher.held

    @property
    def waits(self) -> bool:
        """See `LiveSession`."""
        return self._game.state.phase is Phase.DEAL

    @property
    def over(self) -> bool:
        """See `LiveSession`."""
        return self._game.state.phase is Phase.OVER

    @property
    def watched(self) -> bool:
        """See `LiveSession`."""
        return self._watch is not None

    @property
    def notice(self) -> str:
        """See `LiveSession`."""
        return self._watch.notice if self._watch is not None else ""

    def setting_text(self) -> str:
        """See `LiveSession`."""
        return setting_text(self._played)

    def watch(self, source: FrameSource, follower: TableFollower) -> None:
        """See `LiveSession`."""
        self._watch = GameWatch(source, follower, self._watcher)

    def step(self, seconds: float) -> tuple[Event, ...]:
        """See `LiveSession`."""
        if self._watch is None:
            return ()
        events = _in_words(self._watch.step(seconds))
        if self._played.setting.start is None:
            return events
        return tuple(event for event in events if not isinstance(event, GameBegun))  # its deal was kept when it began

    def execute(self, command: object) -> tuple[Event, ...]:
        """See `LiveSession`."""
        asked = cast("GameCommand", command)
        events = self._watch.execute(asked) if self._watch is not None else self._watcher.execute(asked)
        if not isinstance(asked, TYPED):
            events = _in_words(events)
        refused = any(isinstance(event, Unexplained) and event.refused for event in events)
        if isinstance(asked, CorrectCard) and not refused:
            self.corrected[asked.track] = None if asked.card is None else str(asked.card)
        return events

    def finish(self) -> tuple[Event, ...]:
        """See `LiveSession`."""
        if self._watch is None:
            return ()
        events, _ = self._watch.finish()
        self._watch = None
        return _in_words(events)

    def record(self, recorder: Recorder | None) -> None:
        """See `LiveSession`."""
        if self._watch is not None:
            self._watch.record(recorder)

    def recording_header(self) -> dict[str, object]:
        """See `LiveSession`."""
        return recording_header(self._played.going_on(None if self.waits else self._game))

    def close(self) -> None:
        """See `LiveSession`."""
        if self._watch is not None:
            self._watch.close()

    def deal_text(self) -> str:
        """See `LiveSession`."""
        return game_text(self._game.replayed(1))

    def play_texts(self) -> tuple[str, ...]:
        """See `LiveSession`."""
        played = zip(self._game.states, self._game.operations, strict=False)
        return tuple(operation_lines(self._game, state, operation)[0] for state, operation in played)[1:]

    def keep_snapshot(self, store: KeptGames, number: int, lines: int) -> None:
        """See `LiveSession`."""
        keep_snapshot(store, number, lines, self._game)

    def command_text(self, command: object) -> str:
        """See `LiveSession`."""
        return command_text(cast("GameCommand", command))

    def message_fields(self, standing: Sequence[PlayConfidence]) -> Message:
        """See `LiveSession`."""
        return game_fields(self._game, self._played.setting.hands, standing)

    def say_message(self, events: Sequence[AnyEvent]) -> Message | None:
        """See `LiveSession`."""
        return say_message(self.names, events)

    def tell_lines(self, lines: Sequence[str]) -> tuple[Message, ...]:
        """See `LiveSession`."""
        return tell_lines(self._game, lines)

    def draft(self, asked: DraftPlay, standing: Sequence[PlayConfidence]) -> Callable[[], Message]:
        """See `LiveSession`."""
        built, game = cast("DraftNumero", asked), self._game.copy()
        k = built.k
        likely = self._watcher.likely_plays if k is None else standing[k - 1].others if 1 <= k <= len(standing) else ()
        return lambda: draft_message(game, built, likely)

    def rematch(self) -> "NumeroSession":
        """See `LiveSession`: the order of play is turned by one, the seats stay."""
        setting, near = self._played.setting, self._played.near
        names, players = (*setting.names[1:], setting.names[0]), len(setting.names)
        return NumeroSession(WatchedGame(GameSetup(setting.options, names, setting.hands), (near - 1) % players, self._played.deck))

    def hint(self, level: HintLevel) -> Callable[[], Message]:
        """See `LiveSession`."""
        game = self._game.copy()
        return lambda: hint_message(game, level)

    @property
    def _game(self) -> Game:
        return self._watcher.game


class NumeroPractice:
    """A table with the best take of what lies there; see `LivePractice`.

    Args:
        watch: Watches the table.
    """

    def __init__(self, watch: TableWatch) -> None:
        self._watch = watch

    @property
    def notice(self) -> str:
        """See `LivePractice`."""
        return self._watch.notice

    def step(self, seconds: float) -> Message | None:
        """See `LivePractice`."""
        seen = self._watch.step(seconds)
        return None if seen is None else practice_message(seen.solved)

    def execute(self, command: object, corrected: dict[int, str | None], placed: dict[int, TablePlace]) -> bool:
        """See `LivePractice`."""
        match command:
            case CorrectCard(track, card):
                corrected[track] = None if card is None else str(card)
            case PlaceCard(track, place):
                placed[track] = TablePlace("centre") if place == "centre" else TablePlace("row", 0)
            case _:
                return False
        self._watch.solve_anew()
        return True


class NumeroLive:
    """Numero as the live table plays it; see `LiveRules`."""

    name = "numero"

    def parse_command(self, message: Mapping[str, Any]) -> object | None:
        """See `LiveRules`."""
        make = COMMANDS.get(message["type"])
        return None if make is None else make(message)

    def may_player_give(self, command: object, player: str) -> bool:
        """See `LiveRules`: a player challenges for himself."""
        return isinstance(command, ChallengeBuild) and is_same_player(command.player, player)

    def begin(self, start: StartGame) -> NumeroSession:
        """See `LiveRules`."""
        return NumeroSession(new_game_record(cast("StartNumero", start)))

    def resume(self, setting: str) -> Callable[[Sequence[GameLine]], tuple[NumeroSession, tuple[GameLine, ...]]]:
        """See `LiveRules`."""
        played = setting_of(setting)

        def replay(lines: Sequence[GameLine]) -> tuple[NumeroSession, tuple[GameLine, ...]]:
            again = replay_lines(lines)
            return NumeroSession(played.going_on(again.game if again else None)), again.lines if again else ()

        return replay

    def practice(self, source: FrameSource, follower: TableFollower, reader: Reader) -> NumeroPractice:
        """See `LiveRules`."""
        return NumeroPractice(TableWatch(source, follower, Session(reader, Question())))

    def kept_games(self, store: KeptGames, limit: int | None = None) -> tuple[TableGame, ...]:
        """See `LiveRules`."""
        return table_games(store, limit)

    def game_story(self, store: KeptGames, number: int) -> Message:
        """See `LiveRules`."""
        return game_story(table_game(store, number), table_games(store))

    def best_play(self, store: KeptGames, number: int, k: int) -> Message:
        """See `LiveRules`."""
        return best_play(table_game(store, number).played(), k)

    def turning_points(self, store: KeptGames, number: int) -> Message:
        """See `LiveRules`."""
        return turning(table_game(store, number).played())

    def people(self, games: Sequence[KeptGamePage]) -> tuple[Person, ...]:
        """See `LiveRules`."""
        return people(cast("Sequence[TableGame]", games))

    def forget_person(self, store: "GameStore", name: str) -> int:
        """See `LiveRules`."""
        return forget_person(store, name)

    def kept_game(self, store: KeptGames, number: int) -> TableGame:
        """See `LiveRules`."""
        return table_game(store, number)
