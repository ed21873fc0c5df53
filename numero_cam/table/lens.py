"""Undoes focus breathing: where autofocus hunts, the scale of the picture swings by a few per cent."""

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

#: Minimum change of scale, ``|scale - 1|``, that is undone; less is measured where no lens hunts. This and all that
#: follows was measured on films over which a lens that hunts was drawn, and on films without one.
MIN_ZOOM = 0.0015
MAX_SHIFT = 1.2  #: Maximum shift of the picture's middle in x and in y for a zoom, small pixels; more is a moved camera.
FIT_ROUNDS = 4  #: Rounds of the fit; each leaves out the points that fit worse than half of them. More change nothing.
MAX_HELD_PICTURES = 20  #: Maximum number of pictures for which the last zoom is kept where hands hide too many points.


@dataclass(frozen=True)
class Zoom:
    """How a picture differs in scale from another one: ``now = scale * before + shift``, both from the middle of the picture."""

    scale: float  #: Factor by which the picture is larger.
    shift: NDArray[np.float64]  #: Shift of its middle, x and y, ``(2,)`` small pixels.


class ZoomStabiliser:
    """Brings the pictures of a lens whose autofocus hunts to one scale: that of the settled table, the newest picture of it at rest."""

    def __init__(self) -> None:
        self._zoom: Zoom | None = None
        self._held = 0  # number of pictures since the zoom was measured

    def steady(
        self, timed: TimedFrame, small: NDArray[np.uint8], background: Background, points: NDArray[np.float32]
    ) -> tuple[TimedFrame, NDArray[np.uint8]]:
        """Return a picture in the scale of the settled table, and its small image; both unchanged where the lens does not hunt.

        Args:
            timed: The picture.
            small: Its small image, ``(h, w, 3)`` uint8 RGB.
            background: The settled table, and what had changed in the picture before.
            points: Points of the settled table that can be followed, ``(N, 2)`` small pixels.
        """
        if self._zoom is None and not background.changed.any():
            return timed, small
        settled = to_grey(background.settled)
        before, now = match_points(settled, to_grey(cv2.blur(small, (3, 3)).astype(np.float32)), points)
        zoom = fit_zoom(before, now, len(points))
        self._held = 0 if zoom else self._held + 1
        if zoom is not None or self._held > MAX_HELD_PICTURES:
            self._zoom = zoom if zoom and abs(zoom.scale - 1) >= MIN_ZOOM else None
        if self._zoom is None:
            return timed, small
        height, width = small.shape[:2]
        # now = scale * settled + shift from the corner of the small image, + (x, y) in full pixels; the matrix is the inverse.
        scale, shift = self._zoom.scale, self._zoom.shift + (1 - self._zoom.scale) * np.array([width, height]) / 2
        enlarged = timed.frame.width / width
        x, y = shift * enlarged + 0.5 * (enlarged - 1) * (1 - scale)
        matrix = np.array([[1 / scale, 0, -x / scale], [0, 1 / scale, -y / scale], [0, 0, 1]])
        pixels = cv2.warpPerspective(timed.frame.pixels, matrix, timed.frame.pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        steady = np.asarray(pixels, np.uint8)
        return replace(timed, frame=replace(timed.frame, pixels=steady)), to_small_image(steady)


def match_points(
    settled: NDArray[np.uint8], current: NDArray[np.uint8], points: NDArray[np.float32]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return those of the points in one grey image that are found in another, and where they are there.

    Each is ``(N, 2)`` small pixels from the middle of the picture; the images are ``(h, w)`` uint8, points are from the corner.
    """
    if not len(points):
        return np.zeros((0, 2)), np.zeros((0, 2))
    moved, found = follow_points(settled, current, points)
    middle = np.array(settled.shape[1::-1]) / 2
    return points[found].astype(np.float64) - middle, moved[found].astype(np.float64) - middle


def fit_zoom(before: NDArray[np.float64], now: NDArray[np.float64], points: int) -> Zoom | None:
    """Fit ``now = scale * before + shift`` by least squares without outliers; None where that fits too few points or shifts too far.

    Args:
        before: Points as ``match_points`` returns them.
        now: The same points in the picture.
        points: Number of points that ``match_points`` looked for.
    """
    if len(before) < MIN_AGREEING_POINTS:
        return None
    good = np.ones(len(before), bool)
    for _ in range(FIT_ROUNDS):
        centre_before, centre_now = before[good].mean(axis=0), now[good].mean(axis=0)
        apart = before[good] - centre_before
        scale = float((apart * (now[good] - centre_now)).sum() / max((apart * apart).sum(), 1.0))
        shift = centre_now - scale * centre_before
        errors = np.linalg.norm(scale * before + shift - now, axis=1)
        fitted, good = good, errors <= max(MAX_REPROJECTION_ERROR, float(np.median(errors)))
        if np.array_equal(fitted, good):  # another round fits the same points
            break
    agreeing = np.count_nonzero(errors <= MAX_REPROJECTION_ERROR)
    is_zoom = agreeing >= max(MIN_AGREEING_POINTS, MIN_AGREEING_SHARE * points) and np.abs(shift).max() <= MAX_SHIFT
    return Zoom(scale, shift) if is_zoom else None
