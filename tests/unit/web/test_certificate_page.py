"""The page by which a device comes to trust the table: the authority, the profile and the fingerprint are the table's own."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="the extra phone is not installed")
pytest.importorskip("segno", reason="the extra phone is not installed")

from starlette.types import ASGIApp

from numero_cam.text.page_templates import STYLES
from numero_cam.web.auth import SECURITY_HEADERS, AccessControl
from numero_cam.web.certificate_page import certificate_app
from numero_cam.web.certificates import apple_profile, ensure_certificates
from numero_cam.web.network_address import NetworkAddress
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.static_files import STATIC_FOLDER
from tests.asgi import Answer, ask_app, scope_of, sent_by

HOST = "10.0.0.7:8089"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> NetworkAddress:
    names, addresses = ("table.local",), ("8.8.8.8", "10.0.0.7")
    return NetworkAddress(addresses, names, 8443, 8089, ensure_certificates(tmp_path_factory.mktemp("doors"), names, addresses))


def app(address: NetworkAddress) -> ASGIApp:
    return certificate_app(lambda: address, AccessControl(DevicePairing(), 8088))


def answer(address: NetworkAddress, path: str, host: str = HOST) -> Answer:
    return ask_app(app(address), host, path, of={"server": ("10.0.0.7", 8089)})


def test_the_page_shows_the_fingerprint_and_leads_to_the_table(address: NetworkAddress) -> None:
    status, head, page = answer(address, "/")
    assert status == 200
    assert head["content-type"].startswith("text/html")
    assert address.certificates.fingerprint.encode() in page
    assert b'href="https://10.0.0.7:8443/pair"' in page  # the first address that is private
    assert page.count(b"<details>") == 5
    assert {name.decode(): value.decode() for name, value in SECURITY_HEADERS}.items() <= head.items()


@pytest.mark.parametrize(
    ("path", "kind", "name"),
    [
        ("/numero-cam.crt", "application/x-x509-ca-cert", "numero-cam.crt"),
        ("/numero-cam.mobileconfig", "application/x-apple-aspen-config", "numero-cam.mobileconfig"),
    ],
)
def test_the_authority_comes_as_a_file_that_devices_know(address: NetworkAddress, path: str, kind: str, name: str) -> None:
    status, head, data = answer(address, path)
    assert (status, head["content-type"], head["content-disposition"]) == (200, kind, f'attachment; filename="{name}"')
    assert data == (address.certificates.authority if name.endswith("crt") else apple_profile(address.certificates))


@pytest.mark.parametrize(
    ("path", "file"),
    [("/styles/look.css", STYLES / "look.css"), ("/trust.js", STATIC_FOLDER / "js/trust.js"), ("/icon.svg", STATIC_FOLDER / "icon.svg")],
)
def test_the_page_s_own_files_are_there(address: NetworkAddress, path: str, file: Path) -> None:
    assert answer(address, path)[::2] == (200, file.read_bytes())
    assert f'"{path}"'.encode() in answer(address, "/")[2]


@pytest.mark.parametrize(
    "path", ["/table", "/games", "/static/style.css", "/pair", "/in", "/app.py", "/js/trust.js", "/styles/../base.html"]
)
def test_nothing_of_a_game_is_there(address: NetworkAddress, path: str) -> None:
    assert answer(address, path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "10.0.0.8:8089", ""])
def test_other_names_are_refused(address: NetworkAddress, host: str) -> None:
    status, _, page = answer(address, "/", host)
    assert (status, b"under the addresses that it shows" in page) == (403, True)


def test_there_is_no_socket(address: NetworkAddress) -> None:
    scope = scope_of("/", {"host": HOST}, kind="websocket")
    assert asyncio.run(sent_by(app(address), scope, [{"type": "websocket.connect"}])) == [{"type": "websocket.close", "code": 1008}]


def test_codes_in_addresses_stay_in_the_browser(address: NetworkAddress) -> None:
    assert address.pairing_page() == "https://10.0.0.7:8443/pair"
    assert address.pairing_page("K7QM-2F3D") == "https://10.0.0.7:8443/pair#K7QM-2F3D"
    assert address.certificate_page("K7QM-2F3D") == "http://10.0.0.7:8089/#K7QM-2F3D"
    shown = address.pairing_data("K7QM-2F3D")
    assert (shown["address"], shown["trust"]) == (address.pairing_page(), address.certificate_page())
    assert shown["qr"].startswith("data:image/svg+xml")


@pytest.mark.parametrize(
    ("addresses", "names", "host"),
    [(("10.0.0.7",), (), "10.0.0.7"), (("8.8.8.8",), ("table.local",), "table.local"), (("8.8.8.8",), (), "127.0.0.1")],
)
def test_the_address_that_is_shown_is_one_of_the_certificate(
    address: NetworkAddress, addresses: tuple[str, ...], names: tuple[str, ...], host: str, tmp_path: Path
) -> None:
    assert NetworkAddress(addresses, names, 1, 2, ensure_certificates(tmp_path, names, addresses)).host() == host
    assert address.host() == "10.0.0.7"
