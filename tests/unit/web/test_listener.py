"""Connections are counted from accept to close, on real sockets."""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import ClassVar

import pytest

pytest.importorskip("uvicorn", reason="the extra live is not installed")

from numero_cam.web import listener, refusal_summary
from numero_cam.web.listener import (
    MAX_CONNECTIONS,
    MAX_HANDSHAKES_PER_HOST,
    ConnectionStage,
    CountedConnection,
    Listener,
    connections_per_listener,
)
from numero_cam.web.refusal_summary import RefusalSummary

resource = pytest.importorskip("resource", reason="this system counts no descriptors")
QUIET = 0.3  #: Seconds in which whatever is refused was refused: the loop is asked in between, not the clock of the machine.


class Silent(asyncio.Protocol):
    """Takes a connection and says nothing, or more than is read."""

    open: ClassVar[set["Silent"]] = set()

    def __init__(self, visit: CountedConnection, stage: ConnectionStage, says: bytes = b"") -> None:
        self._visit, self._stage, self._says = visit, stage, says

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._visit.stage = self._stage
        self.no_delay = int(self._visit.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        self.open.add(self)
        if self._says:
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(self._says)
            transport.close()

    def connection_lost(self, _: Exception | None) -> None:
        self.open.discard(self)


class Crowd:
    """Clients of a gate."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._all: list[socket.socket] = []
        self.stage: ConnectionStage = "asks"  #: What those do that come next.

    def come(self, number: int, machine: int = 1) -> None:
        self._all += [self._connected(machine) for _ in range(number)]

    async def get_as_far_as(self, stage: ConnectionStage, number: int, trusting: ssl.SSLContext | None = None) -> None:
        """Have clients of one machine come, and wait until the gate serves them."""
        self.stage, wanted = stage, len(Silent.open) + number
        for _ in range(number):
            self._all.append(await asyncio.to_thread(self._connected, 1, trusting))
        await until(lambda: len(Silent.open) == wanted)

    def _connected(self, machine: int, trusting: ssl.SSLContext | None = None) -> socket.socket:
        each = socket.create_connection(("127.0.0.1", self._port), 10, (f"127.0.5.{machine}", 0))
        if trusting is not None:
            each = trusting.wrap_socket(each, server_hostname="localhost")
        each.settimeout(0.0)
        return each

    async def is_full(self) -> bool:
        """Whether one more of the machine is closed, not served."""
        open_, served = self.open(), len(Silent.open)
        self.come(1)
        await until(lambda: self.open() == open_ or len(Silent.open) > served)
        return len(Silent.open) == served

    def open(self) -> int:
        """Return how many the gate has not closed."""
        return sum(not closed(each) for each in self._all)

    def leave(self) -> None:
        for each in self._all:
            each.close()
        self._all = []


def closed(connection: socket.socket) -> bool:
    try:
        return not connection.recv(1)
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except OSError:
        return True


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - of the clients, who know no events
            await asyncio.sleep(0.02)


async def leave(crowd: Crowd) -> None:
    """Have all clients leave, and the gate's side see it."""
    crowd.leave()
    await until(lambda: not Silent.open)


@contextlib.asynccontextmanager
async def gated(
    said: list[str], most: int = MAX_CONNECTIONS, stage: ConnectionStage = "asks", *, tls: ssl.SSLContext | None = None, says: bytes = b""
) -> AsyncIterator[Crowd]:
    """Open a gate for the length of a block."""
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as listening:
        crowd = Crowd(listening.getsockname()[1])
        crowd.stage = stage
        own = Listener(listening, RefusalSummary(said.append), most, None if tls is None else lambda: tls)
        own.open(lambda visit: Silent(visit, crowd.stage, says))
        try:
            yield crowd
        finally:
            await own.close()
            await leave(crowd)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stage", "tls", "of_one", "in_all"), [("asks", False, 48, 256), ("page", False, 112, 256), ("handshake", True, 16, 64)]
)
def test_a_machine_and_all_together_have_so_many_connections_and_who_leaves_makes_room(
    stage: ConnectionStage, of_one: int, in_all: int, *, tls: bool
) -> None:
    async def comes() -> None:
        async with gated([], stage=stage, tls=ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if tls else None) as crowd:
            crowd.come(of_one + 10, machine=1)
            await until(lambda: crowd.open() == of_one)
            crowd.come(5, machine=2)
            await until(lambda: crowd.open() == of_one + 5)
            crowd.leave()
            await asyncio.sleep(QUIET)
            for machine in range(1, 31):
                crowd.come(in_all // 20, machine)
                await asyncio.sleep(0.02)
            await until(lambda: crowd.open() == in_all)
            await asyncio.sleep(QUIET)
            assert crowd.open() == in_all
            crowd.leave()
            await asyncio.sleep(QUIET)
            crowd.come(of_one, machine=3)
            await asyncio.sleep(QUIET)
            assert crowd.open() == of_one

    asyncio.run(comes())


def test_what_is_answered_is_sent_at_once_and_does_not_wait_for_what_was_sent_before() -> None:
    async def comes() -> int:
        async with gated([]) as crowd:
            crowd.come(1)
            await until(lambda: bool(Silent.open))
            (served,) = Silent.open
            return served.no_delay

    assert asyncio.run(comes()) == 1


@pytest.mark.slow
def test_a_handshake_that_does_not_come_is_given_up_and_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "HANDSHAKE_SECONDS", 0.2)
    said: list[str] = []

    async def comes() -> None:
        async with gated(said, tls=ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)) as crowd:
            for _ in range(20):
                crowd.come(10)
                await until(lambda: crowd.open() == 0)
            await until(lambda: bool(said))
            await asyncio.sleep(1.5 * refusal_summary.FIRST_SUMMARY_SECONDS)

    asyncio.run(comes())
    assert len(said) == 1
    assert "made no TLS handshake" in said[0]


