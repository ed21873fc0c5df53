"""Follows a lens that hunts: the size of the picture that swings by a few per cent is taken out before cards and hands are looked for."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.capture.source import TimedFrame
from numero_cam.table.background import Background, to_small_image
from numero_cam.table.camera_motion import changed_all_over, follow_points, to_grey

MIN_ZOOM = 0.0015
"""Change of size from which a picture is made as large as the settled table, as a share of its size."""
MAX_ZOOM = 0.08
"""Largest change of size that a lens makes; more is a moved camera."""
MAX_TURN = 0.005
"""Largest rotation with it, radians."""
MAX_SHIFT = 1.2
"""Largest shift of the picture's middle with it, small pixels."""
MAX_ZOOM_ERROR = 0.5
"""Maximum distance of a point from where the zoom puts it, small pixels."""
MIN_ZOOM_POINTS = 8
"""Minimum number of points that agree."""
MIN_ZOOM_SHARE = 0.6
"""Minimum share of the points that agree."""
MAX_HELD_PICTURES = 20
"""Number of pictures for which the last size is kept where hands hide too many points."""


class LensFollower:
    """Makes the pictures of a lens that hunts as large as the settled table. A lens that hunted once is followed from then on."""

    def __init__(self) -> None:
        self._hunts = False
        self._zoom: tuple[float, NDArray[np.float64]] | None = None
        self._held = 0

    def steady(
        self, timed: TimedFrame, small: NDArray[np.uint8], background: Background, points: NDArray[np.float32]
    ) -> tuple[TimedFrame, NDArray[np.uint8]]:
        """Return a picture as large as the settled table, and the same in small; both as they are where the lens does not hunt.

        Args:
            timed: The picture.
            small: The same in small.
            background: The small images, as after the picture before.
            points: Points of the settled table that can be followed, ``(N, 2)`` small pixels.
        """
        self._hunts = self._hunts or (bool(background.changed.any()) and changed_all_over(points, background.changed))
        if not self._hunts:
            return timed, small
        settled = to_grey(background.settled)
        zoom = _zoom(settled, to_grey(cv2.blur(small, (3, 3)).astype(np.float32)), points)
        self._held = 0 if zoom else self._held + 1
        if zoom is not None or self._held > MAX_HELD_PICTURES:
            self._zoom = zoom if zoom and abs(zoom[0] - 1) >= MIN_ZOOM else None
        if self._zoom is None:
            return timed, small
        size, shift = self._zoom
        enlarged = timed.frame.width / small.shape[1]
        x, y = shift * enlarged + 0.5 * (enlarged - 1) * (1 - size)
        matrix = np.array([[size, 0, x], [0, size, y]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        pixels = cv2.warpAffine(timed.frame.pixels, matrix, timed.frame.pixels.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        steady = np.asarray(pixels, np.uint8)
        return replace(timed, frame=replace(timed.frame, pixels=steady)), to_small_image(steady)


def _zoom(settled: NDArray[np.uint8], current: NDArray[np.uint8], points: NDArray[np.float32]) -> tuple[float, NDArray[np.float64]] | None:
    """Return by what factor a picture became larger, and the shift of its origin, small pixels; None where that is not what happened."""
    if len(points) < MIN_ZOOM_POINTS:
        return None
    moved, found = follow_points(settled, current, points)
    if found.sum() < MIN_ZOOM_POINTS:
        return None
    cv2.setRNGSeed(1)
    matrix, inliers = cv2.estimateAffinePartial2D(points[found], moved[found], method=cv2.RANSAC, ransacReprojThreshold=MAX_ZOOM_ERROR)
    if np.ndim(matrix) != 2 or inliers.sum() < max(MIN_ZOOM_POINTS, MIN_ZOOM_SHARE * len(points)):
        return None
    size, turn = float(np.hypot(matrix[0, 0], matrix[1, 0])), float(np.arctan2(matrix[1, 0], matrix[0, 0]))
    middle = np.array(settled.shape[1::-1]) / 2
    shift = matrix[:, :2] @ middle + matrix[:, 2] - middle
    if abs(size - 1) > MAX_ZOOM or abs(turn) > MAX_TURN or np.abs(shift).max() > MAX_SHIFT:
        return None
    return size, (1 - size) * middle + shift
