"""Questions to the players about plays that stay in doubt."""

from collections.abc import Sequence

from numero_cam.catalogue import tr
from numero_cam.games.numero.watching.events import Event, PlayDecided, PlayTakenBack, QuestionAsked

#: Seconds for which the same plays must be in doubt, with no hand over the table, before people are asked: most doubts end sooner.
ASK_AFTER_SECONDS = 3.0
MIN_CHOICE_PROBABILITY = 0.05  #: A play less probable than this, 0..1, is no choice of a question.
MAX_CHOICES = 3  #: Maximum number of choices of a question; the most probable plays are kept.
QUESTION = tr("What was played?")


class QuestionDesk:
    """Asks people once about each doubt that lasts, and withdraws the question when a later event settles it."""

    def __init__(self) -> None:
        self._count = 0
        self._doubt: tuple[frozenset[str], float] = (frozenset(), 0.0)
        self._asked_lines: frozenset[str] = frozenset()
        self.open: QuestionAsked | None = None  #: The question that waits for an answer; None where there is none.
        #: Lines of the plays of the newest doubt, each with its probability, the likeliest first.
        self.likely: tuple[tuple[str, float], ...] = ()

    def doubt(self, t: float, plays: Sequence[tuple[str, float]], *, quiet: bool) -> list[Event]:
        """Record a doubt, and return a question if it has lasted for `ASK_AFTER_SECONDS`.

        Args:
            t: Second of the newest sight.
            plays: Lines of the plays that it may have been, each with its probability, the most probable first.
            quiet: Whether no hand is over the table.
        """
        self.likely = tuple(plays[:MAX_CHOICES])
        choices = tuple((line, probability) for line, probability in plays[:MAX_CHOICES] if probability >= MIN_CHOICE_PROBABILITY)
        lines = frozenset(line for line, _ in choices)
        if not quiet or not lines or lines != self._doubt[0]:
            self._doubt = (lines if quiet else frozenset()), t
            return []
        if lines == self._asked_lines or t - self._doubt[1] < ASK_AFTER_SECONDS:
            return []
        self._count += 1
        self._asked_lines = lines
        self.open = QuestionAsked(t, self._count, QUESTION, choices)
        return [self.open]

    def close_if_settled(self, events: Sequence[Event], t: float) -> tuple[Event, ...]:
        """Return the events, followed by the withdrawal of the open question if one of them decides or takes back a play."""
        if self.open is None or not any(isinstance(event, PlayDecided | PlayTakenBack) for event in events):
            return tuple(events)
        return (*events, *self.withdraw(t))

    def withdraw(self, t: float) -> list[Event]:
        """Close the open question, and ask about the same doubt again if it lasts; return the event, none where no question is open."""
        asked, self.open = self.open, None
        self._asked_lines, self._doubt = frozenset(), (frozenset(), t)
        return [] if asked is None else [QuestionAsked(t, asked.id, QUESTION, ())]

    def choice(self, question: int, place: int) -> str | None:
        """Return the line of a choice of the open question, counted from 1; None where the question is not open or has no such choice."""
        if self.open is None or self.open.id != question or not 1 <= place <= len(self.open.choices):
            return None
        return self.open.choices[place - 1][0]
