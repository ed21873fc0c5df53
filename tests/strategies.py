"""Cards, builds and positions for property tests, random deals, and a reader of written expressions."""

import random
import re
from fractions import Fraction

from hypothesis import strategies as st

from numero_cam.games.numero.engine.operations import (
    Built,
    Challenged,
    Discarded,
    Drawn,
    Ended,
    Found,
    HandShown,
    Laid,
    Move,
    Passed,
    Returned,
    Taken,
)
from numero_cam.games.numero.rules import NUMBER_CARDS, PACK, WILD_CARDS, Build, Card, Kind, Position
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way
from numero_cam.games.numero.rules.cards import SUITS
from numero_cam.games.numero.solve.expression import Expression, Number, apply_to_expression, sum_expression
from tests.oracle import applied, root

playing_cards = st.builds(Card.number, st.integers(1, 10), st.sampled_from(SUITS))
unknown_colours = st.builds(Card.number, st.integers(1, 15))
number_cards = st.sampled_from(NUMBER_CARDS) | playing_cards | unknown_colours
wild_cards = st.sampled_from(WILD_CARDS)
cards = number_cards | wild_cards
stated_values = st.none() | st.integers(-20, 40).map(Fraction) | st.fractions(-5, 20, max_denominator=12)
builds = st.builds(Build, st.lists(cards, min_size=1, max_size=5).map(tuple), stated_values)
items = cards | builds
players = st.integers(0, 3)
some_cards = st.lists(cards, max_size=4).map(tuple)
small_ways: st.SearchStrategy[Way] = st.recursive(
    st.builds(Lone, number_cards | builds),
    lambda inner: st.builds(Acted, inner, wild_cards, st.booleans()) | st.builds(Total, st.lists(inner, min_size=2, max_size=3).map(tuple)),
    max_leaves=4,
)
#: Operations of each kind, also such as no game allows.
OPERATIONS: dict[type[Move], st.SearchStrategy[Move]] = {
    Drawn: st.builds(Drawn, players, some_cards, some_cards, st.integers(0, 5), st.booleans()),
    Laid: st.builds(Laid, players, small_ways),
    Taken: st.builds(Taken, players, number_cards, st.lists(small_ways, min_size=1, max_size=3).map(tuple)),
    Built: st.builds(Built, players, number_cards, small_ways, st.booleans()),
    Discarded: st.builds(Discarded, players, some_cards),
    HandShown: st.builds(HandShown, players, some_cards),
    Challenged: st.builds(Challenged, players, builds, st.none() | st.booleans()),
    Returned: st.builds(Returned, players),
    Passed: st.builds(Passed, players),
    Ended: st.builds(Ended, players),
    Found: st.builds(
        Found,
        players,
        st.lists(items, max_size=4).map(tuple),
        st.lists(some_cards, max_size=3).map(tuple),
        st.lists(st.integers(0, 5), max_size=3).map(tuple),
    ),
}
operations = st.one_of(*OPERATIONS.values())


def deal(rng: random.Random, centre: int, hand: int) -> Position:
    """Draw a position from one pack."""
    drawn = rng.sample(PACK, centre + hand)
    return Position(tuple(drawn[:centre]), tuple(drawn[centre:]))


def deal_with_build(rng: random.Random, centre: int, hand: int) -> Position:
    """Draw a position whose first two number cards of small value lie joined, where there are two."""
    position = deal(rng, centre, hand)
    small = [card for card in position.centre if isinstance(card, Card) and card.is_number and card.value <= 7]
    if len(small) < 2:
        return position
    rest = tuple(item for item in position.centre if item not in small[:2])
    return Position((Build(tuple(small[:2])), *rest), position.hand)


def random_way(rng: random.Random, depth: int) -> Expression:
    """Draw a calculation with rational values on the way; its cards may come from several packs."""
    if depth == 0 or rng.random() < 0.25:
        card = rng.choice(NUMBER_CARDS)
        item = card if rng.random() < 0.9 else Build((card, Card.number(1)))
        return Number(item.value or Fraction(0), item)
    if rng.random() < 0.5:
        inner = random_way(rng, depth - 1)
        card = rng.choice(WILD_CARDS)
        after = applied(card, rational(inner.value))
        return inner if after is None or abs(after) > 10**6 or after.denominator > 10**4 else apply_to_expression(card, inner)
    less = rng.sample([card for card in WILD_CARDS if card.kind is Kind.SUBTRACT], rng.choice((0, 0, 1, 2)))
    return sum_expression([random_way(rng, depth - 1) for _ in range(rng.randint(1, 3))], less)


def rational(value: object) -> Fraction:
    """Return a value on the way that must be rational."""
    assert isinstance(value, Fraction)
    return value


_TOKEN = re.compile(r"\s*(\d+|[-+−×÷/()√∛²³])")


def evaluate(text: str) -> Fraction:
    """Work out a written expression such as `(8 + 3 + 5 × 3 − 4) ÷ 2`; a `ValueError` where a root is irrational."""
    tokens = _TOKEN.findall(text)
    assert "".join(tokens) == text.replace(" ", "")
    value, left = _sum(tokens)
    assert not left
    return value


def _sum(tokens: list[str]) -> tuple[Fraction, list[str]]:
    value, tokens = _product(tokens)
    while tokens and tokens[0] in "+−":
        sign = tokens[0]
        more, tokens = _product(tokens[1:])
        value = value + more if sign == "+" else value - more
    return value, tokens


def _product(tokens: list[str]) -> tuple[Fraction, list[str]]:
    value, tokens = _power(tokens)
    while tokens and tokens[0] in "×÷/":
        sign = tokens[0]
        more, tokens = _power(tokens[1:])
        value = value * more if sign == "×" else value / more
    return value, tokens


def _power(tokens: list[str]) -> tuple[Fraction, list[str]]:
    if tokens[0] in "√∛":
        value, left = _power(tokens[1:])
        exact = root(value, 2 if tokens[0] == "√" else 3)
        if exact is None:
            raise ValueError(tokens)
        return exact, left
    if tokens[0] == "(":
        value, left = _sum(tokens[1:])
        assert left[0] == ")"
        left = left[1:]
    else:
        value, left = Fraction(tokens[0]), tokens[1:]
    while left and left[0] in "²³":
        value = value ** (2 if left[0] == "²" else 3)
        left = left[1:]
    return value, left
