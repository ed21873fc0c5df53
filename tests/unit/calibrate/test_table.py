"""A table's plane is found from the board and from cards alone, and read back from its file; what is stale or moved is told."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableState
from numero_cam.calibrate import charuco, files
from numero_cam.calibrate import table as white
from numero_cam.calibrate.camera import CameraCalibration, undistort
from numero_cam.calibrate.prints import table_from_print
from numero_cam.calibrate.table import ZONE_NAMES, TableCalibration, camera_moved, make_zones, table_from_cards, zone_at, zone_outline
from numero_cam.calibrate.table_plane import plane_of_cards
from numero_cam.calibrate.use import Calibration
from tests.boards import CAMERA, SIZE, STRAIGHT, cards_on, photo, pose, project, seen, to_straight

DATE = "2026-11-21"
ABOVE = pose(-28, 4, 6, 650)
SPOTS = [(-40.0, 0.0, 5.0), (60.0, -30.0, -20.0), (170.0, 20.0, 80.0), (20.0, 150.0, 0.0), (110.0, 150.0, 4.0), (230.0, 200.0, 182.0)]
EMPTY = TableState("table.jpg", *SIZE, ())


def distances(plane: np.ndarray[tuple[int, ...], np.dtype[np.float64]], at: object) -> float:
    """Worst error, in millimetres, of distances between places spread over the table."""
    grid = np.array([[x, y] for x in (-60, 80, 240) for y in (-40, 120, 230)], float)
    found = geometry.transform(plane, project(grid, at, STRAIGHT))  # type: ignore[arg-type]
    apart = [np.linalg.norm(p[:, None] - p[None], axis=2) for p in (grid, found)]
    return float(np.abs(apart[0] - apart[1]).max())


def gray(name: str = "table.jpg", value: int = 200) -> Frame:
    return Frame(name, np.full((SIZE[1], SIZE[0], 3), value, np.uint8))


def test_the_plane_from_exact_outlines() -> None:
    state = cards_on(ABOVE, SPOTS)
    plane, error = plane_of_cards([card.reading.corners for card in state.cards], "t", SIZE)
    assert error < 0.02
    assert distances(plane, ABOVE) < 0.5
    centre, below = geometry.transform(plane, np.array([[480, 360], [480, 361]], float))
    assert centre == pytest.approx([0, 0], abs=1e-6)
    assert below[0] == pytest.approx(0, abs=1e-3)
    assert below[1] > 0, "y points to the player at the lower edge"


@pytest.mark.parametrize("count", [3, 4, 6])
def test_the_plane_from_rough_outlines(count: int) -> None:
    rng = np.random.default_rng(count)
    quads = [card.reading.corners + rng.normal(0, 0.7, (4, 2)) for card in cards_on(ABOVE, SPOTS[:count]).cards]
    plane, error = plane_of_cards(quads, "t", SIZE)
    assert error < 1.5
    assert distances(plane, ABOVE) < (60 if count == 3 else 25)


def test_the_plane_from_the_board_beside_a_lens_that_bends() -> None:
    table = table_from_print(gray(), _straightened(seen(ABOVE)), EMPTY, DATE, CAMERA)
    straight = to_straight(project(np.array([[0, 0], [168, 0], [168, 240], [0, 240]], float), ABOVE), CAMERA)
    sides = geometry.edge_lengths(geometry.transform(table.plane, straight))
    assert sides == pytest.approx([168, 240, 168, 240], abs=0.2)
    assert table.error < 0.05


def _straightened(view: charuco.DetectedBoard) -> charuco.DetectedBoard:
    return replace(view, points=to_straight(view.points, CAMERA))


def test_a_photo_of_the_board_gives_plane_and_white() -> None:
    at = pose(-20, 5, 0, 480)
    frame = undistort(photo(at, light=(1.0, 0.8, 0.55)), CAMERA)
    table = table_from_print(frame, charuco.detect_board(frame), EMPTY, DATE, CAMERA)
    assert table.white is not None
    before, after = (_patch(f, at) for f in (frame, white.apply_gains(frame, table.white)))
    assert np.ptp(before) > 40
    assert np.ptp(after) <= 3


def _patch(frame: Frame, at: object) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Mean colour in the middle of the grey strip."""
    x, y = to_straight(project(np.array([[34.0, 245.5]]), at), CAMERA)[0].round().astype(int)  # type: ignore[arg-type]
    return np.asarray(frame.pixels[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0))


@pytest.mark.parametrize(
    ("state", "words"),
    [(EMPTY, "too few cards: 0 lie open, at least 3 are needed"), (cards_on(ABOVE, SPOTS[:2]), "too few cards: 2 lie open")],
)
def test_too_few_cards(state: TableState, words: str) -> None:
    with pytest.raises(CalibrationError, match=words):
        table_from_cards(gray(), state, DATE)


