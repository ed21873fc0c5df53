"""The lines of kept games, whoever keeps them: a database, or the page of a browser."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

LineKind = Literal["deal", "operation", "undo", "problem", "note", "end"]
LineAuthor = Literal["eyes", "person"]


@dataclass(frozen=True)
class GameLine:
    """One line of a game.

    Attributes:
        kind: `deal`: the text of the game up to here; `operation`: a line of its text; `undo`: the last operation that stands was none;
            `problem`, `note`: a line for people; `end`: nobody watches it any more.
        text: What it says.
        by: Who decided it: the camera (`eyes`) or a person.
        seen: Confidence and alternatives of the camera as a JSON object; empty where there are none.
        n: Number of the line, from 1; 0 before it is kept.
        at: When it happened, as `timestamp_now` tells it; a line without is kept with the time of keeping.
    """

    kind: LineKind
    text: str = ""
    by: LineAuthor = "eyes"
    seen: str = ""
    n: int = 0
    at: str = ""


@dataclass(frozen=True)
class KeptGame:
    """A game that was kept.

    Attributes:
        game: Its number, from 1.
        began: When, ISO 8601 in UTC.
        players: In the order of play.
        setting: How it is played, as it was given.
        lines: How many lines it has: its revision.
        ended: Whether its last line is an end.
    """

    game: int
    began: str
    players: tuple[str, ...]
    setting: str
    lines: int
    ended: bool


def timestamp_now() -> str:
    """Return the present time as text: ISO 8601 in UTC, with milliseconds."""
    return timestamp(datetime.now(UTC))


def timestamp(when: datetime) -> str:
    """Return a time as text: ISO 8601 in UTC, with milliseconds."""
    return when.astimezone(UTC).isoformat(timespec="milliseconds")
