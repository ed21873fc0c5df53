"""Games that begin in the middle: hands, centre and stock as a test needs them."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, Rule, RuleBreakError, Seat, State
from numero_cam.games.numero.rules import parse_cards, parse_items


def table(hands: list[str], centre: str, stock: str = "", *, ordered: bool = True, **options: Any) -> Game:  # noqa: ANN401 - any field
    """A game in which the first player is on turn, with these cards, the stock's top card first; by cards, if nothing else is said."""
    game = Game(Options(**{"players": len(hands), "by": "cards", **options}))
    seats = tuple(Seat(parse_cards(hand)) for hand in hands)
    return game.begun_at(State(game.options, seats, parse_items(centre), parse_cards(stock), ordered, Phase.PLAY, turn=1))


def texts(items: Iterable[object]) -> str:
    """Return cards and builds as text."""
    return " ".join(map(str, items))


def broken(call: Callable[..., object], *arguments: object) -> Rule:
    """Return the rule that a call breaks; its article stands in the one line of the message."""
    with pytest.raises(RuleBreakError) as caught:
        call(*arguments)
    assert f"(article {caught.value.rule.value}, " in str(caught.value)
    assert "\n" not in str(caught.value)
    return Rule(caught.value.rule)


def items(game: Game, player: int = 0) -> dict[str, int]:
    """Return a player's lines of the score sheet, added by item."""
    found: dict[str, int] = {}
    for entry in game.sheet():
        if entry.player == player:
            found[entry.item] = found.get(entry.item, 0) + entry.points
    return found
