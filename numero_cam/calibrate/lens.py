"""Straightens pictures of a calibrated camera, and finds places of the straight picture in the picture as shown."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame
from numero_cam.calibrate.camera import Camera

Array = NDArray[np.floating]


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


def to_shown(points: Array, camera: Camera) -> NDArray[np.float32]:
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
