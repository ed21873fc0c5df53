"""The page without a server reads photos, in Chromium with the network off: it finds what the program finds."""

import contextlib
import re
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import cv2
import numpy as np
import pytest

from browser.serve import FolderHandler
from numero_cam.annotate.card_roles import play_roles
from numero_cam.app.answers import best_takes
from numero_cam.app.corrections import parse_corrections
from numero_cam.app.deck_learn import learn_deck, parse_rows
from numero_cam.app.decks import find_deck
from numero_cam.app.session import Session, open_session
from numero_cam.base.images import write_picture
from numero_cam.capture.files import read_photo
from numero_cam.classroom.mark import mark_photos
from numero_cam.classroom.slip_store import SlipEntry, open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.text.plays import why_lines
from tests import laid
from tests.browser_page import LISTEN, STARTS, Host, ask, full, give_photo, lying, served, settled, started, tab, until, visitor
from tests.http_server import running
from tests.live_page import opened
from tests.page_states import Look, axe_script, faults
from tests.slip_piles import BACKUP, Pile, best_of, class_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Frame, Page, Position

pytestmark = pytest.mark.slow

MOST_DIFFERENCE = 0.03  #: Between confidences: the last digits of a network's numbers differ from processor to processor.
SHARE = """async () => {
  const form = new FormData(), photo = await (await fetch("icons/icon-512.png")).blob();
  form.set("photo", new File([photo], "shared.png", {type: "image/png"}));
  return (await fetch("share", {method: "POST", body: form})).url;
}"""
SLOW = 1e6  #: Bytes a second of a line on which the eyes come long after the rest.
PUPILS = "3\tAnn\n8\tBo\n17\tMārama"
#: Has the browser ask a person who takes his time whether the page may have the camera.
LATE = """void (({mediaDevices: devices}) => {
  const ask = devices.getUserMedia.bind(devices), waits = new Promise(done => window.late = done);
  devices.getUserMedia = async asked => { await waits; return window.opened = await ask(asked); }; })(navigator)"""
#: Counts how often what may have changed is kept.
COUNT_KEPT = """void (({desk}, {told}) => {
  window.kept = 0;
  desk.told = (stage, why) => (kept += stage === "kept", told(stage, why));
})(page, page.desk)"""
PACK = "4r 9b 12o\n7g 3r 10b"  #: Cards of a pack that is laid out.


EVIL_FORM = """<meta name="referrer" content="{}"><form method="post" enctype="multipart/form-data" action="{}share">
<input type="file" name="photo"><button>Win</button></form>"""
ICON = Path(__file__).parents[2] / "numero_cam" / "web" / "static" / "icon-192.png"
SHARED = "caches.open('numero-cam-shared').then(cache => cache.keys()).then(keys => keys.length)"


class _Plain(SimpleHTTPRequestHandler):
    """Serves a folder, as a host that sends no headers of its own."""

    extensions_map = FolderHandler.extensions_map

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def other_site(folder: Path, page: str = "") -> "Iterator[str]":
    """Serve another site from a folder, with a page if one is given, and give its address."""
    if page:
        (folder / "index.html").write_text(f"<!doctype html>{page}", encoding="utf-8")
    with running(ThreadingHTTPServer(("127.0.0.1", 0), partial(_Plain, directory=str(folder)))) as address:
        yield address.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def session() -> Session:
    return open_session()


@pytest.fixture(scope="module")
def seen(site: Path, root: Path, tmp_path_factory: pytest.TempPathFactory) -> "Iterator[tuple[Page, list[str]]]":
    """A page that was visited once and loaded anew without a network, and what it asked of whom. Its camera sees a sample photo."""
    asked: list[str] = []
    film = tmp_path_factory.mktemp("film") / "table.mjpeg"
    film.write_bytes((root / "sample_images" / "01_kitchen_table.jpg").read_bytes() * 30)
    with opened(camera=film) as browser, visitor(browser, permissions=["camera"]) as context:
        context.on("request", lambda request: asked.append(request.url))
        with served(site) as address:
            started(context, address).close()
        context.set_offline(True)
        yield started(context, f"{address}#photo"), asked


