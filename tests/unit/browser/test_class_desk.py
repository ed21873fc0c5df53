"""The teacher's pages as the page's frame asks for them: by addresses, as a server is asked."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from browser.class_desk import ClassPages
from browser.desk import Desk

FRAME, ROOT, HOME = "/classroom/class~1", "/classroom/", "/classroom/de/#"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    made = Desk()
    ClassPages(made)
    return made


def ask(desk: Desk, address: str, body: bytes | None = None) -> dict[str, Any]:
    found = json.loads(desk.answer(json.dumps({"type": "class", "frame": FRAME, "root": ROOT, "home": HOME, "address": address}), body))
    assert isinstance(found, dict)
    return found


def text(found: dict[str, Any]) -> str:
    return base64.b64decode(found["data"]).decode()


def test_a_class_is_made_and_its_pages_lead_into_the_frame(desk: Desk) -> None:
    made = ask(desk, "new", b"name=5B&list=3%09Ann%0A8%09Bo&level=silver:1")
    assert made["go"].startswith(f"{FRAME}/week?class=5B&week=")
    shown = ask(desk, made["go"].removeprefix(f"{FRAME}/"))
    assert (shown["kind"], shown["status"]) == ("text/html; charset=utf-8", 200)
    page = text(shown)
    assert f'action="{FRAME}/print"' in page
    assert f'href="{ROOT}css/class.css"' in page
    assert page.count(f'target="_top" href="{HOME}"') == 1
    assert set(re.findall('"(/class[^/"]*/[^/"]*)', page)) == {f"{FRAME}", f"{ROOT}css", f"{ROOT}js", f"{ROOT}icons", f"{ROOT}de"}
    assert '"/static/' not in page


def test_the_page_to_project_opens_in_the_frame(desk: Desk) -> None:
    ask(desk, "new", b"name=5B&list=3%09Ann&level=silver:1")
    assert ask(desk, "round-new", b"class=5B&seconds=90&centre=7+3+8&hand=10+x2")["go"] == f"{FRAME}/round-desk?class=5B"
    page = text(ask(desk, "round-desk?class=5B"))
    assert f'href="{FRAME}/round?class=5B"' in page
    assert set(re.findall('target="(.*?)"', page)) == {"_top"}


def test_a_browser_that_may_throw_a_class_away_is_told_of_beside_the_way_to_save_it(desk: Desk) -> None:
    ask(desk, "new", b"name=5+B&list=3%09Ann&level=silver:1")
    for address, reminds in (("", True), ("table?class=5+B", True), ("pupil?class=5+B&number=3", False), ("nowhere", False)):
        asked = {"type": "class", "frame": FRAME, "root": ROOT, "home": HOME, "address": address}
        for forgets in (False, True):
            page = text(json.loads(desk.answer(json.dumps({**asked, "forgets": forgets}))))
            assert ('id="forgets"' in page) == (forgets and reminds), address
            assert (f'href="{FRAME}/backup?class=5%20B">Save' in page.partition('id="forgets"')[2]) == (forgets and "table" in address)


def test_what_cannot_be_done_is_a_page_with_one_line(desk: Desk) -> None:
    for address, body in (("nowhere", None), ("nothing", b""), ("upload/nothing", b"")):
        found = ask(desk, address, body)
        assert found["status"] == 404
        assert 'class="problem"' in text(found)


def test_a_file_that_is_no_photo_is_told_by_its_name(desk: Desk) -> None:
    found = ask(desk, "photos?name=..%2Fletter.jpg", b"dear")
    assert found["kind"] == "application/json"
    (problem,) = json.loads(text(found))["problems"]
    assert problem.startswith("letter.jpg: is not a picture")


def test_a_telephone_is_told_how_it_takes_part(desk: Desk) -> None:
    assert "backup" in json.loads(text(ask(desk, "invite", b"")))["why"]


def test_a_file_keeps_its_name(desk: Desk) -> None:
    ask(desk, "new", b"name=5B&list=3%09Ann&level=silver:1")
    found = ask(desk, "backup?class=5B")
    assert found["name"] == "5B.backup"
    assert base64.b64decode(found["data"]).startswith(b"SQLite")
