"""How sets that are known to make the number go together: the best of them that fit into some cards."""

from collections.abc import Iterator, Sequence

NEVER = -(1 << 62)
"""The rank of what cannot be."""

Ranks = tuple[int, int]
"""The best rank without the taking card, and with it in one of the sets."""


class Packing:
    """The best disjoint sets that one taking card takes.

    Args:
        sets: The masks that make its number.
        alone: By mask, its rank.
        taken: By mask, its rank with the taking card in it.
        bases: Bits of the number cards and builds.
        centre: Bits of the centre, to be used up for clearing it; 0 where it cannot be cleared.
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
        """Return the best ranks of sets among these cards, which need not be used up."""
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
        """Return the best ranks of sets that leave none of the centre's cards among these; `None` where none do."""
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
        """Give the sets that hold the lowest base among these cards, each with the cards left; last 0, for leaving that base out."""
        bases = cards & self._bases
        if bases:
            low = bases & -bases
            rest = cards & ~(2 * low - 1 & self._all_bases)
            for one in self._sets[low]:
                if not one & ~cards:
                    yield one, rest & ~one
            yield 0, rest
