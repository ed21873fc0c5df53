"""Limits on what one connection can cost the server: waiting times, sizes, and rates of websocket frames."""

import asyncio
import math
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from numero_cam.web.listener import CountedConnection, Listener
from numero_cam.web.protocol import MAX_PICTURE_BYTES, MAX_TEXT_LENGTH

REQUEST_SECONDS = 10.0  #: Time in which a connection must send its next request, in seconds.
UNREAD_SECONDS = 30.0  #: Time in which a client must read what was sent, in seconds, until more can be sent.
MAX_REQUEST_HEAD_BYTES = 16_384  #: Maximum size of the head of a request, in bytes.
#: Maximum number of websocket frames that a client may send within `FRAME_SECONDS`; a camera page sends 300 pictures in it.
MAX_FRAMES = 2_000
FRAME_SECONDS = 10.0  #: Period over which the frames of a client are counted, in seconds.
SLICE_BYTES = 4_096  #: Number of bytes that are parsed before the frames are counted again; they hold at most 680 frames.
ENDING_SECONDS = 0.3  #: Time in which an answer must be sent when the server ends, in seconds.
CLOSE_SECONDS = 2.0  #: Time in which the application can tell a client that is no longer read why it is closed, in seconds.


class RequestTimeoutProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with a time limit for requests and for reading answers; uvicorn itself waits for ever."""

    def __init__(self, connection: CountedConnection, **uvicorn_arguments: Any) -> None:  # noqa: ANN401 - of uvicorn
        super().__init__(**uvicorn_arguments)
        self._connection = connection
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request."""
        super().connection_made(transport)
        self._connection.stage = "asks"
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop both timers."""
        self._cancel_request_timer()
        self._cancel_unread_timer()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:  # noqa: ANN401 - an event of h11, which is not of this project
        """Hand the connection over to its websocket. The live server limits their number."""
        self._cancel_request_timer()
        self._cancel_unread_timer()
        self._connection.stage = "page"
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        """End the connection as the server ends; an answer that is under way has `ENDING_SECONDS`, and an endless one ends there."""
        super().shutdown()
        self.loop.call_later(ENDING_SECONDS, self.transport.close)
        self.loop.call_later(2 * ENDING_SECONDS, self.transport.abort)  # where nobody reads what was sent

    def on_response_complete(self) -> None:
        """Start to wait for the next request. A pipelined one is answered at once and ends the wait."""
        if not self.transport.is_closing():
            self._await_request()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Start to wait until the client reads what was sent."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue an answer once the client reads again."""
        self._cancel_unread_timer()
        super().resume_writing()

    def _cancel_unread_timer(self) -> None:  # for answers that the client does not read
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _cancel_request_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _await_request(self) -> None:  # for at most `REQUEST_SECONDS`
        self._cancel_request_timer()
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._abort_if_idle, self.cycle)

    def _abort_if_idle(self, cycle: Any) -> None:  # noqa: ANN401 - the request that was answered last
        """Close the connection where no request came after the answered one, `cycle`."""
        if self.cycle is cycle:
            self.transport.abort()


class RateLimitedSocket(WebSocketsSansIOProtocol):
    """A websocket of uvicorn that limits what one client can cost.

    - Data that comes with or behind the end of a connection ends it, without an error in the log.
    - A client that sends pings and does not read the answers is disconnected: the answers would wait in memory. Browsers send no pings.
    - A client that sends more than `MAX_FRAMES` within `FRAME_SECONDS` is not read any more: parsing a frame takes 20 microseconds of
      processor in the one thread that serves everybody, and uvicorn parses for 10 seconds what comes behind its own close.
      The application still takes the messages that came before, and says why it closes.
    """

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 - of uvicorn
        super().__init__(*given, **named)
        self._frames = 0
        self._counted_since = -math.inf
        self._reading_stopped = False

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
                if self._reading_stopped or self.transport.is_closing():
                    return
                super().data_received(data[begin : begin + SLICE_BYTES])
                if self._frames > MAX_FRAMES:
                    self._stop_reading()
        except InvalidState:
            self.transport.abort()

    def _stop_reading(self) -> None:
        """Read no more of the client, and close the connection after ``CLOSE_SECONDS``."""
        self._reading_stopped = True
        self.transport.pause_reading()
        self.read_paused = False  # else uvicorn reads again when the application has taken the messages that came before
        self.loop.call_later(CLOSE_SECONDS, self.transport.close)


class LimitedServer(uvicorn.Server):
    """A uvicorn server whose connections come from a `Listener`."""

    def __init__(self, config: uvicorn.Config, listener: Listener) -> None:
        super().__init__(config)
        self._listener = listener
        self.opened = asyncio.Event()  #: Is set once connections are accepted.

    async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401, ARG002 - as uvicorn calls it
        """Start the app, then accept connections."""
        await super().startup([])
        self._listener.open(self._protocol)
        self.opened.set()

    async def shutdown(self, sockets: Any = None) -> None:  # noqa: ANN401, ARG002 - as uvicorn calls it
        """Accept no more connections, and end those that are open."""
        await self._listener.close()
        await super().shutdown([])

    def _protocol(self, connection: CountedConnection) -> RequestTimeoutProtocol:
        return RequestTimeoutProtocol(connection, config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def uvicorn_limits() -> dict[str, Any]:
    """Return uvicorn's settings for the table's servers: protocols, maximum sizes and timeouts."""
    return {
        "http": "h11",
        "ws": RateLimitedSocket,
        "ws_ping_interval": None,  # pages say that they are alive
        "ws_max_size": max(MAX_PICTURE_BYTES + 1024, MAX_TEXT_LENGTH),
        "ws_max_queue": 4,
        "ws_per_message_deflate": False,
        "h11_max_incomplete_event_size": MAX_REQUEST_HEAD_BYTES,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 5,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
    }
