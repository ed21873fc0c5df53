"""The page without a server, in Chromium: after the first visit with the network off, it says what the program says."""

import json
import random
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.build import find_clang
from numero_cam.app.answers import best_takes
from numero_cam.games.numero.engine import Options, read_game
from numero_cam.games.numero.solve.kernel import MAX_KERNEL_ITEMS
from tests.browser_page import (
    CACHES,
    LISTEN,
    OTHER,
    UPDATE,
    Host,
    ask,
    begin_game,
    built,
    changed,
    emscripten,
    mended,
    open_game,
    put_down,
    served,
    started,
    tab,
    until,
    visitor,
)
from tests.live_page import opened
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

DEALS = 60  #: The two solvers are compared on more by tests/unit/games/numero/solve; here Python runs in a browser.
COMPILED_DEALS = 40
#: The address of the picture of the memory.
KEPT = "caches.open('numero-cam-memory').then(cache => cache.keys()).then(keys => keys.map(key => key.url))"
SLOW = 1e6  #: Bytes a second of a line on which a visit can be cut off.
TABS = ("first", "take", "check", "puzzle", "mine", "progress", "play", "numo")


@pytest.fixture(scope="module")
def offline(shared_browser: "Browser", typed_site: Path) -> "Iterator[tuple[Page, list[str]]]":
    """A page that was visited once and loaded anew without a network; and what it asked of whom."""
    asked: list[str] = []
    with visitor(shared_browser) as context:
        context.on("request", lambda request: asked.append(request.url))
        with served(typed_site) as address:
            page = started(context, address)
        context.set_offline(True)
        page.reload()
        until(page, "page.isReady")
        yield page, asked


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "milliseconds"}


def test_each_deal_has_the_same_best_take(offline: "tuple[Page, list[str]]") -> None:
    page, _ = offline
    compare_deals(page, DEALS)


def compare_deals(page: "Page", deals: int) -> None:
    """Compare the answers to so many deals with those of the program."""
    chance, pack = random.Random(50), sorted(set(map(str, Options.level("all").pack())))  # noqa: S311 - cards, no secret
    for deal in range(deals):
        cards, by = chance.sample(pack, 10), chance.choice(("points", "cards"))
        here = ask(page, "solve", centre=cards[:5], hand=cards[5:], by=by)["solved"]
        native = best_takes(cards[:5], cards[5:], by=by).to_dict()  # type: ignore[arg-type]
        assert without_times(here) == without_times(json.loads(json.dumps(native))), f"{deal}: {cards}"


def test_the_compiled_solver_finds_the_same(shared_browser: "Browser", tmp_path: Path) -> None:
    if find_clang() is None:
        pytest.skip("no clang that compiles the solver's kernel is installed")
    with visitor(shared_browser) as context, served(built(tmp_path / "out", emscripten())) as address:
        page = started(context, address)
        until(page, f"{KEPT}.then(urls => urls.length === 1)")
        page.reload()
        until(page, "page.isReady")
        many = [f"{number}{colour}" for number in range(1, 6) for colour in "rbgo"][:MAX_KERNEL_ITEMS]
        assert ask(page, "solve", centre=many, hand=["14b"], by="points")["solved"]["proven"]  # Python alone cannot prove so many
        compare_deals(page, COMPILED_DEALS)


