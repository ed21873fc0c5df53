"""Hands of NUMO dealt as a test needs them."""

from collections.abc import Iterable
from typing import Any

import pytest

from numero_cam.games.shared.breaks import BrokenRuleError
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.notation import parse_cards
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.rulebook import NumoRule

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")


def dealt(*hands: Iterable[NumoCard], up: str = "", stock: str = "", **options: Any) -> NumoGame:  # noqa: ANN401 - fields of Options
    """The last player deals, so Anna begins. Hands are filled to ten with the highest cards that nobody names."""
    game = NumoGame(NumoOptions(players=len(hands), **options), NAMES[: len(hands)])
    named = [list(hand) for hand in hands]
    top = list(parse_cards(f"{up} {stock}"))
    taken = {*top, *(card for hand in named for card in hand)}
    free = [card for card in game.options.pack if card not in taken]
    for hand in named:
        while len(hand) < 10:
            hand.append(free.pop())
    if not up:
        top.insert(0, free.pop())
    game.deal([*[card for row in zip(*named, strict=True) for card in row], *top, *free], dealer=len(hands) - 1)
    return game


def pass_turn(game: NumoGame) -> None:
    """Draw from the stock and discard the same card."""
    game.discard(game.draw().card)


def refused(rule: NumoRule, call: Any, *arguments: Any) -> str:  # noqa: ANN401 - any play
    with pytest.raises(BrokenRuleError) as caught:
        call(*arguments)
    assert caught.value.rule is rule
    return str(caught.value)
