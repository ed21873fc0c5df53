"""All ways in which cards make a value, in one of two normal forms, and the smallest largest value among them.

In both a sum is one list of terms, so that orders of addition are not told apart:

* signed: negative values are allowed on the way, and a subtraction card is a term of a sum like any other;
* unsigned: no value on the way is negative, and a subtraction card acts on one value.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from numero_cam.games.numero.solve.reach import Reach
from numero_cam.games.numero.solve.shapes import shape_of

NO_WAY = inf
"""The largest value of a way that does not exist."""


@dataclass(frozen=True, slots=True)
class IsCard:
    """The value is a single number card or build, by its bit."""

    bit: int


@dataclass(frozen=True, slots=True)
class FromWild:
    """The value comes from a wild card (its index) on another value of the other cards."""

    wild: int
    mask: int
    value: int


@dataclass(frozen=True, slots=True)
class FromSum:
    """The value is a term plus the rest; the rest may be subtraction cards alone."""

    term: int
    term_value: int
    rest: int
    rest_value: int


Reason = IsCard | FromWild | FromSum


class Form:
    """The ways of one normal form.

    Args:
        reach: Knows which values can be made at all, with negative values.
        signed: Whether negative values are allowed on the way.
        whole: Whether only whole numbers are allowed on the way.
        floor: A scaled value; of ways that do not exceed it, it makes no difference which is smaller.
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
        self._shape = shape_of(bases, atoms, bases + len(actions), 0)
        self._actions = [(1 << (bases + place), place, action) for place, action in enumerate(actions) if place >= atoms]
        self._peaks: dict[tuple[int, int], float] = {}
        self._term_peaks: dict[tuple[int, int], float] = {}

    def peak(self, mask: int, value: int) -> float:
        """Return the smallest largest value of the ways in which the mask makes the value, or `NO_WAY`.

        The value itself counts for terms only. What does not exceed the floor is not told apart: the first of such ways is taken.
        """
        found = self._peaks.get((mask, value))
        if found is None:
            found = self.term_peak(mask, value)
            if found > self._floor:
                found = self._least(found, self._joined(mask, value), value)
            self._peaks[mask, value] = found
        return found

    def term_peak(self, mask: int, value: int) -> float:
        """Return the same for the ways that are no sums."""
        found = self._term_peaks.get((mask, value))
        if found is None:
            found = self._term_peaks[mask, value] = self._least(NO_WAY, self._alone(mask, value), value)
        return found

    def _least(self, found: float, reasons: Iterator[Reason], value: int) -> float:
        for reason in reasons:
            found = min(found, self.peak_by(reason, value, found))
            if found <= self._floor:
                break
        return found

    def peak_by(self, reason: Reason, value: int, enough: float = NO_WAY) -> float:
        """Return the same for the ways with this last step to the value; where it is not below `enough`, anything not below it."""
        match reason:
            case IsCard():
                return value
            case FromWild(_, mask, before):
                most = max(value, before)
                return most if most >= enough else max(self.peak(mask, before), most)
            case FromSum(term, term_value, rest, rest_value):
                first = self.term_peak(term, term_value) if term_value < enough else enough
                if first >= enough or not rest & self._reach.base_bits:
                    return first
                return max(first, self.peak(rest, rest_value))

    def reasons(self, mask: int, value: int, *, terms_only: bool) -> Iterator[Reason]:
        """Yield every last step that may make the value, in an order that depends on the cards only.

        A step is given where its parts can be made with negative values; in the unsigned form its peak may be `NO_WAY`.
        """
        yield from self._alone(mask, value)
        if not terms_only:
            yield from self._joined(mask, value)

    def _alone(self, mask: int, value: int) -> Iterator[IsCard | FromWild]:
        if mask & (mask - 1) == 0:
            if self._reach.bases[mask.bit_length() - 1] == value:
                yield IsCard(mask)
            return
        for bit, place, action in self._actions:
            if mask & bit and mask & ~bit & self._reach.base_bits:
                for before in action.backward(value):
                    if (self._signed or before >= 0) and not before % self._step and self._reach.makes(mask ^ bit, before):
                        yield FromWild(place, mask ^ bit, before)

    def _joined(self, mask: int, value: int) -> Iterator[FromSum]:
        if mask & (mask - 1) == 0:
            return
        bases = self._reach.base_bits
        splits = self._shape.splits(mask).sums
        for term, rest in splits:
            if not rest & bases:
                yield from self._parts(term, rest, value)
        for term, rest in splits:
            if rest & bases:
                yield from self._parts(term, rest, value)

    def _parts(self, term: int, rest: int, value: int) -> Iterator[FromSum]:
        """Yield the sums of a term and a rest that make the value."""
        for part in sorted(self._reach.parts(term, rest, value, signed=self._signed, step=self._step)):
            yield FromSum(term, part, rest, value - part)
