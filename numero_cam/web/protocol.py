"""Messages of pages as commands of the table.

Whatever comes is data: nothing of it is executed, and what does not fit is refused in words.
"""

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from numero_cam.base.bounded_reader import parse_json
from numero_cam.capture.pushed import MAX_PICTURE_SIDE, PushedPicture
from numero_cam.games.numero.rules.choices import By, Hands
from numero_cam.games.numero.rules.notation import NotationError, parse_card
from numero_cam.games.numero.watching.command_text import NO_CARD
from numero_cam.games.numero.watching.game_commands import (
    MAX_NUMBER,
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    ReturnToHand,
    UndoPlay,
)
from numero_cam.live.table_commands import Practise, Record, ResumeGame, Start, Stop, TableCommand

VERSION = 1
Role = Literal["camera", "keeper", "player", "watcher"]
ROLES: tuple[Role, ...] = get_args(Role)

LONGEST_TEXT = 20_000
LONGEST_PICTURE = 1_500_000
"""Bytes of a message, and of a picture."""
LONGEST_LINE = 300
HAND = "hand"
"""What a card is that belongs to the hand of a player."""
_HEAD = struct.Struct("<2sBBHIdHHH")


class ProtocolError(Exception):
    """A message that does not fit; its text is for the person at the page."""


@dataclass(frozen=True)
class Hello:
    """The first message of a page.

    Attributes:
        role: What the page is for.
        player: Whose page it is; empty where it is nobody's.
    """

    role: Role
    player: str = ""


def parse_text(text: str) -> dict[str, Any]:
    """Return a message as an object.

    Raises:
        ProtocolError: It is too long or none.
    """
    if len(text) > LONGEST_TEXT:
        message = "the message is too long"
        raise ProtocolError(message)
    try:
        told = parse_json(text, "the message", ProtocolError)
    except ProtocolError:
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("type"), str):
        message = "the message is no object of JSON with a type"
        raise ProtocolError(message)
    return told


def hello_of(told: Mapping[str, Any]) -> Hello:
    """Return who greets.

    Raises:
        ProtocolError: Another version, or no such role.
    """
    if told["type"] != "hello":
        message = "a page says hello first"
        raise ProtocolError(message)
    if told.get("v") != VERSION:
        message = f"this page speaks version {_plain(str(told.get('v'))[:20])} and the table version {VERSION}; load the page again"
        raise ProtocolError(message)
    if told.get("role") not in ROLES:
        message = f"there is no such role; there are {', '.join(ROLES)}"
        raise ProtocolError(message)
    return Hello(told["role"], _text(told, "player", needed=False))


def invited_of(told: object) -> tuple[Role, str]:
    """Return as what a device is to be paired, and whose it is; empty where that is open.

    Raises:
        ProtocolError: There is no such role, or the player is no short text.
    """
    if not isinstance(told, dict) or told.get("role") not in ROLES:
        message = f"there is no such role; there are {', '.join(ROLES)}"
        raise ProtocolError(message)
    return told["role"], _text(told, "player", needed=False)


def revision_of(told: Mapping[str, Any]) -> int:
    """Return the revision that a change was made for.

    Raises:
        ProtocolError: It has none.
    """
    return _number(told, "revision")


def command_of(told: Mapping[str, Any]) -> TableCommand | None:
    """Return what a message asks of the table; None where its type is no command.

    Raises:
        ProtocolError: Something in it does not fit.
    """
    make = _COMMANDS.get(told["type"])
    return None if make is None else make(told)


