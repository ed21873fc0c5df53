"""Who asks and does not read holds no connection for ever, on a real server of uvicorn."""

import asyncio
import base64
import contextlib
import os
import socket
import threading
from collections.abc import AsyncIterator

import pytest

pytest.importorskip("uvicorn", reason="the extra live is not installed")

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from numero_cam.web import connection_limits
from numero_cam.web.connection_limits import LimitedServer, uvicorn_limits
from numero_cam.web.listener import Listener
from numero_cam.web.refusal_summary import RefusalSummary

LARGE = 8_000_000  #: Bytes of an answer: more than the buffers of the system hold.
MOST_SENT = 60_000_000  #: Bytes of frames after which a server that has not disconnected a client never will.
PING = b"\x89\xfd" + bytes(4) + bytes(125)  #: The largest ping, masked with zeros.


async def large(_request: Request) -> Response:
    return Response(bytes(LARGE))


async def small(_request: Request) -> Response:
    return Response(b"small")


async def listens(page: WebSocket) -> None:
    await page.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await page.receive_text()


@contextlib.asynccontextmanager
async def served() -> AsyncIterator[int]:
    """Serve for the length of a block; yields the port."""
    app = Starlette(routes=[Route("/large", large), Route("/small", small), WebSocketRoute("/page", listens)])
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = LimitedServer(
            uvicorn.Config(app, lifespan="off", **uvicorn_limits()), Listener(listening, RefusalSummary(lambda _: None), 16)
        )
        task = asyncio.create_task(server.serve())
        await server.opened.wait()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            await task


@pytest.mark.slow
def test_an_answer_that_is_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "UNREAD_SECONDS", 0.3)

    async def comes() -> int:
        async with served() as port:
            with socket.create_connection(("127.0.0.1", port), 30) as client:
                client.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
                await asyncio.sleep(2.0)
                read = 0
                with contextlib.suppress(OSError):
                    while part := await asyncio.to_thread(client.recv, 1_000_000):
                        read += len(part)
                return read

    assert asyncio.run(comes()) < 3 * LARGE


def test_an_answer_that_is_read_slowly_comes_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "UNREAD_SECONDS", 2.0)

    async def comes() -> int:
        async with served() as port:
            with socket.create_connection(("127.0.0.1", port), 30) as client:
                client.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                read = 0
                while part := await asyncio.to_thread(client.recv, 400_000):
                    read += len(part)
                    await asyncio.sleep(0.02)
                return read

    assert asyncio.run(comes()) >= LARGE


@pytest.mark.slow
def test_questions_that_are_sent_ahead_are_all_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 0.5)

    async def comes() -> bytes:
        async with served() as port:
            with socket.create_connection(("127.0.0.1", port), 30) as client:
                question = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                client.sendall(question % b"small" + question % b"large" + question % b"small")
                await asyncio.sleep(1.0)  # the second answer waits to be read, longer than a question may take
                told = b""
                while told.count(b"small") < 2 and (part := await asyncio.to_thread(client.recv, 1_000_000)):
                    told += part
                return told

    told = asyncio.run(comes())
    assert (told.count(b"small"), len(told) > LARGE) == (2, True)


def test_who_asks_slowly_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 0.3)

    async def comes() -> bytes:
        async with served() as port:
            with socket.create_connection(("127.0.0.1", port), 60) as client:
                client.sendall(b"GET /small HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                return await asyncio.to_thread(client.recv, 10)

    assert asyncio.run(comes()) == b""


def flood(port: int, frame: bytes, *, reads: bool = False) -> int:
    """Send frames until the server ends the connection; return the bytes that were sent, at most about `MOST_SENT`."""
    with socket.create_connection(("127.0.0.1", port), 30) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        key = base64.b64encode(os.urandom(16))
        head = b"GET /page HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        client.sendall(head + b"Sec-WebSocket-Key: " + key + b"\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 101")
        if reads:
            threading.Thread(target=_drain, args=(client,), daemon=True).start()
        many, sent = frame * 2_000, 0
        with contextlib.suppress(OSError):
            while sent < MOST_SENT:
                client.sendall(many)
                sent += len(many)
        return sent


def _drain(client: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while client.recv(65_536):
            pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("frame", "reads"),
    [(PING, False), (PING, True), (b"\x81\x80" + bytes(4), False), (b"\x00\x80" + bytes(4), False)],
    ids=["pings-unread", "pings-read", "empty-texts", "empty-parts"],
)
def test_a_client_that_floods_is_disconnected(frame: bytes, reads: bool) -> None:
    async def sent() -> int:
        async with served() as port:
            return await asyncio.to_thread(lambda: flood(port, frame, reads=reads))

    assert asyncio.run(sent()) < MOST_SENT
