"""Many photos, one after the other: files, folders and patterns; one that fails leaves the others."""

import glob
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

from numero_cam.base.errors import CalibrationError, PictureError, ReadingError, reason_of
from numero_cam.base.picture_header import PicturePart, SeveralPicturesError
from numero_cam.base.records import Frame
from numero_cam.capture.files import read_photo
from numero_cam.catalogue import tr

STANDARD_INPUT = "-"  #: Stands for standard input in place of a file's name.
#: Endings of the files that are taken from a folder; the last ones cannot be read, and say so.
ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".mpo", ".heic", ".heif", ".gif"})

Reply = TypeVar("Reply")


@dataclass(frozen=True)
class NamedPhoto:
    """A photo that was asked for."""

    name: str  #: Of the file, ``-`` for standard input, or of a folder without pictures.
    error: str = ""  #: Why there is nothing to read, empty where there may be.


@dataclass(frozen=True)
class Outcome(Generic[Reply]):
    """What was found in a photo, or why that failed."""

    name: str  #: Name of the photo as it was asked for, or of the one picture of its file.
    found: Reply | None  #: What was found; None where it failed.
    error: str = ""  #: One line that names the photo, empty where it did not fail.


def photos_of(names: Iterable[str], *, also: Collection[str] = ()) -> tuple[NamedPhoto, ...]:
    """Return the photos that names of files and folders, and patterns, stand for.

    A folder stands for the pictures in it, in the order of their names; a pattern such as ``*.jpg``, for shells that do not expand
    it, for the files that fit. Other files of a folder, and hidden ones, are left alone. A name that is no file stays: reading it fails.

    Args:
        names: Names of files and folders, and patterns.
        also: Endings, in lower case with their dot, of files that are taken from a folder beside its pictures.
    """
    return tuple(photo for name in names for photo in _photos_of_name(name, also))


def each_photo(
    photos: Sequence[NamedPhoto], look: Callable[[str | PicturePart], Reply], *, one_picture: bool = False
) -> Iterator[Outcome[Reply]]:
    """Look at each photo, when the one before was taken; a file that holds several pictures gives an outcome for each of them.

    Args:
        photos: In this order.
        look: Gives what is found in the photo of a name, or in one picture of its file; may raise a CalibrationError, PictureError or
            ReadingError.
        one_picture: Whether a file that holds several pictures fails instead.
    """
    for photo in photos:
        if photo.error:
            yield Outcome(photo.name, None, photo.error)
            continue
        try:
            yield _outcome(photo.name, photo.name, look)
        except SeveralPicturesError as several:
            if one_picture:
                yield Outcome(photo.name, None, str(several))
                continue
            for part in several.parts:
                yield _outcome(part.name, part, look)


def _outcome(name: str, photo: str | PicturePart, look: Callable[[str | PicturePart], Reply]) -> Outcome[Reply]:
    """Return what `look` finds in a photo, or the error that it raises; a `SeveralPicturesError` is raised again."""
    try:
        return Outcome(name, look(photo))
    except SeveralPicturesError:
        raise
    except (CalibrationError, PictureError, ReadingError) as error:
        return Outcome(name, None, str(error))


def photo_in(file: BinaryIO, name: str) -> Frame:
    """Return the photo of a file that is open already."""
    return read_photo(file, name=name)


def _photos_of_name(name: str, also: Collection[str]) -> tuple[NamedPhoto, ...]:
    try:
        path = Path(name)
        if name != STANDARD_INPUT and path.is_dir():
            return _in_folder(path, ENDINGS.union(also))
        if glob.has_magic(name) and not path.exists():
            return tuple(NamedPhoto(found) for found in sorted(glob.glob(name, recursive=True))) or (NamedPhoto(name),)  # noqa: PTH207 - a pattern
    except (OSError, ValueError):  # a name that no system takes: reading it says so
        pass
    return (NamedPhoto(name),)


def _in_folder(folder: Path, endings: Collection[str]) -> tuple[NamedPhoto, ...]:
    """Return the files with these endings in the order of their names; one photo with an error where there is none."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() in endings and not path.name.startswith("."))
    except OSError as error:
        return (NamedPhoto(str(folder), tr("{folder}: cannot be looked into: {reason}", folder=folder, reason=reason_of(error))),)
    empty = NamedPhoto(str(folder), tr("{folder}: is a folder without pictures", folder=folder))
    return tuple(NamedPhoto(str(path)) for path in files) or (empty,)
