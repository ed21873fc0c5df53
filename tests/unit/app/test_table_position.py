from collections.abc import Callable
from typing import Any

import pytest

from numero_cam.app.photos import table_position
from numero_cam.base.records import TableState

Make = Callable[..., TableState]

CASES: dict[str, tuple[list[Any], list[str], list[str], tuple[int, ...], tuple[int, ...]]] = {
    # rows: centre, hand, unknown, look at
    "nothing": ([], [], [], (), ()),
    "single cards": ([("7r", "centre"), ("x3", "centre"), ("15g", "hand")], ["7r", "x3"], ["15g"], (), ()),
    "a build from bottom to top": ([("4r", "centre", 0.99, 5, 1), ("8b", "centre", 0.99, 5, 0)], ["[8b 4r]"], [], (), ()),
    "a fan in the hand is no build": ([("4r", "hand", 0.99, 5, 0), ("8b", "hand", 0.99, 5, 1)], [], ["4r", "8b"], (), ()),
    "playing cards": ([("10h", "centre"), ("1s", "hand")], ["10h"], ["1s"], (), ()),
    "a colour that is not known": ([("7", "centre")], ["7"], [], (), ()),
    "other zones take no part": ([("7r", "opposite"), (None, "opposite"), ("8r", None), (None, None), ("9r", "take")], [], [], (), ()),
    "an unknown card": ([(None, "centre", 0.3), ("7r", "centre"), (None, "hand", 0.3), ("8r", "hand")], ["7r"], ["8r"], (1, 3), (1, 3)),
    "an unsure card stays and is doubtful": ([("7r", "centre", 0.7), ("8r", "hand", 0.95)], ["7r"], ["8r"], (), (1,)),
    "a build with an unknown card": ([("7r", "centre", 0.99, 0, 0), (None, "centre", 0.3, 0, 1)], [], [], (2,), (2,)),
}


@pytest.mark.parametrize("name", CASES)
def test_readings_become_a_position(name: str, make_table: Make) -> None:
    rows, centre, hand, unknown, look_at = CASES[name]
    table = table_position(make_table(*rows))
    assert [str(item) for item in table.position.centre] == centre
    assert [str(card) for card in table.position.hand] == hand
    assert (table.unknown, table.look_at, table.complete) == (unknown, look_at, not unknown)
    assert len(table.numbers) == len(centre) + len(hand)


def test_the_numbers_behind_each_card(make_table: Make) -> None:
    rows = [("4r", "centre", 0.99, 5, 1), ("8b", "centre", 0.99, 5, 0), ("7r", "centre", 0.99, 6, 0), (None, "hand"), ("12g", "hand")]
    table = table_position(make_table(*rows))
    assert table.numbers == ((2, 1), (3,), (5,))
    assert table.left_out == ()


def test_the_known_cards_of_a_build_with_an_unknown_one_are_named(make_table: Make) -> None:
    table = table_position(make_table(("7r", "centre", 0.99, 0, 0), (None, "centre", 0.3, 0, 1), ("8r", "centre", 0.99, 0, 2)))
    assert table.left_out == (1, 3)
