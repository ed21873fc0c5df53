"""Commands of people to a watched game, as records: challenges, corrections, answers to questions.

Pages, the command line and recordings parse their input into these records. Only a play stays a line of the game's notation, such as
`Ben: discard 5r`, because its meaning depends on the state of the game.
"""

from dataclasses import dataclass

from numero_cam.games.numero.rules import Card

MAX_NUMBER = 999_999_999
"""Largest number of a play, a track, a question or a choice."""


@dataclass(frozen=True)
class ChallengeBuild:
    """Challenges the newest build of another player.

    Attributes:
        player: Name of the challenger.
        shown: Whether the answer was shown; None where it is not stated.

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
    """Replaces a play by another one.

    Attributes:
        k: Its number, from 1.
        line: The play as it was, such as `Ben: discard 5r`.
        ends_there: Whether the plays after it are forgotten; else they stay, and the correction is refused where one cannot.

    Raises:
        ValueError: The number is out of range, or the line is not one line.
    """

    k: int
    line: str
    ends_there: bool = False

    def __post_init__(self) -> None:
        """Check number and line."""
        _require_number(self.k)
        _require_line(self.line)


@dataclass(frozen=True)
class UndoPlay:
    """Undoes a play and all that follow it.

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
    """Adds a play that was not seen.

    Attributes:
        line: The play as it was, such as `Ben: discard 5r`.

    Raises:
        ValueError: The line is not one line.
    """

    line: str

    def __post_init__(self) -> None:
        """Check the line."""
        _require_line(self.line)


@dataclass(frozen=True)
class CorrectCard:
    """States which card a track on the table is.

    Attributes:
        track: Its number in the sights.
        card: The card; None if the track is no card.

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
    """States that a track on the table is a card of a hand and was not played.

    Attributes:
        track: Its number in the sights.
        player: Name of the player whose hand it is.

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
    """Answers a question of the table.

    Attributes:
        question: Number of the question.
        choice: Number of the choice, from 1.

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
class LookAgain:
    """Forgets what is in doubt on the table: the players show it again."""


@dataclass(frozen=True)
class UnreadableLine:
    """A line that is not a command. The game refuses it with the reason, as it refuses an impossible command.

    Attributes:
        line: The line as it was typed or recorded.
        reason: Why it is not a command, one line for people.
    """

    line: str
    reason: str


GameCommand = ChallengeBuild | CorrectPlay | UndoPlay | AddPlay | CorrectCard | ReturnToHand | AnswerQuestion | LookAgain | UnreadableLine


def _require_line(text: str) -> None:
    """Raise a `ValueError` unless the text is one line with single spaces."""
    if not text or text != " ".join(text.split()):
        raise ValueError(text)


def _require_number(number: int) -> None:
    """Raise a `ValueError` unless the number is from 0 to `MAX_NUMBER`."""
    if not 0 <= number <= MAX_NUMBER:
        raise ValueError(number)
