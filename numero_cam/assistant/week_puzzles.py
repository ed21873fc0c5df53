"""The puzzle of a level for a week: dealt, solved, and such that a slip has room for it."""

import random
import re

from numero_cam.assistant.slip_records import SlipPuzzle, fits
from numero_cam.base.errors import ClassError
from numero_cam.games.numero.engine import LEVELS
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.rules.cards import NUMBER_CARDS, Card
from numero_cam.games.numero.rules.choices import By, LevelName
from numero_cam.games.numero.solve import Settings, solve

CENTRE, HAND = 6, 5
LEAST_CARDS = 4
"""Of the best take: a take of fewer is no challenge."""
_TRIES = 400
_YEAR = 40
_SILVER: tuple[LevelName, ...] = ("1-10", "2", "3")
_GOLD: tuple[LevelName, ...] = ("3", "unit-fractions", "proper-fractions")


def week_puzzle(level: str, chance: random.Random, by: By) -> SlipPuzzle:
    """Return a puzzle of a level.

    Args:
        level: ``silver:12``, ``gold:30``, or a level of the guide such as ``3`` or ``fractions``.
        chance: Decides on the cards.
        by: What counts.

    Raises:
        ClassError: There is no such level.
    """
    highest, wilds = LEVELS[_guide_level(level)]
    numbers = [card for card in NUMBER_CARDS if card.value <= highest]
    for _ in range(_TRIES):
        position = _dealt(chance, numbers, wilds)
        solution = solve(position, Settings(by=by), limit_seconds=5)
        if solution.plays and solution.proven and solution.plays[0].cards >= LEAST_CARDS and fits(position, solution.plays[0]):
            return SlipPuzzle.of(level, position, solution.plays[0], by)
    message = f"level {level}: no puzzle was found"
    raise ClassError(message)


def _dealt(chance: random.Random, numbers: list[Card], wilds: tuple[Card, ...]) -> Position:
    takers = HAND if not wilds else chance.choice((2, 3))
    cards = chance.sample(numbers, CENTRE + takers)
    return Position(tuple(cards[:CENTRE]), (*cards[CENTRE:], *chance.sample(wilds, min(HAND - takers, len(wilds)))))


def _guide_level(level: str) -> LevelName:
    match = re.fullmatch(r"(silver|gold):(\d{1,2})", level.lower())
    if match and 1 <= int(match[2]) <= _YEAR:
        steps = _SILVER if match[1] == "silver" else _GOLD
        return steps[(int(match[2]) - 1) * len(steps) // _YEAR]
    known = next((name for name in LEVELS if name == level.lower()), None)
    if known is None:
        message = (
            f'there is no level "{level[:40]}"; write silver:1 to silver:{_YEAR}, gold:1 to gold:{_YEAR}, or one of {", ".join(LEVELS)}'
        )
        raise ClassError(message)
    return known
