"""Turns an expression into single calculations, in an order that a person with the cards in the hand can follow.

A branch of the expression is finished before the next begins. A step works on a card or on the result of an earlier step: the last
result, which the person has just said, or one that the person kept in mind while another branch was worked out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.solve.expression import CardApplied, Expression, Number, Sum, sorted_terms
from numero_cam.games.numero.solve.surds import Value, add_values, approximate


@dataclass(frozen=True, slots=True)
class Operand:
    """What a step works on: a card or the result of an earlier step."""

    value: Value  #: Its value.
    item: Card | Build | None = None  #: The number card or build; None for a result.
    step: int | None = None  #: Index of the earlier step, from 0; None for a card.


@dataclass(frozen=True, slots=True)
class Step:
    """One calculation: a wild card acts on a value, or two values are added."""

    left: Operand  #: The value before; where `right` is the last result, a result kept from earlier.
    card: Card | None  #: The wild card that acts on `left`; None for an addition.
    right: Operand | None  #: What is added to `left`; None with a wild card.
    result: Value  #: The value after the step.


def steps_of(expression: Expression) -> tuple[Step, ...]:
    """Return the calculations of an expression in order; each card and each result but the last is used once."""
    steps: list[Step] = []
    _append_steps(expression, steps)
    return tuple(steps)


def largest_value(steps: Sequence[Step]) -> Value:
    """Return the largest operand or result of these steps, of which there is at least one."""
    return max((value for step in steps for value in (step.left.value, (step.right or step.left).value, step.result)), key=approximate)


def _append_steps(expression: Expression, steps: list[Step]) -> Operand:
    """Append the steps of the expression to the list; return the operand that has its value."""
    match expression:
        case Number(value, item):
            return Operand(value, item)
        case CardApplied(card, inner, value):
            return _append_step(steps, Step(_append_steps(inner, steps), card, None, value))
        case Sum(terms, less, _):
            return _append_sum(_work_order(terms, less), steps)


def _append_step(steps: list[Step], step: Step) -> Operand:
    """Append the step; return its result as an operand."""
    steps.append(step)
    return Operand(step.result, step=len(steps) - 1)


def _append_sum(order: "_WorkOrder", steps: list[Step]) -> Operand:
    """Append the steps of a sum; return its total as an operand."""
    total = _append_steps(order.first, steps)
    for part in order.rest:
        if isinstance(part, Card):
            total = _append_step(steps, Step(total, part, None, add_values(total.value, -part.value)))
            continue
        other = _append_steps(part, steps)
        if other.item is None and total.item is not None:  # the result has just been said: the card is added to it
            total, other = other, total
        total = _append_step(steps, Step(total, None, other, add_values(total.value, other.value)))
    return total


@dataclass(frozen=True, slots=True)
class _WorkOrder:
    """The order in which a sum is worked out: a first term, then terms to add and subtraction cards to subtract."""

    first: Expression
    rest: tuple[Expression | Card, ...]

    @property
    def peak(self) -> Fraction:
        """The largest of the terms and the intermediate totals."""
        total = self.first.value
        largest_value = approximate(total)
        for part in self.rest:
            total = add_values(total, -part.value if isinstance(part, Card) else part.value)
            largest_value = max(largest_value, approximate(total), *([] if isinstance(part, Card) else [approximate(part.value)]))
        return largest_value


def _work_order(terms: Sequence[Expression], less: Sequence[Card]) -> _WorkOrder:
    """Return the order of work for a sum: the term with the most steps first, then single cards, subtractions last.

    If that makes unnecessarily large numbers, the order begins with the largest term, subtracts all subtraction cards, and adds the
    smallest terms first: then no intermediate total exceeds both the largest term and the total.

    Args:
        terms: One or more terms.
        less: The subtraction cards.
    """
    first, *others = sorted(sorted_terms(terms), key=_step_count, reverse=True)
    longest_first = _WorkOrder(first, (*others, *less))
    if not others or (not less and all(approximate(term.value) >= 0 for term in terms)):
        return longest_first
    *upwards, most = sorted(terms, key=lambda term: (approximate(term.value), -_step_count(term)))
    return min(longest_first, _WorkOrder(most, (*less, *upwards)), key=lambda order: order.peak)


def _step_count(expression: Expression) -> int:
    """Return the number of steps of an expression."""
    match expression:
        case Number():
            return 0
        case CardApplied(_, inner, _):
            return 1 + _step_count(inner)
        case Sum(terms, less, _):
            return len(terms) - 1 + len(less) + sum(map(_step_count, terms))
