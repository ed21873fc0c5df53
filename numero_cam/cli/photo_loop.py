"""Reads many photos for ``read``, ``solve`` and ``score``: prints each result at once, and an error in place of a photo that fails."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import typer

from numero_cam.app.photo_files import STANDARD_INPUT, NamedPhoto, each_photo, photo_in, photos_of
from numero_cam.app.photos import Row, error_row
from numero_cam.base.errors import PictureError, reason_of
from numero_cam.base.images import WRITABLE
from numero_cam.base.picture_header import PicturePart
from numero_cam.base.records import Frame
from numero_cam.catalogue import ngettext, tr
from numero_cam.cli.options import BadArgumentsError, ShowOptions, check_forms, print_json, say_notices
from numero_cam.cli.photos import Shown, annotate, check_annotate
from numero_cam.text import console
from numero_cam.text.readings import error_json
from numero_cam.text.spreadsheet import BYTE_ORDER_MARK, TableWriter

Reply = TypeVar("Reply", bound=Shown)


@dataclass(frozen=True)
class PhotoRenderer(Generic[Reply]):
    """How a command reads a photo and shows the result."""

    look: Callable[[str | PicturePart | Frame], Reply]  #: Reads a photo, given as a file name, a frame or one picture of a file.
    #: Prints the result for people; the second argument says whether there are more, so that each needs its name.
    print: Callable[[Reply, bool], None]
    rows: Callable[[Reply], Sequence[Row]]  #: Returns the result as rows of a table.
    columns: tuple[str, ...]  #: Names of the columns, in order.
    one_picture: bool = False  #: Whether what else is asked belongs to one picture: then a file of several is refused.


@dataclass(frozen=True)
class FoundPhotos:
    """The photos of a command, and the files of their annotated copies."""

    named: tuple[NamedPhoto, ...]  #: The photos, in order.
    pictures: Mapping[int, Path]  #: The file of the annotated copy by index of the photo.


def find_photos(names: Sequence[str], show: ShowOptions) -> FoundPhotos:
    """Return the photos and the files of their annotated copies; refuse what is wrong before time is spent on reading."""
    named = photos_of(names)
    check_forms(as_json=show.as_json, as_csv=show.as_csv)
    if show.annotate and show.annotate_to:
        raise BadArgumentsError(tr("--annotate draws one photo, --annotate-to all; give one of them"))
    check_annotate(show.annotate, [photo.name for photo in named])
    if show.annotate:
        return FoundPhotos(named, {0: show.annotate})
    return FoundPhotos(named, _pictures(named, show.annotate_to) if show.annotate_to else {})


def show_photos(photos: FoundPhotos, renderer: PhotoRenderer[Reply], show: ShowOptions, *, errors_in_json: bool = False) -> None:
    """Read the photos and show the result of each at once.

    Args:
        photos: See ``find_photos``.
        renderer: How a photo is read and shown.
        show: In which forms results are shown.
        errors_in_json: Whether a single photo that fails has a JSON object too, besides the line on standard error.
    """
    failed = False
    taken = {path.resolve() for path in [*photos.pictures.values(), *(Path(photo.name) for photo in photos.named)]}
    table = open_table(renderer.columns) if show.as_csv else None
    with _progress(len(photos.named), asked=show.progress) as done:
        for place, photo in enumerate(photos.named):
            outcomes = each_photo([photo], lambda given: renderer.look(_loaded(given)), one_picture=renderer.one_picture)
            for page, outcome in enumerate(outcomes):
                many = len(photos.named) > 1 or outcome.name != photo.name
                if outcome.found is not None:
                    _show(outcome.found, renderer, show, table, many=many)
                    failed |= not _drawn(_page_picture(photos.pictures.get(place), page, taken), outcome.found)
                    continue
                failed = True
                if table is not None:
                    table.write(error_row(outcome.name, outcome.error))
                elif show.as_json and (many or errors_in_json):
                    print_json(error_json(outcome.name, outcome.error))
                _complain(outcome.error)
            done()
    if failed:
        raise typer.Exit(1)


def open_table(columns: Sequence[str]) -> TableWriter:
    """Begin a table on standard output; a terminal is no spreadsheet and gets no mark."""
    if not sys.stdout.isatty():
        sys.stdout.write(BYTE_ORDER_MARK)
    return TableWriter(sys.stdout, columns)


def _show(found: Reply, renderer: PhotoRenderer[Reply], show: ShowOptions, table: TableWriter | None, *, many: bool) -> None:
    if show.as_json:
        print_json(found.to_dict())
    elif table is not None:
        for row in renderer.rows(found):
            table.write(row)
        sys.stdout.flush()
    else:
        renderer.print(found, many)


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


def _complain(error: str) -> None:
    sys.stdout.flush()
    say_notices([str(error)])


def _loaded(photo: str | PicturePart) -> str | PicturePart | Frame:
    return photo_in(sys.stdin.buffer, photo) if photo == STANDARD_INPUT and isinstance(photo, str) else photo


def _page_picture(picture: Path | None, page: int, taken: set[Path]) -> Path | None:
    """Return the file of the annotated copy of a picture of a file: each after the first has its page in its name."""
    if picture is None or page == 0:
        return picture
    name = picture.with_stem(f"{picture.stem}-page-{page + 1}")
    while name.resolve() in taken:
        name = name.with_stem(f"{name.stem}-")
    return name


def _pictures(named: Sequence[NamedPhoto], folder: Path) -> dict[int, Path]:
    """Return a file with the name of each photo, by index of the photo; a name that is taken gets a number."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        reason = reason_of(error)
        raise BadArgumentsError(
            tr("--annotate-to {folder}: is no folder and cannot be made: {reason}", folder=folder, reason=reason)
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
                tr("--annotate-to {folder}: {photo} is a photo and would be overwritten; give another folder", folder=folder, photo=picture)
            )
        pictures[place] = picture
    return pictures


@contextmanager
def _progress(total: int, *, asked: bool) -> Iterator[Callable[[], None]]:
    """Show the progress: a line for each photo with ``--progress``, else a bar where the answers do not go to the terminal."""
    if asked:
        count = iter(range(1, total + 1))
        yield lambda: _line(next(count), total)
    elif total > 1 and not sys.stdout.isatty():
        with console.progress(total, "photos") as done:
            yield done
    else:
        yield lambda: None


def _line(done: int, total: int) -> None:
    sys.stdout.flush()
    say_notices([ngettext("{done} of {n} photo", "{done} of {n} photos", total, done=done)])
    sys.stderr.flush()
