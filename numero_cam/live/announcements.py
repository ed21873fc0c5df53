"""What goes out of the live table: messages to pages, and a snapshot of the newest ones for a page that has just come."""

from collections.abc import Callable
from dataclasses import dataclass

from numero_cam.live.words import Message, ask_message

Send = Callable[[Message, int | None], None]
"""Takes a message, and the number of the page that it is for; None for all pages."""
NO_NOTICE: Message = {"type": "notice", "kind": "", "text": ""}
NO_PRACTICE: Message = {"type": "practice", "lines": []}


@dataclass(frozen=True)
class TableSnapshot:
    """How the table stands, as its owner published it. Any thread may read it; neither it nor its messages ever change.

    Attributes:
        revision: Number of the last line that was kept of the game; 0 where there is none.
        players: The players; empty where nobody plays.
        messages: What a page needs that has just come: the game, what is wrong, what was practised, the open question, and the table as
            it was seen last.
    """

    revision: int = 0
    players: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()


class Announcements:
    """Sends the messages of the table, and publishes a snapshot before each of them. Only the table's owner calls it.

    Args:
        send: Is given each message.

    Attributes:
        snapshot: The newest snapshot; the one thing here that other threads read.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._game: Message = {"type": "game", "state": "none", "revision": 0, "games": []}
        self._notice = NO_NOTICE
        self._players: tuple[str, ...] = ()
        self._table: Message | None = None
        self._practice: Message = NO_PRACTICE
        self._question: Message = ask_message(None)
        self.snapshot = TableSnapshot()
        self._publish()

    def game(self, message: Message, players: tuple[str, ...]) -> None:
        """Tell how the game stands."""
        self._game, self._players = message, players
        self._tell(message)

    def practice(self, message: Message) -> None:
        """Tell what lies there without a game."""
        self._practice = message
        self._tell(message)

    def question(self, message: Message) -> None:
        """Tell the open question."""
        self._question = message
        self._tell(message)

    def table(self, message: Message) -> None:
        """Tell what lies on the table."""
        # The number is that of a picture on the page that gave it; a page that has just come gave none.
        self._table = {**message, "number": None}
        self._tell(message)

    def notice(self, kind: str, text: str) -> None:
        """Tell what is wrong, where that is not known yet; an empty text where all is well."""
        if text != self._notice["text"]:
            self._notice = {"type": "notice", "kind": kind, "text": text}
            self._tell(self._notice)

    def once(self, message: Message, page: int | None = None) -> None:
        """Tell something that a page does not need to know later."""
        self._send(message, page)

    def forget(self) -> None:
        """Forget what was practised and asked: pages that come later are not told of it."""
        self._practice, self._question = NO_PRACTICE, ask_message(None)
        self._publish()

    def _tell(self, message: Message) -> None:
        self._publish()
        self._send(message, None)

    def _publish(self) -> None:
        messages = (self._game, self._notice, self._practice, self._question, *([] if self._table is None else [self._table]))
        self.snapshot = TableSnapshot(int(str(self._game["revision"])), self._players, messages)
