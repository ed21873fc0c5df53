"""A game up to one of its operations, as a node of the tree of all games that begin alike; equal games are one object."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

LineState = TypeVar("LineState")
Operation = TypeVar("Operation", bound=Hashable)

_INTERNING = Lock()  #: So that two threads that play the same come to the same line.


class Line(Generic[LineState, Operation]):
    """A game up to here: the line before, the operation after it, and the state that it leads to.

    Whoever plays the same from the same beginning comes to the same object, so `is` says whether two games are equal. A line holds
    those before it, and only weakly those after it: what nobody plays on from is forgotten.
    """

    __slots__ = ("__weakref__", "_apply", "_next", "_verify", "depth", "operation", "parent", "state")

    parent: "Line[LineState, Operation]"  #: The line before; a beginning has none.
    operation: Operation  #: The operation that leads from there to here; a beginning has none.
    state: LineState  #: The state after it.
    depth: int  #: Number of operations since the beginning.
    _verify: Callable[[LineState, Operation], None]
    _apply: Callable[[LineState, Operation], LineState]
    _next: "WeakValueDictionary[Operation, Line[LineState, Operation]] | None"

    def __init__(
        self, state: LineState, verify: Callable[[LineState, Operation], None], apply: Callable[[LineState, Operation], LineState]
    ) -> None:
        """Make a line that nobody else comes to; `begin` and `play` return those of the tree."""
        self.state, self.depth, self._verify, self._apply, self._next = state, 0, verify, apply, None

    @classmethod
    def begin(
        cls, state: LineState, verify: Callable[[LineState, Operation], None], apply: Callable[[LineState, Operation], LineState]
    ) -> "Line[LineState, Operation]":
        """Return the line without operations.

        Args:
            state: The state before the first operation.
            verify: Raises a `BrokenRuleError` for an operation that breaks a rule in a state.
            apply: Returns the state after a checked operation.
        """
        with _INTERNING:
            return _BEGINNINGS.setdefault((state, verify, apply), cls(state, verify, apply))

    def begun_at(self, state: LineState) -> "Line[LineState, Operation]":
        """Return the line without operations that begins with another state, under the same rules."""
        return self.begin(state, self._verify, self._apply)

    def __reduce__(self) -> tuple[object, ...]:
        return _play_from, (self.up(0).state, self._verify, self._apply, self.operations)

    def verify(self, operation: Operation) -> None:
        """Raise a `BrokenRuleError` for an operation that breaks a rule here."""
        self._verify(self.state, operation)

    def play(self, operation: Operation) -> "Line[LineState, Operation]":
        """Return the line with one more operation, checked and done if nobody holds that line yet."""
        known = self._next.get(operation) if self._next is not None else None
        if known is not None:
            return known
        self._verify(self.state, operation)
        line = Line(self._apply(self.state, operation), self._verify, self._apply)
        line.parent, line.operation, line.depth = self, operation, self.depth + 1
        with _INTERNING:
            if self._next is None:
                self._next = WeakValueDictionary()
            return self._next.setdefault(operation, line)

    def play_all(self, operations: Iterable[Operation]) -> "Line[LineState, Operation]":
        """Return the line with more operations, each checked."""
        line = self
        for operation in operations:
            line = line.play(operation)
        return line

    def up(self, depth: int) -> "Line[LineState, Operation]":
        """Return the line of the first `depth` operations, which is this one where it has no more."""
        line = self
        while line.depth > depth:
            line = line.parent
        return line

    def begins_with(self, earlier: "Line[LineState, Operation]") -> bool:
        """Return whether this line is another one, or goes on from it."""
        return self.up(earlier.depth) is earlier

    def meet(self, other: "Line[LineState, Operation]") -> "Line[LineState, Operation]":
        """Return the longest line with which this one and another one begin."""
        one, other = self.up(other.depth), other.up(self.depth)
        while one is not other:
            one, other = one.parent, other.parent
        return one

    def back_to(self, depth: int) -> "Iterator[Line[LineState, Operation]]":
        """Yield this line and those before it that have more than `depth` operations, the longest first."""
        line = self
        while line.depth > depth:
            yield line
            line = line.parent

    def after(self, depth: int) -> tuple[Operation, ...]:
        """Return the operations that follow the first `depth` ones."""
        return tuple([line.operation for line in self.back_to(depth)][::-1])

    @property
    def operations(self) -> tuple[Operation, ...]:
        """All operations since the beginning, in order."""
        return self.after(0)


_BEGINNINGS: WeakValueDictionary[object, Line[Any, Any]] = WeakValueDictionary()  #: Lines without operations, of every game.


def _play_from(
    state: LineState,
    verify: Callable[[LineState, Operation], None],
    apply: Callable[[LineState, Operation], LineState],
    operations: Iterable[Operation],
) -> Line[LineState, Operation]:
    """Return the line of these operations from a first state; it makes a line again that was pickled."""
    return Line[LineState, Operation].begin(state, verify, apply).play_all(operations)
