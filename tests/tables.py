"""Games that begin in the middle: hands, centre and stock as a test needs them."""

from collections.abc import Iterable
from typing import Any

from numero_cam.game import Game, Options, Phase, Seat, State
from numero_cam.rules import parse_cards, parse_items


def table(hands: list[str], centre: str, stock: str = "", *, ordered: bool = True, **options: Any) -> Game:  # noqa: ANN401 - any field
    """Return a game in which the first player is on turn, with these cards.

    Args:
        hands: Each player's hand.
        centre: Cards and builds.
        stock: The stock, the top card first.
        ordered: Whether the order of the stock is known.
        options: Fields of the options; by cards, if nothing else is said.
    """
    game = Game(Options(**{"players": len(hands), "by": "cards", **options}))
    seats = tuple(Seat(parse_cards(hand)) for hand in hands)
    game._states = [State(game.options, seats, parse_items(centre), parse_cards(stock), ordered, Phase.PLAY, turn=1)]
    return game


def texts(items: Iterable[object]) -> str:
    """Return cards and builds as text."""
    return " ".join(map(str, items))
