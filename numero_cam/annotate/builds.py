"""The builds of a photo: which cards of the centre lie on each other, and what they are worth together."""

from collections import defaultdict
from dataclasses import dataclass

from numero_cam.base.records import TableState
from numero_cam.games.numero.rules import Build, parse_card


@dataclass(frozen=True)
class Stacked:
    """Cards of the centre that lie on each other.

    Attributes:
        places: Of its cards in the table's cards.
        value: As it is written, ``12``; empty where a card is not known or there is none.
    """

    places: frozenset[int]
    value: str

    @property
    def words(self) -> str:
        """``build = 12``."""
        return f"build = {self.value or '?'}"


def builds_of(state: TableState) -> list[Stacked]:
    """The builds, in the order of their first card."""
    stacks: defaultdict[int, list[int]] = defaultdict(list)
    for place, card in enumerate(state.cards):
        if card.zone == "centre":
            stacks[card.stack].append(place)
    return [Stacked(frozenset(stack), _value(state, stack)) for stack in stacks.values() if len(stack) > 1]


def _value(state: TableState, stack: list[int]) -> str:
    cards = [state.cards[place] for place in stack]
    labels = [card.reading.label for card in sorted(cards, key=lambda card: card.order)]
    known = [parse_card(label) for label in labels if label is not None]
    value = Build(tuple(known)).value if len(known) == len(labels) else None
    return "" if value is None else str(value).replace("-", "−")
