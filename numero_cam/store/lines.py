"""The lines of kept games, whoever keeps them: a database, or the page of a browser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol

LineKind = Literal["deal", "operation", "undo", "problem", "note", "end"]
LineAuthor = Literal["eyes", "person"]


@dataclass(frozen=True)
class GameLine:
    """One line of a game."""

    #: `deal`: the text of the game up to here; `operation`: a line of its text; `undo`: the last operation that stands was none; `problem`,
    #: `note`: a line for people; `end`: nobody watches it any more.
    kind: LineKind
    text: str = ""  #: What it says.
    by: LineAuthor = "eyes"  #: Who decided it: the camera (`eyes`) or a person.
    seen: str = ""  #: Confidence and alternatives of the camera as a JSON object; empty where there are none.
    n: int = 0  #: Number of the line, from 1; 0 before it is kept.
    at: str = ""  #: When it happened, as `timestamp_now` tells it; a line without is kept with the time of keeping.


@dataclass(frozen=True)
class KeptGame:
    """A game that was kept."""

    game: int  #: Its number, from 1.
    began: str  #: When, ISO 8601 in UTC.
    players: tuple[str, ...]  #: In the order of play.
    setting: str  #: How it is played, as it was given.
    lines: int  #: How many lines it has: its revision.
    ended: bool  #: Whether its last line is an end.


class KeptGames(Protocol):
    """What keeps games, as a live table uses it: a `GameStore`, whose methods say more, or the page of a browser."""

    def begin(self, setting: str, players: Sequence[str], began: datetime | None = None) -> int:
        """Keep a new game and return its number."""
        ...

    def append(self, game: int, lines: Sequence[GameLine], expect: int | None = None) -> int:
        """Keep lines of a game, all of them or none, and return the number of its last line."""
        ...

    def lines(self, game: int) -> tuple[GameLine, ...]:
        """Return all lines of a game in their order."""
        ...

    def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
        """Return the games that have a line, newest first."""
        ...

    def game(self, number: int) -> KeptGame | None:
        """Return one game; None where there is none of this number, or nothing was kept of it."""
        ...

    def snapshots(self, games: Sequence[KeptGame], version: str | None) -> dict[int, str]:
        """Return what was worked out of games as they are now, by their numbers."""
        ...

    def keep_snapshots(self, bodies: Mapping[KeptGame, str], version: str) -> None:
        """Keep what was worked out of games as they were read."""
        ...

    def close(self) -> None:
        """Let go of what keeps them; may be called again."""
        ...


def timestamp_now() -> str:
    """Return the present time as text: ISO 8601 in UTC, with milliseconds."""
    return timestamp(datetime.now(UTC))


def timestamp(when: datetime) -> str:
    """Return a time as text: ISO 8601 in UTC, with milliseconds."""
    return when.astimezone(UTC).isoformat(timespec="milliseconds")
