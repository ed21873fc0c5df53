"""A slow twin of the search of the end: every line of play, by the arithmetic and points of `tests/oracle.py` and the contract alone.

For two to four players, by points of the website with the default printed points, whole numbers, all last chances, and most cards net.
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
    """A position of the end; `chances` is how many have a last chance after this one, None before the last chances."""

    centre: tuple[Item, ...]
    hands: tuple[tuple[Card, ...], ...]
    player: int
    chances: int | None
    last_taker: int | None
    scores: tuple[int, ...]
    won: tuple[int, ...]


def best_scores(board: Board) -> tuple[int, ...]:
    """The final scores if nobody bluffs and each player plays to end farthest ahead of the others on average."""
    return _scores(End(board.centre, board.hands, board.player, board.chances, board.last_taker, board.scores, board.won))


def best_value(board: Board) -> int:
    """What the player whose turn it is gains on the other of two until the end."""
    who, end = board.player, best_scores(board)
    return end[who] - end[1 - who] - (board.scores[who] - board.scores[1 - who])


@cache
def _scores(end: End) -> tuple[int, ...]:
    """The final scores; of plays that are equal to the player the one after which the next ones have least."""
    who, players = end.player, len(end.hands)
    found = [_finished(after) if over else _scores(after) for after, over in plays_of(end)]
    others = [(who + step) % players for step in range(1, players)]
    return max(found, key=lambda scores: (players * scores[who] - sum(scores), *(-scores[other] for other in others)))


def _finished(end: End) -> tuple[int, ...]:
    """The final scores, the cards left in the hands and most cards counted."""
    won, scores = list(end.won), list(end.scores)
    if end.last_taker is not None:
        won[end.last_taker] += sum(len(cards_of(item)) for item in end.centre)
    for who, hand in enumerate(end.hands):
        scores[who] -= sum(1 + (10 if card.is_wild else {1: 1, 15: 2}.get(int(card.value), 0)) for card in hand)
        won[who] -= len(hand)
    if won.count(max(won)) == 1:
        scores[won.index(max(won))] += 10
    return tuple(scores)


def _turned(end: End) -> tuple[End, bool]:
    """The position after a turn, and whether the game is over."""
    chances = len(end.hands) - 1 if end.chances is None and not end.hands[end.player] else end.chances
    left = chances - 1 if chances else chances
    return replace(end, player=(end.player + 1) % len(end.hands), chances=left), chances == 0


def plays_of(end: End) -> Iterator[tuple[End, bool]]:
    """The positions after each play, and whether the game is over."""
    hand = end.hands[end.player]
    numbers, wilds = [card for card in hand if card.is_number], [card for card in hand if card.is_wild]
    if end.chances is not None:
        yield _turned(end)
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
            scores, won = _with_more(end, end.scores, points), _with_more(end, end.won, sum(map(len, flat)) + 1)
            found.append(replace(after, last_taker=end.player, scores=scores, won=won))
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
    hands = tuple(hand if who == end.player else other for who, other in enumerate(end.hands))
    return replace(end, centre=tuple(sorted(centre, key=str)), hands=hands)


def _with_more(end: End, counts: tuple[int, ...], more: int) -> tuple[int, ...]:
    return tuple(count + more * (who == end.player) for who, count in enumerate(counts))


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


def small_end_of_many(rng: random.Random, options: Options) -> Board:
    """A random position of the end of three or four with few cards."""
    players = options.players
    cards = rng.sample(options.pack(), 2 * players + 3)
    hands = tuple(tuple(cards[2 * who : 2 * who + rng.choice((1, 1, 2))]) for who in range(players))
    centre: tuple[Item, ...] = tuple(cards[2 * players : 2 * players + rng.randint(0, 3)])
    numbers = [card for card in centre if isinstance(card, Card) and card.is_number]
    if len(numbers) > 1 and sum(card.value for card in numbers[:2]) <= options.numbers:
        centre = (Build(tuple(numbers[:2])), *(item for item in centre if item not in numbers[:2]))
    won = tuple(rng.randint(0, 6) for _ in range(players))
    taker = rng.choice((None, *range(players)))
    chances = rng.choice((None, None, None, *range(players - 1)))
    return Board(centre, hands, (), rng.randrange(players), won, tuple(rng.randint(0, 40) for _ in range(players)), taker, chances)
