"""From what was seen to the game: the only place where readings of pictures become cards of a position."""

from collections import defaultdict
from dataclasses import dataclass

from numero_cam.base.records import TableCard, TableState
from numero_cam.rules import Build, Card, Position, parse_card

DOUBTFUL = 0.9
"""A reading less sure than this is worth a look before its answer is believed."""


@dataclass(frozen=True)
class TablePosition:
    """The position that lies on the table, as far as it could be read.

    Attributes:
        position: Centre and hand, with the known cards only.
        numbers: For each card of the centre, then of the hand, the ``n`` of its readings; several for a build.
        unknown: The ``n`` of cards of centre and hand whose face is not known.
        left_out: The ``n`` of known cards that are left out because they lie in a build with an unknown card.
        look_at: The ``n`` of unknown and of unsure cards of centre and hand, in order.
    """

    position: Position
    numbers: tuple[tuple[int, ...], ...]
    unknown: tuple[int, ...]
    left_out: tuple[int, ...]
    look_at: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether every card of centre and hand is known."""
        return not self.unknown


def table_position(state: TableState) -> TablePosition:
    """Finds the position in the readings of a photo.

    Cards of the centre that lie on each other are a build, bottom to top; an opposite hand takes no part. A build with an unknown card
    has no value that could be relied on and is left out as a whole.

    Args:
        state: All cards of the photo.

    Returns:
        The position with the ``n`` behind each of its cards.
    """
    stacks = _stacks(state, "centre")
    whole = [stack for stack in stacks if all(card.reading.label is not None for card in stack)]
    hand = [card for stack in _stacks(state, "hand") for card in stack]
    held = [card for card in hand if card.reading.label is not None]
    involved = [*(card for stack in stacks for card in stack), *hand]
    return TablePosition(
        position=Position(tuple(_item(stack) for stack in whole), tuple(_card(card) for card in held)),
        numbers=(*(tuple(card.n for card in stack) for stack in whole), *((card.n,) for card in held)),
        unknown=tuple(sorted(card.n for card in involved if card.reading.label is None)),
        left_out=tuple(sorted(card.n for stack in stacks if stack not in whole for card in stack if card.reading.label is not None)),
        look_at=tuple(sorted(card.n for card in involved if card.reading.label is None or card.reading.confidence < DOUBTFUL)),
    )


@dataclass(frozen=True)
class TableTake:
    """The take that lies spread in a photo, as far as it could be read.

    Attributes:
        cards: Its known cards, in the order of ``n``. Which of them lay in a build, a row of cards does not show.
        unknown: The ``n`` of its cards whose face is not known.
        look_at: The ``n`` of its unknown and unsure cards, in order.
    """

    cards: tuple[Card, ...]
    unknown: tuple[int, ...]
    look_at: tuple[int, ...]


def table_take(state: TableState) -> TableTake:
    """Finds the take in the readings of a photo: the cards of zone ``take``."""
    involved = sorted((card for card in state.cards if card.zone == "take"), key=lambda card: card.n)
    return TableTake(
        cards=tuple(_card(card) for card in involved if card.reading.label is not None),
        unknown=tuple(card.n for card in involved if card.reading.label is None),
        look_at=tuple(card.n for card in involved if card.reading.label is None or card.reading.confidence < DOUBTFUL),
    )


def _stacks(state: TableState, zone: str) -> list[list[TableCard]]:
    """The stacks of one zone, each from bottom to top, in the order in which their first card is numbered."""
    stacks: defaultdict[int, list[TableCard]] = defaultdict(list)
    for card in state.cards:
        if card.zone == zone:
            stacks[card.stack].append(card)
    return [sorted(stack, key=lambda card: card.order) for stack in stacks.values()]


def _item(stack: list[TableCard]) -> Card | Build:
    cards = tuple(_card(card) for card in stack)
    return cards[0] if len(cards) == 1 else Build(cards)


def _card(card: TableCard) -> Card:
    if card.reading.label is None:
        message = f"card {card.n} is not known"
        raise ValueError(message)
    return parse_card(card.reading.label)
