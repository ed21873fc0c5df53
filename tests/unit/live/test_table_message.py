"""The cards of a picture as pages are told them: places as shares of its sides, faces by their probability, no card that is none."""

from typing import Any

import numpy as np
import pytest

from numero_cam.games.shared.sight import TablePlace
from numero_cam.live.page_messages import TableFrame, table_message
from numero_cam.table.sight_builder import TrackedCard

QUAD = np.array([[10.0, 20.0], [90.0, 22.0], [88.0, 140.0], [9.0, 139.0]])
CARDS = (
    TrackedCard(1, QUAD, (("7r", 0.8), ("9r", 0.15)), TablePlace("centre")),
    TrackedCard(2, QUAD + 30.0, (), TablePlace("row", 1)),
    TrackedCard(3, QUAD + 60.0, (("x2", 1.0),), TablePlace("row", 0)),
)


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (300, 300), (1920, 1080)])
def test_each_card_stands_at_its_place_whatever_the_sides_of_the_picture(size: tuple[int, int]) -> None:
    frame = TableFrame(4, 1.25, size, CARDS, frozenset({TablePlace("centre")}))
    told: dict[str, Any] = dict(table_message(frame, ("Ann", "Ben"), {}, {}))
    assert (told["width"], told["height"], told["number"], told["t"]) == (*size, 4, 1.25)
    for card, sent in zip(CARDS, told["cards"], strict=True):
        assert np.allclose(np.array(sent["quad"]) * size, card.quad, atol=0.1)
    assert [(sent["face"], sent["player"]) for sent in told["cards"]] == [("7r", None), ("", "Ben"), ("x2", "Ann")]
    assert told["cards"][0]["others"] == [["9r", 0.15]]


def test_what_a_person_said_of_a_card_goes_before_what_was_seen() -> None:
    frame = TableFrame(None, 0.0, (640, 480), CARDS, frozenset())
    told: dict[str, Any] = dict(table_message(frame, ("Ann", "Ben"), {1: "9r", 3: None}, {2: 0}))
    assert [(sent["id"], sent["face"], sent["sure"], sent["player"]) for sent in told["cards"]] == [
        (1, "9r", 1.0, None),
        (2, "", 1.0, "Ann"),
    ]
