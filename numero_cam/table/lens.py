"""Follows a lens that hunts: the size of the picture that swings by a few per cent is taken out before cards and hands are looked for."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.capture.source import TimedFrame
from numero_cam.table.background import Background, to_small_image
from numero_cam.table.camera_motion import changed_all_over, follow_points, to_grey

MIN_ZOOM = 0.0015  #: Change of size from which a picture is made as large as the settled table, as a share of its size.
MAX_ZOOM = 0.08  #: Largest change of size that a lens makes; more is a moved camera.
MAX_SHIFT = 1.2  #: Largest shift of the picture's middle with it, small pixels.
MAX_ZOOM_ERROR = 0.5  #: Maximum distance of a point from where the zoom puts it, small pixels.
FIT_ROUNDS = 6  #: Rounds of the fit; each leaves out the points that fit worse than half of them.
MIN_ZOOM_POINTS = 8  #: Minimum number of points that agree.
MIN_ZOOM_SHARE = 0.6  #: Minimum share of the points that agree.
MAX_HELD_PICTURES = 20  #: Number of pictures for which the last size is kept where hands hide too many points.


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
        matrix = np.array([[1 / size, 0, -x / size], [0, 1 / size, -y / size], [0, 0, 1]])
        pixels = cv2.warpPerspective(timed.frame.pixels, matrix, timed.frame.pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        steady = np.asarray(pixels, np.uint8)
        return replace(timed, frame=replace(timed.frame, pixels=steady)), to_small_image(steady)


def _zoom(settled: NDArray[np.uint8], current: NDArray[np.uint8], points: NDArray[np.float32]) -> tuple[float, NDArray[np.float64]] | None:
    """Return by what factor a picture became larger, and the shift of its origin, small pixels; None where that is not what happened."""
    if len(points) < MIN_ZOOM_POINTS:
        return None
    moved, found = follow_points(settled, current, points)
    if found.sum() < MIN_ZOOM_POINTS:
        return None
    middle = np.array(settled.shape[1::-1]) / 2
    before, now = points[found].astype(np.float64) - middle, moved[found].astype(np.float64) - middle
    good = np.ones(len(before), bool)
    for _ in range(FIT_ROUNDS):
        centre_before, centre_now = before[good].mean(axis=0), now[good].mean(axis=0)
        apart = before[good] - centre_before
        size = float((apart * (now[good] - centre_now)).sum() / max((apart * apart).sum(), 1.0))
        shift = centre_now - size * centre_before
        errors = np.linalg.norm(size * before + shift - now, axis=1)
        good = errors <= max(MAX_ZOOM_ERROR, float(np.median(errors)))
    agreeing = np.count_nonzero(errors <= MAX_ZOOM_ERROR)
    if agreeing < max(MIN_ZOOM_POINTS, MIN_ZOOM_SHARE * len(points)) or abs(size - 1) > MAX_ZOOM or np.abs(shift).max() > MAX_SHIFT:
        return None
    return size, (1 - size) * middle + shift
