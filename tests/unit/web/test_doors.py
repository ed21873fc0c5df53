"""Only pages of this machine come in, and no page of another site."""

import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from numero_cam.web.doors import Doors
from numero_cam.web.pairing import Pairing


def lets_in(arrived: str = "127.0.0.1", **headers: str) -> bool:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Doors(Pairing()).lets_in(HTTPConnection({"type": "http", "headers": raw, "server": (arrived, 8088)}))


@pytest.mark.parametrize("host", ["127.0.0.1:8088", "localhost:8088", "localhost", "[::1]:8088", "[::1]"])
def test_this_machine_is_let_in(host: str) -> None:
    assert lets_in(host=host)
    assert lets_in(host=host, origin=f"http://{host}")


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:8088", "127.0.0.1.evil.example", "192.168.0.7:8088", "localhost.evil.example:80"]
)
def test_another_name_for_this_machine_is_refused(host: str) -> None:
    assert not lets_in(host=host)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://localhost:9999", "null", "", "http://[", "https://127.0.0.1.evil.example"]
)
def test_a_page_of_another_site_is_refused(origin: str) -> None:
    assert not lets_in(host="127.0.0.1:8088", origin=origin)


def test_the_address_at_which_a_request_arrived_is_this_machine() -> None:
    assert lets_in("192.168.0.7", host="192.168.0.7:8443", origin="https://192.168.0.7:8443")
    assert not lets_in("192.168.0.7", host="192.168.0.8:8443")
    assert not lets_in("192.168.0.7", host="rebound.example:8443")
    assert not lets_in("", host="")


def test_the_doors_wrap_an_app() -> None:
    assert callable(Doors(Pairing()).middleware(Starlette()))
