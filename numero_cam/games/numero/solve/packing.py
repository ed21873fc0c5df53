"""Finds the best combination of disjoint sets among those that make the taking card's number."""

from collections.abc import Iterator, Sequence

NEVER = -(1 << 62)
"""Rank of an impossible combination."""

Ranks = tuple[int, int]
"""Best rank without the taking card, and best rank with it in one of the sets."""


class Packing:
    """Combines disjoint sets of one taking card.

    Args:
        sets: Masks that make its number.
        alone: Rank of each mask.
        taken: Rank of each mask with the taking card in it.
        bases: Bits of the number cards and builds.
        centre: Bits that must be used up to clear the centre; 0 where it cannot be cleared.
    """

    def __init__(self, sets: Sequence[int], alone: Sequence[int], taken: Sequence[int], bases: int, centre: int) -> None:
        self._sets: dict[int, list[int]] = {}
        for one in sets:
            self._sets.setdefault(one & -one, []).append(one)
        self._bases = sum(self._sets)
        self._alone = alone
        self._taken = taken
        self._centre = centre
        self._all_bases = bases
        self._any: dict[int, Ranks] = {}
        self._clearing: dict[int, Ranks | None] = {}

    def best(self, cards: int) -> Ranks:
        """Return the best ranks of disjoint sets within these cards; cards may be left over."""
        if not cards & self._bases:
            return 0, NEVER
        found = self._any.get(cards)
        if found is None:
            low = (cards & self._bases) & -(cards & self._bases)
            alone, taken = self.best(cards & ~(2 * low - 1 & self._all_bases))
            for one in self._sets[low]:
                if not one & ~cards:
                    rest_alone, rest_taken = self.best(cards & ~(one | low))
                    alone = max(alone, self._alone[one] + rest_alone)
                    taken = max(taken, self._taken[one] + rest_alone, self._alone[one] + rest_taken)
            found = self._any[cards] = alone, taken
        return found

    def clearing(self, cards: int) -> Ranks | None:
        """Return the best ranks of disjoint sets within these cards that use all of the centre's among them; None where none do."""
        if not cards & self._all_bases:
            return None if cards & self._centre or not self._centre else (0, NEVER)
        if cards in self._clearing:
            return self._clearing[cards]
        alone = taken = NEVER
        for one in self._sets.get(cards & -cards, ()):
            rest = None if one & ~cards else self.clearing(cards ^ one)
            if rest is not None:
                alone = max(alone, self._alone[one] + rest[0])
                taken = max(taken, self._taken[one] + rest[0], self._alone[one] + rest[1])
        found = self._clearing[cards] = None if alone == NEVER else (alone, taken)
        return found

    def choices(self, cards: int) -> Iterator[tuple[int, int]]:
        """Yield each set with the lowest base of these cards, and the cards left then; last 0, which leaves that base out."""
        bases = cards & self._bases
        if bases:
            low = bases & -bases
            rest = cards & ~(2 * low - 1 & self._all_bases)
            for one in self._sets[low]:
                if not one & ~cards:
                    yield one, rest & ~one
            yield 0, rest
