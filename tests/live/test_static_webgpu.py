"""Networks by WebGPU on the page without a server, in Chromium, whose processor plays the device: used only where that changes no card."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from numero_cam.app.session import open_session
from tests.browser_page import give_photo, lying, mended, served, started, until, visitor
from tests.live_page import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

FLAGS = ("--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan,WebGPU")
SCRIPT = "app/webgpu.js"
RUNTIME = "webgpu/ort.jspi.min.mjs"
PLAYED = ("adapter && !adapter.info.isFallbackAdapter", "adapter")  #: A device that the processor plays is as good as another.
PATIENT = ("LATE = 5_000", "LATE = 500_000")  #: The processor plays slowly, and the machine may be busy.
HOWEVER_SLOW = (" && times.webgpu < times.processor", "")
HOWEVER_WRONG = ("MOST_DIFFERENCE = 0.01", "MOST_DIFFERENCE = Infinity")
IMPATIENT = ("LATE = 5_000", "LATE = 500")
#: In place of onnxruntime-web: a device that answers with zeros, at once or slowly, and then does what it is told.
STAND_IN = """const lost = {}, orders = new BroadcastChannel("orders"), told = new BroadcastChannel("told");
let does = "zeros";
orders.onmessage = ({data}) => told.postMessage(`will: ${does = data}`);
export const env = {wasm: {}, webgpu: {device: {lost: new Promise(done => lost.tell = done)}}};
export class Tensor {}
export const InferenceSession = {create: async () => ({release() {}, async run(_, names) {
  told.postMessage(does);
  if (does === "throws") throw new Error("out of memory");
  if (does === "lost") lost.tell({message: "the device is lost"});
  if (does === "slow") await new Promise(done => setTimeout(done, 2_000));
  if (does !== "zeros" && does !== "slow") return new Promise(() => {});
  return Object.fromEntries(names.map(name => [name, {data: new Float32Array(1e6), dims: [1]}]));
}})};"""
#: What was told before the order, by another way, may come after it.
ORDER = """does => { window.heard = []; new BroadcastChannel("told").onmessage = ({data}) =>
  void ((heard.length || data.startsWith("will: ")) && heard.push(data));
  new BroadcastChannel("orders").postMessage(does); }"""
NETWORKS = 4  #: Number of networks that the photo asks.
#: Whether the device's files are kept, so that they are there without a network.
KEPT = "caches.match(new URL('webgpu/ort-wasm-simd-threaded.jspi.wasm', location.href)).then(Boolean)"
CHECKED = f"Object.keys(page.desk.webgpu ?? {{}}).length >= {NETWORKS}"
SECONDS = 600.0  #: Time that the processor may take to play a device.


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with opened(*FLAGS) as one:
        yield one


@pytest.fixture(scope="module")
def photo(root: Path) -> Path:
    return root / "sample_images" / "01_kitchen_table.jpg"


@pytest.fixture(scope="module")
def native(photo: Path) -> dict[str, Any]:
    return open_session().solve(photo.read_bytes()).to_dict()


def is_native(found: dict[str, Any], native: dict[str, Any]) -> bool:
    return (lying(found), found["plays"]) == (lying(native), native["plays"])


def used(page: "Page") -> set[bool]:
    """Whether WebGPU is used, of each network that was checked."""
    return set(page.evaluate("Object.values(page.desk.webgpu).map(found => found.used)"))


def again(page: "Page", photo: Path) -> dict[str, Any]:
    """Give the photo once more, however long it takes."""
    page.evaluate("page.update({photo: null, looks: true})")
    page.set_input_files("#photo", photo)
    until(page, "page.state.photo && !page.state.looks", SECONDS)
    found = page.evaluate("page.state.photo.solved")
    assert isinstance(found, dict)
    return found


def test_a_device_that_the_processor_plays_is_not_asked(browser: "Browser", site: Path, photo: Path) -> None:
    with visitor(browser) as context, served(site) as address:
        page = started(context, f"{address}#photo")
        assert page.evaluate("navigator.gpu.requestAdapter().then(found => found.info.isFallbackAdapter)")
        give_photo(page, photo)
        give_photo(page, photo)
        assert page.evaluate("page.desk.webgpu") is None
        assert not page.evaluate("caches.match(new URL('webgpu/ort.jspi.min.mjs', location.href)).then(Boolean)")


def test_a_device_gives_the_same_cards_and_is_there_without_a_network(
    browser: "Browser", site: Path, photo: Path, native: dict[str, Any], tmp_path: Path
) -> None:
    with visitor(browser) as context:
        with served(mended(site, tmp_path / "site", {SCRIPT: (PLAYED, PATIENT, HOWEVER_SLOW)})) as address:
            page = started(context, f"{address}#photo")
            assert is_native(give_photo(page, photo), native)
            until(page, KEPT)
        context.set_offline(True)
        page.reload()
        until(page, "page.isReady")
        assert is_native(give_photo(page, photo), native)
        until(page, CHECKED, SECONDS)
        assert used(page) == {True}
        assert is_native(again(page, photo), native)
        assert used(page) == {True}


def test_a_device_that_is_slower_is_not_used(browser: "Browser", site: Path, photo: Path, tmp_path: Path) -> None:
    slow = STAND_IN.replace('does = "zeros"', 'does = "slow"')
    own = mended(site, tmp_path / "site", {SCRIPT: (PLAYED, PATIENT, HOWEVER_WRONG), RUNTIME: slow})
    with visitor(browser) as context, served(own) as address:
        page = started(context, f"{address}#photo")
        give_photo(page, photo)
        until(page, CHECKED)
        assert used(page) == {False}


def test_a_device_that_says_something_else_is_not_used(
    browser: "Browser", site: Path, photo: Path, native: dict[str, Any], tmp_path: Path
) -> None:
    own = mended(site, tmp_path / "site", {SCRIPT: (PLAYED, HOWEVER_SLOW), RUNTIME: STAND_IN})
    with visitor(browser) as context, served(own) as address:
        page = started(context, f"{address}#photo")
        give_photo(page, photo)
        until(page, CHECKED)
        assert used(page) == {False}
        assert is_native(again(page, photo), native)


@pytest.mark.parametrize("does", ["throws", "lost", "sleeps"])
def test_a_device_that_fails_while_a_photo_is_read_loses_nothing(
    browser: "Browser", site: Path, photo: Path, native: dict[str, Any], tmp_path: Path, does: str
) -> None:
    own = mended(site, tmp_path / "site", {SCRIPT: (PLAYED, HOWEVER_SLOW, HOWEVER_WRONG, IMPATIENT), RUNTIME: STAND_IN})
    with visitor(browser) as context, served(own) as address:
        page = started(context, f"{address}#photo")
        give_photo(page, photo)
        until(page, CHECKED)
        assert used(page) == {True}
        page.evaluate(ORDER, does)
        until(page, "heard.length")
        assert is_native(again(page, photo), native)
        assert page.evaluate("heard") == [f"will: {does}", does]  # it was asked once more, and not again
        assert used(page) == {False}
        assert is_native(again(page, photo), native)
