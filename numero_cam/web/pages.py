"""The pages that are open: what each is told, newest only, and who may do what."""

import asyncio
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from numero_cam.live.hints import Strength
from numero_cam.web.protocol import Role, packed

NEWEST_ONLY = frozenset({"table", "game", "notice", "practice", "picture", "hint", "say", "ask"})
"""Messages that tell a state: of those that a page has not taken yet only the last counts."""
MOST_WAITING = 200
"""Other messages that may wait for a page before it is let go."""
MAX_MESSAGES = 200
"""Maximum number of messages that a page may send within ``MESSAGE_SECONDS``, pictures apart; one that sends more is let go."""
MESSAGE_SECONDS = 10.0
"""Time over which the messages of a page are counted, in seconds. A person at a page sends a few in it."""
MAY_CHANGE: frozenset[Role] = frozenset({"keeper"})
MAY_HAVE_HINTS: frozenset[Role] = frozenset({"keeper", "player"})
MAY_GIVE_PICTURES: frozenset[Role] = frozenset({"camera", "keeper"})


class Outgoing:
    """A message on its way to pages: it is serialised when the first page takes it, once for all of them.

    Args:
        message: What is told; it must not change any more.
    """

    def __init__(self, message: Mapping[str, Any]) -> None:
        self.kind = str(message["type"])
        self._message = message

    @cached_property
    def frame(self) -> str | bytes:
        """What is sent: JSON text, or the bytes of a picture."""
        if self.kind == "picture":
            return packed(int(self._message["number"]), self._message["jpeg"], self._message["size"])
        return json.dumps(self._message)


@dataclass
class Page:
    """One page.

    Attributes:
        id: Its number.
        role: What it is for.
        player: Whose it is; empty where it is nobody's.
        token: Of its device.
        level: How strong its hints are.
        camera: Number of the camera that it opened last; -1 before the first.
        wrong: How many messages in a row could not be understood.
        lost: Why it is let go; empty as long as it is not.
        over: Is set when it is let go.
    """

    id: int
    role: Role
    player: str = ""
    token: str = ""
    level: Strength = "none"
    camera: int = -1
    wrong: int = 0
    lost: str = ""
    _counted_since: float = -math.inf
    _counted: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)
    _newest: dict[str, Outgoing] = field(default_factory=dict)
    _others: list[Outgoing] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, message: Outgoing | Mapping[str, Any]) -> None:
        """Have a message sent as soon as the page takes it."""
        outgoing = message if isinstance(message, Outgoing) else Outgoing(message)
        if outgoing.kind in NEWEST_ONLY:
            self._newest.pop(outgoing.kind, None)
            self._newest[outgoing.kind] = outgoing
        else:
            self._others.append(outgoing)
            if len(self._others) > MOST_WAITING:
                self.lose("this page takes its messages too slowly")
        self._news.set()

    def heard(self, now: float) -> None:
        """Count a message of the page, and let it go where it sends too many.

        Args:
            now: Seconds of a clock that never goes back.
        """
        if now - self._counted_since > MESSAGE_SECONDS:
            self._counted_since, self._counted = now, 0
        self._counted += 1
        if self._counted > MAX_MESSAGES:
            self.lose("this page sends too many messages")

    def lose(self, why: str) -> None:
        """Let the page go."""
        self.lost = self.lost or why
        self.over.set()
        self._news.set()

    async def next(self) -> list[Outgoing]:
        """Return what is to be sent, in its order; waits for it."""
        await self._news.wait()
        self._news.clear()
        waiting = [*self._others, *self._newest.values()]
        self._others, self._newest = [], {}
        return waiting

    @property
    def may_change(self) -> bool:
        """Whether it may change the game."""
        return self.role in MAY_CHANGE
