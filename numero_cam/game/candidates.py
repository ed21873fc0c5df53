"""The plays that are worth a thought: takes that leave different things, builds, every discard, and bluffs."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.game.boards import Board
from numero_cam.game.greedy import reached, settings_of, way_of
from numero_cam.game.operations import Discarded, Operation, Taken
from numero_cam.game.options import HAND
from numero_cam.game.quick import Item, Reckoner, Subsets, bits
from numero_cam.game.state import without
from numero_cam.game.view import View, wilds_of
from numero_cam.game.ways import items_of
from numero_cam.rules import Build, Card, Position, cards_of
from numero_cam.solve import solve

MOST_TAKES = 4
MOST_BUILDS = 8
MOST_BLUFFS = 2
MANY_WILDS = 4
WILD_PRICE = 6
"""What a wild card of the hand should bring to go into a build, in points."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play, and what it leaves.

    Attributes:
        kind: `take`, `build` or `discard`.
        operation: What is done now.
        gain: What it brings at once.
        clears: Whether it is a take that leaves the centre empty.
        centre: The centre afterwards.
        hand: The hand afterwards, before cards are drawn.
        bluff: Whether it is a build without its answer in the hand.
        then: The number card that ends the turn, where a wild card is discarded first.
    """

    kind: str
    operation: Operation
    gain: int
    clears: bool
    centre: tuple[Item, ...]
    hand: tuple[Card, ...]
    bluff: bool = False
    then: Card | None = None


def candidates(view: View, reckoner: Reckoner, *, seconds: float | None, bluffs: bool) -> list[Candidate]:
    """Return the plays to compare, those first that look best at once.

    Args:
        view: What the player knows; with an empty hand there is nothing to play.
        reckoner: Reckons for the game.
        seconds: How long the best take of this turn is searched for; `None` for no limit.
        bluffs: Whether builds without an answer are among them; only where points are played for.
    """
    if not numbers_of(view):
        return [wild_hand(view)] if view.hand else []
    board = Board(view.centre, reckoner)
    best = best_take(view, seconds)
    found = [*([] if best is None else [best]), *takes(view, board, best), *builds(view, board)]
    if bluffs and view.options.by == "points":
        found += bluff_builds(view, board)
    return [*found, *discards(view)]


def numbers_of(view: View) -> list[Card]:
    """Return one number card of each number in the hand, the lowest first."""
    numbers = {card.value: card for card in view.hand if card.is_number}
    return [numbers[value] for value in sorted(numbers)]


def best_take(view: View, seconds: float | None) -> Candidate | None:
    """Return the take that the solver finds best; `None` for none."""
    position = reached(Position(view.centre, view.hand))
    plays = solve(position, settings_of(view.options), limit_seconds=seconds).plays
    if not plays:
        return None
    play = plays[0]
    lying = [item for group in play.sets for item in group.cards if item in view.centre]
    wilds = [item for group in play.sets for item in group.cards if item not in view.centre]
    operation = Taken(view.player, play.taker, tuple(map(way_of, play.sets)))
    gain = play.points if view.options.by == "points" else play.cards
    return Candidate("take", operation, gain, play.clears, without(view.centre, lying), without(view.hand, (*wilds, play.taker)))


def takes(view: View, board: Board, best: Candidate | None) -> Iterator[Candidate]:
    """Give the best takes that leave something else than the best one."""
    found, subsets = board.takes(view.hand)
    seen = set() if best is None else {_left(best.centre, best.hand)}
    for take in found:
        centre, hand = board.left(take, subsets, view.hand)
        left = _left(centre, hand)
        if left not in seen:
            seen.add(left)
            yield Candidate("take", board.taken(view.player, take, subsets), take.points, take.clears, centre, hand)
        if len(seen) == MOST_TAKES:
            return


def _left(centre: tuple[Item, ...], hand: tuple[Card, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what tells one play's outcome from another's."""
    return frozenset(map(str, centre)), frozenset(map(str, hand))


def builds(view: View, board: Board) -> Iterator[Candidate]:
    """Give the builds whose answer is held: those that join most, a wild card of the hand only where it brings much."""
    numbers = numbers_of(view)
    found: list[tuple[int, Card, int, int, Subsets]] = []
    for card in numbers:
        others = without(view.hand, (card,))
        answers = 0
        for other in others:
            if other.is_number:
                answers |= 1 << int(other.value)
        made, subsets = board.builds(card, wilds_of(others), answers)
        for mask, value in made:
            _, own = board.parted(subsets, mask)
            worth = sum(subsets.pieces[bit].points for bit in bits(mask)) - WILD_PRICE * (len(own) - 1)
            found.append((worth, card, mask, value, subsets))
    found.sort(key=lambda one: -one[0])
    seen = set()
    for _, card, mask, value, subsets in found:
        candidate = _build(view, board, card, subsets, (mask, value), bluff=False)
        left = _left(candidate.centre, candidate.hand)
        if left not in seen:
            seen.add(left)
            yield candidate
        if len(seen) == MOST_BUILDS:
            return


def bluff_builds(view: View, board: Board) -> Iterator[Candidate]:
    """Give bluffs: one number card of the hand added to cards of the centre, for a value that is not held."""
    numbers = numbers_of(view)
    held = sum(1 << int(card.value) for card in numbers)
    wanted = ((1 << (view.options.numbers + 1)) - 2) & ~held
    found = []
    for card in numbers:
        made, subsets = board.builds(card, (), wanted)
        found += [(len(board.parted(subsets, mask)[0]), card, mask, value, subsets) for mask, value in made]
    found.sort(key=lambda one: -one[0])
    for _, card, mask, value, subsets in found[:MOST_BLUFFS]:
        yield _build(view, board, card, subsets, (mask, value), bluff=True)


def _build(view: View, board: Board, card: Card, subsets: Subsets, made: tuple[int, int], *, bluff: bool) -> Candidate:
    lying, own = board.parted(subsets, made[0])
    operation = board.built(view.player, card, subsets, made)
    build = Build(tuple(card for item in items_of(operation.way) for card in cards_of(item)), Fraction(made[1]))
    centre = (*without(view.centre, lying), build)
    return Candidate("build", operation, 0, clears=False, centre=centre, hand=without(view.hand, own), bluff=bluff)


def discards(view: View) -> Iterator[Candidate]:
    """Give every discard that differs; a wild card first only from a hand full of them, or once the stock is used up."""
    numbers = numbers_of(view)
    wilds = wilds_of(view.hand)
    for card in numbers:
        yield _discard(view, (card,))
    if len(wilds) >= MANY_WILDS or not view.stock:
        for wild in wilds:
            for card in numbers:
                yield _discard(view, (wild, card))


def wild_hand(view: View) -> Candidate:
    """Return the discard of a hand of wild cards only (article 3.5)."""
    one = view.options.few_wilds == "one" and len(view.hand) < HAND
    cards = view.hand[:1] if one else view.hand
    operation = Discarded(view.player, cards)
    return Candidate("discard", operation, 0, clears=False, centre=(*view.centre, *cards), hand=without(view.hand, cards))


def _discard(view: View, cards: tuple[Card, ...]) -> Candidate:
    then = cards[1] if len(cards) > 1 else None
    operation = Discarded(view.player, cards[:1])
    return Candidate("discard", operation, 0, clears=False, centre=(*view.centre, *cards), hand=without(view.hand, cards), then=then)
