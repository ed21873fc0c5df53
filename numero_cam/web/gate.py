"""Connections are counted from the moment they are accepted until their descriptor is closed.

Whatever a connection does in between - say nothing, shake hands for TLS, ask, be a page - it counts, so no machine can have more than its
share, and all doors together leave descriptors for the program's own files.
"""

import asyncio
import contextlib
import errno
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from numero_cam.web.summary import Summary

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

MOST_OF_ALL = 256
"""Connections of one door, where the system gives the program enough descriptors."""
MOST_OF_ONE = 48
"""Connections of one machine that are no sockets of pages."""
MOST_WITH_PAGES = 112
"""Connections of one machine with the sockets of its pages."""
HALF_OPEN = 64
"""TLS handshakes of one door at a time."""
HALF_OPEN_OF_ONE = 16
"""TLS handshakes of one machine at a time."""
HANDSHAKE = 5.0
"""Seconds that a TLS handshake may take."""
LINGERS = 5.0
"""Seconds that a connection may take to close, where what is still to be sent is not read."""
RETRY = 1.0
"""Seconds until the next try, where the system has no descriptor or memory left."""
SOON_AGAIN = 0.01
"""Seconds until the next try after another error, so that one that lasts does not keep the loop from others."""
DESCRIPTORS = 1024
"""Descriptors that the program asks the system for, where it begins with fewer."""
_NONE_LEFT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

Stage = Literal["handshake", "asks", "page"]


def share() -> int:
    """Return how many connections a door may have: at most a quarter of the descriptors; three doors leave a quarter for files."""
    if resource is None:
        return MOST_OF_ALL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_OF_ALL if soft == resource.RLIM_INFINITY else max(4, min(MOST_OF_ALL, soft // 4))


class Visit(socket.socket):
    """A connection, counted until it is closed.

    Attributes:
        machine: The address it comes from.
        stage: What it does.
        transport: What carries it; None as long as it shakes hands.
        begun: Whether somebody has begun to serve it.
        lingers: Whether it was closing already when the gate looked last.
    """

    def __init__(self, accepted: socket.socket, machine: str, stage: Stage, gone: Callable[["Visit"], None]) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.settimeout(0.0)
        self.machine, self.stage, self._gone = machine, stage, gone
        self.transport: asyncio.WriteTransport | None = None
        self.begun = False
        self.lingers = False

    def close(self) -> None:
        """Close it, and count it no more."""
        super().close()
        self._gone(self)


MakeProtocol = Callable[[Visit], asyncio.Protocol]


class Gate:
    """A socket that listens, and the connections that came in by it.

    Args:
        listening: The socket.
        summary: Is told what is refused and what fails.
        most: Connections at a time.
        context: Gives what encrypts; None for a door without encryption.
    """

    def __init__(self, listening: socket.socket, summary: Summary, most: int, context: Callable[[], ssl.SSLContext] | None = None) -> None:
        self._listening, self._summary, self._most, self._context = listening, summary, most, context
        self._visits: set[Visit] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, make: MakeProtocol) -> None:
        """Let connections in, from a loop that runs.

        Args:
            make: Makes what answers a connection.
        """
        self._listening.settimeout(0.0)
        self._begin(self._accept(make))
        self._begin(self._sweep())

    async def close(self) -> None:
        """Let nobody in any more; connections that are in stay."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for visit in [visit for visit in self._visits if not visit.begun]:  # its task ended before it did anything
            visit.close()
        self._listening.close()

    def _begin(self, coroutine: Any) -> None:  # noqa: ANN401 - any coroutine
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, make: MakeProtocol) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, address = await loop.sock_accept(self._listening)
            except OSError as error:  # it was gone before it was accepted, or nothing is left
                none_left = error.errno in _NONE_LEFT
                self._summary.count("found no descriptor left, and wait" if none_left else "were gone before they were let in")
                await asyncio.sleep(RETRY if none_left else SOON_AGAIN)
                continue
            # On macOS there is no address where the other end has closed already.
            self._let_in(accepted, str(address[0]) if address else "", make)
            await asyncio.sleep(0)  # a flood of connections must not keep the loop from others

    def _let_in(self, accepted: socket.socket, machine: str, make: MakeProtocol) -> None:
        stage: Stage = "asks" if self._context is None else "handshake"
        if self._full(machine, stage):
            self._summary.count("were refused as too many")
            accepted.close()
            return
        visit = Visit(accepted, machine, stage, self._visits.discard)
        self._visits.add(visit)
        self._begin(self._shake_hands(visit, make))

    def _full(self, machine: str, stage: Stage) -> bool:
        half_open = [visit for visit in self._visits if visit.stage == "handshake"]
        of_one = Counter(visit.stage for visit in self._visits if visit.machine == machine)
        return (
            len(self._visits) >= self._most
            or of_one.total() >= MOST_WITH_PAGES
            or of_one["asks"] + of_one["handshake"] >= MOST_OF_ONE
            or (stage == "handshake" and (len(half_open) >= HALF_OPEN or of_one["handshake"] >= HALF_OPEN_OF_ONE))
        )

    async def _shake_hands(self, visit: Visit, make: MakeProtocol) -> None:
        visit.begun = True
        loop = asyncio.get_running_loop()
        try:
            context = None if self._context is None else self._context()
            waits = None if context is None else HANDSHAKE
            visit.transport, _ = await loop.connect_accepted_socket(
                lambda: make(visit), visit, ssl=context, ssl_handshake_timeout=waits, ssl_shutdown_timeout=waits
            )
        except OSError:  # among them errors of TLS
            self._summary.count("made no TLS handshake")
            visit.close()
        except Exception:  # whatever it is, the connection is not counted for ever
            visit.close()
            raise

    async def _sweep(self) -> None:
        """Drop connections that do not close although they are to."""
        while True:
            await asyncio.sleep(LINGERS)
            for visit in list(self._visits):
                if visit.lingers and visit.transport is not None:
                    visit.transport.abort()
                visit.lingers = visit.transport is not None and visit.transport.is_closing()
