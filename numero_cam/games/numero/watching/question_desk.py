"""Questions to the players about plays that stay in doubt."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Drawn, Move, Operation, Passed
from numero_cam.games.numero.watching.copies import plain_operation
from numero_cam.games.numero.watching.corrections import PlayCorrectionError

#: Seconds for which the same plays must be in doubt, with no hand over the table, before people are asked: most doubts end sooner.
ASK_AFTER_SECONDS = 3.0
MIN_CHOICE_PROBABILITY = 0.05  #: A play less probable than this, 0..1, is no choice of a question.
MAX_CHOICES = 3  #: Maximum number of choices of a question; the most probable plays are kept.
QUESTION = tr("What was played?")
STOCK_QUESTION = tr("Is the stock used up?")
ANSWERS = (tr("Yes"), tr("No"))  #: Answers of a question about the cards of the game; yes is assumed.

_Doubt = frozenset[tuple[int, Move]]  #: Plays that stay in doubt, with the turn that they are of.


class QuestionDesk:
    """Asks people once about each doubt that lasts, and withdraws the question when a later event settles it."""

    def __init__(self) -> None:
        self._count = 0
        self._doubt: tuple[_Doubt, float] = (frozenset(), 0.0)
        self._asked: _Doubt = frozenset()
        self.open: LogEntry | None = None  #: The question that waits for an answer; None where there is none.
        self.of_cards: LogEntry | None = None  #: The question about the cards of the game, which stays while others come and go.
        self.likely: tuple[tuple[Move, float], ...] = ()  #: The plays of the newest doubt, each with its probability, the likeliest first.

    def doubt(self, t: float, line: NumeroLine, probable: Mapping[Operation | None, float], *, quiet: bool) -> list[LogEntry]:
        """Record a doubt, and return a question if it has lasted for `ASK_AFTER_SECONDS`.

        Args:
            t: Second of the newest sight.
            line: The game up to now.
            probable: The operations that it may have been, each with its probability. Draws are asked about only where it is in doubt
                whether the stock is used up.
            quiet: Whether no hand is over the table.
        """
        used_up = any(isinstance(one, Drawn) and one.last and share >= MIN_CHOICE_PROBABILITY for one, share in probable.items())
        left_out = Passed if used_up else Drawn | Passed
        plays = [(one, share) for one, share in probable.items() if isinstance(one, Move) and not isinstance(one, left_out)]
        plays.sort(key=lambda one: -one[1])
        self.likely = tuple((plain_operation(line.state, play), share) for play, share in plays[:MAX_CHOICES])
        choices = tuple((play, probability) for play, probability in self.likely if probability >= MIN_CHOICE_PROBABILITY)
        doubt = frozenset((line.state.turn, play) for play, _ in choices)
        if not quiet or not doubt or doubt != self._doubt[0]:
            self._doubt = (doubt if quiet else frozenset()), t
            return []
        if doubt == self._asked or t - self._doubt[1] < ASK_AFTER_SECONDS:
            return []
        self._count += 1
        self._asked = doubt
        text = STOCK_QUESTION if all(isinstance(play, Drawn) for play, _ in choices) else QUESTION
        self.open = LogEntry("question", text, others=choices, n=self._count, t=t, line=line)
        return [self.open]

    def close_if_settled(self, events: Sequence[LogEntry], t: float) -> tuple[LogEntry, ...]:
        """Return the events, followed by the withdrawal of the open question if one of them decides or takes back a play."""
        settled = any(event.kind in ("operation", "undo") for event in events)
        if self.open is None or self.open.answers or not settled:
            return tuple(events)
        return (*events, *self.withdraw(t))

    def ask_of_cards(self, text: str, line: NumeroLine, t: float) -> LogEntry:
        """Ask whether the game has other cards than those that were named; yes is assumed until somebody says no."""
        self._count += 1
        self.open = self.of_cards = LogEntry("question", text, answers=ANSWERS, n=self._count, t=t, line=line)
        return self.open

    def is_of_cards(self, question: int, choice: int) -> bool:
        """Return whether a question about the cards of the game is open, and has such a choice, counted from 1."""
        return self.of_cards is not None and self.of_cards.n == question and 1 <= choice <= len(self.of_cards.answers)

    def withdraw(self, t: float) -> list[LogEntry]:
        """Close the open question, and ask about the same doubt again if it lasts; return the event, none where no question is open."""
        self._asked, self._doubt = frozenset(), (frozenset(), t)
        if self.open is None or self.open.answers:
            return []
        asked, self.open = self.open, None
        return [replace(asked, others=(), t=t)]

    def settle_cards(self, t: float) -> list[LogEntry]:
        """Close the question about the cards of the game; return the event, none where it is not the open one."""
        asked, self.of_cards = self.of_cards, None
        if asked is None or self.open is not asked:
            return []
        self.open = None
        return [replace(asked, answers=(), t=t)]

    def choice(self, question: int, place: int) -> Move:
        """Return a choice of the open question, counted from 1; a `PlayCorrectionError` where it is not open or has no such choice."""
        if self.open is None or self.open.n != question or not 1 <= place <= len(self.open.others):
            raise PlayCorrectionError(
                tr("question {question} is not open any more, or has no choice {choice}", question=question, choice=place)
            )
        return self.open.others[place - 1][0]
