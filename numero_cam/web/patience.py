"""Connections are closed that send their question too slowly, and those of one machine that are too many."""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from numero_cam.web.protocol import LONGEST_PICTURE, LONGEST_TEXT

ASKS = 10.0
"""Seconds within which a connection must have asked for something, and in which it may rest after an answer."""
MOST_OF_ONE = 48
MOST_OF_ALL = 256
"""Connections of one machine, and of all: pages that are open and files that they load."""
LONGEST_QUESTION = 16_384
"""Bytes of the head of a question."""

_open: Counter[str] = Counter()


class PatientProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, but nobody holds a connection open by asking slowly: uvicorn waits for a question for ever."""

    _from = ""
    _counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or close it at once where there are too many."""
        super().connection_made(transport)
        self._from = self.client[0] if self.client else "?"
        _open[self._from] += 1
        self._counted = True
        if _open[self._from] > MOST_OF_ONE or _open.total() > MOST_OF_ALL:
            transport.abort()
            return
        self._asks()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._left()

    def handle_websocket_upgrade(self, event: Any) -> None:  # noqa: ANN401 - an event of h11, which is not of this project
        """Hand a connection over to its socket; how many of these there may be the server says itself."""
        super().handle_websocket_upgrade(event)
        self._left()

    def on_response_complete(self) -> None:
        """Wait for the next question, not longer than for the first."""
        super().on_response_complete()
        self._asks()

    def _left(self) -> None:
        if self._counted:
            self._counted = False
            _open[self._from] -= 1
            if not _open[self._from]:
                del _open[self._from]

    def _asks(self) -> None:
        self.loop.call_later(ASKS, self._check, self.cycle)

    def _check(self, cycle: Any) -> None:  # noqa: ANN401 - the question that was answered last
        """Close the connection where nothing was asked since, and it is none of a page."""
        if self.cycle is cycle and self.transport.get_protocol() is self and not self.transport.is_closing():
            self.transport.abort()


def limits() -> dict[str, Any]:
    """Return the settings of uvicorn for the table's servers: what one message, one question and one wait may take."""
    return {
        "http": PatientProtocol,
        "ws": "websockets-sansio",
        "ws_ping_interval": None,  # pages say that they are alive
        "ws_max_size": max(LONGEST_PICTURE + 1024, LONGEST_TEXT),
        "ws_max_queue": 4,
        "ws_per_message_deflate": False,
        "h11_max_incomplete_event_size": LONGEST_QUESTION,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 5,
        "log_level": "warning",
        "server_header": False,
    }
