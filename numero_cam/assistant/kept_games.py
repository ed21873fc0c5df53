"""Games that are not over, kept by themselves in the user's folder, so that nothing is lost when a window is closed.

Each game is a file of its own, written whole or not at all. Whoever plays it holds a lock beside it, so that two
programs never write the same file; the system frees the lock of a program that ends in any way.
"""

import contextlib
import os
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from numero_cam.assistant.game_files import LARGEST
from numero_cam.base.bounded_reader import read_text
from numero_cam.base.errors import GameError
from numero_cam.base.files import user_folder
from numero_cam.base.outputs import cannot_be_written, write_new, write_private, write_whole
from numero_cam.base.private import make_private_folder, mend
from numero_cam.games.numero.engine import Game, game_text, read_game

FOLDER = "NUMERO_CAM_GAMES"
"""Environment variable with another folder for the kept games."""
MOST = 9
"""Kept games that are offered, the newest."""
OWN_NAME = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_\d+\.txt")
"""Names that `Place.new` gives."""
GLANCES, GLANCE = 5, 0.03
"""How often and how many seconds apart a lock is tried: another program that only looks which games wait holds it for a moment."""


def folder() -> Path:
    """Return where the unfinished games of this user are; it need not be there."""
    given = os.environ.get(FOLDER)
    return Path(given) if given else user_folder() / "games"


def first_time() -> bool:
    """Return whether this user has never played, and remember that he does now, where the folder can be made."""
    place = folder()
    if place.is_dir():
        return False
    with contextlib.suppress(OSError):
        make_private_folder(place)
    return True


@dataclass(frozen=True)
class Unfinished:
    """A game that waits to be gone on with.

    Attributes:
        path: Its file.
        game: As far as it was played.
        when: Seconds since 1970: when it was played last.
    """

    path: Path
    game: Game
    when: float


def unfinished() -> list[Unfinished]:
    """Return the games that wait, the newest first; those being played in another window and damaged files are left out."""
    found: list[Unfinished] = []
    for path in _newest():
        if len(found) == MOST:
            break
        place = Place.claimed(path)
        if place is None:
            continue
        place.leave()
        with contextlib.suppress(OSError, GameError):  # a damaged file stays where it is, for people to look at
            reading = read_game(read_text(path, LARGEST, GameError))
            if reading.game is not None and reading.error is None:
                found.append(Unfinished(path, reading.game, path.stat().st_mtime))
    return found


def _newest() -> list[Path]:
    with contextlib.suppress(OSError):
        found = sorted(folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
        mend(path for path in found if OWN_NAME.fullmatch(path.name))  # in a folder that the user named, too
        return found
    return []


class Place:
    """The file of one game, which nobody else writes as long as it is held.

    Args:
        path: The file.
        lock: The open file beside it that holds the lock, as the system numbers it.
    """

    def __init__(self, path: Path, lock: int | None) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def new(cls, part: str = "") -> "Place":
        """Return a place for a new game.

        Args:
            part: Folder in the folder, for games of another kind than Numero.

        Raises:
            GameError: The folder cannot be written.
        """
        stamp, where = time.strftime("%Y-%m-%d_%H-%M-%S"), folder() / part
        try:
            make_private_folder(where)
            for number in range(1, 1000):
                path = where / f"{stamp}_{number}.txt"
                place = None if path.exists() else cls.claimed(path)
                if place is not None:
                    return place
        except OSError as error:
            raise GameError(cannot_be_written(where, error)) from error
        message = f"{where}: cannot be written"
        raise GameError(message)

    @classmethod
    def claimed(cls, path: Path) -> "Place | None":
        """Return the place of a file; None where another program plays it, or nothing can be written there."""
        try:
            lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None
        for _ in range(GLANCES):
            with contextlib.suppress(OSError):
                _lock(lock)
                return cls(path, lock)
            time.sleep(GLANCE)
        os.close(lock)
        return None

    def write(self, game: Game) -> None:
        """Keep the game as it stands; the file before it stays whole until the new one is.

        Raises:
            GameError: It cannot be written.
        """
        self.keep_text(game_text(game))

    def keep_text(self, text: str) -> None:
        """Keep a game of another kind, as its text.

        Raises:
            GameError: It cannot be written.
        """
        write_private(self.path, text.encode(), GameError)

    def forget(self) -> None:
        """Throw the kept game away: it is over, or not wanted any more."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.leave()
        with contextlib.suppress(OSError):
            self.path.with_suffix(".lock").unlink(missing_ok=True)

    def leave(self) -> None:
        """Let go of the file."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        """Hold the file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        self.leave()


def write_game(path: Path, game: Game) -> None:
    """Write a game to a file; what lay there stays as it was until the new one is whole.

    Raises:
        GameError: It cannot be written.
    """
    write_whole(path, game_text(game).encode(), GameError)


def write_new_game(path: Path, game: Game) -> bool:
    """Write a game to a file that is not there yet; whether there was none.

    Raises:
        GameError: It cannot be written.
    """
    return write_new(path, game_text(game).encode(), GameError)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """Lock a file, or raise OSError where another program has."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        """Lock a file, or raise OSError where another program has."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
