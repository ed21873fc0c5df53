"""The optional compiled kernel: classes that answer as `Reach`, `NormalForm` and `TakeSearch` do, but faster.

`_kernel/module.c` is compiled twice, with integers of 64 and of 128 bits. A position is computed with the narrow one; if a value
overflows, with the wide one; if that overflows too, in Python, whose integers have no limit.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

from numero_cam.games.numero.rules import Card, Kind, Scoring
from numero_cam.games.numero.rules.cards import DEGREES
from numero_cam.games.numero.rules.scoring import UNKNOWN_COLOUR, colour_bit
from numero_cam.games.numero.solve.clock import Clock, OutOfMemoryError, OutOfTimeError, StoppedBy
from numero_cam.games.numero.solve.forms import NO_WAY, NormalForm
from numero_cam.games.numero.solve.masks import Layout
from numero_cam.games.numero.solve.reach import Reach, equal_cards
from numero_cam.games.numero.solve.scaled import Lattice, ScaledAction
from numero_cam.games.numero.solve.takes import GRACE_SECONDS, BestTakes, Take, TakeSearch

SWITCH = "NUMERO_CAM_KERNEL"  #: Environment variable; with the value `off`, Python answers instead of the kernel.
#: Maximum number of cards and builds that the kernel searches, as in `values.h`: 14 in the centre and four wild cards in hand.
MAX_KERNEL_ITEMS = 18
MAX_TAKERS = 16  #: Maximum number of different number cards of a hand that the kernel searches for at once.
_INTERFACE_VERSION = 5  #: Version of the interface between this file and the C sources; a compiled kernel of another version is not used.
_MODULES = ("_kernel64", "_kernel128")  # compiled modules in this package, the faster one first
_BONUS_CARDS = 16  #: Number of set sizes in the tables of bonuses; sets of more cards have the bonus of 15.
_BONUS_OPERATIONS = 8  #: Number of combinations of operations in the table of bonuses.
_BONUS_COLOURS = 512  #: Number of combinations of colours in the table of bonuses.
_HIGHEST_DEGREE = 3  #: Highest degree of the powers and roots that `values.h` computes.
_NO_TIME_LIMIT = -1.0  #: Seconds left, as the kernel takes them, where there is no time limit.

#: An expression: the bit of a base; the index of a wild card with what it acts on; or terms with the indices of subtraction cards.
Tree = int | tuple[int, "Tree"] | tuple[list["Tree"], list[int]]
_T = TypeVar("_T")


class _Kernel(Protocol):
    """The class of the compiled module, made for one position; `_kernel/module.c` documents its methods.

    `among` returns the wanted values that the mask makes; `making`, `peak`, `way` and `best` answer the methods of these names below.
    A domain is (whole, signed, floor) of `KernelForm`. A limit raises a `TimeoutError` or `MemoryError`, a value too large an
    `OverflowError`.
    """

    def among(self, mask: int, wanted: list[int], seconds_left: float, /) -> list[int]: ...
    def making(self, held: int, some: int, most: int, wanted: list[int], seconds_left: float, /) -> list[tuple[int, int]]: ...
    def peak(self, mask: int, value: int, domain: tuple[bool, bool, int], seconds_left: float, /) -> int | None: ...
    def way(self, mask: int, value: int, domain: tuple[bool, bool, int], largest: int, seconds_left: float, /) -> Tree: ...
    def best(self, *arguments: object) -> tuple[list[tuple[int, int, tuple[int, ...]]], StoppedBy | None]: ...


class Table(Protocol):
    """The class of the compiled module that plays on from a position; `_kernel/table_type.h` documents its methods."""

    def play(self, *arguments: object) -> tuple[Any, ...]:
        """Play some turns; return scores, wild cards, cards held and cards won of each player, cards in the stock, over, and the turns."""

    def end(self, *arguments: object) -> tuple[int, tuple[Any, ...], int]:
        """Search the end of a game of two; return its value, the best play by places in hand and centre, and the number of positions."""

    def end_of_many(self, *arguments: object) -> tuple[int, ...]:
        """Search an end all of whose cards are given, of any number of players; return what each still gains."""


@cache
def _modules() -> tuple[Any, ...]:
    """Return the compiled modules, the one of 64 bits first; none if they were not built, are of another version or do not fit the pack."""
    if not kernel_fits_pack():
        return ()
    try:
        modules = [import_module(f"numero_cam.games.numero.solve.{name}") for name in _MODULES]
    except ImportError:
        return ()
    return tuple(module for module in modules if module.EDITION == _INTERFACE_VERSION)


@cache
def kernels() -> tuple[Callable[..., _Kernel], ...]:
    """Return the compiled kernels of the solver, the one of 64 bits first; none where there are no compiled modules."""
    return tuple(module.Kernel for module in _modules())


@cache
def tables() -> tuple[Callable[..., Table], ...]:
    """Return the compiled tables, the one of 64 bits first; none where there are no compiled modules."""
    return tuple(module.Table for module in _modules())


def kernel_fits_pack() -> bool:
    """Return whether the kernel was written for as many colours and as high degrees as the pack has."""
    return 2 * UNKNOWN_COLOUR <= _BONUS_COLOURS and max(DEGREES) <= _HIGHEST_DEGREE


def kernel_available() -> bool:
    """Return whether the compiled kernel answers: it was built and is not switched off."""
    return os.environ.get(SWITCH) != "off" and bool(kernels())


class KernelReach:
    """Finds which values sets of cards can make, as `Reach` does, with the kernel.

    Args:
        bases: Values of the number cards and builds, in the order of their bits.
        wilds: The wild cards in the order of the pack, in the order of their bits after the bases.
        whole: Whether intermediate values must be whole numbers.
        clock: Stops the search at its time limit.
        negative: Whether intermediate values may be below zero.
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
        masks = [bits for bits, _ in equal_cards(tuple(bases), tuple(wilds))]
        self._kernel_arguments = self.bases, kernel_actions(tuple(wilds), whole), self.lattice.scale, whole, negative, masks
        self._untried = list(kernels())
        self._kernel: _Kernel | None = None

    @cached_property
    def python_fallback(self) -> Reach:
        """The search of the same cards in Python, for values beyond 128 bits."""
        return Reach(*self._cards, self._clock, whole=self._whole, negative=self._negative)

    def ask(self, question: Callable[[_Kernel], _T]) -> _T:
        """Return what the question, which calls a method of the kernel, returns; on overflow, ask the wider kernel.

        Raises an `OverflowError` where that overflows, too, and an `OutOfTimeError` or `OutOfMemoryError` at a limit.
        """
        while self._untried:
            try:
                if self._kernel is None:
                    self._kernel = self._untried[0](*self._kernel_arguments)
                return question(self._kernel)
            except OverflowError:
                self._kernel = None
                del self._untried[0]
            except TimeoutError as stopped:
                raise OutOfTimeError from stopped
            except MemoryError as stopped:
                raise OutOfMemoryError from stopped
        raise OverflowError

    def seconds_left(self) -> float:
        """Return the seconds left until the time limit, as the kernel takes them."""
        left = self._clock.left()
        return _NO_TIME_LIMIT if left is None else left

    def reachable(self, mask: int, wanted: set[int]) -> set[int]:
        """Return the wanted scaled values that the mask (with at least one base) can make."""
        self._clock.check()
        try:
            return set(self.ask(lambda kernel: kernel.among(mask, list(wanted), self.seconds_left())))
        except OverflowError:
            return self.python_fallback.reachable(mask, wanted)

    def making(self, held: int, some: int, most: int, wanted: Sequence[int]) -> list[tuple[int, int]]:
        """Return (mask, value) for every wanted scaled value that a mask makes; `Reach.making` says which masks are tried."""
        self._clock.check()
        try:
            return self.ask(lambda kernel: kernel.making(held, some, most, list(wanted), self.seconds_left()))
        except OverflowError:
            return self.python_fallback.making(held, some, most, wanted)


