"""``numero-cam calibrate``: what is printed for it, a camera, a table."""

from collections.abc import Sequence
from pathlib import Path

from numero_cam.assistant.calibrate import BoardPhoto, check_ruler, measure_camera, measure_table
from numero_cam.assistant.choices import TableBy
from numero_cam.assistant.prints import write_calibration_print
from numero_cam.base.errors import CalibrationError
from numero_cam.base.images import WRITABLE
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.outputs import check_out


def run_board(out: Path, paper: str) -> None:
    """Writes the board.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: It cannot be written.
    """
    check_out(out, (".pdf", ".png"), "OUT")
    write_calibration_print(out, "board", paper)
    print(f"{out}: print at 100 %; the line below the board must be 100 mm long")


def run_sheet(out: Path, paper: str) -> None:
    """Writes the marker sheet.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: It cannot be written.
    """
    check_out(out, (".pdf", ".png"), "OUT")
    write_calibration_print(out, "sheet", paper)
    print(f"{out}: print at 100 %; the line on the sheet must be 100 mm long")


def run_camera(photos: Sequence[str], out: Path) -> None:
    """Calibrates a camera.

    Raises:
        BadArgumentsError: The file cannot lie there.
        NumeroCamError: A photo cannot be read, the photos make no good calibration, or the file cannot be written.
    """
    check_out(out, (".toml",), "--out")
    camera = measure_camera(photos, out, _tell)
    print(f"{out}: error {camera.error:.2f} pixels, from {camera.views} photos of {camera.width} x {camera.height} pixels")


def run_table(photo: str, out: Path, *, by: TableBy, ruler: float | None, camera: Path | None, annotate: Path | None) -> None:
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
    try:
        check_ruler(ruler)
    except CalibrationError as error:
        raise BadArgumentsError(f"--ruler: {error}") from error
    measured = measure_table(photo, out, by=by, ruler=ruler, camera=camera, annotate=annotate)
    table, count = measured.table, measured.count
    means = {"board": "the board", "sheet": f"{count} markers of the sheet", "cards": f"{count} open cards"}[table.made_by]
    balance = "white balance {:.2f} {:.2f} {:.2f}".format(*table.white) if table.white else "no white balance: nothing neutral is well lit"
    print(f"{out}: by {means}, error {table.error:.2f} pixels, {balance}")
    print(f"Use it for photos from this camera: numero-cam solve PHOTO --calibration {out}")


def _tell(photo: BoardPhoto) -> None:
    if not photo.corners:
        print(f"{photo.photo}: the board is not in it", flush=True)
        return
    used = "" if photo.corners >= photo.needed else f", not used: at least {photo.needed} are needed"
    print(f"{photo.photo}: {photo.corners} of {photo.of} corners{used}", flush=True)