def test_on_a_first_visit_typed_cards_do_not_wait_for_the_eyes_and_nothing_that_is_asked_is_lost(
    browser: "Browser", site: Path, root: Path
) -> None:
    slow = type("Slow", (Host,), {"rate": SLOW})
    with visitor(browser) as context:
        context.add_init_script(LISTEN)
        with served(site, slow) as address:
            page = context.new_page()
            page.goto(f"{address}#photo")
            until(page, "page.desk")
            page.evaluate("page.desk.ask({type: 'pack'}).then(found => { window.early = found; })")
            page.set_input_files("#photo", root / "sample_images" / "01_kitchen_table.jpg")
            until(page, "page.isReady")
            assert page.evaluate("early.pack.length") > 50
            assert ask(page, "solve", centre=["8b", "4r"], hand=["12o"], by="points")["card"] == "12o"
            assert page.evaluate("document.documentElement.dataset.kept") is None
            assert "MB" in page.inner_text(".starting")
            assert len(settled(page)["cards"]) > 10
            until(page, "document.documentElement.dataset.kept === 'all'")
        told = [tuple(map(float, found)) for text in page.evaluate("[...said]") for found in re.findall(r"([\d.]+) of ([\d.]+) MB", text)]
        assert told == sorted(told, key=lambda one: (one[1], one[0]))
        assert len({total for _, total in told}) == 2  # what typed cards need, then all
        context.set_offline(True)
        page.reload()
        assert give_photo(page, root / "sample_images" / "02_two_builds.jpg")["plays"]


def test_each_sample_photo_has_the_same_cards_and_takes(seen: "tuple[Page, list[str]]", session: Session, root: Path) -> None:
    page, _ = seen
    for photo in sorted((root / "sample_images").glob("*.jpg")):
        here, native = give_photo(page, photo), session.solve(photo.read_bytes()).to_dict()
        assert lying(here) == lying(native), photo.name
        assert here["plays"] == native["plays"], photo.name
        cards: list[dict[str, float]] = native["cards"]  # type: ignore[assignment]
        both = zip(here["cards"], cards, strict=True)
        assert max(abs(one["confidence"] - other["confidence"]) for one, other in both) < MOST_DIFFERENCE, photo.name
        nearly = {card["n"] for card in cards if abs(card["confidence"] - DOUBTFUL_BELOW) < MOST_DIFFERENCE}
        assert {*here["look_at"]} ^ {*native["look_at"]} <= nearly, photo.name  # type: ignore[misc]


def test_a_photo_with_a_reflection_has_the_same_cards(seen: "tuple[Page, list[str]]", session: Session, root: Path, tmp_path: Path) -> None:
    pixels = cv2.imread(str(root / "sample_images" / "02_two_builds.jpg"))
    assert pixels is not None
    x, y = np.mean(session.solve((root / "sample_images" / "02_two_builds.jpg").read_bytes()).to_dict()["cards"][0]["corners"], axis=0)  # type: ignore[index]
    rows, columns = np.indices(pixels.shape[:2])
    light = 2 * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / 900)
    photo = tmp_path / "reflection.jpg"
    cv2.imwrite(str(photo), np.clip(pixels + 255 * light[..., None], 0, 255).astype(np.uint8))
    burnt_out = mock.Mock(wraps=cv2.drawContours)
    with mock.patch("cv2.drawContours", burnt_out):
        native = session.solve(photo.read_bytes()).to_dict()
    assert burnt_out.called
    assert lying(give_photo(seen[0], photo)) == lying(native)


def test_each_part_of_others_brings_its_licence(site: Path) -> None:
    told = (site / "licences.txt").read_text(encoding="utf-8")
    for words in (
        "Mozilla Public License Version 2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "NumPy Developers",
        "Secret Labs AB",
        "Microsoft Corporation",
        "Apache License",
        "Pallets",
        "Bitstream Vera",
        "lit-html: BSD-3-Clause",
    ):
        assert words in told


