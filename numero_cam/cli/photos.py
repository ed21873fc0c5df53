"""Reads photos for the commands: prints each result at once, an error in place of a photo that fails, and writes annotated copies."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import typer

from numero_cam.app.answers import Question
from numero_cam.app.corrections import CorrectionError, Corrections, parse_corrections
from numero_cam.app.photo_files import STANDARD_INPUT, NamedPhoto, Outcome, each_photo, photo_in, photos_of
from numero_cam.app.photos import Row, error_row
from numero_cam.base.errors import PictureError, reason_of
from numero_cam.base.images import WRITABLE, write_picture
from numero_cam.base.picture_header import PicturePart
from numero_cam.base.records import Frame
from numero_cam.catalogue import tr
from numero_cam.cli.options import BadArgumentsError, PictureOptions, ShowOptions, print_json, reader_file, refused, say_notices
from numero_cam.text import console
from numero_cam.text.readings import error_json
from numero_cam.text.spreadsheet import BYTE_ORDER_MARK, TableWriter

if TYPE_CHECKING:
    from numero_cam.app.session import Session
    from numero_cam.base.images import Pixels
    from numero_cam.base.seats import Seat


class Shown(Protocol):
    """A result of a photo that can be printed as JSON and drawn."""

    def to_dict(self) -> dict[str, object]:
        """Return plain values."""
        ...

    def picture(self) -> "Pixels":
        """Return the photo with the result drawn into it, ``(height, width, 3)`` uint8 RGB."""
        ...


Reply = TypeVar("Reply", bound=Shown)


@dataclass(frozen=True)
class PhotoCommand(Generic[Reply]):
    """The functions by which a command reads each photo and shows the result."""

    look: Callable[["Session", str | PicturePart | Frame, Corrections | None], Reply]  #: Reads a photo.
    #: Prints the result for people; the second argument is whether there are several, so that each needs its name.
    print: Callable[[Reply, bool], None]
    rows: Callable[[Reply], Sequence[Row]]  #: Returns the result as rows of a table.
    columns: tuple[str, ...]  #: Names of the columns, in order.
    errors_in_json: bool = False  #: Whether a single photo that fails has a JSON object too, besides the line on standard error.


def answer_photos(
    names: Sequence[str],
    command: PhotoCommand[Reply],
    show: ShowOptions,
    opened: Callable[[], "Session"],
    *,
    correct: Sequence[str] | None,
    typed: bool = False,
) -> None:
    """Read the photos and show the result of each at once; wrong arguments are refused before time is spent on reading.

    `opened` opens the session, which loads the models. `correct`, texts of ``--correct``, and `typed` cards go with a single photo.
    """
    corrections, photos = corrections_of(correct), photos_of(names)
    pictures = _picture_files(photos, show.annotate)
    if corrections and len(photos) != 1:
        raise BadArgumentsError(tr("--correct mends one photo, {number} are given", number=len(photos)))
    if typed and len(photos) != 1:
        raise BadArgumentsError(tr("--centre and --hand belong to one photo, {number} are given", number=len(photos)))
    session, table, failed = opened(), open_table(command.columns) if show.csv else None, False
    taken = {path.resolve() for path in [*pictures.values(), *(Path(photo.name) for photo in photos)]}

    def look(photo: str | PicturePart) -> Reply:
        """Read one photo, or standard input, with the corrections."""
        return command.look(session, photo_in(sys.stdin.buffer, photo) if photo == STANDARD_INPUT else photo, corrections)

    with console.progress(len(photos), tr("photos"), quiet=len(photos) == 1 or sys.stdout.isatty()) as done:
        for place, photo in enumerate(photos):
            for page, outcome in enumerate(each_photo([photo], look, one_picture=bool(corrections) or typed)):
                many = len(photos) > 1 or outcome.name != photo.name
                _show(outcome, command, show, table, many=many)
                if outcome.found is None or not _drawn(_page_picture(pictures.get(place), page, taken), outcome.found):
                    failed = True
            done()
    if failed:
        raise typer.Exit(1)


def _show(outcome: Outcome[Reply], command: PhotoCommand[Reply], show: ShowOptions, table: TableWriter | None, *, many: bool) -> None:
    """Print one photo's result in the form that is wanted, or its error; `many` is whether it needs its name."""
    if outcome.found is None:
        if table is not None:
            table.write(error_row(outcome.name, outcome.error))
        elif show.json and (many or command.errors_in_json):
            print_json(error_json(outcome.name, outcome.error))
        _complain(outcome.error)
    elif show.json:
        print_json(outcome.found.to_dict())
    elif table is not None:
        for row in command.rows(outcome.found):
            table.write(row)
        sys.stdout.flush()
    else:
        command.print(outcome.found, many)


