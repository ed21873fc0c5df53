"""How a set makes its number: as one expression with few brackets, and step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.rules import Card, Kind
from numero_cam.solve.records import Step
from numero_cam.solve.surds import Value, about, acted, added

_SIGNS = {Kind.MULTIPLY: "×", Kind.FRACTION: "×", Kind.DIVIDE: "÷"}
_POWERS = {2: "²", 3: "³"}
_ROOTS = {2: "√", 3: "∛"}


@dataclass(frozen=True, slots=True)
class Number:
    """A single number card or a build.

    Attributes:
        value: Its value.
    """

    value: Fraction


@dataclass(frozen=True, slots=True)
class Acting:
    """A wild card that acts on a value, but for a subtraction."""

    card: Card
    inner: "Expression"
    value: Value


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms added, subtraction cards taken off.

    Attributes:
        terms: One or more; a nested sum among them has been worked out before.
        less: Subtraction cards.
        value: The total.
    """

    terms: tuple["Expression", ...]
    less: tuple[Card, ...]
    value: Value


Expression = Number | Acting | Sum


def text_of(expression: Expression) -> str:
    """Return the expression with the signs of mathematics and no more brackets than it needs."""
    match expression:
        case Number(value):
            return str(value)
        case Acting(card, inner, _):
            return _acting_text(card, inner)
        case Sum():
            terms, less = _flat(expression)
            plus = " + ".join(text_of(term) for term in terms)
            return plus + "".join(f" − {card.value}" for card in sorted(less, key=lambda card: card.sort_key))


def _acting_text(card: Card, inner: Expression) -> str:
    text = text_of(inner)
    if card.kind in _SIGNS:
        left = f"({text})" if isinstance(inner, Sum) else text
        return f"{left} {_SIGNS[card.kind]} {card.value}"
    alone = text if isinstance(inner, Number) else f"({text})"
    degree = int(card.value)
    return alone + _POWERS[degree] if card.kind is Kind.POWER else _ROOTS[degree] + alone


def _flat(total: Sum) -> tuple[list[Expression], list[Card]]:
    """Return the terms and subtraction cards of a sum with its nested sums opened: plain numbers first, high to low."""
    terms: list[Expression] = []
    less = list(total.less)
    for term in total.terms:
        if isinstance(term, Sum):
            inner_terms, inner_less = _flat(term)
            terms += inner_terms
            less += inner_less
        else:
            terms.append(term)
    return _ordered(terms), less


def _ordered(terms: Sequence[Expression]) -> list[Expression]:
    """Return the terms as they are written: plain numbers first, high to low, and of equal ones by their texts."""
    numbers: list[Expression] = [term for term in terms if isinstance(term, Number)]
    others = [term for term in terms if not isinstance(term, Number)]
    if len(others) > 1:
        others.sort(key=text_of)
    return [*sorted(numbers, key=_size, reverse=True), *sorted(others, key=_size, reverse=True)]


def _size(term: Expression) -> Fraction:
    return about(term.value)


def steps_of(expression: Expression) -> tuple[Step, ...]:
    """Return the calculations in an order in which a person can do them."""
    match expression:
        case Number():
            return ()
        case Acting(card, inner, value):
            return (*steps_of(inner), Step(inner.value, card, None, value))
        case Sum(terms, less, _):
            ordered = _ordered(terms)
            before = [step for term in ordered for step in steps_of(term)]
            values = [term.value for term in ordered]
            return (*before, *_simplest(values, less))


def _simplest(values: list[Value], less: Sequence[Card]) -> tuple[Step, ...]:
    """Add first and subtract last, unless the other way round keeps the numbers smaller.

    The other way round starts at the largest value, takes off all there is to take off and adds the smallest first:
    then no value exceeds both the largest term and the total.
    """
    adding_first = tuple(_run(values, less, at=len(values)))
    if len(values) == 1 or (not less and min(map(about, values)) >= 0):
        return adding_first
    upwards = sorted(values, key=about)
    return min(adding_first, tuple(_run([upwards.pop(), *upwards], less, at=1)), key=lambda steps: about(largest(steps)))


def _run(values: list[Value], less: Sequence[Card], at: int) -> Iterator[Step]:
    """Give the steps of adding the values in turn, with the subtractions after `at` of them."""
    total = values[0]
    for place in range(1, len(values) + 1):
        if place == at:
            for card in less:
                after = added(total, -card.value)
                yield Step(total, card, None, after)
                total = after
        if place < len(values):
            after = added(total, values[place])
            yield Step(total, None, values[place], after)
            total = after


def largest(steps: Sequence[Step]) -> Value:
    """Return the largest value among these steps, which are one or more."""
    return max((value for step in steps for value in (step.left, step.right or step.left, step.result)), key=about)


def acting(card: Card, inner: Expression) -> Expression:
    """Return the wild card applied to the expression.

    Raises:
        ValueError: If it has no exact result.
    """
    value = acted(card, inner.value)
    if value is None:
        msg = f"{card} has no exact result on {inner.value}"
        raise ValueError(msg)
    if card.kind is Kind.SUBTRACT:
        return Sum((inner,), (card,), value)
    return Acting(card, inner, value)


def summed(terms: Sequence[Expression], less: Sequence[Card]) -> Expression:
    """Return the sum of one or more terms less subtraction cards."""
    if len(terms) == 1 and not less:
        return terms[0]
    value: Value = -sum((card.value for card in less), Fraction(0))
    for term in terms:
        value = added(value, term.value)
    return Sum(tuple(terms), tuple(less), value)
