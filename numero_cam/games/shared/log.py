"""A game as its log: operations that are checked and done, the states that follow from them, undo and redo."""

from collections.abc import Callable
from typing import Generic, TypeVar

State = TypeVar("State")
Operation = TypeVar("Operation")


class Log(Generic[State, Operation]):
    """The operations of a game and the states between them.

    Args:
        start: The state before the first operation.
        verify: Raises the rule that an operation breaks in a state.
        apply: Gives the state after a checked operation.
    """

    def __init__(self, start: State, verify: Callable[[State, Operation], None], apply: Callable[[State, Operation], State]) -> None:
        self._states = [start]
        self._operations: list[Operation] = []
        self._undone: list[Operation] = []
        self._verify, self._apply = verify, apply

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """All states: the first, then the one after each operation."""
        return tuple(self._states)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What happened, in order."""
        return tuple(self._operations)

    def do(self, operation: Operation) -> None:
        """Check an operation and do it; what was undone is forgotten. A broken rule changes nothing."""
        self._verify(self.state, operation)
        self._states.append(self._apply(self.state, operation))
        self._operations.append(operation)
        self._undone.clear()

    def undo(self) -> Operation | None:
        """Take back the last operation and return it; `None` where there is none."""
        if not self._operations:
            return None
        self._states.pop()
        self._undone.append(self._operations.pop())
        return self._undone[-1]

    def redo(self) -> Operation | None:
        """Do again what was undone last and return it; `None` where there is nothing."""
        if not self._undone:
            return None
        undone = self._undone[:]
        operation = undone.pop()
        self.do(operation)
        self._undone = undone
        return operation

    def copy(self) -> "Log[State, Operation]":
        """Return a log of its own that stands where this one stands; what was undone is not in it."""
        again = Log(self._states[0], self._verify, self._apply)
        again._states, again._operations = self._states[:], self._operations[:]
        return again