def test_a_game_begins_by_one_tap_and_goes_on_by_another(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        page = context.new_page()
        page.goto(address)
        page.click("#to-play")  # before the program has come
        page.wait_for_selector(".near .tap:enabled")
        text = put_down(page)
        page.go_back()
        until(page, "page.state.tab === 'first'")
        assert page.title() == "Numero Cam"
        assert page.inner_text("#to-game").split("\n")[0] == "Go on playing"
        assert all(name in page.inner_text("#to-game") for name in read_game(text).whole().names)
        page.reload()
        page.click("#to-play")
        until(page, "page.gameText && !page.state.thinks")
        assert page.evaluate("page.gameText") == text
        assert page.title() == "Play – Numero Cam"
        assert page.locator("main h1").all_inner_texts() == ["Play"]
        page.click("#menu")
        page.click("dialog a[href='#']")
        until(page, "page.state.tab === 'first'")


def test_a_take_is_found_by_taps(offline: "tuple[Page, list[str]]") -> None:
    page, _ = offline
    tab(page, "take")
    page.click(".picker summary")
    for face in ("8b", "4r"):
        page.click(f".picker .face[data-name^='{face} ']")
    page.click("#to-hand")
    page.click(".picker .face[data-name^='12o ']")
    page.click("#solve")
    assert "8 + 4" in page.inner_text(".answer .said")


def test_a_puzzle_is_solved_by_taps(offline: "tuple[Page, list[str]]") -> None:
    page, _ = offline
    tab(page, "puzzle")
    page.click("#another")
    until(page, "page.state.puzzle.found")
    assert page.inner_text("#task") == "Take the most cards. Every card is used once."
    assert page.locator("text=/Hardness \\d+ of 100[^.]/").count() == 0  # why is told with the answer
    best = page.evaluate("page.state.puzzle.found.best.groups.map(one => one.text).join('; ')")
    page.fill("#answer", best)
    page.click("#judge")
    page.wait_for_selector(".verdict.good")
    page.fill("#answer", "")
    page.locator("main .picks .face").first.click()
    assert page.input_value("#answer")
    page.click("#show")
    assert page.locator(".answer .card").count() > 1
    assert page.locator(".answer >> text=/Hardness \\d+ of 100: /").count() == 1


def test_a_game_goes_on_after_the_page_was_loaded_anew(offline: "tuple[Page, list[str]]") -> None:
    page, _ = offline
    begin_game(page)
    put_down(page)
    text = put_down(page)
    page.reload()
    until(page, "page.isReady && page.state.game")
    assert page.evaluate("page.gameText") == text
    assert str(read_game(text).whole().state.turn) == str(page.evaluate("page.state.game.turn"))
    page.click("#hint")
    page.wait_for_selector(".tip")
    page.click("#enough")
    page.click("#undo")
    until(page, f"page.gameText !== {text!r}")
    page.click("#menu")
    open_game(page, {"name": "numero.txt", "mimeType": "text/plain", "buffer": text.encode()})
    until(page, f"page.gameText === {text!r}")
    page.click("#menu")
    open_game(page, {"name": "other.txt", "mimeType": "text/plain", "buffer": b"chess"})
    page.wait_for_selector(".told .problem")
    assert page.evaluate("page.gameText") == text


def test_numo_is_played_by_taps_and_its_melds_are_found(offline: "tuple[Page, list[str]]") -> None:
    page, _ = offline
    tab(page, "numo")
    page.click("#numo-begin")
    page.click("#draw")
    page.locator(".numbers button:enabled").first.click()
    page.locator("button.choice").last.click()
    page.wait_for_selector("#draw")
    text = page.evaluate("page.state.numo.game.text")
    for button in ("New game", "No", "New game", "Yes"):
        assert page.evaluate("page.state.numo.game.text") == text
        page.click(f"button:has-text('{button}')")
    page.click("#numo-begin")
    page.wait_for_selector("#draw")
    page.fill("#melds-hand", "3 4 7 9")
    page.click("#find-melds")
    page.wait_for_selector("text=3 + 4 = 7")


def test_nobody_else_is_asked_for_anything(offline: "tuple[Page, list[str]]") -> None:
    page, asked = offline
    own = page.evaluate("location.origin")
    assert len(asked) > 30
    assert [url for url in asked if not url.startswith((own, f"blob:{own}"))] == []


def test_no_part_is_cut_or_inaccessible(shared_browser: "Browser", typed_site: Path) -> None:
    axe = axe_script()
    with visitor(shared_browser) as context, served(typed_site) as address:
        page = started(context, address)
        begin_game(page)
        page.locator(".near .tap:enabled").first.click()
        tab(page, "numo")
        page.click("#numo-begin")
        for folder, scheme in (("", "light"), ("de/", "dark")):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.goto(f"{address}{folder}#play")
            until(page, "page.isReady && page.state.game")
            page.wait_for_selector(".duel .tap.chosen, .duel .told .said")
            tab(page, "take")
            page.evaluate("page.updateIn('take', {centre: ['8b', '4r', '[3b 2g]'], hand: ['12o', 'x3']})")
            page.click("#solve")
            page.wait_for_selector(".answer")
            tab(page, "puzzle")
            page.click("#another")
            tab(page, "numo")
            page.wait_for_selector("#draw")
            found = {}
            for name in TABS:
                tab(page, name)
                found[name] = faults(page, axe)
            assert found == {name: [] for name in TABS}, scheme


def test_a_new_version_is_said_and_a_game_goes_on_in_it(shared_browser: "Browser", typed_site: Path, tmp_path: Path) -> None:
    own = tmp_path / "site"
    shutil.copytree(typed_site, own)
    with visitor(shared_browser) as context, served(own) as address:
        page = started(context, address)
        begin_game(page)
        text = put_down(page)
        changed(own, "css/app.css", whole=False)
        page.evaluate(UPDATE)
        page.wait_for_timeout(1000)
        assert page.locator("#update").count() == 0
        changed(own, "css/app.css")
        page.evaluate(UPDATE)
        page.wait_for_selector("#update")
        assert page.evaluate("page.gameText") == text
        with page.expect_navigation():
            page.click("#update button")
        until(page, "page.isReady && page.state.game")
        assert page.evaluate("page.gameText") == text
        assert page.evaluate(CACHES) == 1
        assert page.evaluate("fetch('css/app.css').then(answer => answer.text())") == OTHER


def test_the_first_visit_is_told_in_words_and_bytes(shared_browser: "Browser", typed_site: Path) -> None:
    """They are those of the files, of which a host that compresses sends fewer: they go up to the whole, and never beyond."""
    with visitor(shared_browser) as context, served(typed_site, type("", (Host,), {"rate": 4 * SLOW})) as address:
        context.add_init_script(LISTEN)
        page = started(context, address)
        said = page.evaluate("[...said]")
        assert page.evaluate("performance.getEntriesByType('navigation')[0].encodedBodySize < 1e4")
    whole = sum(size for name, (_, size) in worker_files(typed_site).items() if name.startswith(("core.zip", "pyodide/")))
    told = [tuple(map(float, found)) for text in said for found in re.findall(r"([\d.]+) of ([\d.]+) MB", text)]
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1] == (round(whole / 1e6, 1),) * 2
    assert {total for _, total in told} == {told[-1][1]}
    assert any("Python starts" in text for text in said)


