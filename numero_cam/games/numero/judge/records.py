"""The verdict on an answer, and the faults that an answer can have."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card, Scored, cards_of


class Fault(Enum):
    """Kinds of wrong steps; the value is written to JSON."""

    NO_CARD = "no card"
    CARD_TWICE = "card used twice"
    NO_WILD = "no wild card for it"
    WILD_TWICE = "wild card used twice"
    NUMBERS_ONLY_ADDED = "number cards are only added"
    WRONG_RESULT = "wrong result"
    NOT_WHOLE = "not a whole number"
    NEGATIVE = "negative"
    NO_ROOT = "no exact root"
    SETS_DIFFER = "sets are not equal"
    NO_TAKER = "no such card in the hand"
    LEFT_OVER = "cards are left over"


@dataclass(frozen=True, slots=True)
class WrongStep:
    """The first wrong step of an answer."""

    fault: Fault  #: The kind of fault.
    left: Fraction  #: The left operand, or the value in question.
    sign: str = ""  #: `+`, `-`, `*`, `/`, `=`, `power` or `root`; empty where no operation is at fault.
    right: Fraction | None = None  #: The right operand, or the number of the only card that could take; None where there is none.
    result: Fraction | None = None  #: The true result; None where the result is not at fault.
    cards: tuple[Card | Build, ...] = ()  #: The cards that are left over.
    colour: str = ""  #: The letter of the colour that was written; empty for none.


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is a take, and its points."""

    wrong: WrongStep | None  #: The first step that is wrong; `None` where the answer is a take.
    taker: Card | None = None  #: The taking card.
    sets: tuple[tuple[Card | Build, ...], ...] = ()  #: The cards of each set.
    scored: Scored | None = None  #: The points of the take.
    clears: bool = False  #: Whether it takes all cards of the centre.

    @property
    def cards(self) -> int:
        """Number of cards that are won, the taking card included."""
        return sum(len(cards_of(item)) for one_set in self.sets for item in one_set) + bool(self.sets)


#: Order in which faults are preferred where several assignments of cards got equally far.
FAULT_PRIORITY = (
    Fault.WRONG_RESULT,
    Fault.NOT_WHOLE,
    Fault.NEGATIVE,
    Fault.NO_ROOT,
    Fault.NUMBERS_ONLY_ADDED,
    Fault.WILD_TWICE,
    Fault.CARD_TWICE,
    Fault.NO_WILD,
    Fault.NO_CARD,
    Fault.SETS_DIFFER,
    Fault.NO_TAKER,
    Fault.LEFT_OVER,
)
