"""Events of a watched game: the deal, plays that are decided or taken back, questions, and what no play explains.

A game gives states and operations its own types in records of its own.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game begins, or begins anew with a corrected deal.

    Attributes:
        t: Seconds since the start of the film or of watching.
        state: The state after the deal.
    """

    t: float
    state: Any


@dataclass(frozen=True, slots=True)
class PlayDecided:
    """An operation was seen, or stated by a person.

    Attributes:
        t: Seconds since the start of the film or of watching, of the newest sight.
        text: Its line of the game's text, such as `3 Ben: take 10b: 6b + 4g`.
        before: The state of the game before it.
        operation: The operation.
        after: The state after it.
        points: Points that the player scored with it.
        confidence: Probability, 0..1, that it is right.
        alternatives: Lines of other operations that it may have been, each with its probability, the most probable first.
        by_person: Whether a person stated it.
    """

    t: float
    text: str
    before: Any
    operation: Any
    after: Any
    points: int = 0
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    by_person: bool = False


@dataclass(frozen=True, slots=True)
class PlayTakenBack:
    """The last operation of the game is taken back, because it was not played.

    Attributes:
        t: Seconds since the start of the film or of watching.
        text: Its line of the game's text.
    """

    t: float
    text: str


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Something on the table that no legal play explains, or a refused command; the game goes on.

    Attributes:
        t: Seconds since the start of the film or of watching.
        text: One line for the players.
        refused: Whether it refuses a person's command.
        referee: Whether it is refused only because a person must say whether an answer was shown.
    """

    t: float
    text: str
    refused: bool = False
    referee: bool = False


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """A question to the players which of several plays was made, or its withdrawal.

    Attributes:
        t: Seconds since the start of the film or of watching.
        id: Number of the question, by which it is answered.
        question: One line for the players.
        choices: Lines of the possible plays, each with its probability, the most probable first; empty if the question is withdrawn.
    """

    t: float
    id: int
    question: str
    choices: tuple[tuple[str, float], ...]


AnyEvent = GameBegun | PlayDecided | PlayTakenBack | Unexplained | QuestionAsked
"""An event of any game."""
