"""Files and folders that no other account of the computer may read: new ones are made so, older ones get their permissions restricted.

On Windows nothing is done: a user's folder and its content are private there.
"""

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600
OTHERS_MASK = 0o077  #: Permission bits of all accounts but the owner.
HAS_PERMISSIONS = os.name != "nt"


@dataclass(frozen=True)
class RestrictedPaths:
    """Result of restricting permissions."""

    mended: tuple[Path, ...] = ()  #: Paths that other accounts could access until now.
    left: tuple[Path, ...] = ()  #: Paths that they still can access, because the permissions cannot be changed.


def make_private_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for its owner alone; one that is there stays as it is."""
    if not path.is_dir():
        if path.parent != path:
            make_private_folder(path.parent)
        path.mkdir(FOLDER_MODE, exist_ok=True)


def private_opener(path: str, flags: int) -> int:
    """Open a file so that it is private if it is made; to be given to `open`."""
    return os.open(path, flags, FILE_MODE)


def make_private_file(path: Path) -> None:
    """Make an empty private file where there is none, for a library that would make it with other rights.

    Errors are ignored: the library that opens the file next raises them.
    """
    with contextlib.suppress(OSError, ValueError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))


def restrict(paths: Iterable[Path]) -> RestrictedPaths:
    """Remove the permissions of other accounts from files and folders; links and missing paths are skipped."""
    mended: list[Path] = []
    left: list[Path] = []
    for path in paths if HAS_PERMISSIONS else ():
        with contextlib.suppress(OSError):  # it is not there, or this account may not look at it
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode) or not mode & OTHERS_MASK:
                continue
            try:
                path.chmod(stat.S_IMODE(mode) & ~OTHERS_MASK)
            except OSError:
                left.append(path)
            else:
                mended.append(path)
    return RestrictedPaths(tuple(mended), tuple(left))


def restrict_database(path: Path) -> RestrictedPaths:
    """Restrict an SQLite file and its companion files. Called before the first write: SQLite copies the permissions to new companions."""
    return restrict(path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", "-journal"))


@cache
def restrict_folder(folder: Path) -> RestrictedPaths:
    """Restrict a folder and all its content, once in a process; later calls return the first result."""
    return restrict(_all_of(folder))


def _all_of(folder: Path) -> Iterator[Path]:
    """Yield a folder before its content: once it is restricted nobody else can put a link there."""
    yield folder
    for place, folders, files in os.walk(folder):
        yield from (Path(place, name) for name in (*folders, *files))


def lock_file(file: int) -> None:
    """Lock an open file, given by its descriptor, until this program closes it; an ``OSError`` where another program holds the lock."""
    # The module that locks is another one on Windows, and none where the program runs in a browser.
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
