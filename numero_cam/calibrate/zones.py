"""Zones of a table: where hands, centre and winning piles lie. Rectangles on the table, in millimetres."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import TableCard

Array = NDArray[np.float64]
Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres of the table."""

NAMES = ("pile", "pile opposite", "hand", "opposite", "centre")
"""A card in two zones lies in the first of them."""
REACH = 700.0
"""Millimetres from the middle of the picture to the farthest edge of a zone."""
_HAND_DEPTH = 130.0
_PILE_WIDTH, _PILE_GAP = 90.0, 15.0
_NEAR_CARD = 30.0


@dataclass(frozen=True)
class _Rows:
    """Where cards of one zone lie on the table: their outermost edges, millimetres."""

    left: float
    top: float
    right: float
    bottom: float


def make_zones(plane: Array, size: tuple[int, int], cards: Sequence[TableCard] = ()) -> dict[str, Rectangle]:
    """Parts the table into zones: a band for each hand, the centre between, a pile at the right end of each band.

    Args:
        plane: Pixels to millimetres, see ``plane``.
        size: Width and height of the picture.
        cards: What lies there; the bands end halfway between the hands and the centre. Without, they are 130 mm deep.

    Returns:
        A rectangle for each of ``NAMES``.
    """
    left, top, right, bottom = seen_table(plane, size)
    lie = {zone: _rows(plane, [card for card in cards if card.zone == zone]) for zone in ("hand", "opposite", "centre")}
    hand, other, centre = lie["hand"], lie["opposite"], lie["centre"]
    depth = min(_HAND_DEPTH, 0.3 * (bottom - top))
    near = _edge(hand.top if hand else None, centre.bottom if centre else None, bottom - depth, -1)
    far = _edge(other.bottom if other else None, centre.top if centre else None, top + depth, 1)
    far, near = min(far, near - 1), max(far + 1, near)
    top, bottom = min(top, far - 1), max(bottom, near + 1)
    pile = max(right - _PILE_WIDTH, hand.right + _PILE_GAP) if hand else right - _PILE_WIDTH
    other_pile = min(left + _PILE_WIDTH, other.left - _PILE_GAP) if other else left + _PILE_WIDTH
    return {
        "pile": (pile, near, max(right, pile + _PILE_WIDTH), bottom),
        "pile opposite": (min(left, other_pile - _PILE_WIDTH), top, other_pile, far),
        "hand": (left, near, right, bottom),
        "opposite": (left, top, right, far),
        "centre": (left, far, right, near),
    }


def zone_at(zones: Mapping[str, Rectangle], plane: Array, corners: NDArray[np.floating]) -> str | None:
    """The zone in which the middle of a card, or of several, lies.

    Args:
        zones: See ``make_zones``.
        plane: Pixels to millimetres.
        corners: ``(4, 2)`` pixels of a card; ``(4 K, 2)`` of several.

    Returns:
        One of ``NAMES``, or None outside of all.
    """
    places = geometry.transform(plane, corners)
    x, y = places.mean(axis=0)
    return next((name for name in NAMES if _inside(zones[name], x, y)), None)


def outline_in_picture(zone: Rectangle, plane: Array, size: tuple[int, int]) -> NDArray[np.float32]:
    """A zone's outline as ``(N, 2)`` float32 pixels, cut at the picture's edges; no point where it lies outside."""
    back = geometry.inverse(plane)
    left, top, right, bottom = zone
    ring = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    ahead = np.column_stack([ring, np.ones(4)]) @ back[2] / back[2, 2]
    if ahead.min() <= 0:  # a part of it lies behind the camera: at most by zones that people wrote
        return np.zeros((0, 2), np.float32)
    width, height = size
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    share, shared = cv2.intersectConvexConvex(geometry.transform(back, ring).astype(np.float32), frame)
    return np.asarray(shared, np.float32).reshape(-1, 2) if share > 0 else np.zeros((0, 2), np.float32)


def seen_table(plane: Array, size: tuple[int, int]) -> Rectangle:
    """The part of the table that zones may take up: what the picture shows in its middle row and column, up to ``REACH``."""
    width, height = size
    ways = {
        "left": np.column_stack([np.linspace(width / 2, 0, 60), np.full(60, height / 2)]),
        "right": np.column_stack([np.linspace(width / 2, width, 60), np.full(60, height / 2)]),
        "up": np.column_stack([np.full(60, width / 2), np.linspace(height / 2, 0, 60)]),
        "down": np.column_stack([np.full(60, width / 2), np.linspace(height / 2, height, 60)]),
    }
    ends = {}
    for name, way in ways.items():
        ahead = np.column_stack([way, np.ones(60)]) @ plane[2]
        before_horizon = int(np.argmin(ahead / ahead[0] > 0.05)) or 60
        ends[name] = np.clip(geometry.transform(plane, way[:before_horizon])[-1], -REACH, REACH)
    return float(ends["left"][0]), float(ends["up"][1]), float(ends["right"][0]), float(ends["down"][1])


def _edge(hand: float | None, centre: float | None, usual: float, away: int) -> float:
    """Where a hand's band ends: halfway between its cards and the centre's, or just beside those that are there.

    Args:
        hand: The edge of the hand's cards that faces the centre, if there are any.
        centre: The edge of the centre's cards that faces the hand, if there are any.
        usual: Where it ends without cards.
        away: 1 where the centre lies at larger y than the hand, else -1.
    """
    if hand is not None and centre is not None and (centre - hand) * away > 0:
        return (hand + centre) / 2
    if hand is not None:
        return hand + away * _NEAR_CARD
    if centre is not None:
        return away * min(away * usual, away * centre - _NEAR_CARD)
    return usual


def _rows(plane: Array, cards: Sequence[TableCard]) -> _Rows | None:
    if not cards:
        return None
    places = geometry.transform(plane, np.concatenate([card.reading.corners for card in cards]))
    (left, top), (right, bottom) = places.min(axis=0), places.max(axis=0)
    return _Rows(float(left), float(top), float(right), float(bottom))


def _inside(zone: Rectangle, x: float, y: float) -> bool:
    return bool(zone[0] <= x <= zone[2] and zone[1] <= y <= zone[3])
