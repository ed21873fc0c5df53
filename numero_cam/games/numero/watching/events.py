"""What is told of a game that is watched: the deal, operations decided and taken back, and what no play explains."""

from dataclasses import dataclass

from numero_cam.games.numero.engine import Game, Options, State
from numero_cam.games.numero.engine.operations import Operation
from numero_cam.games.numero.rules.choices import Hands


@dataclass(frozen=True)
class Setting:
    """What is known of a game before the table is looked at.

    Attributes:
        options: What is played.
        names: The players in the order of play; the first begins.
        hands: Where the hands are.
        start: A game to go on with; None where a deal has just been finished.
    """

    options: Options
    names: tuple[str, ...]
    hands: Hands = "open"
    start: Game | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """The table as it is at first: hands and centre are those of `state`.

    Attributes:
        t: Seconds of the film, or since the start.
        state: Of the game.
    """

    t: float
    state: State


@dataclass(frozen=True, slots=True)
class Decided:
    """An operation that was seen.

    Attributes:
        t: Seconds of the film, or since the start, of the newest sight.
        text: Its line of the game's text, as `3 Ben: take 10b: 6b + 4g`.
        before: The state of the game before it.
        operation: What was done.
        after: The state after it.
        points: What the player got for it.
        confidence: 0..1, the chance that it is right.
        alternatives: Lines of other operations that it may have been, each with its chance, the likeliest first.
        said: Whether a person said so.
    """

    t: float
    text: str
    before: State
    operation: Operation
    after: State
    points: int = 0
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    said: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last operation that still stood was none after all.

    Attributes:
        t: Seconds of the film, or since the start.
        text: Its line.
    """

    t: float
    text: str


@dataclass(frozen=True, slots=True)
class Unexplained:
    """What no legal play explains, or what was said and cannot be done; the game goes on.

    Attributes:
        t: Seconds of the film, or since the start.
        text: A line for the players.
        refused: Whether it answers something said that cannot be done.
    """

    t: float
    text: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the players: what is seen may be one of several plays.

    Attributes:
        t: Seconds of the film, or since the start.
        id: Number of the question; it is answered by it.
        question: A line.
        choices: Lines of plays, each with its chance, the likeliest first; empty where the question is taken back.
    """

    t: float
    id: int
    question: str
    choices: tuple[tuple[str, float], ...]


Event = Begun | Decided | TakenBack | Unexplained | Asked
