"""A slow twin of the search of ends of three and four whose cards are all known: every line of play, each player for himself.

Plays, arithmetic and points are those of `tests/end_brute_force.py`.
"""

import random
from dataclasses import dataclass
from functools import cache

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.players.playouts import Board
from numero_cam.games.numero.rules import Build, Card, cards_of
from tests.end_brute_force import End, plays_of


@dataclass(frozen=True)
class ManyEnd:
    """A position of the end; `chances` is how many have a last chance after this one, None before the last chances."""

    centre: tuple[Card | Build, ...]
    hands: tuple[tuple[Card, ...], ...]
    player: int
    chances: int | None
    last_taker: int | None
    scores: tuple[int, ...]
    won: tuple[int, ...]


def best_scores(board: Board) -> tuple[int, ...]:
    """The final scores if each player plays to end farthest ahead of the others on average."""
    return _scores(ManyEnd(board.centre, board.hands, board.player, board.chances, board.last_taker, board.scores, board.won))


@cache
def _scores(end: ManyEnd) -> tuple[int, ...]:
    """The final scores; of plays that are equal to the player the one after which the next ones have least."""
    who, players = end.player, len(end.hands)
    found = [_finished(after) if over else _scores(after) for after, over in _plays(end)]
    others = [(who + step) % players for step in range(1, players)]
    return max(found, key=lambda scores: (players * scores[who] - sum(scores), *(-scores[other] for other in others)))


def _finished(end: ManyEnd) -> tuple[int, ...]:
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


def _plays(end: ManyEnd) -> list[tuple[ManyEnd, bool]]:
    """The positions after each play, and whether the game is over: the plays of the same hand in a game of two."""
    who, found = end.player, []
    alone = End(end.centre, (end.hands[who], ()), 0, end.chances is not None, None, 0, 0)
    for after, _ in plays_of(alone):
        hands = tuple(after.hands[0] if one == who else hand for one, hand in enumerate(end.hands))
        scores = tuple(score + after.margin * (one == who) for one, score in enumerate(end.scores))
        won = tuple(count + after.ahead_cards * (one == who) for one, count in enumerate(end.won))
        taker = end.last_taker if after.last_taker is None else who
        chances = len(hands) - 1 if end.chances is None and not hands[who] else end.chances
        over = chances == 0
        left = chances - 1 if chances else chances
        following = (who + 1) % len(hands)
        found.append((ManyEnd(after.centre, hands, following, left, taker, scores, won), over))
    return found


def small_end_of_many(rng: random.Random, options: Options) -> Board:
    """A random position of the end of three or four with few cards."""
    players = options.players
    cards = rng.sample(options.pack(), 2 * players + 3)
    hands = tuple(tuple(cards[2 * who : 2 * who + rng.choice((1, 1, 2))]) for who in range(players))
    centre: tuple[Card | Build, ...] = tuple(cards[2 * players : 2 * players + rng.randint(0, 3)])
    numbers = [card for card in centre if isinstance(card, Card) and card.is_number]
    if len(numbers) > 1 and sum(card.value for card in numbers[:2]) <= options.numbers:
        centre = (Build(tuple(numbers[:2])), *(item for item in centre if item not in numbers[:2]))
    won = tuple(rng.randint(0, 6) for _ in range(players))
    taker = rng.choice((None, *range(players)))
    chances = rng.choice((None, None, None, *range(players - 1)))
    return Board(centre, hands, (), rng.randrange(players), won, tuple(rng.randint(0, 40) for _ in range(players)), taker, chances)
