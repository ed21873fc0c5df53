"""A game that the program does not have is played at the live table: a folder with `LiveRules` is all that the table asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numero_cam.base.errors import GameError
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.games.shared.watch_events import AnyEvent, GameBegun, PlayDecided, PlayTakenBack, Unexplained
from numero_cam.live.hints import HintLevel
from numero_cam.live.inbox import SetHintLevels
from numero_cam.live.live_rules import KeptGamePage, LivePractice
from numero_cam.live.page_messages import Message, PlayConfidence
from numero_cam.live.table_commands import DraftPlay, Rematch, ResumeGame, StartGame, StopWatching
from numero_cam.store.games import GameStore
from numero_cam.store.lines import GameLine, KeptGames
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracked_table import TableFollower
from tests.scripted_table import Pumped, picture

#: One card more lies in the middle in each.
SIGHTS = [Sight(n, tuple(SeenCard(k, ((TablePlace("centre"), 1.0),)) for k in range(n + 1))) for n in range(4)]


@dataclass(frozen=True)
class StartPiles(StartGame):
    """Players of the game."""

    players: tuple[str, ...]


@dataclass(frozen=True)
class TakeBack:
    """The last card was no play."""


class PilesSession:
    """Each card that comes to the centre is a play of the next player."""

    near, packs, over, notice = 0, 1, False, ""

    def __init__(self, names: tuple[str, ...], cards: int | None = None) -> None:
        self.names, self.cards, self.watched = names, cards, False
        self.held: dict[int, int] = {}
        self.corrected: dict[int, str | None] = {}

    @property
    def waits(self) -> bool:
        return self.cards is None

    def setting_text(self) -> str:
        return " ".join(self.names)

    def watch(self, source: FrameSource, follower: TableFollower) -> None:
        self._source, self._follower, self.watched = source, follower, True

    def step(self, seconds: float) -> tuple[AnyEvent, ...]:
        seen = self._source.newest(seconds)
        sight = None if seen is None else self._follower.look(seen)
        if sight is None or self.cards == len(sight.cards):
            return ()
        before, self.cards = self.cards, len(sight.cards)
        return (GameBegun(sight.t, self.cards) if before is None else PlayDecided(sight.t, "a card", before, "+1", self.cards),)

    def execute(self, command: object) -> tuple[AnyEvent, ...]:
        if not isinstance(command, TakeBack) or not self.cards:
            return (Unexplained(0.0, "there is nothing to take back", refused=True),)
        self.cards -= 1
        return (PlayTakenBack(0.0, "a card"),)

    def finish(self) -> tuple[AnyEvent, ...]:
        self.watched = False
        return ()

    def record(self, recorder: Recorder | None) -> None:
        raise NotImplementedError

    def recording_header(self) -> Mapping[str, object]:
        return {}

    def close(self) -> None:
        self.watched = False

    def deal_text(self) -> str:
        return "one card"

    def play_texts(self) -> tuple[str, ...]:
        return ("a card",) * ((self.cards or 1) - 1)

    def keep_snapshot(self, store: KeptGames, number: int, lines: int) -> None:
        assert (store.lines(number)[-1].n, self.cards is None) == (lines, False)

    def command_text(self, command: object) -> str:
        return type(command).__name__

    def message_fields(self, standing: Sequence[PlayConfidence]) -> Message:
        return {"cards": self.cards, "plays": [play.by for play in standing]}

    def say_message(self, events: Sequence[AnyEvent]) -> Message | None:
        return {"type": "say", "text": f"{len(events)} more"}

    def tell_lines(self, lines: Sequence[str]) -> Sequence[Message]:
        return [{"said": line} for line in lines]

    def draft(self, asked: DraftPlay, standing: Sequence[PlayConfidence]) -> Callable[[], Message]:
        raise NotImplementedError

    def rematch(self) -> "PilesSession":
        return PilesSession(self.names[::-1])

    def hint(self, level: HintLevel) -> Callable[[], Message]:
        cards = self.cards
        return lambda: {"type": "hint", "level": level, "lines": [f"{cards} lie there"]}


class Piles:
    """The game as the table plays it."""

    name = "piles"

    def parse_command(self, message: Mapping[str, Any]) -> object | None:
        return TakeBack() if message["type"] == "back" else None

    def may_player_give(self, command: object, player: str) -> bool:
        return isinstance(command, TakeBack) and player != ""

    def begin(self, start: StartGame) -> PilesSession:
        assert isinstance(start, StartPiles)
        return PilesSession(start.players)

    def resume(self, setting: str) -> Callable[[Sequence[GameLine]], tuple[PilesSession, tuple[GameLine, ...]]]:
        def replay(lines: Sequence[GameLine]) -> tuple[PilesSession, tuple[GameLine, ...]]:
            plays = tuple(line for line in lines if line.kind == "operation")
            return PilesSession(tuple(setting.split()), 1 + len(plays)), plays

        return replay

    def practice(self, source: FrameSource, follower: TableFollower, reader: Reader) -> LivePractice:
        raise NotImplementedError

    def kept_games(self, store: KeptGames, limit: int | None = None) -> Sequence[KeptGamePage]:
        store.games(limit)
        return ()

    def game_story(self, store: KeptGames, number: int) -> Message:
        return {"game": number, "store": store}

    def turning_points(self, store: KeptGames, number: int) -> Message:
        raise NotImplementedError

    def best_play(self, store: KeptGames, number: int, k: int) -> Message:
        return {"game": number, "k": k, "store": store}

    def people(self, games: Sequence[KeptGamePage]) -> Sequence[object]:
        return games

    def forget_person(self, store: GameStore, name: str) -> int:
        raise NotImplementedError

    def kept_game(self, store: KeptGames, number: int) -> KeptGamePage:
        message = f"{store.game(number)} has no sheet"
        raise GameError(message)


def test_a_game_of_another_kind_is_watched_kept_corrected_and_resumed(tmp_path: Path) -> None:
    table = Pumped(tmp_path, SIGHTS, Piles())
    assert table.ask(StartPiles(("Ann", "Ben"))) == ""
    assert (table.game()["state"], table.game()["cards"]) == ("waiting", None)
    for number in range(3):
        table.put(picture(number))
    assert (table.game()["state"], table.game()["cards"], table.game()["plays"]) == ("playing", 3, ["eyes", "eyes"])
    assert table.told("say")[-1]["text"] == "1 more"
    table.put(SetHintLevels(frozenset({"play"}), "play"))
    assert table.hints.run() == 1
    table.table.step(0)
    assert table.told("hint")[-1]["lines"] == ["3 lie there"]
    assert table.ask(TakeBack()) == ""
    assert table.ask("something else") == "there is nothing to take back"
    number = table.game()["game"]
    assert table.ask(StopWatching()) == ""
    assert [line.kind for line in table.store.lines(number)] == ["deal", "operation", "operation", "undo", "note", "end"]
    assert table.game()["watched"] is False  # it shows its result
    assert table.ask(StopWatching()) == ""
    assert table.game()["state"] == "none"
    assert table.ask(ResumeGame(number)) == ""
    assert table.game()["players"] == ["Ann", "Ben"]
    assert table.ask(Rematch()) == ""
    assert table.game()["players"] == ["Ben", "Ann"]
    table.table.close()