def test_cards_that_are_not_on_one_plane() -> None:
    lifted = cards_on(pose(30, -35, 0, 420), [SPOTS[0], SPOTS[4]])
    state = replace(EMPTY, cards=(*cards_on(ABOVE, SPOTS[1:4]).cards, *lifted.cards))
    with pytest.raises(CalibrationError, match=r"the error is too high: [0-9.]+ pixels, at most 3.8 are accepted"):
        table_from_cards(gray(), state, DATE)


def test_covered_and_unknown_cards_are_not_used() -> None:
    state = cards_on(ABOVE, SPOTS)
    covered = [replace(c, reading=replace(c.reading, visible=0.4, corners=c.reading.corners * 1.3)) for c in state.cards[:2]]
    with pytest.raises(CalibrationError, match="too few cards: 2 lie open"):
        table_from_cards(gray(), replace(state, cards=(*covered, *state.cards[2:4])), DATE)


BESIDE_THE_BOARD = [(-75.0, 60.0, 5.0), (-80.0, 170.0, -20.0), (240.0, 40.0, 80.0), (245.0, 160.0, 0.0)]


def test_a_board_printed_at_the_wrong_size_is_told() -> None:
    small = seen(ABOVE, distortion=STRAIGHT)
    big = pose(-28, 4, 6, 650)
    state = cards_on((big[0], big[1] * 0.9), BESIDE_THE_BOARD)  # the same picture of a board, nearer: it must be 90 % of its size
    with pytest.raises(CalibrationError, match="the board was printed at the wrong size, about 90% of the right one by the cards"):
        table_from_print(gray(), small, state, DATE)
    measured = table_from_print(gray(), small, state, DATE, ruler=90)
    assert distances(measured.plane, (big[0], big[1] * 0.9)) < 0.5
    table_from_print(gray(), small, cards_on(ABOVE, BESIDE_THE_BOARD), DATE)


def test_what_is_read_on_the_board_is_no_card_of_the_table() -> None:
    on_it = cards_on((ABOVE[0], ABOVE[1] * 0.7), [(60.0, 60.0, 0.0), (90.0, 170.0, 10.0)])
    table_from_print(gray(), seen(ABOVE, distortion=STRAIGHT), on_it, DATE)


def test_a_board_that_is_hardly_seen() -> None:
    view = seen(ABOVE)
    with pytest.raises(CalibrationError, match="the board is not seen well enough: 9 of its corners"):
        table_from_print(gray(), replace(view, ids=view.ids[:9], points=view.points[:9]), EMPTY, DATE)


ZONES: list[str | None] = ["centre", "centre", "centre", "hand", "hand", "hand"]


def table() -> TableCalibration:
    return table_from_cards(gray(), cards_on(ABOVE, SPOTS, ZONES), DATE)


def test_zones_part_the_table_between_hand_and_centre() -> None:
    made = table()
    cards = cards_on(ABOVE, SPOTS, ZONES).cards
    assert [zone_at(made.zones, made.plane, card.reading.corners) for card in cards] == ZONES
    assert set(made.zones) == set(ZONE_NAMES)
    assert made.zones["opposite"][3] == made.zones["centre"][1]
    assert made.zones["centre"][3] == made.zones["hand"][1]


def test_the_centre_without_an_opposite_hand_is_left_whole() -> None:
    far_up: list[tuple[float, float, float]] = [(80.0, -110.0, 0.0), *SPOTS[:2]]
    state = cards_on(ABOVE, far_up)
    made = table_from_cards(gray(), state, DATE)
    assert {zone_at(made.zones, made.plane, card.reading.corners) for card in state.cards} == {"centre"}


def test_zones_without_cards_are_seen_in_the_picture() -> None:
    plane, _ = plane_of_cards([card.reading.corners for card in cards_on(ABOVE, SPOTS).cards], "t", SIZE)
    zones = make_zones(plane, SIZE)
    for name in ZONE_NAMES:
        outline = zone_outline(zones[name], plane, SIZE)
        assert len(outline) >= 3, name
        assert (outline >= -0.01).all()
        assert (outline <= np.array(SIZE)).all()
    lower = zone_outline(zones["hand"], plane, SIZE)[:, 1].mean()
    assert lower > zone_outline(zones["opposite"], plane, SIZE)[:, 1].mean()


def test_a_zone_behind_the_camera_has_no_outline() -> None:
    made = table()
    assert zone_outline((-1e6, -1e6, 1e6, 1e6), made.plane, SIZE).shape[1] == 2


@pytest.mark.parametrize("at", [pose(-28, 4, 6, 560), pose(-50, 4, 6, 650), pose(-28, 34, 6, 650)], ids=["lower", "tilted", "turned"])
def test_a_moved_camera_is_told(at: object) -> None:
    made = table()
    assert camera_moved(made, cards_on(ABOVE, [(0, 40, 30), (150, 90, -60)]).cards) is None
    words = camera_moved(made, cards_on(at, [(0, 40, 30), (150, 90, -60)]).cards)  # type: ignore[arg-type]
    assert words is not None
    assert words.startswith("the camera has moved since the table was calibrated")
    assert Calibration.of(made).finish(cards_on(at, [(0, 40, 30), (150, 90, -60)])).problems == (words,)  # type: ignore[arg-type]
    assert camera_moved(made, cards_on(at, [(0, 40, 30)]).cards) is None, "one card may be anything"  # type: ignore[arg-type]


