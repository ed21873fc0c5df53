"""Whether a hand holds the answer to a build: what is known decides, and unknown cards leave it open only where they can be the answer."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.numero.engine import parse_game, read_game
from numero_cam.games.numero.engine.verify import held_answer
from numero_cam.games.numero.rules import PACK, Card, parse_cards

HANDS = st.lists(st.sampled_from(PACK), max_size=5)


@given(HANDS, st.integers(0, 5), st.none() | st.integers(1, 15))
def test_known_cards_decide_and_unknown_ones_leave_it_open(hand: list[Card], unknown: int, value: int | None) -> None:
    found = held_answer(hand, unknown, None if value is None else Fraction(value))
    if value is not None and any(card.is_number and card.value == value for card in hand):
        assert found is True
    else:
        assert found is (None if unknown and value is not None else False)


@pytest.mark.parametrize(
    ("hand", "unknown", "held"), [("7r 3b", 0, True), ("7r 3b", 2, True), ("6r 3b", 0, False), ("6r 3b", 2, None), ("x3", 1, None)]
)
def test_the_answer_seven(hand: str, unknown: int, held: bool | None) -> None:
    assert held_answer(parse_cards(hand), unknown, Fraction(7)) is held


@pytest.mark.parametrize("answer", ["then", "now"])
def test_nobody_wins_a_challenge_of_a_hand_that_nobody_knows_without_saying_what_was_shown(answer: str) -> None:
    text = (
        f"numero game 1\nplayers: Ann, Ben\nlevel: 2\nanswer-shown: {answer}\nhand Ann: 15r 3b 12g -2 1o\nhand Ben: ? ? ? ? ?\n"
        "centre: 8b 7o\n\n1 Ann: discard 3b\n1 Ann: draw 4r\n2 Ben: build 1r: 8b + 1r = 9\n2 Ben: draw ?\n3 Ann: challenge [8b 1r]"
    )
    assert "write shown or bluff" in str(read_game(text).error)
    assert [parse_game(f"{text} {what}").state.seats[0].score < 0 for what in ("bluff", "shown")] == [False, True]
