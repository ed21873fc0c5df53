"""A plain Leitner box: on which day something that is learned is asked again."""

from dataclasses import dataclass
from datetime import date

#: Days that a card waits in each box. What is new lies in the first and is asked at once; what was missed lies in the second.
WAITS = (0, 1, 3, 7)
MISSED = 1  #: Index of the box of what was missed.


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a card lies."""

    box: int  #: Index of its box in `WAITS`.
    since: date  #: The day on which it was put there.

    def is_due(self, today: date) -> bool:
        """Return whether the card is asked. It also is where the clock was set back behind the day on which it was put there."""
        waited = (today - self.since).days
        return waited < 0 or waited >= WAITS[self.box]


def answered(slot: Slot, today: date, *, solved: bool) -> Slot | None:
    """Return where a card lies after an answer: what was missed in the box of one day, what was solved a box further.

    Returns:
        None for a card that was solved in the last box: it is learned.
    """
    box = max(slot.box, MISSED) + 1 if solved else MISSED
    return Slot(box, today) if box < len(WAITS) else None
