"""What comes in at the live table: one queue, into which any thread puts records and out of which only the table's owner takes them."""

import threading
from collections import deque
from dataclasses import dataclass

from numero_cam.capture.pushed import PushedPicture
from numero_cam.live.hints import Strength
from numero_cam.live.page_messages import Message
from numero_cam.live.table_commands import Request


@dataclass(frozen=True)
class SetHintLevels:
    """The pages ask for these strengths of hints.

    Attributes:
        levels: All that some page asks for.
        chosen: The one that a page has just chosen; its hint is told again.
    """

    levels: frozenset[Strength]
    chosen: Strength = "none"


@dataclass(frozen=True)
class HintReady:
    """A hint was worked out.

    Attributes:
        position: Number of the position that it is for, as the table counts them.
        message: The hint, for pages.
    """

    position: int
    message: Message


@dataclass(frozen=True)
class PictureDropped:
    """A picture was replaced by a newer one before the table took it.

    Attributes:
        number: By which whoever handed it in knows it.
    """

    number: int


@dataclass(frozen=True)
class KeptGamesUnread:
    """The kept games could not be read for a page.

    Attributes:
        reason: Why, for people.
    """

    reason: str


@dataclass(frozen=True)
class Close:
    """The table ends."""


Item = Request | SetHintLevels | HintReady | PictureDropped | KeptGamesUnread | Close | PushedPicture


class Inbox:
    """A queue of records in their order, and behind them one picture, the newest: pictures hold no command up and never fill the memory."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._records: deque[Item] = deque()
        self._picture: PushedPicture | None = None

    def put(self, item: Item) -> None:
        """Put something in, from any thread. A picture replaces one that was not taken yet."""
        with self._changed:
            if isinstance(item, PushedPicture):
                if self._picture is not None:
                    self._records.append(PictureDropped(self._picture.number))
                self._picture = item
            else:
                self._records.append(item)
            self._changed.notify()

    def take(self, timeout: float) -> Item | None:
        """Return what comes next.

        Args:
            timeout: The longest wait for it, in seconds.

        Returns:
            The oldest record; where there is none the picture; None where nothing came in this time.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._records or self._picture is not None, timeout)
            if self._records:
                return self._records.popleft()
            picture, self._picture = self._picture, None
            return picture
