"""A listening socket that limits connections, each counted from its acceptance until its descriptor is closed.

A connection counts whatever it does in between, so no host can have more than its share, and all listeners together leave descriptors
for the program's own files.
"""

import asyncio
import contextlib
import errno
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from numero_cam.base.rounds import PAUSE_SECONDS, Rounds
from numero_cam.catalogue import tr
from numero_cam.web.refusal_summary import RefusalSummary

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

MAX_CONNECTIONS = 256  #: Maximum number of connections of one listener, where the system grants enough descriptors.
MAX_REQUESTS_PER_HOST = 48  #: Maximum number of connections of one host that are not websockets of pages.
MAX_CONNECTIONS_PER_HOST = 112  #: Maximum number of connections of one host, websockets of pages included.
MAX_HANDSHAKES = 64  #: Maximum number of TLS handshakes of one listener at a time.
MAX_HANDSHAKES_PER_HOST = 16  #: Maximum number of TLS handshakes of one host at a time.
HANDSHAKE_SECONDS = 5.0  #: Maximum time of a TLS handshake, in seconds.
#: Time in which a closing connection must be read to its end, in seconds; after one to two of these periods it is aborted.
CLOSING_SECONDS = 5.0
EXHAUSTED_RETRY_SECONDS = 1.0  #: Time until the next accept where the system has no descriptor or memory left, in seconds.
#: Time until the next accept after another error, in seconds, so that a lasting error does not block the event loop.
ERROR_RETRY_SECONDS = 0.01
_EXHAUSTED_ERRORS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

ConnectionStage = Literal["handshake", "asks", "page"]  #: A TLS handshake, HTTP requests, or the websocket of a page.


