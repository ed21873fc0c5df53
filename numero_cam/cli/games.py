"""The games of the program, put together in this one place: a further game is its folder and a line here."""

from numero_cam.app.numero_spec import NUMERO_GAME
from numero_cam.numo.spec import NUMO_GAME

GAMES = (NUMERO_GAME, NUMO_GAME)
"""The first game is the default."""
CARDS = {game.cards.game: game.cards for game in GAMES}
"""The cards of each game by its name."""
STANDARD_GAME = next(iter(CARDS))
