"""What is known of a game before it is watched, and the events of a watched game: the deal, plays, questions, and what no play explains."""

from dataclasses import dataclass

from numero_cam.games.numero.engine import Game, Options, State
from numero_cam.games.numero.engine.operations import Operation
from numero_cam.games.numero.rules.choices import Hands


@dataclass(frozen=True)
class GameSetup:
    """What is known of a game before its table is looked at."""

    options: Options  #: The rules and cards of the game.
    names: tuple[str, ...]  #: Names of the players in the order of play; the first one begins.
    hands: Hands = "open"  #: Whether the hands lie open on the table or are hidden.
    start: Game | None = None  #: The game to continue; None for a new game, which begins when its deal is seen.


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game begins, or begins anew with a corrected deal."""

    t: float  #: Seconds since the start of the film or of watching.
    state: State  #: The state after the deal.


@dataclass(frozen=True, slots=True)
class PlayDecided:
    """An operation was seen, or stated by a person."""

    t: float  #: Seconds since the start of the film or of watching, of the newest sight.
    text: str  #: Its line of the game's text, such as `3 Ben: take 10b: 6b + 4g`.
    before: State  #: The state of the game before it.
    operation: Operation  #: The operation.
    after: State  #: The state after it.
    points: int = 0  #: Points that the player scored with it.
    confidence: float = 1.0  #: Probability, 0..1, that it is right.
    #: Lines of other operations that it may have been, each with its probability, the most probable first.
    alternatives: tuple[tuple[str, float], ...] = ()
    by_person: bool = False  #: Whether a person stated it.


@dataclass(frozen=True, slots=True)
class PlayTakenBack:
    """The last operation of the game is taken back, because it was not played."""

    t: float  #: Seconds since the start of the film or of watching.
    text: str  #: Its line of the game's text.


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Something on the table that no legal play explains, or a refused command; the game goes on."""

    t: float  #: Seconds since the start of the film or of watching.
    text: str  #: One line for the players.
    refused: bool = False  #: Whether it refuses a person's command.
    referee: bool = False  #: Whether it is refused only because a person must say whether an answer was shown.


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """A question to the players which of several plays was made, or its withdrawal."""

    t: float  #: Seconds since the start of the film or of watching.
    id: int  #: Number of the question, by which it is answered.
    question: str  #: One line for the players.
    #: Lines of the possible plays, each with its probability, the most probable first; empty if the question is withdrawn.
    choices: tuple[tuple[str, float], ...]


Event = GameBegun | PlayDecided | PlayTakenBack | Unexplained | QuestionAsked
