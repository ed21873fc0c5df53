"""Games as files of text, of every game: how large they may be, how they are written, and the one line that says what is wrong."""

from collections.abc import Callable
from typing import TypeVar

from numero_cam.base.bounded_reader import decode_text
from numero_cam.base.errors import GameError
from numero_cam.games.shared.texts import GameTextError, Reading

Game = TypeVar("Game")
LARGEST = 1_000_000
"""Bytes; no game is longer."""


def load_game(name: str, raw: bytes, read: Callable[[str], Reading[Game]]) -> Reading[Game]:
    """Return what can be read of a game file.

    Args:
        name: Of the file, for messages.
        raw: What is in it.
        read: Reads this game's text.

    Raises:
        GameError: It holds no game, not even its head.
    """
    reading = read(decode_text(raw, name, GameError))
    if reading.game is None:
        message = f"{name}: {reading.error}"
        raise GameError(message)
    return reading


def load_whole_game(name: str, raw: bytes, read: Callable[[str], Reading[Game]]) -> Game:
    """Return the game of a file that is right from its first line to its last.

    Args:
        name: Of the file, for messages.
        raw: What is in it.
        read: Reads this game's text.

    Raises:
        GameError: It goes wrong on the line that the message names.
    """
    try:
        return load_game(name, raw, read).whole()
    except GameTextError as error:
        message = f"{name}: {error}"
        raise GameError(message) from error