def picture_of(data: bytes, number: int) -> tuple[PushedPicture, int]:
    """Return a picture as it is handed to the table, and the number that the page gave it.

    Args:
        data: The message.
        number: That the table is to know it by.

    Raises:
        ProtocolError: It is no picture, or too large.
    """
    if len(data) > LONGEST_PICTURE:
        message = f"the picture has {len(data)} bytes; {LONGEST_PICTURE} at most"
        raise ProtocolError(message)
    if len(data) <= _HEAD.size:
        message = "the message is no picture"
        raise ProtocolError(message)
    mark, version, _flags, camera, its, milliseconds, width, height, _ = _HEAD.unpack_from(data)
    if mark != b"NF" or version != VERSION:
        message = "the message is no picture of this version; load the page again"
        raise ProtocolError(message)
    if not (0 < width <= MAX_PICTURE_SIDE and 0 < height <= MAX_PICTURE_SIDE) or not abs(milliseconds) < float("inf"):
        message = f"the picture has {width} x {height} pixels; {MAX_PICTURE_SIDE} a side at most"
        raise ProtocolError(message)
    return PushedPicture(number, data[_HEAD.size :], camera, milliseconds / 1000, taken=its), its


def packed(number: int, jpeg: bytes, size: tuple[int, int]) -> bytes:
    """Return a picture as it goes to pages, where the server has the camera."""
    return _HEAD.pack(b"NF", VERSION, 0, 0, number, 0.0, *size, 0) + jpeg


def _start(told: Mapping[str, Any]) -> Start:
    players = told.get("players")
    if not isinstance(players, list) or len(players) > 8 or not all(isinstance(name, str) and len(name) < LONGEST_LINE for name in players):
        message = "the players are not a list of names"
        raise ProtocolError(message)
    hands, by = told.get("hands", "open"), told.get("by")
    if hands not in get_args(Hands) or by not in (None, *get_args(By)):
        message = "hands are open or hidden, and a game is played for points or cards"
        raise ProtocolError(message)
    cards, numbers = _text(told, "cards", needed=False) or "all", None if told.get("numbers") is None else _number(told, "numbers")
    wilds = None if told.get("wilds") is None else _text(told, "wilds")
    return Start(tuple(players), _text(told, "near", needed=False), cast("Hands", hands), cards, by, numbers, wilds)


def _play(told: Mapping[str, Any]) -> CorrectPlay | UndoPlay:
    k, line = _number(told, "k"), _text(told, "as", needed=False)
    return CorrectPlay(k, line) if line else UndoPlay(k)


def _card(told: Mapping[str, Any]) -> CorrectCard | ReturnToHand:
    track, face = _number(told, "id"), _text(told, "as")
    if face == HAND:
        return ReturnToHand(track, _text(told, "player"))
    if face.lower() == NO_CARD:
        return CorrectCard(track, None)
    try:
        return CorrectCard(track, parse_card(face))
    except NotationError as error:
        raise ProtocolError(str(error)) from error


def _challenge(told: Mapping[str, Any]) -> ChallengeBuild:
    shown = told.get("shown")
    return ChallengeBuild(_text(told, "player"), None if shown is None else shown is True)


def _text(told: Mapping[str, Any], key: str, *, needed: bool = True) -> str:
    value = told.get(key)
    if value is None and not needed:
        return ""
    text = _plain(value) if isinstance(value, str) and len(value) <= LONGEST_LINE else None
    if text is None or (needed and not text):
        message = f'"{key}" of the message is no short text'
        raise ProtocolError(message)
    return text


def _plain(text: str) -> str:
    """Return a text without what is no letter to be read."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _number(told: Mapping[str, Any], key: str) -> int:
    value = told.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_NUMBER:
        message = f'"{key}" of the message is no number'
        raise ProtocolError(message)
    return value


_COMMANDS: Mapping[str, Callable[[Mapping[str, Any]], TableCommand]] = {
    "start": _start,
    "go_on": lambda told: ResumeGame(_number(told, "game")),
    "practise": lambda _: Practise(),
    "stop": lambda _: Stop(),
    "record": lambda told: Record(told.get("on") is True),
    "play": _play,
    "add": lambda told: AddPlay(_text(told, "as")),
    "card": _card,
    "challenge": _challenge,
    "answer": lambda told: AnswerQuestion(_number(told, "ask"), _number(told, "choice")),
}
