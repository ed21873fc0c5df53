"""The compiled kernel, where it was built: the same answers as the Python it stands for, sooner.

`_kernel/module.c` is built twice, with values of 64 and of 128 bits. A position is first asked with the narrow one; where a value leaves
its range the wide one is asked, and then Python (`Reach`, `Form`, `Takes`), which knows no range.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import Protocol, TypeVar

from numero_cam.games.numero.rules import Card, Kind, Scoring
from numero_cam.games.numero.rules.cards import DEGREES
from numero_cam.games.numero.rules.scoring import UNKNOWN_COLOUR, colour_bit
from numero_cam.games.numero.solve.clock import Clock, OutOfMemoryError, OutOfTimeError, Stop
from numero_cam.games.numero.solve.forms import NO_WAY, Form
from numero_cam.games.numero.solve.masks import Layout
from numero_cam.games.numero.solve.reach import Reach, twins_of
from numero_cam.games.numero.solve.scaled import Action, Lattice
from numero_cam.games.numero.solve.takes import GRACE_SECONDS, BestTakes, Take, Takes

SWITCH = "NUMERO_CAM_KERNEL"
"""Environment variable; `off` keeps the kernel out, and Python answers."""
MAX_KERNEL_ITEMS = 18
"""Maximum number of cards and builds that the kernel searches, as in `values.h`: 14 in the centre and four wild cards in hand."""
MAX_TAKERS = 16
"""Maximum number of different number cards of a hand that the kernel searches for at once."""
_EDITION = 4
"""Version of the interface; a kernel that an older checkout built with another version is not used."""
_MODULES = ("_kernel64", "_kernel128")
_BONUS_CARDS = 16
"""Entries of the table of bonuses by number of cards; sets of more cards have the bonus of 15."""
_BONUS_OPERATIONS = 8
"""Entries of the table of bonuses by set of operations."""
_BONUS_COLOURS = 512
"""Entries of the table of bonuses by set of colours."""
_HIGHEST_DEGREE = 3
"""Highest degree of the powers and roots that `values.h` computes."""
_FOREVER = -1.0

Tree = int | tuple[int, "Tree"] | tuple[list["Tree"], list[int]]
"""A way: the bit of a card, a wild card on another way, or terms less subtraction cards."""
_T = TypeVar("_T")


class _Kernel(Protocol):
    """What the compiled module offers for one position; see `_kernel/module.c`."""

    def among(self, mask: int, wanted: list[int], seconds: float, /) -> list[int]: ...
    def making(self, held: int, some: int, most: int, wanted: list[int], seconds: float, /) -> list[tuple[int, int]]: ...
    def peak(self, mask: int, value: int, world: tuple[bool, bool, int], seconds: float, /) -> int | None: ...
    def way(self, mask: int, value: int, world: tuple[bool, bool, int], largest: int, seconds: float, /) -> Tree: ...
    def best(self, *arguments: object) -> tuple[list[tuple[int, int, tuple[int, ...]]], Stop | None]: ...


@cache
def kernels() -> tuple[Callable[..., _Kernel], ...]:
    """Return the compiled kernels, the narrow one first; none where they were not built, or from other sources than these.

    Nor where the pack has more colours or higher degrees than they were built for: Python answers then.
    """
    if not carries_pack():
        return ()
    try:
        modules = [import_module(f"numero_cam.games.numero.solve.{name}") for name in _MODULES]
    except ImportError:
        return ()
    return tuple(module.Kernel for module in modules if module.EDITION == _EDITION)


def carries_pack() -> bool:
    """Return whether the kernel's sources have room for the colours and degrees of the pack; else Python answers."""
    return 2 * UNKNOWN_COLOUR <= _BONUS_COLOURS and max(DEGREES) <= _HIGHEST_DEGREE


def is_there() -> bool:
    """Return whether the compiled kernel answers: it was built, and is not switched off."""
    return os.environ.get(SWITCH) != "off" and bool(kernels())


