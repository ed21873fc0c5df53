"""How the cards of an expression can be split by its last operation, whatever is printed on them.

Cards are bits of a mask: first the bases (number cards and builds), then the atoms (wild cards that are terms of a sum by themselves:
subtraction cards where values may be negative), then the other wild cards. Sets with equal numbers of each have the same splits,
which are computed once per process.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

MAX_CACHED_CARDS = 8  #: Splits of sets of at most this many cards are cached; larger sets have too many.
MAX_CACHED_SPLITS = 10_000  #: Maximum number of splits in one cache; it bounds the memory.

SplitPairs = tuple[tuple[int, int], ...]  #: Pairs of what operates last (`Splits` says how it is numbered) and the mask of the rest.


class Splits(NamedTuple):
    """All ways to split a mask by the last operation of an expression that uses each of its cards once."""

    #: For each addition, the mask of a term that holds the lowest base, and the mask of the rest, which holds a base or atoms only.
    sums: SplitPairs
    acts: SplitPairs  #: For each wild card that may act last, its index among the wild cards, and the mask of the cards that it acts on.
    #: For each choice of grouped wild cards that may act last together, their bits counted from the first grouped card, and the mask of the
    #: cards that they act on.
    groups: SplitPairs


class SplitCache:
    """Computes and caches the splits of each mask of cards.

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
        """Return all splits of a mask, which holds at least one base."""
        splits = self._cache.get(mask)
        if splits is None:
            acts = tuple((place, mask ^ bit) for bit, place in self._single_wilds if mask & bit)
            splits = Splits(tuple(self._sums(mask)), acts, tuple(self._groups(mask)))
            if mask.bit_count() <= MAX_CACHED_CARDS and self._cache_room > 0:
                self._cache[mask] = splits
                self._cache_room -= len(splits.sums) + len(splits.acts) + len(splits.groups)
        return splits

    def _sums(self, mask: int) -> Iterator[tuple[int, int]]:
        """Yield each split of the mask into a term and a rest, as `Splits.sums` describes them."""
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
        """Yield each non-empty choice of the grouped wild cards in the mask, as `Splits.groups` describes them."""
        held = chosen = mask & self._group
        while chosen:
            yield chosen >> self._group_shift, mask ^ chosen
            chosen = (chosen - 1) & held


@lru_cache(maxsize=256)
def split_cache(bases: int, atoms: int, items: int, group: int) -> SplitCache:
    """Return the one `SplitCache` of these arguments."""
    return SplitCache(bases, atoms, items, group)
