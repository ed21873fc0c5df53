"""The games of the program, put together in this one place: a further game is its folder and a line here."""

from numero_cam.app.card_spec import CardSpec
from numero_cam.app.numero_cards import NUMERO_CARDS
from numero_cam.numo.spec import NUMO_CARDS

GAMES: dict[str, CardSpec] = {cards.game: cards for cards in (NUMERO_CARDS, NUMO_CARDS)}
"""The cards of each game by its name; the first game is the default."""
STANDARD_GAME = next(iter(GAMES))
