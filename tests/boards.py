"""A camera that is known to the last digit, and what it sees: boards and cards on a plane, through a lens that bends."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import CardReading, Frame, TableCard, TableState
from numero_cam.calibrate import camera as lens
from numero_cam.calibrate import charuco
from numero_cam.calibrate.camera import CameraCalibration
from numero_cam.calibrate.charuco import DetectedBoard
from numero_cam.printing.charuco_sheet import board_page
from numero_cam.printing.raster import page_pixels

Array = NDArray[np.float64]

SIZE = (960, 720)
MATRIX = np.array([[820.0, 0, 489], [0, 824.0, 351], [0, 0, 1]])
BENT = np.array([-0.21, 0.06, 0.0008, -0.0011, 0.0])
STRAIGHT = np.zeros(5)
SHEET_DPI = 120
_SHEET_CORNER = np.array([(210 - charuco.WIDTH) / 2, (297 - charuco.HEIGHT) / 2 - 5])  # of the board on A4

CAMERA = CameraCalibration(*SIZE, MATRIX, BENT, 0.1, 10, "2026-01-01")


def pose(tilt_x: float, tilt_y: float, turn: float, away: float, across: float = 0, down: float = 0) -> tuple[Array, Array]:
    """Turn and place of a plane whose middle of the board lies ``away`` mm before the camera; degrees."""
    rotations = [cv2.Rodrigues(np.radians(a) * axis)[0] for a, axis in zip((tilt_x, tilt_y, turn), np.eye(3), strict=True)]
    whole = rotations[0] @ rotations[1] @ rotations[2]
    middle = np.array([charuco.WIDTH / 2, charuco.HEIGHT / 2, 0])
    return np.asarray(cv2.Rodrigues(whole)[0]), np.array([across, down, away]) - whole @ middle


POSES = [
    pose(*numbers)
    for numbers in (
        (0, 0, 0, 330), (35, 0, 5, 380, -60, -20), (-35, 5, 90, 380, 60, 20), (0, 38, -10, 360, 70, 0), (5, -38, 170, 360, -70, 0),
        (25, 25, 45, 420, -90, 70), (-25, 25, -45, 420, 90, 70), (25, -25, 120, 420, -90, -70), (-25, -25, 30, 420, 90, -70),
        (40, 10, 80, 400, 0, 0), (-10, 40, 10, 400, 20, 60),
    )
]  # fmt: skip


def project(places: Array, at: tuple[Array, Array], distortion: Array = BENT) -> Array:
    """Places ``(N, 2)`` in millimetres on the plane to pixels ``(N, 2)``."""
    points = np.column_stack([places, np.zeros(len(places))])
    return np.asarray(cv2.projectPoints(points, *at, MATRIX, distortion)[0], np.float64).reshape(-1, 2)


def to_straight(points: NDArray[np.floating], camera: CameraCalibration) -> NDArray[np.float32]:
    """Points ``(N, 2)`` of the picture as shown to pixels of the straight picture, ``(N, 2)``: the inverse of ``lens.distort_points``."""
    straight = cv2.undistortPoints(points.astype(np.float64)[:, None], camera.matrix, camera.distortion, P=lens.undistorted_matrix(camera))
    return np.asarray(straight, np.float32).reshape(-1, 2)


def seen(at: tuple[Array, Array], name: str = "view", noise: float = 0.0, distortion: Array = BENT) -> DetectedBoard:
    """The board's corners as the camera draws them, those outside of the picture left out."""
    whole = DetectedBoard(name, np.arange(charuco.CORNER_COUNT), np.zeros((charuco.CORNER_COUNT, 2), np.float32))
    points = project(whole.object_points().astype(np.float64), at, distortion)
    inside = ((points > 0) & (points < SIZE)).all(axis=1)
    points = points + np.random.default_rng(len(name)).normal(0, noise, points.shape)
    return DetectedBoard(name, whole.ids[inside], points[inside].astype(np.float32))


@cache
def _sheet() -> NDArray[np.uint8]:
    return page_pixels(board_page("a4"), SHEET_DPI)


@cache
def _rays(distortion: tuple[float, ...]) -> Array:
    """Direction of each pixel's ray, ``(N, 2)``."""
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    grid, bent = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64), np.array(distortion)
    rays = cv2.undistortPoints(grid[:, None], MATRIX, bent).reshape(-1, 2)
    for _ in range(2):  # OpenCV's way back is a few steps long: some more, until its way there leads to the pixel
        drawn = cv2.projectPoints(np.column_stack([rays, np.ones(len(rays))]), np.zeros(3), np.zeros(3), MATRIX, bent)[0]
        rays = rays - (drawn.reshape(-1, 2) - grid) / MATRIX[[0, 1], [0, 1]]
    return np.asarray(rays, np.float64)


def photo(at: tuple[Array, Array], name: str = "view", distortion: Array = BENT, light: tuple[float, float, float] = (1, 1, 1)) -> Frame:
    """A photo of the printed sheet: every pixel's ray met with the plane."""
    sheet, rays = _sheet(), _rays(tuple(distortion))
    rotation, place = cv2.Rodrigues(at[0])[0], at[1]
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], place])
    on_board = np.column_stack([rays, np.ones(len(rays))]) @ np.linalg.inv(plane).T
    places = on_board[:, :2] / on_board[:, 2:]
    on_sheet = ((places + _SHEET_CORNER) * SHEET_DPI / 25.4 - 0.5).astype(np.float32).reshape(SIZE[1], SIZE[0], 2)
    picture = cv2.remap(
        sheet, on_sheet[..., 0], on_sheet[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(90, 110, 80)
    )
    picture = cv2.GaussianBlur(picture, (0, 0), 0.7)
    return Frame(name, np.clip(picture * np.array(light) * 0.9, 0, 255).astype(np.uint8))


def cards_on(
    at: tuple[Array, Array], spots: list[tuple[float, float, float]], zones: list[str | None] | None = None, distortion: Array = STRAIGHT
) -> TableState:
    """Cards of 63 x 88 mm with their middles at ``x, y`` millimetres, turned by degrees, as they are read."""
    cards = []
    for n, (x, y, turn) in enumerate(spots):
        a = np.radians(turn)
        box = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]]) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        corners = project(box + np.array([x, y]), at, distortion).astype(np.float32)
        cards.append(TableCard(n + 1, CardReading(corners, "7r", 0.99), zones[n] if zones else "centre", n, 0))
    return TableState("table.jpg", *SIZE, tuple(cards))