def test_taps_mend_add_and_take_out_cards_and_one_tap_takes_each_back(seen: "tuple[Page, list[str]]", session: Session, root: Path) -> None:
    page, _ = seen
    photo = root / "sample_images" / "12_from_all_sides.jpg"
    table = {card["n"]: card for card in give_photo(page, photo)["cards"]}
    taken = next(n for n, card in table.items() if card["card"] == "7b")
    page.locator("canvas.picture").click(position=_middle(page, taken))
    page.click("dialog .face[data-name^='7r ']")
    mended = session.solve(photo.read_bytes(), parse_corrections([f"{taken}=7r"])).to_dict()
    assert (lying(settled(page)), settled(page)["plays"]) == (lying(mended), mended["plays"])
    unread = next(n for n, card in table.items() if card["card"] is None)
    page.click("#cards-read > summary")
    page.click(".picks[data-zone=won] .face")
    page.locator("dialog .buttons button").first.click()
    both = session.solve(photo.read_bytes(), parse_corrections([f"{taken}=7r", f"{unread}=none"])).to_dict()
    assert lying(settled(page)) == lying(both)
    assert page.locator("dialog").count() == 0
    page.click(".picks[data-zone=row] .add")
    page.click("dialog .face[data-name^='12g ']")
    assert settled(page)["hand"] == [*both["hand"], "12g"]  # type: ignore[misc]
    page.locator("canvas.picture").click(position={"x": 18, "y": 18})
    page.click("dialog .face[data-name^='2r ']")
    assert "2r" in (cards := settled(page))["centre"] + cards["hand"]
    for before in (len(both["cards"]) + 1, len(both["cards"]), len(table), len(table)):  # type: ignore[arg-type]
        page.click("#undo-mend")
        assert len(settled(page)["cards"]) == before
    assert lying(settled(page)) == lying({"cards": list(table.values())})
    assert page.locator("#undo-mend").count() == 0


def test_the_take_that_is_told_is_drawn_and_others_are_those_of_the_program(
    seen: "tuple[Page, list[str]]", session: Session, root: Path
) -> None:
    page, _ = seen
    photo = root / "sample_images" / "11_morning_sun.jpg"
    page.evaluate("""() => { const {picture} = page.photo, draw = picture.draw.bind(picture);
      picture.draw = (table, shown, overlay) => { window.drawn = [...overlay.marks]; draw(table, shown, overlay); }; }""")
    give_photo(page, photo)
    until(page, "page.state.photo.further")
    solved = session.solve(photo.read_bytes())
    plays = best_takes(solved.table.position.centre, solved.table.position.hand, top=4).plays
    assert page.evaluate("page.state.photo.further.takes.map(take => take.points)") == [play.points for play in plays[1:]]
    assert page.locator(".answer .why").all_inner_texts()[0] == f"Why? {why_lines(plays[0], plays[1:], by='points')[0]}"
    for n, play in enumerate(plays):
        page.click(f"#take-{n}")
        roles = play_roles(solved.table, play)
        marks: dict[int | None, str] = {
            roles.taker: "takes",
            **{card: f"set-{'ab'[place % 2]}" for place, one in enumerate(roles.sets) for card in one},
        }
        drawn: list[tuple[int, str]] = page.evaluate("window.drawn")
        assert dict(drawn) == marks
        assert page.inner_text(".answer .points >> nth=0") == f"{play.points} points"
    assert page.locator("#take-3[aria-pressed=true]").count() == 1


def test_of_several_photos_the_last_one_wins_and_one_that_cannot_be_read_leaves_it(
    seen: "tuple[Page, list[str]]", root: Path, tmp_path: Path
) -> None:
    page, _ = seen
    broken, photos = tmp_path / "letter.jpg", root / "sample_images"
    broken.write_text("dear")
    for name in ("10_wide_picture.jpg", "14_under_a_lamp.jpg", "01_kitchen_table.jpg"):
        page.set_input_files("#photo", photos / name)
    until(page, "page.state.photo")
    assert settled(page)["image"] == "01_kitchen_table.jpg"
    page.set_input_files("#photo", photos / "13_on_the_carpet.jpg")
    page.set_input_files("#photo", broken)
    page.wait_for_selector("#photo-problem:has-text('letter.jpg: is not a picture that can be read (JPEG, PNG, WebP, BMP or TIFF)')")
    until(page, "page.photo.found.solved.image === page.state.photo.solved.image")
    shown = settled(page)
    page.select_option("#by", "cards")
    assert lying(settled(page)) == lying(shown)
    page.select_option("#by", "points")
    settled(page)


