"""How a device is paired, asked of the real app: addresses, codes, cookies, and what is refused."""

import asyncio
import json
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from numero_cam.web import pair_pages
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.protocol import ROLES, Role
from tests.asgi import Answer, ask_app, no_table, scope_of, sent_by

HOME = "127.0.0.1:8088"
DAYS_30 = 2_592_000  #: Seconds for which a device stays paired (docs/phone-camera.md).


class Door:
    """The real app with a pairing, asked as a server asks it, by HTTPS where it is secure."""

    def __init__(self, pairing: DevicePairing | None = None, *, secure: bool = False) -> None:
        self.pairing = DevicePairing() if pairing is None else pairing
        self.secure = secure
        self.app = LiveServer(no_table, AccessControl(self.pairing, 8088), lambda code: {"address": f"here, {code}"}).app

    def ask(self, path: str, body: bytes | None = None, token: str = "", **of: object) -> Answer:
        """Status, head and body of the answer."""
        told = {"scheme": "https" if self.secure else "http", **of}
        return ask_app(self.app, HOME, path, body, f"numero-8088={token}" if token else "", of=told)

    def paired(self, role: Role) -> str:
        """The token of a device that was paired as this."""
        status, head, _ = self.ask("/pair", f"code={self.pairing.invite(role).code}".encode())
        assert status == 303
        return token_of(head)


def token_of(head: dict[str, str]) -> str:
    return SimpleCookie(head["set-cookie"])["numero-8088"].value


@pytest.mark.parametrize("secure", [False, True])
def test_a_code_makes_a_cookie_for_30_days_that_scripts_and_other_sites_never_see(*, secure: bool) -> None:
    door = Door(secure=secure)
    status, head, _ = door.ask("/pair", f"code={door.pairing.invite('camera').code}".encode())
    assert (status, head["location"]) == (303, "/")
    name_and_token, *flags = head["set-cookie"].split("; ")
    wanted = {"HttpOnly", f"Max-Age={DAYS_30}", "Path=/", "SameSite=strict", *(["Secure"] if secure else [])}
    assert set(flags) == wanted
    token = name_and_token.removeprefix("numero-8088=")
    assert len(token) >= 43  # 256 bits
    assert door.pairing.role_of(token) == "camera"


def test_the_key_of_this_machine_lets_in_one_browser_as_a_keeper() -> None:
    door = Door()
    key = door.pairing.new_key()
    status, head, _ = door.ask(f"/in?key={key}")
    assert status in (200, 303)
    token = token_of(head)
    assert door.pairing.role_of(token) == "keeper"
    status, head, page = door.ask(f"/in?key={key}")
    assert (status, "set-cookie" in head, b"was used already" in page) == (403, False, True)
    status, head, _ = door.ask(f"/in?key={key}", token=token)  # who is in already is led to the table
    assert (status, head["location"], "set-cookie" in head) == (303, "/", False)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "keeper"])
def test_a_device_that_is_no_keepers_still_needs_the_key(role: Role) -> None:
    door = Door()
    token = door.paired(role)
    assert door.ask("/in", token=token)[0] == 403
    assert door.ask("/in?key=", token=token)[0] == 403


@pytest.mark.parametrize(
    "body", [b"", b"code=", b"code", b"other=K7QM-2F3D", b"code=K7QM-2F3D", b"\xff\xfe", b"code=" + b"%" * 50, b"code=%F0%9F%83%8F"]
)
def test_what_is_no_code_is_answered_with_the_form_and_the_reason(body: bytes) -> None:
    status, head, page = Door().ask("/pair", body)
    assert (status, "set-cookie" in head) == (403, False)
    assert b'<p class="problem" role="alert">This code is wrong, was used already, or is too old.' in page
    assert b'<form method="post" action="/pair">' in page


def test_of_two_codes_in_a_form_the_first_is_used() -> None:
    door = Door()
    first, second = door.pairing.invite("camera").code, door.pairing.invite("player").code
    status, head, _ = door.ask("/pair", f"code={first}&code={second}".encode())
    assert status == 303
    assert door.pairing.role_of(token_of(head)) == "camera"


