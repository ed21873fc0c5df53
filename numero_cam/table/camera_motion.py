"""Whether and how the camera was moved, and the table's plane, which moves with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.table.background import KERNEL_3X3, Background
from numero_cam.vision.candidates import PartCard
from numero_cam.vision.plane import TablePlane, find_plane, weighted_corners

GreyImage = NDArray[np.uint8]  #: ``(H, W)`` uint8.

MAX_POINTS = 160  #: Maximum number of points that are followed.
MIN_POINT_DISTANCE = 7  #: Minimum distance between two of them, small pixels.
MIN_POINT_QUALITY = 0.02  #: Minimum corner response, as a share of that of the best point.
CORNER_BLOCK = 3  #: Side of the window in which a corner is measured, small pixels.
FLOW_WINDOW = (15, 15)  #: Window of the optical flow, small pixels.
FLOW_LEVELS = 3  #: Levels of its image pyramid above the first.
MIN_CHANGED_POINTS = 0.4  #: Share of the points near which something changed, from which the camera may have been moved.
MIN_AGREEING_SHARE = 0.6  #: Minimum share of the points that agree on one motion.
MIN_AGREEING_POINTS = 12  #: Minimum number of the points that agree on one motion.
MAX_BACKWARD_ERROR = 0.7  #: Maximum error of a point that is followed there and back, small pixels.
MAX_REPROJECTION_ERROR = 0.6  #: Maximum distance of a point from where the common motion puts it, small pixels.
MIN_MOTION = 0.35  #: Minimum median motion of the points, small pixels; less is none.


def to_grey(small: NDArray[np.float32] | NDArray[np.uint8]) -> GreyImage:
    """Return a small image ``(H, W, 3)`` RGB in grey, ``(H, W)`` uint8."""
    return np.asarray(cv2.cvtColor(np.clip(small, 0, 255).astype(np.uint8), cv2.COLOR_RGB2GRAY), np.uint8)


def find_points(grey: GreyImage) -> NDArray[np.float32]:
    """Return points of an image that optical flow can follow, ``(N, 2)`` float32 pixels, the clearest corner first.

    They are those of OpenCV's ``goodFeaturesToTrack``, which its JavaScript build lacks.
    """
    response = np.asarray(cv2.cornerMinEigenVal(grey, CORNER_BLOCK), np.float32)
    strong = response > np.float32(MIN_POINT_QUALITY * float(response.max()))
    peaks = strong & (response == cv2.dilate(np.where(strong, response, np.float32(0)), KERNEL_3X3))
    y, x = np.nonzero(peaks[1:-1, 1:-1])
    order = np.argsort(response[y + 1, x + 1], kind="stable")[::-1]
    left = np.stack((x + 1, y + 1), axis=1)[order].astype(np.float32)
    points: list[NDArray[np.float32]] = []
    while len(left) and len(points) < MAX_POINTS:
        points.append(left[0])
        left = left[((left - left[0]) ** 2).sum(axis=1) >= MIN_POINT_DISTANCE**2]
    return np.array(points, np.float32).reshape(-1, 2)


def changed_point_share(points: NDArray[np.float32], changed: NDArray[np.uint8]) -> float:
    """Return the share of the points ``(N, 2)`` near which the mask ``(H, W)`` is 1; 0 where there are too few points to judge."""
    if len(points) < MIN_AGREEING_POINTS:
        return 0.0
    near = cv2.dilate(changed, np.ones((5, 5), np.uint8))
    x, y = np.round(points).astype(int).T
    return float(near[np.clip(y, 0, near.shape[0] - 1), np.clip(x, 0, near.shape[1] - 1)].mean())


def follow_points(before: GreyImage, now: GreyImage, points: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return where the points of one image are in another, ``(N, 2)`` pixels, and which were found, ``(N,)``."""
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before, now, points[:, None], points[:, None].copy(), winSize=FLOW_WINDOW, maxLevel=FLOW_LEVELS
    )
    return np.asarray(moved, np.float32).reshape(-1, 2), np.asarray(found).ravel() > 0


def estimate_motion(settled: GreyImage, current: GreyImage, points: NDArray[np.float32]) -> NDArray[np.float64] | None:
    """Estimate the homography between two images.

    Args:
        settled: ``(H, W)`` uint8, before.
        current: The same, now.
        points: Of ``find_points``.

    Returns:
        ``(3, 3)`` from pixels before to pixels now; None where most points do not agree on one, or nothing moved.
    """
    if len(points) < MIN_AGREEING_POINTS:
        return None
    moved, found = follow_points(settled, current, points)
    back, found_back = follow_points(current, settled, moved)
    good = found & found_back & (np.linalg.norm(back - points, axis=1) < MAX_BACKWARD_ERROR)
    least = max(MIN_AGREEING_POINTS, MIN_AGREEING_SHARE * len(points))
    if good.sum() < least:
        return None
    cv2.setRNGSeed(1)
    matrix, inliers = cv2.findHomography(points[good], moved[good], cv2.RANSAC, MAX_REPROJECTION_ERROR)
    if matrix is None or inliers.sum() < least:
        return None
    distances = np.linalg.norm(moved[good] - points[good], axis=1)[inliers.ravel() > 0]
    return np.asarray(matrix, np.float64) if np.median(distances) >= MIN_MOTION else None