def test_who_reads_nothing_is_dropped_when_his_connection_is_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "CLOSING_SECONDS", 0.1)

    async def comes() -> None:
        async with gated([], says=bytes(20_000_000)) as crowd:  # more than the system takes off the program's hands
            await crowd.get_as_far_as("asks", 3)
            await until(lambda: not Silent.open)

    asyncio.run(comes())


def test_who_stays_without_being_sent_away_is_not_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "CLOSING_SECONDS", 0.01)

    async def comes() -> int:
        async with gated([]) as crowd:
            await crowd.get_as_far_as("page", 3)
            await asyncio.sleep(0.2)
            return crowd.open()

    assert asyncio.run(comes()) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("pages", "full"), [(64, False), (65, True)])
def test_connections_that_ask_count_with_those_that_have_pages(pages: int, *, full: bool) -> None:
    async def comes() -> bool:
        async with gated([]) as crowd:
            await crowd.get_as_far_as("page", pages)
            await crowd.get_as_far_as("asks", 47)
            return await crowd.is_full()

    assert asyncio.run(comes()) is full


@pytest.mark.parametrize(("asks", "handshakes", "full"), [(33, 14, False), (33, 15, True), (20, 15, False), (20, 16, True)])
def test_handshakes_count_with_what_is_asked(tmp_path: Path, asks: int, handshakes: int, *, full: bool) -> None:
    pytest.importorskip("cryptography", reason="the extra phone is not installed")
    from numero_cam.web.certificates import ensure_certificates  # noqa: PLC0415 - of that extra

    certified = ensure_certificates(tmp_path, [], [])
    own, trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cadata=certified.authority)
    own.load_cert_chain(certified.chain, certified.key)

    async def comes() -> bool:
        async with gated([], tls=own) as crowd:
            await crowd.get_as_far_as("asks", asks, trusting)
            crowd.come(handshakes + 1)
            await (until(lambda: crowd.open() == asks + handshakes) if full else asyncio.sleep(QUIET))
            return crowd.open() == asks + handshakes

    assert asyncio.run(comes()) is full


@pytest.mark.parametrize("comes", [3, 4])
def test_a_gate_has_as_many_connections_as_it_was_given(comes: int) -> None:
    async def crowded() -> bool:
        async with gated([], most=4) as crowd:
            await crowd.get_as_far_as("asks", comes)
            return await crowd.is_full()

    assert asyncio.run(crowded()) is (comes == 4)


@pytest.mark.slow
def test_where_no_descriptor_is_left_the_gate_waits_and_floods_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "EXHAUSTED_RETRY_SECONDS", 0.2)
    said: list[str] = []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)

    async def comes() -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
            crowd = Crowd(listening.getsockname()[1])
            crowd.come(20)
            own = Listener(listening, RefusalSummary(said.append), MAX_CONNECTIONS)
            taken: list[CountedConnection] = []

            def made(visit: CountedConnection) -> Silent:
                taken.append(visit)
                return Silent(visit, "asks")

            filled: list[int] = []
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (highest() + 4, hard))
                with contextlib.suppress(OSError):
                    while True:
                        filled.append(os.dup(0))
                for _ in range(3):
                    os.close(filled.pop())
                own.open(made)
                await until(lambda: bool(said))
                assert len(taken) < 20
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
                for each in filled:
                    os.close(each)
            await until(lambda: len(taken) == 20)
            await own.close()
            await leave(crowd)

    asyncio.run(comes())
    assert len(said) == 1
    assert "no descriptor left" in said[0]


