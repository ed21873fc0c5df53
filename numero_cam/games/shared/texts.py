"""Reads games from text line by line, and reports the first wrong line. Knows no particular game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from numero_cam.catalogue import tr

MAX_LINE_LENGTH = 2000  #: Maximum number of characters of a line; no line of a game has as many.
Game = TypeVar("Game")
Game_co = TypeVar("Game_co", covariant=True)


class LineError(ValueError):
    """A line of a game's text that is wrong."""

    def __init__(self, message: str, key: str = "") -> None:
        """Store the key."""
        self.key = key  #: Key of the wrong line of the head; empty for the line that is being read.
        super().__init__(message)


class GameTextError(ValueError):
    """A game text that is wrong from some line on."""

    def __init__(self, line: int, turn: int, reason: str) -> None:
        """Build the message with line and turn."""
        self.line = line  #: Number of that line, from 1.
        self.turn = turn  #: Number of the turn; 0 in the head, or where the text does not number turns.
        self.reason = reason  #: What is wrong with the line.
        where = tr("line {line}, turn {turn}: {reason}") if turn else tr("line {line}: {reason}")
        super().__init__(where.format(line=line, turn=turn, reason=reason))


@dataclass(frozen=True)
class GameReading(Generic[Game]):
    """The result of reading a game text."""

    game: Game | None  #: The game up to the first wrong line; None if its head is wrong.
    error: GameTextError | None  #: What is wrong with that line; None where the whole text is right.

    def whole(self) -> Game:
        """Return the game. Raises the `GameTextError` of a text that is wrong anywhere."""
        if self.game is None or self.error is not None:
            raise self.error or GameTextError(1, 0, tr("no game"))
        return self.game


class LineReader(Protocol[Game_co]):
    """Reads the lines of one game in order."""

    at: int  #: Number of the line that is read, from 1; set before each.

    @property
    def game(self) -> Game_co | None:
        """The game so far; `None` in the head."""

    @property
    def turn(self) -> int:
        """Number of the turn for error messages; 0 for none."""

    def read(self, line: str) -> None:
        """Read one non-empty line."""

    def finish_head(self) -> None:
        """Begin the game when the head is complete, if it has not begun."""

    def line_of(self, error: Exception) -> int:
        """Return the number of the line that an error is about, from 1."""


def plain_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line's number, from 1, and what it says without comment and needless spaces: empty where it says nothing."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        yield number, " ".join(line.partition("#")[0].split())


def check_length(line: str) -> None:
    """Raise a `LineError` for a line that is too long."""
    if len(line) > MAX_LINE_LENGTH:
        raise LineError(
            tr(
                "the line has {number} characters; a line of a game has at most {most}",
                number=len(line),
                most=MAX_LINE_LENGTH,
            )
        )


def read_text(reader: LineReader[Game], text: str, wrong: tuple[type[Exception], ...]) -> GameReading[Game]:
    """Read a game up to the first wrong line, which is one whose reading raises a `LineError` or an error of the `wrong` types."""
    caught: tuple[type[Exception], ...] = (LineError, *wrong)
    try:
        for reader.at, line in plain_lines(text):
            if line:
                reader.read(line)
        reader.finish_head()
    except caught as error:
        return GameReading(reader.game, GameTextError(reader.line_of(error), reader.turn, str(error)))
    return GameReading(reader.game, None)
