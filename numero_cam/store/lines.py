"""Kept games, whoever keeps them: a database, or the page of a browser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol

from numero_cam.games.numero.engine.log_entry import LogEntry

#: What is computed of a game and kept beside it: how it stands; what each play lost; how each player played.
Computed = Literal["snapshots", "analyses", "progress"]


@dataclass(frozen=True)
class KeptGame:
    """A game that was kept."""

    game: int  #: Its number, from 1.
    began: str  #: When, ISO 8601 in UTC.
    players: tuple[str, ...]  #: In the order of play; none of a demonstration.
    setting: str  #: How it is played, the text that ``begin`` was given.
    lines: int  #: Number of its lines: its revision.
    ended: bool  #: Whether its last line is an end.


class KeptGames(Protocol):
    """A store of games, as a live table uses it: a `GameStore`, or the page of a browser."""

    def begin(self, setting: str, players: Sequence[str], began: datetime | None = None) -> int:
        """Keep a new game and return its number."""
        ...

    def append(self, game: int, lines: Sequence[LogEntry], expect: int | None = None) -> int:
        """Keep lines of a game, all of them or none, and return the number of its last line.

        `expect` is the number of the last line that the writer knows, else a `StaleError`; None for no check.
        """
        ...

    def lines(self, game: int) -> tuple[LogEntry, ...]:
        """Return all lines of a game in their order."""
        ...

    def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
        """Return the newest `limit` games that have a line, None for all, newest first."""
        ...

    def game(self, number: int) -> KeptGame | None:
        """Return one game; None where there is none of this number, or nothing was kept of it."""
        ...

    def snapshots(self, games: Sequence[KeptGame], version: str | None, what: Computed = "snapshots") -> dict[int, str]:
        """Return what was computed (JSON) by number of the game, of games that got no new line since.

        `version`: only what was made by these rules; None for any.
        """
        ...

    def keep_snapshots(self, bodies: Mapping[KeptGame, str], version: str, what: Computed = "snapshots") -> None:
        """Store what was computed (JSON) of each game, with the number of lines it was made of and the version of the rules."""
        ...

    def learner(self, name: str) -> str:
        """Return what is kept of how a person learns, a text that the store does not read; empty without any."""
        ...

    def learner_names(self) -> Sequence[str]:
        """Return the names of which such a text is kept."""
        ...

    def keep_learner(self, name: str, before: str, text: str) -> bool:
        """Keep a text in place of `before`; return whether that was still kept, else nothing changes."""
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
