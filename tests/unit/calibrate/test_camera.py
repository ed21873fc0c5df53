"""A camera of known matrix and lens is found again from boards that it sees; what is no good calibration is refused."""

from dataclasses import replace

import numpy as np
import pytest

from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame
from numero_cam.calibrate import camera as lens
from numero_cam.calibrate.camera import CameraCalibration, calibrate_camera, distort_points, undistort
from numero_cam.calibrate.charuco import DetectedBoard, detect_board
from tests.boards import BENT, CAMERA, MATRIX, POSES, SIZE, photo, pose, project, seen, to_straight

DATE = "2026-11-21"
VIEWS = [seen(at, f"view{k}", noise=0.1) for k, at in enumerate(POSES)]


def assert_found_again(camera: CameraCalibration, focal: float, pixels: float) -> None:
    """Focal length and, over the whole picture, where points are drawn."""
    assert camera.matrix[[0, 1], [0, 1]] == pytest.approx(MATRIX[[0, 1], [0, 1]], rel=focal)
    grid = np.stack(np.meshgrid(np.linspace(60, 900, 15), np.linspace(60, 660, 12)), axis=2).reshape(-1, 2)
    true, found = (to_straight(grid, c) for c in (CAMERA, camera))
    # Both straight pictures are framed by their own camera: compared as rays.
    rays = [
        (p - k[:2, 2]) / k[[0, 1], [0, 1]] for p, k in ((true, lens.undistorted_matrix(CAMERA)), (found, lens.undistorted_matrix(camera)))
    ]
    assert np.abs(rays[0] - rays[1]).max() * 820 < pixels


def test_recovered_from_exact_corners() -> None:
    camera = calibrate_camera([seen(at, f"view{k}") for k, at in enumerate(POSES)], SIZE, DATE)
    assert camera.error < 0.01
    assert_found_again(camera, focal=1e-4, pixels=0.1)
    assert camera.distortion == pytest.approx(BENT, abs=1e-3)
    assert (camera.width, camera.height, camera.views, camera.date) == (*SIZE, len(POSES), DATE)


def test_recovered_from_noisy_corners() -> None:
    camera = calibrate_camera(VIEWS, SIZE, DATE)
    assert 0.05 < camera.error < 0.2
    assert_found_again(camera, focal=0.005, pixels=3)


def test_no_board_is_no_corners() -> None:
    view = detect_board(Frame("empty", np.full((240, 320, 3), 200, np.uint8)))
    assert view.ids.shape == (0,)
    assert view.points.shape == (0, 2)
    assert view.object_points().shape == (0, 2)


EMPTY = DetectedBoard("empty", np.zeros(0, np.intp), np.zeros((0, 2), np.float32))


@pytest.mark.parametrize(
    ("views", "words"),
    [
        ([], "too few views: the board is seen in 0 of 0 photos"),
        ([EMPTY] * 20, "too few views: the board is seen in 0 of 20 photos"),
        (VIEWS[:7], "too few views: the board is seen in 7 of 7 photos"),
        ([*VIEWS[:4], *[replace(VIEWS[4], name=str(k)) for k in range(8)]], "views alike: only 5 of 12 photos differ"),
        (
            [seen(pose(25 * (k % 3 - 1), 20 * (k % 2), 29 * k, 1100), str(k)) for k in range(12)],
            "the board was seen in [0-9]+% of the picture only",
        ),
        # One tilt for all: nothing tells the focal length from the distance.
        (
            [seen(pose(0, 0, 0, 380, 55 * (k % 4) - 80, 40 * (k // 4) - 40), str(k), 0.15) for k in range(12)],
            "views alike: the boards are tilted by [0-9]+ degrees",
        ),
        ([seen(at, str(k), noise=1.2) for k, at in enumerate(POSES)], "the error is too high: 1.[0-9]+ pixels, at most 0.48 are accepted"),
    ],
    ids=["none", "no board", "seven", "the same again", "small", "not tilted", "blurred"],
)
def test_what_is_refused(views: list[DetectedBoard], words: str) -> None:
    with pytest.raises(CalibrationError, match=words):
        calibrate_camera(views, SIZE, DATE)


def test_one_bad_photo_is_named() -> None:
    bad = replace(
        VIEWS[3], name="bad.jpg", points=VIEWS[3].points + np.random.default_rng(0).normal(0, 5, VIEWS[3].points.shape).astype(np.float32)
    )
    with pytest.raises(CalibrationError, match=r"the worst photo is bad.jpg"):
        calibrate_camera([*VIEWS[:3], bad, *VIEWS[4:]], SIZE, DATE)


@pytest.mark.parametrize(
    ("matrix", "distortion"),
    [(np.eye(3), BENT), (MATRIX, np.zeros(4)), (MATRIX * np.nan, BENT), (MATRIX, np.full(5, np.inf)), (MATRIX[:2], BENT), (-MATRIX, BENT)],
)
def test_what_is_no_camera(
    matrix: np.ndarray[tuple[int, ...], np.dtype[np.float64]], distortion: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> None:
    with pytest.raises(CalibrationError, match="no camera has"):
        CameraCalibration(*SIZE, matrix, distortion, 0.1, 9, DATE)


def test_points_go_to_the_straight_picture_and_back() -> None:
    rng = np.random.default_rng(3)
    points = rng.uniform([20, 20], [940, 700], (200, 2)).astype(np.float32)
    assert np.abs(distort_points(to_straight(points, CAMERA), CAMERA) - points).max() < 0.05


@pytest.mark.slow
def test_points_go_where_pixels_go() -> None:
    at = pose(10, -5, 3, 330)
    straight = detect_board(undistort(photo(at), CAMERA))
    back = distort_points(straight.points, CAMERA)
    true = project(straight.object_points().astype(np.float64), at)
    assert np.median(np.linalg.norm(back - true, axis=1)) < 0.3


def test_the_straight_picture_shows_all_of_the_picture() -> None:
    edges = np.array([[0, 0], [480, 0], [959, 0], [959, 360], [959, 719], [480, 719], [0, 719], [0, 360]], np.float32)
    straight = to_straight(edges, CAMERA)
    assert (straight > -2).all()
    assert (straight < np.array(SIZE) + 2).all()


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(CalibrationError, match=r"other.jpg: is 720 x 960 pixels, the calibration was made for 960 x 720"):
        undistort(Frame("other.jpg", np.zeros((960, 720, 3), np.uint8)), CAMERA)