def open_table(columns: Sequence[str]) -> TableWriter:
    """Begin a table on standard output, with a byte order mark for spreadsheets unless it is a terminal; return its writer."""
    if not sys.stdout.isatty():
        sys.stdout.write(BYTE_ORDER_MARK)
    return TableWriter(sys.stdout, columns)


def open_session(question: Question, picture_options: PictureOptions, seat: "Seat" = "near") -> "Session":
    """Open the session that reads the photos; decks that were left out are named on standard error."""
    from numero_cam.app import session

    opened = session.open_session(question, config=reader_file(), seat=seat, **picture_options._asdict())
    for line in opened.warnings:
        say_notices([tr("left out: {line}", line=line)])
    return opened


def corrections_of(texts: Sequence[str] | None) -> Corrections | None:
    """Return the corrections of ``--correct``; None where nothing is corrected."""
    if not texts:
        return None
    with refused(CorrectionError, "--correct "):
        return parse_corrections(texts) or None


def _drawn(picture: Path | None, found: Shown) -> bool:
    """Write the annotated copy; return whether that succeeded or none was wanted."""
    if picture is None:
        return True
    try:
        annotate(picture, found)
    except PictureError as error:
        _complain(str(error))
        return False
    return True


def _complain(error: str) -> None:  # on standard error, behind what was printed
    sys.stdout.flush()
    say_notices([str(error)])


def _page_picture(picture: Path | None, page: int, taken: set[Path]) -> Path | None:
    """Return the file of the annotated copy of picture `page`, from 0, of a photo's file; later ones have their page in the name."""
    if picture is None or page == 0:
        return picture
    name = picture.with_stem(f"{picture.stem}-page-{page + 1}")
    while name.resolve() in taken:
        name = name.with_stem(f"{name.stem}-")
    return name


def _picture_files(photos: Sequence[NamedPhoto], out: Path | None) -> Mapping[int, Path]:
    """Return the files of the annotated copies by the index of the photo."""
    if out is None:
        return {}
    if out.is_dir() or not out.suffix:
        return _files_in(out, photos)
    check_annotate(out, [photo.name for photo in photos])
    return {0: out}


def _files_in(folder: Path, named: Sequence[NamedPhoto]) -> dict[int, Path]:
    """Return a file with the name of each photo, by index of the photo; a name that is taken gets a number."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        reason = reason_of(error)
        raise BadArgumentsError(
            tr("--annotate {folder}: is no folder and cannot be made: {reason}", folder=folder, reason=reason)
        ) from error
    originals = {Path(photo.name).resolve() for photo in named if photo.name != STANDARD_INPUT}
    pictures: dict[int, Path] = {}
    for place, photo in enumerate(named):
        path = Path("photo.jpg" if photo.name == STANDARD_INPUT else photo.name)
        ending = path.suffix if path.suffix.lower() in WRITABLE else ".jpg"
        picture, number = folder / f"{path.stem}{ending}", 1
        while picture in pictures.values():
            number += 1
            picture = folder / f"{path.stem}-{number}{ending}"
        if picture.resolve() in originals:
            raise BadArgumentsError(
                tr("--annotate {folder}: {photo} is a photo and would be overwritten; give another folder", folder=folder, photo=picture)
            )
        pictures[place] = picture
    return pictures


def check_annotate(out: Path | None, photos: Sequence[str]) -> None:
    """Refuse a path of the annotated photo before time is spent on reading."""
    if out is None:
        return
    why = None
    if len(photos) != 1:
        why = tr("draws one photo, {number} are given; name a folder for all of them", number=len(photos))
    elif out.suffix.lower() not in WRITABLE:
        why = tr("{out}: unknown kind of picture; end its name in one of {endings}", out=out, endings=", ".join(WRITABLE))
    elif out.is_dir():
        why = tr("{out}: is a folder; give the name of a picture to write", out=out)
    elif not out.parent.is_dir():
        why = tr("{out}: there is no folder {folder}", out=out, folder=out.parent)
    elif _same_file(out, Path(photos[0])):
        why = tr("{out}: is the photo itself and would be overwritten; give another name", out=out)
    if why:
        raise BadArgumentsError(f"--annotate {why}")


def _same_file(one: Path, other: Path) -> bool:
    """Return whether two paths are the same file that exists."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def annotate(out: Path, seen: Shown) -> None:
    """Write the annotated photo."""
    try:
        write_picture(out, seen.picture())
    except PictureError as error:
        raise PictureError(tr("the annotated photo was not written: {error}", error=error)) from error