def test_the_form_itself_says_nothing_of_a_problem() -> None:
    status, head, page = Door().ask("/pair")
    assert (status, "set-cookie" in head, b'class="problem"' in page) == (200, False, False)


@pytest.mark.parametrize(("length", "taken"), [(1000, True), (1001, False)])
def test_a_form_of_1000_bytes_is_read_and_no_longer_one(length: int, *, taken: bool) -> None:
    door = Door()
    body = f"code={door.pairing.invite('camera').code}&more=".encode()
    status = door.ask("/pair", body + b"x" * (length - len(body)))[0]
    assert status == (303 if taken else 403)


def test_a_form_that_comes_too_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_pages, "BODY_SECONDS", 0.05)
    door = Door()
    body = f"code={door.pairing.invite('camera').code}".encode()
    parts = [{"type": "http.request", "body": body, "more_body": False}]
    sent = asyncio.run(sent_by(door.app, scope_of("/pair", {"host": HOME}, "POST"), parts, pause=0.5))
    assert sent[0]["status"] == 403
    assert door.ask("/pair", body)[0] == 303  # the code was not looked at


def test_a_device_whose_address_is_not_known_is_paired_like_any_other() -> None:
    door = Door()
    assert door.ask("/pair", f"code={door.pairing.invite('player').code}".encode(), client=None)[0] == 303


@pytest.mark.parametrize("role", ROLES)
def test_a_keeper_is_given_a_code_for_each_role(role: Role) -> None:
    door = Door()
    status, _, told = door.ask("/invite", json.dumps({"role": role}).encode(), door.paired("keeper"))
    about = json.loads(told)
    assert (status, about["role"], about["seconds"], about["address"]) == (200, role, 600.0, f"here, {about['code']}")
    status, head, _ = door.ask("/pair", f"code={about['code']}".encode())
    assert (status, door.pairing.role_of(token_of(head))) == (303, role)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "keeper"])
@pytest.mark.parametrize(("path", "does"), [("/invite", "pair another device"), ("/unpair", "let others go")])
def test_only_a_keeper_invites_and_lets_go(path: str, does: str, role: Role) -> None:
    door = Door()
    keeper, token = door.paired("keeper"), door.paired(role)
    status, _, told = door.ask(path, b'{"role": "keeper"}', token)
    assert (status, json.loads(told)) == (403, {"why": f"only a page that keeps the game can {does}"})
    assert door.pairing.role_of(keeper) == "keeper"


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b"3", b'{"role": "owner"}', b'{"role": null}', b"{" * 900, b"\xff", b'{"role": ["keeper"]}']
)
def test_an_invitation_of_no_role_is_refused(body: bytes) -> None:
    door = Door()
    status, _, told = door.ask("/invite", body, door.paired("keeper"))
    assert status == 400
    assert json.loads(told)["why"]


def test_letting_go_counts_the_devices_and_keeps_the_one_that_asks() -> None:
    door = Door()
    keeper = door.paired("keeper")
    others = [door.paired(role) for role in ROLES]
    status, _, told = door.ask("/unpair", b"", keeper)
    assert (status, json.loads(told)) == (200, {"gone": len(others)})
    assert [door.pairing.role_of(token) for token in (keeper, *others)] == ["keeper", *[None] * len(others)]
    assert json.loads(door.ask("/unpair", b"", keeper)[2]) == {"gone": 0}


def test_devices_that_cannot_be_kept_are_told_so(tmp_path: Path) -> None:
    folder = tmp_path / "doors"
    door = Door(DevicePairing(folder / "paired.json"))
    keeper, code, key = door.paired("keeper"), door.pairing.invite("camera").code, door.pairing.new_key()
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.write_text("no folder", encoding="utf-8")
    assert door.ask("/pair", f"code={code}".encode())[0] == 503
    assert door.ask(f"/in?key={key}")[0] == 503
    status, _, told = door.ask("/unpair", b"", keeper)
    assert (status, "cannot be written" in json.loads(told)["why"]) == (503, True)
