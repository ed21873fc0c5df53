"""The games whose cards are seen, learned and printed, put together in this one place."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numero_cam.app.card_spec import CardSpec

#: Names of the games; the first one is the default. Their cards load when a command asks: a solve needs none.
GAME_NAMES = ("numero", "numo")


def cards_of_games() -> "dict[str, CardSpec]":
    """Return the cards of each game by its name."""
    from numero_cam.app.decks import NUMERO_CARDS
    from numero_cam.numo import NUMO_CARDS

    return {cards.game: cards for cards in (NUMERO_CARDS, NUMO_CARDS)}
