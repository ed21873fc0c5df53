"""A slow twin of the search of the end: every line of play, by the arithmetic and points of `tests/oracle.py` and the contract alone.

By points of the website with the default printed points, whole numbers, all last chances, and most cards net.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.players.playouts import Board
from numero_cam.games.numero.rules import Build, Card, cards_of
from tests.oracle import Twin, partitions, subsets, take_points

Item = Card | Build


@dataclass(frozen=True)
class End:
    """A position of the end; `margin` is what the first player is ahead by, `ahead_cards` the same in cards won."""

    centre: tuple[Item, ...]
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    player: int
    last: bool
    last_taker: int | None
    margin: int
    ahead_cards: int


def best_value(board: Board) -> int:
    """What the player whose turn it is gains on the other until the end, if both play best and never bluff."""
    margin, cards = board.scores[0] - board.scores[1], board.won[0] - board.won[1]
    start = End(board.centre, (board.hands[0], board.hands[1]), board.player, board.chances is not None, board.last_taker, margin, cards)
    value = _value(start)
    return value - margin if board.player == 0 else margin - value


@cache
def _value(end: End) -> int:
    """The final margin of the first player."""
    values = [_finished(after) if over else _value(after) for after, over in plays_of(end)]
    return max(values) if end.player == 0 else min(values)


def _finished(end: End) -> int:
    """The final margin with the cards left in hands and centre, and most cards."""
    cards = end.ahead_cards
    if end.last_taker is not None:
        cards += _sign(end.last_taker) * sum(len(cards_of(item)) for item in end.centre)
    margin = end.margin
    for who, hand in enumerate(end.hands):
        margin -= _sign(who) * sum(1 + (10 if card.is_wild else {1: 1, 15: 2}.get(int(card.value), 0)) for card in hand)
        cards -= _sign(who) * len(hand)
    return margin + (cards > 0) * 10 - (cards < 0) * 10


def _sign(player: int) -> int:
    return 1 if player == 0 else -1


def _turned(end: End) -> tuple[End, bool]:
    """The position after a turn, and whether the game is over."""
    if end.last:
        return end, True
    return replace(end, player=1 - end.player, last=not end.hands[end.player]), False


def plays_of(end: End) -> Iterator[tuple[End, bool]]:
    """The positions after each play, and whether the game is over."""
    hand = end.hands[end.player]
    numbers, wilds = [card for card in hand if card.is_number], [card for card in hand if card.is_wild]
    if end.last:
        yield end, True
        yield from map(_turned, _takes(end))
        return
    if not numbers:
        yield _turned(_left(end, (*end.centre, *hand), ()))
        return
    for count in range(len(wilds) + 1):
        for thrown in combinations(wilds, count):
            after = _left(end, (*end.centre, *thrown), _without(hand, thrown))
            yield from map(_turned, (*_takes(after), *_builds(after)))
            for card in numbers:
                yield _turned(_left(after, (*after.centre, card), _without(after.hands[end.player], (card,))))


def _takes(end: End) -> list[End]:
    hand = end.hands[end.player]
    items = (*end.centre, *(card for card in hand if card.is_wild))
    twin, everything, found = Twin(items, "whole"), frozenset(range(len(items))), []
    for taker in (card for card in hand if card.is_number):
        good = [subset for subset in subsets(everything) if taker.value in twin.values(subset)]
        for sets in partitions(everything, good):
            if not sets:
                continue
            used = frozenset().union(*sets)
            flat = [[card for index in group for card in cards_of(items[index])] for group in sets]
            clears = set(range(len(end.centre))) <= used
            points = take_points(flat, taker, clears=clears, guide=False, fractions_in_play=False)
            own = [items[index] for index in used if index >= len(end.centre)]
            centre = tuple(item for index, item in enumerate(end.centre) if index not in used)
            after = _left(end, centre, _without(hand, (taker, *own)))
            cards = _sign(end.player) * (sum(map(len, flat)) + 1)
            found.append(
                replace(after, last_taker=end.player, margin=end.margin + _sign(end.player) * points, ahead_cards=end.ahead_cards + cards)
            )
    return found


def _builds(end: End) -> list[End]:
    hand, found = end.hands[end.player], []
    for card in (card for card in hand if card.is_number):
        others = _without(hand, (card,))
        answers = {other.value for other in others if other.is_number}
        items = (card, *end.centre, *(other for other in others if other.is_wild))
        twin = Twin(items, "whole")
        for rest in subsets(range(1, len(items))):
            if not any(index <= len(end.centre) for index in rest):
                continue
            for value in answers & twin.values(rest | {0}):
                used = [items[index] for index in sorted(rest)]
                own = [item for index, item in enumerate(items) if index in rest and index > len(end.centre)]
                centre = tuple(item for index, item in enumerate(end.centre, start=1) if index not in rest)
                build = Build(tuple(one for item in (card, *used) for one in cards_of(item)), value)
                found.append(_left(end, (*centre, build), _without(others, own)))
    return found


def _left(end: End, centre: tuple[Item, ...], hand: tuple[Card, ...]) -> End:
    """The position with another centre, and another hand of the player, both in a fixed order."""
    hands = (hand, end.hands[1]) if end.player == 0 else (end.hands[0], hand)
    return replace(end, centre=tuple(sorted(centre, key=str)), hands=hands)


def _without(cards: tuple[Card, ...], gone: object) -> tuple[Card, ...]:
    left = list(cards)
    for card in gone:  # type: ignore[attr-defined] # any cards
        left.remove(card)
    return tuple(left)


def small_end(rng: random.Random, options: Options) -> Board:
    """A random position of the end with few cards, some of them in a build."""
    cards = rng.sample(options.pack(), 9)
    hands = (tuple(cards[: rng.randint(1, 3)]), tuple(cards[3 : 3 + rng.randint(1, 3)]))
    centre: tuple[Item, ...] = tuple(cards[6 : 6 + rng.randint(0, 3)])
    numbers = [card for card in centre if isinstance(card, Card) and card.is_number]
    if len(numbers) > 1 and sum(card.value for card in numbers[:2]) <= options.numbers:
        centre = (Build(tuple(numbers[:2])), *(item for item in centre if item not in numbers[:2]))
    won = (rng.randint(0, 6), rng.randint(0, 6))
    return Board(centre, hands, (), rng.randint(0, 1), won, (0, 0), rng.choice((None, 0, 1)), rng.choice((None, None, None, 0)))
