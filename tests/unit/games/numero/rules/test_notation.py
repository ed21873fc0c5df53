import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.numero.rules import PACK, Build, Card, NotationError, parse_card, parse_cards, parse_item, parse_items
from numero_cam.games.numero.rules.typos import likely_cards
from tests.strategies import items


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("7r", "7r"), ("R7", "7r"), ("7R", "7r"), ("7 red", "7r"), ("7 RED", "7r"), ("red 7", "7r"), ("7", "7"), (" 7r ", "7r"),
        ("10h", "10h"), ("Ah", "1h"), ("AS", "1s"), ("1h", "1h"), ("15o", "15o"), ("7 orange", "7o"),
        ("-2", "-2"), ("−2", "-2"), ("×3", "x3"), ("*3", "x3"), ("X3", "x3"), ("÷4", "/4"), ("/4", "/4"),
        ("½", "1/2"), ("50%", "1/2"), ("0.5", "1/2"), (".5", "1/2"), ("1/2", "1/2"), ("2/4", "1/2"),
        ("1 1/2", "3/2"), ("1½", "3/2"), ("150%", "3/2"), ("1.5", "3/2"), ("3/2", "3/2"), ("2 1/2", "5/2"), ("250%", "5/2"),
        ("⅔", "2/3"), ("33⅓%", "1/3"), ("33%", "1/3"), ("0.67", "2/3"), ("12.5%", "1/8"), ("10%", "1/10"), ("80%", "4/5"),
        ("N2", "N2"), ("n2", "N2"), ("N^2", "N2"), ("N²", "N2"), ("N^3", "N3"), ("N³", "N3"),
        ("sqrt", "sqrt"), ("SQRT", "sqrt"), ("√N", "sqrt"), ("√", "sqrt"), ("cbrt", "cbrt"), ("∛N", "cbrt"), ("∛", "cbrt"),
    ],
)  # fmt: skip
def test_every_accepted_spelling(written: str, canonical: str) -> None:
    assert str(parse_card(written)) == canonical


@pytest.mark.parametrize(
    "written",
    ["", " ", "0", "16", "7x", "11h", "A", "Ar", "Jh", "-1", "-6", "x1", "x6", "/6", "5/8", "1/0", "7/12", "0.3", "15%", "%", "N", "N4",
     "joker", "7rr", "r", "1/2/3", "--2", "1e1", "٧r", "7r 8b", "[8b 4r]", "=7", "N2 N2"],
)  # fmt: skip
def test_what_is_no_card_is_named_with_what_is_accepted(written: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(written)
    assert f'"{written}"' in str(caught.value)
    assert any(help_line in str(caught.value) for help_line in ("accepted are", "did you mean", "the bracket was not opened"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("", []),
        ("7r 8b x3", ["7r", "8b", "x3"]),
        ("7r,8b,x3", ["7r", "8b", "x3"]),
        ("7r, 8b  x3,", ["7r", "8b", "x3"]),
        ("1 1/2", ["1", "1/2"]),  # without commas a space parts two cards
        ("1 1/2,", ["3/2"]),
        ("7r, 1 1/2, 7 red", ["7r", "3/2", "7r"]),
        ("1 1/5, 7r", ["1", "1/5", "7r"]),  # 6/5 is no card
        ("[8b 4r] 3g", ["[8b 4r]", "3g"]),
        ("3g,[8b, 4r]=12,x2", ["3g", "[8b 4r]", "x2"]),
        ("[8b 4r]=7 x2", ["[8b 4r]=7", "x2"]),
        ("[-2 -5 14g][8b]", ["[-2 -5 14g]", "[8b]"]),
        ("11 g 8 orange 3", ["11g", "8o", "3"]),
        ("[8 Blue 4 r]=12 x2", ["[8b 4r]", "x2"]),
    ],
)
def test_lists(written: str, canonical: list[str]) -> None:
    assert [str(item) for item in parse_items(written)] == canonical


def test_a_build_is_no_card_of_a_hand() -> None:
    with pytest.raises(NotationError, match="card 2"):
        parse_cards("7r [8b 4r]")


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_in_capital_letters_is_that_card(card: Card) -> None:
    assert parse_card(str(card).upper()) == card


@given(st.lists(items), st.sampled_from([" ", ",", ", ", "  "]))
def test_a_list_reads_back(held: list[Card | Build], between: str) -> None:
    assert parse_items(between.join(map(str, held))) == tuple(held)


@given(st.text(st.sampled_from(string.printable + "−×÷½²√∛[]=,")))
def test_any_text_is_a_list_or_a_notation_error(text: str) -> None:
    try:
        held = parse_items(text)
    except NotationError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either outcome is right
    else:
        assert parse_items(", ".join(map(str, held))) == held


@given(st.text())
def test_any_token_is_an_item_or_a_notation_error(text: str) -> None:
    try:
        item = parse_item(text)
    except NotationError:
        return
    assert parse_item(str(item)) == item


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("11q", '"11q": not a card; did you mean 11g?'),
        ("12rr", '"12rr": not a card; did you mean 12r?'),
        ("4k", '"4k": not a card; did you mean 4r, 4b, 4g or 4o?'),
        ("sqr", '"sqr": not a card; did you mean sqrt?'),
        ("[8b 4r", '"[8b 4r": the bracket is not closed'),
        ("4r]", '"4r]": the bracket was not opened'),
    ],
)
def test_a_slip_is_answered_in_one_short_line(written: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_item(written)
    assert str(caught.value) == message


def test_what_is_offered_is_a_card() -> None:
    for token in ("11q", "9z", "16r", "x9", "-7", "/1", "4x", "sqrn", "cbrrt", "hello", "15s1", ""):
        for text in likely_cards(token):
            assert str(parse_card(text)) == text


@pytest.mark.parametrize(("length", "near"), [(19, True), (20, True), (21, False), (22, False), (5000, False)])
def test_a_text_of_20_letters_may_have_meant_a_card(length: int, near: bool) -> None:
    assert likely_cards("-" + "6" * (length - 1)) == (("-2", "-3", "-4", "-5") if near else ())


@pytest.mark.parametrize(
    ("written", "place", "token", "why"),
    [
        ("7r, 8b, 1 1/7, x3", 4, "1/7", "no card 1/7: the pack has 1/2 1/3 1/4 1/5 1/8 1/10 2/3 3/4 2/5 3/5 4/5 3/2 5/2"),
        ("7r 8b [8b 4z] x3", 3, "[8b 4z]", 'not a card (card 2 of the build, "4z")'),
        ("7r, [8b 4r, 3b", 2, "[8b 4r", "the bracket is not closed"),
        ("[8b 4r] []", 2, "[]", "a build holds at least one card"),
        ("[8b 4r]=x", 1, "[8b 4r]=x", '"x" is no value of a build'),
        ("[8b 4r]=1/0", 1, "[8b 4r]=1/0", '"1/0" is no value of a build'),
        ("7r 8b]", 2, "8b]", "the bracket was not opened"),
        ("7r red", 2, "red", "not a card"),
        ("7r 8b 4q", 3, "4q", "not a card; did you mean 4g?"),
        ("x" * 60, 1, "x" * 60, "not a card"),
        ("x" * 61, 1, f"{'x' * 60}...", "not a card"),
    ],
)
def test_the_offending_token_and_its_place_are_named(written: str, place: int, token: str, why: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_items(written)
    assert caught.value.place == place
    assert caught.value.token.startswith(token.removesuffix("..."))
    assert str(caught.value).partition("; accepted are")[0] == f'card {place}, "{token}": {why}'
