"""The page by which a device comes to trust the table: the authority, the profile and the fingerprint are the table's own."""

import asyncio
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cryptography", reason="the extra phone is not installed")
pytest.importorskip("segno", reason="the extra phone is not installed")

from numero_cam.text.page_templates import STYLES
from numero_cam.web.app import STATIC
from numero_cam.web.certificates import certify, profile
from numero_cam.web.doors import HEADERS, Doors
from numero_cam.web.network import Reach
from numero_cam.web.pairing import Pairing
from numero_cam.web.trust import trust_app

HOST = "10.0.0.7:8089"


@pytest.fixture(scope="module")
def reach(tmp_path_factory: pytest.TempPathFactory) -> Reach:
    names, addresses = ("table.local",), ("8.8.8.8", "10.0.0.7")
    return Reach(addresses, names, 8443, 8089, certify(tmp_path_factory.mktemp("doors"), names, addresses))


def asked(reach: Reach, path: str, host: str = HOST, kind: str = "http") -> list[MutableMapping[str, Any]]:
    """What the app sends for one request."""
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.request" if kind == "http" else "websocket.connect", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": kind, "method": "GET", "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b""}
    scope |= {"headers": [(b"host", host.encode())], "scheme": "http", "client": ("10.0.0.9", 5), "server": ("10.0.0.7", 8089)}
    asyncio.run(trust_app(lambda: reach, Doors(Pairing(), 8088))(scope, receive, send))
    return sent


def answer(reach: Reach, path: str, host: str = HOST) -> tuple[int, dict[bytes, bytes], bytes]:
    sent = asked(reach, path, host)
    return int(sent[0]["status"]), dict(sent[0]["headers"]), b"".join(part.get("body", b"") for part in sent[1:])


def test_the_page_shows_the_fingerprint_and_leads_to_the_table(reach: Reach) -> None:
    status, head, page = answer(reach, "/")
    assert status == 200
    assert head[b"content-type"].startswith(b"text/html")
    assert reach.certified.fingerprint.encode() in page
    assert b'href="https://10.0.0.7:8443/pair"' in page  # the first address that is private
    assert page.count(b"<details>") == 5
    assert set(dict(HEADERS).items()) <= set(head.items())


@pytest.mark.parametrize(
    ("path", "kind", "name"),
    [
        ("/numero-cam.crt", b"application/x-x509-ca-cert", b"numero-cam.crt"),
        ("/numero-cam.mobileconfig", b"application/x-apple-aspen-config", b"numero-cam.mobileconfig"),
    ],
)
def test_the_authority_comes_as_a_file_that_devices_know(reach: Reach, path: str, kind: bytes, name: bytes) -> None:
    status, head, data = answer(reach, path)
    assert (status, head[b"content-type"], head[b"content-disposition"]) == (200, kind, b'attachment; filename="' + name + b'"')
    assert data == (reach.certified.authority if name.endswith(b"crt") else profile(reach.certified))


@pytest.mark.parametrize(
    ("path", "file"),
    [("/styles/look.css", STYLES / "look.css"), ("/trust.js", STATIC / "js/trust.js"), ("/icon.svg", STATIC / "icon.svg")],
)
def test_the_page_s_own_files_are_there(reach: Reach, path: str, file: Path) -> None:
    assert answer(reach, path)[::2] == (200, file.read_bytes())
    assert f'"{path}"'.encode() in answer(reach, "/")[2]


@pytest.mark.parametrize(
    "path", ["/table", "/games", "/static/style.css", "/pair", "/in", "/app.py", "/js/trust.js", "/styles/../base.html"]
)
def test_nothing_of_a_game_is_there(reach: Reach, path: str) -> None:
    assert answer(reach, path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "10.0.0.8:8089", ""])
def test_other_names_are_refused(reach: Reach, host: str) -> None:
    status, _, page = answer(reach, "/", host)
    assert (status, b"under the addresses that it shows" in page) == (403, True)


def test_there_is_no_socket(reach: Reach) -> None:
    assert asked(reach, "/", kind="websocket") == [{"type": "websocket.close", "code": 1008}]


def test_codes_in_addresses_stay_in_the_browser(reach: Reach) -> None:
    assert reach.page() == "https://10.0.0.7:8443/pair"
    assert reach.page("K7QM-2F3D") == "https://10.0.0.7:8443/pair#K7QM-2F3D"
    assert reach.first("K7QM-2F3D") == "http://10.0.0.7:8089/#K7QM-2F3D"
    shown = reach.told("K7QM-2F3D")
    assert (shown["address"], shown["trust"]) == (reach.page(), reach.first())
    assert shown["qr"].startswith("data:image/svg+xml")


@pytest.mark.parametrize(
    ("addresses", "names", "host"),
    [(("10.0.0.7",), (), "10.0.0.7"), (("8.8.8.8",), ("table.local",), "table.local"), (("8.8.8.8",), (), "127.0.0.1")],
)
def test_the_address_that_is_shown_is_one_of_the_certificate(
    reach: Reach, addresses: tuple[str, ...], names: tuple[str, ...], host: str, tmp_path: Path
) -> None:
    assert Reach(addresses, names, 1, 2, certify(tmp_path, names, addresses)).host() == host
    assert reach.host() == "10.0.0.7"
