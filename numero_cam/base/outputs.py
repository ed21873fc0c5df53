"""Writes files atomically: completely or not at all, so that an older file is never lost."""

import contextlib
import os
import secrets
import stat
from pathlib import Path

from numero_cam.base.errors import NumeroCamError, reason_of
from numero_cam.base.private_files import make_private_folder, private_opener
from numero_cam.catalogue import tr


def write_atomically(path: Path, data: bytes, error: type[Exception] = NumeroCamError) -> None:
    """Write a file under a name for the time being and renames it, so that a full disk or a crash leaves the old file whole.

    Args:
        path: The file; one that is there is replaced. A link goes on to lead to its file; a device or pipe is written to as it is.
        data: All of it.
        error: Type of the exception, whose message is one line that names the file.
    """
    try:
        _write(path, data, private=False)
    except (OSError, ValueError) as reason:  # a zero byte in the name is a ValueError
        raise error(unwritable_message(path, reason)) from reason


def write_private(path: Path, data: bytes, error: type[Exception] = NumeroCamError) -> None:
    """Write a file that only its owner may read, whole or not at all; a folder that is missing is made, and is the owner's alone.

    All that the program keeps by itself is written so. What people ask for by its name has the usual rights: see `write_atomically`.
    """
    try:
        make_private_folder(path.parent)
        _write(path, data, private=True)
    except (OSError, ValueError) as reason:
        raise error(unwritable_message(path, reason)) from reason


def write_new(path: Path, data: bytes, error: type[Exception] = NumeroCamError, *, private: bool = False) -> bool:
    """Write a file only where there is none: of several programs that try at once, one does.

    Args:
        path: The file.
        data: All of it.
        error: Type of the exception, whose message is one line that names the file.
        private: Whether only its owner may read it; its folder is made then, as by `write_private`.

    Returns:
        Whether it was written; False where a file of this name is there, which stays as it is.
    """
    try:
        if private:
            make_private_folder(path.parent)
        with open(path, "xb", opener=private_opener if private else None):
            pass
    except FileExistsError:
        return False
    except (OSError, ValueError) as reason:
        raise error(unwritable_message(path, reason)) from reason
    try:
        (write_private if private else write_atomically)(path, data, error)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return True


class GrowingFile:
    """A private file that grows by pieces of data or by lines of text. A crash may cut the last piece."""

    def __init__(self, path: Path, error: type[Exception] = NumeroCamError) -> None:
        self._path, self._error = path, error
        self._end = 0
        try:
            self._file = open(path, "wb", opener=private_opener)  # noqa: SIM115 - Path.open takes no opener; `close` closes it
        except (OSError, ValueError) as reason:
            raise error(unwritable_message(path, reason)) from reason

    def write(self, data: bytes) -> int:
        """Write a piece, and return its place: the number of bytes before it in the file."""
        try:
            self._file.write(data)
            self._file.flush()
        except (OSError, ValueError) as reason:
            raise self._error(unwritable_message(self._path, reason)) from reason
        begin, self._end = self._end, self._end + len(data)
        return begin

    def write_line(self, line: str) -> None:
        """Write a line of text in UTF-8; what that has no letter for is written as its number."""
        self.write(f"{line}\n".encode(errors="backslashreplace"))

    def close(self) -> None:
        """End the file; may be called again."""
        with contextlib.suppress(OSError):
            self._file.close()


def unwritable_message(path: Path, reason: Exception) -> str:
    """Return one line that says why a file cannot be written."""
    return tr("{file}: cannot be written: {reason}", file=path, reason=reason_of(reason))


def _write(path: Path, data: bytes, *, private: bool) -> None:
    """Write to the file that a link leads to; to a device or pipe directly, to any other file by renaming."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
    else:
        _write_and_rename(target, data, private=private)


def _write_and_rename(target: Path, data: bytes, *, private: bool) -> None:
    """Write a file beside the target and rename it to that, with the rights of the file that it replaces, or the usual ones.

    Nobody can read it meanwhile who may not read it afterwards.
    """
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    before = None
    if not private:
        with contextlib.suppress(FileNotFoundError):
            before = stat.S_IMODE(target.stat().st_mode)
    new = private_opener if private or before is not None else None
    try:
        with open(part, "xb", opener=new) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # Else the name may reach the disk before what it names.
        if before is not None:
            part.chmod(before)
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
