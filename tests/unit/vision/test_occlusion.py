"""Which card lies on which, from where each is seen."""

import itertools

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import reindexed
from numero_cam.vision import rectify
from numero_cam.vision.candidates import find_covers, quads_above
from numero_cam.vision.outlines import CardOutline


def quad_at(x: float, y: float, degrees: float) -> NDArray[np.float32]:
    a = np.radians(degrees)
    box = np.array([[-40, -56], [40, -56], [40, 56], [-40, 56]])
    return np.asarray(box @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + [x, y], np.float32)


def as_seen(quads: list[NDArray[np.float32]]) -> list[CardOutline]:
    """What a network that makes no mistakes says of cards laid in this order."""
    owner = np.full((600, 600), -1, np.int16)
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), i)
    inner = rectify.crop_corners(rectify.OUTLINE_SIDE, rectify.OUTLINE_SIDE, rectify.OUTLINE_MARGIN)
    middles = np.arange(0.05, 1, 0.1) * rectify.OUTLINE_SIDE
    parts = np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)
    out = []
    for i, quad in enumerate(quads):
        points = geometry.transform(geometry.homography(inner, quad), parts).astype(np.float32)
        columns, rows = np.clip(np.round(points), 0, 599).astype(int).T
        out.append(CardOutline(quad, points, np.where(owner[rows, columns] == i, 6, -6).astype(np.float32), quad.mean(axis=0)))
    return out


@pytest.mark.parametrize("seed", range(40))
def test_cards_thrown_on_each_other_are_ordered_as_they_were_laid(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = rng.uniform([240, 240, 0], [360, 360, 360], (2, 3))
    quads = [quad_at(x, y, degrees) for x, y, degrees in places]
    covers = find_covers(as_seen(quads))
    if geometry.intersection_area(*quads) > 0.1 * geometry.area(quads[0]):
        assert covers == [frozenset(), frozenset({0})]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_a_fan_comes_back_in_its_order_however_its_cards_were_found(order: tuple[int, ...]) -> None:
    laid = as_seen([quad_at(200 + 35 * k, 300, 5 * k) for k in range(3)])
    covers = find_covers([laid[k] for k in order])
    for i, lower in enumerate(covers):
        assert {order[j] for j in lower} == set(range(order[i]))


def test_cards_apart_lie_on_none() -> None:
    cards = as_seen([quad_at(100, 100, 0), quad_at(400, 400, 30)])
    assert find_covers(cards) == [frozenset(), frozenset()]
    assert find_covers([]) == []
    assert quads_above(find_covers(cards), [c.quad for c in cards]) == [[], []]


def test_a_second_outline_of_a_card_does_not_hide_it_nor_is_hidden() -> None:
    (card,) = as_seen([quad_at(300, 300, 0)])
    inner = CardOutline(
        card.quad.mean(0) + np.float32(0.5) * (card.quad - card.quad.mean(0)), card.points, card.visible_logits, card.anchor
    )
    for two in ([card, inner], [inner, card]):
        assert find_covers(two) == [frozenset(), frozenset()]


def test_a_card_on_another_one_of_which_it_hides_most_lies_on_it() -> None:
    laid = as_seen([quad_at(300, 300, 0), quad_at(310, 318, 0)])
    assert geometry.iou(laid[0].quad, laid[1].quad) > 0.5
    assert find_covers(laid) == [frozenset(), frozenset({0})]
    assert quads_above(find_covers(laid), [card.quad for card in laid])[0][0].tolist() == laid[1].quad.tolist()


def test_covered_cards_are_reindexed_among_those_that_are_left() -> None:
    assert reindexed(frozenset({1, 2, 4}), [0, 2, 3, 4]) == frozenset({1, 3})


def test_cards_of_which_nothing_is_known_where_they_overlap_lie_on_none() -> None:
    """In a fan the first card and the third have a strip in common that the second hides; it may be narrower than the parts looked at."""
    cards = as_seen([quad_at(200, 300, 0), quad_at(278.4, 300, 0)])
    assert geometry.intersection_area(cards[0].quad, cards[1].quad) > 0.015 * geometry.area(cards[0].quad)
    assert find_covers(cards) == [frozenset(), frozenset()]
    assert find_covers(cards[::-1]) == [frozenset(), frozenset()]
