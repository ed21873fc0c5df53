"""Values `real`: roots kept exactly, against a twin that reckons with 150 digits and knows no rule."""

import random
from decimal import Context, Decimal, getcontext, localcontext
from fractions import Fraction
from itertools import combinations

import pytest

from numero_cam.games.numero.rules import WILD_CARDS, Card, Kind, Position, parse_card, parse_position
from numero_cam.games.numero.rules.arithmetic import MAX_BITS
from numero_cam.games.numero.solve import Settings, solve, takers_of_all, takes_of_all
from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError
from numero_cam.games.numero.solve.surds import Surd, Value, add_values, apply_card, approximate, equal_values
from numero_cam.text.words import formula, signed, step_text
from tests.strategies import deal

NEAR = Decimal(10) ** -100


def chain(value: Value, cards: str) -> Value:
    for token in cards.split():
        result = apply_card(parse_card(token), value)
        assert result is not None
        value = result
    return value


@pytest.mark.parametrize(
    ("number", "cards", "result"),
    [
        (7, "sqrt N2", "7"),
        (7, "sqrt x3 N2 /5", "63/5"),
        (-7, "cbrt N3", "-7"),
        (7, "sqrt cbrt N2 N3", "7"),
        (5, "N3 sqrt N2 cbrt", "5"),
        (2, "cbrt 3/4 N3", "27/32"),
        (9, "sqrt", "3"),
    ],
)
def test_a_chain_that_ends_on_a_rational_number_is_that_number(number: int, cards: str, result: str) -> None:
    assert chain(Fraction(number), cards) == Fraction(result)


def test_a_root_of_a_root_that_comes_apart_is_recognised() -> None:
    one = chain(add_values(Fraction(10), chain(Fraction(108), "sqrt")), "cbrt")  # 1 + the root of 3
    assert isinstance(one, Surd)
    assert equal_values(one, add_values(Fraction(1), chain(Fraction(3), "sqrt")))
    assert not equal_values(one, add_values(Fraction(1), chain(Fraction(2), "sqrt")))
    assert chain(add_values(one, Fraction(-1)), "N2") == 3


def test_every_closer_look_minds_the_time_limit() -> None:
    """Roots of roots are alike to thousands of places before it is proven that they are equal: such a look may take long."""
    one = chain(add_values(chain(Fraction(11), "cbrt cbrt"), Fraction(3)), "cbrt")
    other = chain(add_values(Fraction(3), chain(Fraction(11), "cbrt cbrt")), "cbrt")
    again = chain(add_values(chain(Fraction(11), "cbrt cbrt"), Fraction(3)), "cbrt")
    assert equal_values(one, other)
    with pytest.raises(OutOfTimeError):
        equal_values(one, other, Clock(0).check)
    assert equal_values(one, again, Clock(0).check)  # made alike: no look is needed
    with pytest.raises(OutOfTimeError):
        apply_card(parse_card("N3"), chain(one, "N3 -3 N3"), Clock(0).check)


def test_what_only_looks_whole_stays_irrational() -> None:
    number = 10**100
    near = apply_card(parse_card("sqrt"), Fraction(number**2 + 1))
    assert isinstance(near, Surd)
    assert chain(near, "N2") == number**2 + 1
    assert near.sign == 1
    assert chain(Fraction(2), "sqrt -2 N2 -5") != 0


def test_there_is_no_even_root_of_a_negative_value_and_no_endless_power() -> None:
    root = parse_card("sqrt")
    assert apply_card(root, Fraction(-2)) is None
    assert apply_card(root, chain(Fraction(2), "sqrt -3")) is None
    assert apply_card(parse_card("N2"), chain(Fraction((1 << MAX_BITS) + 1), "cbrt")) is None


def test_surds_are_written_as_they_were_made() -> None:
    assert signed(chain(Fraction(7), "sqrt x3 -2 N2")) == "((√7) × 3 − 2)²"
    assert abs(approximate(chain(Fraction(7), "sqrt")) - Fraction("2.6457513110645905905")) < Fraction(1, 10**18)


