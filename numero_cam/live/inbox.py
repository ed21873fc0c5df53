"""The inbox of the live table: any thread puts records into it, and only the table's owner takes them out."""

import threading
from collections import deque
from dataclasses import dataclass

from numero_cam.capture.pushed import PushedPicture
from numero_cam.live.hints import HintLevel
from numero_cam.live.page_messages import Message
from numero_cam.live.table_commands import TableRequest


@dataclass(frozen=True)
class SetHintLevels:
    """Set the levels of hints that are worked out."""

    levels: frozenset[HintLevel]  #: All levels that some page asks for.
    chosen: HintLevel = "none"  #: The level that a page has just chosen; its hint is sent again.


@dataclass(frozen=True)
class HintReady:
    """A hint was worked out."""

    position: int  #: Number of the position that it is for; the table counts its positions.
    message: Message  #: The hint, for pages.


@dataclass(frozen=True)
class DraftReady:
    """What may come next in a play that is built was worked out."""

    page: int  #: Number of the page that asked.
    message: Message  #: The answer, for that page.


@dataclass(frozen=True)
class PictureDropped:
    """A picture was replaced by a newer one before the table took it."""

    number: int  #: Number that its sender gave it.


@dataclass(frozen=True)
class KeptGamesUnread:
    """The kept games could not be read for a page."""

    reason: str  #: Why not, for people.


@dataclass(frozen=True)
class CloseTable:
    """End the table."""


InboxItem = TableRequest | SetHintLevels | HintReady | DraftReady | PictureDropped | KeptGamesUnread | CloseTable | PushedPicture


class Inbox:
    """A queue of records, and after them the newest picture of a camera only: it delays no command, and never fills the memory.

    All pictures of a film are records in the queue, because it waits for each.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._records: deque[InboxItem] = deque()
        self._picture: PushedPicture | None = None

    def put(self, item: InboxItem) -> None:
        """Add an item, from any thread. A picture of a camera replaces one that was not taken yet."""
        with self._changed:
            if isinstance(item, PushedPicture) and not item.of_film:
                if self._picture is not None:
                    self._records.append(PictureDropped(self._picture.number))
                self._picture = item
            else:
                self._records.append(item)
            self._changed.notify()

    @property
    def waits(self) -> bool:
        """Whether an item is in the inbox."""
        with self._changed:
            return bool(self._records) or self._picture is not None

    def take(self, timeout: float) -> InboxItem | None:
        """Remove and return the oldest record, or the picture without records; None where nothing came within ``timeout`` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._records or self._picture is not None, timeout)
            if self._records:
                return self._records.popleft()
            picture, self._picture = self._picture, None
            return picture
