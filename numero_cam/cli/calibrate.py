"""``numero-cam calibrate``: prints the board and the marker sheet, measures a camera and a table."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.app.choices import CalibrationPrint, Paper, TableBy
from numero_cam.catalogue import ngettext, tr
from numero_cam.cli.options import BadArgumentsError, PaperOption, check_out, command_group, finite, refused

if TYPE_CHECKING:
    from numero_cam.app.calibrate import BoardPhoto


calibrate_app = command_group()


@calibrate_app.callback()
def calibrate() -> None:
    """Tells the program about your camera and your table. All of it is optional: photos are read well without."""


@calibrate_app.command()
def board(
    *,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write: .pdf, or .png of 300 dots an inch.")],
    paper: PaperOption = "a4",
) -> None:
    """Writes the calibration board to print, with what to do on the sheet.

    Print at 100 % and measure the line below the board: it must be 100 mm long. Glue the sheet to something flat.

    \b
    Examples:
      numero-cam calibrate board board.pdf
      numero-cam calibrate board board.png --paper letter
    """
    _write_print(out, "board", paper, tr("the line below the board must be 100 mm long"))


@calibrate_app.command()
def sheet(
    *,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write: .pdf, or .png of 300 dots an inch.")],
    paper: PaperOption = "a4",
) -> None:
    """Writes the marker sheet to print, by which a table is calibrated that has no cards on it.

    Print at 100 % and measure the line on it: it must be 100 mm long. Its six markers are seen from farther away than the board.

    \b
    Examples:
      numero-cam calibrate sheet sheet.pdf
      numero-cam calibrate sheet sheet.pdf --paper letter
    """
    _write_print(out, "sheet", paper, tr("the line on the sheet must be 100 mm long"))


def _write_print(out: Path, what: CalibrationPrint, paper: Paper, to_measure: str) -> None:
    from numero_cam.app.prints import write_calibration_print

    check_out(out, (".pdf", ".png"), "OUT")
    write_calibration_print(out, what, paper)
    print(tr("{out}: print at 100 %; {line}", out=out, line=to_measure))


@calibrate_app.command()
def camera(
    *,
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Photos of the board, all from one camera in one setting.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the calibration is written, .toml.")] = Path("camera.toml"),
) -> None:
    """Measures your camera's lens from 8 photos and more of the board.

    Tilt the board to all sides, and bring it near every edge of the picture; photos that look alike count once, so take a dozen.
    Prints the error; a calibration that would not be good is refused, and a file that is there stays as it is.

    \b
    Examples:
      numero-cam calibrate camera board*.jpg
      numero-cam calibrate camera board*.jpg --out webcam.toml
    """
    from numero_cam.app.calibrate import measure_camera

    check_out(out, (".toml",), "--out")
    measured = measure_camera(photos, out, _print_board_photo)
    print(
        ngettext(
            "{out}: error {camera.error:.2f} pixels, from {n} photo of {camera.width} x {camera.height} pixels",
            "{out}: error {camera.error:.2f} pixels, from {n} photos of {camera.width} x {camera.height} pixels",
            measured.views,
            out=out,
            camera=measured,
        )
    )


def _print_board_photo(photo: "BoardPhoto") -> None:
    if not photo.corners:
        print(tr("{photo.photo}: the board is not in it", photo=photo), flush=True)
        return
    found = tr("{photo.photo}: {photo.corners} of {photo.of} corners", photo=photo)
    few = tr("{found}, not used: at least {photo.needed} are needed", found=found, photo=photo)
    print(found if photo.corners >= photo.needed else few, flush=True)


@calibrate_app.command()
def table(
    *,
    photo: Annotated[
        str, typer.Argument(metavar="PHOTO", help="The table from where it will be seen, with the sheet, the board or open cards on it.")
    ],
    by: Annotated[
        TableBy, typer.Option(help="What the table is measured by; auto takes the first of sheet, board and cards that it sees.")
    ] = "auto",
    ruler: Annotated[
        float | None,
        typer.Option(
            callback=finite, metavar="MM", show_default=False, help="What you measure on the line of sheet or board, if that is not 100 mm."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the calibration is written, .toml.")] = Path("table.toml"),
    camera: Annotated[Path | None, typer.Option(metavar="FILE", show_default=False, help="A calibrated camera, as camera.toml.")] = None,
    annotate: Annotated[
        Path | None,
        typer.Option(metavar="OUT.jpg", show_default=False, help="Write the photo with the zones drawn into it, to check them."),
    ] = None,
) -> None:
    """Finds the plane of your table, its zones for hands, middle and winning piles, and the white balance.

    By the marker sheet (calibrate sheet) or the board where one lies on the table, else by three and more open cards. Cards of your hand
    and of the middle part the zones; the file lists them in millimetres, and you may change them there. A sheet that was printed at the
    wrong size is known by the edges of its paper, or by two open cards and more beside it; a line that you measured yourself counts more.

    \b
    Examples:
      numero-cam calibrate table table.jpg --annotate zones.jpg
      numero-cam calibrate table table.jpg --by sheet
      numero-cam calibrate table table.jpg --by sheet --ruler 97.5
      numero-cam calibrate table table.jpg --camera camera.toml
    """
    from numero_cam.app.calibrate import check_ruler, measure_table
    from numero_cam.base.errors import CalibrationError
    from numero_cam.base.images import WRITABLE

    check_out(out, (".toml",), "--out")
    if annotate:
        check_out(annotate, WRITABLE, "--annotate")
    if ruler is not None and by == "cards":
        raise BadArgumentsError(tr("--ruler is the line on the sheet or the board; --by cards uses neither"))
    with refused(CalibrationError, "--ruler: "):
        check_ruler(ruler)
    measured = measure_table(photo, out, by=by, ruler=ruler, camera=camera, annotate=annotate)
    table, count = measured.table, measured.count
    means = {
        "board": tr("the board"),
        "sheet": ngettext("{n} marker of the sheet", "{n} markers of the sheet", count),
        "cards": ngettext("{n} open card", "{n} open cards", count),
    }[table.made_by]
    balance = (
        tr("white balance {table.white[0]:.2f} {table.white[1]:.2f} {table.white[2]:.2f}", table=table)
        if table.white
        else tr("no white balance: nothing neutral is well lit")
    )
    print(tr("{out}: by {means}, error {table.error:.2f} pixels, {balance}", out=out, means=means, table=table, balance=balance))
    print(tr("Use it for photos from this camera: numero-cam solve PHOTO --calibration {out}", out=out))
