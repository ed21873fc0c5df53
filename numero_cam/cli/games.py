"""The games whose cards can be read, learned and printed: Numero, and those of add-ons."""

from typing import TYPE_CHECKING

from numero_cam.cli.addons import addons

if TYPE_CHECKING:
    from numero_cam.app.card_spec import CardSpec

#: Names of the games; the first one is the default. Their cards load when a command asks: a solve needs none.
GAME_NAMES = ("numero", *(name for addon in addons() for name in addon.cards))


def cards_of_games() -> "dict[str, CardSpec]":
    """Return the cards of each game by its name."""
    from numero_cam.app.decks import NUMERO_CARDS

    return {NUMERO_CARDS.game: NUMERO_CARDS, **{name: cards() for addon in addons() for name, cards in addon.cards.items()}}
