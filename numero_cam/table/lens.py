"""Follows a lens that hunts: the size of the picture that swings by a few per cent is taken out before cards and hands are looked for."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.capture.source import TimedFrame
from numero_cam.table.background import Background, to_small_image
from numero_cam.table.camera_motion import (
    MAX_REPROJECTION_ERROR,
    MIN_AGREEING_POINTS,
    MIN_AGREEING_SHARE,
    follow_points,
    to_grey,
)

#: Change of size from which a picture is made as large as the settled table, as a share of its size: more than is measured where no lens
#: hunts. ``benchmarks/lens.py`` measures this and all that follows.
MIN_ZOOM = 0.0015
MAX_SHIFT = 1.2  #: Largest shift of the picture's middle with it, small pixels; more is a moved camera.
FIT_ROUNDS = 4  #: Rounds of the fit; each leaves out the points that fit worse than half of them. More change nothing.
MAX_HELD_PICTURES = 20  #: Number of pictures for which the last size is kept where hands hide too many points.


@dataclass(frozen=True)
class Zoom:
    """How a picture differs in size from another one."""

    size: float  #: By what factor it is larger.
    shift: NDArray[np.float64]  #: Of its middle, ``(2,)`` small pixels.


class LensFollower:
    """Makes the pictures of a lens that hunts as large as the settled table."""

    def __init__(self) -> None:
        self._zoom: Zoom | None = None
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
        if self._zoom is None and not background.changed.any():
            return timed, small
        settled = to_grey(background.settled)
        before, now = followed(settled, to_grey(cv2.blur(small, (3, 3)).astype(np.float32)), points)
        zoom = fit_zoom(before, now, len(points))
        self._held = 0 if zoom else self._held + 1
        if zoom is not None or self._held > MAX_HELD_PICTURES:
            self._zoom = zoom if zoom and abs(zoom.size - 1) >= MIN_ZOOM else None
        if self._zoom is None:
            return timed, small
        height, width = small.shape[:2]
        size, shift = self._zoom.size, self._zoom.shift + (1 - self._zoom.size) * np.array([width, height]) / 2
        enlarged = timed.frame.width / width
        x, y = shift * enlarged + 0.5 * (enlarged - 1) * (1 - size)
        matrix = np.array([[1 / size, 0, -x / size], [0, 1 / size, -y / size], [0, 0, 1]])
        pixels = cv2.warpPerspective(timed.frame.pixels, matrix, timed.frame.pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        steady = np.asarray(pixels, np.uint8)
        return replace(timed, frame=replace(timed.frame, pixels=steady)), to_small_image(steady)


def followed(
    settled: NDArray[np.uint8], current: NDArray[np.uint8], points: NDArray[np.float32]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the points that are found in a picture, and where they are in it, ``(N, 2)`` small pixels from its middle each."""
    if not len(points):
        return np.zeros((0, 2)), np.zeros((0, 2))
    moved, found = follow_points(settled, current, points)
    middle = np.array(settled.shape[1::-1]) / 2
    return points[found].astype(np.float64) - middle, moved[found].astype(np.float64) - middle


def fit_zoom(before: NDArray[np.float64], now: NDArray[np.float64], points: int) -> Zoom | None:
    """Return by what factor a picture became larger; None where that is not what happened.

    Args:
        before: Points as ``followed`` returns them.
        now: The same in the picture.
        points: Number of points that were looked for.
    """
    if len(before) < MIN_AGREEING_POINTS:
        return None
    good = np.ones(len(before), bool)
    for _ in range(FIT_ROUNDS):
        centre_before, centre_now = before[good].mean(axis=0), now[good].mean(axis=0)
        apart = before[good] - centre_before
        size = float((apart * (now[good] - centre_now)).sum() / max((apart * apart).sum(), 1.0))
        shift = centre_now - size * centre_before
        errors = np.linalg.norm(size * before + shift - now, axis=1)
        good = errors <= max(MAX_REPROJECTION_ERROR, float(np.median(errors)))
    agreeing = np.count_nonzero(errors <= MAX_REPROJECTION_ERROR)
    is_zoom = agreeing >= max(MIN_AGREEING_POINTS, MIN_AGREEING_SHARE * points) and np.abs(shift).max() <= MAX_SHIFT
    return Zoom(size, shift) if is_zoom else None