class KernelReach:
    """Answers which values masks of one position can make, as `Reach` does.

    Args:
        bases: Values of the number cards and builds, in the order of their bits.
        wilds: The wild cards in the order of the pack, in the order of their bits after the bases.
        whole: Whether every value on the way is a whole number.
        clock: Stops the search at its time limit.
        negative: Whether values below zero may occur on the way.
    """

    def __init__(self, bases: Sequence[int], wilds: Sequence[Card], clock: Clock, *, whole: bool, negative: bool = True) -> None:
        self.lattice = Lattice.of(wilds, whole=whole)
        self.bases = [self.lattice.scaled(value) for value in bases]
        self.base_bits = (1 << len(bases)) - 1
        self.atom_bits = sum(1 << (len(bases) + place) for place, action in enumerate(self.lattice.actions) if action.shift)
        self._clock = clock
        self._cards = bases, wilds
        self._whole = whole
        self._negative = negative
        masks = [bits for bits, _ in twins_of(tuple(bases), tuple(wilds))]
        self._spec = self.bases, _actions(tuple(wilds), whole), self.lattice.scale, whole, negative, masks
        self._left = list(kernels())
        self._kernel: _Kernel | None = None

    @cached_property
    def plain(self) -> Reach:
        """The same search in Python, for values beyond the kernel's range."""
        return Reach(*self._cards, self._clock, whole=self._whole, negative=self._negative)

    def asked(self, question: Callable[[_Kernel], _T]) -> _T:
        """Return the kernel's answer.

        Raises:
            OverflowError: If the values are beyond its range.
            OutOfTimeError: At the time limit.
            OutOfMemoryError: Where the memory that the kernel may use is used up.
        """
        while self._left:
            try:
                if self._kernel is None:
                    self._kernel = self._left[0](*self._spec)
                return question(self._kernel)
            except OverflowError:
                self._kernel = None
                del self._left[0]
            except TimeoutError as stopped:
                raise OutOfTimeError from stopped
            except MemoryError as stopped:
                raise OutOfMemoryError from stopped
        raise OverflowError

    def seconds(self) -> float:
        """Return the time left as the kernel is told it."""
        left = self._clock.left()
        return _FOREVER if left is None else left

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return which of these scaled values the mask (with at least one base) can make."""
        self._clock.check()
        try:
            return set(self.asked(lambda kernel: kernel.among(mask, list(wanted), self.seconds())))
        except OverflowError:
            return self.plain.reachable(mask, wanted)

    def making(self, held: int, some: int, most: int, wanted: Sequence[int]) -> list[tuple[int, int]]:
        """Return the masks of up to `most` cards that hold all of `held`, with a base, and one of `some` at least, with each value made."""
        self._clock.check()
        try:
            return self.asked(lambda kernel: kernel.making(held, some, most, list(wanted), self.seconds()))
        except OverflowError:
            return self.plain.making(held, some, most, wanted)


class KernelForm:
    """The ways of one normal form, as `Form` finds them.

    Args:
        reach: The search that knows the cards.
        signed: Whether negative values are allowed on the way.
        whole: Whether only whole numbers are allowed on the way.
        floor: A scaled value; of ways that do not exceed it, it makes no difference which is smaller.
    """

    def __init__(self, reach: KernelReach, *, signed: bool, whole: bool, floor: int) -> None:
        self._reach = reach
        self._world = whole, signed, floor

    @cached_property
    def plain(self) -> Form:
        """The same in Python, for values beyond the kernel's range."""
        whole, signed, floor = self._world
        return Form(self._reach.plain, signed=signed, whole=whole, floor=floor)

    def peak(self, mask: int, value: int) -> float:
        """Return the smallest largest value of the ways in which the mask makes the value, or `NO_WAY`."""
        try:
            found = self._reach.asked(lambda kernel: kernel.peak(mask, value, self._world, self._reach.seconds()))
        except (OverflowError, OutOfTimeError):  # Python minds the time limit itself
            return self.plain.peak(mask, value)
        return NO_WAY if found is None else found

    def way(self, mask: int, value: int, largest: float) -> Tree | None:
        """Return the first way on which nothing exceeds the largest value; `None` where Python has to find it."""
        try:
            return self._reach.asked(lambda kernel: kernel.way(mask, value, self._world, int(largest), self._reach.seconds()))
        except (OverflowError, OutOfTimeError):
            return None


