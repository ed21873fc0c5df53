"""The page without a server reads photos, in Chromium with the network off: it finds what the program finds."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from numero_cam.app.corrections import parse_corrections
from numero_cam.app.session import Session, open_session
from tests.browser_page import built_with_eyes, give_photo, lying, served, settled, started, until, visitor
from tests.live_page import opened
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Position

pytestmark = pytest.mark.slow

MOST_DIFFERENCE = 0.03
"""Between confidences: the last digits of a network's numbers differ from processor to processor."""
SHARE = """async () => {
  const form = new FormData(), photo = await (await fetch("icons/icon-512.png")).blob();
  form.set("photo", new File([photo], "shared.png", {type: "image/png"}));
  return (await fetch("share", {method: "POST", body: form})).url;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_with_eyes(tmp_path_factory.mktemp("site") / "out")


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


def test_each_sample_photo_has_the_same_cards_and_takes(seen: "tuple[Page, list[str]]", session: Session, root: Path) -> None:
    page, _ = seen
    for photo in sorted((root / "sample_images").glob("*.jpg")):
        here, native = give_photo(page, photo), session.solve(photo.read_bytes()).to_dict()
        assert lying(here) == lying(native), photo.name
        assert (here["plays"], here["look_at"]) == (native["plays"], native["look_at"]), photo.name
        both = zip(here["cards"], native["cards"], strict=True)  # type: ignore[call-overload]
        assert max(abs(one["confidence"] - other["confidence"]) for one, other in both) < MOST_DIFFERENCE, photo.name


def test_a_tap_mends_a_card(seen: "tuple[Page, list[str]]", session: Session, root: Path) -> None:
    page, _ = seen
    photo = root / "sample_images" / "12_from_all_sides.jpg"
    table = {card["n"]: card for card in give_photo(page, photo)["cards"]}
    taken = next(n for n, card in table.items() if card["card"] == "7b")
    page.locator("canvas.picture").click(position=_middle(page, taken))
    page.click("dialog .face[data-name^='7r ']")
    assert lying(settled(page)) == lying(session.solve(photo.read_bytes(), parse_corrections([f"{taken}=7r"])).to_dict())
    unread = next(n for n, card in table.items() if card["card"] is None)
    page.click(".picks[data-zone=won] .face")
    page.locator("dialog .buttons button").first.click()
    both = parse_corrections([f"{taken}=7r", f"{unread}=none"])
    assert lying(settled(page)) == lying(session.solve(photo.read_bytes(), both).to_dict())
    assert page.locator("dialog").count() == 0


def _middle(page: "Page", card: int) -> "Position":
    script = """n => { const {width, height} = document.querySelector("canvas.picture").getBoundingClientRect();
      const {quad} = page.state.photo.table.cards.find(card => card.id === n);
      const mean = axis => quad.reduce((sum, point) => sum + point[axis], 0) / 4;
      return {x: mean(0) * width, y: mean(1) * height}; }"""
    place: Position = page.evaluate(script, card)
    return place


def test_a_file_that_is_no_photo_is_told_in_one_sentence(seen: "tuple[Page, list[str]]", tmp_path: Path) -> None:
    page, _ = seen
    broken = tmp_path / "letter.jpg"
    broken.write_text("dear")
    assert give_photo(page, broken)["error"] == "Letter.jpg: is not a picture that can be read (JPEG, PNG, WebP, BMP or TIFF)"


def test_the_camera_gives_a_photo(seen: "tuple[Page, list[str]]") -> None:
    page, _ = seen
    page.click("#allow")
    page.click("#shoot")
    until(page, "page.state.photo")
    assert len(settled(page)["cards"]) > 5
    assert page.locator("#shoot").count() == 0


def test_a_camera_that_is_refused_is_told_in_words(seen: "tuple[Page, list[str]]") -> None:
    page, _ = seen
    page.evaluate("""Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {configurable: true, value: async () => {
      throw new DOMException('', 'NotAllowedError'); }})""")
    page.click("#allow")
    page.wait_for_selector("text=The browser was not allowed to use the camera.")


def test_a_photo_that_another_program_shares_is_read(seen: "tuple[Page, list[str]]") -> None:
    page, _ = seen
    assert page.evaluate(SHARE) == page.evaluate("new URL('./', location.href).href")
    page.reload()
    until(page, "page.isReady && page.state.photo")
    assert settled(page)["image"] == "the shared photo"
    assert page.evaluate("caches.open('numero-cam-shared').then(cache => cache.keys()).then(keys => keys.length)") == 0


def test_everybody_can_use_it(seen: "tuple[Page, list[str]]", root: Path) -> None:
    page, _ = seen
    axe = axe_script()
    give_photo(page, root / "sample_images" / "12_from_all_sides.jpg")
    assert faults(page, axe) == []
    page.locator(".picks .face").first.click()
    page.wait_for_selector("dialog[open]")
    assert faults(page, axe) == []
    page.keyboard.press("Escape")


def test_nobody_else_is_asked_for_anything(seen: "tuple[Page, list[str]]") -> None:
    page, asked = seen
    own = page.evaluate("location.origin")
    assert [url for url in asked if not url.startswith((own, f"blob:{own}"))] == []
