"""Questions where a doubt lasts: what is seen may be one of several plays, and nothing that follows has told which."""

from collections.abc import Sequence

from numero_cam.games.numero.watching.events import Asked, Decided, Event, TakenBack

ASK_AFTER = 3.0
"""Seconds for which the same plays must be in doubt, no hand over the table; most doubts are over sooner by what follows."""
LEAST = 0.05
"""A play less likely is not asked about."""
MOST = 3
QUESTION = "What was played?"


class Asking:
    """Asks once about each doubt, and takes the question back when it is answered by what follows."""

    def __init__(self) -> None:
        self._count = 0
        self._doubt: tuple[frozenset[str], float] = (frozenset(), 0.0)
        self._asked: frozenset[str] = frozenset()
        self.open: Asked | None = None

    def doubt(self, t: float, plays: Sequence[tuple[str, float]], *, quiet: bool) -> list[Event]:
        """Hear of a doubt, and return the question where it has lasted.

        Args:
            t: The second.
            plays: Lines of what it may have been, each with its chance, the likeliest first.
            quiet: Whether no hand is over the table.
        """
        choices = tuple((line, chance) for line, chance in plays[:MOST] if chance >= LEAST)
        lines = frozenset(line for line, _ in choices)
        if not quiet or not lines or lines != self._doubt[0]:
            self._doubt = (lines if quiet else frozenset()), t
            return []
        if lines == self._asked or t - self._doubt[1] < ASK_AFTER:
            return []
        self._count += 1
        self._asked = lines
        self.open = Asked(t, self._count, QUESTION, choices)
        return [self.open]

    def told(self, events: Sequence[Event], t: float) -> tuple[Event, ...]:
        """Return events with the open question taken back, where they have answered it."""
        if self.open is None or not any(isinstance(event, Decided | TakenBack) for event in events):
            return tuple(events)
        answered = Asked(t, self.open.id, QUESTION, ())
        self.open, self._asked = None, frozenset()
        return (*events, answered)

    def choice(self, number: int, place: int) -> str | None:
        """Return the line of a choice of the open question, from 1; None where it is not asked."""
        if self.open is None or self.open.id != number or not 1 <= place <= len(self.open.choices):
            return None
        return self.open.choices[place - 1][0]