def _middle(page: "Page", card: int) -> "Position":
    script = """n => { const {width, height} = document.querySelector("canvas.picture").getBoundingClientRect();
      const {quad} = page.state.photo.table.cards.find(card => card.id === n);
      const mean = axis => quad.reduce((sum, point) => sum + point[axis], 0) / 4;
      return {x: mean(0) * width, y: mean(1) * height}; }"""
    place: Position = page.evaluate(script, card)
    return place


def test_the_camera_gives_a_photo(seen: "tuple[Page, list[str]]") -> None:
    page, _ = seen
    page.click("#allow")
    page.click("#shoot")
    until(page, "!page.state.camera.running && page.state.photo")
    assert len(settled(page)["cards"]) > 5
    assert page.locator("#shoot").count() == 0


def test_the_camera_is_off_where_its_screen_is_left(seen: "tuple[Page, list[str]]") -> None:
    page, _ = seen
    tab(page, "photo")
    page.click("#allow")
    until(page, "page.state.camera.running")
    tab(page, "first")
    until(page, "!page.state.camera.running")
    assert page.evaluate("page.photo.camera.video.srcObject") is None
    tab(page, "photo")
    page.evaluate(LATE)
    page.click("#allow")
    tab(page, "first")  # while the browser still asks
    page.evaluate("late()")
    until(page, "window.opened?.getVideoTracks()[0].readyState === 'ended'")
    assert not page.evaluate("page.state.camera.running")
    page.reload()
    until(page, "page.isReady")
    tab(page, "photo")
    page.click("#allow")
    until(page, "page.state.camera.running")
    page.goto(page.url.replace("#photo", "table.html"))
    page.wait_for_function("() => window.app?.state.link === 'linked'", timeout=STARTS * 1000)
    assert not page.evaluate("app.camera.running || app.camera.opened || Object.keys(sessionStorage).includes('numero-camera-runs')")
    page.go_back()
    until(page, "page.isReady")


def test_what_reads_photos_is_tried_again_when_it_is_asked_for_again(browser: "Browser", site: Path, root: Path, tmp_path: Path) -> None:
    own = tmp_path / "site"
    shutil.copytree(site, own)
    (own / "eyes.zip").rename(tmp_path / "eyes.zip")
    photo = root / "sample_images" / "02_two_builds.jpg"
    with visitor(browser) as context, served(own) as address:
        page = started(context, f"{address}#photo")
        assert page.evaluate("document.documentElement.dataset.kept") == "typed"
        page.wait_for_selector("#problem:has-text('need the internet once')")
        assert "need the internet once" in give_photo(page, photo)["error"]
        table = context.new_page()
        table.goto(f"{address}table.html")
        table.wait_for_selector("#link.lost:has-text('need the internet once')", timeout=STARTS * 1000)
        (tmp_path / "eyes.zip").rename(own / "eyes.zip")
        assert give_photo(page, photo)["plays"]
        assert page.locator("#problem").count() == 0
        table.click("#link button")
        table.wait_for_function("() => window.app?.state.link === 'linked'", timeout=STARTS * 1000)


def test_a_photo_that_another_program_shares_is_read(seen: "tuple[Page, list[str]]") -> None:
    page, _ = seen
    assert page.evaluate(SHARE) == page.evaluate("new URL('./', location.href).href")
    page.reload()
    until(page, "page.isReady")
    tab(page, "photo")
    page.click("#shared button:has-text('Read it')")
    until(page, "page.state.photo")
    assert settled(page)["image"] == "the shared photo"
    assert page.evaluate("caches.open('numero-cam-shared').then(cache => cache.keys()).then(keys => keys.length)") == 0


@pytest.mark.parametrize("policy", ["origin", "no-referrer"])
def test_a_photo_that_another_site_gives_is_not_read(seen: "tuple[Page, list[str]]", site: Path, tmp_path: Path, policy: str) -> None:
    """A site that hides its name cannot be told from a program of the device: a person is asked."""
    assert seen[0].context.browser is not None
    with (
        visitor(seen[0].context.browser) as context,
        served(site) as address,
        other_site(tmp_path, EVIL_FORM.format(policy, address)) as other,
    ):
        started(context, address).close()
        page = context.new_page()
        page.goto(other)
        page.set_input_files("input", ICON)
        page.click("button")
        page.wait_for_url(f"{address}*")
        until(page, "page.isReady")
        tab(page, "photo")
        page.wait_for_timeout(500)
        assert page.evaluate("page.state.photo") is None
        assert page.locator("#shared").count() == (policy == "no-referrer")
        if policy == "no-referrer":
            page.click("#shared button:has-text('Forget it')")
        assert page.locator("#shared").count() == 0
        until(page, f"{SHARED}.then(kept => kept === 0)")


