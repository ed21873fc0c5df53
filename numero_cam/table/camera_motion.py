"""Whether the camera was moved, and by how much."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.table.background import Ground
from numero_cam.vision.candidates import PartCard
from numero_cam.vision.plane import TablePlane, find_plane, weighted_corners

Grey = NDArray[np.uint8]

MOST_POINTS, APART = 160, 7
"""How many places with something to see are followed, and how far apart they are, pixels."""
SUSPECTED = 0.4
"""The camera may have been moved if so many of them changed."""
LEAST_FOLLOWING, LEAST_POINTS = 0.6, 12
"""Share and number of the places that must agree on how."""
BACK, OFF = 0.7, 0.6
"""Pixels by which a place may miss when it is followed back, and by which it may differ from the others."""
LEAST_SHIFT = 0.35
"""A smaller one is none, pixels of the small picture."""
WINDOW, LEVELS = (15, 15), 3


def grey_of(small: NDArray[np.float32] | NDArray[np.uint8]) -> Grey:
    """A small picture in grey."""
    return np.asarray(cv2.cvtColor(np.clip(small, 0, 255).astype(np.uint8), cv2.COLOR_RGB2GRAY), np.uint8)


def places(settled: Grey) -> NDArray[np.float32]:
    """Places of a picture that can be followed, ``(N, 2)`` pixels."""
    found = cast("NDArray[np.float32] | None", cv2.goodFeaturesToTrack(settled, MOST_POINTS, 0.02, APART))
    return np.zeros((0, 2), np.float32) if found is None else found.reshape(-1, 2)


def share_changed(points: NDArray[np.float32], changed: NDArray[np.uint8]) -> float:
    """Share of the places about which something changed."""
    if len(points) < LEAST_POINTS:
        return 0.0
    near = cv2.dilate(changed, np.ones((5, 5), np.uint8))
    x, y = np.round(points).astype(int).T
    return float(near[np.clip(y, 0, near.shape[0] - 1), np.clip(x, 0, near.shape[1] - 1)].mean())


def _followed(before: Grey, now: Grey, points: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Where places of one picture are in another, ``(N, 2)``, and which of them were found."""
    there, found, _ = cv2.calcOpticalFlowPyrLK(before, now, points[:, None], points[:, None].copy(), winSize=WINDOW, maxLevel=LEVELS)
    return np.asarray(there, np.float32).reshape(-1, 2), np.asarray(found).ravel() > 0


def find_shift(settled: Grey, now: Grey, points: NDArray[np.float32]) -> NDArray[np.float64] | None:
    """How the picture moved.

    Args:
        settled: ``(H, W)`` uint8, before.
        now: The same, now.
        points: Of ``places``.

    Returns:
        ``(3, 3)`` from before to now; None where most places do not agree on one, or nothing moved.
    """
    if len(points) < LEAST_POINTS:
        return None
    there, found = _followed(settled, now, points)
    back, again = _followed(now, settled, there)
    good = found & again & (np.linalg.norm(back - points, axis=1) < BACK)
    if good.sum() < max(LEAST_POINTS, LEAST_FOLLOWING * len(points)):
        return None
    cv2.setRNGSeed(1)
    matrix, inliers = cv2.findHomography(points[good], there[good], cv2.RANSAC, OFF)
    if matrix is None or inliers.sum() < max(LEAST_POINTS, LEAST_FOLLOWING * len(points)):
        return None
    far = np.linalg.norm(there[good] - points[good], axis=1)[inliers.ravel() > 0]
    return np.asarray(matrix, np.float64) if np.median(far) >= LEAST_SHIFT else None


DARK = 10.0
"""Mean level below which a picture shows nothing."""
BLURRED = 0.3
"""A picture whose edges are weaker than this share of those of the table before it shows nothing."""
ALL_CHANGED, LOST_AFTER = 0.7, 2.0
"""Where more of the places that can be followed changed and none can be followed for so many seconds, the table is read as a new one."""
STILL = 0.97
"""Share of the picture that is still where nothing happens."""
OPEN, SURE = 0.95, 0.999
"""The plane is known from cards of which so much is visible and whose faces are so sure."""
OTHER_PLACE, MOST_CARDS = 0.5, 16
"""They overlap less than this, as IoU; and no more than so many are used."""


