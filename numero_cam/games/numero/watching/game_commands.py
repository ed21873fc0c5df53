"""Commands of people to a watched game, as records: challenges, corrections, answers to questions.

Pages, the command line and recordings parse their input into these records. Only a play stays a line of the game's notation, such as
`Ben: discard 5r`, because its meaning depends on the state of the game.
"""

from dataclasses import dataclass

from numero_cam.games.numero.rules import Card

MAX_NUMBER = 999_999_999  #: Largest number of a play, a track, a question or a choice.


@dataclass(frozen=True)
class ChallengeBuild:
    """Challenges the newest build of another player."""

    player: str  #: Name of the challenger.
    shown: bool | None = None  #: Whether the answer was shown; None where it is not stated.

    def __post_init__(self) -> None:
        """Check the name."""
        _require_line(self.player)


@dataclass(frozen=True)
class CorrectPlay:
    """Replaces a play by another one."""

    k: int  #: Its number, from 1.
    line: str  #: The play as it was, such as `Ben: discard 5r`.
    ends_there: bool = False  #: Whether the plays after it are forgotten; else they stay, and the correction is refused where one cannot.

    def __post_init__(self) -> None:
        """Check number and line."""
        _require_number(self.k)
        _require_line(self.line)


@dataclass(frozen=True)
class UndoPlay:
    """Undoes a play and all that follow it."""

    k: int  #: Its number, from 1.

    def __post_init__(self) -> None:
        """Check the number."""
        _require_number(self.k)


@dataclass(frozen=True)
class UndoEntry:
    """Takes back the play or change that was made last."""

    n: int = 0  #: Its number in the history, so that nothing else is taken back; 0 for the last one, whichever it is.

    def __post_init__(self) -> None:
        """Check the number."""
        _require_number(self.n)


@dataclass(frozen=True)
class RedoEntry:
    """Does again what was taken back last."""

    n: int = 0  #: Its number in the history; 0 for the last one, whichever it is.

    def __post_init__(self) -> None:
        """Check the number."""
        _require_number(self.n)


@dataclass(frozen=True)
class AddPlay:
    """Adds a play that was not seen."""

    line: str  #: The play as it was, such as `Ben: discard 5r`.

    def __post_init__(self) -> None:
        """Check the line."""
        _require_line(self.line)


@dataclass(frozen=True)
class CorrectCard:
    """States which card a track on the table is."""

    track: int  #: Its number in the sights.
    card: Card | None  #: The card; None if the track is no card.

    def __post_init__(self) -> None:
        """Check the number."""
        _require_number(self.track)


@dataclass(frozen=True)
class ReturnToHand:
    """States that a track on the table is a card of a hand and was not played."""

    track: int  #: Its number in the sights.
    player: str  #: Name of the player whose hand it is.

    def __post_init__(self) -> None:
        """Check number and name."""
        _require_number(self.track)
        _require_line(self.player)


@dataclass(frozen=True)
class AnswerQuestion:
    """Answers a question of the table."""

    question: int  #: Number of the question.
    choice: int  #: Number of the choice, from 1.

    def __post_init__(self) -> None:
        """Check the numbers."""
        _require_number(self.question)
        _require_number(self.choice)


@dataclass(frozen=True)
class NamePack:
    """States which cards the game has."""

    numbers: int  #: The highest number card.
    wilds: tuple[Card, ...]  #: The wild cards of a pack.
    packs: int  #: How many packs are mixed.

    def __post_init__(self) -> None:
        """Check the numbers."""
        _require_number(self.numbers)
        _require_number(self.packs)


@dataclass(frozen=True)
class LookAgain:
    """Forgets what is in doubt on the table: the players show it again."""


@dataclass(frozen=True)
class UnreadableLine:
    """A line that is not a command. The game refuses it with the reason, as it refuses an impossible command."""

    line: str  #: The line as it was typed or recorded.
    reason: str  #: Why it is not a command, one line for people.


CardCommand = CorrectCard | ReturnToHand  #: What a person says of a track.
PlayCommand = AnswerQuestion | CorrectPlay | UndoPlay | AddPlay  #: What a person says of a play.
HistoryCommand = UndoEntry | RedoEntry
GameCommand = ChallengeBuild | CardCommand | PlayCommand | HistoryCommand | NamePack | LookAgain | UnreadableLine


def _require_line(text: str) -> None:
    """Raise a `ValueError` unless the text is one line with single spaces."""
    if not text or text != " ".join(text.split()):
        raise ValueError(text)


def _require_number(number: int) -> None:
    """Raise a `ValueError` unless the number is from 0 to `MAX_NUMBER`."""
    if not 0 <= number <= MAX_NUMBER:
        raise ValueError(number)