class NumericTwin:
    """All values of all subsets of some cards, as decimals."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.known: dict[frozenset[int], list[Decimal]] = {}

    def values(self, held: frozenset[int]) -> list[Decimal]:
        if held not in self.known:
            found: set[Decimal] = set()
            if len(held) == 1:
                (only,) = held
                found = {Decimal(int(self.cards[only].value))} if self.cards[only].is_number else set()
            for index in held if len(held) > 1 else ():
                if self.cards[index].is_wild:
                    results = [numeric(self.cards[index], value) for value in self.values(held - {index})]
                    found.update(value for value in results if value is not None)
            first, others = min(held), sorted(held)[1:]
            for size in range(len(others)):
                for chosen in combinations(others, size):
                    left = frozenset({first, *chosen})
                    found.update(a + b for a in self.values(left) for b in self.values(held - left))
            self.known[held] = list({round(value, 120) for value in found})
        return self.known[held]

    def numbers(self) -> tuple[int, ...]:
        values = self.values(frozenset(range(len(self.cards))))
        return tuple(number for number in range(1, 16) if any(abs(value - number) < NEAR for value in values))


def numeric(card: Card, value: Decimal) -> Decimal | None:
    amount = Decimal(card.value.numerator) / card.value.denominator
    if card.kind is Kind.SUBTRACT:
        return value - amount
    if card.kind is Kind.DIVIDE:
        return value / amount
    if card.kind is Kind.POWER:
        return value ** int(amount)
    if card.kind is not Kind.ROOT:
        return value * amount
    value = Decimal(0) if abs(value) < NEAR else value
    if amount == 2:
        return None if value < 0 else value.sqrt()
    return (abs(value) ** (Decimal(1) / 3)).copy_sign(value) if value else value


def test_the_numbers_that_take_all_are_those_of_the_twin() -> None:
    rng = random.Random(47)  # noqa: S311 - a seeded deal, no secret
    radicals = [card for card in WILD_CARDS if card.kind in (Kind.POWER, Kind.ROOT)]
    factors = [card for card in WILD_CARDS if card.kind in (Kind.MULTIPLY, Kind.DIVIDE, Kind.SUBTRACT)]
    more = 0
    with localcontext(Context(prec=150)):
        assert getcontext().prec == 150
        for _ in range(40):
            wilds = [*rng.sample(radicals, rng.choice([2, 3])), *rng.sample(WILD_CARDS, rng.choice([1, 2]))]
            if rng.random() < 0.5:  # a root and its power, with cards to play between them: worth something more often
                wilds = [*map(parse_card, rng.choice([("sqrt", "N2"), ("cbrt", "N3")])), *rng.sample(factors, 2)]
            cards = [*(Card.number(rng.randint(1, 15)) for _ in range(rng.choice([1, 1, 2]))), *dict.fromkeys(wilds)]
            found = takers_of_all(cards, values="real")
            assert found == NumericTwin(cards).numbers(), [str(card) for card in cards]
            more += len(found) > len(takers_of_all(cards, values="any"))
    assert more  # the root is worth something


def test_a_take_through_an_irrational_root() -> None:
    position = parse_position("7r", "sqrt x2 N2 /2 14g")
    assert solve(position, Settings(values="any")).plays[0].cards < 6
    (play,) = solve(position, Settings(values="real")).plays
    assert (play.cards, formula(play.sets[0].way)) == (6, "(√7 × 2)² ÷ 2")
    assert tuple(map(step_text, play.sets[0].calculations)) == ("√7 ≈ 2.646", "(√7) × 2 ≈ 5.292", "((√7) × 2)² = 28", "28 ÷ 2 = 14")
    cards = [parse_card(token) for token in ("7", "sqrt", "x2", "N2", "/2")]
    assert takers_of_all(cards, values="any") == (7,)
    assert [(take.number, formula(take.group.way)) for take in takes_of_all(cards, values="real", numbers=[14]).takes] == [
        (14, "(√7 × 2)² ÷ 2")
    ]


def test_real_is_any_and_more() -> None:
    rng = random.Random(53)  # noqa: S311 - a seeded deal, no secret
    for _ in range(8):
        position: Position = deal(rng, 4, 5)
        rational = solve(position, Settings(values="any")).plays
        real = solve(position, Settings(values="real")).plays
        assert [play.points for play in real] >= [play.points for play in rational]
        if [play.points for play in real] == [play.points for play in rational]:
            assert real == rational


def test_real_values_without_negative_ones() -> None:
    """Of 2 and -5 a 3 is made only through -3, squared and its root taken; and the root of 2 less 2 lies below zero."""
    cards = [parse_card(token) for token in ("2r", "-5", "N2", "sqrt")]
    assert takers_of_all(cards, values="real") == (3,)
    assert takers_of_all(cards, values="real", negative=False) == ()
    surd = [parse_card(token) for token in ("2r", "sqrt", "-2", "-3", "N2")]
    for negative in (True, False):
        for take in takes_of_all(surd, values="real", negative=negative).takes:
            values = [value for step in take.group.calculations for value in (step.left.value, step.result)]
            assert negative or all(approximate(value) >= 0 for value in values)
