"""Whether a hand holds the answer to a build: what is known decides, and unknown cards leave it open only where they can be the answer."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.numero.engine import game_text, parse_game, read_game
from numero_cam.games.numero.engine.verify import held_answer
from numero_cam.games.numero.rules import PACK, Card

HANDS = st.lists(st.sampled_from(PACK), max_size=5)


@given(HANDS, st.integers(0, 5), st.none() | st.integers(1, 15))
def test_known_cards_decide_and_unknown_ones_leave_it_open(hand: list[Card], unknown: int, value: int | None) -> None:
    found = held_answer(hand, unknown, None if value is None else Fraction(value))
    if value is not None and any(card.is_number and card.value == value for card in hand):
        assert found is True
    else:
        assert found is (None if unknown and value is not None else False)


@pytest.mark.parametrize("answer", ["then", "now"])
def test_nobody_wins_a_challenge_of_a_hand_that_nobody_knows_without_saying_what_was_shown(answer: str) -> None:
    text = (
        f"numero game 1\nplayers: Ann, Ben\nlevel: 2\nanswer-shown: {answer}\nhand Ann: 15r 3b 12g -2 1o\nhand Ben: ? ? ? ? ?\n"
        "centre: 8b 7o\n\n1 Ann: discard 3b\n1 Ann: draw 4r\n2 Ben: build 1r: 8b + 1r = 9\n2 Ben: draw ?\n3 Ann: challenge [8b 1r]"
    )
    assert "write shown or bluff behind the build" in str(read_game(text).error)
    bluff, shown = (parse_game(f"{text} {what}") for what in ("bluff", "shown"))
    assert [[seat.score for seat in game.state.seats] for game in (bluff, shown)] == [[0, -20], [-10, 0]]
    assert game_text(bluff).endswith("3 Ann: challenge [8b 1r] bluff\n")