class KernelForm:
    """Finds ways with the lowest peak, as `NormalForm` does, with the kernel.

    Args:
        reach: The kernel's search of the same cards.
        signed: Whether intermediate values may be negative.
        whole: Whether intermediate values must be whole numbers.
        floor: Scaled value; peaks up to it count as equal.
    """

    def __init__(self, reach: KernelReach, *, signed: bool, whole: bool, floor: int) -> None:
        self._reach = reach
        self._domain = whole, signed, floor

    @cached_property
    def python_fallback(self) -> NormalForm:
        """The form of the same cards in Python, for values beyond 128 bits."""
        whole, signed, floor = self._domain
        return NormalForm(self._reach.python_fallback, signed=signed, whole=whole, floor=floor)

    def peak(self, mask: int, value: int) -> float:
        """Return the lowest peak of all ways in which the mask makes the scaled value; `NO_WAY` where there is none."""
        try:
            found = self._reach.ask(lambda kernel: kernel.peak(mask, value, self._domain, self._reach.seconds_left()))
        except (OverflowError, OutOfTimeError):  # Python minds the time limit itself
            return self.python_fallback.peak(mask, value)
        return NO_WAY if found is None else found

    def way(self, mask: int, value: int, largest: float) -> Tree | None:
        """Return the first way whose peak is at most `largest`; None if Python has to find it."""
        try:
            return self._reach.ask(lambda kernel: kernel.way(mask, value, self._domain, int(largest), self._reach.seconds_left()))
        except (OverflowError, OutOfTimeError):
            return None


