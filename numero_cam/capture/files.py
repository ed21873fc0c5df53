"""Reads photos of any kind: a path, the bytes of a file, an open file, an array or a picture of Pillow."""

import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.bounded_reader import read_stream
from numero_cam.base.errors import PictureError, reason_of
from numero_cam.base.images import Channels, PillowImage, Pixels, decode_with_damage, from_array, from_pillow
from numero_cam.base.picture_header import READABLE, PicturePart, SeveralPicturesError
from numero_cam.base.records import Frame
from numero_cam.catalogue import tr

MAX_BYTES = 800_000_000  #: Maximum size of the file of a photo, or of several, in bytes; a larger one is refused before it is loaded.

#: Whatever a photo can be given as; see ``read_photo``.
Photo = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | NDArray[Any] | PillowImage | PicturePart | Frame

UNNAMED = "photo"  #: What a photo is called that no file names.


def read_photo(photo: Photo, *, channels: Channels = "BGR", name: str | None = None) -> Frame:
    """Read a photo, rotated as its EXIF orientation says.

    Args:
        photo: The name of a file, its bytes, or a file that is open in binary mode, all of the kinds JPEG, PNG, WebP, BMP and TIFF; one
            picture of a file of several (``SeveralPicturesError.parts``); a picture of Pillow, of any mode; an array of uint8,
            ``(height, width, 3)``, ``(height, width, 4)`` with the opacity, or ``(height, width)``, which is grey; or a frame, which is
            returned as it is.
        channels: The order of the colours of an array: ``BGR``, as OpenCV gives it, or ``RGB``. It says nothing of other kinds.
        name: What the photo is called in answers and messages; None for the name of its file, or ``photo``.

    Returns:
        The frame, whose pixels are RGB.

    Raises:
        PictureError: It cannot be read; one line with the name that says what is wrong and what to do.
        SeveralPicturesError: Its file holds several pictures.
    """
    if isinstance(photo, Frame):
        return photo
    if isinstance(photo, PicturePart):
        name = name or photo.name
    if isinstance(photo, str | os.PathLike):
        path = os.fspath(photo)
        return _decoded(name or path, lambda: _file_bytes(Path(path)))
    if isinstance(photo, PicturePart | bytes | bytearray | memoryview):
        return decode_photo(photo if isinstance(photo, PicturePart) else bytes(photo), name or UNNAMED)
    if isinstance(photo, np.ndarray):
        return _frame(name or UNNAMED, lambda: (from_array(photo, channels), ""))
    if isinstance(photo, PillowImage):
        return _frame(name or UNNAMED, lambda: (from_pillow(photo), ""))
    return decode_photo(_open_file_bytes(photo, name or UNNAMED), name or UNNAMED)


def decode_photo(data: bytes | PicturePart, name: str) -> Frame:
    """Read a photo from the bytes of its file; `name` is that of the frame, and begins the message of an error."""
    return _decoded(name, lambda: data)


def page_name(file: str, page: int) -> str:
    """Return what a picture of a file that holds several is called; the first is page 1."""
    return tr("{file}, page {page}", file=file, page=page)


def _decoded(name: str, load: Callable[[], bytes | PicturePart]) -> Frame:
    """Return the frame of the photo whose file's bytes ``load`` gives; every error names it."""
    return _frame(name, lambda: decode_with_damage(load()))


def _frame(name: str, load: Callable[[], tuple[Pixels, str]]) -> Frame:
    """Return the frame of the pixels that ``load`` gives with a line on their damage, or an empty one; every error names the photo."""
    try:
        return Frame(name, *load())
    except SeveralPicturesError as error:
        message = f"{name}: {error}"
        pages = enumerate(error.parts, start=1)
        raise SeveralPicturesError(message, [replace(part, name=page_name(name, page)) for page, part in pages]) from error
    except PictureError as error:
        kind, why = type(error), str(error)
    except OSError as error:
        kind, why = PictureError, _os_error_text(error)
    except ValueError:  # a zero byte in the name
        kind, why = PictureError, tr("is no file name")
    except MemoryError:
        kind, why = PictureError, tr("does not fit into memory; save it smaller")
    raise kind(f"{name}: {why}")


def _open_file_bytes(file: object, name: str) -> bytes:
    """Return the rest of an open file; every error names it."""
    why = tr("is of type {type}; give a path, the bytes of a file, an open file, a NumPy array or a Pillow image", type=type(file).__name__)
    if hasattr(file, "read"):
        try:
            data: object = read_stream(cast("BinaryIO", file), MAX_BYTES, name, PictureError)
        except OSError as error:
            why = _os_error_text(error)
        except ValueError as error:  # as Python says of a file that is closed
            why = tr("cannot be read: {reason}", reason=reason_of(error))
        else:
            if isinstance(data, bytes):
                return data
            why = tr('is open as text; open it in binary mode, "rb"')
    raise PictureError(f"{name}: {why}")


def _file_bytes(path: Path) -> bytes:
    """Return the content of a regular file of at most ``MAX_BYTES``."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise PictureError(tr("is a folder; give the photos in it by name"))
    if not stat.S_ISREG(status.st_mode):
        raise PictureError(tr("is not a file; give a photo ({kinds})", kinds=READABLE))
    if status.st_size > MAX_BYTES:
        size, most = status.st_size / 1e6, MAX_BYTES // 1_000_000
        raise PictureError(tr("is too large: {size:.0f} MB, at most {most} MB are read", size=size, most=most))
    return path.read_bytes()


def _os_error_text(error: OSError) -> str:
    """Return why a file cannot be read, as the end of a line that begins with its name."""
    if isinstance(error, FileNotFoundError):
        return tr("there is no such file")
    if isinstance(error, PermissionError):
        return tr("no permission to read it")
    return tr("cannot be read: {reason}", reason=reason_of(error))
