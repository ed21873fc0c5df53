"""Which last steps a set of cards can have, whatever is printed on the cards.

Cards are bits of a mask: first the bases (number cards and builds), then the atoms (wild cards that are terms of a sum by themselves:
subtraction cards where values may be negative), then the other wild cards. Layouts with equal numbers of each have the same last
steps, so these are computed once per process.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

MAX_CACHED_CARDS = 8  #: Splits of sets of at most this many cards are cached; larger sets have too many.
MAX_CACHED_SPLITS = 10_000  #: Maximum number of cached splits of one shape; it bounds the memory.

Pairs = tuple[tuple[int, int], ...]


class Splits(NamedTuple):
    """The possible last steps of a mask, as pairs."""

    #: For each addition, the mask of a term that holds the lowest base, and the mask of the rest, which holds a base or atoms only.
    sums: Pairs
    acts: Pairs  #: For each wild card that may act last, its index among the wild cards, and the mask of the cards that it acts on.
    #: For each choice of grouped wild cards that may act last together, their bits counted from the first grouped card, and the mask of the
    #: cards that they act on.
    groups: Pairs


class Shape:
    """The last steps of every mask of a layout with given numbers of bases, atoms and other wild cards.

    Args:
        bases: Number of number cards and builds.
        atoms: Number of wild cards that are terms of a sum by themselves.
        items: Number of all cards.
        group: Bits of wild cards whose order does not matter if they follow each other directly; 0 for none.
    """

    def __init__(self, bases: int, atoms: int, items: int, group: int) -> None:
        self.base_bits = (1 << bases) - 1  #: Mask of the bases.
        self.atom_bits = ((1 << atoms) - 1) << bases  #: Mask of the atoms.
        self._first = bases
        self._acting = ((1 << items) - 1) & ~self.base_bits & ~self.atom_bits
        self._group = group
        self._group_shift = (group & -group).bit_length() - 1 if group else 0
        self._single_wilds = [(1 << bit, bit - bases) for bit in range(bases + atoms, items) if not group >> bit & 1]
        self._cache: dict[int, Splits] = {}
        self._cache_room = MAX_CACHED_SPLITS

    def splits(self, mask: int) -> Splits:
        """Return the last steps of a mask, which holds at least one base."""
        found = self._cache.get(mask)
        if found is None:
            acts = tuple((place, mask ^ bit) for bit, place in self._single_wilds if mask & bit)
            found = Splits(tuple(self._sums(mask)), acts, tuple(self._groups(mask)))
            if mask.bit_count() <= MAX_CACHED_CARDS and self._cache_room > 0:
                self._cache[mask] = found
                self._cache_room -= len(found.sums) + len(found.acts) + len(found.groups)
        return found

    def _sums(self, mask: int) -> Iterator[tuple[int, int]]:
        """Yield each split of the mask into a term and a rest."""
        base = mask & -mask
        others = mask ^ base
        bases, acting, not_atoms = self.base_bits, self._acting, ~self.atom_bits
        rest = others
        while rest:
            chosen = others ^ rest
            # A term is a base alone, or a wild card acts on it last; wild cards alone are no value, but atoms are terms.
            if (not chosen or chosen & acting) and (rest & bases or not rest & not_atoms):
                yield base | chosen, rest
            rest = (rest - 1) & others

    def _groups(self, mask: int) -> Iterator[tuple[int, int]]:
        """Yield each non-empty choice of the grouped wild cards in the mask, with the other cards."""
        held = chosen = mask & self._group
        while chosen:
            yield chosen >> self._group_shift, mask ^ chosen
            chosen = (chosen - 1) & held


@lru_cache(maxsize=256)
def shape_of(bases: int, atoms: int, items: int, group: int) -> Shape:
    """Return the cached `Shape` of these arguments."""
    return Shape(bases, atoms, items, group)