def test_a_calibration_at_work() -> None:
    made = replace(table(), camera=CAMERA)
    calibration = Calibration.of(made)
    frame = calibration.prepare(photo(ABOVE))
    assert (frame.width, frame.height) == SIZE
    read = cards_on(ABOVE, SPOTS, ["hand", "centre", "take", None, "hand", "opposite"])  # in the straight picture
    done = calibration.finish(read)
    assert [card.zone for card in done.cards] == ["centre", "centre", "take", None, "hand", "hand"]
    assert [card.n for card in done.cards] == [1, 2, 3, 4, 5, 6]
    for card, before in zip(done.cards, read.cards, strict=True):
        assert np.abs(to_straight(card.reading.corners, CAMERA) - before.reading.corners).max() < 0.2


def test_no_calibration_changes_nothing() -> None:
    frame, state = gray(), cards_on(ABOVE, SPOTS)
    assert Calibration().prepare(frame) is frame
    assert Calibration().finish(state) == state


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(CalibrationError, match="is 64 x 48 pixels, the calibration was made for 960 x 720"):
        Calibration.of(table()).prepare(Frame("x.jpg", np.zeros((48, 64, 3), np.uint8)))


@pytest.mark.parametrize(
    "known", [CAMERA, table(), replace(table(), camera=CAMERA, white=(1.2, 1.0, 0.7)), replace(table(), white=None, made_by="sheet")]
)
def test_a_calibration_comes_back_from_its_file(known: CameraCalibration | TableCalibration, tmp_path: Path) -> None:
    text = files.camera_toml(known) if isinstance(known, CameraCalibration) else files.table_toml(known)
    (tmp_path / "c.toml").write_text(text)
    again = files.load_calibration(tmp_path / "c.toml")
    assert (files.camera_toml(again) if isinstance(again, CameraCalibration) else files.table_toml(again)) == text
    if isinstance(known, TableCalibration):
        assert isinstance(again, TableCalibration)
        assert np.array_equal(again.plane, known.plane)
        assert again.white == known.white


GOOD = files.camera_toml(CAMERA)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no calibration"),
        ('kind = "deck"\nversion = 1', "is no calibration of a camera or a table"),
        (GOOD.replace("version = 1", "version = 0"), "is of another version than this program"),
        (GOOD.replace("version = 1", ""), "is of another version than this program"),
        (GOOD.replace("matrix", "matrice"), "is damaged"),
        (GOOD.replace("width = 960", 'width = "wide"'), "is damaged"),
        (GOOD.replace("820.0", "nan"), "nan is no number that can be used"),
        (GOOD.replace("820.0", "1.0"), "no camera has the matrix"),
        (files.table_toml(table()).replace('"pile"', '"heap"'), "no table has this plane and these zones"),
        (files.table_toml(replace(table(), camera=CAMERA)).replace("width = 960", "width = 640", 1), "of different picture sizes"),
    ],
)
def test_files_that_are_refused(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(text)
    with pytest.raises(CalibrationError, match=words):
        files.load_calibration(tmp_path / "c.toml")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="no such file"):
        files.load_calibration(tmp_path / "none.toml")


def test_white_of_card_stock() -> None:
    frame = gray(value=0)
    pixels = frame.pixels.copy()
    quads = [np.array([[x, 50], [x + 60, 50], [x + 60, 134], [x, 134]], np.float32) for x in (50, 200, 350)]
    for quad, tone in zip(quads, [(235, 205, 150), (229, 200, 146), (60, 30, 80)], strict=True):  # the last is printed all over
        left, top, right, bottom = int(quad[0, 0]), 50, int(quad[1, 0]), 134
        pixels[top:bottom, left:right] = tone
        pixels[top + 20 : bottom - 20, left + 20 : right - 20] = (150, 20, 30)
    frame = Frame("stock.jpg", pixels)
    balanced = white.apply_gains(frame, white.gains_from_cards(frame, quads))
    assert np.ptp(balanced.pixels[60, 60].astype(int)) <= 3


@pytest.mark.parametrize(("tone", "words"), [((0, 0, 0), "well lit"), ((255, 255, 255), "well lit"), ((200, 150, 20), "lacks a colour")])
def test_white_that_cannot_be_balanced(tone: tuple[int, int, int], words: str) -> None:
    frame = Frame("x.jpg", np.full((100, 100, 3), tone, np.uint8))
    with pytest.raises(CalibrationError, match=words):
        white.gains_from_cards(frame, [np.array([[10, 10], [70, 10], [70, 90], [10, 90]], np.float32)])


def test_no_gain_changes_nothing() -> None:
    frame = Frame("x.jpg", np.random.default_rng(0).integers(0, 256, (20, 30, 3), dtype=np.uint8))
    assert np.abs(white.apply_gains(frame, (1.0, 1.0, 1.0)).pixels.astype(int) - frame.pixels).max() == 0
