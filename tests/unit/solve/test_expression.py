from fractions import Fraction

import pytest

from numero_cam.rules import parse_card, parse_cards
from numero_cam.solve.expression import Expression, Number, acting, steps_of, summed, text_of


def number(value: int) -> Expression:
    return Number(Fraction(value))


def after(inner: Expression, wilds: str) -> Expression:
    for card in parse_cards(wilds):
        inner = acting(card, inner)
    return inner


THREES = summed([number(8), after(number(5), "x3"), number(3)], parse_cards("-4"))


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (number(7), "7"),
        (THREES, "8 + 3 + 5 × 3 − 4"),
        (after(THREES, "/2"), "(8 + 3 + 5 × 3 − 4) ÷ 2"),
        (after(number(8), "3/4 /2"), "8 × 3/4 ÷ 2"),
        (after(number(3), "N2 N3"), "(3²)³"),
        (after(number(3), "N2 sqrt"), "√(3²)"),
        (after(number(3), "N2 x2 -2"), "3² × 2 − 2"),
        (after(summed([number(7), number(2)], ()), "sqrt"), "√(7 + 2)"),
        (after(number(8), "cbrt x2"), "∛8 × 2"),
        (summed([after(number(3), "-5"), number(9)], ()), "9 + 3 − 5"),  # a nested difference needs no brackets
        (after(after(number(3), "-5"), "N2"), "(3 − 5)²"),
    ],
)
def test_brackets_only_where_needed(expression: Expression, text: str) -> None:
    assert text_of(expression) == text


@pytest.mark.parametrize(
    ("expression", "steps"),
    [
        (number(7), []),
        (after(THREES, "/2"), ["5 × 3 = 15", "15 − 4 = 11", "11 + 3 = 14", "14 + 8 = 22", "22 ÷ 2 = 11"]),
        (after(number(3), "-5 N2"), ["3 − 5 = −2", "(−2)² = 4"]),
        (after(number(3), "-5 x2"), ["3 − 5 = −2", "−2 × 2 = −4"]),
        (after(number(7), "/2 N2"), ["7 ÷ 2 = 7/2", "(7/2)² = 49/4"]),
        (after(number(8), "cbrt"), ["∛8 = 2"]),
        # Taking off first keeps the numbers smaller; a negative part is added first.
        (summed([number(3), number(9)], parse_cards("-5")), ["9 − 5 = 4", "4 + 3 = 7"]),
        (summed([number(9), number(4), after(number(3), "-5 x5")], ()), ["3 − 5 = −2", "−2 × 5 = −10", "9 + (−10) = −1", "−1 + 4 = 3"]),
    ],
)
def test_steps(expression: Expression, steps: list[str]) -> None:
    assert [step.text for step in steps_of(expression)] == steps


def test_no_exact_result() -> None:
    with pytest.raises(ValueError, match="sqrt has no exact result on -7"):
        acting(parse_card("sqrt"), number(-7))
