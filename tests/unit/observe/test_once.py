"""Two outlines of one card are as sure as the surer of them."""

import numpy as np

from numero_cam.observe.once import in_one_place, scores_of_cards

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
