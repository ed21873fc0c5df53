from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.numero.rules import act, parse_card
from numero_cam.games.numero.rules.arithmetic import MAX_BITS, root_floor, whole_root


@pytest.mark.parametrize(
    ("wild", "value", "result"),
    [
        ("-4", "3", "-1"), ("x3", "-1", "-3"), ("/4", "3", "3/4"), ("3/4", "28", "21"), ("N2", "-3", "9"), ("N3", "-3/2", "-27/8"),
        ("sqrt", "9/4", "3/2"), ("sqrt", "0", "0"), ("sqrt", "-4", None), ("sqrt", "8", None),
        ("cbrt", "-1", "-1"), ("cbrt", "1", "1"), ("sqrt", "1", "1"), ("sqrt", "-1", None),
        ("cbrt", "-8", "-2"), ("cbrt", "27/8", "3/2"), ("cbrt", "9", None), ("cbrt", "0", "0"),
    ],
)  # fmt: skip
def test_what_wild_cards_do(wild: str, value: str, result: str | None) -> None:
    assert act(parse_card(wild), Fraction(value)) == (None if result is None else Fraction(result))


def test_a_number_card_does_not_act() -> None:
    with pytest.raises(ValueError, match="number card"):
        act(parse_card("7r"), Fraction(1))


@pytest.mark.parametrize("wild", ["x5", "/5", "3/2", "N2", "N3", "-2"])
def test_no_number_grows_without_end(wild: str) -> None:
    """A mistyped build of thousands of cards: its value would be too long to print."""
    value: Fraction | None = Fraction(7, 3)
    for _ in range(20_000):
        value = None if value is None else act(parse_card(wild), value)
    assert value is None if wild != "-2" else value is not None
    assert act(parse_card(wild), Fraction(1 << MAX_BITS)) is None


@given(st.integers(-(10**30), 10**30), st.sampled_from([2, 3]))
def test_roots_undo_powers_and_nothing_else_has_one(number: int, degree: int) -> None:
    power = number**degree
    assert whole_root(power, degree) == (abs(number) if degree == 2 else number)
    if power > 1:
        assert whole_root(power + 1, degree) is None


@pytest.mark.parametrize("wild", ["x2", "/2", "N2", "sqrt", "-2"])
def test_a_number_of_4096_bits_is_acted_on_and_no_longer_one(wild: str) -> None:
    for number in (Fraction(1 << 4094), Fraction(1, 1 << 4094)):
        assert act(parse_card(wild), number) is not None
    for number in (Fraction((1 << 4096) - 1), Fraction(1, (1 << 4096) - 1)):
        assert (act(parse_card(wild), number) is not None) is (wild != "sqrt")  # no square
    for number in (Fraction(1 << 4096), Fraction(1, 1 << 4096)):
        assert act(parse_card(wild), number) is None


@given(st.integers(0, 10**30), st.integers(0, 5000), st.integers(2, 9))
def test_roots_of_any_degree_and_length(short: int, bits: int, degree: int) -> None:
    number = short << bits
    root = root_floor(number, degree)
    assert root_floor(root**degree, degree) == root
    assert root**degree <= number < (root + 1) ** degree
    assert whole_root(-number, degree) == (None if degree % 2 == 0 and number else -root if root**degree == number else None)
