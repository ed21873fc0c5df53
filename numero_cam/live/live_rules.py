"""What the live table and its pages ask of a game. Each game answers in a module of its own; this room names none."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource
from numero_cam.games.shared.sight import TablePlace
from numero_cam.games.shared.watch_events import AnyEvent
from numero_cam.live.hints import HintLevel
from numero_cam.live.page_messages import Message, PlayConfidence
from numero_cam.live.table_commands import DraftPlay, StartGame
from numero_cam.store.lines import GameLine, KeptGame, KeptGames
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracked_table import TableFollower

if TYPE_CHECKING:  # a page without a server keeps games without a database
    from numero_cam.store.games import GameStore


class LiveSession(Protocol):
    """A game at the table, from its deal to its end. One thread alone uses it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of play."""
        ...

    @property
    def near(self) -> int:
        """Index of the player at the lower edge of the picture."""
        ...

    @property
    def packs(self) -> int:
        """Number of packs that are mixed."""
        ...

    @property
    def held(self) -> Mapping[int, int]:
        """Tracks that a person returned to a hand, with the index of the player."""
        ...

    @property
    def corrected(self) -> Mapping[int, str | None]:
        """Tracks that a person corrected, with the face; None for what is no card."""
        ...

    @property
    def waits(self) -> bool:
        """Whether the deal was not seen yet."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        ...

    @property
    def watched(self) -> bool:
        """Whether pictures are looked at; a session that is not watched can be corrected only."""
        ...

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        ...

    def setting_text(self) -> str:
        """Return how the game is played, for the store."""
        ...

    def watch(self, source: FrameSource, follower: TableFollower) -> None:
        """Begin to look at pictures."""
        ...

    def step(self, seconds: float) -> tuple[AnyEvent, ...]:
        """Look at the next picture, for which it waits this long; return what was decided."""
        ...

    def execute(self, command: object) -> tuple[AnyEvent, ...]:
        """Carry out a command of the game; a refusal is an event."""
        ...

    def finish(self) -> tuple[AnyEvent, ...]:
        """End the watching: what is open is decided."""
        ...

    def record(self, recorder: Recorder | None) -> None:
        """Record from now on; None ends the recording."""
        ...

    def recording_header(self) -> Mapping[str, object]:
        """Return the header of a recording that begins now."""
        ...

    def close(self) -> None:
        """Release the recording and the source."""
        ...

    def deal_text(self) -> str:
        """Return the text of the game up to its deal."""
        ...

    def play_texts(self) -> tuple[str, ...]:
        """Return the line of each operation after the deal."""
        ...

    def keep_snapshot(self, store: KeptGames, number: int, lines: int) -> None:
        """Keep how the game stands, of which so many lines were kept, where that is possible."""
        ...

    def command_text(self, command: object) -> str:
        """Return a command as a line."""
        ...

    def message_fields(self, standing: Sequence[PlayConfidence]) -> Message:
        """Return the game's own fields of the message `game`, given the confidence of each play."""
        ...

    def say_message(self, events: Sequence[AnyEvent]) -> Message | None:
        """Return what is said aloud of events; None for nothing."""
        ...

    def tell_lines(self, lines: Sequence[str]) -> Sequence[Message]:
        """Return how pages are told of plays that may come next, given as lines of the game's text."""
        ...

    def draft(self, asked: DraftPlay, standing: Sequence[PlayConfidence]) -> Callable[[], Message]:
        """Copy the game, and return a function that any thread may call for what may come next in a play that is built.

        Args:
            asked: The play so far.
            standing: The confidence of each play of the game.
        """
        ...

    def rematch(self) -> "LiveSession":
        """Return a new game with the same players and rules, in which the next player begins."""
        ...

    def hint(self, level: HintLevel) -> Callable[[], Message]:
        """Copy the game, and return a function that any thread may call for its hint."""
        ...


class LivePractice(Protocol):
    """A table without a game."""

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        ...

    def step(self, seconds: float) -> Message | None:
        """Look at the next picture; return the message with what lies there where that changed."""
        ...

    def execute(self, command: object, corrected: dict[int, str | None], placed: dict[int, TablePlace]) -> bool:
        """Write down what a person says of a card, and look at the table anew; return whether the command is about a card.

        Args:
            command: A command of the game.
            corrected: Track to its face; None for what is no card.
            placed: Track to its place.
        """
        ...


class KeptGamePage(Protocol):
    """A kept game as pages show it."""

    @property
    def kept(self) -> KeptGame:
        """What the store says of it."""
        ...

    @property
    def title(self) -> str:
        """Which game it is, and when it was played."""
        ...

    @property
    def when(self) -> str:
        """When it began, in the time of this computer."""
        ...

    @property
    def dealt(self) -> bool:
        """Whether there is a game: it was dealt, and can be replayed."""
        ...

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        ...

    @property
    def scores(self) -> Mapping[str, int]:
        """The score of each player; empty before the deal."""
        ...

    @property
    def winners(self) -> Sequence[str]:
        """Who won; nobody where it is not over."""
        ...

    @property
    def standing(self) -> str:
        """How it stands, in a few words."""
        ...

    def sheet_page(self, at: str | None = None, links: Sequence[tuple[str, str]] = ()) -> str:
        """Return the score sheet as a page, see `text.score_sheet`. Raises a `GameError` where there is no game."""
        ...

    def sheet_table(self) -> bytes:
        """Return the score sheet as CSV. Raises a `GameError` where there is no game."""
        ...

    def text(self) -> bytes:
        """Return the game's text. Raises a `GameError` where there is no game."""
        ...


class LiveRules(Protocol):
    """A game as the live table plays it. It has no state, so any thread may ask it."""

    @property
    def name(self) -> str:
        """Name of the game in the names of files."""
        ...

    def parse_command(self, message: Mapping[str, Any]) -> object | None:
        """Return the game's own command in a message of a page; None where its type is not that of a command."""
        ...

    def may_player_give(self, command: object, player: str) -> bool:
        """Return whether the page of a player may give a command that else only a keeper gives."""
        ...

    def begin(self, start: StartGame) -> LiveSession:
        """Return a new game."""
        ...

    def resume(self, setting: str) -> Callable[[Sequence[GameLine]], tuple[LiveSession, tuple[GameLine, ...]]]:
        """Read how a kept game is played, and return a function from its lines to the game and the lines that stand after the deal."""
        ...

    def practice(self, source: FrameSource, follower: TableFollower, reader: Reader) -> LivePractice:
        """Return a table without a game."""
        ...

    def kept_games(self, store: KeptGames, limit: int | None = None) -> Sequence[KeptGamePage]:
        """Return the kept games, newest first."""
        ...

    def game_story(self, store: KeptGames, number: int) -> Message:
        """Return a kept game with its result and each of its plays, for pages."""
        ...

    def best_play(self, store: KeptGames, number: int, k: int) -> Message:
        """Return what would have been best in place of play `k` of a kept game. It may take some seconds; raises as `game_story`."""
        ...

    def turning_points(self, store: KeptGames, number: int) -> Message:
        """Return the plays of each player in a kept game that cost most. It may take some seconds; raises as `game_story`."""
        ...

    def people(self, games: Sequence[KeptGamePage]) -> Sequence[object]:
        """Return who played in some games, with `name`, `games`, `wins`, `best_take`, `best_score` and `last`."""
        ...

    def forget_person(self, store: "GameStore", name: str) -> int:
        """Take a name out of all kept games, and return in how many it was."""
        ...

    def kept_game(self, store: KeptGames, number: int) -> KeptGamePage:
        """Return one kept game."""
        ...
