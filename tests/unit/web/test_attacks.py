"""What strangers may send to the live table: other names, other sites, bodies without an end, paths out of the folder."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from numero_cam.base.images import encode_picture
from numero_cam.web import photo_intake
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.photo_intake import MAX_PHOTO_BYTES
from numero_cam.web.protocol import Role
from numero_cam.web.static_files import STATIC_FOLDER
from tests.asgi import no_table, scope_of, sent_by

HOME = "127.0.0.1:8088"
Headers = dict[str, str]
Parts = Callable[[], Iterator[dict[str, Any]]]


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
    pairing: DevicePairing | None = None,
) -> list[dict[str, Any]]:
    """Send one request of a keeper's device to the real app, and return what it sends."""
    pairing = pairing or DevicePairing()
    if paired:
        headers = {**headers, "cookie": f"numero-8088={pairing.redeem_key(pairing.new_key())}"}
    app = LiveServer(no_table, AccessControl(pairing, 8088), lambda _: {"address": "here"}).app
    return asyncio.run(sent_by(app, scope_of(path, headers, method, "websocket" if method == "WS" else "http"), parts(), pause))


def status(sent: list[dict[str, Any]]) -> int:
    return int(sent[0]["status"])


def test_this_machine_is_answered_with_strict_headers() -> None:
    sent = told("/", {"host": HOME})
    assert status(sent) == 200
    headers = dict(sent[0]["headers"])
    assert {b"default-src 'none'", b" frame-ancestors 'none'"} <= set(headers[b"content-security-policy"].split(b";"))
    assert b"unsafe" not in headers[b"content-security-policy"]
    assert (headers[b"x-content-type-options"], headers[b"referrer-policy"]) == (b"nosniff", b"same-origin")


@pytest.mark.parametrize("headers", [{"host": "evil.example:8088"}, {"host": HOME, "origin": "http://evil.example"}], ids=["name", "site"])
def test_other_names_and_pages_of_other_sites_are_refused(headers: Headers) -> None:
    """A name may be bound to this machine later; tests/unit/web/test_auth.py tells which names are its own."""
    assert [status(told(path, headers, method=method)) for path, method in (("/", "GET"), ("/photo", "POST"))] == [403, 403]
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
    pairing = DevicePairing()

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


def test_a_code_without_an_end_is_not_read() -> None:
    read = itertools.count()
    part = b"code=" + bytes(996)
    parts: Parts = lambda: ({"type": "http.request", "body": part, "more_body": next(read) >= 0} for _ in itertools.count())  # noqa: E731
    assert status(told("/pair", {"host": HOME}, method="POST", parts=parts, paired=False)) == 403
    assert next(read) <= 3


@pytest.mark.parametrize(("role", "wanted"), [("player", 403), ("camera", 400)])
def test_only_who_may_send_pictures_gives_photos(role: Role, wanted: int) -> None:
    pairing = DevicePairing()
    token, _ = pairing.redeem_code(pairing.invite(role).code)
    parts: Parts = lambda: iter([{"type": "http.request", "body": b"x", "more_body": False}])  # noqa: E731 - one use
    headers = {"host": HOME, "cookie": f"numero-8088={token}"}
    assert status(told("/photo", headers, method="POST", parts=parts, paired=False, pairing=pairing)) == wanted