def worker_files(site: Path) -> dict[str, tuple[str, int]]:
    """What the service worker keeps: the SHA-256 and the bytes of each file."""
    found = re.search(r"^const FILES = (.*);$", (site / "sw.js").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return dict(json.loads(found[1]))


def test_a_first_visit_that_was_cut_off_takes_the_version_that_the_host_has_then(
    shared_browser: "Browser", typed_site: Path, tmp_path: Path
) -> None:
    own = tmp_path / "site"
    shutil.copytree(typed_site, own)
    with visitor(shared_browser) as context, served(own, type("Slow", (Host,), {"rate": SLOW})) as address:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(".starting:has-text(' of ')")
        page.close()
        changed(own, "css/app.css")
        page = context.new_page()
        page.goto(address)
        page.evaluate(UPDATE)
        until(page, "navigator.serviceWorker.getRegistration().then(found => !found.waiting && !found.installing)")
        page.reload()
        until(page, "page.isReady && document.documentElement.dataset.kept === 'all'")
        assert page.evaluate("fetch('css/app.css').then(answer => answer.text())") == OTHER
        assert page.evaluate(CACHES) == 1


def test_a_file_of_another_version_is_not_kept_and_the_page_works(shared_browser: "Browser", typed_site: Path, tmp_path: Path) -> None:
    own = tmp_path / "site"
    shutil.copytree(typed_site, own)
    changed(own, "css/app.css", whole=False)
    with visitor(shared_browser) as context, served(own) as address:
        page = started(context, address)
        assert page.evaluate("document.documentElement.dataset.kept") == "nothing"
        assert page.inner_text("#not-offline")
        assert ask(page, "solve", centre=["8b", "4r"], hand=["12o"], by="points")["card"] == "12o"


def test_opened_as_a_file_it_says_that_it_needs_an_address(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        page = context.new_page()
        for folder, said in (("", "it needs an address"), ("de/", "Sie braucht eine Adresse")):
            page.goto((typed_site / folder / "index.html").as_uri())
            assert page.locator("#as-file").is_visible()
            assert said in page.inner_text("#as-file")
            page.click("#as-file a")
            assert "start.bat" in page.inner_text("main")
            assert faults(page, axe_script()) == []
        started(context, address)
        assert not context.pages[-1].locator("#as-file").is_visible()


def test_a_damaged_picture_of_the_memory_stops_no_start(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        page = started(context, address)
        until(page, f"{KEPT}.then(urls => urls.length === 1)")
        (url,) = page.evaluate(KEPT)
        page.evaluate("url => caches.open('numero-cam-memory').then(cache => cache.put(url, new Response('no picture')))", url)
        page.reload()
        until(page, "page.isReady")
        assert ask(page, "solve", centre=["8b", "4r"], hand=["12o"], by="points")["card"] == "12o"


def test_a_browser_without_webassembly_is_told_so(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        context.add_init_script("delete window.WebAssembly;")
        page = context.new_page()
        page.goto(address)
        assert page.inner_text("#problem").count(".") == 2
        assert "WebAssembly" in page.inner_text("#problem")


def test_an_address_without_tls_plays_and_answers(typed_site: Path) -> None:
    """There a browser has no service worker, no locks and no caches."""
    with opened("--host-resolver-rules=MAP school.test 127.0.0.1") as browser, visitor(browser) as context, served(typed_site) as address:
        page = context.new_page()
        page.goto(address.replace("localhost", "school.test"))
        until(page, "page.isReady")
        assert not page.evaluate("isSecureContext")
        assert page.inner_text("#not-offline")
        begin_game(page)
        put_down(page)


def test_an_older_browser_without_offscreen_canvas_answers(shared_browser: "Browser", typed_site: Path, tmp_path: Path) -> None:
    own = mended(typed_site, tmp_path / "site", {"app/snapshot.js": (("const CACHE", "delete self.OffscreenCanvas;\nconst CACHE"),)})
    with visitor(shared_browser) as context, served(own) as address:
        context.add_init_script("delete window.OffscreenCanvas;")
        page = started(context, f"{address}#photo")
        assert page.locator("main").count() == 1
        assert ask(page, "solve", centre=["8b", "4r"], hand=["12o"], by="points")["card"] == "12o"


@pytest.mark.parametrize(("folder", "said"), [("", "use a newer browser"), ("de/", "nimm einen neueren Browser")])
def test_a_page_that_does_not_start_says_what_to_do(
    shared_browser: "Browser", typed_site: Path, tmp_path: Path, folder: str, said: str
) -> None:
    own = tmp_path / "site"
    shutil.copytree(typed_site, own)
    (own / "js" / "faces.js").unlink()
    with visitor(shared_browser) as context:
        with served(own) as address:
            page = context.new_page()
            page.goto(address + folder)
            page.wait_for_selector("#no-start")
            assert said in page.inner_text("#no-start")
            assert faults(page, axe_script()) == []
        with served(typed_site) as address:
            context.add_init_script("delete window.BroadcastChannel;")
            page.goto(address + folder)
            page.wait_for_selector("#no-start")


def test_a_database_that_cannot_be_read_keeps_nothing_and_plays(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        context.add_init_script("IDBObjectStore.prototype.getAll = () => { throw new DOMException('', 'UnknownError'); }")
        page = started(context, address)
        assert page.inner_text("#not-kept")
        assert page.locator("#no-start").count() == 0
        begin_game(page)
        put_down(page)


def test_a_visit_is_in_the_browsers_language_until_another_one_is_chosen(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser, locale="de-AT") as context, served(typed_site) as address:
        page = context.new_page()
        page.goto(f"{address}?again#take")
        page.wait_for_url(f"{address}de/?again#take")
        tab(page, "first")
        page.click(".language")
        page.wait_for_url(address)
        page.goto(f"{address}index.html#play")
        page.wait_for_selector("h1:has-text('Play')")
        page.goto(f"{address}de/#play")
        page.wait_for_url(f"{address}#play")
    with visitor(shared_browser) as context, served(typed_site) as address:
        page = context.new_page()
        page.goto(f"{address}de/#play")  # German was asked for
        page.wait_for_selector("h1:has-text('Spielen')")
        page.goto(address)
        page.click(".language")
        page.wait_for_url(f"{address}de/")
        page.goto(address)
        page.wait_for_url(f"{address}de/")


#: Counts how often the browser is asked to throw away nothing, which it promises a page of the home screen.
ASKED = """window.asked = 0;
navigator.storage.persisted = async () => Boolean(sessionStorage.promised);
navigator.storage.persist = async () => { asked += 1; return Boolean(sessionStorage.promised); };"""


def test_what_may_be_thrown_away_is_said_on_the_next_day_too(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        context.add_init_script(ASKED)
        page = started(context, address)
        assert page.locator("#forgets").count() == page.evaluate("asked") == 0
        begin_game(page)
        put_down(page)
        tab(page, "first")
        page.wait_for_selector("#forgets")
        assert page.evaluate("asked") == 1
        page.reload()
        until(page, "page.isReady")
        assert page.inner_text("#forgets")
        page.evaluate("sessionStorage.promised = 'yes'")  # as for a page that stands on the home screen
        tab(page, "play")
        put_down(page)
        tab(page, "first")
        page.wait_for_selector("#forgets", state="detached")


def test_the_game_that_was_played_last_is_offered(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        page = started(context, address)
        begin_game(page)
        tab(page, "numo")
        page.click("#numo-begin")
        page.wait_for_selector("#draw")
        tab(page, "first")
        page.wait_for_selector("#to-game[href='#numo']")
        page.reload()
        until(page, "page.isReady && page.state.game && page.state.numo.game")
        assert page.inner_text("#to-game").startswith("Go on playing")
        page.click("#to-game")
        page.click("button:has-text('New game')")
        tab(page, "first")
        page.click("#to-game[href='#play']")
        page.wait_for_selector(".duel")


def test_windows_keep_what_each_of_them_chose(shared_browser: "Browser", typed_site: Path) -> None:
    with visitor(shared_browser) as context, served(typed_site) as address:
        first, second = (started(context, address) for _ in range(2))
        first.evaluate("page.learn({teaches: true})")
        until(second, "page.state.learning.teaches")
        first.evaluate("page.updateIn('setup', {level: '1'})")
        second.evaluate("page.updateIn('setup', {name: 'Ann'})")
        until(second, "(await import('./app/storage.js')).kept('numero-page').setup?.name === 'Ann'")
        second.reload()
        until(second, "page.isReady")
        assert second.evaluate("[page.state.learning.teaches, page.state.setup.level, page.state.setup.name]") == [True, "1", "Ann"]


def test_a_host_without_a_file_is_told_in_one_sentence(shared_browser: "Browser", typed_site: Path, tmp_path: Path) -> None:
    own = tmp_path / "site"
    shutil.copytree(typed_site, own)
    (own / "core.zip").unlink()
    with visitor(shared_browser) as context, served(own) as address:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#problem")
        assert "core.zip" in page.inner_text("#problem")
    (own / "app" / "vision.js").unlink()
    with visitor(shared_browser, service_workers="block") as context, served(own) as address:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#problem:has-text('worker.js')")
