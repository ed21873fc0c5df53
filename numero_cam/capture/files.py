"""Reads photos from disk."""

import stat
from collections.abc import Callable
from pathlib import Path

from numero_cam.base.errors import PictureError
from numero_cam.base.images import decode_with_damage
from numero_cam.base.picture_header import READABLE
from numero_cam.base.records import Frame

MAX_BYTES = 1_000_000_000
"""Maximum size of the file of a photo; a larger one is refused before it is loaded."""


def read_photo(path: str | Path) -> Frame:
    """Read a photo, rotated as its EXIF orientation says.

    Args:
        path: A JPEG, PNG, WebP, BMP or TIFF file.

    Returns:
        The frame; its name is the path as it was given.

    Raises:
        PictureError: It cannot be read; one line with the path that says what is wrong and what to do.
    """
    return _decode(str(path), lambda: _file_bytes(Path(path)))


def decode_photo(data: bytes, name: str) -> Frame:
    """Read a photo from the bytes of its file.

    Args:
        data: The whole file; see ``read_photo``.
        name: Name of the frame.

    Raises:
        PictureError: It cannot be read; one line with the name that says what is wrong and what to do.
    """
    return _decode(name, lambda: data)


def _decode(name: str, load: Callable[[], bytes]) -> Frame:
    try:
        return Frame(name, *decode_with_damage(load()))
    except PictureError as error:
        kind, why = type(error), str(error)
    except OSError as error:
        kind, why = PictureError, _os_error_text(error)
    except ValueError:  # a zero byte in the name
        kind, why = PictureError, "is no file name"
    except MemoryError:
        kind, why = PictureError, "does not fit into memory; save it smaller"
    message = f"{name}: {why}"
    raise kind(message)


def _file_bytes(path: Path) -> bytes:
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        message = "is a folder; give the photos in it by name"
        raise PictureError(message)
    if not stat.S_ISREG(status.st_mode):
        message = f"is not a file; give a photo ({READABLE})"
        raise PictureError(message)
    if status.st_size > MAX_BYTES:
        message = f"is too large: {status.st_size / 1e6:.0f} MB, at most {MAX_BYTES // 1_000_000} MB are read"
        raise PictureError(message)
    return path.read_bytes()


def _os_error_text(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return f"cannot be read: {(error.strerror or str(error)).lower()}"
