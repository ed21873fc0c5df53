"""A camera's lens, measured from photos of a board, and pictures without its distortion."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame
from numero_cam.calibrate.charuco import CORNERS, SeenBoard

Array = NDArray[np.float64]
FloatArray = NDArray[np.floating]

LEAST_VIEWS = 8
"""Different photos of the board that are needed."""
LEAST_CORNERS = 14
"""Corners of the board from which a photo counts."""
ALIKE = 0.02
"""Two photos in which the corners lie nearer to each other than this share of the long side show the same view."""
LEAST_COVERED = 0.4
"""Share of the picture in which the board must have been: what was not seen there is not known of the lens."""
MOST_ERROR = 0.0005
"""Reprojection error that is accepted, as a share of the picture's long side: 0.64 pixels of 1280."""
LEAST_TILT = 25.0
"""Degrees between the two boards tilted most differently: boards that all lie alike leave the focal length open, with a small error."""


@dataclass(frozen=True)
class Camera:
    """A calibrated camera.

    Attributes:
        width: Pixels of its pictures, as shown.
        height: Pixels.
        matrix: ``(3, 3)`` float64, focal lengths and principal point in pixels.
        distortion: ``(5,)`` float64, k1 k2 p1 p2 k3 as in OpenCV; k3 is 0.
        error: Reprojection error, root mean square, pixels.
        views: How many photos it was made from.
        date: Day on which it was made, ``2026-11-21``.
    """

    width: int
    height: int
    matrix: Array
    distortion: Array
    error: float
    views: int
    date: str

    def __post_init__(self) -> None:
        """Refuse what no camera has."""
        focal = self.matrix[[0, 1], [0, 1]] if self.matrix.shape == (3, 3) else np.zeros(2)
        finite = np.isfinite(self.matrix).all() and np.isfinite(self.distortion).all()
        if self.distortion.shape != (5,) or not finite or focal.min() <= 0.1 * max(self.width, self.height):
            message = f"no camera has the matrix {self.matrix.tolist()} and the distortion {self.distortion.tolist()}"
            raise CalibrationError(message)


def calibrate_camera(views: Sequence[SeenBoard], size: tuple[int, int], date: str) -> Camera:
    """Calibrates a camera.

    Args:
        views: The board in photos of one camera; those with too few corners are left out.
        size: Width and height of these photos, pixels.
        date: Day, for the record.

    Raises:
        CalibrationError: Too few views, views alike, not enough of the picture covered, or an error too high: nothing is known then.
    """
    used = _different([view for view in views if len(view.ids) >= LEAST_CORNERS], len(views), max(size))
    covered = _covered(used, size)
    if covered < LEAST_COVERED:
        message = (
            f"the board was seen in {covered:.0%} of the picture only, at least {LEAST_COVERED:.0%} are needed: "
            "take photos with the board near each edge and corner"
        )
        raise CalibrationError(message)
    places = [np.column_stack([view.places(), np.zeros(len(view.ids))]).astype(np.float32) for view in used]
    flags = cv2.CALIB_FIX_K3  # a third coefficient follows the noise of a few photos
    # The stubs want matrices to begin with; OpenCV finds its own where there are none.
    start = cast("Array", None)
    error, matrix, distortion, turns, _, _, _, each = cv2.calibrateCameraExtended(
        places, [view.points for view in used], size, start, start, flags=flags
    )
    _check(error, _tilt(turns), used, np.ravel(each), max(size))
    return Camera(*size, np.asarray(matrix, np.float64), np.ravel(distortion)[:5].astype(np.float64), float(error), len(used), date)


def _different(views: Sequence[SeenBoard], given: int, long_side: int) -> list[SeenBoard]:
    """Views that are not the same again.

    Raises:
        CalibrationError: Too few of them.
    """
    kept: list[SeenBoard] = []
    for view in views:
        if all(_distance(view, other) > ALIKE * long_side for other in kept):
            kept.append(view)
    if len(views) < LEAST_VIEWS:
        message = (
            f"too few views: the board is seen in {len(views)} of {given} photos with {LEAST_CORNERS} and more of its {CORNERS} corners, "
            f"at least {LEAST_VIEWS} are needed"
        )
        raise CalibrationError(message)
    if len(kept) < LEAST_VIEWS:
        message = (
            f"views alike: only {len(kept)} of {len(views)} photos differ, at least {LEAST_VIEWS} are needed: "
            "move and tilt the board between the photos"
        )
        raise CalibrationError(message)
    return kept


