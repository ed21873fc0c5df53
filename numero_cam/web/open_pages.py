"""Open pages: the queue of messages for each, and the rights of their roles."""

import asyncio
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from numero_cam.catalogue import tr
from numero_cam.live.hints import HintLevel
from numero_cam.web.protocol import Role, pack_picture

#: Types of messages that hold a state: of those that wait for a page only the newest is sent.
NEWEST_ONLY_TYPES = frozenset({"table", "game", "notice", "practice", "picture", "hint", "say", "ask"})
MAX_WAITING_MESSAGES = 200  #: Maximum number of other messages that may wait for a page; with more it is closed.
#: Maximum number of messages that a page may send within ``MESSAGE_SECONDS``, pictures apart; one that sends more is closed.
MAX_MESSAGES = 200
MESSAGE_SECONDS = 10.0  #: Time over which the messages of a page are counted, in seconds. A person at a page sends a few in it.
ROLES_THAT_CHANGE_THE_GAME: frozenset[Role] = frozenset({"keeper"})
ROLES_WITH_HINTS: frozenset[Role] = frozenset({"keeper", "player"})
ROLES_WITH_CAMERA: frozenset[Role] = frozenset({"camera", "keeper"})


class OutgoingMessage:
    """A message for pages that changes no more, serialised once for all of them when the first page sends it."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        self.kind = str(message["type"])
        self._message = message

    @cached_property
    def frame(self) -> str | bytes:
        """The websocket message: JSON text, or the bytes of a picture."""
        if self.kind == "picture":
            return pack_picture(int(self._message["number"]), self._message["jpeg"], self._message["size"])
        return json.dumps(self._message)


@dataclass
class OpenPage:
    """A page that is connected to the table."""

    id: int  #: Number of the page.
    role: Role  #: Its role.
    player: str = ""  #: The player it belongs to; empty where it belongs to none.
    token: str = ""  #: Token of its device.
    level: HintLevel = "none"  #: Level of its hints.
    plays_film: bool = False  #: Whether it began a game whose pictures it sends itself, also at a table with a camera of its own.
    camera: int = -1  #: Number of the camera that it opened last; -1 before the first.
    bad_messages: int = 0  #: Number of messages in a row that were not understood.
    close_reason: str = ""  #: Why it is closed, for people; empty while it is open.
    _counted_since: float = -math.inf  #: When counting began, in seconds of the clock of `count_message`.
    _counted: int = 0  #: Messages since then.
    closed: asyncio.Event = field(default_factory=asyncio.Event)  #: Is set once it is closed.
    _newest: dict[str, OutgoingMessage] = field(default_factory=dict)  #: The queued messages of which only the newest counts, by type.
    _others: list[OutgoingMessage] = field(default_factory=list)  #: All other queued messages.
    _news: asyncio.Event = field(default_factory=asyncio.Event)  #: Is set while messages are queued.

    def send(self, message: OutgoingMessage | Mapping[str, Any]) -> None:
        """Queue a message; it is sent as soon as the page reads."""
        outgoing = message if isinstance(message, OutgoingMessage) else OutgoingMessage(message)
        if outgoing.kind in NEWEST_ONLY_TYPES:
            self._newest.pop(outgoing.kind, None)
            self._newest[outgoing.kind] = outgoing
        else:
            self._others.append(outgoing)
            if len(self._others) > MAX_WAITING_MESSAGES:
                self.close(tr("this page takes its messages too slowly"))
        self._news.set()

    def count_message(self, now: float) -> None:
        """Count a message of the page at a time, in seconds of a monotonic clock, and close the page where it sends too many."""
        if now - self._counted_since > MESSAGE_SECONDS:
            self._counted_since, self._counted = now, 0
        self._counted += 1
        if self._counted > MAX_MESSAGES:
            self.close(tr("this page sends too many messages"))

    def close(self, reason: str) -> None:
        """Close the page; the first reason is kept."""
        self.close_reason = self.close_reason or reason
        self.closed.set()
        self._news.set()

    async def next_messages(self) -> list[OutgoingMessage]:
        """Wait until messages are queued, and return them in their order."""
        await self._news.wait()
        self._news.clear()
        waiting = [*self._others, *self._newest.values()]
        self._others, self._newest = [], {}
        return waiting

    @property
    def may_change(self) -> bool:
        """Whether the page may change the game."""
        return self.role in ROLES_THAT_CHANGE_THE_GAME
