from fractions import Fraction

import pytest

from numero_cam.games.numero.rules import Build, parse_build


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("[7r]", 7),
        ("[8b 4r]", 12),
        ("[15r /5 7b]", 10),  # the guide's example
        ("[-2 -5 14g]", 7),  # wild cards below the first number card act on it in their order
        ("[x2 -5 4g]", 3),
        ("[-5 x2 4g]", -2),
        ("[9r sqrt 1b N2]", 16),
        ("[7r /2 x4]", 14),  # a fraction on the way
        ("[7r sqrt]", None),  # irrational
        ("[-5 sqrt 4r]", None),  # root of a negative value
        ("[x2]", None),  # no number card
        ("[9r 6b]=7", 7),  # stated and binding
        ("[7r sqrt]=5", 5),
        ("[7r /2]", Fraction(7, 2)),
    ],
)
def test_value_of_a_build(written: str, value: int | Fraction | None) -> None:
    assert parse_build(written).value == value


@pytest.mark.parametrize(
    ("written", "possible"),
    [
        ("[8b 4r]", True),
        ("[15r 1b]", False),
        ("[x2]=7", False),
        ("[7r /2]", False),
        ("[3r -5]", False),
        ("[9r 6b]=7", True),
        ("[2r]=0", False),
    ],
)
def test_which_builds_are_possible(written: str, possible: bool) -> None:
    assert parse_build(written).is_possible is possible


def test_a_stated_value_is_printed_where_it_differs() -> None:
    assert str(parse_build("[8b 4r]=12")) == "[8b 4r]"
    assert str(parse_build("[8b 4r]=7")) == "[8b 4r]=7"
    assert parse_build("[8b 4r]=12") == parse_build("[8b 4r]")
    assert repr(parse_build("[8b 4r]=7")) == "parse_build('[8b 4r]=7')"


def test_a_build_without_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one card"):
        Build(())