class KernelTakeSearch:
    """Searches for the best takes of a layout, as `TakeSearch` does, with the kernel."""

    def __init__(self, layout: Layout, reach: KernelReach, clock: Clock) -> None:
        self._layout = layout
        self._reach = reach
        self._clock = clock

    def best(self, wanted: int) -> tuple[BestTakes, StoppedBy | None]:
        """Return the `wanted` best really different takes, 1 or more, and the limit that stopped the search; None where they are proven."""
        layout = self._layout
        try:
            if len(layout.takers) > MAX_TAKERS:
                raise OverflowError  # noqa: TRY301 - answered in Python, as where values are too large
            entries, stopped = self._reach.ask(lambda kernel: kernel.best(*self._search_arguments(wanted)))
        except OverflowError:
            return TakeSearch(layout, self._reach.python_fallback, self._clock).best(wanted)
        found = BestTakes(wanted)
        for what, (rank, place, masks) in enumerate(entries):
            found.ranks[what] = rank
            found.takes[what] = Take(place, masks)
        return found, stopped

    def _search_arguments(self, wanted: int) -> tuple[object, ...]:
        """Return the arguments of the kernel's `best`, in the order of `_kernel/module.c`."""
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
            _equal_face_masks(layout.faces),
            *bonus_tables(scoring.without_print),
            *layout.weights,
            layout.clear_rank,
            layout.centre,
            wanted,
            self._reach.seconds_left(),
            GRACE_SECONDS,
        )


@lru_cache(maxsize=1024)
def kernel_actions(wilds: tuple[Card, ...], whole: bool) -> list[tuple[int, int, int, int, int, int]]:  # noqa: FBT001 - the key of a cache
    """Return each wild card as the kernel takes it: kind, degree, factor's numerator and denominator, subtracted value, growth."""
    return [_kernel_action(action) for action in Lattice.of(wilds, whole=whole).actions]


def _kernel_action(action: ScaledAction) -> tuple[int, int, int, int, int, int]:
    """Return one wild card as the kernel takes it; its kinds are 0 subtraction, 1 factor, 2 power, 3 root."""
    if action.shift:
        return 0, 0, 1, 1, action.shift, 1
    if action.factor is not None:
        return 1, 0, action.factor.numerator, action.factor.denominator, 0, action.growth
    power = action.card.kind is Kind.POWER
    return 2 if power else 3, int(action.card.value), 1, 1, 0, 0 if power else 1


def _equal_face_masks(faces: Sequence[str]) -> list[int]:
    """Return the mask of each face that occurs more than once."""
    if len(set(faces)) == len(faces):
        return []
    masks: dict[str, int] = {}
    for bit, face in enumerate(faces):
        masks[face] = masks.get(face, 0) | 1 << bit
    return [mask for mask in masks.values() if mask & (mask - 1)]


@lru_cache(maxsize=16)
def bonus_tables(scoring: Scoring) -> tuple[bytes, bytes]:
    """Return two tables of points: by size and operations of a set, and by size and colours; `_kernel/takes.h` reads them."""
    bonus = bytes(
        scoring.size_points(cards) + scoring.operation_points(signs, cards)
        for cards in range(_BONUS_CARDS)
        for signs in range(_BONUS_OPERATIONS)
    )
    colours = bytes(scoring.colour_points(bits, cards) for cards in range(_BONUS_CARDS) for bits in range(_BONUS_COLOURS))
    return bonus, colours
