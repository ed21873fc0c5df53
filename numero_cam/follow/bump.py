"""Whether the camera was moved: then most of the table moved with it, by one homography."""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

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
