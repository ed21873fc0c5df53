"""Finds the role of each card of a photo in a play: taking card, member of a set, or none."""

from collections import defaultdict
from dataclasses import dataclass

from numero_cam.games.numero.rules import Build
from numero_cam.games.numero.solve.records import Play
from numero_cam.text.readings import TablePosition, TableTake


@dataclass(frozen=True)
class CardRoles:
    """The roles of cards in a play, by their number ``n`` in the photo."""

    taker: int | None = None  #: The taking card; None where there is no play, or the card was typed.
    sets: tuple[frozenset[int], ...] = ()  #: The cards of each set without the taking card, in the order of the play's sets.

    def set_of(self, n: int) -> int | None:
        """Return the index of the set of card `n`; None for the taking card and for cards that are not taken."""
        return next((place for place, cards in enumerate(self.sets) if n in cards), None)


def play_roles(table: TablePosition, play: Play) -> CardRoles:
    """Return the roles of the cards of a position in a play.

    Of equal cards (of several packs) those of the centre are used first. Typed cards have no number and no role.
    """
    numbers_by_card: defaultdict[str, list[tuple[int, ...]]] = defaultdict(list)
    for item, numbers in zip((*table.position.centre, *table.position.hand), table.numbers, strict=True):
        numbers_by_card[str(item)].append(numbers)
    taker = next(iter(numbers_by_card[str(play.taker)].pop()), None)  # of equal cards the last is in the hand
    sets = tuple(frozenset(n for item in group.cards for n in numbers_by_card[str(item)].pop(0)) for group in play.sets)
    return CardRoles(taker, sets)


def take_roles(take: TableTake, play: Play) -> CardRoles:
    """Return the roles in its play of the cards of a take that lies spread on the table."""
    numbers_by_card: defaultdict[str, list[int]] = defaultdict(list)
    for card, n in zip(take.cards, take.numbers, strict=True):
        numbers_by_card[str(card)].append(n)
    taker = numbers_by_card[str(play.taker)].pop()
    cards = [[card for item in group.cards for card in (item.cards if isinstance(item, Build) else (item,))] for group in play.sets]
    return CardRoles(taker, tuple(frozenset(numbers_by_card[str(card)].pop(0) for card in group) for group in cards))