MAX_BLACK_LEVEL = 10.0  #: Mean level below which a picture is black.
MIN_SHARPNESS = 0.3  #: Share of the settled table's edge strength below which a picture is blurred.
LOST_CHANGED_POINTS = 0.7  #: Share of changed points from which the view may be another one ...
LOST_SECONDS = 2.0  #: ... when no motion could be estimated for this many seconds ...
UNSETTLED_SECONDS = 2.0  #: Seconds of such a view after which people are told.
STILL_SHARE = 0.97  #: ... and this share of the picture is still. A table of which this share is still is at rest.


class CameraMotion(Enum):
    """Whether the camera was moved, where no homography of the motion is known."""

    NONE = "the camera was not moved"
    UNCERTAIN = "not known yet"
    LOST = "the view is another one"


def is_black(small: NDArray[np.uint8]) -> bool:
    """Return whether a small image ``(H, W, 3)`` is black."""
    return float(small.mean()) < MAX_BLACK_LEVEL


def _edge_strength(grey: GreyImage) -> float:
    """Return the mean absolute Laplacian, levels."""
    return float(np.abs(cv2.Laplacian(grey, cv2.CV_16S)).mean())


class CameraMotionDetector:
    """Compares the current frame with the settled table to find out whether the camera was moved."""

    def __init__(self) -> None:
        self.points = np.zeros((0, 2), np.float32)  #: Points of the settled table that can be followed, ``(N, 2)`` small pixels.
        self._min_edge_strength = 0.0
        self._suspected_since: float | None = None

    def is_unsettled(self, t: float) -> bool:
        """Return whether most of the view has been another one for ``UNSETTLED_SECONDS`` without a known motion."""
        return self._suspected_since is not None and t - self._suspected_since >= UNSETTLED_SECONDS

    def set_reference(self, settled: NDArray[np.float32]) -> None:
        """Take the settled table, ``(H, W, 3)`` float32 RGB in small, as the view to compare with."""
        grey = to_grey(settled)
        self.points = find_points(grey)
        self._min_edge_strength = MIN_SHARPNESS * _edge_strength(grey)

    def is_blurred(self, small: NDArray[np.uint8]) -> bool:
        """Return whether a small image ``(H, W, 3)`` RGB is blurred beside the settled table."""
        # The settled table is smoothed; noise makes edges, so the image is smoothed too.
        return _edge_strength(to_grey(np.asarray(cv2.blur(small, (3, 3)), np.uint8))) < self._min_edge_strength

    def detect(self, background: Background, t: float) -> NDArray[np.float64] | CameraMotion:
        """Return how the camera was moved.

        Args:
            background: The small images.
            t: The time, seconds.

        Returns:
            The ``(3, 3)`` homography from small pixels before to small pixels now where it is known; otherwise what is known instead.
        """
        changed = changed_point_share(self.points, background.changed)
        if changed < MIN_CHANGED_POINTS:
            self._suspected_since = None
            return CameraMotion.NONE
        since = self._suspected_since = t if self._suspected_since is None else self._suspected_since
        if changed_point_share(self.points, background.moving) > MIN_CHANGED_POINTS / 2:
            return CameraMotion.UNCERTAIN
        matrix = estimate_motion(to_grey(background.settled), to_grey(background.current), self.points)
        if matrix is not None:
            self._suspected_since = None
            return matrix
        lost = changed >= LOST_CHANGED_POINTS and t - since >= LOST_SECONDS and background.still_mask(t).mean() > STILL_SHARE
        return CameraMotion.LOST if lost else CameraMotion.UNCERTAIN


MIN_PLANE_VISIBLE = 0.95  #: Minimum visible share of a card that the plane is fitted to.
MIN_PLANE_CONFIDENCE = 0.999  #: Minimum confidence of such a card's face.
SAME_PLACE_IOU = 0.5  #: IoU from which a card lies where one lay already and adds nothing to the fit.
MAX_PLANE_CARDS = 16  #: Maximum number of cards that the plane is fitted to; the newest are kept.


@dataclass
class TrackedPlane:
    """The table's plane, refined by every card that is read in a new place."""

    size: tuple[int, int]  #: Width and height of the picture, pixels.
    plane: TablePlane | None = None  #: None as long as too few cards were read.
    cards: tuple[PartCard, ...] = ()  #: The cards that it is fitted to, where they lay when they were read.

    def refine(self, cards: Sequence[PartCard]) -> bool:
        """Fit the plane again if any of the cards that were just read lies in a new place; return whether it was fitted."""
        new = [
            card
            for card in cards
            if card.visible >= MIN_PLANE_VISIBLE
            and card.face.value_confidence >= MIN_PLANE_CONFIDENCE
            and not any(geometry.iou(card.quad, other.quad) >= SAME_PLACE_IOU for other in self.cards)
        ]
        if new:
            self.cards = (*self.cards, *new)[-MAX_PLANE_CARDS:]
            self.plane = (
                find_plane(*weighted_corners([card.outline_as_read for card in self.cards], self.size), before=self.plane) or self.plane
            )
        return bool(new)

    def warp(self, matrix: NDArray[np.float64]) -> None:
        """Move the plane as the camera moved: ``(3, 3)`` homography in pixels of the picture."""
        self.cards = tuple(_warped(card, matrix) for card in self.cards)
        if self.plane is not None:
            onto = matrix @ self.plane.table_to_picture
            self.plane = replace(self.plane, table_to_picture=onto / onto[2, 2])


def _warped(card: PartCard, matrix: NDArray[np.float64]) -> PartCard:
    """Return the card where the homography ``(3, 3)`` maps it, pixels of the picture."""
    points = geometry.transform(matrix, card.outline.points).astype(np.float32)
    face = replace(card.face, quad=geometry.transform(matrix, card.quad).astype(np.float32))
    return replace(card, face=face, outline=replace(card.outline, points=points))
