"""The calculations of a set one after the other, in an order that a person with the cards in the hand can follow.

A branch is finished before the next begins. What a step works on is a card, or the result of an earlier step: the last one, which the
person has just said, or one that was kept while another branch was worked out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.solve.expression import Acting, Expression, Number, Sum, ordered
from numero_cam.games.numero.solve.surds import Value, about, added


@dataclass(frozen=True, slots=True)
class Operand:
    """What a step works on: either a card or a result.

    Attributes:
        value: Its value.
        item: The number card or build; `None` for a result.
        step: Place of the step in its set whose result this is, from 0; `None` for a card.
    """

    value: Value
    item: Card | Build | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One calculation on the way.

    Attributes:
        left: What is there before; where `right` is the last result, a result kept from earlier.
        card: The wild card that acts on it, or `None` where `right` is added.
        right: What is added; `None` with a wild card.
        result: The value after.
    """

    left: Operand
    card: Card | None
    right: Operand | None
    result: Value


def steps_of(expression: Expression) -> tuple[Step, ...]:
    """Return the calculations, each branch as a whole; each card and each result but the last is used once."""
    steps: list[Step] = []
    _work_out(expression, steps)
    return tuple(steps)


def largest(steps: Sequence[Step]) -> Value:
    """Return the largest value among these steps, which are one or more."""
    return max((value for step in steps for value in (step.left.value, (step.right or step.left).value, step.result)), key=about)


def _work_out(expression: Expression, steps: list[Step]) -> Operand:
    """Add the steps of the expression, and return what has its value."""
    match expression:
        case Number(value, item):
            return Operand(value, item)
        case Acting(card, inner, value):
            return _done(steps, Step(_work_out(inner, steps), card, None, value))
        case Sum(terms, less, _):
            return _add_up(_order(terms, less), steps)


def _done(steps: list[Step], step: Step) -> Operand:
    steps.append(step)
    return Operand(step.result, step=len(steps) - 1)


def _add_up(order: "_Order", steps: list[Step]) -> Operand:
    total = _work_out(order.first, steps)
    for part in order.rest:
        if isinstance(part, Card):
            total = _done(steps, Step(total, part, None, added(total.value, -part.value)))
            continue
        other = _work_out(part, steps)
        if other.item is None and total.item is not None:  # the result has just been said: the card is added to it
            total, other = other, total
        total = _done(steps, Step(total, None, other, added(total.value, other.value)))
    return total


@dataclass(frozen=True, slots=True)
class _Order:
    """A sum as it is worked out: a term, then terms to add and subtraction cards to take off."""

    first: Expression
    rest: tuple[Expression | Card, ...]

    @property
    def peak(self) -> Fraction:
        """The largest value on the way, the terms among them."""
        total = self.first.value
        largest = about(total)
        for part in self.rest:
            total = added(total, -part.value if isinstance(part, Card) else part.value)
            largest = max(largest, about(total), *([] if isinstance(part, Card) else [about(part.value)]))
        return largest


def _order(terms: Sequence[Expression], less: Sequence[Card]) -> _Order:
    """Return the order of work: the longest branch first, then single cards, subtractions last.

    Where that makes larger numbers than need be, the order begins at the largest value, takes off all there is to take off and adds
    the smallest first: then no value exceeds both the largest term and the total.
    """
    first, *others = sorted(ordered(terms), key=_length, reverse=True)
    longest_first = _Order(first, (*others, *less))
    if not others or (not less and all(about(term.value) >= 0 for term in terms)):
        return longest_first
    *upwards, most = sorted(terms, key=lambda term: (about(term.value), -_length(term)))
    return min(longest_first, _Order(most, (*less, *upwards)), key=lambda order: order.peak)


def _length(expression: Expression) -> int:
    """Return how many steps an expression takes."""
    match expression:
        case Number():
            return 0
        case Acting(_, inner, _):
            return 1 + _length(inner)
        case Sum(terms, less, _):
            return len(terms) - 1 + len(less) + sum(map(_length, terms))
