"""Ways as they are printed on paper: their exact value and the cards they use, apart from the solver."""

import re
from fractions import Fraction

from numero_cam.games.numero.rules import Card, act, parse_card

_TOKEN = re.compile(r"\s*([0-9]+(?:/[0-9]+)?|[-+×÷^()√∛])")
_ROOTS = {"√": "sqrt", "∛": "cbrt"}
_ACTIONS = {"-": "-", "×": "x", "÷": "/"}

Printed = tuple[Fraction | None, list[Card]]  #: The value, `None` where a root is irrational, and the cards in the order of the text.


def read_way(text: str) -> Printed:
    """Return value and cards of a text such as `(√(4) + 6) × 1/8 - 4`; what follows -, × and ÷ is one wild card."""
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != "".join(text.split()):
        raise ValueError(text)
    tokens.reverse()
    found = _sum(tokens)
    if tokens:
        raise ValueError(text)
    return found


def _sum(tokens: list[str]) -> Printed:
    value, cards = _product(tokens)
    while tokens and tokens[-1] in "+-":
        if tokens.pop() == "+":
            more, used = _product(tokens)
            value = None if value is None or more is None else value + more
            cards += used
        else:
            value, cards = _acted("-" + tokens.pop(), (value, cards))
    return value, cards


def _product(tokens: list[str]) -> Printed:
    found = _power(tokens)
    while tokens and tokens[-1] in "×÷":
        sign, amount = tokens.pop(), tokens.pop()
        found = _acted(amount if "/" in amount else _ACTIONS[sign] + amount, found)
    return found


def _power(tokens: list[str]) -> Printed:
    found = _atom(tokens)
    while tokens and tokens[-1] == "^":
        tokens.pop()
        found = _acted("N" + tokens.pop(), found)
    return found


def _atom(tokens: list[str]) -> Printed:
    sign = tokens.pop()
    if sign in _ROOTS:
        return _acted(_ROOTS[sign], _atom(tokens))
    if sign == "(":
        found = _sum(tokens)
        if tokens.pop() != ")":
            raise ValueError(sign)
        return found
    card = parse_card(sign)
    return card.value, [card]


def _acted(name: str, inner: Printed) -> Printed:
    """Play a wild card on a value."""
    wild, (value, cards) = parse_card(name), inner
    return (None if value is None else act(wild, value)), [*cards, wild]
