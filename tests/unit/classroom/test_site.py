"""The class page from outside: which device reaches which page, asked of the real app beside the real table."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from numero_cam.base.images import encode_picture
from numero_cam.classroom import page_answers
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.server import with_class_page
from numero_cam.classroom.site import CLASS_PATH, MAX_FORM_BYTES, ClassSite
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.protocol import ROLES, Role
from tests.asgi import Answer, ask_app, cookie_of, no_table
from tests.slip_piles import BEST, Pile, printing

HOME = "127.0.0.1:8088"
PAGES = ("", *(f"/{view}" for view in page_answers.VIEWS if view), "/nothing")
ACTIONS = (
    *(f"/{action}" for action in page_answers.ACTIONS),
    *(f"/upload/{action}" for action in page_answers.UPLOADS),
    "/invite",
    "/nothing",
    "/upload/nothing",
)


@dataclass
class House:
    """The table and the class page on one port, asked as a server asks them."""

    file: Path
    table: DevicePairing = field(default_factory=DevicePairing)
    teachers: DevicePairing = field(default_factory=lambda: DevicePairing(owner="teacher"))
    network: bool = True

    def __post_init__(self) -> None:
        self.access = AccessControl(self.teachers, 8088, under=CLASS_PATH)
        site = ClassSite(Desk(self.file), self.access, (lambda code: {"address": f"there, {code}"}) if self.network else None)
        live = LiveServer(no_table, AccessControl(self.table, 8088), lambda code: {"address": f"here, {code}"})
        self.app = with_class_page(live.app, site.app)

    def ask(self, path: str, body: bytes | None = None, cookie: str = "", **head: str) -> Answer:
        """Status, head and body of the answer."""
        return ask_app(self.app, HOME, path, body, cookie, **head)

    def of_table(self, role: Role) -> str:
        """The token of a device that is paired with the table."""
        return self.table.redeem_code(self.table.invite(role).code)[0]

    def teacher(self) -> str:
        """The cookie of the browser that opened the address with the key."""
        _, head, _ = self.ask(f"/class/in?key={self.teachers.new_key()}")
        assert "Path=/class" in head["set-cookie"]
        return cookie_of(head)

    def telephone(self) -> str:
        """The cookie of a telephone that typed the code of the teacher's page."""
        code = json.loads(self.ask("/class/invite", b"", self.teacher())[2])["code"]
        return cookie_of(self.ask("/class/pair", f"code={code}".encode())[1])


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "classes.db")


@pytest.mark.parametrize("name", ["numero-8088", "numero-8088-class"])
@pytest.mark.parametrize("role", [*ROLES, None])
def test_no_device_of_the_table_reaches_anything_of_the_class(house: House, role: Role | None, name: str) -> None:
    cookie = f"{name}={house.of_table(role)}" if role else ""
    for page in (*PAGES, "/photos"):
        status, head, body = house.ask(f"/class{page}", cookie=cookie)
        assert (status, head["location"], body) == (303, "/class/pair", b""), page
    for action in (*ACTIONS, "/photos"):
        assert house.ask(f"/class{action}", b"class=5B", cookie)[0] == 403, action


def test_a_teacher_and_his_telephone_are_nobody_to_the_table(house: House) -> None:
    for cookie in (house.teacher(), house.telephone()):
        for shown in (cookie, cookie.replace("-class", "")):
            assert house.ask("/games", cookie=shown)[1]["location"] == "/pair"
            assert house.ask("/invite", b'{"role": "keeper"}', shown)[0] == 403


def test_a_photo_that_cannot_be_kept_is_one_sentence_and_no_success(house: House) -> None:
    house.file.write_bytes(b"no database" * 1000)
    pile = Pile(printing())
    photo = encode_picture(pile.photo(pile.slip(0, BEST)), ".jpg")
    status, _, body = house.ask("/class/photos?name=a.jpg", photo, house.telephone())
    (problem,) = json.loads(body)["problems"]
    assert (status, "\n" in problem, str(house.file) in problem) == (422, False, True)


def test_a_telephone_gives_photos_and_reaches_no_other_page(house: House) -> None:
    cookie = house.telephone()
    assert house.ask("/class", cookie=cookie)[1]["location"] == "/class/photos"
    status, _, page = house.ask("/class/photos", cookie=cookie)
    assert (status, b'href="/class"' in page) == (200, False)
    assert house.ask("/class/photos?name=a.jpg", b"no picture", cookie)[0] == 200
    assert {house.ask(f"/class{page}", cookie=cookie)[0] for page in PAGES if page} == {403}
    assert {house.ask(f"/class{action}", b"class=5B", cookie)[0] for action in ACTIONS} == {403}


def test_a_teacher_reaches_every_page_and_what_is_not_there_is_said(house: House) -> None:
    cookie = house.teacher()
    status, head, _ = house.ask("/class/new", b"name=5B&list=1%0A2&level=silver:1", cookie)
    assert (status, head["location"].partition("&")[0]) == (303, "/class/week?class=5B")  # the next question is a GET in every browser
    for page in ("", "/week?class=5B", "/table?class=5B", "/forget?class=5B&number=2", "/photos"):
        assert house.ask(f"/class{page}", cookie=cookie)[0] == 200, page
    for page in ("/nothing", "/week?class=6A", "/mark?printing=1", "/mark", "/forget?class=5B&number=9", "/slip.jpg"):
        status, _, told = house.ask(f"/class{page}", cookie=cookie)
        assert (status, b'class="problem"' in told) == (404, True), page
    assert house.ask("/class/nothing", b"", cookie)[0] == 404


def test_a_form_that_is_too_large_is_one_sentence(house: House) -> None:
    cookie = house.teacher()
    status, _, told = house.ask("/class/new", b"name=6Z&level=silver:1&list=" + b"1%0A" * MAX_FORM_BYTES, cookie)
    assert (status, b"this form is too large" in told) == (413, True)
    assert b"6Z" not in house.ask("/class", cookie=cookie)[2]


def test_no_other_site_can_have_a_form_of_the_class_sent(house: House) -> None:
    cookie = house.teacher()
    assert house.ask("/class/new", b"name=5B&list=1&level=silver:1", cookie, origin="http://elsewhere.example")[0] == 403
    assert house.ask("/class/week?class=5B", cookie=cookie)[0] == 404


def test_without_a_network_the_page_says_how_a_telephone_comes_in(tmp_path: Path) -> None:
    house = House(tmp_path / "classes.db", network=False)
    status, _, told = house.ask("/class/invite", b"", house.teacher())
    assert (status, "--network" in json.loads(told)["why"]) == (409, True)
