"""Commands of people to a watched game, as records: challenges, corrections, answers to questions.

Pages, the command line and recordings parse their input into these records. Only a play stays a line of the game's notation, such as
`Ben: discard 5r`, because its meaning depends on the state of the game.
"""

from dataclasses import dataclass

from numero_cam.games.numero.rules import Card

MAX_NUMBER = 999_999_999  #: Largest number of a play, a track, a question or a choice.


class _Checked:
    """Raises a `ValueError` for a text that is not one line with single spaces, and for a number that is not from 0 to `MAX_NUMBER`."""

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, str) and (not value or value != " ".join(value.split())):
                raise ValueError(value)
            if isinstance(value, int) and not 0 <= value <= MAX_NUMBER:
                raise ValueError(value)


@dataclass(frozen=True)
class ChallengeBuild(_Checked):
    """Challenges the newest build of another player."""

    player: str  #: Name of the challenger.
    shown: bool | None = None  #: Whether the answer was shown; None where it is not stated.


@dataclass(frozen=True)
class CorrectPlay(_Checked):
    """Replaces a play by another one."""

    k: int  #: Its number, from 1.
    line: str  #: The play as it was, such as `Ben: discard 5r`.
    ends_there: bool = False  #: Whether the plays after it are forgotten; else they stay, and the correction is refused where one cannot.


@dataclass(frozen=True)
class UndoPlay(_Checked):
    """Undoes a play and all that follow it."""

    k: int  #: Its number, from 1.


@dataclass(frozen=True)
class UndoEntry(_Checked):
    """Takes back the play or change that was made last."""

    n: int = 0  #: Its number in the history, so that nothing else is taken back; 0 for the last one, whichever it is.


@dataclass(frozen=True)
class RedoEntry(_Checked):
    """Does again what was taken back last."""

    n: int = 0  #: Its number in the history; 0 for the last one, whichever it is.


@dataclass(frozen=True)
class AddPlay(_Checked):
    """Adds a play that was not seen."""

    line: str  #: The play as it was, such as `Ben: discard 5r`.


@dataclass(frozen=True)
class CorrectCard(_Checked):
    """States which card a track on the table is."""

    track: int  #: Its number in the sights.
    card: Card | None  #: The card; None if the track is no card.


@dataclass(frozen=True)
class ReturnToHand(_Checked):
    """States that a track on the table is a card of a hand and was not played."""

    track: int  #: Its number in the sights.
    player: str  #: Name of the player whose hand it is.


@dataclass(frozen=True)
class AnswerQuestion(_Checked):
    """Answers a question of the table."""

    question: int  #: Number of the question.
    choice: int  #: Number of the choice, from 1.


@dataclass(frozen=True)
class NamePack(_Checked):
    """States which cards the game has."""

    numbers: int  #: The highest number card.
    wilds: tuple[Card, ...]  #: The wild cards of a pack.
    packs: int  #: How many packs are mixed.


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
