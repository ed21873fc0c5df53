"""A table that lets in devices of the network: real certificates, codes, roles, and what strangers try."""

import contextlib
import json
import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

pytest.importorskip("cryptography", reason="the extra phone is not installed")
pytest.importorskip("segno", reason="the extra phone is not installed")

from numero_cam.web.certificates import may_certify
from numero_cam.web.network_address import own_addresses
from tests.live_server import LiveServer, ask, served

pytestmark = [
    pytest.mark.slow,  # a server under attack
    pytest.mark.skipif(not own_addresses(), reason="this machine is in no network"),
]


@dataclass
class Reached:
    """A table and what its terminal says."""

    server: LiveServer
    secure: int
    trust: int
    context: ssl.SSLContext

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, bytes, Any]:
        return ask(f"https://127.0.0.1:{self.secure}/{path}", data, headers, self.context)

    def pair(self, code: str) -> str:
        status, _, head = self.ask("pair", f"code={code}".encode())
        assert status == 303
        assert {"HttpOnly", "SameSite=strict", "Secure"} <= set(str(head["set-cookie"]).split("; "))
        return str(head["set-cookie"]).split(";")[0]

    def invited(self, role: str, **others: str) -> str:
        return str(json.loads(self.server.ask("invite", json.dumps({"role": role, **others}).encode())[1])["code"])

    def paired(self, role: str, **others: str) -> str:
        return self.pair(self.invited(role, **others))

    @contextlib.contextmanager
    def socket(self, cookie: str, role: str = "keeper", **others: str) -> Iterator[ClientConnection]:
        address = f"wss://127.0.0.1:{self.secure}/table"
        with connect(address, ssl=self.context, additional_headers={"Cookie": cookie}) as opened:
            opened.send(json.dumps({"type": "hello", "v": 1, "role": role, **others}))
            yield opened


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Reached]:
    with served(tmp_path, "--network") as server:
        yield reached(server)


def reached(server: LiveServer) -> Reached:
    server.says(re.compile("fingerprint"))
    lines = server.said.split("Other devices", 1)[1]
    secure, trust = (int(re.findall(rf"{scheme}://[\w.-]+:(\d+)/", lines)[0]) for scheme in ("https", "http"))
    status, der, _ = ask(f"http://127.0.0.1:{trust}/numero-cam.crt")
    assert status == 200
    context = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(der))
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return Reached(server, secure, trust, context)


def told(page: ClientConnection, kind: str) -> dict[str, Any]:
    """Wait for a message of a kind."""
    while True:
        message = page.recv(30)
        if isinstance(message, str) and json.loads(message)["type"] == kind:
            return dict(json.loads(message))


def test_a_device_trusts_the_table_and_is_paired_once_by_a_code(table: Reached) -> None:
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        ask(f"https://127.0.0.1:{table.secure}/pair", context=ssl.create_default_context())
    assert table.ask("")[0] == 303
    camera, player, keeper = (table.invited(role) for role in ("camera", "player", "keeper"))
    cookie = table.pair(camera)
    status, page, _ = table.ask("pair", f"code={camera}".encode())
    assert (status, b"used already" in page) == (403, True)
    with table.socket(cookie, "keeper") as page_:
        welcome = told(page_, "welcome")
        assert (welcome["role"], welcome["roles"], welcome["network"]) == ("camera", ["camera"], True)
    keeps = ""
    for code, role in ((player, "player"), (keeper, "keeper")):
        with table.socket(keeps := table.pair(code), role) as page_:
            assert told(page_, "welcome")["role"] == role
    # Killed and started again it knows its devices, under the same certificate; who keeps the game comes in anew.
    first = table.server.cookie
    table.server.kill()
    table.server.start()
    again = reached(table.server)
    table.secure = again.secure
    with table.socket(cookie, "camera") as page_:
        assert told(page_, "welcome")["role"] == "camera"
    for gone in (keeps, first):
        assert table.ask("games", Cookie=gone)[0] == 303


UPGRADE = (
    b"GET /table HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
GARBAGE = (
    b"",
    b"\x16\x03\x01\x02\x00garbage",
    bytes(range(256)),
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /" + b"a" * 20_000,
    b"GET /%ff%fe/../%2e HTTP/1.1\r\nHost: localhost\r\nCookie: \xff=\xfe\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\ncode=\xff",
    b"GET /table HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    UPGRADE + b"\r\n\xff\xff\xff\xff",
    UPGRADE + b"X: \xc3\xa9\r\n\r\n",
    UPGRADE.replace(b"GET", b"POST") + b"Content-Length: 3\r\n\r\nabc",
)


def test_what_no_browser_sends_is_answered_or_closed_and_told_in_one_line(table: Reached) -> None:
    """The harness looks for tracebacks when the table ends."""
    for port, encrypted in ((table.server.port, False), (table.secure, True), (table.secure, False), (table.trust, False)):
        for data in GARBAGE:
            with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
                sends = opened.enter_context(socket.create_connection(("127.0.0.1", port), 30))
                if encrypted:
                    sends = opened.enter_context(table.context.wrap_socket(sends, server_hostname="127.0.0.1"))
                sends.sendall(data)
                sends.settimeout(0.2)
                sends.recv(1000)
    with table.socket(table.paired("watcher"), "watcher") as page:
        told(page, "welcome")
        page.socket.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")  # a text that is none
    table.server.says(re.compile("sent what no browser sends"))
    assert table.server.said.count("Connections in") == 1
    assert table.server.ask("")[0] == table.ask("pair")[0] == 200


def test_silent_connections_keep_out_neither_the_owner_nor_other_devices(tmp_path: Path) -> None:
    with served(tmp_path, "--network", limit="ulimit -n 256") as server, contextlib.ExitStack() as until_left:
        table = reached(server)
        for number in range(400):
            silent = socket.create_connection(("127.0.0.1", table.secure), 30, (f"127.0.6.{number % 40 + 1}", 0))
            until_left.enter_context(silent)
        assert server.ask("")[0] == server.ask("static/style.css")[0] == 200
        page = server.page()
        page.until(lambda: "game" in page.newest)
        server.says(re.compile("Connections in the last minute: .* too many"))
        until_left.close()
        cookie = table.paired("watcher")
        with table.socket(cookie, "watcher") as other:
            assert told(other, "welcome")["role"] == "watcher"
        assert server.said.count("Connections in") == 1


def test_other_names_and_pages_of_other_sites_are_refused_at_all_doors(table: Reached) -> None:
    for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Host": "192.168.77.77:8443"}):
        assert table.ask("pair", b"code=x", **headers)[0] == 403
        assert ask(f"http://127.0.0.1:{table.trust}/", headers=headers)[0] == 403
    address = own_addresses()[0]
    assert ask(f"http://{address}:{table.trust}/")[0] == 200
    if may_certify(address):
        assert ask(f"https://{address}:{table.secure}/pair", context=table.context)[0] == 200  # the certificate is for it
    with pytest.raises(OSError, match="refused"):
        ask(f"http://{address}:{table.server.port}/pair")  # the page without encryption is for this machine
    assert ask(f"http://127.0.0.1:{table.trust}/games")[0] == 404
