"""Parses the messages of pages into typed commands of the table (docs/live-protocol.md).

Messages are data only: nothing in them is executed, and what does not fit is refused with a reason.
"""

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from numero_cam.base.bounded_reader import parse_json
from numero_cam.capture.pushed import MAX_PICTURE_SIDE, PushedPicture
from numero_cam.catalogue import tr
from numero_cam.live.game_commands import COMMANDS
from numero_cam.live.page_fields import ProtocolError, number_field, printable, text_field
from numero_cam.live.table_commands import Rematch, ResumeGame, SetRecording, StartPractice, StopWatching, TableCommand

PROTOCOL_VERSION = 1
Role = Literal["camera", "keeper", "player", "watcher"]
ROLES: tuple[Role, ...] = get_args(Role)
#: Role of a device at the class: a teacher sees and does everything there, a photographer gives photos of slips and nothing else.
ClassRole = Literal["teacher", "photographer"]
#: Role of a device at a hall, besides watcher: an organiser does everything, a referee results and tables, a table sends its games.
HallRole = Literal["organiser", "referee", "table"]
DeviceRole = Role | ClassRole | HallRole

MAX_TEXT_LENGTH = 20_000  #: Maximum length of a JSON message, in characters.
MAX_PICTURE_BYTES = 1_500_000  #: Maximum size of a message with a picture, in bytes.
#: Mark NF, version, flags, camera, the page's number, time in milliseconds, width and height in pixels, unused; little-endian.
_FRAME_HEADER = struct.Struct("<2sBBHIdHHH")
_OF_FILM = 2  #: Flag of a picture of a film, which waits for the table.


@dataclass(frozen=True)
class Hello:
    """The first message of a page."""

    role: Role  #: The role that the page asks for.
    player: str = ""  #: The player it belongs to; empty where it belongs to none.


def parse_message(text: str) -> dict[str, Any]:
    """Return the JSON object of a message; refuse one that is too long, or has no type."""
    if len(text) > MAX_TEXT_LENGTH:
        raise ProtocolError(tr("the message is too long"))
    try:
        message = parse_json(text, tr("the message"), ProtocolError)
    except ProtocolError:
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise ProtocolError(tr("the message is no object of JSON with a type"))
    return message


def parse_hello(message: Mapping[str, Any]) -> Hello:
    """Return the role and the player of a hello message; refuse another message or version."""
    if message["type"] != "hello":
        raise ProtocolError(tr("a page says hello first"))
    if message.get("v") != PROTOCOL_VERSION:
        version = printable(str(message.get("v"))[:20])
        raise ProtocolError(
            tr("this page speaks version {version} and the table version {own}; load the page again", version=version, own=PROTOCOL_VERSION)
        )
    if message.get("role") not in ROLES:
        raise ProtocolError(tr("there is no such role; there are {roles}", roles=", ".join(ROLES)))
    return Hello(message["role"], text_field(message, "player", needed=False))


def parse_invitation(message: object) -> tuple[Role, str]:
    """Return the role for which a device is to be paired, and its player; empty where that is open."""
    if not isinstance(message, dict) or message.get("role") not in ROLES:
        raise ProtocolError(tr("there is no such role; there are {roles}", roles=", ".join(ROLES)))
    return message["role"], text_field(message, "player", needed=False)


def parse_revision(message: Mapping[str, Any]) -> int:
    """Return the revision of the game that the sender saw."""
    return number_field(message, "revision")


def parse_replaced(message: Mapping[str, Any]) -> int | None:
    """Return the number of the game that ends by a command, as the sender knows; None where it says none."""
    return None if message.get("replaces") is None else number_field(message, "replaces")


def command_from_page(message: Mapping[str, Any]) -> TableCommand | None:
    """Return the command in a message; None where its type is not that of a command."""
    make = _COMMANDS.get(message["type"])
    return None if make is None else make(message)


def parse_picture(data: bytes, number: int) -> tuple[PushedPicture, int]:
    """Return the picture in a binary message, with its time in seconds, and the number that the page gave it.

    Args:
        data: The message: a frame header, then an encoded picture.
        number: Number by which the table is to know the picture.
    """
    if len(data) > MAX_PICTURE_BYTES:
        raise ProtocolError(tr("the picture has {size} bytes; {most} at most", size=len(data), most=MAX_PICTURE_BYTES))
    if len(data) <= _FRAME_HEADER.size:
        raise ProtocolError(tr("the message is no picture"))
    mark, version, flags, camera, page_number, milliseconds, width, height, _ = _FRAME_HEADER.unpack_from(data)
    if mark != b"NF" or version != PROTOCOL_VERSION:
        raise ProtocolError(tr("the message is no picture of this version; load the page again"))
    if not (0 < width <= MAX_PICTURE_SIDE and 0 < height <= MAX_PICTURE_SIDE) or not abs(milliseconds) < float("inf"):
        raise ProtocolError(
            tr("the picture has {width} x {height} pixels; {most} a side at most", width=width, height=height, most=MAX_PICTURE_SIDE)
        )
    picture, of_film = data[_FRAME_HEADER.size :], bool(flags & _OF_FILM)
    return PushedPicture(number, picture, camera, milliseconds / 1000, taken=page_number, of_film=of_film), page_number


def pack_picture(number: int, jpeg: bytes, size: tuple[int, int]) -> bytes:
    """Return the binary message with picture `number` of the server's own camera: a frame header, then the JPEG."""
    return _FRAME_HEADER.pack(b"NF", PROTOCOL_VERSION, 0, 0, number, 0.0, *size, 0) + jpeg


_COMMANDS: Mapping[str, Callable[[Mapping[str, Any]], TableCommand]] = {
    **COMMANDS,
    "go_on": lambda message: ResumeGame(number_field(message, "game")),
    "rematch": lambda _: Rematch(),
    "practise": lambda _: StartPractice(),
    "stop": lambda _: StopWatching(),
    "record": lambda message: SetRecording(message.get("on") is True),
}
