"""What people ask of a game that is watched, as records: challenges, corrections, answers.

Pages, the command line and recordings make these records at their edges; between them nothing is text. A play itself stays a line of the
game's notation, as `Ben: discard 5r`: what it means depends on the game that it is read into.
"""

from dataclasses import dataclass

from numero_cam.games.numero.rules import Card

MAX_NUMBER = 999_999_999
"""Largest number of a play, a track, a question or a choice."""


@dataclass(frozen=True)
class ChallengeBuild:
    """A player challenges the newest build of another player.

    Attributes:
        player: Name of who challenges.
        shown: Whether the answer was shown; None where nobody said so.

    Raises:
        ValueError: The name is empty, or has spaces that are not single ones between words.
    """

    player: str
    shown: bool | None = None

    def __post_init__(self) -> None:
        """Check the name."""
        _require_line(self.player)


@dataclass(frozen=True)
class CorrectPlay:
    """A play was another one.

    Attributes:
        k: Its number, from 1.
        line: What it was, as `Ben: discard 5r`.

    Raises:
        ValueError: The number is out of range, or the line is not one line.
    """

    k: int
    line: str

    def __post_init__(self) -> None:
        """Check number and line."""
        _require_number(self.k)
        _require_line(self.line)


@dataclass(frozen=True)
class UndoPlay:
    """A play and all after it did not happen.

    Attributes:
        k: Its number, from 1.

    Raises:
        ValueError: The number is out of range.
    """

    k: int

    def __post_init__(self) -> None:
        """Check the number."""
        _require_number(self.k)


@dataclass(frozen=True)
class AddPlay:
    """A play was not seen.

    Attributes:
        line: What it was, as `Ben: discard 5r`.

    Raises:
        ValueError: The line is not one line.
    """

    line: str

    def __post_init__(self) -> None:
        """Check the line."""
        _require_line(self.line)


@dataclass(frozen=True)
class CorrectCard:
    """A track on the table is a certain card.

    Attributes:
        track: Its number in the sights.
        card: The card; None where no card lies there.

    Raises:
        ValueError: The number is out of range.
    """

    track: int
    card: Card | None

    def __post_init__(self) -> None:
        """Check the number."""
        _require_number(self.track)


@dataclass(frozen=True)
class ReturnToHand:
    """A track on the table belongs to the hand of a player: the card was not played.

    Attributes:
        track: Its number in the sights.
        player: Name of whose hand it is.

    Raises:
        ValueError: The number is out of range, or the name is not one line.
    """

    track: int
    player: str

    def __post_init__(self) -> None:
        """Check number and name."""
        _require_number(self.track)
        _require_line(self.player)


@dataclass(frozen=True)
class AnswerQuestion:
    """A question of the table is answered.

    Attributes:
        question: Its number.
        choice: Which of its choices, from 1.

    Raises:
        ValueError: A number is out of range.
    """

    question: int
    choice: int

    def __post_init__(self) -> None:
        """Check the numbers."""
        _require_number(self.question)
        _require_number(self.choice)


@dataclass(frozen=True)
class UnreadableLine:
    """A typed or recorded line that is no command. The game refuses it with the reason, as it refuses a command that cannot be done.

    Attributes:
        line: The line as it was typed.
        reason: Why it is no command, for the person.
    """

    line: str
    reason: str


GameCommand = ChallengeBuild | CorrectPlay | UndoPlay | AddPlay | CorrectCard | ReturnToHand | AnswerQuestion | UnreadableLine


def _require_line(text: str) -> None:
    if not text or text != " ".join(text.split()):
        raise ValueError(text)


def _require_number(number: int) -> None:
    if not 0 <= number <= MAX_NUMBER:
        raise ValueError(number)
