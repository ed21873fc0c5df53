"""What happens to cameras, in a real browser: not asked for yet, unplugged, two at once, a page in the background, mirrored pictures."""

import base64
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.live_page import HIDE, KEEP, SEEN, opened, page_of, until
from tests.live_server import TRUTH, LiveServer, picture_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser

DEMO = Path(__file__).parents[2] / "numero_cam" / "web" / "static" / "demo.mp4"  #: A film that the browser plays.
#: What the browser says when a camera is pulled out.
UNPLUG = "() => app.camera.stream.getVideoTracks()[0].dispatchEvent(new Event('ended'))"

MOST_DIFFERENCE = 8.0  #: Mean difference of two pictures of the same table, in grey levels.
#: By which matrix a film says how far its pictures are to be turned, in degrees clockwise.
TURNS = {90: (0, 1, -1, 0), 180: (-1, 0, 0, -1)}


@pytest.fixture(scope="module")
def shared_browser() -> "Iterator[Browser]":
    with opened("--use-fake-device-for-media-stream=device-count=2", "--use-fake-ui-for-media-stream") as found:
        yield found


def test_before_a_camera_was_asked_for_nothing_is_said_to_be_missing(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    page.wait_for_selector("#allow")
    looker = server.page()
    looker.until(lambda: "game" in looker.newest)
    page.wait_for_timeout(4000)  # longer than it takes until missing pictures are told
    assert page.inner_text("#notice") == ""
    page.fill("#name-0", "Ann")
    page.fill("#name-1", "Ben")
    page.click("#begin")
    page.wait_for_selector("#notice:has-text('no camera is in use yet')")
    page.click("#allow")
    page.wait_for_selector("#notice:has-text('no camera')", state="detached")
    assert not SEEN[page][0]


def test_an_unplugged_camera_is_told_the_game_stays_and_another_is_chosen_by_its_name(server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, server)
    page.click("#allow")
    page.wait_for_selector("#which")
    names = page.locator("#which option").all_inner_texts()
    assert len(names) == 2
    assert all("fake" in name for name in names)
    used = page.locator("#which").input_value()
    other = next(value for value in page.eval_on_selector_all("#which option", "all => all.map(one => one.value)") if value != used)
    page.evaluate("() => { app.camera.list = async () => app.camera.changed(); }")  # the browser still has it
    page.evaluate(UNPLUG)
    page.wait_for_selector(".problem:has-text('unplugged')")
    page.select_option("#which", other)
    page.wait_for_selector(".problem:has-text('unplugged')", state="detached")
    until(page, "app.camera.running && app.state.table")
    assert page.locator("#which").input_value() == other
    page.click("#begin")
    until(page, "app.state.game.state === 'waiting'")
    page.evaluate(UNPLUG)
    page.wait_for_selector("#notice:has-text('pictures')")
    page.click("#allow")
    until(page, "app.camera.running && app.state.table")
    page.wait_for_selector("#notice:empty", state="attached")
    assert page.evaluate("app.state.game.state") == "waiting"
    assert not SEEN[page][0]


def test_of_two_cameras_the_one_opened_last_counts_and_the_other_page_is_told(shared_server: LiveServer, browser: "Browser") -> None:
    first, second = page_of(browser, shared_server), page_of(browser, shared_server)
    first.click("#allow")
    until(first, "app.state.table?.number")
    second.click("#allow")
    first.wait_for_selector(".problem:has-text('Another page gives the pictures now')")
    until(second, "app.state.table?.number")
    assert second.locator(".problem:visible").count() == 0
    assert not first.evaluate("app.camera.running")
    first.click("#allow")
    second.wait_for_selector(".problem:has-text('Another page gives the pictures now')")
    number = first.evaluate("app.camera.number")
    until(first, f"app.state.table.number > {number + 5}")
    assert not SEEN[first][0] + SEEN[second][0]


def test_a_camera_that_is_opened_twice_at_once_is_told_in_the_background_and_goes_on_when_the_page_is_loaded_anew(
    shared_server: LiveServer, browser: "Browser"
) -> None:
    page = page_of(browser, shared_server)
    page.wait_for_selector("#allow")
    page.evaluate("() => Promise.all([app.camera.open(), app.camera.open()])")
    until(page, "app.camera.running && app.state.table?.number")
    title = page.title()
    page.evaluate(HIDE, arg=True)
    assert "No pictures" in page.title()
    page.wait_for_selector(".problem:has-text('in the background')")
    page.evaluate(HIDE, arg=False)
    assert page.title() == title
    page.reload()
    until(page, "app.camera.running && app.state.table?.number")
    assert not SEEN[page][0]


def test_a_mirrored_picture_is_told_and_turned_round(server: LiveServer, tmp_path: Path) -> None:
    """Mirrored numbers look like others: what is read then is doubtful."""
    film = tmp_path / "mirrored.mjpeg"
    film.write_bytes(cv2.imencode(".jpg", cv2.flip(picture_at(), 1))[1].tobytes() * 30)
    with opened(camera=film) as browser:
        page = page_of(browser, server)
        page.click("#allow")
        page.wait_for_selector(".placing:has-text('mirror')")
        page.click("#turn-round")
        hands = TRUTH["game"].split("cards: ")[1].split()[:12]
        page.wait_for_function(
            "hands => app.state.table.cards.filter(card => hands.includes(card.face)).length >= hands.length - 2", arg=hands
        )
        page.wait_for_selector(".count:has-text('cards are seen')")
        # Nothing of the mirrored picture is left.
        assert page.evaluate("app.state.table.cards.length") <= len(hands) + 1
        assert not SEEN[page][0]


@pytest.mark.parametrize(("turn", "copies"), [(90, True), (180, True), (90, False)])
def test_a_film_is_sent_as_it_is_shown(shared_server: LiveServer, browser: "Browser", tmp_path: Path, turn: int, copies: bool) -> None:
    """Also where telephones hold their films turned, and in browsers that copy no frames."""
    film, data = tmp_path / "turned.mp4", bytearray(DEMO.read_bytes())
    a, b, c, d = (65536 * part for part in TURNS[turn])
    struct.pack_into(">6i", data, data.index(b"tkhd") + 44, a, b, 0, c, d, 0)
    film.write_bytes(data)
    page = page_of(browser, shared_server)
    page.evaluate(KEEP)
    if not copies:
        page.evaluate("() => { delete window.VideoFrame; }")
    page.set_input_files("#photo", film)
    page.wait_for_function("() => window.sent.length")
    jpeg = np.frombuffer(base64.b64decode(page.evaluate("sent[0][4]")), np.uint8)
    sent = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    assert sent is not None
    capture = cv2.VideoCapture(str(DEMO))
    _, upright = capture.read()
    capture.release()
    assert [quarters for quarters in range(4) if _look_alike(np.rot90(upright, -quarters), sent)] == [turn // 90]
    assert not SEEN[page][0]


#: After the picture that is on its way, the film is at its end and the table has no time.
TO_THE_END = """() => {
  const {camera} = app;
  camera.look = async at => {
    delete camera.look;
    await camera.look(at);
    Object.assign(camera, {credits: -1000, sent: camera.video.duration - 0.1});
  };
}"""


def test_the_last_picture_of_a_film_waits_until_the_table_has_time_for_it(shared_server: LiveServer, browser: "Browser") -> None:
    page = page_of(browser, shared_server)
    page.evaluate(KEEP)
    page.set_input_files("#photo", DEMO)
    page.wait_for_function("() => window.sent.length")
    page.evaluate(TO_THE_END)
    page.wait_for_function("() => app.camera.sent > app.camera.video.duration - 0.2")
    page.wait_for_timeout(1000)
    assert page.evaluate("app.camera.running")
    before = page.evaluate("sent.length")
    page.evaluate("app.camera.credit(1001)")
    page.wait_for_function("() => !app.camera.running")
    assert page.evaluate("sent.length") > before
    assert not SEEN[page][0]


def test_a_telephone_may_choose_a_film_that_it_has_and_a_file_that_is_none_is_told_so(
    shared_server: LiveServer, browser: "Browser", tmp_path: Path
) -> None:
    page = page_of(browser, shared_server)
    page.wait_for_selector("#photo", state="attached")
    # With `capture` it would open its camera at once.
    assert page.evaluate("[...document.querySelectorAll('input[type=file]')].filter(one => one.hasAttribute('capture')).length") == 0
    assert page.get_attribute("#photo", "accept") == "image/*,video/*"
    film = tmp_path / "film.mp4"
    film.write_bytes(DEMO.read_bytes()[:300])
    page.set_input_files("#photo", film)
    page.wait_for_selector(".problem:has-text('This film cannot be played here')")
    assert not page.evaluate("app.camera.running")
    assert not SEEN[page][0]


def _look_alike(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape == other.shape and float(np.mean(cv2.absdiff(np.ascontiguousarray(one), other))) < MOST_DIFFERENCE
