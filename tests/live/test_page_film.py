"""A film in place of a camera, in a real browser: none of its pictures is left out, however slow the page, the line or the table is."""

import base64
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.live_page import HIDE, KEEP, SEEN, page_of
from tests.live_server import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser

FPS = 15
PICTURES = 45
AHEAD = 0.12 + 1e-6  #: How far a film may go on from one picture to the next, in seconds.
BITS, BIT, LEFT, TOP = 8, 60, 80, 100
SIZE = 640, 360
#: Slows a step of the page by so many milliseconds; `all` has the page do nothing else meanwhile.
SLOWER = """([kind, ms]) => {
  const later = done => new Promise(over => setTimeout(over, ms)).then(done);
  const busy = () => { for (const end = performance.now() + ms; performance.now() < end;); };
  const {createImageBitmap} = window, {convertToBlob} = OffscreenCanvas.prototype;
  if (kind === "copy") window.createImageBitmap = (...given) => later(() => createImageBitmap(...given));
  if (kind === "jpeg") OffscreenCanvas.prototype.convertToBlob = function (...given) {
    return later(() => convertToBlob.apply(this, given)); };
  const shown = HTMLVideoElement.prototype.requestVideoFrameCallback;
  if (kind === "shown") HTMLVideoElement.prototype.requestVideoFrameCallback = function (done) {
    return shown.call(this, (...given) => later(() => done(...given))); };
  if (kind === "all") window.createImageBitmap = (...given) => { busy(); return createImageBitmap(...given); };
}"""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film whose pictures show their number, as bits."""
    path = tmp_path_factory.mktemp("film") / "numbers.webm"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"VP80"), FPS, SIZE)
    for number in range(PICTURES):
        pixels = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
        for bit in range(BITS):
            if number >> bit & 1:
                pixels[TOP:-TOP, LEFT + bit * BIT : LEFT + bit * BIT + BIT // 2] = 220
        out.write(pixels)
    out.release()
    return path


def shown(jpeg: str) -> int:
    """Return the number of a picture."""
    pixels = cv2.imdecode(np.frombuffer(base64.b64decode(jpeg), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert pixels is not None
    return sum(int(pixels[SIZE[1] // 2, LEFT + bit * BIT + BIT // 4] > 140) << bit for bit in range(BITS))


def sent_of(page: "Page") -> list[tuple[float, int]]:
    """Wait until the film is over, and return moment and number of each picture that was sent."""
    page.wait_for_selector("#told:has-text('The film is over')")
    sent = page.evaluate("sent")
    assert all(flags == 2 for _, _, flags, _, _ in sent)
    return [(seconds, shown(jpeg)) for _, seconds, _, lost, jpeg in sent if not lost]


def check(sent: list[tuple[float, int]]) -> None:
    """Compare pictures with their moments; none lies farther from the one before than a film may go on."""
    assert [(seconds, number) for seconds, number in sent if not -0.1 < min(seconds * FPS, PICTURES - 1) - number < 1.1] == []
    assert (sent[0][1], sent[-1][1]) == (0, PICTURES - 1)
    assert max(after - before for (before, _), (after, _) in itertools.pairwise(sent)) <= AHEAD


@pytest.mark.parametrize("slower", [("", 0), ("copy", 500), ("jpeg", 200), ("shown", 250), ("all", 300)], ids=str)
def test_no_picture_lies_far_from_the_one_before(
    shared_server: LiveServer, browser: "Browser", film: Path, slower: tuple[str, int]
) -> None:
    page = page_of(browser, shared_server)
    page.evaluate(KEEP)
    page.evaluate(SLOWER, slower)
    page.set_input_files("#photo", film)
    sent = sent_of(page)
    check(sent)
    assert all(before < after for (before, _), (after, _) in itertools.pairwise(sent))
    assert not SEEN[page][0]


def test_what_was_on_its_way_when_the_line_was_lost_is_sent_again(shared_server: LiveServer, browser: "Browser", film: Path) -> None:
    page = page_of(browser, shared_server)
    page.evaluate(KEEP)
    page.set_input_files("#photo", film)
    page.wait_for_function("() => sent.length === 5")
    page.evaluate("() => { window.loses = true; }")
    page.wait_for_timeout(1000)
    page.evaluate("() => { window.loses = false; app.link.socket.close(); }")
    check(sent_of(page))
    assert page.evaluate("sent.filter(([, , , lost]) => lost).length") == 2
    assert not SEEN[page][0]


def test_a_film_waits_while_the_line_is_busy_and_while_its_page_is_hidden(
    shared_server: LiveServer, browser: "Browser", film: Path
) -> None:
    page = page_of(browser, shared_server)
    page.evaluate(KEEP)
    page.evaluate("() => { window.busy = true; }")
    page.set_input_files("#photo", film)
    page.wait_for_function("() => sent.length === 5")
    page.evaluate(HIDE, arg=True)
    page.wait_for_selector(".problem:has-text('in the background')")
    page.wait_for_timeout(500)
    before = page.evaluate("sent.length")
    page.wait_for_timeout(1000)
    assert page.evaluate("sent.length") == before
    page.evaluate(HIDE, arg=False)
    check(sent_of(page))
