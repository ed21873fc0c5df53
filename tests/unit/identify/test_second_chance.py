"""Which outlines a second chance reads."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.identify.second_chance import _distinct, _variants

CARD = np.array([[100, 100], [160, 100], [160, 184], [100, 184]], np.float32)


def moved(x: float) -> NDArray[np.float32]:
    return CARD + np.array([x, 0], np.float32)


def test_outlines_that_end_alike_are_read_once() -> None:
    assert [q[0, 0] for _, q in _distinct([(0, moved(1)), (0, moved(20)), (0, moved(21))], {0: CARD})] == [120]


def test_every_card_has_its_own_outlines() -> None:
    tried = [(0, moved(20)), (1, moved(20)), (1, moved(40))]
    assert [(i, q[0, 0]) for i, q in _distinct(tried, {0: CARD, 1: moved(40)})] == [(0, 120), (1, 120)]


def test_all_variants_differ_from_the_outline_they_come_from() -> None:
    tried = [(0, q) for q in _variants(CARD)]
    assert len(_distinct(tried, {0: CARD})) == len(tried)
