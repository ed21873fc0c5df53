"""Files and folders that no other account of the computer may read: made so from their first byte, and mended where they are older.

On Windows nothing is to be done: the folder of a user is the user's own there, and so is what lies in it.
"""

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = 0o700
FILE = 0o600
OTHERS = 0o077
"""The rights of all accounts but the owner's."""
HAS_RIGHTS = os.name != "nt"


@dataclass(frozen=True)
class Mended:
    """What was found where everything must be private.

    Attributes:
        mended: Files and folders that other accounts could read until now.
        left: Those that other accounts still can, because their rights cannot be changed.
    """

    mended: tuple[Path, ...] = ()
    left: tuple[Path, ...] = ()


def make_private_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for its owner alone; one that is there stays as it is.

    Raises:
        OSError: It cannot be made.
    """
    if not path.is_dir():
        if path.parent != path:
            make_private_folder(path.parent)
        path.mkdir(FOLDER, exist_ok=True)


def private_opener(path: str, flags: int) -> int:
    """Open a file so that it is private if it is made; to be given to `open`."""
    return os.open(path, flags, FILE)


def make_private_file(path: Path) -> None:
    """Make an empty private file where there is none, for a library that would make it with other rights.

    Where that fails nothing is said: the library that opens the file next says why.
    """
    with contextlib.suppress(OSError, ValueError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))


def mend(paths: Iterable[Path]) -> Mended:
    """Take the rights of other accounts from files and folders; links and what is missing are left out."""
    mended: list[Path] = []
    left: list[Path] = []
    for path in paths if HAS_RIGHTS else ():
        with contextlib.suppress(OSError):  # it is not there, or this account may not look at it
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode) or not mode & OTHERS:
                continue
            try:
                path.chmod(stat.S_IMODE(mode) & ~OTHERS)
            except OSError:
                left.append(path)
            else:
                mended.append(path)
    return Mended(tuple(mended), tuple(left))


def mend_database(path: Path) -> Mended:
    """Mend a file of SQLite and those beside it, before anything is written: SQLite makes new ones with the rights of the first."""
    return mend(path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", "-journal"))


@cache
def mend_folder(folder: Path) -> Mended:
    """Mend a folder and all that lies in it, once in a process; later calls return what was found then."""
    return mend(_all_of(folder))


def _all_of(folder: Path) -> Iterator[Path]:
    """A folder before what is in it: from then on nobody else can put a link there."""
    yield folder
    for place, folders, files in os.walk(folder):
        yield from (Path(place, name) for name in (*folders, *files))
