"""Makes unseen cards of a hand known when they are played."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from numero_cam.games.numero.engine.operations import Built, Discarded, Laid, Operation, Taken
from numero_cam.games.numero.engine.state import State, without
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.calculation import items_of


def revealed(state: State, operation: Operation) -> State:
    """Return the state with the cards of the hand that an operation plays made known.

    A card that is neither in the centre nor in the known part of the hand must be one that nobody has seen. Where it cannot be, or the
    hand has not so many unknown cards, the state stays as it is: then the operation breaks a rule, which names the card.
    """
    if not state.seat.unknown:
        return state
    cards = tuple((Counter(_played(state, operation)) - Counter(state.seat.hand)).elements())
    unseen = Counter(state.stock)
    if not cards or len(cards) > state.seat.unknown or any(count > unseen[card] for card, count in Counter(cards).items()):
        return state
    return known(state, state.player, cards)


def known(state: State, player: int, cards: tuple[Card, ...]) -> State:
    """Return the state with some unseen cards known to be in a player's hand."""
    seat = state.seats[player]
    shown = state.with_seat(player, hand=(*seat.hand, *cards), unknown=seat.unknown - len(cards))
    return replace(shown, stock=without(state.stock, cards))


def _played(state: State, operation: Operation) -> Iterable[Card]:
    """Yield the cards that an operation plays from the hand, by what does not lie in the centre."""
    match operation:
        case Taken(_, card, ways):
            yield card
            yield from _from_hand(state, (item for way in ways for item in items_of(way)))
        case Built(_, _, way) | Laid(_, way):
            yield from _from_hand(state, items_of(way))
        case Discarded(_, cards):
            yield from cards


def _from_hand(state: State, items: Iterable[object]) -> Iterable[Card]:
    lying = Counter(state.centre)
    for item in items:
        if isinstance(item, Card) and not lying[item]:
            yield item
        elif lying[item]:  # type: ignore[index]
            lying[item] -= 1  # type: ignore[index]
