"""Two outlines of one card are as sure as the surer of them."""

import numpy as np

from numero_cam.base.records import CardReading, Corners
from numero_cam.observe.once import in_one_place, scores_of_cards, settle

CARD = np.array([[100, 100], [200, 100], [200, 240], [100, 240]], np.float32)
NEAR = CARD + np.float32(4)
ASIDE = CARD + np.array([150, 0], np.float32)
ACROSS = CARD + np.array([0, 60], np.float32)
"""A card of a fan: it overlaps, but its corner lies elsewhere."""


def test_an_outline_is_as_sure_as_the_surest_of_the_same_card() -> None:
    assert scores_of_cards([], []) == []
    assert scores_of_cards([CARD, NEAR, ASIDE], [0.3, 0.6, 0.9]) == [0.6, 0.6, 0.9]


def test_cards_of_a_fan_do_not_vouch_for_each_other() -> None:
    assert not in_one_place(CARD, ACROSS)
    assert scores_of_cards([CARD, ACROSS], [0.3, 0.6]) == [0.3, 0.6]


def look(label: str, confidence: float, *others: tuple[str, float], quad: Corners = CARD) -> CardReading:
    return CardReading(quad, label, confidence, others)


def test_two_looks_that_differ_are_no_reading_however_sure_each_is() -> None:
    (card,) = settle([look("9", 0.999, quad=CARD), look("6", 0.99, ("6r", 0.008), ("9", 0.002), quad=NEAR)], packs=1, least=0.5)
    assert card.label is None
    assert {label for label, _ in card.alternatives} == {"9", "6", "6r"}


def test_of_two_looks_that_differ_in_the_colour_only_the_number_is_read() -> None:
    (card,) = settle([look("9r", 0.9, quad=CARD), look("9b", 0.8, quad=NEAR)], packs=1, least=0.5)
    assert card.label == "9"
