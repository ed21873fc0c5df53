"""The pictures of docs/first-week.md, taken from the running class page in Chromium: `python benchmarks/class_pictures.py` (a minute)."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from machine import ROOT
from marking import ART, spoilt, take_of, takes

from numero_cam.base.images import write_picture
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week import printed_slip
from tests.live_page import opened, page_of
from tests.live_server import ClassServer
from tests.slip_piles import circles_of_marks
from workshop.slips import hands
from workshop.slips.fill import Marks, filled, printed
from workshop.slips.photo import View, photograph

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DOCS = ROOT / "docs"
QUALITY = 80  #: Of the JPEG files, 1-100.
WIDE = {"width": 1180, "height": 700}  #: Size of a laptop's window, in pixels.
PHONE = {"width": 390, "height": 844}  #: Size of a telephone's window, in pixels.
PUPILS = "\n".join((*(f"{number}\tsilver:20" for number in range(1, 9)), *(f"{number}\tgold:8" for number in range(9, 13))))
TICKED = (1, 2)  #: Slips on which a circle is ticked in place of shaded, so that they wait.
MISTAKEN = 5  #: The slip with a mistake of the pupil.
A_PHOTO = 4  #: Slips of a photo.
SEED = 49


def take(page: "Page", name: str) -> None:
    """Write a picture of what the page shows."""
    page.wait_for_timeout(800)
    page.screenshot(path=DOCS / f"class-{name}.jpg", type="jpeg", quality=QUALITY)


def photos(folder: Path, told: Printing) -> list[str]:
    """Photos of all slips but the last pupil's."""
    rng = np.random.default_rng(SEED)
    owned = [slip.slip for slip in told.slips if slip.pupil][:-1]
    names = []
    for first in range(0, len(owned), A_PHOTO):
        pictures = []
        for slip in owned[first : first + A_PHOTO]:
            puzzle = told.puzzle_of(slip)
            shaded = circles_of_marks(puzzle, told.form_of(slip), take_of(rng, puzzle, takes(puzzle)))
            if slip == MISTAKEN:
                shaded = spoilt(rng, told, slip, shaded)
            ticked = frozenset(sorted(shaded)[:1]) if slip in TICKED else frozenset()
            marks = Marks(shaded - ticked, frozenset(), frozenset(), ticked)
            shown = printed_slip(told, told.slips[slip])
            pictures.append(filled(rng, printed(shown, ART), shown, marks, tool=hands.tool(rng, "pen"), world="tuned"))
        names.append(str(folder / f"photo {first // A_PHOTO + 1}.jpg"))
        write_picture(Path(names[-1]), photograph(rng, pictures, (2400, 1800), View(turn=6.0), "tuned"))
    return names


def week(browser: "Browser", server: ClassServer, folder: Path) -> None:
    """The six steps of a first week."""
    page = page_of(browser, server, "class", viewport=WIDE, reduced_motion="reduce")
    page.fill("#name", "5B")
    page.fill("#list", PUPILS)
    page.evaluate("() => { document.querySelector('#list').scrollTop = 0; }")
    take(page, "list")
    page.click("button.main")
    page.click("text=Make the class")
    page.wait_for_url("**/class/week**")
    with page.expect_download():
        page.click("#print")
    page.wait_for_selector("text=Photos of slips")
    take(page, "week")
    with open_slip_store() as store:
        told = store.printing(store.printings("5B")[-1])
    if told is None:
        raise RuntimeError("nothing was printed")
    given = photos(folder, told)
    page.click("text=Photos of slips")
    telephone = page_of(browser, server, "class/photos", viewport=PHONE, reduced_motion="reduce")
    telephone.set_input_files("#camera", given[0])
    telephone.wait_for_selector("#log .tag")
    take(telephone, "phone")
    page.set_input_files("#files", given)
    page.wait_for_selector(f"#log li:nth-child({len(given)})")
    page.wait_for_selector("text=waits")
    take(page, "mark")
    page.locator("#live-standing a.main").click()
    page.wait_for_url("**/class/queue**")
    page.evaluate("scrollTo(0, 320)")  # the answers stand below the slips
    take(page, "queue")
    for slip in page.locator("fieldset.one").all():
        slip.locator("input").first.check()
    page.click("#take")
    page.wait_for_url("**/class/mark**")
    page.goto(f"{server.browsed}class/table?class=5B")
    take(page, "table")


def main() -> None:
    """Take the pictures."""
    with tempfile.TemporaryDirectory() as home, opened() as browser:
        os.environ["NUMERO_CAM_CLASSES"] = str(Path(home) / "classes.db")
        server = ClassServer(Path(home))
        try:
            week(browser, server, Path(home))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