@pytest.mark.parametrize("host_says", [True, False])
def test_no_other_site_shows_a_page_in_a_frame(seen: "tuple[Page, list[str]]", site: Path, tmp_path: Path, host_says: bool) -> None:
    """The host forbids it where it can; elsewhere the page does not start, and what is kept forbids it from the second visit on."""
    assert seen[0].context.browser is not None
    serves = served(site) if host_says else other_site(site)
    with visitor(seen[0].context.browser) as context, serves as address:
        frames = "".join(f'<iframe src="{address}{name}"></iframe>' for name in ("", "table.html"))
        with other_site(tmp_path, frames) as other:
            page = context.new_page()
            page.goto(other.replace("localhost", "127.0.0.1"))
            for frame in page.frames[1:]:
                if host_says:
                    assert not frame.url.startswith(address)
                else:
                    frame.wait_for_selector("text=Another page shows this one inside itself")
        started(context, address).close()
        again = context.new_page().goto(address)
        assert again is not None
        assert again.from_service_worker
        assert again.headers["content-security-policy"] == "frame-ancestors 'self'"


def test_the_class_is_there_after_a_forced_reload(seen: "tuple[Page, list[str]]", site: Path) -> None:
    assert seen[0].context.browser is not None
    with visitor(seen[0].context.browser) as context, served(site) as address:
        page = started(context, f"{address}#class")
        context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
        page.frame_locator("iframe#class").locator("main").wait_for(timeout=STARTS * 1000)
        assert page.evaluate("Boolean(navigator.serviceWorker.controller)")


def class_frame(page: "Page") -> "Frame":
    """The teacher's pages."""
    tab(page, "class")
    page.wait_for_selector("iframe#class")
    until(page, "document.querySelector('iframe#class').contentDocument?.querySelector('main')")
    (frame,) = page.frames[1:]
    return frame


def kept_class(frame: "Frame", file: Path) -> tuple[Printing, tuple[SlipEntry, ...]]:
    """The class of the page's backup, brought to this computer as a file of the classes: what was printed and what was handed in."""
    return class_of(bytes(frame.evaluate(BACKUP)), file)


def test_slips_are_printed_and_marked_as_by_the_program_and_a_class_is_kept(seen: "tuple[Page, list[str]]", tmp_path: Path) -> None:
    page, _ = seen
    with full(page):
        frame = class_frame(page)
        frame.fill("#name", "5B")
        frame.fill("#list", PUPILS)
        frame.fill("#level", "silver:1")
        frame.click("button.main")
        frame.click("button.main:has-text('Make the class')")
        frame.wait_for_selector("#print")
        page.wait_for_selector("#not-kept:has-text('This device has no room')")
    with page.expect_download() as download:
        frame.click("#print")
    page.wait_for_selector("#not-kept", state="detached")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF-")
    frame.wait_for_selector("#live-mark a")
    printing, _ = kept_class(frame, tmp_path / "classes.sqlite")
    pile, photo = Pile(printing), tmp_path / "slips.jpg"
    write_picture(photo, pile.photo(*(pile.slip(place, marks) for place, marks in ((0, best_of(printing, 0)), (1, "")))))
    frame.click("text=Photos of slips")
    frame.set_input_files("#files", photo)
    frame.wait_for_selector("#log .tag")
    assert sorted(frame.locator("#log .tag").all_inner_texts()) == ["Bo waits", "✓ Ann"]
    _, here = kept_class(frame, tmp_path / "here.sqlite")
    with open_slip_store(tmp_path / "classes.sqlite") as store:
        mark_photos([str(photo)], store)
        native = store.entries(printing.number)
    assert [(one.slip, one.shaded, one.state, one.reason) for one in here] == [
        (one.slip, one.shaded, one.state, one.reason) for one in native
    ]
    frame.click("text=Look at the 1 that waits")
    frame.wait_for_selector("h1:has-text('What did Bo mean?')")
    frame.press("body", "1")
    frame.wait_for_selector("text=2 of 3 are in")
    page.reload()
    until(page, "document.querySelector('iframe#class')?.contentDocument?.title.startsWith('Marking') && page.state.framed")
    assert len(re.findall(rb"/Type /Page\b", page.pdf())) > 1  # all of it is printed, not as far as the window goes
    frame = class_frame(page)
    frame.click("a:has-text('Week')")
    assert "2 of 3 are in" in frame.inner_text("#live-mark")
    a_child_who_left(page, frame, tmp_path)


