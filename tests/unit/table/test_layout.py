"""Stacks, layout, and one pack's cards once each."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.app.photos import find_gaps
from numero_cam.base.records import CardReading, Frame
from numero_cam.base.seats import Seat
from numero_cam.table import layout
from numero_cam.table.doubts import find_doubt
from numero_cam.table.layout import build_table_state, find_stacks
from numero_cam.vision.uniqueness import resolve_duplicates


def card(
    x: float,
    y: float,
    label: str | None = "7r",
    *,
    turn: float = 0,
    covers: tuple[int, ...] = (),
    confidence: float = 0.9,
    alternatives: tuple[tuple[str, float], ...] = (),
) -> CardReading:
    a = np.radians(turn)
    box = np.array([[-30, -42], [30, -42], [30, 42], [-30, 42]]) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return CardReading((box + np.array([x, y])).astype(np.float32), label, confidence, alternatives, covers=frozenset(covers))


def find_zones(readings: list[CardReading], seat: Seat = "near") -> list[str | None]:
    return layout.find_zones(readings, find_stacks(readings), seat)


def test_no_cards() -> None:
    assert find_stacks([]) == []
    assert find_zones([]) == []
    assert resolve_duplicates([], packs=1, least=0.5) == []


@pytest.mark.parametrize(
    ("dx", "dy", "turn", "joined"),
    [
        (0, 25, 0, True),  # a build
        (0, 62, 4, True),  # a build whose cards show nearly whole
        (45, 6, 10, True),  # a wide fan
        (0, 25, 180, True),  # one card of a build on its head
        (20, 20, 60, True),  # thrown on each other
        (45, 45, 0, False),  # corners touch by chance
        (8, 77, 0, False),  # hardly touching
        (51, 8, 30, False),  # turned, from another stack
    ],
)
def test_what_counts_as_lying_on_each_other(dx: float, dy: float, turn: float, joined: bool) -> None:
    assert (len(find_stacks([card(100, 100), card(100 + dx, 100 + dy, turn=turn)])) == 1) is joined


def test_cards_apart_have_their_own_stacks() -> None:
    assert find_stacks([card(0, 0), card(62, 0), card(200, 0)]) == [[0], [1], [2]]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_a_build_is_ordered_from_the_bottom(order: tuple[int, ...]) -> None:
    place = {k: i for i, k in enumerate(order)}
    readings = [card(0, 30 * k, covers=(place[k - 1],) if k else ()) for k in order]
    assert find_stacks(readings) == [[place[0], place[1], place[2]]]


def test_a_hand_below_and_one_opposite() -> None:
    centre = [card(100 + 150 * i, 300, turn=30 * i) for i in range(3)]
    hand = [card(80 + 70 * i, 600) for i in range(5)]
    opposite = [card(80 + 70 * i, 60, turn=180) for i in range(5)]
    found = find_zones([*centre, *hand, *opposite])
    assert found == ["centre"] * 3 + ["hand"] * 5 + ["opposite"] * 5


def test_a_fan_is_a_hand() -> None:
    fan = [card(200 + 25 * i, 600, turn=-20 + 10 * i) for i in range(5)]
    assert find_zones([card(200, 200), card(330, 210), *fan]) == ["centre"] * 2 + ["hand"] * 5


def test_a_card_on_its_head_is_of_the_hand_it_lies_in() -> None:
    hand = [card(80 + 70 * i, 600, turn=180 if i == 2 else 0) for i in range(5)]
    assert find_zones([card(200, 200), card(330, 210), *hand]) == ["centre"] * 2 + ["hand"] * 5


def test_fans_that_touch_stay_apart() -> None:
    """Their outer cards have a fifth in common, the cards of each fan two thirds."""
    first, second = ([card(x + 20 * i, 100) for i in range(4)] for x in (0, 108))
    assert find_stacks([*first, *second]) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_single_row_is_a_take() -> None:
    assert find_zones([card(80 + 70 * i, 300) for i in range(4)]) == ["take"] * 4


def test_a_card_face_down_has_no_zone() -> None:
    assert find_zones([card(0, 300, None), card(100, 300), card(0, 600), card(70, 600)])[0] is None


def test_cards_of_one_stack_share_their_zone() -> None:
    """A fan whose last cards turn too far for its row, a build that reaches down to the hand, and a covered card of a build."""
    fan = [card(200 + 25 * i, 600, turn=-50 + 25 * i) for i in range(5)]
    build = [card(600, 480 + 30 * i, None if i == 1 else "7r") for i in range(4)]
    readings = [card(200, 200), card(330, 210), *fan, *build]
    found = find_zones(readings)
    for stack in find_stacks(readings):
        assert len({found[i] for i in stack}) == 1
    assert found[2:7] == ["hand"] * 5
    assert found[7:] == ["centre"] * 4


def turned(readings: list[CardReading], quarters: int) -> list[CardReading]:
    """The picture turned clockwise by quarters."""
    quarter = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarters)
    return [replace(r, corners=(r.corners @ quarter).astype(np.float32)) for r in readings]


@pytest.mark.parametrize(("quarters", "seat"), [(0, "near"), (1, "left"), (2, "far"), (3, "right")])
def test_the_hand_lies_where_its_player_sits(quarters: int, seat: Seat) -> None:
    centre = [card(100 + 150 * i, 300, turn=30 * i) for i in range(3)]
    hand = [card(80 + 70 * i, 600) for i in range(5)]
    readings = turned([*centre, *hand], quarters)
    assert find_zones(readings, seat) == ["centre"] * 3 + ["hand"] * 5
    frame = Frame("a.jpg", np.zeros((4, 4, 3), np.uint8))
    state = build_table_state(frame, readings, seat=seat)
    assert layout.seats_with_hands(state) == (seat,)
    gaps = find_gaps(build_table_state(frame, readings))
    assert (bool(gaps), gaps.seats) == ((False, ()) if seat == "near" else (True, (seat,)))
    assert all(c.n == d.n for c, d in zip(state.cards, build_table_state(frame, readings).cards, strict=True))


@given(st.floats(42, 500), st.lists(st.floats(-9, 9), min_size=3, max_size=3))
def test_a_row_is_numbered_from_left_to_right_wherever_it_lies(height: float, off: list[float]) -> None:
    row = [card(100 + 150 * k, height + y, label) for k, (y, label) in enumerate(zip(off, ("7r", "8r", "9r"), strict=True))]
    state = build_table_state(Frame("row.jpg", np.zeros((4, 4, 3), np.uint8)), row)
    for zone in {each.zone for each in state.cards}:  # at a zone's edge a row may be parted
        labels = [each.reading.label for each in state.cards if each.zone == zone]
        assert labels == sorted(labels, key=str)


def test_a_doubt_offers_only_what_is_likelier_than_not() -> None:
    frame = Frame("a.jpg", np.zeros((4, 4, 3), np.uint8))
    cases: list[tuple[CardReading, tuple[str, ...], str | None]] = [
        (card(0, 0, None, alternatives=(("7r", 0.01), ("7b", 0.01))), (), None),
        (card(0, 0, None, alternatives=(("7r", 0.3), ("7b", 0.25), ("7g", 0.2))), ("7r", "7b"), None),
        (card(0, 0, None, alternatives=(("7r", 0.6),)), ("7r",), "7r"),
        (card(0, 0, None, alternatives=(("9o", 0.6),)), (), None),  # another card shows it
        (card(0, 0, "7r", confidence=0.7, alternatives=(("7b", 0.2),)), ("7b",), "7r"),
        (card(0, 0, "7r", confidence=0.7, alternatives=(("7b", 0.1),)), (), "7r"),
    ]
    for reading, maybe, likely in cases:
        state = build_table_state(frame, [reading, card(0, 300, "9o")])
        doubt = find_doubt(state, state.cards[0])
        assert (tuple(label for label, _ in doubt.alternatives), doubt.likely_label) == (maybe, likely)


def test_a_guess_cannot_be_a_reading() -> None:
    with pytest.raises(ValueError, match="is a guess and no reading"):
        card(0, 0, "9r", confidence=0.49)


@pytest.mark.parametrize(
    ("shown", "confidence", "label"),
    [("6s", 0.98, "6c"), ("6s", 0.5, "6c"), ("9s", 0.98, "6")],
    ids=["the other colour is shown surely", "it is rather shown than not", "another number is shown"],
)
def test_a_number_without_a_colour_has_the_one_that_no_other_card_shows(shown: str, confidence: float, label: str) -> None:
    open_colour = card(0, 0, "6", confidence=0.8, alternatives=(("6c", 0.4), ("6s", 0.35), ("8c", 0.02)))
    read, _ = resolve_duplicates([open_colour, card(200, 0, shown, confidence=confidence)], packs=1, least=0.5)
    assert read.label == label
    assert read.confidence <= 0.8 + 1e-6
    assert resolve_duplicates([open_colour, card(200, 0, shown, confidence=confidence)], packs=2, least=0.5)[0].label == "6"


@pytest.mark.parametrize("confidence", [0.5, 0.8, 1.0])
def test_a_number_whose_colours_are_all_shown_keeps_its_value(confidence: float) -> None:
    open_colour = card(0, 0, "6", confidence=confidence, alternatives=(("6c", confidence / 2), ("6s", confidence / 2)))
    others = [card(200, 0, "6s", confidence=0.99), card(400, 0, "6c", confidence=0.99)]
    assert resolve_duplicates([open_colour, *others], packs=1, least=0.5)[0].label == "6"