class KernelTakes:
    """Searches the takes of a layout, as `Takes` does.

    Args:
        layout: The cards.
        reach: Answers which set makes which value.
        clock: Stops the search at its time limit.
    """

    def __init__(self, layout: Layout, reach: KernelReach, clock: Clock) -> None:
        self._layout = layout
        self._reach = reach
        self._clock = clock

    def best(self, wanted: int) -> tuple[BestTakes, Stop | None]:
        """Return the best takes, and what stopped the search; `None` where they are proven.

        Args:
            wanted: How many really different takes, 1 or more.
        """
        layout = self._layout
        try:
            if len(layout.takers) > MAX_TAKERS:
                raise OverflowError  # noqa: TRY301 - as where values are out of range
            entries, stopped = self._reach.asked(lambda kernel: kernel.best(*self._arguments(wanted)))
        except OverflowError:
            return Takes(layout, self._reach.plain, self._clock).best(wanted)
        found = BestTakes(wanted)
        for what, (rank, place, masks) in enumerate(entries):
            found.ranks[what] = rank
            found.takes[what] = Take(place, masks)
        return found, stopped

    def _arguments(self, wanted: int) -> tuple[object, ...]:
        layout = self._layout
        numbers = [int(taker.value) for taker in layout.takers]
        scoring = layout.scoring
        takers = [
            fact
            for taker, number in zip(layout.takers, numbers, strict=True)
            for fact in (numbers.index(number), colour_bit(taker), scoring.card_points(taker))
        ]
        return (
            [fact for facts in layout.facts for fact in facts],
            [number * self._reach.lattice.scale for number in numbers],
            takers,
            _faces(layout.faces),
            *_bonuses(scoring.without_print),
            *layout.worth,
            layout.clear_rank,
            layout.centre,
            wanted,
            self._reach.seconds(),
            GRACE_SECONDS,
        )


@lru_cache(maxsize=1024)
def _actions(wilds: tuple[Card, ...], whole: bool) -> list[tuple[int, int, int, int, int, int]]:  # noqa: FBT001 - the key of a cache
    """Return the wild cards as the kernel knows them: kind, degree, factor, what is taken away, growth."""
    return [_action(action) for action in Lattice.of(wilds, whole=whole).actions]


def _action(action: Action) -> tuple[int, int, int, int, int, int]:
    if action.shift:
        return 0, 0, 1, 1, action.shift, 1
    if action.factor is not None:
        return 1, 0, action.factor.numerator, action.factor.denominator, 0, action.growth
    power = action.card.kind is Kind.POWER
    return 2 if power else 3, int(action.card.value), 1, 1, 0, 0 if power else 1


def _faces(faces: Sequence[str]) -> list[int]:
    """Return the masks of cards of equal faces, for those that have an equal."""
    if len(set(faces)) == len(faces):
        return []
    masks: dict[str, int] = {}
    for bit, face in enumerate(faces):
        masks[face] = masks.get(face, 0) | 1 << bit
    return [mask for mask in masks.values() if mask & (mask - 1)]


@lru_cache(maxsize=16)
def _bonuses(scoring: Scoring) -> tuple[bytes, bytes]:
    """Return what a set brings for its size and operations, and for its colours; see `_kernel/takes.h`."""
    bonus = bytes(
        scoring.size_points(cards) + scoring.operation_points(signs, cards)
        for cards in range(_BONUS_CARDS)
        for signs in range(_BONUS_OPERATIONS)
    )
    colours = bytes(scoring.colour_points(bits, cards) for cards in range(_BONUS_CARDS) for bits in range(_BONUS_COLOURS))
    return bonus, colours
