"""``numero-cam calibrate``: the board, a camera, a table."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from numero_cam.base.errors import CalibrationError
from numero_cam.base.images import WRITABLE, encode_picture
from numero_cam.base.records import Frame
from numero_cam.calibrate.board import CORNERS, SeenBoard, find_board
from numero_cam.calibrate.camera import LEAST_CORNERS, Camera, calibrate_camera
from numero_cam.calibrate.files import camera_toml, load, table_toml
from numero_cam.calibrate.lens import check_size, undistort
from numero_cam.calibrate.table import Table, open_cards, table_from_board, table_from_cards
from numero_cam.capture.files import read_photo
from numero_cam.cli.outputs import check_out, write_out
from numero_cam.cli.photos import load_reader
from numero_cam.tell.board_sheet import board_page
from numero_cam.tell.pdf import pdf
from numero_cam.tell.raster import png
from numero_cam.tell.table_overlay import draw_table

_DOTS_PER_INCH = 300


def run_board(out: Path, paper: str) -> None:
    """Writes the sheet.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: It cannot be written.
    """
    check_out(out, (".pdf", ".png"), "OUT")
    page = board_page(paper)
    write_out(out, pdf([page], "numero-cam calibration board") if out.suffix.lower() == ".pdf" else png(page, _DOTS_PER_INCH))
    print(f"{out}: print at 100 %; the line below the board must be 100 mm long")


def run_camera(photos: Sequence[str], out: Path) -> None:
    """Calibrates a camera.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: A photo cannot be read, the photos make no good calibration, or the file cannot be written.
    """
    check_out(out, (".toml",), "--out")
    size, views = _views(photos)
    camera = calibrate_camera(views, size, _today())
    write_out(out, camera_toml(camera).encode())
    print(f"{out}: error {camera.error:.2f} pixels, from {camera.views} photos of {camera.width} x {camera.height} pixels")


def run_table(photo: str, out: Path, *, camera: Path | None, annotate: Path | None) -> None:
    """Calibrates a table by the board, or by the cards where no board lies there.

    Raises:
        BadArgumentsError: A file cannot lie there.
        NumeroCamError: The photo cannot be read or makes no good calibration, or a file cannot be written.
    """
    check_out(out, (".toml",), "--out")
    if annotate:
        check_out(annotate, WRITABLE, "--annotate")
    frame = read_photo(photo)
    known = _camera(camera) if camera else None
    straight = undistort(frame, known) if known else frame
    table, cards = _table(straight, known)
    write_out(out, table_toml(table).encode())
    if annotate:
        write_out(annotate, encode_picture(draw_table(straight.pixels, table), annotate.suffix))
    by = "the board" if table.made_by == "board" else f"{cards} open cards"
    balance = "white balance {:.2f} {:.2f} {:.2f}".format(*table.white) if table.white else "no white balance: nothing neutral is well lit"
    print(f"{out}: by {by}, error {table.error:.2f} pixels, {balance}")


def _table(frame: Frame, camera: Camera | None) -> tuple[Table, int]:
    """The table, and how many open cards lie on it."""
    seen = find_board(frame)
    state = load_reader(None).read(frame)
    count = len(open_cards(state.cards))
    if len(seen.ids):
        return table_from_board(frame, seen, state, _today(), camera), count
    return table_from_cards(frame, state, _today(), camera), count


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


def _camera(path: Path) -> Camera:
    known = load(path)
    if not isinstance(known, Camera):
        raise CalibrationError(f"{path}: is the calibration of a table; give that of a camera")
    return known


def _today() -> str:
    return dt.datetime.now().astimezone().date().isoformat()
