"""A game as its log: operations that are checked and done, the states that follow from them, undo and redo."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Generic, Self, TypeVar

from numero_cam.games.shared.breaks import holds

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

    def steps(self) -> Iterator[tuple[State, Operation, State]]:
        """Give each operation with the state before and the state after it."""
        return zip(self._states, self._operations, self._states[1:], strict=False)

    def verify(self, operation: Operation) -> None:
        """Check an operation.

        Raises:
            BrokenRuleError: With the rule that it breaks.
        """
        self._verify(self.state, operation)

    def can(self, operation: Operation) -> bool:
        """Return whether an operation may be done now."""
        return holds(self.verify, operation)

    def do(self, operation: Operation) -> None:
        """Check an operation and do it; what was undone is forgotten.

        Raises:
            BrokenRuleError: With the rule that it breaks; then nothing is done.
        """
        self.verify(operation)
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

    def copy(self) -> Self:
        """Return one of its own that stands where this one stands; what was undone is not in it."""
        again = copy(self)
        again._states, again._operations, again._undone = self._states[:], self._operations[:], []  # noqa: SLF001 - of this class
        return again

    def begun_at(self, state: State) -> Self:
        """Return one of its own in which nothing has happened yet, and which begins with this state."""
        again = self.copy()
        again._states, again._operations = [state], []  # noqa: SLF001 - of this class
        return again

    def replayed(self, count: int | None = None) -> Self:
        """Return one of its own after the first operations, all of them by default, each checked and done again."""
        again = self.begun_at(self._states[0])
        for operation in self._operations[:count]:
            again.do(operation)
        return again
