"""Files of games, as commands are given them."""

import sys
from pathlib import Path

from numero_cam.assistant.game_files import LARGEST
from numero_cam.base.errors import GameError


def raw_game(path: Path) -> bytes:
    """The bytes of a file, or of standard input for ``-``: one more than any game has where there are more.

    Raises:
        GameError: It cannot be read.
    """
    try:
        if str(path) == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise GameError(f"{path}: cannot be read ({error.strerror})") from error
