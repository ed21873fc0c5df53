"""How sets of cards come apart: which last steps a set can have, whatever is on the cards.

Layouts with equally many number cards and wild cards of each sort have the same splits, so they are worked out once in a process.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

MAX_CACHED_CARDS = 8
"""Splits of sets of at most this many cards are cached; larger sets have too many."""
MAX_CACHED_SPLITS = 10_000
"""Maximum number of cached splits of one shape; it bounds the memory."""

Pairs = tuple[tuple[int, int], ...]


class Splits(NamedTuple):
    """The last steps of a mask.

    Attributes:
        sums: A term that holds the lowest base, and the rest, which holds a base or is made of atoms only.
        acts: Place of a wild card that acts last, and the mask it acts on.
        groups: Grouped wild cards that act last together, as bits from the first grouped one, and the mask they act on.
    """

    sums: Pairs
    acts: Pairs
    groups: Pairs


class Shape:
    """Splits of all masks of one shape: first the bases, then the atoms, then the other wild cards.

    Args:
        bases: How many number cards and builds.
        atoms: How many wild cards stand for themselves as terms of a sum; subtraction cards do where signs are free.
        items: How many cards in all.
        group: Bits of wild cards whose order makes no difference where they follow each other; 0 for none.
    """

    def __init__(self, bases: int, atoms: int, items: int, group: int) -> None:
        self.base_bits = (1 << bases) - 1
        self.atom_bits = ((1 << atoms) - 1) << bases
        self._first = bases
        self._acting = ((1 << items) - 1) & ~self.base_bits & ~self.atom_bits
        self._group = group
        self._shift = (group & -group).bit_length() - 1 if group else 0
        self._single = [(1 << bit, bit - bases) for bit in range(bases + atoms, items) if not group >> bit & 1]
        self._kept: dict[int, Splits] = {}
        self._room = MAX_CACHED_SPLITS

    def splits(self, mask: int) -> Splits:
        """Return the last steps of a mask that holds a base."""
        found = self._kept.get(mask)
        if found is None:
            acts = tuple((place, mask ^ bit) for bit, place in self._single if mask & bit)
            found = Splits(tuple(self._sums(mask)), acts, tuple(self._groups(mask)))
            if mask.bit_count() <= MAX_CACHED_CARDS and self._room > 0:
                self._kept[mask] = found
                self._room -= len(found.sums) + len(found.acts) + len(found.groups)
        return found

    def _sums(self, mask: int) -> Iterator[tuple[int, int]]:
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
        held = chosen = mask & self._group
        while chosen:
            yield chosen >> self._shift, mask ^ chosen
            chosen = (chosen - 1) & held


@lru_cache(maxsize=256)
def shape_of(bases: int, atoms: int, items: int, group: int) -> Shape:
    """Return the shape; see `Shape` for the arguments."""
    return Shape(bases, atoms, items, group)
