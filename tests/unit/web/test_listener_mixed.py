"""A machine's connections count together, whatever each of them does: shakes hands, asks, or is a page."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra live is not installed")
pytest.importorskip("cryptography", reason="the extra phone is not installed")

from numero_cam.web import listener
from numero_cam.web.certificates import ensure_certificates
from numero_cam.web.listener import MAX_CONNECTIONS, ConnectionStage, CountedConnection, Listener
from numero_cam.web.refusal_summary import RefusalSummary


class Silent(asyncio.Protocol):
    """Says what its door says, and begins when hands are shaken, where that is asked for."""

    def __init__(self, visit: CountedConnection, door: "Door") -> None:
        self._visit, self._door = visit, door

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._visit.stage = self._door.stage
        self._door.visits.append(self._visit)
        if self._door.says:
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(self._door.says)
            transport.close()


class Door:
    """A gate and its clients, all of one machine."""

    def __init__(self, port: int, context: ssl.SSLContext | None) -> None:
        self.visits: list[CountedConnection] = []  #: The connections that came in and shook hands, where that is asked for.
        self.stage: ConnectionStage = "asks"
        self.says = b""  #: What is said to each before it is to close.
        self._port, self._context = port, context
        self._clients: list[socket.socket] = []

    async def come(self, number: int, stage: ConnectionStage = "asks") -> None:
        """Have so many clients come and get as far as this."""
        self.stage = stage
        known = len(self.visits)
        self._clients += [await asyncio.to_thread(self._connected, stage) for _ in range(number)]
        if stage != "handshake":
            await until(lambda: len(self.visits) == known + number)

    def _connected(self, stage: ConnectionStage) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self._port), 30)
        if self._context is not None and stage != "handshake":
            try:
                return self._context.wrap_socket(client, server_hostname="localhost")
            except BaseException:
                client.close()
                raise
        return client

    async def is_full(self) -> bool:
        """Whether one more is refused: either it is closed, or it gets as far as asking."""
        known, self.stage = len(self.visits), "asks"
        try:
            client = await asyncio.to_thread(self._connected, "asks")
        except OSError:  # in mid-handshake
            return True
        self._clients.append(client)
        client.settimeout(0.0)
        await until(lambda: len(self.visits) > known or is_closed(client))
        return len(self.visits) == known

    def leave(self) -> None:
        for client in self._clients:
            client.close()


def is_closed(client: socket.socket) -> bool:
    try:
        return not client.recv(1)
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except OSError:
        return True


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - of the gate, which tells no event
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def opened(folder: Path | None = None, most: int = MAX_CONNECTIONS) -> AsyncIterator[Door]:
    """A door for the length of a block, with TLS where there is a folder for its certificate."""
    own = trusting = None
    if folder is not None:
        certified = ensure_certificates(folder, [], [])
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        own.load_cert_chain(certified.chain, certified.key)
        trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(certified.authority))
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening:
        door = Door(listening.getsockname()[1], trusting)
        own_gate = Listener(listening, RefusalSummary(lambda _: None), most, None if own is None else lambda: own)
        own_gate.open(lambda visit: Silent(visit, door))
        try:
            yield door
        finally:
            await own_gate.close()
            door.leave()
            await until(lambda: all(visit.fileno() < 0 for visit in door.visits))


@pytest.mark.parametrize(
    ("pages", "asks", "full"),
    [(0, 47, False), (0, 48, True), (50, 47, False), (50, 48, True), (64, 47, False), (65, 47, True), (111, 0, False), (112, 0, True)],
)
@pytest.mark.slow
def test_48_connections_that_ask_and_112_with_pages(pages: int, asks: int, *, full: bool) -> None:
    async def comes() -> bool:
        async with opened() as door:
            await door.come(pages, "page")
            await door.come(asks)
            return await door.is_full()

    assert asyncio.run(comes()) is full


@pytest.mark.parametrize(("asks", "handshakes", "full"), [(33, 14, False), (33, 15, True), (20, 15, False), (20, 16, True)])
def test_handshakes_count_with_what_is_asked(tmp_path: Path, asks: int, handshakes: int, *, full: bool) -> None:
    async def comes() -> bool:
        async with opened(tmp_path) as door:
            await door.come(asks)
            await door.come(handshakes, "handshake")
            return await door.is_full()

    assert asyncio.run(comes()) is full


@pytest.mark.parametrize(("most", "comes"), [(4, 3), (4, 4)])
def test_a_door_has_as_many_as_it_was_given(most: int, comes: int) -> None:
    async def crowded() -> bool:
        async with opened(most=most) as door:
            await door.come(comes)
            return await door.is_full()

    assert asyncio.run(crowded()) is (comes >= most)


def test_who_does_not_read_what_he_is_told_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "CLOSING_SECONDS", 0.1)

    async def comes() -> None:
        async with opened() as door:
            door.says = bytes(20_000_000)  # more than the system takes off the program's hands
            await door.come(3)
            await until(lambda: all(visit.fileno() < 0 for visit in door.visits))

    asyncio.run(comes())


def test_who_stays_without_being_sent_away_is_not_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "CLOSING_SECONDS", 0.01)

    async def comes() -> list[bool]:
        async with opened() as door:
            await door.come(3, "page")
            await asyncio.sleep(0.2)
            return [visit.fileno() >= 0 for visit in door.visits]

    assert asyncio.run(comes()) == [True] * 3
