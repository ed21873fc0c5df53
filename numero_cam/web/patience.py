"""Connections are closed that send their question too slowly, or do not read the answer."""

import asyncio
import math
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from numero_cam.web.gate import Gate, Visit
from numero_cam.web.protocol import LONGEST_PICTURE, LONGEST_TEXT

ASKS = 10.0
"""Seconds within which a connection must have asked for something, and in which it may rest after an answer."""
READS = 30.0
"""Seconds within which what was sent must be read so far that more can be sent."""
LONGEST_QUESTION = 16_384
"""Bytes of the head of a question."""
MAX_FRAMES = 2_000
"""Maximum number of websocket frames that a client may send within `FRAME_SECONDS`; a camera page sends 300 pictures in it."""
FRAME_SECONDS = 10.0
"""Time over which the frames of a client are counted, in seconds."""
SLICE_BYTES = 4_096
"""Bytes that are parsed before the frames are counted again: at most 680 frames."""
CLOSE_SECONDS = 2.0
"""Time in which the application can say why a client is let go that is not read any more, in seconds."""


class PatientProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, but nobody holds a connection open by asking slowly: uvicorn waits for a question for ever.

    Args:
        visit: The connection.
        made_with: What uvicorn makes its protocol with.
    """

    def __init__(self, visit: Visit, **made_with: Any) -> None:  # noqa: ANN401 - of uvicorn
        super().__init__(**made_with)
        self._visit = visit
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first question."""
        super().connection_made(transport)
        self._visit.stage = "asks"
        self._asks()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._rest()
        self._read()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:  # noqa: ANN401 - an event of h11, which is not of this project
        """Hand a connection over to its socket; how many of these there may be the server says itself."""
        self._rest()
        self._read()
        self._visit.stage = "page"
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next question, not longer than for the first; one that was sent ahead is answered at once, and ends the wait."""
        if not self.transport.is_closing():
            self._asks()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait until what was sent is read, but not for ever."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on with an answer that is read again."""
        self._read()
        super().resume_writing()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _asks(self) -> None:
        self._rest()
        self._timer = self.loop.call_later(ASKS, self._check, self.cycle)

    def _check(self, cycle: Any) -> None:  # noqa: ANN401 - the question that was answered last
        """Close the connection where nothing was asked since. No timer outlives its connection, so there is one to close."""
        if self.cycle is cycle:
            self.transport.abort()


class StrictSocket(WebSocketsSansIOProtocol):
    """A websocket of uvicorn that limits what one client can cost.

    - Data that comes with or behind the end of a connection ends it, and is no fault of the program.
    - A client that sends pings and does not read the answers is disconnected: the answers would wait in memory. Browsers send no pings.
    - A client that sends more than `MAX_FRAMES` within `FRAME_SECONDS` is not read any more: parsing a frame takes 20 microseconds of
      processor in the one thread that serves everybody, and uvicorn parses for 10 seconds what comes behind its own close.
      The application still takes the messages that came before, and says why it closes.
    """

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 - of uvicorn
        super().__init__(*given, **named)
        self._frames = 0
        self._counted_since = -math.inf
        self._deaf = False

    def handle_ping(self) -> None:
        """Answer a ping where the last answers were read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_events(self) -> None:
        """Count the frames that were parsed, then handle them."""
        self._frames += len(self.conn.events)
        super().handle_events()

    def data_received(self, data: bytes) -> None:
        """Parse what came, in slices, until there were too many frames."""
        now = self.loop.time()
        if now - self._counted_since > FRAME_SECONDS:
            self._counted_since, self._frames = now, 0
        try:
            for begin in range(0, len(data), SLICE_BYTES):
                if self._deaf or self.transport.is_closing():
                    return
                super().data_received(data[begin : begin + SLICE_BYTES])
                if self._frames > MAX_FRAMES:
                    self._stop_reading()
        except InvalidState:
            self.transport.abort()

    def _stop_reading(self) -> None:
        self._deaf = True
        self.transport.pause_reading()
        self.read_paused = False  # else uvicorn reads again when the application has taken the messages that came before
        self.loop.call_later(CLOSE_SECONDS, self.transport.close)


class GatedServer(uvicorn.Server):
    """A server of uvicorn whose connections come in by a gate.

    Args:
        config: Of uvicorn.
        gate: Lets connections in.
    """

    def __init__(self, config: uvicorn.Config, gate: Gate) -> None:
        super().__init__(config)
        self._gate = gate
        self.opened = asyncio.Event()

    async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401, ARG002 - as uvicorn calls it
        """Start the app, then let connections in."""
        await super().startup([])
        self._gate.open(self._protocol)
        self.opened.set()

    async def shutdown(self, sockets: Any = None) -> None:  # noqa: ANN401, ARG002 - as uvicorn calls it
        """Let nobody in any more, and end what is open."""
        await self._gate.close()
        await super().shutdown([])

    def _protocol(self, visit: Visit) -> PatientProtocol:
        return PatientProtocol(visit, config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def limits() -> dict[str, Any]:
    """Return the settings of uvicorn for the table's servers: what one message, one question and one wait may take."""
    return {
        "http": "h11",
        "ws": StrictSocket,
        "ws_ping_interval": None,  # pages say that they are alive
        "ws_max_size": max(LONGEST_PICTURE + 1024, LONGEST_TEXT),
        "ws_max_queue": 4,
        "ws_per_message_deflate": False,
        "h11_max_incomplete_event_size": LONGEST_QUESTION,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 5,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
    }
