"""The games of the program, put together in this one place: a further game is its folder and a line here."""

from typing import TYPE_CHECKING

from numero_cam.numero import NUMERO_GAME
from numero_cam.numo import NUMO_GAME

if TYPE_CHECKING:
    from numero_cam.live.live_rules import LiveRules

GAMES = (NUMERO_GAME, NUMO_GAME)
"""The first game is the default."""
CARDS = {game.cards.game: game.cards for game in GAMES}
"""The cards of each game by its name."""
STANDARD_GAME = next(iter(CARDS))


def live_rules() -> "LiveRules":
    """Return the game that is played at the live table: the first one that it can watch."""
    return next(game.live for game in GAMES if game.live)()