def test_pages_that_only_show_a_class_keep_nothing_and_follow_another_window(browser: "Browser", site: Path) -> None:
    with visitor(browser) as context, served(site) as address:
        context.add_init_script("navigator.storage.persist = navigator.storage.persisted = async () => false;")
        page, other = (started(context, address) for _ in range(2))
        page.evaluate(COUNT_KEPT)
        frames = [class_frame(each) for each in (page, other)]
        assert page.evaluate("kept") == 0
        assert frames[0].locator("#forgets").count() == 0
        frames[0].fill("#name", "5B")
        frames[0].fill("#list", PUPILS)
        frames[0].click("button.main")
        frames[0].click("button.main:has-text('Make the class')")
        frames[0].wait_for_selector("#print")
        told = page.evaluate("kept")
        assert told > 0
        assert "Save a backup" in frames[0].inner_text("#forgets")
        assert frames[0].evaluate("fetch(location.href).then(answer => answer.text())").count("5B") > 0
        assert page.evaluate("kept") == told
        frames[1].evaluate("location.reload()")
        other.frame_locator("iframe#class").locator("main a:has-text('5B')").first.wait_for()


def a_child_who_left(page: "Page", frame: "Frame", folder: Path) -> None:
    """Take a list without Bo from a file, save everything about him, and remove it."""
    frame.click("text=Class table")
    frame.click(".new-class summary")
    office = folder / "office.csv"
    for content in (b"PK\x03\x04", "Nr.;Nachname;Vorname\r\n1;Müller;Jörg\r\n2;;Ann\r\n".encode("windows-1252")):
        office.write_bytes(content)
        frame.set_input_files("#list-file", office)
        frame.wait_for_selector(f"#list-problem{':not(:empty)' if content[:2] == b'PK' else ':empty'}", state="attached")
    frame.click("form[action$='/update'] button[name=look]")
    frame.wait_for_selector("tr.wait:has-text('Jörg Müller')")
    frame.click("button.main")
    frame.click(".absent a:has-text('Bo')")
    with page.expect_download() as saved:
        frame.click("a.main")
    assert "<title>Everything about 8 Bo</title>" in Path(saved.value.path()).read_text(encoding="utf-8")
    frame.click("a.danger")
    frame.click("button.danger")
    frame.wait_for_selector("table.ladder")
    printing, _ = kept_class(frame, folder / "after.sqlite")
    assert [slip.name for slip in printing.slips if slip.pupil is not None] == ["Ann", "", "Mārama"]
    with open_slip_store(folder / "after.sqlite") as store:
        assert [pupil.label for pupil in store.classes.room("5B").pupils] == ["1 Jörg Müller", "3 Ann", "17 Mārama"]


