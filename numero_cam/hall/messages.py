"""The messages of a table to the hall about its game, read from JSON that anybody may have written."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, cast

from numero_cam.base.bounded_reader import list_of, plain_text, whole_number
from numero_cam.base.errors import HallError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.log_entry import EntryAuthor, EntryKind, LogEntry
from numero_cam.hall.records import MAX_SCORE, GameStatus

HALL_VERSION = 1  #: Version of the messages between tables and hall.
MAX_LINES_SENT = 200  #: Maximum number of lines in one message.
MAX_MESSAGE_BYTES = 1_000_000  #: Maximum size of a message of a table, in bytes.
MAX_LINE_TEXT = 20_000  #: Maximum length of a line, in characters; the deal is the longest.
MAX_SENTENCE = 300  #: Maximum length of a sentence, in characters.
MAX_LINE_NUMBER = 20_000  #: Maximum number of a line of a game.


@dataclass(frozen=True)
class GameSent:
    """A part of a game that a table sends."""

    game: str  #: Identity of the game.
    match: int  #: Number of the match that it is of.
    event: str  #: When the event of the match was made; it tells the event from one of another database.
    setting: str  #: The rules and options of the game, as the store of the table keeps them.
    lines: tuple[LogEntry, ...]  #: Lines with rising numbers; empty where only the status changed.
    status: GameStatus  #: The status of the game after them.


def check_version(message: Mapping[str, Any]) -> None:
    """Refuse a message of another version of the program."""
    if message.get("v") != HALL_VERSION:
        raise HallError(tr("the table and the hall are of different versions of this program; install the same on both"))


def parse_sent_game(message: Mapping[str, Any]) -> GameSent:
    """Return the part of a game in a message; refuse one with missing lines or a wrong value."""
    try:
        lines = tuple(parse_line(row) for row in list_of(message["lines"], MAX_LINES_SENT))
        if any(after.n != before.n + 1 for before, after in pairwise(lines)):
            raise ValueError(tr("lines are missing between others"))  # noqa: TRY301 - told like what the readers find
        return GameSent(
            plain_text(message["game"], 36),
            whole_number(message["match"], 1, 2**31 - 1),
            plain_text(message["event"], 40),
            _text(message["setting"], MAX_LINE_TEXT),
            lines,
            parse_status(message["stand"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise HallError(tr("what the table sent cannot be read: {reason}", reason=error)) from error


def parse_status(row: Mapping[str, Any]) -> GameStatus:
    """Return the status of a game of JSON values that `status_json` made."""
    scores = None if row["scores"] is None else tuple(whole_number(score, -MAX_SCORE, MAX_SCORE) for score in list_of(row["scores"], 2))
    if scores is not None and len(scores) != 2:
        raise ValueError(tr("a game has two scores"))
    return GameStatus(
        whole_number(row.get("have", 0), 0, MAX_LINE_NUMBER),
        None if scores is None else (scores[0], scores[1]),
        plain_text(row["said"], MAX_SENTENCE),
        whole_number(row["points"], -MAX_SCORE, MAX_SCORE),
        row["over"] is True,
        plain_text(row["waits"], MAX_SENTENCE),
        row.get("challenge") is True,
        row.get("ended") is True,
        plain_text(row.get("at", ""), 40),
    )


def status_json(status: GameStatus) -> dict[str, object]:
    """Return the status of a game as JSON, which `parse_status` reads."""
    told = asdict(status)
    del told["serial"]  # the hall's own
    return {**told, "scores": None if status.scores is None else list(status.scores)}


def line_json(line: LogEntry) -> dict[str, object]:
    """Return a line as JSON values, which `parse_line` reads; its probability and alternatives are left out."""
    return {"n": line.n, "at": line.at, "kind": line.kind, "text": line.text, "by": line.by}


def parse_line(row: Mapping[str, Any]) -> LogEntry:
    """Return the line of JSON values; its kind may be one that only a later version knows."""
    kind, by = cast("EntryKind", plain_text(row["kind"], 16)), cast("EntryAuthor", plain_text(row["by"], 16))
    n, at = whole_number(row["n"], 1, MAX_LINE_NUMBER), plain_text(row["at"], 32)
    return LogEntry(kind, _text(row["text"], MAX_LINE_TEXT), by, n=n, at=at)


def _text(value: object, longest: int) -> str:
    """Return a text of several lines that every database can keep."""
    if isinstance(value, str) and len(value) <= longest and "\0" not in value:
        value.encode()  # a half of a surrogate pair is a ValueError
        return value
    raise ValueError(tr("a text is too long, or is none"))
