"""Expression trees of cards, the order in which their parts are written with few brackets, and their single calculations.

The calculations are in an order that a person with the cards in the hand can follow. A branch of the expression is finished before the
next begins. A step works on a card or on the result of an earlier step: the last result, which the person has just said, or one that the
person kept in mind while another branch was worked out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card, Kind
from numero_cam.games.numero.solve.surds import Value, add_values, apply_card, approximate


@dataclass(frozen=True, slots=True)
class Number:
    """A single number card or a build."""

    value: Fraction  #: Its value.
    item: Card | Build  #: The card or build itself.


@dataclass(frozen=True, slots=True)
class CardApplied:
    """A wild card, other than a subtraction card, applied to an expression."""

    card: Card  #: The wild card.
    inner: "Expression"  #: What it acts on.
    value: Value  #: The result.


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms added, less subtraction cards."""

    terms: tuple["Expression", ...]  #: One or more; a nested sum among them is calculated first.
    less: tuple[Card, ...]  #: Subtraction cards.
    value: Value  #: The total.


Expression = Number | CardApplied | Sum


class ExpressionSign(StrEnum):
    """A sign between the cards of a written expression; its text sorts in the contract's order."""

    PLUS = " + "
    OPEN = "("
    CLOSE = ")"


#: A part of a written expression. A root is written before what it acts on, every other wild card after it.
ExpressionPart = ExpressionSign | Number | Card

#: Text of each kind of wild card in a sort key; the letters sort as computers sort the signs of mathematics.
_SORT_TEXTS = {Kind.POWER: "a", Kind.MULTIPLY: " b ", Kind.FRACTION: " b ", Kind.DIVIDE: " c ", Kind.SUBTRACT: " d ", Kind.ROOT: "e"}


def expression_parts(expression: Expression) -> list[ExpressionPart]:
    """Return the parts of the expression in the order in which they are written, with no more brackets than needed."""
    match expression:
        case Number():
            return [expression]
        case CardApplied(card, inner, _):
            root = card.kind is Kind.ROOT
            bracketed = not isinstance(inner, Number) if root or card.kind is Kind.POWER else isinstance(inner, Sum)
            parts = [ExpressionSign.OPEN, *expression_parts(inner), ExpressionSign.CLOSE] if bracketed else expression_parts(inner)
            return [card, *parts] if root else [*parts, card]
        case Sum():
            terms, less = _flattened(expression)
            parts = expression_parts(terms[0])
            for term in terms[1:]:
                parts += [ExpressionSign.PLUS, *expression_parts(term)]
            return [*parts, *sorted(less, key=lambda card: card.sort_key)]


def order_key(expression: Expression) -> str:
    """Return the sort key of the written expression: the last key of the contract's order of equal plays."""
    return "".join(map(_sort_text, expression_parts(expression)))


def _sort_text(part: ExpressionPart) -> str:
    """Return the text of a part in a sort key."""
    if isinstance(part, Card):
        return f"{_SORT_TEXTS[part.kind]}{part.value}"
    return str(part.value) if isinstance(part, Number) else part


def _flattened(total: Sum) -> tuple[list[Expression], list[Card]]:
    """Return the sorted terms and the subtraction cards of a sum, with the terms of nested sums in their place."""
    terms: list[Expression] = []
    less = list(total.less)
    for term in total.terms:
        if isinstance(term, Sum):
            inner_terms, inner_less = _flattened(term)
            terms += inner_terms
            less += inner_less
        else:
            terms.append(term)
    return sorted_terms(terms), less


def sorted_terms(terms: Sequence[Expression]) -> list[Expression]:
    """Return the terms in the order in which they are written: numbers before other terms, high to low, equal ones by their texts."""
    if len(terms) == 1:
        return [*terms]
    numbers = [term for term in terms if isinstance(term, Number)]
    others = [term for term in terms if not isinstance(term, Number)]
    if len(numbers) > 1:
        numbers.sort(key=lambda term: str(term.item))
    if len(others) > 1:
        others.sort(key=order_key)
    return [term for part in (numbers, others) for term in sorted(part, key=lambda term: approximate(term.value), reverse=True)]


def with_sorted_terms(expression: Expression) -> Expression:
    """Return the expression with the terms of every sum sorted, so that it does not depend on the search that found it."""
    match expression:
        case Number():
            return expression
        case CardApplied(card, inner, value):
            return CardApplied(card, with_sorted_terms(inner), value)
        case Sum(terms, less, value):
            return Sum(tuple(map(with_sorted_terms, sorted_terms(terms))), tuple(sorted(less, key=lambda card: card.sort_key)), value)


def apply_to_expression(card: Card, inner: Expression) -> Expression:
    """Return the wild card applied to the expression. Raises a `ValueError` where it has no exact result."""
    value = apply_card(card, inner.value)
    if value is None:
        raise ValueError(f"{card} has no exact result on {inner.value}")
    if card.kind is Kind.SUBTRACT:
        return Sum((inner,), (card,), value)
    return CardApplied(card, inner, value)


def sum_expression(terms: Sequence[Expression], less: Sequence[Card]) -> Expression:
    """Return the sum of one or more terms less subtraction cards; a single term alone is returned unchanged."""
    if len(terms) == 1 and not less:
        return terms[0]
    value: Value = -sum((card.value for card in less), Fraction(0))
    for term in terms:
        value = add_values(value, term.value)
    return Sum(tuple(terms), tuple(less), value)


@dataclass(frozen=True, slots=True)
class Operand:
    """What a step works on: a card or the result of an earlier step."""

    value: Value  #: Value of the card or result.
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
    """The order in which a sum is worked out."""

    first: Expression  #: The term to begin with.
    rest: tuple[Expression | Card, ...]  #: Terms to add and subtraction cards to subtract, one after the other.

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