def test_a_pack_is_learned_and_kept_as_the_programs_own_file(
    seen: "tuple[Page, list[str]]", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, _ = seen
    rows = [line.split() for line in PACK.splitlines()]
    photo = tmp_path / "pack.jpg"
    write_picture(photo, laid.photo([(face, (90 * x - 90, 130 * y - 70, 0)) for y, row in enumerate(rows) for x, face in enumerate(row)]))
    tab(page, "photo")
    give_photo(page, photo)
    page.click("#decks summary")
    page.fill("#deck-rows", "4r what 12o")
    page.click("#deck-add")
    page.wait_for_selector("#deck-problem:has-text('what')")
    page.fill("#deck-rows", PACK)
    page.click("#deck-add")
    page.wait_for_selector("text=1 photo so far")
    page.click("#deck-learn")
    page.wait_for_selector("text=6 cards were learned.")
    with page.expect_download() as download:
        page.click("#decks li button >> nth=0")
    saved = download.value
    monkeypatch.setenv("NUMERO_CAM_DECKS", str(tmp_path))
    saved.save_as(tmp_path / saved.suggested_filename)
    here, native = find_deck("mine"), learn_deck("native", [read_photo(photo)], answers=parse_rows(PACK, 1))
    assert saved.suggested_filename == "mine.toml"
    assert (here.faces, here.seen, len(here.examples)) == (native.faces, native.seen, len(native.examples))
    page.reload()
    until(page, "page.isReady")
    page.click("#decks summary")
    page.wait_for_selector("#decks li b:has-text('mine')")
    page.click("#decks li .quiet")
    page.click(".of-confirm button:has-text('No')")
    page.click("#decks li .quiet")
    page.click(".of-confirm .main")
    until(page, "page.state.decks.found.decks.length === 0")
    page.set_input_files("#deck-file", tmp_path / "mine.toml")
    page.wait_for_selector("#decks li b:has-text('mine')")
    (tmp_path / "bad.toml").write_text('kind = "letter"', encoding="utf-8")
    page.set_input_files("#deck-file", tmp_path / "bad.toml")
    page.wait_for_selector("#deck-problem:has-text('is no deck')")
    assert page.locator("#decks li").count() == 1


def photo_states(page: "Page", photo: Path, axe: str) -> "Iterator[str]":
    """Go through what only a page has that reads photos, and name each state."""
    tab(page, "first")
    yield "the first screen"
    tab(page, "photo")
    give_photo(page, photo)
    until(page, "page.state.photo.further")
    yield "a photo"
    page.click("#cards-read > summary")
    page.locator(".picks .face").first.click()
    page.wait_for_selector("dialog[open]")
    yield "a card"
    page.keyboard.press("Escape")
    page.click("#decks summary")
    yield "packs"
    class_frame(page).evaluate(axe)
    yield "a class"


def test_no_state_of_a_photo_is_cut_or_inaccessible(seen: "tuple[Page, list[str]]", root: Path) -> None:
    page, _ = seen
    axe, found = axe_script(), dict[str, list[str]]()
    home = page.url.partition("#")[0]
    for folder, look in (
        ("", Look(390, 844, "light")),
        ("de/", Look(360, 640, "dark")),
        ("de/", Look(1366, 768, "light")),
        ("de/", Look(390, 844, "light", 200)),
    ):
        page.goto(f"{home}{folder}")
        until(page, "page.isReady")
        for name in photo_states(page, root / "sample_images" / "12_from_all_sides.jpg", axe):
            look.at(page)
            found[f"{name}, {folder}{look}"] = faults(page, axe)
    page.goto(home)
    Look(390, 844, "light").at(page)
    until(page, "page.isReady")
    assert {name: told for name, told in found.items() if told} == {}


def test_a_photo_is_read_by_two_taps(seen: "tuple[Page, list[str]]", root: Path) -> None:
    page, _ = seen
    tab(page, "first")
    with page.expect_file_chooser() as chooser:
        page.click("text=Photograph the table")
    chooser.value.set_files(root / "sample_images" / "01_kitchen_table.jpg")
    page.wait_for_selector(".answer .card")
    assert page.locator("h1").all_inner_texts() == ["Photo"]


def test_a_page_of_the_class_is_one_page(seen: "tuple[Page, list[str]]") -> None:
    """It has one heading, one title and one that scrolls, and leads back to the first screen."""
    page, _ = seen
    frame = class_frame(page)
    until(page, "page.state.framed")
    assert page.locator("h1").count() == 0
    assert frame.locator("h1").count() == 1
    assert page.title() == frame.title()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert frame.evaluate("innerHeight") == page.evaluate("innerHeight")
    assert frame.evaluate("innerWidth") == page.evaluate("innerWidth")
    page.evaluate("window.isTheSame = true")
    frame.click("header a.brand")
    until(page, "page.state.tab === 'first' && isTheSame")
    page.go_back()
    until(page, "page.state.framed")


def test_nobody_else_is_asked_for_anything(seen: "tuple[Page, list[str]]") -> None:
    page, asked = seen
    own = page.evaluate("location.origin")
    assert [url for url in asked if not url.startswith((own, f"blob:{own}"))] == []
