"""From what was seen to the game: the only place where readings of pictures become cards of a position."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from numero_cam.base.records import TableCard, TableState
from numero_cam.games.numero.rules import Build, Card, Position, parse_card

DOUBTFUL = 0.9
"""A reading less sure than this is worth a look before its answer is believed."""


@dataclass(frozen=True)
class TablePosition:
    """The position that lies on the table, as far as it could be read.

    Attributes:
        position: Centre and hand, with the known cards only.
        numbers: For each card of the centre, then of the hand, the ``n`` of its readings: several for a build, none for a typed card.
        unknown: The ``n`` of cards of centre and hand whose face is not known.
        left_out: The ``n`` of known cards that are left out because they lie in a build with an unknown card.
        look_at: The ``n`` of unknown and of unsure cards of centre and hand, in order.
        replaced: The ``n`` of cards that take no part because the hand or the centre was typed.
    """

    position: Position
    numbers: tuple[tuple[int, ...], ...]
    unknown: tuple[int, ...]
    left_out: tuple[int, ...]
    look_at: tuple[int, ...]
    replaced: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every card of centre and hand is known."""
        return not self.unknown


@dataclass(frozen=True)
class Typed:
    """What somebody types beside a photo; it replaces what was read there.

    Attributes:
        centre: Cards and builds of the centre; None where the photo shows them.
        hand: Cards of the hand; None where the photo shows them.
    """

    centre: tuple[Card | Build, ...] | None = None
    hand: tuple[Card, ...] | None = None

    def zones_of(self, place: Literal["centre", "hand"]) -> frozenset[str]:
        """The zones of a photo whose cards are read as the centre, or as the hand; none where that is typed.

        A single row alone in a photo is a take, but where the hand is typed it is the centre, and where the centre is typed the hand.
        """
        if (self.centre if place == "centre" else self.hand) is not None:
            return frozenset()
        return frozenset({place, "take"} if self.centre is not None or self.hand is not None else {place})


def table_position(state: TableState, typed: Typed | None = None) -> TablePosition:
    """Finds the position in the readings of a photo.

    Cards of the centre that lie on each other are a build, bottom to top; an opposite hand takes no part. A build with an unknown card
    has no value that could be relied on and is left out as a whole; an unknown card of a hand leaves the others as they are.

    Args:
        state: All cards of the photo.
        typed: What replaces the centre or the hand of the photo.

    Returns:
        The position with the ``n`` behind each of its cards.
    """
    typed = typed or Typed()
    stacks = _stacks(state, typed.zones_of("centre"))
    whole = [stack for stack in stacks if not _unknown(stack)]
    hand = [card for stack in _stacks(state, typed.zones_of("hand")) for card in stack]
    held = [card for card in hand if card.card is not None]
    involved = sorted([*(card for stack in stacks for card in stack), *hand], key=lambda card: card.n)
    lost = {card.n for stack in stacks if stack not in whole for card in stack}
    unknown = _unknown(involved)
    replaced = {zone for zone, given in (("centre", typed.centre), ("hand", typed.hand)) if given is not None}
    return TablePosition(
        position=Position(
            tuple(_item(stack) for stack in whole) if typed.centre is None else typed.centre,
            tuple(map(_card, held)) if typed.hand is None else typed.hand,
        ),
        numbers=(
            *(tuple(card.n for card in stack) for stack in whole),
            *(() for _ in typed.centre or ()),
            *((card.n,) for card in held),
            *(() for _ in typed.hand or ()),
        ),
        unknown=unknown,
        left_out=tuple(sorted(lost.difference(unknown))),
        look_at=_look_at(involved),
        replaced=tuple(card.n for card in state.cards if card.zone in replaced),
    )


@dataclass(frozen=True)
class TableTake:
    """The take that lies spread in a photo, as far as it could be read.

    Attributes:
        cards: Its known cards, in the order of ``n``. Which of them lay in a build, a row of cards does not show.
        numbers: The ``n`` of each of these.
        unknown: The ``n`` of its cards whose face is not known.
        look_at: The ``n`` of its unknown and unsure cards, in order.
    """

    cards: tuple[Card, ...]
    numbers: tuple[int, ...]
    unknown: tuple[int, ...]
    look_at: tuple[int, ...]


def table_take(state: TableState) -> TableTake:
    """Finds the take in the readings of a photo: the cards of zone ``take``."""
    involved = [card for card in state.cards if card.zone == "take"]
    known = [card for card in involved if card.card is not None]
    return TableTake(tuple(map(_card, known)), tuple(card.n for card in known), _unknown(involved), _look_at(involved))


def _unknown(cards: Sequence[TableCard]) -> tuple[int, ...]:
    return tuple(card.n for card in cards if card.card is None)


def _look_at(cards: Sequence[TableCard]) -> tuple[int, ...]:
    return tuple(card.n for card in cards if card.card is None or card.confidence < DOUBTFUL)


def _stacks(state: TableState, zones: Collection[str]) -> list[list[TableCard]]:
    """The stacks of these zones, each from bottom to top, in the order in which their first card is numbered."""
    stacks: defaultdict[int, list[TableCard]] = defaultdict(list)
    for card in state.cards:
        if card.zone in zones:
            stacks[card.stack].append(card)
    return [sorted(stack, key=lambda card: card.order) for stack in stacks.values()]


def _item(stack: list[TableCard]) -> Card | Build:
    cards = tuple(map(_card, stack))
    return cards[0] if len(cards) == 1 else Build(cards)


def _card(card: TableCard) -> Card:
    """What a card is that is known; cards that are not take no part."""
    assert card.card is not None  # noqa: S101 - callers leave them out
    return parse_card(card.card)