class Moved(Enum):
    """What may have become of the camera."""

    NO = "it stands where it stood"
    MAYBE = "that is not known yet"
    LOST = "the picture is another one"


def is_dark(small: NDArray[np.uint8]) -> bool:
    """Whether a picture is black."""
    return float(small.mean()) < DARK


def _edges(grey: NDArray[np.uint8]) -> float:
    return float(np.abs(cv2.Laplacian(grey, cv2.CV_16S)).mean())


class Camera:
    """Whether the camera was moved since the table was known."""

    def __init__(self) -> None:
        self._points = np.zeros((0, 2), np.float32)
        self._least_edges = 0.0
        self._suspected_since: float | None = None

    def know(self, settled: NDArray[np.float32]) -> None:
        """Remembers the table as it is known: ``(H, W, 3)`` float32, the small picture."""
        grey = grey_of(settled)
        self._points = places(grey)
        self._least_edges = BLURRED * _edges(grey)

    def is_blurred(self, small: NDArray[np.uint8]) -> bool:
        """Whether a small picture is blurred; noise makes edges too, so it is compared as the table is kept: smoothed."""
        return _edges(grey_of(np.asarray(cv2.blur(small, (3, 3)), np.uint8))) < self._least_edges

    def moved(self, ground: Ground, t: float) -> NDArray[np.float64] | Moved:
        """How the camera was moved.

        Args:
            ground: The small pictures.
            t: The second.

        Returns:
            ``(3, 3)`` from the small picture before to the one now, where that is known.
        """
        changed = share_changed(self._points, ground.changed)
        if changed < SUSPECTED:
            self._suspected_since = None
            return Moved.NO
        since = self._suspected_since = t if self._suspected_since is None else self._suspected_since
        if share_changed(self._points, ground.moving) > SUSPECTED / 2:
            return Moved.MAYBE
        matrix = find_shift(grey_of(ground.settled), grey_of(ground.now), self._points)
        if matrix is not None:
            self._suspected_since = None
            return matrix
        lost = changed >= ALL_CHANGED and t - since >= LOST_AFTER and ground.still(t).mean() > STILL
        return Moved.LOST if lost else Moved.MAYBE


@dataclass
class PlaneInTime:
    """The table's plane, which every card tells that lies where none lay before.

    Attributes:
        size: Width and height of the picture, pixels.
        plane: None where too few cards have told it.
        cards: The cards that told it, where they lay when they were read.
    """

    size: tuple[int, int]
    plane: TablePlane | None = None
    cards: tuple[PartCard, ...] = ()

    def learn(self, cards: Sequence[PartCard]) -> bool:
        """Learns from cards that were just read; whether the plane is known better now."""
        far = [
            c for c in cards if c.visible >= OPEN and c.face.value_confidence >= SURE and not any(_meet(c, other) for other in self.cards)
        ]
        if far:
            self.cards = (*self.cards, *far)[-MOST_CARDS:]
            self.plane = (
                find_plane(*weighted_corners([card.outline_as_read for card in self.cards], self.size), before=self.plane) or self.plane
            )
        return bool(far)

    def shift(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: ``(3, 3)`` in pixels of the picture."""
        self.cards = tuple(_shifted(card, matrix) for card in self.cards)
        if self.plane is not None:
            onto = matrix @ self.plane.table_to_picture
            self.plane = replace(self.plane, table_to_picture=onto / onto[2, 2])


def _meet(a: PartCard, b: PartCard) -> bool:
    return geometry.iou(a.quad, b.quad) >= OTHER_PLACE


def _shifted(card: PartCard, matrix: NDArray[np.float64]) -> PartCard:
    points = geometry.transform(matrix, card.outline.points).astype(np.float32)
    face = replace(card.face, quad=geometry.transform(matrix, card.quad).astype(np.float32))
    return replace(card, face=face, outline=replace(card.outline, points=points))
