"""Calibrates a camera from photos of a board, and removes its lens distortion from pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame
from numero_cam.calibrate.charuco import CORNER_COUNT, DetectedBoard
from numero_cam.catalogue import tr

Array = NDArray[np.float64]
FloatArray = NDArray[np.floating]

MIN_VIEWS = 8  #: Minimum number of different photos of the board.
MIN_CORNERS = 14  #: Minimum number of the board's corners in a photo.
SAME_VIEW_DISTANCE = 0.02  #: Mean distance of the corners, as a share of the long side, below which two photos show the same view.
MIN_COVERED = 0.4  #: Minimum share of the picture covered by the board in all photos; elsewhere the distortion would be extrapolated.
MAX_REPROJECTION_ERROR = 0.0005  #: Maximum reprojection error, root mean square, as a share of the long side: 0.64 pixels of 1280.
#: Minimum angle between any two boards, degrees: boards that are all parallel leave the focal length open, with a small error.
MIN_TILT = 25.0


@dataclass(frozen=True)
class CameraCalibration:
    """The calibration of a camera."""

    width: int  #: Width of its pictures, pixels.
    height: int  #: Height of its pictures, pixels.
    matrix: Array  #: ``(3, 3)`` float64, focal lengths and principal point in pixels.
    distortion: Array  #: ``(5,)`` float64, k1 k2 p1 p2 k3 as in OpenCV; k3 is 0.
    error: float  #: Reprojection error, root mean square, pixels.
    views: int  #: Number of photos that it was made from.
    date: str  #: Day on which it was made, ``2026-11-21``.

    def __post_init__(self) -> None:
        """Check that matrix and distortion are possible."""
        focal = self.matrix[[0, 1], [0, 1]] if self.matrix.shape == (3, 3) else np.zeros(2)
        finite = np.isfinite(self.matrix).all() and np.isfinite(self.distortion).all()
        if self.distortion.shape != (5,) or not finite or focal.min() <= 0.1 * max(self.width, self.height):
            matrix, distortion = self.matrix.tolist(), self.distortion.tolist()
            raise CalibrationError(
                tr("no camera has the matrix {matrix} and the distortion {distortion}", matrix=matrix, distortion=distortion)
            )


def calibrate_camera(views: Sequence[DetectedBoard], size: tuple[int, int], date: str) -> CameraCalibration:
    """Calibrate a camera.

    Args:
        views: The board in photos of one camera; those with too few corners are left out.
        size: Width and height of these photos, pixels.
        date: Day of the calibration, ``2026-11-21``.
    """
    used = _distinct_views([view for view in views if len(view.ids) >= MIN_CORNERS], len(views), max(size))
    covered = _covered_share(used, size)
    if covered < MIN_COVERED:
        raise CalibrationError(
            tr(
                "the board was seen in {share:.0%} of the picture only, at least {least:.0%} are needed: "
                "take photos with the board near each edge and corner",
                share=covered,
                least=MIN_COVERED,
            )
        )
    places = [np.column_stack([view.object_points(), np.zeros(len(view.ids))]).astype(np.float32) for view in used]
    flags = cv2.CALIB_FIX_K3  # a third coefficient follows the noise of a few photos
    # The stubs want matrices to begin with; OpenCV finds its own where there are none.
    start = cast("Array", None)
    error, matrix, distortion, turns, _, _, _, errors = cv2.calibrateCameraExtended(
        places, [view.points for view in used], size, start, start, flags=flags
    )
    _check_fit(error, _largest_tilt(turns), used, np.ravel(errors), max(size))
    return CameraCalibration(
        *size, np.asarray(matrix, np.float64), np.ravel(distortion)[:5].astype(np.float64), float(error), len(used), date
    )


def _distinct_views(views: Sequence[DetectedBoard], given: int, long_side: int) -> list[DetectedBoard]:
    """Return the views without those that repeat an earlier one; raise an error if too few are left of the ``given`` number of photos."""
    kept: list[DetectedBoard] = []
    for view in views:
        if all(_distance(view, other) > SAME_VIEW_DISTANCE * long_side for other in kept):
            kept.append(view)
    if len(views) < MIN_VIEWS:
        raise CalibrationError(
            tr(
                "too few views: the board is seen in {seen} of {photos} photos with {corners} and more of its {every} corners, "
                "at least {least} are needed",
                seen=len(views),
                photos=given,
                corners=MIN_CORNERS,
                every=CORNER_COUNT,
                least=MIN_VIEWS,
            )
        )
    if len(kept) < MIN_VIEWS:
        raise CalibrationError(
            tr(
                "views alike: only {differing} of {photos} photos differ, at least {least} are needed: "
                "move and tilt the board between the photos",
                differing=len(kept),
                photos=len(views),
                least=MIN_VIEWS,
            )
        )
    return kept


def _distance(one: DetectedBoard, other: DetectedBoard) -> float:
    """Return the mean distance of the corners that both views show, pixels; infinite where they share fewer than four."""
    _, first, second = np.intersect1d(one.ids, other.ids, return_indices=True)
    if len(first) < 4:
        return float("inf")
    return float(np.linalg.norm(one.points[first] - other.points[second], axis=1).mean())


def _covered_share(views: Sequence[DetectedBoard], size: tuple[int, int]) -> float:
    """Return the share of the picture inside the convex hull of all corners."""
    hull = cv2.convexHull(np.concatenate([view.points for view in views]))
    return float(cv2.contourArea(hull)) / (size[0] * size[1])


def _largest_tilt(turns: Sequence[cv2.typing.MatLike]) -> float:
    """Return the largest angle between two boards, degrees, from their rotations as Rodrigues vectors."""
    upright = np.stack([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(upright @ upright.T, -1, 1).min())))


def _check_fit(error: float, tilt: float, views: Sequence[DetectedBoard], errors: Array, long_side: int) -> None:
    """Raise an error where the reprojection error, pixels, is too high, or the tilt, degrees, too small; ``errors`` are those by view."""
    most = MAX_REPROJECTION_ERROR * long_side
    if not error <= most:
        worst = int(np.argmax(errors))
        raise CalibrationError(
            tr(
                "the error is too high: {error:.2f} pixels, at most {most:.2f} are accepted; the worst photo is {photo} "
                "({photo_error:.2f}): leave out blurred photos, lay the sheet flat, and keep one focus",
                error=error,
                most=most,
                photo=views[worst].name,
                photo_error=errors[worst],
            )
        )
    if not tilt >= MIN_TILT:
        raise CalibrationError(
            tr(
                "views alike: the boards are tilted by {tilt:.0f} degrees against each other: tilt them by 30 to 45 degrees to all sides",
                tilt=tilt,
            )
        )


def undistort(frame: Frame, camera: CameraCalibration) -> Frame:
    """Remove the lens distortion from a picture.

    Returns:
        A frame of the same name and size that shows all that the picture shows; grey where the picture shows nothing.
    """
    check_size(frame, camera.width, camera.height)
    size = camera.width, camera.height
    maps = cv2.initUndistortRectifyMap(camera.matrix, camera.distortion, np.eye(3), undistorted_matrix(camera), size, cv2.CV_32FC1)
    pixels = cv2.remap(frame.pixels, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(128, 128, 128))
    return replace(frame, pixels=np.asarray(pixels, np.uint8))


def distort_points(points: FloatArray, camera: CameraCalibration) -> NDArray[np.float32]:
    """Return points ``(N, 2)`` of an undistorted picture as pixels of the original picture, ``(N, 2)`` float32."""
    rays = np.column_stack([points, np.ones(len(points))]).astype(np.float64) @ np.linalg.inv(undistorted_matrix(camera)).T
    shown, _ = cv2.projectPoints(rays[:, None], np.zeros(3), np.zeros(3), camera.matrix, camera.distortion)
    return np.asarray(shown, np.float32).reshape(-1, 2)


def check_size(frame: Frame, width: int, height: int) -> None:
    """Raise a ``CalibrationError`` where a picture has another width or height, pixels."""
    if (frame.width, frame.height) != (width, height):
        raise CalibrationError(
            tr(
                "{photo.name}: is {photo.width} x {photo.height} pixels, the calibration was made for {width} x {height}: "
                "use the same camera and setting, or calibrate anew",
                photo=frame,
                width=width,
                height=height,
            )
        )


def undistorted_matrix(camera: CameraCalibration) -> NDArray[np.float64]:
    """Return the camera matrix of the undistorted picture, ``(3, 3)`` float64, pixels: wide enough to show the whole original."""
    matrix, _ = cv2.getOptimalNewCameraMatrix(camera.matrix, camera.distortion, (camera.width, camera.height), 1.0)
    return np.asarray(matrix, np.float64)
