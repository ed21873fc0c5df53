"""How a set makes its number: one expression that keeps its cards, and the order in which it is written with few brackets."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from numero_cam.games.numero.rules import Build, Card, Kind
from numero_cam.games.numero.solve.surds import Value, about, acted, added


@dataclass(frozen=True, slots=True)
class Number:
    """A single number card or a build.

    Attributes:
        value: Its value.
        item: The card or build itself.
    """

    value: Fraction
    item: Card | Build


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


class Mark(StrEnum):
    """What stands between the cards of a written expression; the texts put texts in the contract's order."""

    PLUS = " + "
    OPEN = "("
    CLOSE = ")"


Written = Mark | Number | Card
"""A part of a written expression. A root stands before what it acts on, every other wild card behind it."""

_RANKS = {Kind.POWER: "a", Kind.MULTIPLY: " b ", Kind.FRACTION: " b ", Kind.DIVIDE: " c ", Kind.SUBTRACT: " d ", Kind.ROOT: "e"}


def written(expression: Expression) -> list[Written]:
    """Return the parts of the expression as it is written from left to right, with no more brackets than it needs."""
    match expression:
        case Number():
            return [expression]
        case Acting(card, inner, _):
            root = card.kind is Kind.ROOT
            held = not isinstance(inner, Number) if root or card.kind is Kind.POWER else isinstance(inner, Sum)
            parts = [Mark.OPEN, *written(inner), Mark.CLOSE] if held else written(inner)
            return [card, *parts] if root else [*parts, card]
        case Sum():
            terms, less = _flat(expression)
            parts = written(terms[0])
            for term in terms[1:]:
                parts += [Mark.PLUS, *written(term)]
            return [*parts, *sorted(less, key=lambda card: card.sort_key)]


def order_key(expression: Expression) -> str:
    """Return a text whose order among others is that of the written expressions: the last key of the contract's order of equal plays.

    It has a letter for each sign of mathematics, in the order in which computers sort the signs.
    """
    return "".join(map(_order_part, written(expression)))


def _order_part(part: Written) -> str:
    if isinstance(part, Card):
        return f"{_RANKS[part.kind]}{part.value}"
    return str(part.value) if isinstance(part, Number) else part


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
    return ordered(terms), less


def ordered(terms: Sequence[Expression]) -> list[Expression]:
    """Return the terms as they are written: plain numbers first, high to low, and of equal ones by their texts."""
    if len(terms) == 1:
        return [*terms]
    numbers = [term for term in terms if isinstance(term, Number)]
    others = [term for term in terms if not isinstance(term, Number)]
    if len(numbers) > 1:
        numbers.sort(key=lambda term: str(term.item))
    if len(others) > 1:
        others.sort(key=order_key)
    return [*sorted(numbers, key=_size, reverse=True), *sorted(others, key=_size, reverse=True)]


def tidied(expression: Expression) -> Expression:
    """Return the same with the terms of every sum as they are written, whatever search found them."""
    match expression:
        case Number():
            return expression
        case Acting(card, inner, value):
            return Acting(card, tidied(inner), value)
        case Sum(terms, less, value):
            return Sum(tuple(map(tidied, ordered(terms))), tuple(sorted(less, key=lambda card: card.sort_key)), value)


def _size(term: Expression) -> Fraction:
    return about(term.value)


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