def highest() -> int:
    """Return the highest descriptor of this process."""
    return max(int(each.name) for each in Path("/dev/fd").iterdir())


@pytest.mark.parametrize(("soft", "hard", "wanted"), [(1024, 1024, 256), (256, 256, 64), (100_000, 100_000, 256), (8, 8, 4)])
def test_three_doors_leave_a_quarter_of_the_descriptors(monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, wanted: int) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    assert connections_per_listener() == wanted


def test_a_table_that_begins_with_few_descriptors_asks_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    assert connections_per_listener() == 256
    assert asked == [(1024, resource.RLIM_INFINITY)]


@pytest.mark.slow
def test_what_strangers_send_is_counted_and_a_fault_of_the_program_is_written() -> None:
    said: list[str] = []

    def record(level: int, fault: Exception | None = None, words: str = "Invalid HTTP request received.") -> logging.LogRecord:
        return logging.LogRecord("uvicorn.error", level, "", 0, words, (), (type(fault), fault, None) if fault else None)

    async def comes() -> None:
        counts = RefusalSummary(said.append)
        for _ in range(1000):
            assert not counts.filter(record(logging.WARNING))
        no_text = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "")
        assert not counts.filter(record(logging.ERROR, no_text, "Invalid UTF-8 sequence received from client."))
        assert counts.filter(record(logging.ERROR, no_text, "Exception in ASGI application"))
        assert counts.filter(record(logging.ERROR, RuntimeError()))
        await until(lambda: bool(said))

    asyncio.run(comes())
    assert said == ["Connections in the last minute: 1001 sent what no browser sends. Pages that are open go on."]


def test_a_certificate_that_cannot_be_loaded_leaves_no_connection_counted(caplog: pytest.LogCaptureFixture) -> None:
    away = [True]

    def context() -> ssl.SSLContext:
        if away[0]:
            raise FileNotFoundError(2, "the certificate is away")
        return ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)

    async def comes() -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=256) as listening:
            own, crowd = Listener(listening, RefusalSummary(lambda _: None), 32, context), Crowd(listening.getsockname()[1])
            own.open(lambda visit: Silent(visit, "asks"))
            for _ in range(3):
                crowd.come(MAX_HANDSHAKES_PER_HOST)
                await until(lambda: not crowd.open())
            away[0] = False
            crowd.come(MAX_HANDSHAKES_PER_HOST)
            await asyncio.sleep(QUIET)
            assert crowd.open() == MAX_HANDSHAKES_PER_HOST
            crowd.leave()
            await own.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(comes())
    assert caplog.text == ""


def test_a_connection_without_an_address_and_errors_of_accept_do_not_end_the_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    """On macOS accept gives no address where the other end has closed already."""

    async def comes() -> None:
        loop, odd = asyncio.get_running_loop(), iter([OSError(22, "odd"), None, OSError(103, "gone")])
        accept = loop.sock_accept

        async def strange(listening: socket.socket) -> tuple[socket.socket, object]:
            accepted, address = await accept(listening)
            first = next(odd, address)
            if isinstance(first, OSError):
                accepted.close()
                raise first
            return accepted, first

        monkeypatch.setattr(loop, "sock_accept", strange)
        async with gated([]) as crowd:
            crowd.come(6)
            await until(lambda: crowd.open() == 4)
            await until(lambda: len(Silent.open) == 4)

    asyncio.run(comes())


@pytest.mark.slow
def test_a_gate_that_closes_leaves_no_connection_that_it_has_just_accepted() -> None:
    """A socket that is left shows as a ResourceWarning, which is an error here. The gate closes after each number of turns of the loop."""

    async def comes() -> None:
        for turns in range(12):
            with socket.create_server(("127.0.0.1", 0), backlog=256) as listening:
                own, crowd = Listener(listening, RefusalSummary(lambda _: None), 64), Crowd(listening.getsockname()[1])
                crowd.come(3)
                own.open(lambda visit: Silent(visit, "asks"))
                for _ in range(turns):
                    await asyncio.sleep(0)
                await own.close()
                await leave(crowd)

    asyncio.run(comes())
    gc.collect()
