"""What is known of a game before it is watched, and the events of a watched game."""

from dataclasses import dataclass

from numero_cam.games.numero.engine import Game, Options, State
from numero_cam.games.numero.engine.operations import Operation
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.shared import watch_events
from numero_cam.games.shared.watch_events import PlayTakenBack, QuestionAsked, Unexplained

__all__ = ["Event", "GameBegun", "GameSetup", "PlayDecided", "PlayTakenBack", "QuestionAsked", "Unexplained"]


@dataclass(frozen=True)
class GameSetup:
    """What is known of a game before its table is looked at."""

    options: Options  #: The rules and cards of the game.
    names: tuple[str, ...]  #: Names of the players in the order of play; the first one begins.
    hands: Hands = "open"  #: Whether the hands lie open on the table or are hidden.
    start: Game | None = None  #: The game to continue; None for a new game, which begins when its deal is seen.


@dataclass(frozen=True, slots=True)
class GameBegun(watch_events.GameBegun):
    """A game of Numero begins, or begins anew with a corrected deal; see the base class."""

    state: State


@dataclass(frozen=True, slots=True)
class PlayDecided(watch_events.PlayDecided):
    """An operation of Numero was seen, or stated by a person; see the base class."""

    before: State
    operation: Operation
    after: State


Event = GameBegun | PlayDecided | PlayTakenBack | Unexplained | QuestionAsked
