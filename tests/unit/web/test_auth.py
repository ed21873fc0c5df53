"""Only pages of this machine come in, and no page of another site."""

import pytest
from starlette.requests import HTTPConnection

from numero_cam.web.auth import AccessControl
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.protocol import ROLES, Role


def is_own_host(arrived: str = "127.0.0.1", **headers: str) -> bool:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return AccessControl(DevicePairing()).is_own_host(HTTPConnection({"type": "http", "headers": raw, "server": (arrived, 8088)}))


@pytest.mark.parametrize("host", ["127.0.0.1:8088", "localhost:8088", "localhost", "[::1]:8088", "[::1]"])
def test_this_machine_is_let_in(host: str) -> None:
    assert is_own_host(host=host)
    assert is_own_host(host=host, origin=f"http://{host}")


@pytest.mark.parametrize(
    "host", ["", "evil.example:8088", "127.0.0.1.evil.example", "192.168.0.7:8088", "127.0.0.2", "127.0.0.1:8088@evil.example"]
)
def test_another_name_for_this_machine_is_refused(host: str) -> None:
    assert not is_own_host(host=host)


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://127.0.0.1", "http://127.0.0.1:8089", "http://127.0.0.1:8088.evil.example", "null", "", "file://"],
)
def test_a_page_of_another_site_is_refused(origin: str) -> None:
    assert not is_own_host(host="127.0.0.1:8088", origin=origin)


def test_the_address_at_which_a_request_arrived_is_this_machine() -> None:
    assert is_own_host("192.168.0.7", host="192.168.0.7:8443", origin="https://192.168.0.7:8443")
    assert not is_own_host("192.168.0.7", host="192.168.0.8:8443")
    assert not is_own_host("192.168.0.7", host="rebound.example:8443")
    assert not is_own_host("", host="")


@pytest.mark.parametrize("before", ["evil", "evil.", "x@", "vm.local:8443.", "evil.example/", "//"])
def test_an_origin_that_ends_like_this_machine_is_another_one(before: str) -> None:
    access = AccessControl(DevicePairing(), names=["vm.local"])
    for scheme in ("http", "https"):
        for told, own in ((f"{scheme}://{before}vm.local:8443", False), (f"{scheme}://vm.local:8443", True)):
            raw = [(b"host", b"vm.local:8443"), (b"origin", told.encode())]
            assert access.is_own_host(HTTPConnection({"type": "http", "headers": raw, "server": ("127.0.0.1", 8443)})) == own


def connection(role: Role, access: AccessControl) -> HTTPConnection:
    """A request of a device that was paired as this."""
    token, _ = access.pairing.redeem_code(access.pairing.invite(role).code)
    raw = [(b"cookie", f"other=1; numero-8088={token}".encode())]
    return HTTPConnection({"type": "http", "headers": raw, "server": ("127.0.0.1", 8088)})


@pytest.mark.parametrize(
    ("device", "may_be"),
    [
        ("keeper", {"camera", "keeper", "player", "watcher"}),
        ("player", {"player", "watcher"}),
        ("watcher", {"watcher"}),
        ("camera", {"camera"}),
    ],
)
def test_what_a_page_may_be_and_see_on_a_device(device: Role, may_be: set[Role]) -> None:
    access = AccessControl(DevicePairing(), 8088)
    asks = connection(device, access)
    assert access.device_role(asks) == device
    assert {wanted: access.role_of(asks, wanted) for wanted in ROLES} == {
        wanted: wanted if wanted in may_be else device for wanted in ROLES
    }
    assert access.may_send_pictures(asks) is (device in ("camera", "keeper"))
    assert access.may_view_games(asks) is (device != "camera")


def test_a_device_without_a_cookie_of_this_table_is_nobody() -> None:
    access = AccessControl(DevicePairing(), 8089)  # another table of this machine
    asks = connection("keeper", access)
    assert (access.token(asks), access.device_role(asks), access.role_of(asks, "watcher")) == ("", None, None)
    assert not access.may_send_pictures(asks)
    assert not access.may_view_games(asks)


@pytest.mark.parametrize("host", ["laptop.local", "laptop.local:8443"])
def test_a_table_has_the_names_that_it_is_given(host: str) -> None:
    asks = HTTPConnection({"type": "http", "headers": [(b"host", host.encode())], "server": None})
    assert AccessControl(DevicePairing(), names=["laptop.local"]).is_own_host(asks)
    assert not AccessControl(DevicePairing()).is_own_host(asks)


@pytest.mark.parametrize("host", ["laptop.local:", "laptop.local:x", "laptop.local:8443:8443", ":8443", "laptop.local.", "xlaptop.local"])
def test_what_is_no_name_with_a_port_is_no_name_of_the_table(host: str) -> None:
    asks = HTTPConnection({"type": "http", "headers": [(b"host", host.encode())], "server": None})
    assert not AccessControl(DevicePairing(), names=["laptop.local"]).is_own_host(asks)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "player"])
def test_a_page_of_no_player_s_device_may_name_any_player(role: Role) -> None:
    access = AccessControl(DevicePairing(), 8088)
    asks = connection(role, access)
    assert [access.player_of(asks, wanted, ["Ann", "Ben"]) for wanted in ("Ben", "Zoë", "")] == ["Ben", "Zoë", ""]


def test_a_device_of_a_player_is_bound_to_the_first_player_that_is_chosen_on_it() -> None:
    access = AccessControl(DevicePairing(), 8088)
    asks = connection("player", access)
    assert access.player_of(asks, "", ["Ann", "Ben"]) == ""
    assert access.player_of(asks, "Zoë", ["Ann", "Ben"]) == ""  # who does not play
    assert access.player_of(asks, "Ben", []) == ""
    assert access.player_of(asks, "ben", ["Ann", "Ben"]) == "Ben"
    assert access.player_of(asks, "Ann", ["Ann", "Ben"]) == "Ben"
    assert access.player_of(asks, "", []) == "Ben"
    assert access.pairing.player_of(access.token(asks)) == "Ben"


def test_a_device_of_a_named_player_is_never_another_s() -> None:
    access = AccessControl(DevicePairing(), 8088)
    token, _ = access.pairing.redeem_code(access.pairing.invite("player", "Ann").code)
    asks = HTTPConnection({"type": "http", "headers": [(b"cookie", f"numero-8088={token}".encode())], "server": ("127.0.0.1", 8088)})
    assert [access.player_of(asks, wanted, ["Ann", "Ben"]) for wanted in ("Ben", "", "Ann")] == ["Ann"] * 3
