"""Files of games, as commands are given them."""

import sys
from pathlib import Path

from numero_cam.assistant.game_files import LARGEST
from numero_cam.base.bounded_reader import read_bytes, read_stream
from numero_cam.base.errors import GameError


def raw_game(path: Path) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises:
        GameError: It cannot be read, or is larger than any game.
    """
    try:
        if str(path) == "-":
            return read_stream(sys.stdin.buffer, LARGEST, "-", GameError)
    except OSError as error:
        raise GameError(f"-: cannot be read: {(error.strerror or str(error)).lower()}") from error
    return read_bytes(path, LARGEST, GameError)
