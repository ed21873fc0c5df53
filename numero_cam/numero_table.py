"""Turns the readings of a photo into a position or a take of Numero; the only place that does."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from numero_cam.base.records import TableCard, TableState
from numero_cam.base.seats import Seat
from numero_cam.games.numero.rules import Build, Card, Position, parse_card
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.table.layout import seats_with_hands


@dataclass(frozen=True)
class TablePosition:
    """The position on the table, as far as it could be read."""

    position: Position  #: Centre and hand, with the known cards only.
    #: For each item of the centre, then each card of the hand, the ``n`` of its readings: several for a build, none for a typed card.
    numbers: tuple[tuple[int, ...], ...]
    unknown: tuple[int, ...]  #: The ``n`` of cards of centre and hand whose face is not known.
    left_out: tuple[int, ...]  #: The ``n`` of known cards that are left out because they lie in a build with an unknown card.
    look_at: tuple[int, ...]  #: The ``n`` of unknown and of doubtful cards of centre and hand, ascending.
    replaced: tuple[int, ...] = ()  #: The ``n`` of cards that are ignored because the hand or the centre was typed.

    @property
    def complete(self) -> bool:
        """Whether every card of centre and hand is known."""
        return not self.unknown


@dataclass(frozen=True)
class Typed:
    """Centre and hand as somebody typed them; they replace what was read in the photo."""

    centre: tuple[Card | Build, ...] | None = None  #: Cards and builds of the centre; None where the photo shows them.
    hand: tuple[Card, ...] | None = None  #: Cards of the hand; None where the photo shows them.

    def zones_of(self, place: Literal["centre", "hand"]) -> frozenset[str]:
        """Return the zones of a photo whose cards are taken for the centre, or for the hand; none where that is typed.

        A single row alone in a photo is a take. Where the hand is typed it is the centre, and where the centre is typed it is the hand.
        """
        if (self.centre if place == "centre" else self.hand) is not None:
            return frozenset()
        return frozenset({place, "take"} if self.centre is not None or self.hand is not None else {place})


def table_position(state: TableState, typed: Typed | None = None) -> TablePosition:
    """Return the position in the readings of a photo.

    Cards of the centre that lie on each other are a build, bottom to top. An opposite hand is ignored. A build with an unknown card has no
    reliable value and is left out as a whole; an unknown card of the hand is left out alone.

    Args:
        state: All cards of the photo.
        typed: What replaces the centre or the hand of the photo.

    Returns:
        The position, and the ``n`` of the readings of each of its cards.
    """
    typed = typed or Typed()
    stacks = _stacks(state, typed.zones_of("centre"))
    whole = [stack for stack in stacks if not _unknown(stack)]
    hand = [card for stack in _stacks(state, typed.zones_of("hand")) for card in stack]
    known_hand = [card for card in hand if card.card is not None]
    involved = sorted([*(card for stack in stacks for card in stack), *hand], key=lambda card: card.n)
    left_out = {card.n for stack in stacks if stack not in whole for card in stack}
    unknown = _unknown(involved)
    replaced = {zone for zone, given in (("centre", typed.centre), ("hand", typed.hand)) if given is not None}
    return TablePosition(
        position=Position(
            tuple(_item(stack) for stack in whole) if typed.centre is None else typed.centre,
            tuple(map(_card, known_hand)) if typed.hand is None else typed.hand,
        ),
        numbers=(
            *(tuple(card.n for card in stack) for stack in whole),
            *(() for _ in typed.centre or ()),
            *((card.n,) for card in known_hand),
            *(() for _ in typed.hand or ()),
        ),
        unknown=unknown,
        left_out=tuple(sorted(left_out.difference(unknown))),
        look_at=_look_at(involved),
        replaced=tuple(card.n for card in state.cards if card.zone in replaced),
    )


@dataclass(frozen=True)
class Gaps:
    """What a table lacks for a position. It is false where nothing is missing."""

    cards: bool = False  #: Whether no card was found at all.
    take: bool = False  #: Whether the cards lie as a take does: a single row or fan, alone.
    hand: bool = False  #: Whether no card of the hand is known.
    centre: bool = False  #: Whether no card of the centre is known.
    seat: Seat = "near"  #: The side at which the hand was expected.
    seats: tuple[Seat, ...] = ()  #: Other sides at which an open hand lies, where none lies at that one; the one with the most cards first.

    def __bool__(self) -> bool:
        """Return whether anything is missing; then nobody knows whether a take is possible."""
        return self.cards or self.take or self.hand or self.centre


def find_gaps(state: TableState, typed: Typed | None = None, seat: Seat = "near") -> Gaps:
    """Return what is missing.

    Args:
        state: All cards of the photo.
        typed: What was typed in place of the centre or the hand.
        seat: The side at which the hand is expected.
    """
    typed = typed or Typed()
    zones = {card.zone for card in state.cards}
    hand = typed.hand is None and not zones & typed.zones_of("hand")
    centre = typed.centre is None and not zones & typed.zones_of("centre")
    take = hand and centre and "take" in zones
    seats = tuple(other for other in seats_with_hands(state) if other != seat) if hand and not take else ()
    return Gaps(cards=not state.cards and (hand or centre), take=take, hand=hand, centre=centre, seat=seat, seats=seats)


@dataclass(frozen=True)
class TableTake:
    """The take in a photo, as far as it could be read."""

    cards: tuple[Card, ...]  #: Its known cards, by ascending ``n``. A row of cards does not show which of them were a build.
    numbers: tuple[int, ...]  #: The ``n`` of each of these.
    unknown: tuple[int, ...]  #: The ``n`` of its cards whose face is not known.
    look_at: tuple[int, ...]  #: The ``n`` of its unknown and doubtful cards, ascending.


def table_take(state: TableState) -> TableTake:
    """Return the take in the readings of a photo: the cards of zone ``take``."""
    involved = [card for card in state.cards if card.zone == "take"]
    known = [card for card in involved if card.card is not None]
    return TableTake(tuple(map(_card, known)), tuple(card.n for card in known), _unknown(involved), _look_at(involved))


def _unknown(cards: Sequence[TableCard]) -> tuple[int, ...]:
    return tuple(card.n for card in cards if card.card is None)


def _look_at(cards: Sequence[TableCard]) -> tuple[int, ...]:
    return tuple(card.n for card in cards if card.card is None or card.confidence < DOUBTFUL_BELOW)


def _stacks(state: TableState, zones: Collection[str]) -> list[list[TableCard]]:
    """Return the stacks of these zones, each from bottom to top, by the lowest ``n`` of their cards."""
    stacks: defaultdict[int, list[TableCard]] = defaultdict(list)
    for card in state.cards:
        if card.zone in zones:
            stacks[card.stack].append(card)
    return [sorted(stack, key=lambda card: card.order) for stack in stacks.values()]


def _item(stack: list[TableCard]) -> Card | Build:
    cards = tuple(map(_card, stack))
    return cards[0] if len(cards) == 1 else Build(cards)


def _card(card: TableCard) -> Card:
    """Return a known card as a card of the game."""
    assert card.card is not None  # noqa: S101 - callers leave unknown cards out
    return parse_card(card.card)