def _distance(one: SeenBoard, other: SeenBoard) -> float:
    """Mean distance in pixels of the corners that both see; far where they share few."""
    _, first, second = np.intersect1d(one.ids, other.ids, return_indices=True)
    if len(first) < 4:
        return float("inf")
    return float(np.linalg.norm(one.points[first] - other.points[second], axis=1).mean())


def _covered(views: Sequence[SeenBoard], size: tuple[int, int]) -> float:
    """Share of the picture in the hull of all corners."""
    hull = cv2.convexHull(np.concatenate([view.points for view in views]))
    return float(cv2.contourArea(hull)) / (size[0] * size[1])


def _tilt(turns: Sequence[cv2.typing.MatLike]) -> float:
    """Degrees between the two boards tilted most differently, by their turns as Rodrigues vectors."""
    upright = np.stack([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(upright @ upright.T, -1, 1).min())))


def _check(error: float, tilt: float, views: Sequence[SeenBoard], each: Array, long_side: int) -> None:
    most = MOST_ERROR * long_side
    if not error <= most:
        worst = int(np.argmax(each))
        message = (
            f"the error is too high: {error:.2f} pixels, at most {most:.2f} are accepted; the worst photo is {views[worst].name} "
            f"({each[worst]:.2f}): leave out blurred photos, lay the sheet flat, and keep one focus"
        )
        raise CalibrationError(message)
    if not tilt >= LEAST_TILT:
        message = f"views alike: the boards are tilted by {tilt:.0f} degrees against each other: tilt them by 30 to 45 degrees to all sides"
        raise CalibrationError(message)


def undistort(frame: Frame, camera: Camera) -> Frame:
    """The same picture as a camera without distortion would have taken it.

    Args:
        frame: A picture of this camera.
        camera: Its calibration.

    Returns:
        A frame of the same name and size that shows all that the picture shows; grey where the camera saw nothing.

    Raises:
        CalibrationError: The picture is of another size than those that the camera was calibrated with.
    """
    check_size(frame, camera.width, camera.height)
    size = camera.width, camera.height
    ways = cv2.initUndistortRectifyMap(camera.matrix, camera.distortion, np.eye(3), straight_matrix(camera), size, cv2.CV_32FC1)
    pixels = cv2.remap(frame.pixels, *ways, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(128, 128, 128))
    return replace(frame, pixels=np.asarray(pixels, np.uint8))


def to_shown(points: FloatArray, camera: Camera) -> NDArray[np.float32]:
    """Points ``(N, 2)`` of the straight picture to pixels of the picture as shown, ``(N, 2)`` float32."""
    rays = np.column_stack([points, np.ones(len(points))]).astype(np.float64) @ np.linalg.inv(straight_matrix(camera)).T
    shown, _ = cv2.projectPoints(rays[:, None], np.zeros(3), np.zeros(3), camera.matrix, camera.distortion)
    return np.asarray(shown, np.float32).reshape(-1, 2)


def check_size(frame: Frame, width: int, height: int) -> None:
    """Refuses a picture of another size.

    Raises:
        CalibrationError: It is.
    """
    if (frame.width, frame.height) != (width, height):
        message = (
            f"{frame.name}: is {frame.width} x {frame.height} pixels, the calibration was made for {width} x {height}: "
            "use the same camera and setting, or calibrate anew"
        )
        raise CalibrationError(message)


def straight_matrix(camera: Camera) -> NDArray[np.float64]:
    """Return the camera matrix ``(3, 3)`` float64, pixels, of the straight picture: so wide that nothing of the picture is lost."""
    matrix, _ = cv2.getOptimalNewCameraMatrix(camera.matrix, camera.distortion, (camera.width, camera.height), 1.0)
    return np.asarray(matrix, np.float64)
