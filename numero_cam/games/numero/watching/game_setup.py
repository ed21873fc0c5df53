"""What is known of a game before it is watched."""

from dataclasses import dataclass
from typing import Literal

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.rules.choices import Hands

#: Whether cards that were not named belong to the pack until a person says no (`learned`), or never (`named`).
PackChoice = Literal["learned", "named"]


@dataclass(frozen=True)
class GameSetup:
    """What is known of a game before its table is looked at."""

    options: Options  #: The rules and cards of the game.
    names: tuple[str, ...]  #: Names of the players in the order of play; the first one begins.
    hands: Hands = "open"  #: Whether the hands lie open on the table or are hidden.
    start: Game | None = None  #: The game to continue; None for a new game, which begins when its deal is seen.
    pack: PackChoice = "learned"  #: How sure the pack of `options` is.
