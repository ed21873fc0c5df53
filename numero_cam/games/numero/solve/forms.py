"""All ways in which cards make a value, and the way whose largest intermediate value is smallest.

A way is a sequence of calculations that uses each card once. Its peak is the largest value on it. Sets of cards are bit masks, and
values are whole numbers: true values times the scale of the position (`numero_cam.games.numero.solve.scaled`).

Ways are searched in one of two normal forms. In both, a sum is one list of terms, so that ways that differ only in the order of their
additions count once:

* signed: intermediate values may be negative, and a subtraction card is a term of a sum like any other;
* unsigned: no intermediate value is negative, and a subtraction card acts on one value.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from numero_cam.games.numero.solve.reach import Reach
from numero_cam.games.numero.solve.splits import split_cache

NO_WAY = inf  #: Peak of a way that does not exist.


@dataclass(frozen=True, slots=True)
class SingleCard:
    """The value is that of one number card or build."""

    bit: int  #: The mask of that card.


@dataclass(frozen=True, slots=True)
class WildCardStep:
    """A wild card acts on a value that the other cards make."""

    wild: int  #: Index of the wild card.
    mask: int  #: Mask of the other cards.
    value: int  #: The scaled value that they make.


@dataclass(frozen=True, slots=True)
class SumStep:
    """A term is added to the rest."""

    term: int  #: Mask of the term's cards.
    term_value: int  #: Scaled value of the term.
    rest: int  #: Mask of the other cards, which may be subtraction cards alone.
    rest_value: int  #: Scaled value of the rest; of subtraction cards alone it is negative.


LastStep = SingleCard | WildCardStep | SumStep


class NormalForm:
    """The ways of one normal form, searched backwards from the value, with every peak cached.

    Args:
        reach: Finds which values each set of cards can make.
        signed: Whether intermediate values may be negative.
        whole: Whether intermediate values must be whole numbers.
        floor: Scaled value; peaks up to it count as equal, so a search ends at the first one.
    """

    def __init__(self, reach: Reach, *, signed: bool, whole: bool, floor: float) -> None:
        self.scale = reach.lattice.scale
        self._reach = reach
        self._signed = signed
        self._step = self.scale if whole else 1
        self._floor = floor
        bases = len(reach.bases)
        actions = reach.lattice.actions
        atoms = sum(1 for action in actions if action.shift) if signed else 0
        self._split_cache = split_cache(bases, atoms, bases + len(actions), 0)
        self._actions = [(1 << (bases + place), place, action) for place, action in enumerate(actions) if place >= atoms]
        self._peaks: dict[tuple[int, int], float] = {}
        self._term_peaks: dict[tuple[int, int], float] = {}

    def peak(self, mask: int, value: int) -> float:
        """Return the lowest peak of all ways in which the cards make the value; `NO_WAY` where there is none.

        The total of a sum does not count, and peaks up to the floor count as equal.
        """
        found = self._peaks.get((mask, value))
        if found is None:
            found = self.term_peak(mask, value)
            if found > self._floor:
                found = self._lowest_peak(found, self._sum_steps(mask, value), value)
            self._peaks[mask, value] = found
        return found

    def term_peak(self, mask: int, value: int) -> float:
        """Return the lowest peak of the ways whose last step is no addition, which may be a term of a sum."""
        found = self._term_peaks.get((mask, value))
        if found is None:
            found = self._term_peaks[mask, value] = self._lowest_peak(NO_WAY, self._steps_without_sum(mask, value), value)
        return found

    def _lowest_peak(self, found: float, last_steps: Iterator[LastStep], value: int) -> float:
        """Return the lowest of a peak found before and the peaks of the ways with these last steps."""
        for step in last_steps:
            found = min(found, self.peak_with(step, value, found))
            if found <= self._floor:
                break
        return found

    def peak_with(self, step: LastStep, value: int, bound: float = NO_WAY) -> float:
        """Return the lowest peak of the ways with this last step to the value; any number from `bound` on where it is not below `bound`."""
        match step:
            case SingleCard():
                return value
            case WildCardStep(_, mask, before):
                most = max(value, before)
                return most if most >= bound else max(self.peak(mask, before), most)
            case SumStep(term, term_value, rest, rest_value):
                first = self.term_peak(term, term_value) if term_value < bound else bound
                if first >= bound or not rest & self._reach.base_bits:
                    return first
                return max(first, self.peak(rest, rest_value))

    def last_steps(self, mask: int, value: int, *, terms_only: bool) -> Iterator[LastStep]:
        """Yield every possible last step to the value, in an order that depends on the cards only.

        The values before a step can be made if intermediate values may be negative; in the unsigned form its peak may be `NO_WAY`.
        """
        yield from self._steps_without_sum(mask, value)
        if not terms_only:
            yield from self._sum_steps(mask, value)

    def _steps_without_sum(self, mask: int, value: int) -> Iterator[SingleCard | WildCardStep]:
        """Yield the last steps that are no addition."""
        if mask & (mask - 1) == 0:
            if self._reach.bases[mask.bit_length() - 1] == value:
                yield SingleCard(mask)
            return
        for bit, place, action in self._actions:
            if mask & bit and mask & ~bit & self._reach.base_bits:
                for before in action.backward(value):
                    if (self._signed or before >= 0) and not before % self._step and self._reach.makes(mask ^ bit, before):
                        yield WildCardStep(place, mask ^ bit, before)

    def _sum_steps(self, mask: int, value: int) -> Iterator[SumStep]:
        """Yield the additions that end on the value; those whose rest is subtraction cards alone come first."""
        if mask & (mask - 1) == 0:
            return
        bases = self._reach.base_bits
        splits = self._split_cache.splits(mask).sums
        for term, rest in splits:
            if not rest & bases:
                yield from self._sums_of_split(term, rest, value)
        for term, rest in splits:
            if rest & bases:
                yield from self._sums_of_split(term, rest, value)

    def _sums_of_split(self, term: int, rest: int, value: int) -> Iterator[SumStep]:
        """Yield the additions of these two sets of cards that end on the value, the smallest term first."""
        for part in sorted(self._reach.parts(term, rest, value, signed=self._signed, step=self._step)):
            yield SumStep(term, part, rest, value - part)
