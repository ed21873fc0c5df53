"""The class page in a browser: a class is pasted, its week printed, drawn slips marked by photo, one that waits settled by a key."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from numero_cam.base.images import write_picture
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from tests.live_page import SEEN, opened, page_of
from tests.live_server import ClassServer, cookie_of, served
from tests.page_states import axe_script, faults
from tests.slip_piles import Pile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
PUPILS = "3\tAnn\n8\t李明\n17\tMārama"
PICTURES = Path(os.environ.get("NUMERO_CAM_PICTURES", "/nowhere"))
"""Folder for a picture of each page, for somebody who looks at them."""
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    """The language of the pages."""
    return str(getattr(request, "param", "en"))


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> Iterator[ClassServer]:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", language)
    made = ClassServer(tmp_path)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with opened() as made:
        yield made


def printed() -> Printing:
    """The week that the page printed."""
    with open_slip_store() as store:
        found = store.printing(store.printings("5B")[-1])
    assert found is not None
    return found


def best_of(told: Printing, slip: int) -> str:
    """A right answer to a slip: any take of one card, as marks."""
    puzzle = told.puzzle_of(slip)
    value = {face.rstrip("rbgo"): face for face in puzzle.centre}
    taker = next(face for face in puzzle.takers if face.rstrip("rbgo") in value)
    return f"{taker}: {value[taker.rstrip('rbgo')]}"


def make_class(page: "Page") -> Path:
    """Paste a class and print its week; return the PDF."""
    page.fill("#name", "5B")
    page.fill("#list", PUPILS)
    page.fill("#level", "silver:1")
    page.locator("button.main").click()
    page.wait_for_url("**/class/week**")
    with page.expect_download() as download:
        page.click("#print")
    page.wait_for_selector("#live-mark a")  # the page follows what was printed by itself
    return Path(download.value.path())


def photo(path: Path, told: Printing, *slips: tuple[int, str]) -> str:
    pile = Pile(told)
    write_picture(path, pile.photo(*(pile.slip(place, marks) for place, marks in slips)))
    return str(path)


def test_a_week_from_the_pasted_list_to_the_finished_table(server: ClassServer, browser: "Browser", tmp_path: Path) -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    assert make_class(page).read_bytes().startswith(b"%PDF-")
    told = printed()
    page.click("text=Photos of slips")
    page.set_input_files("#files", [photo(tmp_path / "a.jpg", told, (0, best_of(told, 0)), (1, ""))])
    page.wait_for_selector("#log .tag")
    assert sorted(page.locator("#log .tag").all_inner_texts()) == ["✓ Ann", "李明 waits"]
    page.wait_for_selector("text=1 of 3 are in")
    assert page.locator("#live-rows tbody tr").nth(0).inner_text().split("\t")[:2] == ["3", "Ann"]
    page.click("text=Look at the 1 that waits")
    page.wait_for_selector("h1:has-text('What did 李明 mean?')")
    page.keyboard.press("1")
    page.wait_for_url("**/class/mark**")
    assert page.locator("text=2 of 3 are in").is_visible()
    assert "no take" in page.locator("#live-rows").inner_text()
    assert SEEN[page][0] == []


def test_a_telephone_gives_photos_one_after_the_other(server: ClassServer, browser: "Browser", tmp_path: Path) -> None:
    page = page_of(browser, server, "class", viewport=LAPTOP)
    make_class(page)
    told = printed()
    page.click("text=Photos of slips")
    telephone = page_of(browser, server, "class/photos", viewport=PHONE)
    telephone.set_input_files("#camera", photo(tmp_path / "a.jpg", told, (0, best_of(told, 0))))
    telephone.wait_for_selector("#log .tag")
    assert telephone.locator("#count").inner_text() == "1 of 3"
    assert telephone.locator("#missing-count").inner_text() == "2 missing"
    telephone.set_input_files("#camera", photo(tmp_path / "b.jpg", told, (1, best_of(told, 1)), (2, best_of(told, 2))))
    telephone.wait_for_selector("#count:has-text('3 of 3')")
    page.wait_for_selector("text=3 of 3 are in")  # the laptop follows
    assert SEEN[telephone][0] == []


def test_the_class_page_is_beside_the_table_where_somebody_asks_for_it(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        assert table.ask("class")[0] == 404
    with served(tmp_path, "--class") as table:
        said = table.says(re.compile(r"class page is at (\S+)/in\?key=(\S+)"))
        assert table.ask("class")[:2] == (303, b"")  # the keeper's cookie is nobody's there
        token = cookie_of(f"{said[1]}/in?key={said[2]}")
        teacher = f"numero-{table.port}-class={token}"
        assert table.ask("class", cookie=teacher)[0] == 200
        assert table.ask("games", cookie=teacher)[0] == 303


@pytest.mark.parametrize(
    ("size", "colours", "language"),
    [(PHONE, "light", "en"), (PHONE, "dark", "de"), (LAPTOP, "light", "de"), (LAPTOP, "dark", "en")],
    indirect=["language"],
    ids=["telephone by day", "telephone at night, German", "laptop by day, German", "laptop at night"],
)
def test_no_page_has_a_fault_that_axe_finds(
    server: ClassServer, browser: "Browser", tmp_path: Path, size: dict[str, int], colours: str
) -> None:
    """Every two of window, colours and language together."""
    axe = axe_script()
    page = page_of(browser, server, "class", viewport=size, color_scheme=colours)
    found = {"classes": faults(page, axe)}
    make_class(page)
    told = printed()
    given = photo(tmp_path / "a.jpg", told, (0, best_of(told, 0)), (1, ""))
    page.goto(f"{server.browsed}class/mark?printing={told.number}")
    page.set_input_files("#files", [given])
    page.wait_for_selector("#log .tag")
    found["mark"] = faults(page, axe)
    for view in (
        "week?class=5B",
        f"queue?printing={told.number}",
        "table?class=5B",
        "challenges?class=5B",
        f"large?printing={told.number}",
        f"wall?printing={told.number}",
        "forget?class=5B",
        "photos",
        "nothing",
    ):
        page.goto(f"{server.browsed}class/{view}")
        found[view] = faults(page, axe)
        if PICTURES.is_dir():
            page.screenshot(path=PICTURES / f"{re.sub(r'[^a-z]+', '-', view)}-{size['width']}-{colours}.png", full_page=True)
    assert {view: fault for view, fault in found.items() if fault} == {}