def connections_per_listener(most: int = MAX_CONNECTIONS) -> int:
    """Return the maximum number of connections of one listener: a quarter of the descriptors; three of them leave a quarter for files.

    The system is asked for four times as many descriptors as `most`.
    """
    if resource is None:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * most if hard == resource.RLIM_INFINITY else min(4 * most, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return most if soft == resource.RLIM_INFINITY else max(4, min(most, soft // 4))


class CountedConnection(socket.socket):
    """A connection that is counted until it is closed.

    Args:
        accepted: The accepted socket; this object takes it over.
        host: The address it comes from.
        stage: Its first stage, see `stage`.
        on_close: Called with this object once it is closed.
    """

    def __init__(self, accepted: socket.socket, host: str, stage: ConnectionStage, on_close: Callable[["CountedConnection"], None]) -> None:
        # asyncio sends at once (TCP_NODELAY) only what names its protocol; else the body of an answer waits 40 ms for its head to arrive.
        super().__init__(accepted.family, accepted.type, socket.IPPROTO_TCP, accepted.detach())
        self.settimeout(0.0)
        self.host, self._on_close = host, on_close
        self.stage = stage  #: Its stage at present; connections of pages have a larger limit of their own.
        self.transport: asyncio.WriteTransport | None = None  #: Its transport; None before the TLS handshake is done.
        self.is_served = False  #: Whether its task has begun.
        self.was_closing = False  #: Whether it was closing at the last sweep.

    def close(self) -> None:
        """Close the connection and report it as closed."""
        super().close()
        self._on_close(self)


MakeProtocol = Callable[[CountedConnection], asyncio.Protocol]


class Listener:
    """Accepts the connections of a listening socket within the limits of this module.

    Args:
        listening: The socket.
        summary: Counts refused and failed connections.
        max_connections: Maximum number of connections at a time.
        context: Returns the TLS context; None for a listener without encryption.
        requests_per_host: Maximum number of connections of one host that are not websockets of pages.
    """

    def __init__(
        self,
        listening: socket.socket,
        summary: RefusalSummary,
        max_connections: int,
        context: Callable[[], ssl.SSLContext] | None = None,
        requests_per_host: int = MAX_REQUESTS_PER_HOST,
    ) -> None:
        self._listening, self._summary, self._max_connections, self._context = listening, summary, max_connections, context
        self._requests_per_host = requests_per_host
        self._connections: set[CountedConnection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._letting_in, self._shaking, self._sweeping = (Rounds(tr("letting connections in")) for _ in range(3))

    def open(self, make: MakeProtocol) -> None:
        """Start to accept connections. Needs a running event loop."""
        self._listening.settimeout(0.0)
        self._start_task(self._accept(make))
        self._start_task(self._sweep())

    async def close(self) -> None:
        """Stop to accept connections; those that are open stay open."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for connection in [
            connection for connection in self._connections if not connection.is_served
        ]:  # its task ended before it did anything
            connection.close()
        self._listening.close()

    def _start_task(self, coroutine: Any) -> None:  # noqa: ANN401 - any coroutine
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, make: MakeProtocol) -> None:
        """Accept connections until cancelled; waits after errors, so that a lasting one does not block the event loop."""
        loop = asyncio.get_running_loop()
        while True:
            pause = PAUSE_SECONDS
            with self._letting_in.round():
                try:
                    accepted, address = await loop.sock_accept(self._listening)
                except OSError as error:  # the peer is gone, or nothing is left
                    none_left = error.errno in _EXHAUSTED_ERRORS
                    pause = EXHAUSTED_RETRY_SECONDS if none_left else ERROR_RETRY_SECONDS
                    self._summary.count(
                        tr("{n} found no descriptor left, and wait") if none_left else tr("{n} were gone before they were let in")
                    )
                else:
                    pause = 0.0  # a flood of connections must not keep the loop from others
                    # On macOS there is no address where the other end has closed already.
                    self._admit(accepted, str(address[0]) if address else "", make)
            await asyncio.sleep(pause)

    def _admit(self, accepted: socket.socket, host: str, make: MakeProtocol) -> None:
        """Close a connection beyond the limits; else count it and start its task."""
        stage: ConnectionStage = "asks" if self._context is None else "handshake"
        if self._is_full(host, stage):
            self._summary.count(tr("{n} were refused as too many"))
            accepted.close()
            return
        connection = CountedConnection(accepted, host, stage, self._connections.discard)
        self._connections.add(connection)
        self._start_task(self._shake_hands(connection, make))

    def _is_full(self, host: str, stage: ConnectionStage) -> bool:
        """Return whether another connection of a host in this stage would exceed a limit."""
        handshakes = [connection for connection in self._connections if connection.stage == "handshake"]
        of_host = Counter(connection.stage for connection in self._connections if connection.host == host)
        return (
            len(self._connections) >= self._max_connections
            or of_host.total() >= MAX_CONNECTIONS_PER_HOST
            or of_host["asks"] + of_host["handshake"] >= self._requests_per_host
            or (stage == "handshake" and (len(handshakes) >= MAX_HANDSHAKES or of_host["handshake"] >= MAX_HANDSHAKES_PER_HOST))
        )

    async def _shake_hands(self, connection: CountedConnection, make: MakeProtocol) -> None:  # then it has the protocol of `make`
        connection.is_served = True
        loop = asyncio.get_running_loop()
        try:
            context = None if self._context is None else self._context()
            waits = None if context is None else HANDSHAKE_SECONDS
            connection.transport, _ = await loop.connect_accepted_socket(
                lambda: make(connection), connection, ssl=context, ssl_handshake_timeout=waits, ssl_shutdown_timeout=waits
            )
        except OSError:  # among them errors of TLS
            self._summary.count(tr("{n} made no TLS handshake"))
            connection.close()
        except Exception as error:  # whatever it is, the connection is not counted for ever
            connection.close()
            with self._shaking.round():
                raise error from None

    async def _sweep(self) -> None:
        """Abort connections that were closing at the last sweep, ``CLOSING_SECONDS`` ago, and still are."""
        while True:
            await asyncio.sleep(CLOSING_SECONDS)
            for connection in list(self._connections):
                with self._sweeping.round():
                    if connection.was_closing and connection.transport is not None:
                        connection.transport.abort()
                    connection.was_closing = connection.transport is not None and connection.transport.is_closing()
