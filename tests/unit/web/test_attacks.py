"""What strangers may send to the live table: other names, other sites, bodies without an end, paths out of the folder."""

import asyncio
import itertools
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from numero_cam.base.images import encode_picture
from numero_cam.live.live_table import LiveTable
from numero_cam.web import photo_intake
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import Pairing
from numero_cam.web.photo_intake import MAX_PHOTO_BYTES
from numero_cam.web.static_files import STATIC_FOLDER

HOME = "127.0.0.1:8088"
Headers = dict[str, str]
Parts = Callable[[], Iterator[dict[str, Any]]]


def no_table(_tell: object) -> LiveTable:
    message = "these requests never reach the table"
    raise AssertionError(message)


def nothing() -> Iterator[dict[str, Any]]:
    yield {"type": "http.request", "body": b"", "more_body": False}


def told(
    path: str,
    headers: Headers,
    *,
    method: str = "GET",
    parts: Parts = nothing,
    pause: float = 0.0,
    paired: bool = True,
    pairing: Pairing | None = None,
) -> list[dict[str, Any]]:
    """Send one request of a keeper's device to the real app, and return what it sends."""
    pairing = pairing or Pairing()
    if paired:
        headers = {**headers, "cookie": f"numero-8088={pairing.redeem_key(pairing.new_key())}"}
    sent: list[dict[str, Any]] = []
    coming = parts()

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause)
        for message in coming:
            return message
        return await asyncio.Future()  # the client stays and says nothing

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(dict(message))

    kind = "websocket" if method == "WS" else "http"
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope: dict[str, Any] = {
        "type": kind,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": named,
        "scheme": kind,
    }
    scope |= {"method": method, "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8088), "subprotocols": [], "extensions": {}}
    asyncio.run(LiveServer(no_table, AccessControl(pairing, 8088), lambda _: {"address": "here"}).app(scope, receive, send))
    return sent


def status(sent: list[dict[str, Any]]) -> int:
    return int(sent[0]["status"])


@pytest.mark.parametrize("host", ["127.0.0.1:8088", "localhost:8088", "localhost", "[::1]:8088", "[::1]"])
def test_names_of_this_machine_are_answered_with_strict_headers(host: str) -> None:
    sent = told("/", {"host": host})
    assert status(sent) == 200
    headers = dict(sent[0]["headers"])
    assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]
    assert b"unsafe" not in headers[b"content-security-policy"]
    assert (headers[b"x-content-type-options"], headers[b"referrer-policy"]) == (b"nosniff", b"same-origin")


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8088",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8088",
        "127.0.0.1:8088@evil.example",
        "127.0.0.2",
    ],
)
def test_other_names_are_refused_as_a_name_may_be_bound_to_this_machine_later(host: str) -> None:
    assert status(told("/", {"host": host})) == 403
    assert told("/table", {"host": host}, method="WS", parts=lambda: iter([{"type": "websocket.connect"}])) == [
        {"type": "websocket.close", "code": 1008}
    ]


@pytest.mark.parametrize(
    "origin", ["null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:8089", "http://127.0.0.1:8088.evil.example", "file://"]
)
def test_pages_of_other_sites_are_refused(origin: str) -> None:
    headers = {"host": HOME, "origin": origin}
    assert status(told("/photo", headers, method="POST")) == 403
    assert told("/table", headers, method="WS", parts=lambda: iter([{"type": "websocket.connect"}])) == [
        {"type": "websocket.close", "code": 1008}
    ]


def test_a_body_without_an_end_is_refused_when_it_is_too_large() -> None:
    read = itertools.count()
    part = bytes(1_000_000)
    sent = told(
        "/photo",
        {"host": HOME},
        method="POST",
        parts=lambda: ({"type": "http.request", "body": part, "more_body": next(read) >= 0} for _ in itertools.count()),
    )
    assert status(sent) == 413
    assert b"too large" in sent[1]["body"]
    assert next(read) <= MAX_PHOTO_BYTES // len(part) + 2


def test_a_body_that_drips_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_intake, "PHOTO_SECONDS", 0.2)
    drips = lambda: ({"type": "http.request", "body": b".", "more_body": True} for _ in itertools.count())  # noqa: E731 - one use
    sent = told("/photo", {"host": HOME}, method="POST", parts=drips, pause=0.01)
    assert status(sent) == 408
    assert b"too slowly" in sent[1]["body"]


def test_a_photo_that_is_broken_off_is_no_error() -> None:
    parts: list[dict[str, Any]] = [{"type": "http.request", "body": b"half", "more_body": True}, {"type": "http.disconnect"}]
    assert status(told("/photo", {"host": HOME}, method="POST", parts=lambda: iter(parts))) == 400


@pytest.mark.parametrize(
    ("path", "body"), [("/invite", b'{"role": "keeper"}'), ("/photo", encode_picture(np.zeros((48, 64, 3), np.uint8), ".jpg"))]
)
def test_a_device_that_is_let_go_while_it_sends_gets_nothing(path: str, body: bytes) -> None:
    """A thief of the key could else ask before he is let go, and be answered afterwards."""
    pairing = Pairing()

    def parts() -> Iterator[dict[str, Any]]:
        yield {"type": "http.request", "body": body[:5], "more_body": True}
        pairing.unpair_others("")
        yield {"type": "http.request", "body": body[5:], "more_body": False}

    assert status(told(path, {"host": HOME}, method="POST", parts=parts, pairing=pairing)) == 403
    assert pairing.unpair_others("") == 0


@pytest.mark.parametrize(
    "path",
    [
        "../live_server.py",
        "js/../../live_server.py",
        "//etc/passwd",
        "..\\live_server.py",
        "js/../../../../pyproject.toml",
        "%2e%2e/live_server.py",
    ],
)
def test_no_path_leads_out_of_the_static_files(path: str) -> None:
    assert status(told(f"/static/{path}", {"host": HOME})) == 404
    assert status(told("/static/style.css", {"host": HOME})) == 200
    assert (STATIC_FOLDER / "../live_server.py").exists()


@pytest.mark.parametrize(
    ("path", "method", "wanted"),
    [
        ("/", "GET", 303),
        ("/games", "GET", 303),
        ("/games/1.csv", "GET", 303),
        ("/photo", "POST", 403),
        ("/invite", "POST", 403),
        ("/unpair", "POST", 403),
        ("/pair", "GET", 200),
        ("/pair", "POST", 403),
        ("/in", "GET", 403),
    ],
)
def test_a_device_that_is_not_paired_sees_only_how_to_be(path: str, method: str, wanted: int) -> None:
    assert status(told(path, {"host": HOME}, method=method, paired=False)) == wanted
    assert status(told(path, {"host": HOME, "cookie": "numero-8088=x; numero-1=y"}, method=method, paired=False)) == wanted


def test_a_socket_of_a_device_that_is_not_paired_is_closed_with_words() -> None:
    sent = told("/table", {"host": HOME}, method="WS", parts=lambda: iter([{"type": "websocket.connect"}]), paired=False)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"]
    assert '"pair":true' in sent[1]["text"].replace(" ", "")


@pytest.mark.parametrize("size", [1001, 50_000_000])
def test_a_code_without_an_end_is_not_read(size: int) -> None:
    read = itertools.count()
    part = b"code=" + bytes(996)
    parts: Parts = lambda: ({"type": "http.request", "body": part, "more_body": next(read) * len(part) < size} for _ in itertools.count())  # noqa: E731
    assert status(told("/pair", {"host": HOME}, method="POST", parts=parts, paired=False)) == 403
    assert next(read) <= 3
