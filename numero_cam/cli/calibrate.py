"""``numero-cam calibrate``: what is printed for it, a camera, a table."""

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

from numero_cam.annotate.table_overlay import draw_table
from numero_cam.assistant.session import load_reader
from numero_cam.base.errors import CalibrationError
from numero_cam.base.images import WRITABLE, encode_picture
from numero_cam.base.outputs import write_whole
from numero_cam.base.records import Frame
from numero_cam.calibrate.camera import LEAST_CORNERS, Camera, calibrate_camera
from numero_cam.calibrate.charuco import CORNERS, SeenBoard, find_board
from numero_cam.calibrate.files import camera_toml, load, table_toml
from numero_cam.calibrate.lens import check_size, undistort
from numero_cam.calibrate.prints import table_from_board, table_from_sheet
from numero_cam.calibrate.scale import print_scale
from numero_cam.calibrate.sheet import check_sheet, find_sheet
from numero_cam.calibrate.table import Table, open_cards, table_from_cards
from numero_cam.capture.files import read_photo
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.outputs import check_out
from numero_cam.printing.charuco_sheet import board_page
from numero_cam.printing.marker_sheet import marker_page
from numero_cam.printing.paper import Page
from numero_cam.printing.pdf import pdf
from numero_cam.printing.raster import png

_DOTS_PER_INCH = 300


def run_board(out: Path, paper: str) -> None:
    """Writes the board.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: It cannot be written.
    """
    _write_page(out, board_page, paper, "calibration board")
    print(f"{out}: print at 100 %; the line below the board must be 100 mm long")


def run_sheet(out: Path, paper: str) -> None:
    """Writes the marker sheet.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: It cannot be written.
    """
    _write_page(out, marker_page, paper, "marker sheet")
    print(f"{out}: print at 100 %; the line on the sheet must be 100 mm long")


def run_camera(photos: Sequence[str], out: Path) -> None:
    """Calibrates a camera.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: A photo cannot be read, the photos make no good calibration, or the file cannot be written.
    """
    check_out(out, (".toml",), "--out")
    size, views = _views(photos)
    camera = calibrate_camera(views, size, _today())
    write_whole(out, camera_toml(camera).encode())
    print(f"{out}: error {camera.error:.2f} pixels, from {camera.views} photos of {camera.width} x {camera.height} pixels")


def run_table(photo: str, out: Path, *, by: str, ruler: float | None, camera: Path | None, annotate: Path | None) -> None:
    """Calibrates a table.

    Args:
        photo: Of the table.
        out: Where the calibration is written.
        by: ``sheet``, ``board`` or ``cards``; ``auto`` takes the first of them that lies there.
        ruler: Length in millimetres of the line on sheet or board, where somebody measured it.
        camera: A calibrated camera's file.
        annotate: Where the photo with the zones is written.

    Raises:
        BadArgumentsError: A file cannot lie there, or a line is measured where cards are to be used.
        NumeroCamError: The photo cannot be read or makes no good calibration, or a file cannot be written.
    """
    check_out(out, (".toml",), "--out")
    if annotate:
        check_out(annotate, WRITABLE, "--annotate")
    if ruler is not None and by == "cards":
        raise BadArgumentsError("--ruler is the line on the sheet or the board; --by cards uses neither")
    _check_ruler(ruler)
    frame = read_photo(photo)
    known = _camera(camera) if camera else None
    straight = undistort(frame, known) if known else frame
    table, count = _table(straight, known, by, ruler)
    write_whole(out, table_toml(table).encode())
    if annotate:
        write_whole(annotate, encode_picture(draw_table(straight.pixels, table), annotate.suffix))
    means = {"board": "the board", "sheet": f"{count} markers of the sheet", "cards": f"{count} open cards"}[table.made_by]
    balance = "white balance {:.2f} {:.2f} {:.2f}".format(*table.white) if table.white else "no white balance: nothing neutral is well lit"
    print(f"{out}: by {means}, error {table.error:.2f} pixels, {balance}")
    print(f"Use it for photos from this camera: numero-cam solve PHOTO --calibration {out}")


def _table(frame: Frame, camera: Camera | None, by: str, ruler: float | None) -> tuple[Table, int]:
    """The table, and how many markers or open cards it was made by.

    Raises:
        CalibrationError: What was asked for does not lie there, or makes no good calibration.
    """
    sheet, seen = find_sheet(frame), find_board(frame)
    if by == "auto":
        by = "sheet" if sheet.seen else "board" if len(seen.ids) else "cards"
    if by == "sheet":
        check_sheet(sheet)
    if by == "cards" and ruler is not None:
        raise CalibrationError(f"{frame.name}: --ruler is given, but neither the marker sheet nor the board lies there")
    state = load_reader(None).read(frame)
    match by:
        case "sheet":
            return table_from_sheet(frame, sheet, state, _today(), camera, ruler=ruler), len(sheet.ids)
        case "board":
            return table_from_board(frame, seen, state, _today(), camera, ruler=ruler), len(seen.ids)
        case _:
            return table_from_cards(frame, state, _today(), camera), len(open_cards(state.cards))


def _views(photos: Sequence[str]) -> tuple[tuple[int, int], list[SeenBoard]]:
    """Size of the photos, and the board in each; what is seen in each is printed at once."""
    size, views = None, []
    for photo in photos:
        frame = read_photo(photo)
        size = size or (frame.width, frame.height)
        check_size(frame, *size)
        view = find_board(frame)
        count = len(view.ids)
        used = "" if count >= LEAST_CORNERS else f", not used: at least {LEAST_CORNERS} are needed"
        print(f"{photo}: {f'{count} of {CORNERS} corners' if count else 'the board is not in it'}{used if count else ''}", flush=True)
        views.append(view)
    if size is None:
        raise CalibrationError("no photo is given")
    return size, views


def _write_page(out: Path, page_of: Callable[[str], Page], paper: str, title: str) -> None:
    check_out(out, (".pdf", ".png"), "OUT")
    page = page_of(paper)
    write_whole(out, pdf([page], f"numero-cam {title}") if out.suffix.lower() == ".pdf" else png(page, _DOTS_PER_INCH))


def _check_ruler(ruler: float | None) -> None:
    """Refuses a length that no print has before time is spent on reading."""
    try:
        print_scale(ruler)
    except CalibrationError as error:
        raise BadArgumentsError(f"--ruler: {error}") from error


def _camera(path: Path) -> Camera:
    known = load(path)
    if not isinstance(known, Camera):
        raise CalibrationError(f"{path}: is the calibration of a table; give that of a camera")
    return known


def _today() -> str:
    return dt.datetime.now().astimezone().date().isoformat()
