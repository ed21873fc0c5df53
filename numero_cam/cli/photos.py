"""Opens a session for commands that read photos, and writes the annotated photo."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from numero_cam.app.answers import Question
from numero_cam.app.corrections import CorrectionError, Corrections, parse_corrections
from numero_cam.base.errors import PictureError
from numero_cam.catalogue import tr
from numero_cam.cli.options import BadArgumentsError, PhotoOptions, say_notices

if TYPE_CHECKING:
    from numero_cam.app.session import Session
    from numero_cam.base.images import Pixels


class Shown(Protocol):
    """A result of a photo that can be printed as JSON and drawn."""

    def to_dict(self) -> dict[str, object]:
        """Return plain values."""
        ...

    def picture(self) -> "Pixels":
        """Return the photo with what was found drawn into it."""
        ...


def open_session(question: Question, photo: PhotoOptions) -> "Session":
    """Open the session that reads the photos; decks that were left out are named on standard error."""
    from numero_cam.app import session

    opened = session.open_session(
        question, config=photo.config, deck=photo.deck, calibration=photo.calibration, seat=photo.seat, mirrored=photo.mirrored
    )
    for line in opened.warnings:
        say_notices([tr("left out: {line}", line=line)])
    return opened


def corrections_of(photo: PhotoOptions) -> Corrections:
    """Return the corrections of ``--correct``."""
    try:
        return parse_corrections(photo.correct)
    except CorrectionError as error:
        raise BadArgumentsError(f"--correct {error}") from error


def check_annotate(out: Path | None, photos: Sequence[str]) -> None:
    """Refuse a path of the annotated photo before time is spent on reading."""
    if out is None:
        return
    from numero_cam.base.images import WRITABLE

    why = None
    if len(photos) != 1:
        why = tr("draws one photo, {number} are given", number=len(photos))
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
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def annotate(out: Path, seen: Shown) -> None:
    """Write the annotated photo."""
    from numero_cam.base.images import write_picture

    try:
        write_picture(out, seen.picture())
    except PictureError as error:
        raise PictureError(tr("the annotated photo was not written: {error}", error=error)) from error
