"""Calibrates a camera and a table from photos and writes the files."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from numero_cam.annotate.table_overlay import draw_table
from numero_cam.app.choices import TableBy
from numero_cam.app.session import load_reader
from numero_cam.base.errors import CalibrationError
from numero_cam.base.images import encode_picture
from numero_cam.base.outputs import write_atomically
from numero_cam.base.records import Frame
from numero_cam.calibrate.camera import MIN_CORNERS, CameraCalibration, calibrate_camera, check_size, undistort
from numero_cam.calibrate.charuco import CORNER_COUNT, DetectedBoard, detect_board
from numero_cam.calibrate.files import camera_toml, load_calibration, table_toml
from numero_cam.calibrate.prints import table_from_print
from numero_cam.calibrate.sheet import check_sheet, detect_sheet
from numero_cam.calibrate.table import TableCalibration, reliable_cards, table_from_cards
from numero_cam.calibrate.table_plane import print_scale
from numero_cam.capture.files import read_photo
from numero_cam.catalogue import tr


@dataclass(frozen=True)
class BoardPhoto:
    """The corners of the board that a photo shows."""

    photo: str  #: Name of the photo.
    corners: int  #: Number of corners of the board that are detected.
    of: int = CORNER_COUNT  #: Number of corners of the whole board.
    needed: int = MIN_CORNERS  #: Minimum number of corners of a photo that is used.


@dataclass(frozen=True)
class MeasuredTable:
    """A calibrated table, and by how much it was measured."""

    table: TableCalibration  #: The table.
    count: int  #: Number of markers of the sheet, corners of the board or open cards.


def measure_camera(photos: Sequence[str], out: Path, tell: Callable[[BoardPhoto], None]) -> CameraCalibration:
    """Calibrate a camera by photos of the board, write its file and return it; `tell` is called after each photo."""
    size, boards = _detected_boards(photos, tell)
    camera = calibrate_camera(boards, size, _today())
    write_atomically(out, camera_toml(camera).encode())
    return camera


def measure_table(photo: str, out: Path, *, by: TableBy, ruler: float | None, camera: Path | None, annotate: Path | None) -> MeasuredTable:
    """Calibrate a table and write its file.

    Args:
        photo: Of the table.
        out: Where the calibration is written.
        by: What tells the plane of the table; `auto` for the first of sheet, board and cards that lies there.
        ruler: Length in millimetres of the line on sheet or board, where somebody measured it; see `check_ruler`.
        camera: A calibrated camera's file, by which the photo is made straight first; None to take it as it is.
        annotate: Where the photo with the zones is written; None for nowhere.
    """
    frame = read_photo(photo)
    known = _load_camera(camera) if camera else None
    straight = undistort(frame, known) if known else frame
    measured = _measured(straight, known, by, ruler)
    write_atomically(out, table_toml(measured.table).encode())
    if annotate:
        write_atomically(annotate, encode_picture(draw_table(straight.pixels, measured.table), annotate.suffix))
    return measured


def check_ruler(ruler: float | None) -> None:
    """Raise a `CalibrationError` for a length in millimetres that no print has, before time is spent on reading."""
    print_scale(ruler)


def _measured(frame: Frame, camera: CameraCalibration | None, by: TableBy, ruler: float | None) -> MeasuredTable:
    """Return the table, measured by the sheet, board or cards that ``by`` names, which must lie on it."""
    sheet, board = detect_sheet(frame), detect_board(frame)
    if by == "auto":
        by = "sheet" if sheet.is_in_picture else "board" if len(board.ids) else "cards"
    if by == "sheet":
        check_sheet(sheet)
    if by == "cards" and ruler is not None:
        raise CalibrationError(tr("{photo}: --ruler is given, but neither the marker sheet nor the board lies there", photo=frame.name))
    state = load_reader(None).read(frame)
    if by == "cards":
        return MeasuredTable(table_from_cards(frame, state, _today(), camera), len(reliable_cards(state.cards)))
    seen = sheet if by == "sheet" else board
    return MeasuredTable(table_from_print(frame, seen, state, _today(), camera, ruler=ruler), len(seen.ids))


def _detected_boards(photos: Sequence[str], tell: Callable[[BoardPhoto], None]) -> tuple[tuple[int, int], list[DetectedBoard]]:
    """Return width and height in pixels, which all photos must share, and the board in each."""
    size, boards = None, []
    for photo in photos:
        frame = read_photo(photo)
        size = size or (frame.width, frame.height)
        check_size(frame, *size)
        boards.append(detect_board(frame))
        tell(BoardPhoto(photo, len(boards[-1].ids)))
    if size is None:
        raise CalibrationError(tr("no photo is given"))
    return size, boards


def _load_camera(path: Path) -> CameraCalibration:
    known = load_calibration(path)
    if not isinstance(known, CameraCalibration):
        raise CalibrationError(tr("{file}: is the calibration of a table; give that of a camera", file=path))
    return known


def _today() -> str:
    """Return the local date, `2026-11-23`."""
    return dt.datetime.now().astimezone().date().isoformat()
